"""Characters made safe and words made whole, before any span exists."""

import re
import unicodedata

from ingest.layout.reflow import reflow

# Surrogates cannot be written as UTF-8; controls and non-characters break JSON, terminals and payloads.
_UNSAFE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_SOFT_HYPHEN = re.compile("\u00ad[ \t]*\r?\n?|\u200b|\ufeff")
# Ligatures, and the drawn forms of Armenian, Hebrew and Arabic letters.
_LIGATURES = re.compile("[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufdfb\ufe70-\ufefc]")
_LINE_ENDS = re.compile("\r\n?|[\x0c\x85\u2028\u2029]")
_BLANKS = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]+")


def clean(text: str) -> str:
    """Unsafe characters removed, line ends made ``\\n``, ligatures and letters
    in drawn forms spelled out, soft hyphens taken away."""
    if text.isascii() and text.isprintable():
        return text  # by far the most texts, in no time
    text = _LINE_ENDS.sub("\n", text)
    text = _SOFT_HYPHEN.sub("", text)
    text = _LIGATURES.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    return _UNSAFE.sub("", text)


def fold_blanks(text: str) -> str:
    """Runs of blanks inside of lines made one, those around lines taken away."""
    return "\n".join(_BLANKS.sub(" ", line).strip() for line in text.split("\n"))


def clean_page(text: str) -> str:
    """A PDF page: its clean lines, wrapped ones and cut words made whole."""
    return whole_lines(clean_lines(text))


def clean_lines(text: str) -> str:
    """A PDF page line by line: :func:`clean`, NFC, runs of blanks folded."""
    return fold_blanks(unicodedata.normalize("NFC", clean(text))).strip()


def whole_lines(text: str) -> str:
    """Clean lines with the wrapped ones and cut words made whole."""
    return re.sub(r"\n{3,}", "\n\n", reflow(text)).strip()
