"""A number of a sheet as its cell shows it: by the number format that the workbook gives to the cell.

>>> shown_number(56701.0309, '"$"#,##0.00'), shown_number(412, "00000"), shown_number(0.0575, "0.00%")
('$56,701.03', '00412', '5.75%')
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

# No format of Excel is longer; a longer one is read as none.
_LONGEST = 255
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[\$(?P<currency>[^\[\]-]*+)[^\[\]]*+\]'
    r"|\[(?P<condition>[<>=]{1,2}-?\d+(?:\.\d+)?)\]|\[[^\[\]]*+\]|(?P<general>General)|(?P<exponent>[Ee][+-])"
    r"|(?P<digit>[0#?])|(?P<mark>[.,%/@;])|(?P<literal>.)",
    re.IGNORECASE | re.DOTALL,
)
_COMPARE = {
    "<": float.__lt__, ">": float.__gt__, "<=": float.__le__, ">=": float.__ge__, "=": float.__eq__, "<>": float.__ne__,
}  # fmt: skip

Token = tuple[str, str]


@dataclass(frozen=True)
class Section:
    """One of the forms of a format, which are for positive numbers, negative ones, zero and text."""

    tokens: tuple[Token, ...]
    condition: str = ""

    def fits(self, value: float) -> bool:
        """Whether the condition of the section holds; of one without condition it does."""
        sign = self.condition.rstrip("-.0123456789")
        return not sign or bool(_COMPARE.get(sign, float.__eq__)(value, float(self.condition[len(sign) :])))


def shown_number(value: float, number_format: str) -> str:
    """``value`` in a format such as ``#,##0.00 "kg"``; without one, and in one of dates, up to 15 figures."""
    sections = _sections(number_format) if len(number_format) <= _LONGEST else ()
    if not sections:
        return f"{value:.15g}"
    numbers = sections[:3]
    if any(section.condition for section in numbers):
        section = next((one for one in numbers if one.fits(float(value))), numbers[-1])
        signed = len(numbers) == 1 or section is not numbers[1]
    elif value < 0 and len(numbers) > 1:
        section, signed = numbers[1], False
    else:
        section, signed = numbers[2 if value == 0 and len(numbers) > 2 else 0], True
    text = _written(abs(value), section.tokens)
    minus = signed and value < 0 and any(character in "123456789" for character in text)
    return " ".join(f"{'-' * minus}{text}".split())


def shown_text(value: str, number_format: str) -> str:
    """``value`` in a format that puts other words around it: ``"Code "@``."""
    if "@" not in number_format or len(number_format) > _LONGEST:
        return value
    tokens = next((one.tokens for one in _sections(number_format) if ("mark", "@") in one.tokens), ())
    return "".join(value if token == ("mark", "@") else token[1] for token in tokens) or value


@lru_cache(maxsize=1_000)
def _sections(number_format: str) -> tuple[Section, ...]:
    """The sections of a format; none of ``General``."""
    sections: list[tuple[list[Token], list[str]]] = [([], [])]
    for match in _TOKEN.finditer(number_format):
        kind = match.lastgroup or ""
        if kind == "condition":
            sections[-1][1].append(match[kind])
        elif kind == "mark" and match[kind] == ";":
            sections.append(([], []))
        elif kind in ("quoted", "escaped", "currency", "literal"):
            sections[-1][0].append(("literal", match[kind]))
        elif kind:
            sections[-1][0].append((kind, match[kind]))
    general = len(sections) == 1 and [kind for kind, _ in sections[0][0]] in ([], ["general"])
    return () if general else tuple(Section(tuple(t), "".join(c[:1])) for t, c in sections)


def _written(value: float, tokens: tuple[Token, ...]) -> str:
    """A number of at least 0 in a section."""
    places = [n for n, (kind, _) in enumerate(tokens) if kind == "digit"]
    if not places:
        return "".join(
            f"{value:.15g}" if k == "general" else t
            for k, t in tokens
            if k in ("literal", "general") or t == "%"
        )
    amount = Decimal(repr(value)) * 100 ** tokens.count(("mark", "%"))
    point = next((n for n, token in enumerate(tokens) if token == ("mark", ".")), len(tokens))
    whole = [n for n in places if n < point]
    last = whole[-1] if whole else -1
    for after in {last + 1, places[-1] + 1}:  # a comma behind all places: in thousands
        while after < len(tokens) and tokens[after] == ("mark", ","):
            amount, after = amount / 1000, after + 1
    if ("mark", "/") in tokens:
        return _fraction(amount, tokens, places)
    exponent = next((n for n, (kind, _) in enumerate(tokens) if kind == "exponent"), None)
    if exponent is not None:
        return _scientific(amount, tokens, exponent, point)
    decimals = [tokens[n][1] for n in places if n > point]
    rounded = (
        amount.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
        if amount < Decimal("1e25")
        else amount
    )
    digits, _, cents = f"{rounded:f}".partition(".")
    needed = len("".join(decimals).rstrip("#?"))
    cents = cents[:needed] + cents[needed:].rstrip("0")
    grouped = any(tokens[n] == ("mark", ",") for n in range(whole[0] if whole else 0, max(last, 0)))
    return _filled(digits.lstrip("0"), cents, tokens, whole, point, grouped=grouped)


def _filled(
    digits: str, cents: str, tokens: tuple[Token, ...], whole: list[int], point: int, *, grouped: bool
) -> str:
    """The tokens with the digits in their places: as many as are there in the first one."""
    least = len(whole) - next((n for n, at in enumerate(whole) if tokens[at][1] == "0"), len(whole))
    digits = digits.rjust(least, "0")
    if grouped:
        head = len(digits) % 3
        digits = ",".join(
            [digits[:head]] * bool(head) + [digits[n : n + 3] for n in range(head, len(digits), 3)]
        )
        shares = {at: "" for at in whole} | {whole[0]: digits}
    else:
        shares = {}
        for at in reversed(whole):
            first = at == whole[0]
            shares[at], digits = (digits, "") if first else (digits[-1:], digits[:-1])
    out = []
    for n, (kind, text) in enumerate(tokens):
        if kind == "digit":
            out.append(shares.get(n, ""))
        elif n == point:
            out.append(f".{cents}" if cents else "")
        elif kind == "literal" or text == "%":
            out.append(text)
    if not whole and point < len(tokens):
        out.insert(0, digits)
    return "".join(out)


def _fraction(amount: Decimal, tokens: tuple[Token, ...], places: list[int]) -> str:
    """``1.5`` in ``# ?/?`` is ``1 1/2``."""
    bar = tokens.index(("mark", "/"))
    below = "".join(text for kind, text in tokens[bar + 1 :] if kind == "digit")
    fixed = "".join(text for kind, text in tokens[bar + 1 :] if kind == "literal" and text.isdigit())
    mixed = any(kind == "literal" and text == " " for kind, text in tokens[places[0] : bar])
    if fixed:
        denominator = int(fixed)
        numerator = int((amount * denominator).to_integral_value(ROUND_HALF_UP))
    else:
        numerator, denominator = (
            Fraction(amount).limit_denominator(10 ** min(len(below), 4) - 1).as_integer_ratio()
        )
    whole, rest = divmod(numerator, denominator) if mixed else (0, numerator)
    parts = [str(whole)] * bool(whole or (mixed and not rest)) + [f"{rest}/{denominator}"] * bool(
        rest or not mixed
    )
    return " ".join(parts)


def _scientific(amount: Decimal, tokens: tuple[Token, ...], exponent: int, point: int) -> str:
    """``0.0E+00``."""
    decimals = sum(kind == "digit" for kind, _ in tokens[point:exponent])
    mantissa, _, power = f"{amount:.{decimals}E}".partition("E")
    width = sum(kind == "digit" for kind, _ in tokens[exponent:])
    sign = "-" if int(power) < 0 else "+" * (tokens[exponent][1][1] == "+")
    return f"{mantissa}E{sign}{abs(int(power)):0{width}d}"
