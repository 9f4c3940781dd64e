from grounding.reader.figures import NEEDED
from grounding.reader.needed import needed_phrases, probabilities
from tests.grounding.reader.stretches import stretch

CONVERSATION = "Who built the Great Tide Clock?\nAda Linden built the Great Tide Clock."
CLOCK = stretch(CONVERSATION, {word: {NEEDED: 4} for word in ("Great", "Tide", "Clock")})


def test_neighbouring_words_make_one_phrase_told_once() -> None:
    assert needed_phrases("When was it built?", CONVERSATION, [CLOCK], 0.5) == ["Great Tide Clock"]


def test_words_that_the_question_has_are_not_needed() -> None:
    assert needed_phrases("When was the clock built?", CONVERSATION, [CLOCK], 0.5) == ["Great Tide"]


def test_words_below_the_threshold_are_left_out() -> None:
    assert needed_phrases("When was it built?", CONVERSATION, [CLOCK], 0.99) == []


def test_words_of_two_lines_are_two_phrases() -> None:
    text = "Oslo\nBergen"
    both = stretch(text, {"Oslo": {NEEDED: 4}, "Bergen": {NEEDED: 4}})
    assert needed_phrases("How far apart?", text, [both], 0.5) == ["Oslo", "Bergen"]


def test_a_word_is_as_likely_as_its_likeliest_place() -> None:
    text = "the hall of the museum"
    figures = stretch(text, {"museum": {NEEDED: 2}})
    figures.tokens[0, NEEDED] = 0  # the first "the"
    assert probabilities("Where?", text, [figures])["the"] == 0.5
    assert probabilities("Which museum?", text, [figures]).keys() == {"the", "hall", "of"}
