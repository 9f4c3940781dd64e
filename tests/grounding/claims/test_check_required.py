"""What asserts something needs a check; accuracy is measured on sentences that no rule was tuned on."""

import gzip
import json
from pathlib import Path

import pytest

from grounding.claims.check_required import needs_check
from grounding.claims.remarks import remark_probability
from grounding.text.sentences import sentence_spans
from tests.outside import PARAGRAPHS, needs_paragraphs

ROOT = Path(__file__).parents[3]
ROWS = [
    json.loads(line) for line in (ROOT / "tests/data/check_required.jsonl").read_text("utf-8").splitlines()
]


def accuracy(rows: list[dict]) -> tuple[float, list[str]]:
    misses = [row["text"] for row in rows if needs_check(row["text"]) != row["check_required"]]
    return 1 - len(misses) / len(rows), misses


def test_the_set_is_large_and_balanced() -> None:
    claims = sum(row["check_required"] for row in ROWS)
    assert len(ROWS) >= 300
    assert 0.4 < claims / len(ROWS) < 0.6
    assert len({row["language"] for row in ROWS}) >= 10


def test_accuracy_on_the_sentences_at_hand() -> None:
    score, misses = accuracy([row for row in ROWS if not row["held_out"]])
    assert score >= 0.95, misses


def test_accuracy_on_sentences_held_out() -> None:
    held_out = [row for row in ROWS if row["held_out"]]
    score, misses = accuracy(held_out)
    assert len(held_out) >= 150
    assert score >= 0.89, misses
    claims, missed = accuracy([row for row in held_out if row["check_required"]])
    assert claims >= 0.98, missed  # an unchecked claim is worse than a checked remark


@needs_paragraphs
@pytest.mark.parametrize("language", ["en", "de", "es", "hi", "zh"])
def test_sentences_of_an_encyclopedia_need_a_check(language: str) -> None:
    with gzip.open(PARAGRAPHS / f"xquad.{language}.jsonl.gz", "rt", encoding="utf-8") as lines:
        paragraphs = [json.loads(line)["text"] for line in lines]
    sentences = [span.of(text) for text in paragraphs for span in sentence_spans(text)]
    unchecked = [sentence for sentence in sentences if not needs_check(sentence)]
    assert len(unchecked) <= 0.003 * len(sentences), unchecked


@pytest.mark.parametrize(
    "text",
    [
        "Sure, the museum opens at nine.",
        "Here is what I found: the tower is 90 metres tall.",
        "I don't know who built it, but it opened in 1932.",
        "The film came out in 1997, right?",
        "Did you know that the cable is only 2.7 inches thick?",
        "The contract does not mention a penalty.",
        "Thank You is a song by Dido.",
        "Cameron, DiCaprio and Winslet.",
        "42",
        "Opening hours: 9 to 17.",
    ],
)
def test_claims_behind_remarks_and_look_alikes(text: str) -> None:
    assert needs_check(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "…",
        "👍",
        "---",
        "I'm sorry, but I can't answer that.",
        "Sure! Here is a summary:",
        "Main features:",
    ],
)
def test_nothing_to_check(text: str) -> None:
    assert not needs_check(text)


def test_the_classifier_leaves_figures_and_long_sentences_alone() -> None:
    assert remark_probability("I hope you have 12 answers for me!") == 0
    assert remark_probability("I hope you " + "really " * 12 + "like it!") == 0
    assert 0 <= remark_probability("☃") <= 1


@pytest.mark.parametrize(
    "text",
    [
        "No document mentions the price.",
        "The price is not given in the documents.",
        "For details, see the annual report.",
        "See the guide.",
    ],
)
def test_what_the_documents_do_not_say_and_where_to_read_is_no_claim(text: str) -> None:
    assert not needs_check(text)


@pytest.mark.parametrize("text", ["The tower is not mentioned in the treaty.", "The see of Rome is old."])
def test_what_is_told_of_other_texts_is_a_claim(text: str) -> None:
    assert needs_check(text)
