import numpy as np
import pytest

from grounding.judge.encoder import Stretch
from grounding.reader.figures import END, FIGURES, START
from grounding.reader.spans import MOST_TOKENS, best_place
from tests.grounding.reader.stretches import stretch


def test_the_answer_runs_from_the_likeliest_start_to_the_likeliest_end() -> None:
    text = "It was built by Ada Linden in 1931."
    place = best_place(text, stretch(text, {"Ada": {START: 5}, "Linden": {END: 5}}))
    assert place is not None
    assert place.span.of(text) == "Ada Linden"
    assert place.probability == pytest.approx(1.0, abs=0.001)


def test_an_answer_ends_no_earlier_than_it_starts() -> None:
    text = "Ada built it for Tom."
    place = best_place(text, stretch(text, {"Tom": {START: 5, END: 1}, "Ada": {END: 5, START: -1}}))
    assert place is not None
    assert place.span.of(text) == "Tom"


def test_an_answer_stays_within_its_line() -> None:
    text = "City: Oslo\nCity: Bergen"
    place = best_place(text, stretch(text, {"Oslo": {START: 5, END: 2}, "Bergen": {START: 1, END: 5}}))
    assert place is not None
    assert place.span.of(text) in ("Oslo", "Bergen")


def test_an_answer_is_whole_words() -> None:
    text = "unbuilt"
    pieces = Stretch(
        np.zeros(FIGURES, np.float32), np.zeros((2, FIGURES), np.float32), np.array([[0, 2], [2, 7]])
    )
    pieces.tokens[1, START] = 9
    pieces.tokens[0, END] = 9
    place = best_place(text, pieces)
    assert place is not None
    assert place.span.of(text) == text


def test_words_of_a_script_without_spaces_are_cut_where_the_network_says() -> None:
    text = "奥斯陆市"
    tokens = Stretch(
        np.zeros(FIGURES, np.float32),
        np.zeros((4, FIGURES), np.float32),
        np.array([[i, i + 1] for i in range(4)]),
    )
    tokens.tokens[0, START] = tokens.tokens[2, END] = 9
    place = best_place(text, tokens)
    assert place is not None
    assert place.span.of(text) == "奥斯陆"


def test_an_answer_has_a_greatest_length() -> None:
    text = " ".join(["first", *["word"] * MOST_TOKENS, "last"])
    place = best_place(text, stretch(text, {"first": {START: 20, END: 3}, "last": {END: 9}}))
    assert place is not None
    assert place.span.of(text) == "first"


def test_a_text_without_words_has_no_answer() -> None:
    assert best_place("", stretch("", {})) is None
