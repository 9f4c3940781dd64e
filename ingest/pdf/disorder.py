"""Whether extracted text looks like what stands on the page: a number, and the reason in words.

The signs are those of text layers that lie: characters of many scripts in one word, control characters,
unassigned code points, digits inside words, letters repeated, words glued together, glyphs drawn twice, and
letters that are as rare as they are in no language of their script.
"""

import re
import unicodedata
from functools import cache
from itertools import pairwise

# At or above this a page is read again, and is suspect when the second reading is no better.
SUSPICIOUS = 1.0

# So many characters of a page are looked at; few pages have more.
ENOUGH = 50_000

_WORD = re.compile(r"[^\W_]+")
# Chinese, Japanese and Korean mix scripts inside a word, and need no blanks between words.
_EAST_ASIAN = (
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "KATAKANA-HIRAGANA",
    "IDEOGRAPHIC",
    "HALFWIDTH",
    "FULLWIDTH",
)

# The letters that no text of a script does without, and the share of its letters that they have at least; the
# languages of these scripts lie at twice that and more.
_COMMON = {
    "LATIN": (set("aeiouyáéíóúàèìòùâêîôûäëïöüåæøœãõAEIOUYÁÉÍÓÚÀÈÌÒÙÂÊÎÔÛÄËÏÖÜÅÆØŒÃÕ"), 0.2),
    "CYRILLIC": (set("аеёиоуыэюяіїєАЕЁИОУЫЭЮЯІЇЄ"), 0.2),
    "GREEK": (set("αεηιουωάέήίόύώϊϋΐΰΑΕΗΙΟΥΩΆΈΉΊΌΎΏ"), 0.25),
    "ARABIC": (set("اأإآٱﺎﺍ"), 0.05),
}


def disorder(raw: str) -> tuple[float, str]:
    """How wrong the raw text of a page looks (0 = fine) and the worst sign of it."""
    text = raw.strip()[:ENOUGH]
    if not text:
        return 0.0, ""
    signs = sorted(((weight(text), reason) for reason, weight in _SIGNS), reverse=True)
    return signs[0] if signs[0][0] > 0 else (0.0, "")


def _controls(text: str) -> float:
    """One control character is a lost ligature already."""
    count = sum(1 for c in text if (c < " " and c not in "\t\n\r\f") or c == "\ufffd")
    return min(3.0, 1.0 + 100 * count / len(text)) if count else 0.0


def _unassigned(text: str) -> float:
    count = sum(unicodedata.category(c) in ("Cn", "Co", "Cs") for c in text)
    return min(3.0, 50 * count / len(text))


def _mixed_scripts(text: str) -> float:
    words = [word for word in _WORD.findall(text) if len(word) > 1]
    mixed = sum(len({script(c) for c in word if c.isalpha()}) > 1 for word in words)
    return min(3.0, 20 * mixed / max(len(words), 1))


def _digits_in_words(text: str) -> float:
    words = [word for word in _WORD.findall(text) if word.isascii() and any(c.isalpha() for c in word)]
    if len(words) < 20:
        return 0.0
    odd = sum(bool(re.search(r"[A-Za-z]\d+[A-Za-z]", word)) for word in words) / len(words)
    # Names in program code have capitals inside; together with digits inside they are misread letters.
    capitals = sum(bool(re.search(r"[a-z][A-Z]", word)) for word in words) / len(words)
    return min(3.0, 8 * odd + (4 * capitals if odd > 0.05 else 0.0))


def _repeated(text: str) -> float:
    """The same letter three times running, as in no word of an alphabet."""
    words = [word for word in re.findall(r"[^\W\d_]{3,}", text) if script(word[0]) != "EAST ASIAN"]
    if len(words) < 20:
        return 0.0
    odd = sum(bool(re.search(r"([^\W\d_ivxwIVXW\u0640])\1\1", word)) for word in words)
    return min(3.0, 8 * odd / len(words))


def _glued(text: str) -> float:
    words = [word for word in re.findall(r"[A-Za-z]+", text)]
    if len(words) < 10:
        return 0.0
    long = sum(len(word) for word in words if len(word) > 24)
    return min(3.0, 20 * long / sum(map(len, words)))


def _doubled(text: str) -> float:
    """Single letters, each followed by itself."""
    tokens = text.split()
    pairs = sum(len(a) == 1 and a == b and a.isalpha() for a, b in pairwise(tokens))
    return min(3.0, 4 * pairs / len(tokens)) if pairs >= 3 else 0.0


def _without_common_letters(text: str) -> float:
    letters: dict[str, list[str]] = {}
    for character in text:
        if character.isalpha():
            letters.setdefault(script(character), []).append(character)
    for name, (common, least) in _COMMON.items():
        of_script = letters.get(name, [])
        if len(of_script) >= 100 and sum(c in common for c in of_script) < least * len(of_script):
            return 2.0
    return 0.0


def _symbols(text: str) -> float:
    """Marks where words should be; dots and lines that lead the eye are none."""
    drawn = [c for c in text if not c.isspace() and c not in "._-–—·…•|=*()[]"]
    if len(drawn) < 4:
        return 0.0
    return 2.0 if sum(c.isalnum() or unicodedata.combining(c) > 0 for c in drawn) < len(drawn) / 2 else 0.0


@cache
def script(character: str) -> str:
    """The script of a letter by the first word of its Unicode name; the East Asian ones are one."""
    name = unicodedata.name(character, "UNKNOWN").split(" ")[0]
    return "EAST ASIAN" if name in _EAST_ASIAN else name


_SIGNS = (
    ("control characters", _controls),
    ("characters without meaning", _unassigned),
    ("words that mix scripts", _mixed_scripts),
    ("digits inside words", _digits_in_words),
    ("words glued together", _glued),
    ("letters drawn twice", _doubled),
    ("letters repeated", _repeated),
    ("letters that spell no words", _without_common_letters),
    ("signs in place of letters", _symbols),
)
