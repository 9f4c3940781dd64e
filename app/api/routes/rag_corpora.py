"""RAG corpora: create, get, list, update, delete."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from app.api.dependencies import CorpusName, LibraryDep, OperationsDep, ServicesDep, VertexVersion
from app.api.wire_route import WireRoute
from app.operations.operations import AIPLATFORM
from app.wire import names
from app.wire.errors import BadRequest
from app.wire.paging import RAG_CORPORA, PageSize, PageToken, page_size
from app.wire.schemas.operations import Operation
from app.wire.schemas.rag_corpora import (
    CorpusState,
    CorpusStatus,
    ListRagCorporaResponse,
    RagCorpus,
    RagEmbeddingModelConfig,
    RagManagedDb,
    RagVectorDbConfig,
    VertexPredictionEndpoint,
)
from ingest.types import Collection, CollectionName

router = APIRouter(route_class=WireRoute, prefix="/{version}/projects/{project}/locations/{location}")
KEPT_AS = "ragCorpus"  # key in a collection's details
MOST_NAME_CHARACTERS = 128
# What the name, the registry and the clock know better than the client.
OUTPUT_ONLY = ("name", "create_time", "update_time", "corpus_status", "rag_files_count")


Force = Annotated[bool, Query(description="Delete the files in it, too.")]


@router.post("/ragCorpora")
def create_rag_corpus(
    version: VertexVersion,
    project: str,
    location: str,
    body: RagCorpus,
    library: LibraryDep,
    operations: OperationsDep,
) -> Operation:
    """Create a corpus with an id of the server's choosing; the operation answers with it."""
    _check(body)
    if not body.display_name:
        raise BadRequest(
            "display_name is missing; give the corpus a name for people.", "rag_corpus.display_name"
        )
    created = library.create_collection(
        CollectionName(project, location, ""),
        display_name=body.display_name,
        description=body.description,
        details={KEPT_AS: _kept(body)},
    )
    return operations.done(
        names.corpus(created.name),
        corpus_of(created),
        package=AIPLATFORM,
        metadata_type="CreateRagCorpusOperationMetadata",
        response_type="RagCorpus",
        metadata=_times(created),
    ).to_wire(version)


@router.get("/ragCorpora")
def list_rag_corpora(
    version: VertexVersion,
    project: str,
    location: str,
    library: LibraryDep,
    size: PageSize = 0,
    token: PageToken = "",
) -> ListRagCorporaResponse:
    """A page of corpora, oldest first."""
    listed, following = library.list_collections(
        project, location, page_size=page_size(size, RAG_CORPORA), page_token=token
    )
    return ListRagCorporaResponse(
        rag_corpora=[corpus_of(stored) for stored in listed], next_page_token=following
    )


@router.get("/ragCorpora/{rag_corpus}")
def get_rag_corpus(name: CorpusName, library: LibraryDep) -> RagCorpus:
    """One corpus."""
    return corpus_of(library.get_collection(name))


@router.patch("/ragCorpora/{rag_corpus}")
def update_rag_corpus(
    version: VertexVersion, name: CorpusName, body: RagCorpus, library: LibraryDep, operations: OperationsDep
) -> Operation:
    """Change the fields that the body holds, and no others."""
    _check(body)
    stored, given = library.get_collection(name), body.model_fields_set
    if "display_name" in given and not body.display_name:
        raise BadRequest(
            "display_name cannot be emptied; leave it out to keep it.", "rag_corpus.display_name"
        )
    updated = library.update_collection(
        name,
        display_name=body.display_name if "display_name" in given else None,
        description=body.description if "description" in given else None,
        details={**stored.details, KEPT_AS: {**stored.details.get(KEPT_AS, {}), **_kept(body)}},
    )
    return operations.done(
        names.corpus(name),
        corpus_of(updated),
        package=AIPLATFORM,
        metadata_type="UpdateRagCorpusOperationMetadata",
        response_type="RagCorpus",
        metadata=_times(updated),
    ).to_wire(version)


@router.delete("/ragCorpora/{rag_corpus}")
def delete_rag_corpus(
    version: VertexVersion,
    name: CorpusName,
    library: LibraryDep,
    operations: OperationsDep,
    services: ServicesDep,
    force: Force = False,
    force_delete: Annotated[
        bool, Query(alias="forceDelete", description="The same, as v1beta1 has it.")
    ] = False,
) -> Operation:
    """Delete a corpus; one that holds files only with ``force``."""

    def delete(_: object) -> dict[str, Any]:
        library.delete_collection(name, force=force or force_delete)
        services.forget_answer_sessions(name)
        return {}

    return operations.run(
        names.corpus(name), delete, package=AIPLATFORM, metadata_type="DeleteOperationMetadata"
    ).to_wire(version)


def corpus_of(collection: Collection) -> RagCorpus:
    """A stored collection as a corpus, by whichever name it was created."""
    kept = RagCorpus.model_validate(collection.details.get(KEPT_AS, {}))
    config = kept.vector_db_config or kept.rag_vector_db_config or RagVectorDbConfig()
    place = f"projects/{collection.name.project}/locations/{collection.name.location}"
    ours = VertexPredictionEndpoint(endpoint=f"{place}/publishers/sureground/models/default")
    embedding = config.rag_embedding_model_config or kept.rag_embedding_model_config
    return kept.replace(
        name=names.corpus(collection.name),
        display_name=collection.display_name,
        description=collection.description,
        vector_db_config=config.replace(
            rag_managed_db=config.rag_managed_db or RagManagedDb(),
            rag_embedding_model_config=embedding or RagEmbeddingModelConfig(vertex_prediction_endpoint=ours),
        ),
        create_time=collection.create_time,
        update_time=collection.update_time,
        corpus_status=CorpusStatus(state=CorpusState.ACTIVE),
        rag_files_count=collection.document_count,
    )


def _check(body: RagCorpus) -> None:
    if len(body.display_name) > MOST_NAME_CHARACTERS:
        raise BadRequest(
            f"display_name has {len(body.display_name)} characters; the limit is {MOST_NAME_CHARACTERS}.",
            "rag_corpus.display_name",
        )
    if body.vertex_ai_search_config is not None:
        raise BadRequest(
            "vertex_ai_search_config is not served: a corpus is a data store here already; leave it out.",
            "rag_corpus.vertex_ai_search_config",
        )
    for field in ("vector_db_config", "rag_vector_db_config"):
        config = getattr(body, field)
        foreign = [
            name for name in RagVectorDbConfig.oneofs[0][1:] if config and getattr(config, name) is not None
        ]
        if foreign:
            raise BadRequest(
                f"{field}.{foreign[0]} is not served: all corpora live in the server's own store (set "
                "SUREGROUND_QDRANT_URL to choose where that is). Leave it out, or set rag_managed_db.",
                f"rag_corpus.{field}.{foreign[0]}",
            )


def _kept(body: RagCorpus) -> dict[str, Any]:
    """The fields that are kept for the wire alone."""
    return body.replace(
        display_name="",
        description="",
        **{name: RagCorpus.model_fields[name].default for name in OUTPUT_ONLY},
    ).to_wire()


def _times(collection: Collection) -> dict[str, Any]:
    corpus = RagCorpus(create_time=collection.create_time, update_time=collection.update_time)
    return {"genericMetadata": corpus.to_wire()}
