"""Spans are exact in any text, sentences are cut where a reader would, and each claim stands alone."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grounding.claims.split import LONGEST_CLAIM, split_claims

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests/data/cases/cases.jsonl"
OWN = ROOT / "tests/data/sentences.jsonl"

# What may stand outside of every claim: white space, and the marks of headings, lists, quotes and tables.
MARKS = re.compile(
    r"(?:\s|[>#*+\-_=|:~•◦▪▫‣⁃●○■□◆➢➤►▶✓✔·・①-⑳–—]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})\)|\d{1,9}[.)])*"
)
PIECES = st.sampled_from(
    [
        *"ab.!?… \"'()[]*_`#>-|:1\n\r\x85\x0b\t\0\u2028\u2029\u00a0\u3000\u200b",
        *("\r\n", "\n\n", "\n- ", "\n2. ", "\n> ", "\n# ", "\n• ", "\n\n---\n", "\n```\n", "    "),
        *("Dr. Ito came. ", "It sank! ", "您好。", "「早い。」", "यह है। ", "هل هذا؟ ", "Она ушла. "),
        *("é", "e\u0301", "👍", "👨‍👩‍👧", "🇩🇪", "1️⃣ ", "[1]", "【2】", "**", "&amp;", "<b>", "\\", "[x](y.z)"),
        *("\n| a | b |\n|---|---|\n", "https://a.b/c.d?e=f. ", "p. 5 ", "a.m. "),
    ]
)
ANY_TEXT = st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=80))


def texts(answer: str) -> list[str]:
    return [claim.text for claim in split_claims(answer)]


def resolved(answer: str) -> list[str]:
    return [claim.resolved for claim in split_claims(answer)]


@settings(max_examples=400, deadline=None)
@given(ANY_TEXT)
def test_spans_are_exact_in_order_and_cover_everything_but_marks(answer: str) -> None:
    end = 0
    for claim in split_claims(answer):
        assert claim.text == answer[claim.span.start : claim.span.end]
        assert claim.text and claim.text == claim.text.strip()
        assert claim.span.start >= end
        assert MARKS.fullmatch(answer[end : claim.span.start])
        end = claim.span.end
    assert MARKS.fullmatch(answer[end:])


@settings(max_examples=100, deadline=None)
@given(ANY_TEXT)
def test_the_same_answer_gives_the_same_claims(answer: str) -> None:
    assert split_claims(answer) == split_claims(answer)


def test_blank_answers_have_no_claims() -> None:
    assert split_claims("") == split_claims(" \n\t ") == ()


def test_sentences_of_the_cases() -> None:
    rows = [
        row for row in map(json.loads, CASES.read_text("utf-8").splitlines()) if row["id"].startswith("s")
    ]
    misses = []
    for row in rows:
        answer, expected = row["input"]["text"], row["expected"]
        right = [expected["sentences"], *expected.get("acceptAlternatives", [])]
        found = [
            (len(answer[: c.span.start].encode()), len(answer[: c.span.end].encode()))
            for c in split_claims(answer)
        ]
        if found not in [[(s["startPos"], s["endPos"]) for s in sentences] for sentences in right]:
            misses.append((row["id"], texts(answer)))
    assert len(misses) <= 0.08 * len(rows), misses


def test_claims_of_the_grounding_cases() -> None:
    rows = [
        row for row in map(json.loads, CASES.read_text("utf-8").splitlines()) if row["id"].startswith("g")
    ]
    spans, labels = [], []
    for row in rows:
        claims, expected = split_claims(row["input"]["answerCandidate"]), row["expected"]["claims"]
        if [claim.text for claim in claims] != [e["claimText"] for e in expected]:
            spans.append(row["id"])
            continue
        for claim, e in zip(claims, expected, strict=True):
            right = {e["label"], *e.get("acceptLabels", [])}
            if claim.check_required and right == {"no-check-needed"}:
                labels.append(claim.text)
            if not claim.check_required and "no-check-needed" not in right:
                labels.append(claim.text)
    assert not spans
    assert not labels


def test_sentences_of_our_own() -> None:
    rows = [json.loads(line) for line in OWN.read_text("utf-8").splitlines()]
    misses = [(row["text"], texts(row["text"])) for row in rows if texts(row["text"]) != row["sentences"]]
    assert len(rows) >= 70
    assert len(misses) <= 0.03 * len(rows), misses


def test_filler_before_a_claim() -> None:
    claims = split_claims("Here is what I found. Titanic was directed by James Cameron.")
    assert [c.check_required for c in claims] == [False, True]


def test_lists_have_one_claim_an_item_led_by_their_introduction() -> None:
    answer = "The film stars:\n- **Leonardo** DiCaprio [1]\n- Kate Winslet\n\nIt won prizes."
    assert texts(answer) == [
        "The film stars:",
        "**Leonardo** DiCaprio [1]",
        "Kate Winslet",
        "It won prizes.",
    ]
    assert resolved(answer)[1:3] == ["The film stars: Leonardo DiCaprio", "The film stars: Kate Winslet"]
    assert [c.check_required for c in split_claims(answer)] == [False, True, True, True]


def test_nested_and_numbered_lists() -> None:
    answer = "1. Fruit:\n   - apples\n   - pears. They are green.\n2) Bread"
    assert texts(answer) == ["Fruit:", "apples", "pears.", "They are green.", "Bread"]
    assert resolved(answer)[1] == "Fruit: apples"


@pytest.mark.parametrize("mark", ["•", "–", "(a)", "✓", "①", "3)"])
def test_list_marks_that_markdown_does_not_know(mark: str) -> None:
    assert texts(f"We sell:\n{mark} tea\n{mark} milk") == ["We sell:", "tea", "milk"]


@pytest.mark.parametrize("answer", ["1997. That was the year.", "3. Oktober ist ein Feiertag.", "42."])
def test_a_number_at_the_start_is_no_list_mark(answer: str) -> None:
    assert "".join(texts(answer)).startswith(answer.split(".")[0])


def test_tables_row_by_row_with_their_headers() -> None:
    answer = "| City | People |\n|:---|---:|\n| **Oslo** [1] | 700,000 |\n| Bergen | |"
    assert texts(answer) == ["| City | People |", "| **Oslo** [1] | 700,000 |", "| Bergen | |"]
    assert resolved(answer)[1:] == ["City: Oslo; People: 700,000", "City: Bergen"]
    assert [c.check_required for c in split_claims(answer)] == [False, True, True]


def test_headings_code_quotes_and_rulers() -> None:
    answer = (
        "## Titanic ##\nIt sank.\n***\n```sh\nrun. Then stop!\n```\n"
        "> The ship\n> was big. It sank.\n\n**Cast**\nKate."
    )
    assert texts(answer) == [
        "Titanic",
        "It sank.",
        "```sh\nrun. Then stop!\n```",
        "The ship\n> was big.",
        "It sank.",
        "**Cast**",
        "Kate.",
    ]
    assert [c.check_required for c in split_claims(answer)] == [False, True, False, True, True, False, True]
    assert resolved(answer)[3] == "The ship was big."


def test_a_paragraph_above_a_ruler_stays_a_claim() -> None:
    assert [c.check_required for c in split_claims("The ship sank.\n---\nIt was big.")] == [True, True]


def test_line_ends_divide_unless_the_sentence_goes_on() -> None:
    assert texts("The tower is\n90 m tall.\r\nIt leans.") == ["The tower is\n90 m tall.", "It leans."]
    assert texts("Anna Berg\nHead of sales") == ["Anna Berg", "Head of sales"]
    assert texts("First line\u2028Second line") == ["First line", "Second line"]
    wrapped = "The committee met on the fourteenth of October in the town hall of\nVejle and voted."
    assert texts(wrapped) == [wrapped]


def test_marks_and_markers_are_taken_off_what_models_read() -> None:
    answer = "**Smith &amp; Sons** made [a _profit_](https://x.org/a.b) of `5`%.[1][2] It grew [3, 4]."
    assert resolved(answer) == ["Smith & Sons made a profit of 5%.", "Smith & Sons grew."]


def test_pronouns_chain_from_claim_to_claim() -> None:
    answer = "Titanic was directed by James Cameron. It was released in 1997. Its budget was large. Bye!"
    assert resolved(answer)[1:3] == ["Titanic was released in 1997.", "Titanic's budget was large."]


def test_long_answers_are_split_in_reasonable_work() -> None:
    answer = "The hall has 5 seats (old ones). " * 800
    assert len(split_claims(answer)) == 800


def test_a_sentence_too_long_to_read_in_one_go_is_cut_without_losing_a_word() -> None:
    answer = (
        "The register lists " + ", ".join(f"house {number} with a red roof" for number in range(200)) + "."
    )
    claims = split_claims(answer)
    assert max(len(claim.text) for claim in claims) <= LONGEST_CLAIM
    assert " ".join(claim.text for claim in claims) == answer
    assert all(answer[claim.span.start : claim.span.end] == claim.text for claim in claims)
