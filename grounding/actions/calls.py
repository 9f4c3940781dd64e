"""Which calls can have done what a sentence claims: by the verb, and by what it was done to."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Self

from grounding.actions.sentences import Act
from grounding.actions.types import ToolCall
from grounding.actions.verbs import KNOWN, RUNNING, may_be, only_looks, root
from grounding.text.records import named_values, record_rows
from grounding.text.words import STOP_WORDS

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+(?:[.,:]\d+)*|[^\W\d_a-zA-Z]+")
LONGEST = 10_000  # characters of a call that are read
_VERBS_OF = 3  # first words of a command or a query, among which its verb stands: "git push", "pip install"
SHELLS = frozenset(
    "shell bash sh zsh terminal powershell cmd command exec python console cli ssh script".split()
)
_METHODS = frozenset("method action operation op verb command cmd".split())
_SHORTEST_ROOT = 3
_LONGEST_ROOT = 40
_SHORT_VALUE = 6  # words of an argument that can name what the call does; longer ones are contents


@dataclass(frozen=True)
class ReadCall:
    """A call as it is compared: its own verbs, all its words, and its record as text."""

    number: int
    call: ToolCall

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Roots in the name that are verbs, and where there are none those at the start of its arguments."""
        named = [word for word in map(_parted, self.name_roots) if word in KNOWN]
        named = named[:1]  # the others are what it is done to: a file is read, not filed
        if named and named[0] not in RUNNING:
            return frozenset(named)
        told = (word for text in self._orders() for word in islice(roots(text), _VERBS_OF))
        return frozenset([*named, *(word for word in map(_parted, told) if word in KNOWN)])

    def _orders(self) -> Iterator[str]:
        """The arguments that can be a command or a query: those of several words, and those that name a method."""
        for path, text in named_values(self.call.arguments):
            if " " in text.strip() or path.rpartition(".")[2].lower() in _METHODS:
                yield text

    @cached_property
    def name_roots(self) -> list[str]:
        return list(roots(self.call.name))

    @cached_property
    def _words(self) -> "Words":
        return Words.of([*self.name_roots, *roots(self.record)])

    def speaks_of(self, words: Iterable[str]) -> bool:
        """Whether name, arguments or result hold one of ``words`` (roots)."""
        return any(map(self._holds, words))

    @cached_property
    def record(self) -> str:
        """Arguments and result as rows of values behind their names, each part on lines of its own."""
        return "\n".join(line for part in (self.call.arguments, self.call.result) for line in _lines(part))[
            :LONGEST
        ]

    def can_do(self, act: Act, asked: Set[str] = frozenset()) -> bool:
        """Whether the call is of the kind of ``act`` and touches what the act was done to.

        A call by an identifier ("event_id: e1") and one that runs a program name nothing: what it was done to may then
        stand in what was ``asked`` (roots).
        """
        if not self.is_of_kind(act):
            return False
        silent = self.runs_program or act.verb in RUNNING or self._is_by_identifier()
        return self.touches(act) or (silent and bool(act.things & asked))

    def _is_by_identifier(self) -> bool:
        values = [text for _, text in named_values(self.call.arguments)]
        return bool(values) and not any(re.search(r"[^\W\d_]{3}", text) for text in values)

    def touches(self, act: Act) -> bool:
        """Whether one of the act's things is in the call; an act without any ("I did it all") touches every call."""
        return not act.things or self.speaks_of(act.things)

    def _holds(self, thing: str) -> bool:
        return is_akin(thing, self._words)

    @cached_property
    def runs_program(self) -> bool:
        """Whether the tool runs what it is given: a shell, an interpreter."""
        return bool(SHELLS & set(self.name_roots)) or bool(RUNNING & set(self.name_roots))

    @cached_property
    def _short_words(self) -> "Words":
        """The roots of names and short values: long values are contents, which may speak of anything."""
        fields = [*named_values(self.call.arguments), *named_values(self.call.result)]
        short = (f"{name} {text if len(text.split()) <= _SHORT_VALUE else ''}" for name, text in fields)
        return Words.of([*self.name_roots, *(word for text in short for word in roots(text))])

    def says(self, act: Act) -> bool | None:
        """The truth value that the result has under the act's own verb (``rolled_back: true``), ``None`` without."""
        if not act.verb or not isinstance(self.call.result, Mapping):
            return None
        plain = act.verb.partition("_")[0]
        told = [
            value
            for key, value in self.call.result.items()
            if isinstance(value, bool) and next(roots(str(key)), "") == plain
        ]
        return all(told) if told else None

    def is_of_kind(self, act: Act) -> bool:
        """Whether the call may do what the act's verb says, whatever it is done to."""
        if not act.verb:
            return True
        plain = act.verb.partition("_")[0]
        if is_akin(act.verb, self._short_words) or is_akin(plain, self._short_words):
            return True
        # A shell runs programs; of which kind the program is says its own verb, where it is known by one.
        known = self.verbs - RUNNING if self.runs_program else self.verbs
        return may_be(act.verb, known) or (self.runs_program and only_looks(act.verb))


def _lines(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from (line for line in value.splitlines() if line.strip())
    elif value is not None:
        yield from record_rows(value)


def roots(text: str) -> Iterator[str]:
    """The roots of the words of a text or a name (``sendEmail``), stop words left out."""
    for word in _WORD.findall(text):
        folded = word.lower()
        if folded not in STOP_WORDS:
            yield root(folded)


def _parted(word: str) -> str:
    """``rollout`` as ``roll_out``."""
    for particle in ("out", "up", "off", "down", "back", "on"):
        if word.endswith(particle) and f"{root(word.removesuffix(particle))}_{particle}" in KNOWN:
            return f"{root(word.removesuffix(particle))}_{particle}"
    return word


@dataclass(frozen=True)
class Words:
    """Roots with all that they begin and end with, so that one that is akin is looked up and not looked for."""

    whole: frozenset[str]
    parts: frozenset[str]

    @classmethod
    def of(cls, words: Iterable[str]) -> Self:
        whole = frozenset(word[:_LONGEST_ROOT] for word in words)
        return cls(whole, frozenset(part for word in whole for part in _parts(word)))


def is_akin(word: str, words: Words) -> bool:
    """Whether a root is among ``words``, or begins or ends one, or the other way round: ``pay`` and ``payment``."""
    if word in words.whole or any(part in words.whole for part in _parts(word)):
        return True
    return word in words.parts


def _parts(word: str) -> Iterator[str]:
    """How a word begins and ends, in at least three and four letters; a figure has no parts."""
    if not word[0].isdigit():
        yield from (word[:end] for end in range(_SHORTEST_ROOT, len(word)))
        yield from (word[start:] for start in range(1, len(word) - _SHORTEST_ROOT))
