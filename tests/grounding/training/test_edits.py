import random

import pytest

from grounding.training.generator import edits
from grounding.training.generator.corpus import Corpus, Paragraph
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL

FILM = Paragraph(
    (
        "Titanic is a 1997 American film directed by James Cameron.",
        "It stars Kate Winslet and Leonardo DiCaprio.",
        "It may be the best film of 1997 because the story is simple.",
        "If you like ships, you will love it.",
    ),
    "test",
    "Titanic",
)
OTHER = Paragraph(("Pavel Horak lives in Brno with Jana Mala.", "They met in Vienna in 2003."), "test", "")
CORPUS = Corpus([FILM, OTHER], {"person": ["Pavel Horak"], "place": ["Brno"], "other": ["Vienna"]})


def forms(edit: edits.Edit, claim: str, paragraph: Paragraph = FILM) -> set[tuple[str, int] | None]:
    return {edit(claim, paragraph, CORPUS, random.Random(seed)) for seed in range(60)}


def test_one_of_a_pair_becomes_false_and_the_other_stays() -> None:
    for form in forms(edits.pair_half_false, FILM.sentences[1]):
        assert form and form[1] == CONTRADICTION
        assert ("Kate Winslet" in form[0]) != ("Leonardo DiCaprio" in form[0])


def test_names_of_a_list_are_not_exchanged_but_roles_are() -> None:
    assert forms(edits.names_exchanged, FILM.sentences[1]) == {None}
    assert forms(edits.names_exchanged, "Kate Winslet thanked James Cameron.") == {
        ("James Cameron thanked Kate Winslet.", CONTRADICTION)
    }


def test_numbers_change() -> None:
    for form in forms(edits.number_changed, "It was shown in 1997."):
        assert form and form[1] == CONTRADICTION and "1997" not in form[0]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("It is not old.", "It is old."),
        ("He didn't stay.", "He did stay."),
    ],
)
def test_a_negation_goes(claim: str, expected: str) -> None:
    assert forms(edits.negation_toggled, claim) == {(expected, CONTRADICTION)}


def test_a_negation_comes() -> None:
    assert ("It was not shown.", CONTRADICTION) in forms(edits.negation_toggled, "It was shown.")


def test_hedges_and_conditions_cannot_be_dropped_for_free() -> None:
    assert forms(edits.hedge_dropped, "It may be the best film.") == {("It is the best film.", NEUTRAL)}
    assert forms(edits.condition_dropped, FILM.sentences[3]) == {("You will love it.", NEUTRAL)}


def test_a_kind_changes_only_to_what_the_paragraph_does_not_say() -> None:
    for form in forms(edits.kind_changed, "Titanic is an American film."):
        assert form is None or form[1] == CONTRADICTION
        assert form is None or "American" not in form[0] or " film" not in form[0]


def test_every_near_miss_differs_and_is_never_entailed() -> None:
    for sentence in FILM.sentences:
        for seed in range(80):
            missed = edits.near_miss(sentence, FILM, CORPUS, random.Random(seed))
            assert missed and missed[0] != sentence and missed[1] != ENTAILMENT
