"""Ranking: texts that the caller sends, in the order in which they fit a query."""

from fastapi import APIRouter

from app.answering.ranker import relevance
from app.api.dependencies import DiscoveryVersion, LibraryDep
from app.api.wire_route import WireRoute
from app.wire.errors import BadRequest
from app.wire.schemas.check import check_labels
from app.wire.schemas.ranking import RankingRecord, RankRequest, RankResponse

router = APIRouter(route_class=WireRoute)
MOST_RECORDS = 200
LEAST_SCORE = 0.00001  # 0 would not be written, as the field has no presence


@router.post("/{version}/projects/{project}/locations/{location}/rankingConfigs/{ranking_config}:rank")
def rank(
    version: DiscoveryVersion,
    project: str,
    location: str,
    ranking_config: str,
    body: RankRequest,
    library: LibraryDep,
) -> RankResponse:
    """The records, best first; equal ones keep their order."""
    _check(body)
    texts = [f"{record.title}\n{record.content}".strip() for record in body.records]
    scores = [max(round(score, 4), LEAST_SCORE) for score in relevance(library, body.query, texts)]
    order = sorted(range(len(scores)), key=lambda number: -scores[number])
    kept = order[: body.top_n] if body.top_n > 0 else order
    return RankResponse(
        records=[
            RankingRecord(
                id=record.id,
                title="" if body.ignore_record_details_in_response else record.title,
                content="" if body.ignore_record_details_in_response else record.content,
                score=scores[number],
            )
            for number in kept
            for record in [body.records[number]]
        ]
    )


def _check(body: RankRequest) -> None:
    if body.model and not body.model.startswith("semantic-ranker-"):
        raise BadRequest(
            f"model is {body.model[:100]!r}; leave it out or name a semantic-ranker: the server's own ranker "
            "answers either way (SUREGROUND_RERANK chooses it).",
            "model",
        )
    if not body.query.strip():
        raise BadRequest("query is empty; send what the records are ranked for.", "query")
    if not 1 <= len(body.records) <= MOST_RECORDS:
        raise BadRequest(f"There are {len(body.records)} records; send 1 to {MOST_RECORDS}.", "records")
    for number, record in enumerate(body.records):
        if not record.title.strip() and not record.content.strip():
            raise BadRequest(
                f"records[{number}] has neither title nor content; set one of them.", f"records[{number}]"
            )
    check_labels(body.user_labels)
