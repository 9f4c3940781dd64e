"""The extractive writer, over vectors that are sets of words, and over the real ones."""

import pytest

from app.answering.abstention import ABSTENTION, Answerability
from app.answering.conversation import Conversation, Passages, Turn
from app.answering.extractive import ExtractiveWriter
from app.answering.writer import Piece
from app.wire.errors import NotReady
from app.wire.schemas.generate import GenerationConfig
from grounding.claims.split import split_claims
from ingest.embedding.embedder import load_embedder
from tests.app.hits import hit
from tests.fakes import WordEmbedder


class _Always(Answerability):
    def probability(self, reading: object) -> float:
        return 1.0


def writer() -> ExtractiveWriter:
    return ExtractiveWriter(WordEmbedder(), answerability=_Always({}, 0.0))


def passages(question: str, *texts: str) -> Passages:
    return Passages(question, tuple(map(hit, texts)))


def write(question: str, *texts: str, config: GenerationConfig | None = None) -> list[Piece]:
    conversation = Conversation(question, config=config or GenerationConfig())
    return list(writer().write(conversation, passages(question, *texts)))


def test_sentences_are_told_word_for_word() -> None:
    pieces = write(
        "How tall is the tower?", "Bread is baked here. The tower is 61 metres tall. Cats sleep a lot."
    )
    assert [(piece.text, piece.finish) for piece in pieces] == [("The tower is 61 metres tall.", "STOP")]


def test_another_sentence_that_fits_nearly_as_well_is_told_in_the_order_of_the_text() -> None:
    pieces = write(
        "tower height metres", "The tower height is 61 metres. The old tower height was 40 metres before."
    )
    assert "".join(piece.text for piece in pieces) == (
        "The tower height is 61 metres. The old tower height was 40 metres before."
    )
    assert [piece.finish for piece in pieces] == ["", "STOP"]


def test_a_link_that_runs_leads_nowhere() -> None:
    (piece,) = write("Where is the tower?", "The tower is [here](javascript:alert(1)).")
    assert piece.text == "The tower is [here](#javascript:alert(1))."


def test_the_same_sentence_in_two_chunks_is_told_once() -> None:
    sentence = "The tower is 61 metres tall."
    assert len(write("How tall is the tower?", sentence, f"Overlap. {sentence}")) == 1


def test_max_tokens_leaves_whole_sentences_out() -> None:
    text = "The tower height is 61 metres. The old tower height was 40 metres before."
    pieces = write("tower height metres", text, config=GenerationConfig(max_output_tokens=8))
    assert [(piece.text, piece.finish) for piece in pieces] == [
        ("The tower height is 61 metres.", "MAX_TOKENS")
    ]


def test_without_passages_it_abstains_and_without_a_tool_it_says_what_is_missing() -> None:
    abstaining = ExtractiveWriter(WordEmbedder())
    assert list(abstaining.write(Conversation("Why?"), passages("Why?"))) == [
        Piece(ABSTENTION, "STOP", abstained=True)
    ]
    with pytest.raises(NotReady, match="SUREGROUND_LLM_BASE_URL"):
        list(abstaining.write(Conversation("Why?"), None))


def test_the_abstention_claims_nothing() -> None:
    assert [claim.check_required for claim in split_claims(ABSTENTION)] == [False]


def test_follow_up() -> None:
    history = (Turn("user", "Where is the tower?"), Turn("model", "In Brindle Cove."))
    assert (
        writer().stand_alone(Conversation("How tall is it?", history))
        == "Where is the tower? How tall is it?"
    )


STORE = (
    "Paris is the capital of France. The Café de Flore is on Boulevard Saint-Germain.",
    "# Brindle Cove\n\nThe tower of Brindle Cove is 61 metres tall and was finished in 1911. It was designed "
    "by Elif Marsh and is built of granite. About 40,000 people visit it every year.",
    "## When are you open?\n\nThe museum is open from Tuesday to Sunday, from 10 am to 5 pm. It is closed on "
    "Mondays.\n\n## May I bring my dog?\n\nAssistance dogs are welcome everywhere.",
)


@pytest.fixture(scope="module")
def real() -> ExtractiveWriter:
    return ExtractiveWriter(load_embedder())


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the capital of France?", "Paris is the capital"),
        ("How tall is the tower?", "61 metres"),
        ("Who designed the tower of Brindle Cove?", "Elif Marsh"),
        ("When is the museum open?", "Tuesday to Sunday"),
        ("Are dogs allowed?", "Assistance dogs"),
    ],
)
def test_small_store_answers(real: ExtractiveWriter, question: str, answer: str) -> None:
    pieces = list(real.write(Conversation(question), passages(question, *STORE)))
    assert answer in "".join(piece.text for piece in pieces)
    assert not pieces[-1].abstained


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of Peru?",
        "Who painted the ceiling of the town hall?",
        "How much does a ticket to the cinema cost?",
        "Which river flows through Warsaw?",
        "Say hello.",
    ],
)
def test_small_store_abstains(real: ExtractiveWriter, question: str) -> None:
    [piece] = real.write(Conversation(question), passages(question, *STORE))
    assert piece == Piece(ABSTENTION, "STOP", abstained=True)
