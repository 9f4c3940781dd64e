"""What the carrying sentence says of its matter: denied, planned, alleged, under a condition, of some only, with a cause."""

import random
import re
from collections.abc import Mapping, Sequence

from grounding.text.verbs import english
from grounding.training.generator.corpus import Corpus
from grounding.training.generator.evidence.change import Change, Edit, Site, occurs, replaced, swapped
from grounding.training.generator.words import MEN, NOT_NAMES, WOMEN
from grounding.training.rows import CONTRADICTION, NEUTRAL, NOT_ENTAILMENT

_AUXILIARY = r"is|was|are|were|has|have|had|can|could|will|would|should|must"
_PHRASE = re.compile(rf"\b({_AUXILIARY})\s(?!not\b|never\b|no\b|only\b|also\b|to\b|n't)([a-z]{{2,}})\b")
_DENIED = re.compile(rf"\b({_AUXILIARY}|may|might|do|does|did)\s(?:not|never)\s(?!only\b|just\b|yet\b)([a-z]{{2,}})\b")
_UNDONE = re.compile(r"\b(?:did not|failed to|refused to|declined to|was unable to)\s([a-z]{2,})\b")
_PASSIVE = re.compile(r"\b(was|were)\s([a-z]{3,}(?:ed|en|wn|lt|ught|uilt|old|aid|ade|eld|ung|ound))\b")
_STATE = re.compile(r"\b(is|are)\s(?=(?:an?|the|one of|located|used|made|based|known)\b)")
# Base, past, participle; regular verbs of which base is the past without its last letters.
_IRREGULAR = {
    group.split("/")[1]: (group.split("/")[0], group.split("/")[-1])
    for group in sorted(english("irregular_forms"))
    if len(group.split("/")) >= 2
}
_WITH_E = "produced created released moved received served closed retired scored escaped replaced continued arrived argued used based named decided proposed introduced"  # fmt: skip
_PLAIN = "launched founded directed opened started joined attended ended killed defeated attacked played worked lived returned developed appeared visited published designed established finished signed entered helped reached recorded painted conducted learned earned composed performed"  # fmt: skip
_BASES = {past: (past[:-1], past) for past in _WITH_E.split()} | {past: (past[:-2], past) for past in _PLAIN.split()}
_BASES |= {"married": ("marry", "married"), "studied": ("study", "studied"), "won": ("win", "won"), "wrote": ("write", "written")}
_SAFE_IRREGULAR = "became began bought built came chose drew drove fell fought found gave grew held kept led left lost made met paid ran rose sang sold sent spent spoke stood taught threw told took went".split()  # fmt: skip
_BASES |= {past: _IRREGULAR[past] for past in _SAFE_IRREGULAR if past in _IRREGULAR}
_BASES |= {"became": ("become", "become"), "came": ("come", "come"), "ran": ("run", "run")}
_ACTED = re.compile(rf"(?<=\s)({'|'.join(_BASES)})(?=\s(?:the|an?|his|her|its|their|in|to|at|[A-Z]|with|on)\b)")
_NOT_BEFORE = re.compile(r"\b(?:had|has|have|was|were|is|are|be|been|being|not|never|and|who|which|that|to|,|by|also)\s(?:\w+ly\s)?$")

_DONE = ("did not {base}", "never {past}", "failed to {base}", "refused to {base}", "was unable to {base}")
_UNSURE = (
    "planned to {base}", "hoped to {base}", "tried to {base}", "was expected to {base}", "wanted to {base}", "intended to {base}",
    "is said to have {part}", "is believed to have {part}", "may have {part}", "allegedly {past}", "reportedly {past}",
    "claims to have {part}", "was asked to {base}", "considered whether to {base}", "had promised to {base}", "almost {past}", "was supposed to {base}",
)  # fmt: skip
_UNSURE_PASSIVE = (
    "{was} expected to be {part}", "{was} to be {part}", "{was} supposed to be {part}", "{was} reportedly {part}", "may have been {part}",
    "{was} allegedly {part}", "{was} said to have been {part}", "{was} nearly {part}", "might be {part}", "{was} scheduled to be {part}", "could have been {part}", "{was} believed to have been {part}",
)  # fmt: skip
_UNSURE_STATE = (
    "may be ", "might be ", "{is} believed to be ", "{is} said to be ", "could become ", "{is} expected to become ", "{is} rumoured to be ", "will perhaps be ",
    "{is} often claimed to be ",
)  # fmt: skip
_WHO = (*WOMEN, *MEN, "a spokesman", "the company", "one witness", "an anonymous source", "a neighbour", "the report's critics", "the lawyer",
        "a blogger", "the union", "some experts", "the defendant", "an early draft", "a former employee", "the opposition")  # fmt: skip
_DOUBTED = (
    "{w} alleged that {s}", "{w} claimed, without giving evidence, that {s}", "{w} hoped that {s}", "It is rumoured that {s}", "There were unconfirmed reports that {s}",
    "{w} suspected that {s}", "It has yet to be confirmed that {s}", "{w} wondered whether it was true that {s}", "It is widely believed that {s}",
    "{w} said it was possible that {s}", "Some people assume that {s}", "It cannot be ruled out that {s}", "It was proposed to write in the article that {s}", "{w} dreamt that {s}",
    "{w} would like to believe that {s}", "Whether {s} is still being examined", "{w} was not sure that {s}", "In the novel that {w} is writing, {s}", "{w} was asked to find out whether {s}",
)  # fmt: skip
_REFUTED = (
    "{w} denied that {s}", "It is not true that {s}", "It was a mistake to write that {s}", "Contrary to what was reported, it is false that {s}",
    "{w} withdrew the statement that {s}", "The claim that {s} turned out to be wrong", "It is a myth that {s}",
)  # fmt: skip
_CERTAIN = (
    "It is a fact that {s}", "It turned out that {s}", "As everybody knows, {s}", "Records show that {s}", "It has been confirmed that {s}", "There is no doubt that {s}",
    "{w} knew that {s}", "{w} was glad that {s}", "Nobody disputes that {s}", "{w} forgot that {s}", "{w} learnt that {s}", "It should be added that {s}",
)  # fmt: skip
_CONDITIONS = (
    "the council agrees", "the tests succeed", "the weather stays dry", "a sponsor is found", "the court approves", "the owner consents", "the contract is signed",
    "enough people register", "the deposit is paid", "the committee gives its approval", "the account is more than a year old", "they are over eighteen", "funds are available", "the licence is renewed",
)  # fmt: skip
_GIVEN = ("If {c}, {s}", "Provided that {c}, {s}", "Only if {c} is it so that {s}", "Unless something changes and {c}, it is not the case that {s}",
          "{s}, but only if {c}", "{s}, provided that {c}", "{s}, as long as {c}", "On condition that {c}, {s}", "{s} once {c}, not before")  # fmt: skip
_ANYWAY = ("{s}, whether or not {c}", "{s} even if {c}", "Regardless of whether {c}, {s}", "No matter whether {c}, {s}")
_CONDITIONAL = re.compile(r"\b(?:will|can|may|must|shall|should|is allowed|are allowed|need to|needs to|has to|have to|receives?|offers?|provides?|pays?|covers?|includes?)\b")  # fmt: skip
_PLURAL = re.compile(r"^(?:The |All |Most )?([a-z]+s|[A-Z][a-z]+s|people|children|women|men)\s(?=(?:are|were|have|had|can|must|may|need|receive|use|do|get|live|work|suffer|want|believe)\b)")  # fmt: skip
_FEW = ("Some {n} ", "A few {n} ", "Only a small part of the {n} ", "Hardly any {n} ", "A minority of the {n} ", "Certain {n} in the northern region ", "Several of the {n} in the first group ")  # fmt: skip
_AMOUNTS: Sequence[tuple[str, str, int, bool]] = (
    ("all", "some", NEUTRAL, False), ("all", "no", CONTRADICTION, True), ("all", "not all", CONTRADICTION, True), ("most", "few", CONTRADICTION, True), ("most", "some", NEUTRAL, False),
    ("many", "few", CONTRADICTION, True), ("every", "hardly any", CONTRADICTION, True), ("some", "no", CONTRADICTION, True), ("always", "sometimes", NEUTRAL, False),
    ("always", "never", CONTRADICTION, True), ("often", "rarely", CONTRADICTION, True), ("usually", "rarely", CONTRADICTION, True), ("several", "no", CONTRADICTION, True),
    ("generally", "in rare cases", NOT_ENTAILMENT, True), ("at least", "at most", NOT_ENTAILMENT, True), ("more than", "fewer than", CONTRADICTION, True),
    ("over", "just under", CONTRADICTION, True), ("up to", "more than", CONTRADICTION, True), ("sometimes", "never", CONTRADICTION, True), ("never", "sometimes", CONTRADICTION, True),
    ("frequently", "seldom", CONTRADICTION, True), ("mostly", "partly", NOT_ENTAILMENT, False), ("commonly", "rarely", CONTRADICTION, True),
)  # fmt: skip
_CAUSES = (
    "a shortage of staff", "heavy rain", "a technical fault", "rising costs", "an injury", "a change in the law", "a legal dispute", "poor planning", "the death of its founder", "lack of money",
    "a fire", "popular demand", "an error in the data", "public protest", "a fall in demand", "bad weather", "the war", "a strike", "its size", "a new contract",
)  # fmt: skip
_CAUSE = re.compile(r"\b((?:because of|due to|as a result of|thanks to|owing to|caused by|led by)\s)((?:the|an?|his|her|its|their)?\s?[\w'’-]+(?:\s(?!and\b|or\b|but\b|in\b|on\b|at\b)[\w'’-]+){0,3}?)(?=[.,;]|\s(?:and|but|in|on|at)\b)")  # fmt: skip


_EXCLUSIVE = re.compile(r"\bonly (?:for|by|those|people|persons|members|applies|applied|available|allowed|permitted|used|accessible|employees|known from|eligible)\b")


def _sure(site: Site) -> bool:
    """A plain statement: no question, no speech, no doubt of its own, not too long to be framed."""
    said = site.sentence
    first = said.split()[0]
    # Only what may stand behind "that": no heading, no caption.
    if first not in NOT_NAMES and not re.match(r"[A-Z][a-z]+ [A-Z][a-z]+", said) and occurs(site.passage, first) < 2:
        return False
    return said.endswith(".") and not re.search(r"[?\"“”!:;\n|]|\b(?:I|you|we|if|unless|may|might|allegedly|believed|whether|not)\b", said)


def _lowered(sentence: str) -> str:
    first = re.split(r"[\s,]", sentence, maxsplit=1)[0]
    return sentence[:1].lower() + sentence[1:] if first in NOT_NAMES and first != "I" else sentence


def negated(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Denied, or affirmed where it was denied: ``was held`` <-> ``was not held``, ``won`` -> ``failed to win``."""
    if match := _UNDONE.search(site.sentence):
        past = next((p for p, (base, _) in _BASES.items() if base == match[1]), "")
        return swapped(site, match[0], past, CONTRADICTION, fresh=False) if past else None
    if match := _DENIED.search(site.sentence):
        return swapped(site, match[0], f"{match[1]} {match[2]}", CONTRADICTION, fresh=False) if match[1] not in ("do", "does", "did") else None
    options: list[tuple[str, str]] = []
    for match in _acted(site.sentence):
        base, part = _BASES[match[1]]
        options.append((match[1], rng.choice(_DONE).format(base=base, past=match[1], part=part)))
    for match in _PHRASE.finditer(site.sentence):
        options.append((match[0], f"{match[1]} {rng.choice(('not', 'not', 'never'))} {match[2]}"))
    return _one_of(site, options, CONTRADICTION, rng)


def planned(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Planned, hoped, tried or said only: ``won`` -> ``hoped to win``."""
    if not _sure(site):
        return None
    options: list[tuple[str, str]] = []
    for match in _acted(site.sentence):
        base, part = _BASES[match[1]]
        options.append((match[1], rng.choice(_UNSURE).format(base=base, past=match[1], part=part)))
    for match in _PASSIVE.finditer(site.sentence):
        if match[2] not in ("born", "often", "even", "seven", "then", "children"):
            options.append((match[0], rng.choice(_UNSURE_PASSIVE).format(was=match[1], part=match[2])))
    for match in _STATE.finditer(site.sentence):
        after = site.sentence[match.end() :].split()[0]
        options.append((f"{match[1]} {after}", rng.choice(_UNSURE_STATE).format(**{"is": match[1]}) + after))
    return _one_of(site, options, NEUTRAL, rng)


def _acted(sentence: str) -> list[re.Match[str]]:
    return [m for m in _ACTED.finditer(sentence) if not _NOT_BEFORE.search(sentence[: m.start()])]


def _one_of(site: Site, options: Sequence[tuple[str, str]], label: int, rng: random.Random) -> Change | None:
    # The verb of the first clause; later ones are often in clauses of their own.
    found = [(old, new) for old, new in options if occurs(site.claim, old) == 1 and occurs(site.sentence, old) == 1]
    if not found:
        return None
    old, new = min(found, key=lambda pair: site.sentence.find(pair[0]))
    return swapped(site, old, new, label, fresh=False)


def framed(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """The whole sentence as what somebody alleged, hoped, denied."""
    if not _sure(site):
        return None
    frame, label = (rng.choice(_REFUTED), NOT_ENTAILMENT) if rng.random() < 0.3 else (rng.choice(_DOUBTED), NEUTRAL)
    return Change(in_frame(frame, site.sentence, rng), label)


def certain(sentence: str, rng: random.Random) -> str:
    """The sentence in a frame that leaves it as true as it was."""
    return in_frame(rng.choice(_CERTAIN), sentence, rng)


def in_frame(frame: str, sentence: str, rng: random.Random) -> str:
    text = frame.format(w=rng.choice(_WHO), s=_lowered(sentence.rstrip(". ")), c=rng.choice(_CONDITIONS))
    return text[:1].upper() + text[1:] + "."


def conditional(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Under a condition that the claim does not name."""
    modal = _CONDITIONAL.search(site.sentence)
    if not _sure(site) or not modal or re.search(r"\b(?:was|were|had|did|made|helped|that)\b|ed\b", site.sentence[: modal.start()]):
        return None
    if re.search(r"\b(?:was|were|had|did)\b", site.sentence):
        return None
    return Change(in_frame(rng.choice(_GIVEN), site.sentence, rng), NEUTRAL)


def anyway(sentence: str, rng: random.Random) -> str:
    """The sentence with a condition that does not matter."""
    return in_frame(rng.choice(_ANYWAY), sentence, rng)


def narrowed(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Of some only what the claim says of all."""
    match = _PLURAL.match(site.sentence)
    if not match or not _PLURAL.match(site.claim):
        return None
    frame = rng.choice(_FEW)
    new = frame.format(n=match[1].lower() if site.sentence.startswith(match[1]) else match[1])
    return Change(new + site.sentence[match.end() :], NOT_ENTAILMENT)


def amount(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """A quantifier, a frequency or a bound replaced."""
    options = [row for row in _AMOUNTS if occurs(site.sentence, row[0]) == 1 and occurs(site.claim, row[0]) == 1]
    bounds = ("over", "up to", "at least", "more than")
    options = [row for row in options if row[0] not in bounds or re.search(rf"\b{row[0]} (?:\d|one|two|three|four|five|six|ten|half)", site.sentence, re.IGNORECASE)]
    options = [row for row in options if row[0] not in ("most", "all") or not re.search(rf"\b(?:the|at|of|almost|nearly|not|after|for) {row[0]}\b|\bmost (?:\w+ly|\w+ed|\w+ful|\w+ous|\w+ant|\w+ive|\w+al|recent)\b|{row[0]} (?:but|that|over)\b", site.sentence)]
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
        if match[1].startswith("led by"):
            return None
        return swapped(site, match[2].strip(), rng.choice(_CAUSES), NOT_ENTAILMENT, fresh=False)
    if occurs(site.sentence, "because") == 1 and not occurs(site.sentence, "because of"):
        return swapped(site, "because", rng.choice(("although", "even though", "shortly before", "long after", "while")), NOT_ENTAILMENT, fresh=False)
    return None


RESHAPES: Mapping[str, Edit] = {
    "negation": negated, "planned": planned, "status": framed, "condition": conditional, "scope": narrowed,
    "amount": amount, "only": only_dropped, "cause": caused,
}  # fmt: skip
__all__ = ["RESHAPES", "replaced"]
