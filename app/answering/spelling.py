"""Misspelt words of a question: one that no document has gives way to the nearest word of the store.

The only importer of rapidfuzz.
"""

from collections.abc import Iterable, Sequence

from rapidfuzz.distance import OSA

from grounding.text.words import STOP_WORDS, WORD
from ingest.embedding.embedder import Embedder
from ingest.library import Library
from ingest.types import CollectionName

# Letters that may differ, by the length of the word: one from 4 letters on, two from 8.
SHORTEST, SHORTEST_FOR_TWO = 4, 8
# Passages, the nearest in meaning, whose words may be meant: all of a store of some hundred pages.
PASSAGES = 1000


def corrected(library: Library, collections: Sequence[CollectionName], question: str) -> str:
    """``question`` with the misspelt words as the store spells them.

    A word that the language model of the embeddings knows as one piece is spelt well, whether the store has it or not.
    """
    doubtful = [
        word for word in _unknown(question, library.embedder) if not _stands(library, collections, word)
    ]
    if not doubtful:
        return question
    nearest = library.search(collections, question, top_k=PASSAGES, alpha=1.0, join=False, collapse=False)
    known = {match[0].casefold(): match[0] for hit in nearest for match in WORD.finditer(hit.chunk.text)}
    meant = {word: known[near] for word in doubtful if (near := nearest_word(word, known))}
    return WORD.sub(lambda match: meant.get(match[0], match[0]), question)


def nearest_word(word: str, known: Iterable[str]) -> str:
    """The word of ``known`` (in lower case) that differs least from ``word``; "" where each differs too much.

    >>> nearest_word("Halversen", ["halvorsen", "harbour"]), nearest_word("lamp", ["ramp", "museum"])
    ('halvorsen', 'ramp')
    """
    lower = word.casefold()
    most = 2 if len(lower) >= SHORTEST_FOR_TWO else 1
    distances = {
        other: distance
        for other in known
        if abs(len(other) - len(lower)) <= most
        and (distance := OSA.distance(lower, other, score_cutoff=most)) <= most
    }
    return min(distances, key=lambda other: (distances[other], other[0] != lower[0], other), default="")


def _unknown(question: str, embedder: Embedder) -> list[str]:
    """The words of letters that are long enough and stand in no vocabulary as a whole."""
    found = [match[0] for match in WORD.finditer(question)]
    long = [word for word in dict.fromkeys(found) if len(word) >= SHORTEST and word.isalpha()]
    plain = [word for word in long if word.casefold() not in STOP_WORDS]
    counts = embedder.count_tokens(plain) if plain else []
    return [word for word, count in zip(plain, counts, strict=True) if count > 1]


def _stands(library: Library, collections: Sequence[CollectionName], word: str) -> bool:
    """Whether a document of the collections has the word, in whatever form."""
    return bool(library.search(collections, word, top_k=1, alpha=0.0, join=False))
