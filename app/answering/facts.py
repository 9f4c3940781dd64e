"""Texts as facts for the grounding core: stored passages, and the paragraphs of a context."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from grounding import Claim, Fact
from grounding.evidence.relative_dates import DATE
from ingest.library import Library
from ingest.types import CollectionName, Hit

_BLANK_LINE = re.compile(r"\n[ \t]{0,99}\n")


def facts_of(context: str) -> list[Fact]:
    """The paragraphs of a context as facts."""
    return [Fact(part.strip()) for part in _BLANK_LINE.split(context.replace("\r\n", "\n")) if part.strip()]


def fact_of(hit: Hit) -> Fact:
    """A chunk as a fact, ``id`` is the chunk's; its document's title and date (a field of its metadata, by which "last
    year" is understood) and the caption of its table count as evidence.
    """
    date = hit.document.metadata.get(DATE, "")
    attributes = {"title": hit.document.title, "table": hit.chunk.caption, DATE: str(date)}
    return Fact(hit.chunk.text, {name: value for name, value in attributes.items() if value}, hit.chunk.id)


@dataclass
class ClaimRetriever:
    """Retrieves the facts of each claim in stored collections, and remembers what they were made from.

    An instance serves one request: hand it to ``GroundingChecker.check`` in place of facts, then look a fact
    up in ``hits`` by its id.
    """

    library: Library
    collections: Sequence[CollectionName]
    top_k: int
    metadata_filter: str = ""
    hits: dict[str, Hit] = field(default_factory=dict)

    def __call__(self, claim: Claim) -> list[Fact]:
        hits = self.library.search(
            self.collections,
            claim.resolved,
            top_k=self.top_k,
            metadata_filter=self.metadata_filter or None,
            # One stored chunk is one fact, however many claims it is retrieved for.
            join=False,
        )
        for hit in hits:
            self.hits.setdefault(hit.chunk.id, hit)
        return [fact_of(hit) for hit in hits]
