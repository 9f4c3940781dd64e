"""The extractive writer, over readings made by hand."""

from dataclasses import replace

import pytest

from app.answering.abstention import ABSTENTION
from app.answering.conversation import Conversation, Passages
from app.answering.extractive import ExtractiveWriter
from app.answering.writer import Piece
from app.wire.errors import NotReady
from app.wire.schemas.generate import GenerationConfig
from grounding import Span
from grounding.claims.split import split_claims
from grounding.reader.reader import Reading
from tests.app.hits import hit, reading

TOWER = "Bread is baked here. The tower is 61 metres tall."
MILL = "The mill of Brin is 12 metres tall. It grinds rye."


def passages(*read: tuple[str, str, Reading]) -> Passages:
    """Of passage, title and reading each."""
    hits = tuple(hit(text, f"{title}.txt", title=title) for text, title, _ in read)
    readings = tuple(one for _, _, one in read)
    return Passages("How tall is it?", hits, readings, tuple(one.probability for one in readings))


def write(found: Passages, *, may_abstain: bool = True, most: int | None = None) -> list[Piece]:
    writer = ExtractiveWriter(threshold=0.5)
    config = GenerationConfig(max_output_tokens=most)
    return list(writer.write(Conversation("How tall is it?", config=config, may_abstain=may_abstain), found))


def test_the_short_answer_then_the_sentence() -> None:
    [piece] = write(passages((TOWER, "Tower", reading(TOWER, "61 metres"))))
    assert piece == Piece(
        "61 metres – “The tower is 61 metres tall.”", "STOP", short=Span(0, 9), relevance=0.9
    )


def test_several_documents_have_a_line_each() -> None:
    pieces = write(
        passages((TOWER, "Tower", reading(TOWER, "61 metres")), (MILL, "Mill", reading(MILL, "12 metres")))
    )
    assert [piece.text for piece in pieces] == [
        "- Tower: 61 metres – “The tower is 61 metres tall.”\n",
        "- Mill: 12 metres – “The mill of Brin is 12 metres tall.”",
    ]
    assert [piece.short.of(piece.text) for piece in pieces if piece.short] == ["61 metres", "12 metres"]
    assert [piece.finish for piece in pieces] == ["", "STOP"]


def test_a_link_that_runs_leads_nowhere() -> None:
    text = "The tower is [here](javascript:alert(1)), by the harbour."
    (piece,) = write(passages((text, "Tower", reading(text, "by the harbour"))))
    assert "[here](#javascript:alert(1))" in piece.text
    assert piece.short and piece.short.of(piece.text) == "by the harbour"


def test_a_document_that_says_the_same_or_answers_less_surely_is_left_out() -> None:
    first = (TOWER, "Tower", reading(TOWER, "61 metres"))
    same = ("It is 61 metres high.", "Guide", reading("It is 61 metres high.", "61 metres"))
    unsure = (MILL, "Mill", reading(MILL, "12 metres", probability=0.7))
    assert len(write(passages(first, same, unsure))) == 1


def test_max_tokens_leaves_whole_lines_out() -> None:
    found = passages(
        (TOWER, "Tower", reading(TOWER, "61 metres")), (MILL, "Mill", reading(MILL, "12 metres"))
    )
    [piece] = write(found, most=12)
    assert piece.finish == "MAX_TOKENS" and piece.text.endswith("“The tower is 61 metres tall.”")


def test_it_abstains_below_the_threshold_unless_it_may_not() -> None:
    unsure = passages((TOWER, "Tower", reading(TOWER, "61 metres", probability=0.4)))
    assert write(unsure) == [Piece(ABSTENTION, "STOP", abstained=True)]
    assert write(unsure, may_abstain=False)[0].text.startswith("61 metres")


def test_a_passage_that_says_nothing_to_the_question_is_not_quoted() -> None:
    spread = reading(TOWER, *TOWER.split()[:10], probability=0.9)
    scattered = replace(spread, span=None, _tokens=spread._tokens[:1])
    assert write(passages((TOWER, "Tower", scattered))) == [Piece(ABSTENTION, "STOP", abstained=True)]


def test_without_passages_it_abstains_and_without_a_tool_it_says_what_is_missing() -> None:
    assert write(Passages("Why?", ()), may_abstain=False) == [Piece(ABSTENTION, "STOP", abstained=True)]
    writer = ExtractiveWriter()
    with pytest.raises(NotReady, match="SUREGROUND_LLM_BASE_URL"):
        list(writer.write(Conversation("Why?"), None))


def test_the_abstention_claims_nothing() -> None:
    assert [claim.check_required for claim in split_claims(ABSTENTION)] == [False]
