"""One written form for what can be written in several, so that models and word lists compare like with like.

Numbers in words or with separators, percent signs, minus signs, ISO dates, HTML entities, quotes and ligatures.
The result is only ever read by models and word lists; spans are always taken from the untouched text.

>>> normalise("Eleven members paid 1,450.00 euros &amp; 0,75 percent on 2021-03-03.")
'11 members paid 1450 euros & 0.75% on 3 March 2021.'
"""

import html
import re
import unicodedata
from functools import lru_cache

from grounding.text.powers import with_powers

UNITS = dict(
    zip(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen".split(),
        range(2, 20),
        strict=True,
    )
)
TENS = dict(
    zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True)
)
MAGNITUDES = {
    "hundred": 100,
    "thousand": 1_000,
    "lakh": 100_000,
    "million": 1_000_000,
    "crore": 10_000_000,
    "billion": 1_000_000_000,
    "trillion": 1_000_000_000_000,
}
MONTHS = "January February March April May June July August September October November December".split()

_SMALL = "|".join([*TENS, *UNITS, "one"])
_NUMBER_WORDS = re.compile(
    rf"\b(?:{_SMALL})(?:[\s-]+(?:and\s+)?(?:{_SMALL}|{'|'.join(MAGNITUDES)}))*\b", re.IGNORECASE
)
_SEPARATED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3}){2,}|(?:[\u00a0\u202f' ]\d{3})+)(?![\d])"
)
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(\d+),(\d{1,2}|0\d+)(?![\d,])")
_TRAILING_ZEROS = re.compile(r"(?<![\w.])(\d+)\.0+(?![\w.])|(?<![\w.])(\d+\.\d*[1-9])0+(?![\d.])")
# "61 m" is read as metres by the model, too; "45m users" are none.
_METRES = re.compile(
    r"(?<=\d)(?:\s|(?=m\s(?:tall|high|long|wide|deep|above|below|away)\b))m(?![\w/²³^])(?!\s?(?:/|per\b))"
)
_SCALED = re.compile(
    r"(?<![\d.,])(\d+(?:\.\d+)?)[\s-]*(thousand|lakh|million|crore|billion|trillion|mn|bn)\b", re.IGNORECASE
)
# "£45m": an m is a million only behind money.
_MONEY_MILLIONS = re.compile(
    r"((?:[$€£¥₹]|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|INR|JPY))\s?\d+(?:\.\d+)?)\s?[mM]\b"
)
_PERCENT = re.compile(r"(?<=\d)\s*(?:percent|per cent|pct|%)(?![\w])", re.IGNORECASE)
# "Nine in ten visitors", "9 out of 10": a share of a round whole. "5 in 20 minutes" is none.
_IN_TEN = re.compile(
    r"\b(one|two|three|four|five|six|seven|eight|nine) (?:in|out of)(?: every)? (ten)\b(?=( of\b)?)"
    r"|(?<![\d.,-])(\d{1,3}) (?:out of(?: every)?|in every) (10|20|100)\b(?! ?%)(?=( of\b)?)",
    re.IGNORECASE,
)
_DEGREES = re.compile(
    r"(?<=\d)\s*(?:degrees?|deg\.?)\s*(?P<scale>C|F|[Cc]elsius|[Cc]entigrade|[Ff]ahrenheit)\b"
)
_MINUS = re.compile(r"(?:\bminus\s+|(?<![\w\d])[\u2212\u2013](?=\d))", re.IGNORECASE)
_ISO_DATE = re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b")
_US_DATE = re.compile(rf"\b({'|'.join(MONTHS)})\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b")
_ORDINAL_DATE = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)(?:\s+of)?\s+({'|'.join(MONTHS)})\b")
_CHINESE_SCALED = re.compile(r"(?<!\d)(\d++(?:\.\d++)?+)\s*+([万億亿萬])")
# The dotted and the dotless i match an "i" where case is ignored, and are in no word list.
_PLAIN = str.maketrans(
    {"İ": "I", "ı": "i", "’": "'", "‘": "'", "“": '"', "”": '"', "—": " - ", "…": "...", "\u00ad": None}
)


@lru_cache(maxsize=20_000)
def normalise(text: str) -> str:
    """``text`` with every number, date, percentage, quote and ligature in its one form."""
    text = html.unescape(text) if "&" in text else text
    text = unicodedata.normalize("NFKC", with_powers(text)).translate(_PLAIN)
    text = _ISO_DATE.sub(lambda m: f"{int(m[3])} {MONTHS[int(m[2]) - 1]} {m[1]}", text)
    text = _US_DATE.sub(lambda m: f"{m[2]} {m[1]} {m[3]}", text)
    text = _ORDINAL_DATE.sub(lambda m: f"{m[1]} {m[2]}", text)
    text = _IN_TEN.sub(_as_percent, text)
    text = _NUMBER_WORDS.sub(lambda m: _in_digits(m[0]), text)
    text = _SEPARATED.sub(lambda m: re.sub(r"\D", "", m[0]), text)
    text = _DECIMAL_COMMA.sub(r"\1.\2", text)
    text = _TRAILING_ZEROS.sub(lambda m: m[1] or m[2], text)
    text = _MONEY_MILLIONS.sub(r"\1 million", text)
    text = _METRES.sub(" metres", text)
    text = _SCALED.sub(lambda m: _plain(float(m[1]) * _scale(m[2])), text)
    text = _CHINESE_SCALED.sub(lambda m: _plain(float(m[1]) * (1e4 if m[2] in "万萬" else 1e8)), text)
    text = _PERCENT.sub("%", text)
    text = _DEGREES.sub(lambda m: f" °{m['scale'][0].upper()}", text)
    return _MINUS.sub("-", text)


_LIGATURE = re.compile(r"f(?:fi|fl|f|i|l)")


def with_ligatures(premise: str, claim: str) -> str:
    """``premise`` with the ligatures that a bad extraction lost ("con dential", "speci\\x02cation") put back.

    Only in words of ``claim``, and only where what is left of the word stands in the premise with a blank or a control
    character in the place of the ligature.
    """
    for word in set(re.findall(r"(?<!\w)\w*f[fil]\w*+", claim)):
        for ligature in _LIGATURE.finditer(word):
            before, after = word[: ligature.start()], word[ligature.end() :]
            if len(before) + len(after) < 3:
                continue
            broken = rf"\b{re.escape(before)}[ \x00-\x08\ufffd]{{1,2}}{re.escape(after)}(?!\w)"
            premise = re.sub(broken, word, premise, flags=re.IGNORECASE)
    return premise


def _scale(word: str) -> int:
    return {"mn": 1_000_000, "bn": 1_000_000_000}.get(word.lower(), 0) or MAGNITUDES[word.lower()]


def _plain(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _as_percent(share: re.Match[str]) -> str:
    """ "9 out of 10" as "90% of"; what is more than the whole is no share, and stays."""
    part = UNITS.get(share[1].lower(), 1) if share[1] else int(share[4])
    whole = 10 if share[2] else int(share[5])
    if part > whole:
        return share[0]
    return f"{_plain(100 * part / whole)}%" + ("" if share[3] or share[6] else " of")


def _in_digits(phrase: str) -> str:
    """``"twenty-one thousand"`` -> ``"21000"``; a lone "one" (so often a pronoun) stays as it is.

    A run that is not one number ("two three") stays as it is too.
    """
    parts = [part for part in re.split(r"[\s-]+", phrase.lower()) if part != "and"]
    if parts == ["one"]:
        return phrase
    total = current = 0
    last = 10**18  # the magnitude that the next part must stay below
    for part in parts:
        if part in MAGNITUDES:
            scale = MAGNITUDES[part]
            if scale == 100:
                current, last = (current or 1) * 100, 100
            else:
                total, current, last = total + (current or 1) * scale, 0, scale
            continue
        value = 1 if part == "one" else UNITS.get(part) or TENS[part]
        if value >= last or (current % 100 and not (current % 10 == 0 and value < 10)):
            return phrase
        current += value
        last = 10 if value >= 20 else 1
    return str(total + current)
