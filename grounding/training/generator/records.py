"""Things with several figures each, as records and tables give them: which column, and which row, a figure is from."""

import random
import re
from collections.abc import Callable, Sequence

from grounding.training.generator.material import Material
from grounding.training.generator.windows import headed, planted
from grounding.training.generator.words import DAYS, MEN, MONTHS, WOMEN
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, Row

_FIGURE = re.compile(r"^-?[\d.:]+")
Value = Callable[[random.Random], str]


def _number(low: float, high: float, step: float = 1, unit: str = "") -> Value:
    return lambda rng: f"{low + step * rng.randint(0, int((high - low) / step)):g}{unit}"


def _clock(low: int, high: int) -> Value:
    return lambda rng: f"{rng.randint(low, high)}:{rng.choice(('00', '15', '30', '45'))}"


def _one_of(values: Sequence[str]) -> Value:
    return lambda rng: rng.choice(values)


_PEOPLE = (*MEN, *WOMEN)
_TOWNS = (
    "Leeds",
    "Bergen",
    "Turin",
    "Lyon",
    "Porto",
    "Ghent",
    "Cork",
    "Riga",
    "Brno",
    "Osaka",
    "Perth",
    "Quito",
)
_PARTS = (
    "Supply voltage",
    "Input current",
    "Clock frequency",
    "Output power",
    "Storage temperature",
    "Line pressure",
)
_SHOPS = (
    "The bakery",
    "The bank",
    "The post office",
    "The Surabaya branch",
    "The clinic",
    "The library",
    "The pool",
)
_FLIGHTS = ("Flight 212", "Flight 87", "The night train", "Bus 14", "The ferry", "Train IC 5")
_MODELS = ("Model A", "Model B", "X200", "X300", "Pro 5", "Mini", "T-14", "K9")
_DRUGS = ("Solvex", "Metrazin", "Corvanil", "Rinalta", "Placebo")

# Of each kind of thing: the kind's name, its members, and (column, claims, values).
KINDS: Sequence[tuple[str, Sequence[str], Sequence[tuple[str, Sequence[str], Value]]]] = (
    ("Parameter", _PARTS, (
        ("MIN", ("The minimum {x} is {v}.", "{x} is at least {v}.", "{x} must not be below {v}."), _number(1, 9, 0.5)),
        ("TYP", ("The typical {x} is {v}.", "{x} is typically {v}."), _number(10, 14, 0.5)),
        ("MAX", ("The maximum {x} is {v}.", "{x} is at most {v}.", "{x} must not exceed {v}."), _number(15, 60)),
    )),
    ("Place", _SHOPS, (
        ("Opens", ("{x} opens at {v}.", "The opening time of {x} is {v}."), _clock(6, 10)),
        ("Closes", ("{x} closes at {v}.", "{x} is open until {v}."), _clock(16, 22)),
        ("Closed on", ("{x} is closed on {v}.", "{x} does not open on {v}."), _one_of(DAYS)),
    )),
    ("Connection", _FLIGHTS, (
        ("Departure", ("{x} leaves at {v}.", "{x} departs at {v}."), _clock(5, 11)),
        ("Arrival", ("{x} arrives at {v}.", "{x} gets there at {v}."), _clock(12, 23)),
        ("Platform", ("{x} leaves from platform {v}.",), _number(1, 20)),
    )),
    ("Name", _PEOPLE, (
        ("Born", ("{x} was born in {v}.", "{x}'s year of birth is {v}."), _number(1930, 1975)),
        ("Joined", ("{x} joined the company in {v}.", "{x} has worked there since {v}."), _number(1990, 2012)),
        ("Left", ("{x} left the company in {v}.", "{x} stopped working there in {v}."), _number(2013, 2025)),
        ("Town", ("{x} lives in {v}.", "{x}'s home is {v}."), _one_of(_TOWNS)),
    )),
    ("Model", _MODELS, (
        ("Weight", ("{x} weighs {v}.", "The weight of {x} is {v}."), _number(0.5, 20, 0.1, " kg")),
        ("Price", ("{x} costs {v}.", "The price of {x} is {v}."), _number(20, 900, 10, " euros")),
        ("Warranty", ("{x} has a warranty of {v}.", "The warranty of {x} lasts {v}."), _number(6, 60, 6, " months")),
        ("Height", ("{x} is {v} high.", "The height of {x} is {v}."), _number(10, 190, 1, " cm")),
    )),
    ("Place", _TOWNS, (
        ("Temperature", ("The temperature in {x} is {v}.", "It is {v} in {x}."), _number(-9, 35, 1, " °C")),
        ("Humidity", ("The relative humidity in {x} is {v}.", "{x} has a humidity of {v}."), _number(20, 95, 1, "%")),
        ("Wind", ("The wind speed in {x} is {v}.", "In {x} the wind blows at {v}."), _number(2, 80, 1, " km/h")),
        ("Rain", ("{x} had {v} of rain.", "The rainfall in {x} was {v}."), _number(0, 60, 1, " mm")),
    )),
    ("Drug", _DRUGS, (
        ("Dose", ("The dose of {x} was {v}.", "Patients took {v} of {x}."), _number(5, 400, 5, " mg")),
        ("Improved", ("{v} of the patients on {x} improved.", "With {x}, {v} improved."), _number(10, 90, 1, "%")),
        ("Nausea", ("{v} of the patients on {x} had nausea.", "{x} caused nausea in {v}."), _number(1, 9, 0.5, "%")),
    )),
    ("Course", ("History", "Biology", "Chemistry", "Law", "Physics", "French"), (
        ("Start", ("The {x} course starts in {v}.", "{x} begins in {v}."), _one_of(MONTHS)),
        ("Places", ("The {x} course has {v} places.", "{v} students can take {x}."), _number(8, 90)),
        ("Teacher", ("{v} teaches {x}.", "{x} is taught by {v}."), _one_of(_PEOPLE)),
    )),
)  # fmt: skip


def group(material: Material, rng: random.Random) -> list[Row]:
    """One to four records; the right cell (entailment), another column's or row's (contradiction), a stranger's."""
    kind, members, columns = rng.choice(KINDS)
    *names, stranger = rng.sample(list(members), rng.choice((1, 2, 2, 3, 4)) + 1)
    columns = rng.sample(list(columns), rng.randint(2, len(columns)))
    cells = {(x, header): value(rng) for x in names for header, _, value in columns}
    premise = _told(kind, names, [header for header, _, _ in columns], cells, material, rng)
    rows: list[Row] = []

    def say(x: str, says: Sequence[str], value: str, label: int) -> None:
        claim = rng.choice(says).format(x=x if rng.random() < 0.5 else _inside(x), v=value)
        rows.append(Row(premise, claim[:1].upper() + claim[1:], label, "records"))

    for _ in range(rng.choice((1, 2))):
        x, (header, says, value) = rng.choice(names), rng.choice(columns)
        own = cells[x, header]
        say(x, says, own, ENTAILMENT)
        others = [cells[n, header] for n in names if n != x]
        others += [_in_form(own, cells[x, h]) for h, _, _ in columns if h != header]
        chosen = rng.choice([v for v in others if v and v != own] or [value(rng)])
        if chosen != own:
            say(x, says, chosen, CONTRADICTION)
        if rng.random() < 0.3:
            say(stranger, says, own, NEUTRAL)
    return rows


def _told(
    kind: str,
    names: Sequence[str],
    headers: Sequence[str],
    cells: dict[tuple[str, str], str],
    material: Material,
    rng: random.Random,
) -> str:
    style = rng.choice(("table", "table", "records", "lines", "sentence"))
    if style == "table":
        lines = [[kind, *headers], *([x, *(cells[x, h] for h in headers)] for x in names)]
        if rng.random() < 0.3:
            return "\n".join(" | ".join(line) for line in lines)
        marked = [f"| {' | '.join(line)} |" for line in lines]
        return headed("\n".join([marked[0], "|" + "---|" * len(lines[0]), *marked[1:]]), "", rng, 0.2)
    if style == "records":
        return "\n".join(
            "; ".join([f"{kind}: {x}", *(f"{h}: {cells[x, h]}" for h in headers)]) for x in names
        )
    if style == "lines":
        return "\n".join(f"{x} – {', '.join(f'{h.lower()}: {cells[x, h]}' for h in headers)}" for x in names)
    told = " ".join(f"{x}: {', '.join(f'{h.lower()} {cells[x, h]}' for h in headers)}." for x in names)
    return " ".join(planted(told, material.corpus, rng, 60)) if rng.random() < 0.4 else told


def _in_form(own: str, other: str) -> str:
    """The figure of ``other`` with the unit of ``own``; empty where one of them is no figure."""
    figure = _FIGURE.match(other)
    same = _FIGURE.match(own) and figure and (":" in own) == (":" in other)
    return _FIGURE.sub(figure[0], own) if same and figure else ""


def _inside(name: str) -> str:
    """As it stands within a sentence: ``the bakery``, ``supply voltage``; proper names stay."""
    return name[0].lower() + name[1:] if name.startswith("The ") or name in _PARTS else name
