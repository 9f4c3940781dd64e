"""Retrieve, write, check, over the small parts of tests/fakes.py."""

from collections.abc import Iterator, Sequence

import pytest

from app.answering.ask import Answered, Asker, Sources, retrieve
from app.answering.conversation import Conversation, Passages, Turn
from app.answering.writer import Piece
from app.services import Services
from grounding import Span
from ingest.errors import NotFound
from ingest.types import CollectionName, Upload
from tests.fakes import ContainmentChecker, FirstSentenceWriter, WordReader

STORE = CollectionName("p", "l", "towers")
TOWER = "The tower of Brindle Cove is 61 metres tall."
CATS = "Cats sleep in the harbour."


@pytest.fixture
def services(small_parts, settings) -> Iterator[Services]:
    services = small_parts(settings)
    services.library.create_collection(STORE)
    for name, text in (("tower.txt", TOWER), ("cats.txt", CATS)):
        services.library.add_document(STORE, Upload(text.encode(), name, document_id=name))
    yield services
    services.close()


class Echo(FirstSentenceWriter):
    """Writes ``pieces``, whatever is asked."""

    def __init__(self, *pieces: str) -> None:
        self.pieces = pieces

    def write(self, conversation: Conversation, passages: Passages | None) -> Iterator[Piece]:
        for text in self.pieces:
            yield Piece(text)
        yield Piece("", "STOP")


def ask(
    services: Services, writer: FirstSentenceWriter, question: str = "How tall is the tower?", **limits
) -> Answered:
    asker = Asker(services.library, WordReader(), writer, ContainmentChecker())  # type: ignore[arg-type]
    return asker.ask(Conversation(question), Sources((STORE,), **limits))


def test_the_core_alone_decides_what_is_supported(services: Services) -> None:
    answered = ask(services, Echo(f"{TOWER}\n", "It has 900 rooms."))
    assert answered.text == f"{TOWER}\nIt has 900 rooms."
    rank = [hit.chunk.text for hit in answered.hits].index(TOWER)
    assert [(one.span, one.hits) for one in answered.supports] == [(Span(0, len(TOWER)), ((rank, 0.9),))]
    assert answered.queries == ("How tall is the tower?",)
    assert (answered.finish, answered.abstained, answered.model_version) == ("STOP", False, "first-passage")


def test_pieces_then_the_whole(services: Services) -> None:
    asker = Asker(services.library, WordReader(), Echo("One ", "two."), ContainmentChecker())  # type: ignore[arg-type]
    conversation = Conversation("Count")
    *pieces, whole = asker.stream(conversation, asker.retrieve(conversation, Sources((STORE,))))
    assert pieces == ["One ", "two."]
    assert isinstance(whole, Answered)
    assert whole.text == "One two."


def test_an_abstention_is_not_checked(services: Services) -> None:
    answered = ask(services, FirstSentenceWriter(), max_distance=1e-9)
    assert (answered.hits, answered.report, answered.supports, answered.abstained) == ((), None, (), True)


def test_without_sources_nothing_is_retrieved(services: Services) -> None:
    asker = Asker(services.library, WordReader(), Echo("Hello."), ContainmentChecker())  # type: ignore[arg-type]
    answered = asker.ask(Conversation("Hi"), None)
    assert (answered.text, answered.hits, answered.queries, answered.report) == ("Hello.", (), (), None)


def test_the_query_is_the_question_made_to_stand_alone(services: Services) -> None:
    asker = Asker(services.library, WordReader(), FirstSentenceWriter(), ContainmentChecker())  # type: ignore[arg-type]
    history = (Turn("user", "The tower of Brindle Cove"), Turn("model", "Yes?"))
    assert asker.ask(Conversation("how tall?", history), Sources((STORE,))).queries == (
        "The tower of Brindle Cove how tall?",
    )


def test_limits_are_strict_and_in_order_of_rank(services: Services) -> None:
    everything = retrieve(services.library, TOWER, Sources((STORE,)))
    assert [hit.chunk.text for hit in everything] == [TOWER, CATS]
    near, far = (hit.distance for hit in everything)

    def kept(**limits: float) -> list[str]:
        return [hit.chunk.text for hit in retrieve(services.library, TOWER, Sources((STORE,), **limits))]

    assert kept(max_distance=far) == [TOWER]
    assert kept(max_distance=far + 1e-6) == [TOWER, CATS]
    assert kept(min_similarity=1 - near) == []
    assert kept(min_similarity=1 - near - 1e-6) == [TOWER]
    assert kept(top_k=1) == [TOWER]


def test_files_can_be_chosen(services: Services) -> None:
    hits = retrieve(services.library, TOWER, Sources((STORE,), document_ids={STORE: ("cats.txt",)}))
    assert [hit.document.id for hit in hits] == ["cats.txt"]


def test_unknown_collection(services: Services) -> None:
    with pytest.raises(NotFound):
        retrieve(services.library, "x", Sources((CollectionName("p", "l", "none"),)))


class Plain(FirstSentenceWriter):
    """Leaves it to the reader to complete questions."""

    def stand_alone(self, conversation: Conversation) -> None:
        return None


class Recalling(WordReader):
    """Thinks that every follow-up needs ``phrase``."""

    def __init__(self, phrase: str) -> None:
        self.phrase = phrase

    def needed_words(self, question: str, history: Sequence[str]) -> list[str]:
        return [self.phrase] if history else []


@pytest.mark.parametrize(
    ("question", "phrase", "searched"),
    [
        ("How tall is it?", "tower Brindle", "How tall is it? (tower Brindle)"),
        ("How tall is the tower?", "bread mill", "How tall is the tower?"),  # it is answered better alone
    ],
)
def test_a_follow_up_is_completed_where_that_is_answered_better(
    services: Services, question: str, phrase: str, searched: str
) -> None:
    asker = Asker(services.library, Recalling(phrase), Plain(), ContainmentChecker())  # type: ignore[arg-type]
    history = (Turn("user", "The tower of Brindle Cove"), Turn("model", "Yes?"))
    assert asker.ask(Conversation(question, history), Sources((STORE,))).queries == (searched,)
    assert asker.ask(Conversation(question), Sources((STORE,))).queries == (question,)


def test_hits_stand_in_the_order_in_which_they_answer(services: Services) -> None:
    answered = ask(services, FirstSentenceWriter(), "Do cats sleep near the tower of Brindle harbour?")
    assert [hit.document.id for hit in answered.hits] == ["cats.txt", "tower.txt"]
