"""Questions that stored documents suggest: their headings, and what their first sentences are about. No model."""

from collections.abc import Iterator

from grounding.text.noun_phrases import subject_of
from grounding.text.sentences import sentence_spans
from ingest.library import Library
from ingest.types import Chunk, CollectionName, Document

MOST = 4
_DOCUMENTS = 8  # looked at, in order of creation
_HEADING_CHARACTERS = 3, 60


def suggested_questions(library: Library, collection: CollectionName, most: int = MOST) -> list[str]:
    """At most ``most`` questions, from as many documents as can be, each once. Raises NotFound."""
    documents, _ = library.list_documents(collection, page_size=_DOCUMENTS)
    rounds = [_of_document(document, library.chunks(collection, document.id)) for document in documents]
    found: dict[str, None] = {}
    while rounds and len(found) < most:
        for questions in list(rounds):
            question = next(questions, None)
            if question is None:
                rounds.remove(questions)
            elif len(found) < most:
                found[question] = None
    return list(found)


def _of_document(document: Document, chunks: list[Chunk]) -> Iterator[str]:
    title = document.title or document.display_name
    shortest, longest = _HEADING_CHARACTERS
    for heading in dict.fromkeys(chunk.heading.split(" > ")[-1].strip("# ") for chunk in chunks):
        if not shortest <= len(heading) <= longest or heading.casefold() == title.casefold():
            continue
        yield heading if heading.endswith("?") else f"What does “{title}” say about “{heading}”?"
    for chunk in chunks:
        for span in sentence_spans(chunk.text)[:1]:
            subject = subject_of(span.of(chunk.text))
            if subject and len(subject.text.split()) > 1:
                named = subject.text if subject.is_name else subject.text[0].lower() + subject.text[1:]
                yield f"What is said about {named}?"
