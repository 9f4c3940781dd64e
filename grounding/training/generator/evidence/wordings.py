# ruff: noqa: E501 -- wordings read as a table
"""Wordings of the edits: what a sentence is changed into, and the frames it is put in."""

from collections.abc import Sequence

from grounding.training.generator.words import MEN, WOMEN
from grounding.training.rows import CONTRADICTION, NEUTRAL, NOT_ENTAILMENT

# fmt: off
DONE = ("did not {base}", "never {past}", "failed to {base}", "refused to {base}", "was unable to {base}")
UNSURE = (
    "planned to {base}", "hoped to {base}", "tried to {base}", "was expected to {base}", "wanted to {base}", "intended to {base}",
    "is said to have {part}", "is believed to have {part}", "may have {part}", "allegedly {past}", "reportedly {past}",
    "claims to have {part}", "was asked to {base}", "considered whether to {base}", "had promised to {base}", "almost {past}", "was supposed to {base}",
)  # fmt: skip
UNSURE_PASSIVE = (
    "{was} expected to be {part}", "{was} to be {part}", "{was} supposed to be {part}", "{was} reportedly {part}", "may have been {part}",
    "{was} allegedly {part}", "{was} said to have been {part}", "{was} nearly {part}", "might be {part}", "{was} scheduled to be {part}", "could have been {part}", "{was} believed to have been {part}",
)  # fmt: skip
UNSURE_STATE = (
    "may be ", "might be ", "{is} believed to be ", "{is} said to be ", "could become ", "{is} expected to become ", "{is} rumoured to be ", "will perhaps be ",
    "{is} often claimed to be ",
)  # fmt: skip
WHO = (*WOMEN, *MEN, "a spokesman", "the company", "one witness", "an anonymous source", "a neighbour", "the report's critics", "the lawyer",
        "a blogger", "the union", "some experts", "the defendant", "an early draft", "a former employee", "the opposition")  # fmt: skip
# What the evidence says of a sentence, and how a claim may say that.
DOUBTED = (
    ("{w} alleged that {s}", "There is an allegation by {w} that {s}"), ("{w} claimed, without giving evidence, that {s}", "According to a claim by {w}, {s}"),
    ("{w} hoped that {s}", "The hope of {w} was that {s}"), ("It is rumoured that {s}", "There is a rumour that {s}"), ("There were unconfirmed reports that {s}", "It was reported without confirmation that {s}"),
    ("{w} suspected that {s}", "A suspicion of {w} was that {s}"), ("It has yet to be confirmed that {s}", "It is not confirmed that {s}"), ("{w} wondered whether it was true that {s}", "{w} was not sure whether {s}"),
    ("It is widely believed that {s}", "Many believe that {s}"), ("{w} said it was possible that {s}", "{w} did not rule out that {s}"), ("Some people assume that {s}", "It is an assumption of some that {s}"),
    ("It cannot be ruled out that {s}", "It is possible but not certain that {s}"), ("{w} dreamt that {s}", "In a dream of {w}, {s}"), ("{w} would like to believe that {s}", "{w} wishes it were true that {s}"),
    ("Whether {s} is still being examined", "It is still being examined whether {s}"), ("{w} was not sure that {s}", "{w} doubted that {s}"), ("In the novel that {w} is writing, {s}", "A novel by {w} tells that {s}"),
    ("{w} was asked to find out whether {s}", "Somebody wanted {w} to find out whether {s}"), ("{w} intends to prove that {s}", "{w} has not yet proved that {s}"), ("A draft, since withdrawn, stated that {s}", "It was stated in a draft that {s}"),
)  # fmt: skip
REFUTED = (
    ("{w} denied that {s}", "According to {w} it is not so that {s}"), ("It is not true that {s}", "It is false that {s}"), ("It was a mistake to write that {s}", "It was written by mistake that {s}"),
    ("Contrary to what was reported, it is false that {s}", "The report was wrong in saying that {s}"), ("{w} withdrew the statement that {s}", "{w} no longer says that {s}"),
    ("The claim that {s} turned out to be wrong", "It was wrongly claimed that {s}"), ("It is a myth that {s}", "The story that {s} is a myth"),
)  # fmt: skip
CERTAIN = (
    "It is a fact that {s}", "It turned out that {s}", "As everybody knows, {s}", "Records show that {s}", "It has been confirmed that {s}", "There is no doubt that {s}",
    "{w} knew that {s}", "{w} was glad that {s}", "Nobody disputes that {s}", "{w} forgot that {s}", "{w} learnt that {s}", "It should be added that {s}",
)  # fmt: skip
CONDITIONS = (
    "the council agrees", "the tests succeed", "the weather stays dry", "a sponsor is found", "the court approves", "the owner consents", "the contract is signed",
    "enough people register", "the deposit is paid", "the committee gives its approval", "the account is more than a year old", "they are over eighteen", "funds are available", "the licence is renewed",
)  # fmt: skip
GIVEN = ("If {c}, {s}", "Provided that {c}, {s}", "Only if {c} is it so that {s}", "Unless something changes and {c}, it is not the case that {s}",
          "{s}, but only if {c}", "{s}, provided that {c}", "{s}, as long as {c}", "On condition that {c}, {s}", "{s} once {c}, not before")  # fmt: skip
ANYWAY = (
    "{s}, whether or not {c}",
    "{s} even if {c}",
    "Regardless of whether {c}, {s}",
    "No matter whether {c}, {s}",
)
FEW = ("Some {n} ", "A few {n} ", "Only a small part of the {n} ", "Hardly any {n} ", "A minority of the {n} ", "Certain {n} in the northern region ", "Several of the {n} in the first group ")  # fmt: skip
AMOUNTS: Sequence[tuple[str, str, int, bool]] = (
    ("all", "some", NEUTRAL, False), ("all", "no", CONTRADICTION, True), ("all", "not all", CONTRADICTION, True), ("most", "few", CONTRADICTION, True), ("most", "some", NEUTRAL, False),
    ("many", "few", CONTRADICTION, True), ("every", "hardly any", CONTRADICTION, True), ("some", "no", CONTRADICTION, True), ("always", "sometimes", NEUTRAL, False),
    ("always", "never", CONTRADICTION, True), ("often", "rarely", CONTRADICTION, True), ("usually", "rarely", CONTRADICTION, True), ("several", "no", CONTRADICTION, True),
    ("generally", "in rare cases", NOT_ENTAILMENT, True), ("at least", "at most", NOT_ENTAILMENT, True), ("more than", "fewer than", CONTRADICTION, True),
    ("over", "just under", CONTRADICTION, True), ("up to", "more than", CONTRADICTION, True), ("sometimes", "never", CONTRADICTION, True), ("never", "sometimes", CONTRADICTION, True),
    ("frequently", "seldom", CONTRADICTION, True), ("mostly", "partly", NOT_ENTAILMENT, False), ("commonly", "rarely", CONTRADICTION, True),
)  # fmt: skip
CAUSES = (
    "a shortage of staff", "heavy rain", "a technical fault", "rising costs", "an injury", "a change in the law", "a legal dispute", "poor planning", "the death of its founder", "lack of money",
    "a fire", "popular demand", "an error in the data", "public protest", "a fall in demand", "bad weather", "the war", "a strike", "its size", "a new contract",
)  # fmt: skip
MULTIPLES = (
    ("doubled", "tripled", "halved", "quadrupled"), ("doubling", "tripling", "halving"),
    ("twice as", "three times as", "half as", "five times as"), ("twice a", "three times a", "once a"),
    ("twofold", "threefold", "fivefold", "tenfold"),
)  # fmt: skip
FRACTIONS = (
    ("half of", "a third of", "a quarter of", "a fifth of", "two thirds of", "three quarters of"),
    ("one third", "one quarter", "two thirds", "one fifth", "three quarters"),
    ("one-third", "one-quarter", "two-thirds", "one-fifth", "three-quarters"),
)
UNITS = (
    ("kilometres", "miles", "metres"), ("kilometers", "miles", "meters"), ("km", "miles", "metres"), ("miles", "kilometres", "yards"),
    ("kg", "pounds", "tonnes"), ("grams", "kilograms", "milligrams", "ounces"), ("tons", "kilograms"), ("mg", "g", "kg"),
    ("minutes", "hours", "days", "seconds"), ("hours", "minutes", "days"), ("days", "weeks", "months", "hours"),
    ("weeks", "days", "months", "years"), ("months", "years", "weeks", "days"), ("years", "months", "decades", "weeks"),
    ("year", "month", "week", "day"), ("month", "year", "week", "day"), ("week", "month", "day", "year"),
    ("feet", "inches", "metres", "yards"), ("inches", "feet", "centimetres"), ("meters", "feet", "kilometers"), ("metres", "feet", "kilometres"),
    ("acres", "hectares"), ("million", "billion", "thousand"), ("billion", "million", "trillion"), ("thousand", "million"),
    ("percent", "percentage points", "per mille"), ("per cent", "percentage points"), ("euros", "dollars", "pounds"), ("dollars", "euros", "pounds"), ("pounds", "euros", "dollars"),
)  # fmt: skip
# fmt: on
