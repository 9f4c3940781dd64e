"""Words of a text as the lexical side of the core compares them: stems, content words, names.

Stemming is deliberately light (Porter's step 1 and a little more): it only has to make "directed", "directs" and
"directing" meet. Scripts written without spaces are cut into pairs of characters, as in Lucene's CJK bigrams.
"""

import re
import unicodedata
from functools import lru_cache

from grounding.text.powers import with_powers

STOP_WORDS = frozenset(
    """a an the and or but nor so yet if then than that this these those there here of in on at by for with from to
    into onto over under about as is are was were be been being am do does did done doing have has had having will
    would shall should can could may might must it its he him his she her hers they them their theirs we us our ours
    you your yours i me my mine who whom whose which what when where why how also too very just only own same such
    not no s t d ll re ve m o y while during between through after before above below up down out off again further
    once both each few more most other some any all because until against one""".split()
)

# A number keeps its separators, a word its inner apostrophes and hyphens are cut.
WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?")
_CLITIC = re.compile(r"['’](?:s|ll|ve|re|d|m)$")
_SPACELESS = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
)


_NO_ADVERBS = frozenset(
    "reply supply apply imply multiply comply rely family assembly anomaly monopoly".split()
)


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The light stem of one lower-case word: ``directed`` -> ``direct``, ``movies`` -> ``movi``."""
    if len(word) < 4 or not word.isascii():
        return word
    for ending, put in (("ies", "y"), ("sses", "ss"), ("s", "")):
        if word.endswith(ending) and not word.endswith(("ss", "us", "is")):
            word = word[: -len(ending)] + put
            break
    for ending in ("ingly", "edly", "ing", "ed", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and word not in _NO_ADVERBS:
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    if word.endswith("e") and len(word) > 4:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def words(text: str) -> list[str]:
    """Every word and number of ``text`` in order, in lower case and without what an apostrophe ties to it ('s, 'll);
    spaceless scripts as pairs of characters."""
    tokens: list[str] = []
    for match in WORD.finditer(unicodedata.normalize("NFKC", with_powers(text))):
        word = match.group().casefold()
        if not word.isascii() and _SPACELESS.search(word):
            tokens.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            tokens.append(_bare(word))
    return tokens


def _bare(word: str) -> str:
    return word if word.isalnum() else _CLITIC.sub("", word)


def stems(text: str) -> list[str]:
    """Stems of the content words of ``text`` in order (stop words left out)."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]


_NAME = re.compile(r"(?<![\w.])[A-Z][^\W\d_]*(?:['’]s)?")
_TITLES = frozenset("dr mr mrs ms prof sir".split())
_TITLE = re.compile(rf"\b(?:{'|'.join(_TITLES)})\.$", re.IGNORECASE)
_NAME_FOLLOWS = re.compile(r"\.?\s[A-Z][^\W\d_]")


def names(text: str) -> list[str]:
    """Capitalised words of ``text`` in lower case; the first word of a sentence only where another follows ("Tom
    Okafor") or it is all capitals.
    """
    proper = []
    for match in _NAME.finditer(text):
        before = text[max(0, match.start() - 20) : match.start()].rstrip(" \t\"'“‘(*_")
        first = not before or (before[-1] in ".!?:;\n|•-" and not _TITLE.search(before))
        word = _bare(match.group().casefold())
        known = not first or match.group().isupper() or _NAME_FOLLOWS.match(text, match.end())
        if known and word not in STOP_WORDS | _TITLES and len(word) > 1:
            proper.append(word)
    return proper
