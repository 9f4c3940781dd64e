"""The parts behind the routes: the only place where the server constructs adapters."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from app.answering.answer_sessions import AnswerSessions
from app.answering.llm_server import ChatServer
from app.answering.writer import Writer
from app.intake.intake import Intake
from app.intake.progress import ProgressBoard
from app.intake.resumable_uploads import Sessions
from app.operations.operations import Operations
from app.settings import Settings
from app.telemetry.measured import MeasuredLibrary, measured
from app.wire import names
from app.wire.schemas.rag_corpora import RagManagedDbConfig
from grounding import GroundingChecker
from grounding.reader.embedded import embedded_reader
from grounding.reader.reader import Reader
from ingest.documents.import_folders import ImportFolders
from ingest.errors import NotFound
from ingest.library import Library
from ingest.types import CollectionName


@dataclass(frozen=True)
class Services:
    """Everything a route may need; built once at start and shared by all requests."""

    settings: Settings
    library: Library
    checker: GroundingChecker
    reader: Reader
    writer: Writer
    operations: Operations
    folders: ImportFolders = field(default_factory=ImportFolders)
    sessions: Sessions = field(default_factory=Sessions)
    progress: ProgressBoard = field(default_factory=ProgressBoard)
    engine_tiers: dict[str, RagManagedDbConfig] = field(default_factory=dict)  # by ragEngineConfig name
    answer_sessions: AnswerSessions = field(default_factory=AnswerSessions)
    intake: Intake = field(init=False)

    def __post_init__(self) -> None:
        limits = {"workers": self.settings.upload_workers, "places": self.settings.upload_queue}
        object.__setattr__(self, "intake", Intake(self.library, self.progress, **limits))

    @cached_property
    def chat_server(self) -> ChatServer:
        """The language model's server for requests that are passed on. Raises NotReady where none is configured."""
        return ChatServer.of(self.settings)

    def forget_answer_sessions(self, name: CollectionName) -> None:
        """Delete the sessions of a store that is gone, and of the engine that stood for it where none was made."""
        parents = [names.data_store(name)]
        try:
            self.library.get_engine(name)
        except NotFound:
            parents.append(names.engine(name))
        self.answer_sessions.delete_below(*parents)

    def files_being_read(self, collections: Iterable[CollectionName]) -> int:
        """How many files of the collections an answer cannot know yet, since they wait or are being read."""
        return self.progress.count({names.corpus(name) for name in collections})

    def close(self) -> None:
        """End running work and free the store."""
        self.operations.close()
        self.answer_sessions.close()
        self.sessions.close()
        self.library.close()


def build_services(settings: Settings) -> Services:
    """The real parts, as ``settings`` ask for them.

    Raises ModelUnavailable or StoreUnavailable; the server then does not start.
    """
    folders = ImportFolders(settings.import_folders)
    checker = load_checker(settings)
    if settings.evaluation_events:
        from app.evaluation_events import recording

        checker = recording(checker, texts=settings.evaluation_texts)
    checker = measured(checker)
    library = open_library(settings)
    reader = embedded_reader()
    writer = load_writer(settings)
    return Services(
        settings,
        library,
        checker,
        reader,
        writer,
        Operations(settings.data / "operations.jsonl"),
        folders,
        answer_sessions=AnswerSessions(settings.data / "sessions.jsonl"),
    )


def open_library(settings: Settings, *, resume: bool = True) -> Library:
    """The library that ``settings`` name. Raises StoreUnavailable, as when a server has it open."""
    return MeasuredLibrary.open(
        settings.data,
        qdrant_url=settings.qdrant_url,
        qdrant_api_key=settings.qdrant_api_key.get_secret_value(),
        database_url=settings.database_url,
        files_url=settings.files_url,
        embedding_model=settings.embedding_model,
        rerank=settings.rerank,
        chunk_size=settings.chunk_size,
        chunk_overlap=settings.chunk_overlap,
        max_upload_bytes=settings.max_upload_bytes,
        min_free_bytes=settings.min_free_bytes,
        resume=resume,
    )


def load_checker(settings: Settings) -> GroundingChecker:
    """The embedded models (``fast``: the small one alone), a folder of the same make, an NLI cross-encoder, or the LLM.

    Raises ModelUnavailable or NotReady; another model than the one asked for never takes its place.
    """
    name = settings.entailment_model
    if name in ("", "fast"):
        return GroundingChecker.load(fast=name == "fast")
    if name == "llm":
        from app.answering.llm import chat_model
        from grounding.judge.language_model import LLMEntailment

        return GroundingChecker.around(LLMEntailment(chat_model(settings), settings.llm_model))
    if (Path(name) / "model.xml").is_file():
        return GroundingChecker.load(Path(name))
    from grounding.judge.cross_encoder import CrossEncoderEntailment

    return GroundingChecker.around(CrossEncoderEntailment.load(name))


def load_writer(settings: Settings) -> Writer:
    """The language model of ``settings``, or else the extractive writer."""
    if settings.llm_base_url:
        from app.answering.llm import ChatWriter

        return ChatWriter(
            settings.llm_base_url,
            settings.llm_model,
            settings.llm_api_key.get_secret_value(),
            threshold=settings.abstain if settings.llm_abstain else 0.0,
            timeout=settings.llm_timeout,
        )
    from app.answering.extractive import ExtractiveWriter

    return ExtractiveWriter(threshold=settings.abstain)
