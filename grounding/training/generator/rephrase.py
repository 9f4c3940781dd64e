"""A sentence said otherwise: every function here keeps what follows from the passage true.

Each takes a sentence (and what it needs) and returns a new one, or None where it does not apply.
"""

import random
import re

from grounding.training.generator.corpus import PRONOUNS, Paragraph
from grounding.training.generator.surface import restated
from grounding.training.generator.words import NOT_NAMES, OPENERS, SYNONYMS, TENSES

_BRACKET = re.compile(r"\s?[(\[][^()\[\]]{1,80}[)\]]")
_OPENER = re.compile(rf"^(?:{'|'.join(OPENERS)}),?\s+(?!to\b)")
_TAIL = re.compile(
    r",\s(?:which|who|where|when|while|whose|although|though|and|but|making|including|leaving|becoming|with)\b[^,;]*[.!]?$"
)
_ADVERBS = re.compile(
    r"\s(?:also|very|then|just|really|quickly|later|currently|generally|mainly|simply|further|too)\b"
)
_PASSIVE = re.compile(
    r"^(?P<patient>[^,;]{2,80}?)\s(?:is|was|were|are)\s(?:an?\s[^,;.]{3,60}?\s)?(?P<verb>directed|written|"
    r"produced|composed|founded|created|developed|designed|published|invented|discovered|painted|built|recorded|performed|"
    r"released|written and directed|established|led|owned|won)\sby\s"
    r"(?P<agent>[A-Z][\w'’.-]*(?:\s(?:and\s)?[A-Z][\w'’.-]*)*)"
)
_ACTIVE = re.compile(
    r"^(?P<agent>[A-Z][\w'’.-]*(?:\s[A-Z][\w'’.-]*){0,3})\s(?P<verb>directed|wrote|produced|composed|founded|created|"
    r"developed|designed|published|invented|discovered|painted|built|recorded|won|owned)\s"
    r"(?P<patient>(?:the|an?|[A-Z])[^,;.]{2,60})"
)
_PARTICIPLE = {"wrote": "written"}
_PAST = {"written": "wrote", "written and directed": "wrote and directed"}
_APPOSITION = re.compile(
    r"^(?P<who>[A-Z][^,(]{2,40}?),\s(?P<what>(?:an?|the)\s[^,]{4,60}),\s(?P<rest>[^,]{5,})$"
)
_BORN = re.compile(
    r"^(?P<who>[A-Z][^,(]{2,50}?)\s?\((?:[^()]*?;\s*)?born\s(?P<when>[^();,]*(?:,\s\d{4})?)[^()]*\)"
)
_LIST = re.compile(
    r"((?:[\w'’-]+\s){0,3}[\w'’-]+),\s((?:[\w'’-]+\s){0,3}[\w'’-]+),?\sand\s((?:[A-Z][\w'’-]+\s?){1,3}|[\w'’-]+)"
)
_HALVES = re.compile(
    r"^(?P<first>[^;]{20,}?)(?:;|,\s(?:and|but))\s(?P<second>(?:he|she|it|they|the)\s[^;]{12,})$"
)
_CLAUSE_OPENER = re.compile(
    r"^(?:In|On|At|After|Before|During|Since|From|By|When|While|As|Following)\s[^,]{3,50},\s(?=[^\W\d])"
)


_AUXILIARY = re.compile(r"\b(?:has|have|had|is|are|was|were|be|been|being|not|and|as|also)\s(?:\w+ly\s)?$")


def compressed(sentence: str, rng: random.Random) -> str | None:
    """One thing dropped: a bracket, an opener, an adverb, the last clause."""
    options = []
    for pattern, empty in ((_BRACKET, ""), (_OPENER, ""), (_ADVERBS, ""), (_TAIL, "."), (_CLAUSE_OPENER, "")):
        new = pattern.sub(empty, sentence, count=1)
        if new != sentence and len(new.split()) >= 4:
            options.append(capitalised(new))
    return rng.choice(options) if options else None


def half(sentence: str, rng: random.Random) -> str | None:
    """One half of ``A, and he B``."""
    match = _HALVES.match(sentence)
    if not match:
        return None
    return ended(capitalised(match[rng.choice(("first", "second"))]))


def named(sentence: str, paragraph: Paragraph, rng: random.Random) -> str | None:
    """Pronoun subject to title (or ``the film``), or title to pronoun or description."""
    if not paragraph.title:
        return None
    first, _, rest = sentence.partition(" ")
    forms = [paragraph.title] + ([f"The {paragraph.kind}"] if paragraph.kind else [])
    if first == paragraph.pronoun and first in PRONOUNS and rest[:1].islower():
        return f"{rng.choice(forms)} {rest}"
    if first in ("His", "Her", "Its", "Their") and paragraph.pronoun:
        return f"{paragraph.title}'s {rest}"
    if sentence.startswith(paragraph.title + " ") and paragraph.pronoun:
        return f"{rng.choice([paragraph.pronoun, *forms[1:]])}{sentence[len(paragraph.title) :]}"
    return None


def voiced(sentence: str, rng: random.Random) -> str | None:
    """``X was directed by Y`` <-> ``Y directed X``."""
    if match := _PASSIVE.match(sentence):
        verb = _PAST.get(match["verb"], match["verb"])
        patient = match["patient"]
        patient = (
            patient[0].lower() + patient[1:] if patient.split()[0] in (*PRONOUNS, "The", "This") else patient
        )
        return f"{match['agent'].rstrip('.')} {verb} {patient}."
    if match := _ACTIVE.match(sentence):
        verb = _PARTICIPLE.get(match["verb"], match["verb"])
        return ended(f"{capitalised(match['patient'])} was {verb} by {match['agent']}")
    return None


def unfolded(sentence: str, rng: random.Random) -> str | None:
    """An apposition or a birth date in brackets as a sentence of its own."""
    if match := _BORN.match(sentence):
        when = match["when"].strip()
        year = re.search(r"\d{4}", when)
        if year:
            if rng.random() < 0.5 or not when[0].isalnum():
                return f"{match['who']} was born in {year[0]}."
            return f"{match['who']} was born {'in' if len(when) == 4 else 'on'} {when}."
    if match := _APPOSITION.match(sentence):
        opens = match["who"].split()[0]
        if opens in NOT_NAMES or match["rest"].split()[0] in ("and", "or", "who", "which", "a", "an", "the"):
            return None
        if rng.random() < 0.5:
            return f"{match['who']} is {match['what']}."
        return ended(f"{match['who']} {match['rest']}")
    return None


def relisted(sentence: str, rng: random.Random) -> str | None:
    """``A, B and C`` -> two of them, or all in another order."""
    match = _LIST.search(sentence)
    if not match:
        return None
    first, *others = (g.strip() for g in match.groups())
    # The first item's left words may belong to the sentence: keep only as many as the others have.
    width = max(len(o.split()) for o in others)
    words = first.split()
    lead, first = " ".join(words[:-width]), " ".join(words[-width:])
    items = [first, *others]
    if len({item[:1].isupper() for item in items}) > 1:
        return None
    # Where the last item goes on, or items are clauses, the regular expression has not found their bounds.
    goes_on = re.match(r"\s?[\w'’-]", sentence[match.end() :])
    if items[0][:1].islower() and (width > 1 or goes_on):
        return None
    rng.shuffle(items)
    new = f"{items[0]} and {items[1]}" if rng.random() < 0.5 else f"{items[0]}, {items[1]} and {items[2]}"
    gap = " " if sentence[match.end() - 1] == " " else ""
    return sentence[: match.start()] + (lead + " " if lead else "") + new + gap + sentence[match.end() :]


def reworded(sentence: str, rng: random.Random) -> str | None:
    """One or two words replaced by synonyms, or a verb put into the other tense."""
    # Synonyms go one way only, from the narrower word to the plainer; tenses go both ways.
    pairs = [*SYNONYMS, *TENSES, *((past, present) for present, past in TENSES)]
    rng.shuffle(pairs)
    changed = 0
    for old, new in pairs:
        match = re.search(rf"\b{re.escape(old)}\b", sentence)
        # "has won", "was featured": a participle, not a past tense.
        if match and not ((new, old) in TENSES and _AUXILIARY.search(sentence[: match.start()])):
            sentence = sentence[: match.start()] + new + sentence[match.end() :]
            changed += 1
        if changed == 2:
            break
    return sentence if changed else None


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """With exactly one full stop at the end."""
    return text.rstrip(" ,;:") if text.rstrip().endswith((".", "!", "?")) else text.rstrip(" ,;:") + "."


def rephrased(sentence: str, paragraph: Paragraph, rng: random.Random) -> str:
    """A claim that follows from the paragraph: the sentence, changed in none to four of the ways above."""
    wishes = [
        lambda s: compressed(s, rng), lambda s: half(s, rng), lambda s: named(s, paragraph, rng),
        lambda s: voiced(s, rng), lambda s: unfolded(s, rng), lambda s: relisted(s, rng),
        lambda s: reworded(s, rng), lambda s: compressed(s, rng), lambda s: restated(s, rng),
    ]  # fmt: skip
    rng.shuffle(wishes)
    left = rng.choice((0, 1, 2, 2, 3, 4))
    for wish in wishes:
        if left == 0:
            break
        new = wish(sentence)
        if new and new != sentence:
            sentence, left = new, left - 1
    return ended(capitalised(sentence))
