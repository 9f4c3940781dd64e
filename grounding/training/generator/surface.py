"""The same number or date in another form, and another number in the same form."""

import random
import re

from grounding.training.generator.words import MONTHS, ORDINALS, TENS, UNITS

NUMBER = re.compile(r"(?<![\w.,/#‐–-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w|[.,]\d)")
YEAR = re.compile(r"(?<![\w.,$])(?:1[0-9]|20)\d\d(?!\w|[.,]\d)")
_MONTH = "|".join(MONTHS)
DATE_US = re.compile(rf"\b({_MONTH}) (\d{{1,2}}), (\d{{4}})\b")
DATE_UK = re.compile(rf"\b(\d{{1,2}}) ({_MONTH}) (\d{{4}})\b")
_WORDS: dict[str, int] = {}
for _value in range(2, 100):
    _WORDS[
        UNITS[_value] if _value < 20 else f"{TENS[_value // 10]}-{UNITS[_value % 10]}".removesuffix("-zero")
    ] = _value
NUMBER_WORD = re.compile(
    r"\b(" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")\b(?!-)", re.IGNORECASE
)
# Before a number that names a thing (Route 32, Fig. 2, number 18), which neither words nor rounding suit.
_NAMING = re.compile(
    r"(?:\b[A-Z][\w.]*|\b(?:number|no\.|type|serotype|section|page|version|size|grade|phase)|[(\[=±])\s?$"
)
BOUNDED = re.compile(
    r"(?:than|about|over|under|least|most|nearly|almost|around|roughly|approximately|to|exactly|only|[$£€#\"])\s?$"
)
_ORDINAL_WORD = re.compile(r"\b(" + "|".join(ORDINALS[2:]) + r")\b")


def in_words(value: int) -> str:
    """``1500`` -> ``one thousand five hundred``; 0 to 999,999."""
    if value < 20:
        return UNITS[value]
    if value < 100:
        return f"{TENS[value // 10]}-{UNITS[value % 10]}".removesuffix("-zero")
    if value < 1000:
        rest = value % 100
        return f"{UNITS[value // 100]} hundred" + (f" and {in_words(rest)}" if rest else "")
    rest = value % 1000
    return f"{in_words(value // 1000)} thousand" + (f" {in_words(rest)}" if rest else "")


def ordinal(value: int) -> str:
    """``2`` -> ``2nd``."""
    suffix = "th" if 10 <= value % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{suffix}"


def restated(text: str, rng: random.Random) -> str | None:
    """``text`` with one number or date in another form of the same value, or None where there is none."""
    choices: list[tuple[int, int, str]] = []
    dates = [*DATE_US.finditer(text), *DATE_UK.finditer(text)]
    for match in dates:
        month, day, year = match.groups() if match[1].isalpha() else (match[2], match[1], match[3])
        number = MONTHS.index(month) + 1
        forms = (
            f"{month} {day}, {year}", f"{day} {month} {year}", f"{year}-{number:02d}-{int(day):02d}",
            f"the {ordinal(int(day))} of {month} {year}", f"{month[:3]} {day}, {year}",
            f"{ordinal(int(day))} {month} {year}",
        )  # fmt: skip
        new = rng.choice([form for form in forms if form != match[0]])
        choices.append((match.start(), match.end(), new))
    inside = [(m.start(), m.end()) for m in dates]
    for match in NUMBER.finditer(text):
        named = _NAMING.search(text[: match.start()])
        if named or any(a <= match.start() < b for a, b in inside) or YEAR.fullmatch(match[0]):
            continue
        new_form = _restated_number(match[0], text[match.end() : match.end() + 10], rng)
        if new_form:
            end = match.end() + (1 if text[match.end() : match.end() + 1] == "%" else 0)
            choices.append((match.start(), end, new_form))
    for match in NUMBER_WORD.finditer(text):
        choices.append((match.start(), match.end(), str(_WORDS[match[0].lower()])))
    for match in _ORDINAL_WORD.finditer(text):
        choices.append((match.start(), match.end(), ordinal(ORDINALS.index(match[0]))))
    if not choices:
        return None
    start, end, new = rng.choice(choices)
    return text[:start] + new + text[end:]


def _restated_number(number: str, after: str, rng: random.Random) -> str | None:
    plain = number.replace(",", "")
    if after.startswith("%"):
        return rng.choice((f"{number} percent", f"{number} per cent"))
    if "." in plain:
        scale = {" million": 1_000_000, " billion": 1_000_000_000}
        for word in scale:
            if after.startswith(word):
                return None
        return plain + "0" if rng.random() < 0.5 and len(plain) < 5 else None
    value = int(plain)
    if value >= 1000:
        forms = [plain, f"{value:,}", in_words(value) if value < 1_000_000 and value % 100 == 0 else plain]
        if 1000 < value < 2000 and value % 100 == 0:
            forms.append(f"{in_words(value // 100)} hundred")
        different = [form for form in forms if form != number]
        return rng.choice(different) if different else None
    if after.startswith((" million", " billion", "-")):
        return in_words(value)
    return in_words(value) if value < 1000 else None


_BOUNDS = (
    ("over", "more than"), ("more than", "over"), ("nearly", "almost"), ("about", "approximately"),
    ("around", "roughly"), ("at least", "no fewer than"), ("up to", "at most"), ("at most", "no more than"),
    ("fewer than", "less than"), ("", ""), ("", ""), ("", ""), ("", ""), ("", ""),
)  # fmt: skip
_CONTRARY = {"over": "fewer than", "more than": "less than", "at least": "fewer than", "up to": "more than"}


def equal_and_unequal(rng: random.Random) -> tuple[str, str, str]:
    """A number of any size as two texts of one value and a third of another.

    ``1.5 million``, ``1,500,000``, ``2,500,000``; at times bounded: ``over 1,500``, ``more than 1500``,
    ``fewer than 1500``.
    """
    value, forms = _forms(rng)
    one, two = rng.sample(forms, 2)
    other = two
    while other in forms:
        wrong, others = _forms(rng, near=value)
        other = rng.choice(others) if wrong != value else other
    bound, same_bound = rng.choice(_BOUNDS)
    if bound in _CONTRARY and rng.random() < 0.4:
        return f"{bound} {one}", f"{same_bound} {two}", f"{_CONTRARY[bound]} {two}"
    return f"{bound} {one}".strip(), f"{same_bound} {two}".strip(), f"{same_bound} {other}".strip()


def _forms(rng: random.Random, near: float = 0.0) -> tuple[float, list[str]]:
    """A value, of the size of ``near`` where given, and the ways to write it."""
    size = next(
        (i for i, limit in enumerate((100, 1000, 1e6, 1e12)) if near and near < limit), rng.randrange(4)
    )
    if size == 0:
        value = rng.randint(2, 99)
        dozens = {12: ["a dozen"], 24: ["two dozen"], 36: ["three dozen"]}
        return value, [str(value), in_words(value), *dozens.get(value, [])]
    if size == 1:
        value = rng.randint(100, 999) if rng.random() < 0.5 else rng.randint(1, 9) * 100
        return value, [str(value), in_words(value)]
    if size == 2:
        value = rng.randint(11, 99) * 100 if rng.random() < 0.6 else rng.randint(10, 900) * 1000
        hundreds = [f"{in_words(value // 100)} hundred"] if value < 10_000 and value % 1000 else []
        thousands = [f"{value // 1000} thousand"] if value % 1000 == 0 else []
        return value, [str(value), f"{value:,}", in_words(value), *hundreds, *thousands]
    tenths = rng.randint(11, 99) if rng.random() < 0.7 else rng.randint(2, 90) * 10
    word, scale = rng.choice((("million", 10**5), ("million", 10**5), ("billion", 10**8)))
    short = f"{tenths / 10:g} {word}"
    forms = [short, f"{tenths * scale:,}", short.replace(f" {word}", word[0])]
    if tenths % 10 == 5 and tenths < 100:
        forms.append(f"{in_words(tenths // 10)} and a half {word}")
    if tenths % 10 == 0 and tenths < 1000:
        forms.append(f"{in_words(tenths // 10)} {word}")
    return float(tenths * scale), forms


def loosened(text: str, rng: random.Random) -> tuple[str, str] | None:
    """A true and a false rounding of one count: ``1,523`` -> (``more than 1,500``, ``fewer than 1,500``)."""
    matches = [m for m in NUMBER.finditer(text) if "." not in m[0] and not YEAR.fullmatch(m[0])]
    matches = [
        m for m in matches if int(m[0].replace(",", "")) >= 12 and text[m.end() : m.end() + 1] not in "%-"
    ]
    if not matches or DATE_US.search(text) or DATE_UK.search(text):
        return None
    match = rng.choice(matches)
    if _NAMING.search(text[: match.start()]):
        return None
    if BOUNDED.search(text[: match.start()]):
        return None
    value = int(match[0].replace(",", ""))
    step = 10 ** (len(str(value)) - 1)
    if value >= 100:
        step //= rng.choice((1, 2, 10))
    low, high = value // step * step, (value // step + 1) * step
    if low == value:
        low -= step
    true = rng.choice((f"more than {low:,}", f"over {low:,}", f"fewer than {high:,}", f"at least {low:,}"))
    false = rng.choice((f"fewer than {low:,}", f"more than {high:,}", f"over {high:,}", f"at most {low:,}"))
    if rng.random() < 0.2:
        true, false = f"between {low:,} and {high:,}", f"between {high:,} and {high + step:,}"
    elif rng.random() < 0.3:
        nearest = round(value / step) * step
        true = f"{rng.choice(('about', 'around', 'roughly', 'approximately'))} {nearest:,}"
        false = true.split()[0] + f" {nearest * rng.choice((2, 3)):,}"
    before, after = text[: match.start()], text[match.end() :]
    return before + true + after, before + false + after


def other_number(number: str, rng: random.Random) -> str:
    """A different number of the same form; near more often than far."""
    if number.lower() in _WORDS:
        value = _WORDS[number.lower()]
        new = rng.choice([v for v in range(max(2, value - 4), value + 6) if v != value])
        word = in_words(new)
        return word.capitalize() if number[0].isupper() else word
    plain = number.replace(",", "")
    if "." in plain:
        whole, part = plain.split(".")
        if rng.random() < 0.5 and part:
            changed = str((int(part[0]) + rng.randint(1, 8)) % 10) + part[1:]
            return f"{whole}.{changed}" if changed != part else f"{int(whole) + 1}.{part}"
        return f"{int(whole) + rng.choice((1, 2, 3, 10))}.{part}"
    value = int(plain)
    if YEAR.fullmatch(plain):
        new = value + rng.choice((-10, -7, -5, -3, -2, -1, 1, 2, 3, 4, 6, 10, 20, -100))
    elif value < 10:
        new = rng.choice([v for v in range(1, 13) if v != value])
    elif rng.random() < 0.3:
        new = value * rng.choice((2, 3, 10))
    else:
        digits = list(plain)
        at = rng.randrange(len(digits))
        digits[at] = rng.choice([d for d in "123456789" if d != digits[at]])
        new = int("".join(digits))
    return f"{new:,}" if "," in number else str(new)


def numbers_in(text: str) -> list[tuple[int, int]]:
    """Spans of numbers and number words."""
    return [m.span() for m in NUMBER.finditer(text)] + [m.span() for m in NUMBER_WORD.finditer(text)]
