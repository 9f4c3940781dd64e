"""Number words of many languages as digits: "drei Wochen" is "3 Wochen", "vingt-deux" is "22", "三百二十" is "320"."""

import json
import re
from functools import cache
from pathlib import Path

from grounding.text.languages import language_of

_FILE = Path(__file__).parent / "data" / "number_words.json"
_WORD = re.compile(r"[^\W\d_]+")
# What may stand between the parts of one number: "treinta y cinco".
_LINK = re.compile(r"[ -]|(?:[ -](?:y|e|et|and|و)[ -])")
# How a language writes units before tens, or tens and units, in one word.
_UNITS_FIRST = {"de": ("und", "hundert"), "nl": ("en", "honderd")}
# Words for one, read behind tens only: "cincuenta y uno".
_ONES = frozenset("one un une uno una um uma один одна jeden jedna".split())
# Indonesian words that change the number before them.
_INDONESIAN = {"belas": lambda n: n + 10, "puluh": lambda n: n * 10, "ratus": lambda n: n * 100}

_CJK_DIGITS = {
    c: n
    for n, cs in enumerate(["〇零", "一", "二两兩", "三", "四", "五", "六", "七", "八", "九"])
    for c in cs
}
_CJK_TENS = {"十": 10, "百": 100, "千": 1000}
# Two characters, or one before a magnitude or a word that counts: "一" alone stands in many words.
_CJK_NUMBER = re.compile(
    "[〇零一二两兩三四五六七八九十百千]{2,}|十|[二两兩三四五六七八九](?=[万萬亿億人名个個ヶか月年日天周週回次本册冊台座所家层層階歳岁时時分倍種种条條项項点點])"
    "|一(?=[万萬亿億])"
)


def with_digits(text: str) -> str:
    """``text`` with the number words of its language as digits.

    Words for one stay: they are articles, too. Words that are not known stay, so that a number may be missed.
    """
    text = _CJK_NUMBER.sub(lambda match: _from_cjk(match[0]), text)
    language = language_of(text)
    values = _values().get(language)
    return _replaced(text, values) if values else text


def is_figure(word: str) -> bool:
    """Whether one word is a number, in digits or in letters.

    >>> is_figure("38"), is_figure("twelve"), is_figure("tower")
    (True, True, False)
    """
    return word[0].isdigit() or with_digits(word) != word


def _replaced(text: str, values: dict[str, int]) -> str:
    indonesian = values is _values()["id"]
    numbers: list[tuple[int, int, int]] = []  # start, end, number
    for match in _WORD.finditer(text):
        word = match[0].lower()
        joined = bool(numbers) and _LINK.fullmatch(text, numbers[-1][1], match.start()) is not None
        if joined and indonesian and word in _INDONESIAN:
            start, _, number = numbers[-1]
            numbers[-1] = (start, match.end(), _INDONESIAN[word](number))
        elif (value := 1 if joined and word in _ONES else values.get(word)) is not None:
            start, _, number = numbers[-1] if joined else (0, 0, 0)
            together = _together(number, value) if joined else None
            if together is None and word not in _ONES:
                numbers.append((match.start(), match.end(), value))
            elif together is not None:
                numbers[-1] = (start, match.end(), together)
    for start, end, number in reversed(numbers):
        text = f"{text[:start]}{number}{text[end:]}"
    return text


def _together(number: int, value: int) -> int | None:
    """The number that two words make: 20 and 2, 60 and 12, 4 and 20 ("quatre-vingts"), 2 and 100; None for two."""
    if value == 100 and number < 10:
        return number * 100
    if (number, value) == (4, 20):
        return 80
    if number % 100 == 0 and value < 100:
        return number + value
    if number % 10 == 0 and number % 100 >= 20 and (value < 10 or (value < 20 and number % 100 in (60, 80))):
        return number + value
    return None


@cache
def _values() -> dict[str, dict[str, int]]:
    """Language -> number word -> its number, with the compounds that are written as one word."""
    known = {
        language: {word: int(number) for number, forms in numbers.items() for word in forms.split()}
        for language, numbers in json.loads(_FILE.read_text(encoding="utf-8")).items()
    }
    for language, (link, hundred) in _UNITS_FIRST.items():
        units = {word: n for word, n in known[language].items() if n < 10} | {"ein": 1, "één": 1, "een": 1}
        tens = {word: n for word, n in known[language].items() if 20 <= n < 100}
        known[language] |= {
            unit + ("ë" + link[1:] if language == "nl" and unit[-1] == "e" else link) + ten: n + m
            for unit, n in units.items()
            for ten, m in tens.items()
        }
        known[language] |= {unit + hundred: n * 100 for unit, n in units.items()}
    italian = known["it"]
    tens = {word: n for word, n in italian.items() if 20 <= n < 100}
    units = {word: n for word, n in italian.items() if n < 10}
    known["it"] |= {unit + "cento": n * 100 for unit, n in units.items()} | {
        (ten[:-1] if unit[0] in "uo" else ten) + unit: m + n
        for ten, m in tens.items()
        for unit, n in (units | {"uno": 1, "tré": 3}).items()
    }
    return known


def _from_cjk(number: str) -> str:
    """``三百二十`` -> ``320``, ``二〇二四`` -> ``2024``; two digits without a ten ("一二") are no number."""
    if not set(number) & set(_CJK_TENS):
        return "".join(str(_CJK_DIGITS[c]) for c in number) if len(number) != 2 else number
    total = current = 0
    for c in number:
        if c in _CJK_TENS:
            total, current = total + (current or 1) * _CJK_TENS[c], 0
        else:
            current = _CJK_DIGITS[c]
    return str(total + current)
