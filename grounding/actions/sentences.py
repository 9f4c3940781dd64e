"""Which sentences claim that something was done or measured, told by English grammar, and what they claim.

An action is claimed by a past or perfect of the first person ("I ran the tests", "we've sent it") and by a past or
perfect passive that names no agent ("the file was saved"): who else should have done it? A measured result is a past
tense with a figure ("it took 94 seconds", "12 tests passed"). What a sentence does by being written ("I assumed",
"we recommend"), denials, plans and dated history ("built in 1931") claim nothing of the kind.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from grounding.actions.verbs import ATTEMPTING, FAILING, KNOWN, SAID, is_remade, root
from grounding.text.verbs import english, is_regular_past
from grounding.text.words import STOP_WORDS

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+(?:[.,:]\d+)*|[,;:()—–]")
_LIKE_PRESENT = frozenset("run rerun come become overcome".split())  # participles that look like the present
_BOUNDARIES = frozenset(",;:—–")
_FIRST = frozenset("i we i've we've i'd we'd".split())
_HAVE = frozenset("have had has".split())
_PASSIVE = frozenset("was were been got gotten".split())
_NEGATIONS = frozenset("not never nothing none no nobody cannot unable without neither nor".split())
# Of a passive's subject: what was not done, what is only supposed, what the reader did or said.
_NOT_OURS = _NEGATIONS | frozenset("if once unless whether until would".split())
_ADVERBS = frozenset("also just now then already both first next finally even therefore since all".split())
_PARTICLES = frozenset("up down off on out back over in".split())
_MEANS = frozenset("with using via through by".split())
_LINKS = frozenset("and then".split())
_SUBORDINATES = frozenset("but because which so".split())
_EMPTY = frozenset("successfully now also already you your me my it everything all".split())
_UNDONE = re.compile(
    r"\b(?:could ?n[o']t|cannot|can't|was ?n[o']t able|were ?n[o']t able|unable to|did ?n[o']t (?:work|succeed|go "
    r"through|complete)|unsuccessful)\b"
)
_HISTORY = re.compile(
    r"\b(?:in|since|until|during|around|between|before|after|of)\s(?:[a-z]{3,9}\s)?[12]\d{3}\b"
)


@dataclass(frozen=True)
class Act:
    """One thing that a sentence says was done: the ``verb`` as a root, what it was done to as stems.

    ``verb`` is empty for a measured result, whose verb tells nothing of the call. ``attempted``: it says only that it
    was tried.
    """

    verb: str
    things: frozenset[str]
    attempted: bool = False


@dataclass(frozen=True)
class Statement:
    """What a sentence claims: its acts, and whether it says itself that something failed."""

    acts: tuple[Act, ...]
    failing: bool


def statement_of(text: str, tools: Set[str] = frozenset()) -> Statement | None:
    """What a sentence (plain text) claims was done or measured, ``None`` where it claims nothing of the kind.

    ``tools`` are the roots of the words in the names of the tools that were called: "the deployment failed" speaks of
    the tool ``deploy``.

    >>> statement_of("The file was saved.").acts
    (Act(verb='sav', things=frozenset({'file'})),)
    >>> statement_of("I can save the file."), statement_of("The tower was built in 1931.")
    (None, None)
    """
    folded = text.replace("’", "'").lower()
    tokens = _TOKEN.findall(folded)
    failing = bool(_UNDONE.search(folded)) or _tells_failure(tokens)
    acts = tuple(_acts(tokens))
    by_us = any(token in _FIRST for token in tokens)
    if acts and not by_us and _HISTORY.search(folded):
        return None
    if not acts and _is_result(tokens, folded, tools):
        acts = (Act("", _things(tokens)),)
    return Statement(acts, failing) if acts else None


def _tells_failure(tokens: Sequence[str]) -> bool:
    return any(
        _is_past(token)
        and root(token) in FAILING
        and _token(tokens, at + 1) not in _PARTICLES
        and not _NEGATIONS & set(tokens[max(0, at - 3) : at])
        for at, token in enumerate(tokens)
    )


def _acts(tokens: Sequence[str]) -> Iterator[Act]:
    at = 0
    while at < len(tokens):
        found = _verb_at(tokens, at)
        if found is None:
            at += 1
            continue
        place, passive = found
        places, end = _chain(tokens, place)
        subject = tokens[_start_of_clause(tokens, at) : at] if passive else ()
        others = _NOT_OURS & set(subject) or _reports(subject) or _names_agent(tokens, place + 1, end)
        if not (passive and others):
            for verb, stop in zip(places, [*places[1:], end], strict=True):
                if act := _act(tokens, verb, stop, subject):
                    yield act
        at = end


def _reports(subject: Sequence[str]) -> bool:
    """Whether a clause before the passive says who tells or wants it: "you said the file was deleted"."""
    return any(_is_past(token) or token in ("want", "wanted") for token in subject)


def _act(tokens: Sequence[str], place: int, end: int, subject: Sequence[str]) -> Act | None:
    """The act of the verb at ``place``; ``None`` for one that is done by saying it."""
    verb = root(tokens[place])
    if verb in ATTEMPTING and _token(tokens, place + 1) == "to" and place + 2 < end:
        return Act(_with_particle(tokens, place + 2), _things(tokens[place + 3 : end]), attempted=True)
    if verb in SAID:
        return None
    things = _things([*subject, *tokens[place + 1 : end]])
    return Act("" if subject and verb in FAILING else _with_particle(tokens, place), things)


def _chain(tokens: Sequence[str], place: int) -> tuple[list[int], int]:
    """The verbs of one subject, and where their clause ends: "I fixed it, ran the tests and committed the change"."""
    places, at = [place], place + 1
    while at < len(tokens):
        token = tokens[at]
        if token == "," or token in _LINKS:
            after = at
            while _token(tokens, after) == "," or _token(tokens, after) in _LINKS:
                after += 1
            after = _past_adverbs(tokens, after)
            if _is_past(_token(tokens, after)):
                places.append(after)
                at = after + 1
                continue
        if token in _BOUNDARIES or token in _SUBORDINATES or (token == "and" and _new_clause(tokens, at + 1)):
            break
        at += 1
    return places, at


def _verb_at(tokens: Sequence[str], at: int) -> tuple[int, bool] | None:
    """Where the verb of an act stands that begins at ``at``, and whether it is a passive."""
    token = tokens[at]
    if at == 0:  # "Created the bucket." leaves "I" out
        first = _past_adverbs(tokens, 0)
        named = _token(tokens, first + 1)
        opens = named in english("determiners") or named in english("quantities") or named[:1].isdigit()
        if opens and _is_past(_token(tokens, first)):
            return first, False
    if token in _FIRST:
        perfect = "'" in token
        after = _past_adverbs(tokens, at + 1)
        if after < len(tokens) and tokens[after] in _HAVE and not perfect:
            perfect, after = True, _past_adverbs(tokens, after + 1)
        if _is_past(_token(tokens, after)) or (perfect and _token(tokens, after) in _LIKE_PRESENT):
            return after, False
        return None
    if token in _PASSIVE:
        after = _past_adverbs(tokens, at + 1)
        if _is_past(_token(tokens, after)) or _token(tokens, after) in _LIKE_PRESENT:
            return after, True
    return None


def _is_past(token: str) -> bool:
    if token in english("auxiliaries"):
        return False
    return is_regular_past(token) or token in english("past") or is_remade(token)


def _past_adverbs(tokens: Sequence[str], at: int) -> int:
    while at < len(tokens) and (tokens[at] in _ADVERBS or tokens[at].endswith("ly")):
        at += 1
    return at


def _start_of_clause(tokens: Sequence[str], at: int) -> int:
    while at and tokens[at - 1] not in _BOUNDARIES and tokens[at - 1] not in ("and", "but"):
        at -= 1
    return at


def _new_clause(tokens: Sequence[str], at: int) -> bool:
    """Whether another subject with a verb of its own follows: "… and everything passes"."""
    rest = tokens[at : _next_boundary(tokens, at)]
    return any(_is_past(token) or token in english("auxiliaries") for token in rest) or _has_present(rest)


def _has_present(rest: Sequence[str]) -> bool:
    """Whether a clause of its own follows: its second or third word has a verb's present form ("everything passes")."""
    return any(token.endswith("s") and token[:-1] in english("verbs") | {"passe"} for token in rest[1:3])


def _next_boundary(tokens: Sequence[str], at: int) -> int:
    return next((n for n in range(at, len(tokens)) if tokens[n] in _BOUNDARIES), len(tokens))


def _token(tokens: Sequence[str], at: int) -> str:
    return tokens[at] if at < len(tokens) else ""


def _names_agent(tokens: Sequence[str], start: int, end: int) -> bool:
    """Whether "by" names who did it; "by 3 days", "by one week" tell a measure, and "by me" is no other agent."""
    for at in range(start, end - 1):
        after = tokens[at + 1]
        if tokens[at] == "by":
            return not (after[0].isdigit() or after in english("quantities") or after in ("me", "us"))
    return False


def _with_particle(tokens: Sequence[str], at: int) -> str:
    particle = _token(tokens, at + 1)
    if particle in _PARTICLES:
        joined = f"{root(tokens[at])}_{particle}"
        return joined if joined in KNOWN else root(tokens[at])
    return root(tokens[at])


def _things(tokens: Sequence[str]) -> frozenset[str]:
    """The content words, figures left out: they are compared with the values later. None where all that stands before
    how it was done is a pronoun: "I counted them with a script"."""
    tokens = tokens[: tokens.index("without")] if "without" in tokens else tokens
    means = next((at for at, token in enumerate(tokens) if token in _MEANS), len(tokens))
    content = (token for token in tokens if token not in STOP_WORDS and token not in _EMPTY)
    names_nothing = not any(token not in STOP_WORDS and token[0].isalnum() for token in tokens[:means])
    return frozenset(
        root(token)
        for token in content
        if not names_nothing
        and token[0].isalpha()
        and not token.endswith("ly")
        and token not in english("quantities")
    )


def _is_result(tokens: Sequence[str], folded: str, tools: Set[str]) -> bool:
    """Whether a past tense tells a figure, or speaks of a tool that was called."""
    past = any(_is_past(token) or token in ("was", "were") for token in tokens)
    if not past or "you" in tokens:
        return False
    speaks_of_tool = any(_akin(root(token), tool) for token in tokens[:4] for tool in tools)
    counted = any(token[0].isdigit() or token in english("quantities") for token in tokens)
    supposed = bool(_NOT_OURS & set(tokens[:1]))
    return not supposed and (speaks_of_tool or (counted and not _HISTORY.search(folded)))


def _akin(word: str, tool: str) -> bool:
    return len(tool) > 3 and len(word) > 3 and (word.startswith(tool) or tool.startswith(word))
