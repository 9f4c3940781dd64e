# ruff: noqa: E501 -- a domain reads as a row of a table
"""What :mod:`grounding.training.generator.figures` writes about: things that have a figure each, and how it is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from grounding.training.generator.words import MEN, WOMEN

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
