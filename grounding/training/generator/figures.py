# ruff: noqa: E501 -- a domain reads as a row of a table
"""Several things with a figure each, told in a sentence, a list or a table: which figure belongs to which thing.

What a claim may say of them: the right figure or another thing's, more and less, most and least, a bound, a range,
all of them, another unit. Everything is computed, so that every label is exact.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from grounding.training.generator.material import Material
from grounding.training.generator.surface import in_words
from grounding.training.generator.windows import headed, planted
from grounding.training.generator.words import MEN, MONTHS, WOMEN
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, Row

_TOWNS = ("Leeds", "York", "Bergen", "Oslo", "Turin", "Lyon", "Graz", "Porto", "Ghent", "Lund", "Basel", "Cork", "Split",
          "Riga", "Tampere", "Brno", "Malmö", "Bilbao", "Izmir", "Quito", "Cusco", "Osaka", "Perth", "Accra")  # fmt: skip
_REGIONS = ("East", "West", "North", "South", "London", "Midlands", "Scotland", "Wales", "Highlands", "Coast")
_FIRMS = (
    "Acme",
    "Norvik",
    "Halden",
    "Brightwell",
    "Orbis",
    "Tessera",
    "Quantum Foods",
    "Redwood",
    "Solaris",
    "Vantage",
)
_MODELS = (
    "Model A",
    "Model B",
    "Model C",
    "X200",
    "X300",
    "Pro 5",
    "Orion-2",
    "Orion-2.6",
    "Mini",
    "Max",
    "T-14",
    "K9",
)
_ROOMS = (
    "Amber",
    "Birch",
    "Cedar",
    "Delta",
    "Ember",
    "Fjord",
    "Glade",
    "Heron",
    "Iris",
    "Juniper",
    "Kelp",
    "Lark",
)
_TEAMS = (
    "the sales team",
    "the support team",
    "the design team",
    "Engineering",
    "Finance",
    "Marketing",
    "Legal",
)
_TESTS = (
    "the control group",
    "the treatment group",
    "the placebo group",
    "group A",
    "group B",
    "cohort 1",
    "cohort 2",
)
_PHASES = ("Phase 1", "Phase 2", "Phase 3", "Stage one", "The pilot", "The trial", "The rollout", "The audit")
_FOODS = ("rice", "oats", "lentils", "barley", "maize", "wheat", "quinoa", "millet")
_BUILDINGS = (
    "the museum",
    "the library",
    "the town hall",
    "the station",
    "the theatre",
    "the old bridge",
    "the chapel",
)


@dataclass(frozen=True)
class Domain:
    """``says`` are ways to state one figure, ``{x}`` and ``{v}``; comparisons take ``{x}`` and ``{y}``.

    ``low``, ``high`` bound the figures, in steps of ``step``; ``unit`` is part of the figure's text, ``wrong_units``
    would make it another one.
    """

    things: Sequence[str]
    says: Sequence[str]
    headers: tuple[str, str]
    low: float
    high: float
    more: Sequence[str]
    less: Sequence[str]
    most: Sequence[str]
    least: Sequence[str]
    every: str = ""
    step: float = 1
    unit: str = ""
    wrong_units: Sequence[str] = ()


# fmt: off
DOMAINS = (
    Domain(_TOWNS, ("{x} has {v} inhabitants", "the population of {x} is {v}", "{v} people live in {x}"), ("Town", "Inhabitants"), 800, 900_000,
           ("{x} has more inhabitants than {y}", "{x} is more populous than {y}"), ("{x} has fewer inhabitants than {y}", "fewer people live in {x} than in {y}"),
           ("{x} has the most inhabitants", "{x} is the most populous of them"), ("{x} has the fewest inhabitants",), "all of them have {b} inhabitants", 100),
    Domain((*_TOWNS, *_FIRMS), ("{x} has {v} employees", "{x} employs {v} people", "there are {v} employees at {x}"), ("Office", "Employees"), 5, 900,
           ("{x} has more employees than {y}", "{x} employs more people than {y}"), ("{x} has fewer employees than {y}",), ("{x} has the most employees",),
           ("{x} has the fewest employees", "{x} is the smallest employer"), "each of them has {b} employees"),
    Domain(_FIRMS, ("{x} earned {v}", "the revenue of {x} was {v}", "{x} had a revenue of {v}"), ("Company", "Revenue"), 2, 90, ("{x} earned more than {y}", "{x}'s revenue was higher than {y}'s"),
           ("{x} earned less than {y}", "{x}'s revenue was lower than that of {y}"), ("{x} earned the most",), ("{x} earned the least", "{x} had the lowest revenue"),
           "all of the companies earned {b}", 0.5, " million euros", (" million dollars", " thousand euros", " billion euros")),
    Domain(_REGIONS, ("the unit rate in {x} is {v}", "{x} pays {v}", "customers in {x} pay {v}"), ("Region", "Unit rate"), 18, 34, ("the unit rate in {x} is higher than in {y}",),
           ("the unit rate in {x} is lower than in {y}", "{x} is cheaper than {y}"), ("{x} has the highest unit rate",), ("{x} has the lowest unit rate", "{x} is the cheapest region"),
           "every region pays {b}", 0.01, " p/kWh", (" p/day", " £/kWh")),
    Domain(_MODELS, ("{x} weighs {v}", "the weight of {x} is {v}", "{x} has a weight of {v}"), ("Model", "Weight"), 0.4, 60, ("{x} is heavier than {y}", "{x} weighs more than {y}"),
           ("{x} is lighter than {y}", "{x} weighs less than {y}"), ("{x} is the heaviest",), ("{x} is the lightest",), "all models weigh {b}", 0.1, " kg", (" pounds", " g", " tonnes")),
    Domain(_MODELS, ("{x} costs {v}", "the price of {x} is {v}", "{x} is sold for {v}"), ("Model", "Price"), 15, 2400, ("{x} is more expensive than {y}", "{x} costs more than {y}"),
           ("{x} is cheaper than {y}", "{x} costs less than {y}"), ("{x} is the most expensive",), ("{x} is the cheapest",), "all of them cost {b}", 5, " euros", (" dollars", " pounds", " cents")),
    Domain(_ROOMS, ("room {x} seats {v} people", "the room {x} has seats for {v} people", "{v} people can sit in room {x}"), ("Room", "Seats"), 4, 60,
           ("room {x} has more seats than room {y}",), ("room {x} has fewer seats than room {y}",), ("room {x} has the most seats",), ("room {x} is the smallest",), "every room has {b} seats"),
    Domain((*MEN, *WOMEN), ("{x} scored {v}", "{x} got {v} in the exam", "{x}'s score was {v}"), ("Student", "Score"), 20, 100, ("{x} scored higher than {y}", "{x} did better than {y}"),
           ("{x} scored lower than {y}", "{x} did worse than {y}"), ("{x} had the best score",), ("{x} had the worst score", "{x} scored lowest"), "all of them scored {b}", 0.5, "%", (" points",)),
    Domain((*MEN, *WOMEN), ("{x} is {v} old", "{x}'s age is {v}"), ("Name", "Age"), 18, 90, ("{x} is older than {y}",), ("{x} is younger than {y}",), ("{x} is the oldest",), ("{x} is the youngest",),
           "all of them are {b} old", 1, " years", (" months",)),
    Domain((*MEN, *WOMEN), ("{x} ran {v}", "{x} covered {v}", "the distance run by {x} was {v}"), ("Runner", "Distance"), 3, 42, ("{x} ran further than {y}",), ("{x} ran less far than {y}",),
           ("{x} ran the furthest",), ("{x} ran the shortest distance",), "all runners covered {b}", 0.5, " km", (" miles", " m")),
    Domain((*_TOWNS, *_REGIONS), ("it was {v} in {x}", "the temperature in {x} was {v}", "{x} recorded {v}"), ("Place", "Temperature"), -18, 38, ("it was warmer in {x} than in {y}",),
           ("it was colder in {x} than in {y}",), ("{x} was the warmest",), ("{x} was the coldest",), "all places recorded {b}", 1, " °C", (" °F",)),
    Domain(_TESTS, ("{v} of {x} recovered", "the recovery rate in {x} was {v}", "in {x}, {v} recovered"), ("Group", "Recovered"), 8, 96, ("more of {x} recovered than of {y}", "{x} had a higher recovery rate than {y}"),
           ("fewer of {x} recovered than of {y}", "{x} had a lower recovery rate than {y}"), ("the recovery rate was highest in {x}",), ("the recovery rate was lowest in {x}",), "the recovery rate was {b} in every group", 0.1, "%"),
    Domain(_TEAMS, ("{x} took {v} of leave", "{x} had {v} of leave"), ("Team", "Leave"), 3, 90, ("{x} took more leave than {y}",), ("{x} took less leave than {y}",), ("{x} took the most leave",),
           ("{x} took the least leave",), "every team took {b} of leave", 1, " days", (" hours", " weeks")),
    Domain(_FOODS, ("{x} contains {v} of protein", "the protein content of {x} is {v}"), ("Food", "Protein"), 2, 30, ("{x} contains more protein than {y}",), ("{x} contains less protein than {y}",),
           ("{x} contains the most protein",), ("{x} contains the least protein",), "all of them contain {b} of protein", 0.1, " g", (" mg", " kg")),
    Domain(_TEAMS, ("the budget of {x} is {v}", "{x} has a budget of {v}"), ("Department", "Budget"), 10, 950, ("the budget of {x} is larger than that of {y}",), ("the budget of {x} is smaller than that of {y}",),
           ("{x} has the largest budget",), ("{x} has the smallest budget",), "every budget is {b}", 10, ",000 dollars", (",000 euros",)),
)
# Later is "more": the same comparisons, of years and months.
DATED = (
    Domain(_BUILDINGS, ("{x} was built in {v}", "the construction of {x} ended in {v}"), ("Building", "Built"), 1620, 2015, ("{x} was built after {y}", "{x} is newer than {y}"),
           ("{x} was built before {y}", "{x} is older than {y}"), ("{x} is the newest",), ("{x} is the oldest",), "all of them were built {b}"),
    Domain(_FIRMS, ("{x} was founded in {v}", "{x} started business in {v}"), ("Company", "Founded"), 1890, 2022, ("{x} was founded later than {y}", "{x} is younger than {y}"),
           ("{x} was founded before {y}", "{x} was founded earlier than {y}"), ("{x} was founded last",), ("{x} is the oldest of the companies",), "all of them were founded {b}"),
    Domain(_PHASES, ("{x} started in {v}", "{x} began in {v}"), ("Phase", "Start"), 1995, 2025, ("{x} started after {y}", "{x} began later than {y}"), ("{x} started before {y}", "{x} began earlier than {y}"),
           ("{x} started last",), ("{x} started first",), "all of them started {b}"),
    Domain((*MEN, *WOMEN), ("{x} was born in {v}", "{x} joined the firm in {v}"), ("Name", "Year"), 1935, 2010, (), (), (), (), ""),
)
# fmt: on


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
