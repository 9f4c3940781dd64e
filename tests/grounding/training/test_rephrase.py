import random

import pytest

from grounding.training.generator import rephrase
from grounding.training.generator.corpus import Paragraph

TITANIC = Paragraph(
    ("Titanic is a 1997 American film.", "It stars Kate Winslet and Leonardo DiCaprio.", "It cost a lot."),
    "test",
    "Titanic",
)


def all_forms(function, *arguments) -> set[str | None]:  # type: ignore[no-untyped-def]
    return {function(*arguments, random.Random(seed)) for seed in range(60)}


def test_a_pronoun_becomes_the_title_and_the_title_a_pronoun() -> None:
    assert all_forms(rephrase.named, "It stars Kate Winslet.", TITANIC) == {
        "Titanic stars Kate Winslet.",
        "The film stars Kate Winslet.",
    }
    assert "It is a 1997 American film." in all_forms(rephrase.named, TITANIC.sentences[0], TITANIC)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Titanic was directed by James Cameron.", "James Cameron directed Titanic."),
        ("It was written by Jane Doe in a week.", "Jane Doe wrote it."),
        ("James Cameron directed the film Titanic.", "The film Titanic was directed by James Cameron."),
    ],
)
def test_the_voice_changes(sentence: str, expected: str) -> None:
    assert rephrase.voiced(sentence, random.Random(0)) == expected


def test_brackets_and_appositions_become_sentences() -> None:
    born = all_forms(rephrase.unfolded, "Tariq Devega (born July 26, 1990) is an American artist.")
    assert born == {"Tariq Devega was born in 1990.", "Tariq Devega was born on July 26, 1990."}
    forms = all_forms(rephrase.unfolded, "Chris Aufroy, a senior manager, has defended the plan.")
    assert forms == {"Chris Aufroy is a senior manager.", "Chris Aufroy has defended the plan."}


def test_lists_lose_or_exchange_items_but_gain_none() -> None:
    for form in all_forms(rephrase.relisted, "It sells apples, pears and plums."):
        assert form and set(form.strip(".").replace(",", "").split()) <= {
            *["It", "sells", "apples", "pears", "plums", "and"]
        }
        assert form.startswith("It sells ")


def test_compression_only_leaves_out() -> None:
    sentence = "However, the bridge (a stone one) was also closed, which surprised many."
    for form in all_forms(rephrase.compressed, sentence):
        assert form and set(form.lower().strip(".").split()) <= {
            w.strip(".") for w in sentence.lower().replace("closed,", "closed closed,").split()
        }


def test_participles_keep_their_form() -> None:
    assert all(
        "has wins" not in (form or "") for form in all_forms(rephrase.reworded, "He has won two prizes.")
    )
    assert "He wins two prizes." in all_forms(rephrase.reworded, "He won two prizes.")


def test_a_rephrased_sentence_is_one_ended_sentence() -> None:
    for seed in range(100):
        claim = rephrase.rephrased(TITANIC.sentences[1], TITANIC, random.Random(seed))
        assert claim[0].isupper() and claim.endswith(".") and not claim.endswith("..")
        assert "Winslet" in claim or "DiCaprio" in claim
