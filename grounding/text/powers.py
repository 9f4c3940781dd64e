"""Powers of ten and other small raised digits behind a figure: never read as more digits of it."""

import re

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PLAIN = str.maketrans(_RAISED + "⁻", "0123456789-")
_POWER = re.compile(rf"(?<=\d)(?:(⁻?[{_RAISED}]{{1,4}})|\^\(?(-?\d{{1,4}})\)?)")
_POWER_OF_TEN = re.compile(r"(?<![\d.,])(?:(\d{1,9}(?:\.\d{1,9})?)\s?[×xX·*]\s?)?10\^(\d{1,2})(?!\d)")
# A figure with more zeros is left as a power.
MOST_ZEROS = 15


def with_powers(text: str) -> str:
    """``text`` with powers of ten written out, and raised digits behind other figures behind a caret.

    >>> with_powers("3.5 × 10⁶ litres, 2⁸ boxes, 5 m²")
    '3500000 litres, 2^8 boxes, 5 m²'
    """
    if "^" not in text and not any(digit in text for digit in _RAISED):
        return text
    text = _POWER.sub(lambda match: "^" + (match[1] or match[2]).translate(_PLAIN), text)
    return _POWER_OF_TEN.sub(_in_full, text)


def _in_full(match: re.Match[str]) -> str:
    zeros = int(match[2])
    return f"{float(match[1] or 1) * 10**zeros:.15g}" if zeros <= MOST_ZEROS else match[0]
