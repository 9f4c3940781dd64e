"""Reading chunks for a question; a text's vector is the set of its words (tests/fakes.py)."""

import pytest

from app.answering.relevance import RankedSentences, rank_sentences
from ingest.types import Chunk
from tests.fakes import WordEmbedder


def chunk(text: str, heading: str = "") -> Chunk:
    return Chunk("c", "d", 0, text, 0, len(text), 1, 1, heading)


def ranked(question: str, *texts: str, heading: str = "") -> RankedSentences:
    return rank_sentences(question, question, [chunk(text, heading) for text in texts], WordEmbedder())


def test_spans_lead_back_to_the_chunk() -> None:
    texts = [
        "Intro. The tower is 61 metres\ntall and was finished in 1911. नमस्ते दुनिया। 塔高六十一米。🙂 Done."
    ]
    for sentence in ranked("How tall is the tower?", *texts).sentences:
        assert " ".join(sentence.span.of(texts[sentence.chunk]).split()) == sentence.text


def test_the_sentence_with_the_words_comes_first() -> None:
    found = ranked("How tall is the tower?", "Bread is baked here. The tower is 61 metres tall. Cats sleep.")
    assert found.sentences[0].text == "The tower is 61 metres tall."
    assert found.sentences[0].coverage == pytest.approx(1)


def test_line_ends_inside_sentences_are_spaces_and_others_divide() -> None:
    text = (
        "Opening hours\nThe museum is open from Tuesday to Sunday, from 10 am to 5 pm, but on\n"
        "Monday it is closed."
    )
    found = ranked("When is the museum open?", text)
    assert [one.text for one in found.sentences] == [
        "The museum is open from Tuesday to Sunday, from 10 am to 5 pm, but on Monday it is closed."
    ]


def test_headings_and_questions_are_no_answers_but_tell_what_is_below() -> None:
    text = (
        "## May I bring my dog?\n\nOther animals may wait in the courtyard.\n\n"
        "## Tickets\n\nThey cost nine pounds."
    )
    found = ranked("May I bring my dog?", text)
    assert found.sentences[0].text == "Other animals may wait in the courtyard."
    assert found.sentences[0].context_coverage == pytest.approx(0.5)  # both words stand in the heading above
    assert {one.text for one in found.sentences} == {
        "Other animals may wait in the courtyard.",
        "They cost nine pounds.",
    }


def test_table_rows_can_answer() -> None:
    found = ranked(
        "What does a child ticket cost?", "| Ticket | Cost |\n|---|---|\n| Adult | £9 |\n| Child | £4 |"
    )
    assert found.sentences[0].text == "Child | £4"


def test_rare_words_weigh_more() -> None:
    weights = ranked("tower of Brindle", "The tower.", "A tower.", "Brindle has a tower.").weights
    assert weights["brindl"] > weights["tower"]


def test_nothing_to_read() -> None:
    assert ranked("Anything?").sentences == ()
    assert ranked("Anything?", "What is it?").sentences == ()


def test_words_of_the_same_root_meet() -> None:
    found = ranked("May I take photos?", "Photographs are allowed.", "The station has an internet terminal.")
    assert found.sentences[0].text == "Photographs are allowed."
    assert found.sentences[0].coverage > 0
    assert ranked("international", "The internet.").sentences[0].coverage == 0
