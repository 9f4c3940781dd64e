"""Foreign sentences that hold what an edit takes away, so that the presence of a word tells nothing of the label."""

import random
from collections import defaultdict
from collections.abc import Sequence

from grounding.compare.any_language import plain_stems
from grounding.training.generator.corpus import Corpus
from grounding.training.generator.evidence.change import Change
from grounding.training.generator.evidence.passages import Passage

_SENTENCES_OF_A_WORD = 60
# Where no sentence holds the words.
_MENTIONS = (
    "See also: {}.", "The entry before this one is headed {}.", "Keywords: {}.", "A note on {} follows below.",
    "Reader's question: what does {} mean here?", "Search term: {}",
)  # fmt: skip


class Decoys:
    """Sentences of other passages by the words they hold, so that a word's mere presence tells nothing."""

    def __init__(self, corpus: Corpus) -> None:
        self._of: dict[str, list[str]] = defaultdict(list)
        for paragraph in corpus.paragraphs:
            for sentence in paragraph.sentences:
                if 5 <= len(sentence.split()) <= 25 and sentence.endswith("."):
                    for word in set(_words(sentence)):
                        if len(self._of[word]) < _SENTENCES_OF_A_WORD:
                            self._of[word].append(sentence)
        self._any = [sentences[0] for sentences in self._of.values() if sentences]

    def beside(
        self,
        before: list[str],
        after: list[str],
        passage: Passage,
        old: str,
        change: Change,
        rng: random.Random,
    ) -> tuple[list[str], list[str]]:
        """Both texts with a foreign sentence: in each one that holds a word that the other's carrying sentence says."""
        kept, come = set(_words(old)), set(_words(change.sentence))
        gone, new = sorted(kept - come), sorted(come - kept)
        first, second = self._holding(new, passage, rng), self._holding(gone, passage, rng)
        if not first or not second or abs(len(first.split()) - len(second.split())) > 8:
            if not gone or not new:
                return before, after
            frame = rng.choice(_MENTIONS)
            first, second = frame.format(" ".join(new)), frame.format(" ".join(gone))
        place = rng.choice((0, len(before)))
        return [*before[:place], first, *before[place:]], [*after[:place], second, *after[place:]]

    def _holding(self, words: Sequence[str], passage: Passage, rng: random.Random) -> str | None:
        """A sentence with the rarest of ``words`` that is about another matter; any at all where there are none."""
        pools = sorted((self._of[word] for word in words if word in self._of), key=len)
        pool = pools[0] if pools else self._any if not words else []
        wanted = set(plain_stems(passage.claim))
        for sentence in rng.sample(pool, min(6, len(pool))):
            if len(wanted & set(plain_stems(sentence))) <= 3 and sentence not in passage.sentences:
                return sentence
        return None


def _words(sentence: str) -> list[str]:
    """Words and figures as they stand, without the marks around them."""
    return [word.strip(".,;:()[]\"'") for word in sentence.split()]
