"""Several things with a figure each, told in a sentence, a list or a table: which figure belongs to which thing.

What a claim may say of them: the right figure or another thing's, more and less, most and least, a bound, a range,
all of them, another unit. Everything is computed, so that every label is exact.
"""

import random
from collections.abc import Sequence

from grounding.training.generator.domains import DATED, DOMAINS, Domain
from grounding.training.generator.material import Material
from grounding.training.generator.surface import in_words
from grounding.training.generator.windows import headed, planted
from grounding.training.generator.words import MONTHS
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, Row


def group(material: Material, rng: random.Random) -> list[Row]:
    """Two to five things with their figures; two true claims at most, and their near misses."""
    dated = rng.random() < 0.25
    domain = rng.choice(DATED if dated else DOMAINS)
    count = rng.choice((2, 2, 3, 3, 4, 5))
    names = rng.sample(list(domain.things), count + 1)
    *names, stranger = names
    # One way of stating for the whole text: "was born in" and "joined in" are two different figures.
    said = rng.randrange(len(domain.says)) if domain is DATED[-1] else None
    steps = int((domain.high - domain.low) / domain.step)
    values = [round(domain.low + domain.step * n, 2) for n in rng.sample(range(steps + 1), count)]
    months = [rng.choice(MONTHS) for _ in names] if dated and rng.random() < 0.3 else []
    premise = _told(domain, names, values, months, said, material, rng)
    claims = _claims(domain, names, stranger, values, said, rng)
    rng.shuffle(claims)
    true = [claim for claim in claims if claim[1] == ENTAILMENT]
    rest = [claim for claim in claims if claim[1] != ENTAILMENT]
    chosen = true[: rng.choice((1, 2))] + rest[: rng.choice((1, 2))]
    return [Row(premise, _sentence(text), label, "figures") for text, label in chosen]


def _told(
    domain: Domain,
    names: Sequence[str],
    values: Sequence[float],
    months: Sequence[str],
    said: int | None,
    material: Material,
    rng: random.Random,
) -> str:
    texts = [_figure(domain, value, rng) for value in values]
    if months:
        texts = [f"{month} {text}" for month, text in zip(months, texts, strict=True)]
    pairs = list(zip(names, texts, strict=True))
    style = rng.choice(
        ("sentences", "elliptic", "table", "lines", "elliptic", "semicolons", "table", "lines")
    )
    says = domain.says[said] if said is not None else rng.choice(domain.says)
    first, *rest = pairs
    if style == "table":
        one, two = domain.headers
        if said is not None:
            two = ("Born", "Joined")[said]
        rows = [f"| {one} | {two} |", "|---|---|"] if rng.random() < 0.7 else [f"{one} | {two}"]
        edge = ("| ", " |") if len(rows) == 2 else ("", "")
        return headed("\n".join([*rows, *(f"{edge[0]}{x} | {v}{edge[1]}" for x, v in pairs)]), "", rng, 0.2)
    if style == "lines":
        mark = rng.choice(("- ", "", "* ", ""))
        subject = (domain.headers[1] if said is None else ("Born", "Joined")[said]) + " by "
        head = f"{subject}{domain.headers[0].lower()}:\n" if rng.random() < 0.8 or said is not None else ""
        return head + "\n".join(f"{mark}{x}: {v}" for x, v in pairs)
    if style == "elliptic":
        tail = [f"{x} {rng.choice(('', 'with ', ''))}{v}" for x, v in rest]
        joined = ", ".join(tail[:-1]) + (" and " if len(tail) > 1 else "") + tail[-1]
        text = _sentence(says.format(x=first[0], v=first[1]) + rng.choice((", ", "; ", " and ")) + joined)
    elif style == "semicolons":
        text = _sentence("; ".join(says.format(x=x, v=v) for x, v in pairs))
    else:
        texts_of = domain.says if said is None else (says,)
        text = " ".join(_sentence(rng.choice(texts_of).format(x=x, v=v)) for x, v in pairs)
    if rng.random() < 0.35:
        return " ".join(planted(text, material.corpus, rng, rng.choice((40, 70))))
    return headed(text, "", rng, 0.2)


def _claims(
    domain: Domain,
    names: Sequence[str],
    stranger: str,
    values: Sequence[float],
    said: int | None,
    rng: random.Random,
) -> list[tuple[str, int]]:
    says = domain.says[said] if said is not None else rng.choice(domain.says)
    i, j = rng.sample(range(len(names)), 2)
    x, y = names[i], names[j]
    own, other = (_figure(domain, values[n], rng) for n in (i, j))
    claims = [
        (says.format(x=x, v=own), ENTAILMENT),
        (says.format(x=x, v=other), CONTRADICTION),
        (says.format(x=stranger, v=own), NEUTRAL),
    ]
    if len(names) > 1 and rng.random() < 0.4:
        z = says.format(x=y, v="{v}")
        both = says.format(x=x, v=own) + " and " + z
        claims += [(both.format(v=other), ENTAILMENT), (both.format(v=own), CONTRADICTION)]
    if domain.wrong_units:
        claims.append(
            (says.format(x=x, v=own.replace(domain.unit, rng.choice(domain.wrong_units))), CONTRADICTION)
        )
    if domain.more:
        high, low = (x, y) if values[i] > values[j] else (y, x)
        more, less = rng.choice(domain.more), rng.choice(domain.less)
        claims += [
            (more.format(x=high, y=low), ENTAILMENT),
            (more.format(x=low, y=high), CONTRADICTION),
            (less.format(x=low, y=high), ENTAILMENT),
            (less.format(x=high, y=low), CONTRADICTION),
        ]
    if domain.most and len(names) > 2:
        order = sorted(range(len(names)), key=lambda n: values[n])
        most, least = rng.choice(domain.most), rng.choice(domain.least)
        claims += [
            (most.format(x=names[order[-1]]), ENTAILMENT),
            (most.format(x=names[rng.choice(order[:-1])]), CONTRADICTION),
            (least.format(x=names[order[0]]), ENTAILMENT),
            (least.format(x=names[rng.choice(order[1:])]), CONTRADICTION),
        ]
    if domain not in DATED:
        claims += _bounds(domain, says, x, values, values[i], rng)
    return claims


def _bounds(
    domain: Domain, says: str, x: str, values: Sequence[float], own: float, rng: random.Random
) -> list[tuple[str, int]]:
    """Bounds and ranges of one figure and of all of them."""
    spread = max(domain.step * 2, abs(own) * rng.choice((0.05, 0.1, 0.3)))
    under, over = _plain(domain, own - spread, rng), _plain(domain, own + spread, rng)
    far = _plain(domain, own + 2 * spread, rng)
    claims = [
        (says.format(x=x, v=f"{rng.choice(('more than', 'over', 'at least'))} {under}"), ENTAILMENT),
        (says.format(x=x, v=f"{rng.choice(('fewer than', 'less than', 'under'))} {under}"), CONTRADICTION),
        (says.format(x=x, v=f"{rng.choice(('less than', 'under', 'at most'))} {over}"), ENTAILMENT),
        (says.format(x=x, v=f"{rng.choice(('more than', 'over', 'at least'))} {over}"), CONTRADICTION),
        (says.format(x=x, v=f"between {under} and {over}"), ENTAILMENT),
        (says.format(x=x, v=f"between {over} and {far}"), CONTRADICTION),
    ]
    chosen = rng.sample(claims, 2)
    if domain.every and rng.random() < 0.5:
        low, high = min(values), max(values)
        bottom = _plain(domain, low - domain.step * 2, rng)
        top, middle = _plain(domain, high + domain.step * 2, rng), _plain(domain, (low + high) / 2, rng)
        chosen += [
            (domain.every.format(b=f"between {bottom} and {top}"), ENTAILMENT),
            (domain.every.format(b=f"more than {middle}"), CONTRADICTION),
            (domain.every.format(b=f"less than {top}"), ENTAILMENT),
        ]
    return chosen


def _plain(domain: Domain, value: float, rng: random.Random) -> str:
    """A figure for a bound, rounded to the domain's step."""
    return _figure(domain, round(round(value / domain.step) * domain.step, 2), rng)


def _figure(domain: Domain, value: float, rng: random.Random) -> str:
    if domain in DATED:
        return f"{value:g}"
    size = abs(value)
    text = f"{size:,.0f}" if size >= 1000 else f"{size:g}"
    if value == int(value) and size <= 20 and not domain.unit.startswith((",", "%")) and rng.random() < 0.3:
        text = in_words(int(size))
        return ("minus " if value < 0 else "") + text + domain.unit
    return (rng.choice(("-", "−", "minus ")) if value < 0 else "") + text + domain.unit


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
