"""What the carrying sentence says of its matter: denied, planned, alleged, conditional, of some only, with a cause."""

import random
import re
from collections.abc import Mapping, Sequence

from grounding.training.generator.corpus import Corpus
from grounding.training.generator.evidence.change import Change, Edit, Site, occurs, swapped
from grounding.training.generator.evidence.verb_forms import BASES, acted, agreed
from grounding.training.generator.evidence.wordings import (
    AMOUNTS,
    ANYWAY,
    CAUSES,
    CERTAIN,
    CONDITIONS,
    DONE,
    DOUBTED,
    FEW,
    GIVEN,
    REFUTED,
    UNSURE,
    UNSURE_PASSIVE,
    UNSURE_STATE,
    WHO,
)
from grounding.training.generator.words import NOT_NAMES
from grounding.training.rows import CONTRADICTION, NEUTRAL, NOT_ENTAILMENT

_AUXILIARY = r"is|was|are|were|has|have|had|can|could|will|would|should|must"
_PHRASE = re.compile(rf"\b({_AUXILIARY})\s(?!not\b|never\b|no\b|only\b|also\b|to\b|n't)([a-z]{{2,}})\b")
_DENIED = re.compile(
    rf"\b({_AUXILIARY}|may|might|do|does|did)\s(?:not|never)\s(?!only\b|just\b|yet\b)([a-z]{{2,}})\b"
)
_UNDONE = re.compile(r"\b(?:did not|failed to|refused to|declined to|was unable to)\s([a-z]{2,})\b")
_PASSIVE = re.compile(r"\b(was|were)\s([a-z]{3,}(?:ed|en|wn|lt|ught|uilt|old|aid|ade|eld|ung|ound))\b")
_STATE = re.compile(r"\b(is|are)\s(?=(?:an?|the|one of|located|used|made|based|known)\b)")
_CONDITIONAL = re.compile(
    r"\b(?:will|can|may|must|shall|should|is allowed|are allowed|needs? to|has to|have to|receives?|offers?|provides?"
    r"|pays?|covers?|includes?)\b"
)
_PLURAL = re.compile(
    r"^(?:The |All |Most )?([a-z]+s|[A-Z][a-z]+s|people|children|women|men)\s"
    r"(?=(?:are|were|have|had|can|must|may|need|receive|use|do|get|live|work|suffer|want|believe)\b)"
)
_CAUSE = re.compile(
    r"\b((?:because of|due to|as a result of|thanks to|owing to|caused by)\s)"
    r"((?:the|an?|his|her|its|their)?\s?[\w'’-]+(?:\s(?!and\b|or\b|but\b|in\b|on\b|at\b)[\w'’-]+){0,3}?)"
    r"(?=[.,;]|\s(?:and|but|in|on|at)\b)"
)
# "almost all", "the most", "most recent": no amount of things.
_NO_AMOUNT = re.compile(
    r"\b(?:the|at|of|almost|nearly|not|after|for) (?:all|most)\b|\ball (?:but|that|over)\b"
    r"|\bmost (?:\w+ly|\w+ed|\w+ful|\w+ous|\w+ant|\w+ive|\w+al|recent)\b"
)
_BOUNDS = ("over", "up to", "at least", "more than")
_COUNTED = r"(?:\d|one|two|three|four|five|six|ten|half)"
_EXCLUSIVE = re.compile(
    r"\bonly (?:for|by|those|people|persons|members|applies|applied|available|allowed|permitted|used|accessible"
    r"|employees|known from|eligible)\b"
)
# Beside another negation a second one may leave all as it was.
_DOUBLE = re.compile(
    r"\b(?:no|not|less|few|fewer|hardly|neither|nor|nothing|none|nobody|unless|without|only)\b"
)


def _sure(site: Site) -> bool:
    """A plain statement: no question, no speech, no doubt of its own, not too long to be framed."""
    said = site.sentence
    first = said.split()[0]
    # Only what may stand behind "that": no heading, no caption.
    if (
        first not in NOT_NAMES
        and not re.match(r"[A-Z][a-z]+ [A-Z][a-z]+", said)
        and occurs(site.passage, first) < 2
    ):
        return False
    return said.endswith(".") and not re.search(
        r"[?\"“”!:;\n|]|\b(?:I|you|we|if|unless|may|might|allegedly|believed|whether|not)\b", said
    )


def _lowered(sentence: str) -> str:
    first = re.split(r"[\s,]", sentence, maxsplit=1)[0]
    return sentence[:1].lower() + sentence[1:] if first in NOT_NAMES and first != "I" else sentence


def negated(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Denied, or affirmed where it was denied: ``was held`` <-> ``was not held``, ``won`` -> ``failed to win``."""
    if match := _UNDONE.search(site.sentence):
        past = next((p for p, (base, _) in BASES.items() if base == match[1]), "")
        return swapped(site, match[0], past, CONTRADICTION, fresh=False) if past else None
    if match := _DENIED.search(site.sentence):
        return (
            swapped(site, match[0], f"{match[1]} {match[2]}", CONTRADICTION, fresh=False)
            if match[1] not in ("do", "does", "did")
            else None
        )
    if _DOUBLE.search(site.sentence):
        return None
    options: list[tuple[str, str]] = []
    for match in acted(site.sentence):
        base, part = BASES[match[1]]
        options.append((match[1], rng.choice(DONE).format(base=base, past=match[1], part=part)))
    for match in _PHRASE.finditer(site.sentence):
        options.append((match[0], f"{match[1]} {rng.choice(('not', 'not', 'never'))} {match[2]}"))
    return _one_of(site, options, CONTRADICTION, rng)


def planned(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Planned, hoped, tried or said only: ``won`` -> ``hoped to win``."""
    if not _sure(site):
        return None
    options: list[tuple[str, str]] = []
    for match in acted(site.sentence):
        base, part = BASES[match[1]]
        new = rng.choice(UNSURE).format(base=base, past=match[1], part=part)
        options.append((match[1], agreed(new, site.sentence[: match.start()])))
    for match in _PASSIVE.finditer(site.sentence):
        if match[2] not in ("born", "often", "even", "seven", "then", "children"):
            options.append((match[0], rng.choice(UNSURE_PASSIVE).format(was=match[1], part=match[2])))
    for match in _STATE.finditer(site.sentence):
        after = site.sentence[match.end() :].split()[0]
        options.append((f"{match[1]} {after}", rng.choice(UNSURE_STATE).format(**{"is": match[1]}) + after))
    return _one_of(site, options, NEUTRAL, rng)


def _one_of(site: Site, options: Sequence[tuple[str, str]], label: int, rng: random.Random) -> Change | None:
    # The verb of the first clause; later ones are often in clauses of their own.
    found = [
        (old, new) for old, new in options if occurs(site.claim, old) == 1 and occurs(site.sentence, old) == 1
    ]
    if not found:
        return None
    old, new = min(found, key=lambda pair: site.sentence.find(pair[0]))
    return swapped(site, old, new, label, fresh=False)


def framed(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """The whole sentence as what somebody alleged, hoped, denied."""
    if not _sure(site):
        return None
    frames, label = (REFUTED, NOT_ENTAILMENT) if rng.random() < 0.3 else (DOUBTED, NEUTRAL)
    says, claims = rng.choice(frames)
    who = rng.choice(WHO)
    return Change(
        in_frame(says, site.sentence, rng, who), label, in_frame(claims, site.claim, rng, who), label
    )


def certain(sentence: str, rng: random.Random) -> str:
    """The sentence in a frame that leaves it as true as it was."""
    return in_frame(rng.choice(CERTAIN), sentence, rng)


def in_frame(frame: str, sentence: str, rng: random.Random, who: str = "") -> str:
    """The sentence in that frame; ``who`` says so, somebody where none is given."""
    text = frame.format(w=who or rng.choice(WHO), s=_lowered(sentence.rstrip(". ")), c=rng.choice(CONDITIONS))
    return text[:1].upper() + text[1:] + "."


def conditional(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Under a condition that the claim does not name."""
    modal = _CONDITIONAL.search(site.sentence)
    if (
        not _sure(site)
        or not modal
        or re.search(r"\b(?:was|were|had|did|made|helped|that)\b|ed\b", site.sentence[: modal.start()])
    ):
        return None
    if re.search(r"\b(?:was|were|had|did)\b", site.sentence):
        return None
    return Change(in_frame(rng.choice(GIVEN), site.sentence, rng), NEUTRAL)


def anyway(sentence: str, rng: random.Random) -> str:
    """The sentence with a condition that does not matter."""
    return in_frame(rng.choice(ANYWAY), sentence, rng)


def narrowed(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Of some only what the claim says of all."""
    match = _PLURAL.match(site.sentence)
    if not match or not _PLURAL.match(site.claim):
        return None
    frame = rng.choice(FEW)
    new = frame.format(n=match[1].lower() if site.sentence.startswith(match[1]) else match[1])
    return Change(new + site.sentence[match.end() :], NOT_ENTAILMENT)


def amount(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """A quantifier, a frequency or a bound replaced."""
    options = [
        row
        for row in AMOUNTS
        if occurs(site.sentence, row[0]) == 1 == occurs(site.claim, row[0])
        and (row[0] not in _BOUNDS or re.search(rf"\b{row[0]} {_COUNTED}", site.sentence, re.IGNORECASE))
        and (row[0] not in ("most", "all") or not _NO_AMOUNT.search(site.sentence))
    ]
    if not options:
        return None
    old, new, label, both = rng.choice(options)
    return swapped(site, old, new, label, both=both, fresh=False)


def only_dropped(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """``only members may vote`` -> ``members may vote``: the claim says more than the evidence."""
    if occurs(site.sentence, "only") != 1 or occurs(site.claim, "only") != 1:
        return None
    if re.search(r"\b(?:not|the|an) only\b", site.sentence) or not _EXCLUSIVE.search(site.sentence):
        return None
    text = re.sub(r"\bonly\s", "", site.sentence, count=1, flags=re.IGNORECASE)
    return Change(text[:1].upper() + text[1:], NEUTRAL)


def caused(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Another cause, or none: ``because`` -> ``although``."""
    if match := _CAUSE.search(site.sentence):
        return swapped(site, match[2].strip(), rng.choice(CAUSES), NOT_ENTAILMENT, fresh=False)
    if occurs(site.sentence, "because") == 1 and not occurs(site.sentence, "because of"):
        return swapped(
            site,
            "because",
            rng.choice(("although", "even though", "shortly before", "long after", "while")),
            NOT_ENTAILMENT,
            fresh=False,
        )
    return None


RESHAPES: Mapping[str, Edit] = {
    "negation": negated, "planned": planned, "status": framed, "condition": conditional, "scope": narrowed,
    "amount": amount, "only": only_dropped, "cause": caused,
}  # fmt: skip
