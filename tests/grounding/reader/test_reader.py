"""The shipped reader, through its front door."""

import shutil
from pathlib import Path

import pytest

from grounding.errors import ModelUnavailable
from grounding.judge import embedded
from grounding.reader.calibration import FILE, ReaderCalibration
from grounding.reader.reader import MODEL_FOLDER, Reader
from grounding.types import Span

CLOCK = "The Great Tide Clock stands in the north hall. It was built by Ada Linden in 1931. Entry is free on Mondays."


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def test_a_passage_that_answers_is_likelier_than_one_that_does_not(reader: Reader) -> None:
    first, second = reader.read("Who built the clock?", ["The café sells soup and bread.", CLOCK])
    assert second.probability > 0.5 > first.probability
    assert second.span is not None
    assert second.span.of(CLOCK) == "Ada Linden"


def test_the_sentence_with_the_answer_scores_highest(reader: Reader) -> None:
    (reading,) = reader.read("Who built the clock?", [CLOCK])
    first, second = CLOCK.index("It was"), CLOCK.index("Entry")
    scores = reader.sentence_scores(reading, [Span(0, first), Span(first, second), Span(second, len(CLOCK))])
    assert max(scores) == scores[1]
    assert sum(scores) == pytest.approx(reading.probability, abs=0.01)


def test_a_long_passage_is_read_to_its_end(reader: Reader) -> None:
    filler = "The hall has forty rooms and a garden with old trees. " * 60
    long, short = reader.read("Who built the clock?", [filler + CLOCK, filler])
    assert long.probability > short.probability
    assert long.span is not None
    assert long.span.of(filler + CLOCK) == "Ada Linden"


def test_odd_texts_are_read(reader: Reader) -> None:
    texts = ["", " \n ", "\ud800 half a character", "x" * 5000]
    readings = reader.read("who? " * 1000, texts)
    assert [reading.span is None for reading in readings[:2]] == [True, True]
    assert all(0 <= reading.probability <= 1 for reading in readings)
    assert reader.read("Who?", []) == []


def test_offsets_are_characters_of_the_passage(reader: Reader) -> None:
    passage = "🕰️ Ünïcödé façade: “Café Zürich” was founded by Zoë Müller in 1931."
    (reading,) = reader.read("Who founded Café Zürich?", [passage])
    assert reading.span is not None
    assert reading.span.of(passage) == "Zoë Müller"


@pytest.mark.xfail(reason="the shipped reader finds three in ten of the words that follow-ups leave out")
def test_a_follow_up_gets_the_name_of_what_was_talked_about(reader: Reader) -> None:
    turns = ["Who built the Great Tide Clock?", "Ada Linden."]
    assert "Tide Clock" in " ".join(reader.needed_words("When was it built?", turns))


def test_without_a_conversation_nothing_is_needed(reader: Reader) -> None:
    assert reader.needed_words("When was it built?", []) == []
    assert reader.needed_words("When was it built?", ["", "  "]) == []


@pytest.mark.xfail(reason="the shipped reader finds three in ten of the words that follow-ups leave out")
def test_a_question_that_stands_alone_needs_nothing(reader: Reader) -> None:
    turns = ["Who built the Great Tide Clock?", "Ada Linden."]
    assert reader.needed_words("How many volunteers does the city library of Bergen have?", turns) == []


def test_a_conversation_longer_than_can_be_read_keeps_its_end(reader: Reader) -> None:
    turns = [
        "The old barn is far away from the village. " * 100,
        "Who built the Great Tide Clock?",
        "Ada Linden.",
    ]
    assert reader.word_probabilities("When was it built?", turns).keys() & {"barn", "village"} == set()


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="No model"):
        Reader.load(tmp_path)


def test_a_model_without_calibration_is_told(tmp_path: Path) -> None:
    folder = shutil.copytree(MODEL_FOLDER, tmp_path / "reader")
    (folder / FILE).unlink()
    with pytest.raises(ModelUnavailable, match=FILE):
        Reader.load(folder)


def test_a_model_that_is_no_reader_is_told(tmp_path: Path) -> None:
    folder = shutil.copytree(embedded.MODEL_FOLDER, tmp_path / "reader")
    ReaderCalibration().save(folder)
    with pytest.raises(ModelUnavailable, match="no reader"):
        Reader.load(folder)


def test_a_reader_that_gets_obvious_questions_wrong_is_told(tmp_path: Path) -> None:
    folder = shutil.copytree(MODEL_FOLDER, tmp_path / "reader")
    ReaderCalibration(slope=-1.0).save(folder)
    with pytest.raises(ModelUnavailable, match="0 of 6"):
        Reader.load(folder)


def test_the_calibration_is_a_sigmoid() -> None:
    assert ReaderCalibration(2.0, -1.0).probability(0.5) == 0.5
    assert ReaderCalibration().probability(-1000) == pytest.approx(0)
