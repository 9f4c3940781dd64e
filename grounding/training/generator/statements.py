# ruff: noqa: E501 -- a statement reads as a row of a table
"""Short statements of our own about who did what to whom, under which condition, with which exception, how surely.

A statement is a text with slots, and what follows from it, what it denies and what it leaves open. The near misses are
those of careless answers: parties exchanged, a condition or an exception dropped, a rumour told as a fact.
"""

import random
from dataclasses import dataclass

from grounding.training.generator.material import Material
from grounding.training.generator.scenes import render
from grounding.training.generator.windows import WORDS, headed, planted
from grounding.training.generator.words import DAYS, MEN, MONTHS, NOT_NAMES, WOMEN
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, Row

_SLOTS = {
    "co": ("Acme", "Norvik", "Halden Ltd", "Orbis", "Tessera", "Redwood Inc.", "Solaris", "Vantage", "Brightwell", "Kestrel"),
    "town": ("Leeds", "Bergen", "Turin", "Lyon", "Porto", "Ghent", "Cork", "Riga", "Brno", "Osaka", "Perth", "Quito"),
    "thing": ("the backup", "the alarm", "the heating", "the audit log", "the sync", "the debug mode", "the filter", "the cache"),
    "place": ("the park", "the library", "the pool", "the gallery", "the archive", "the campsite", "the gym", "the reading room"),
    "part": ("the playground", "the north wing", "the garden", "the cafe", "the top floor", "the annex", "the basement"),
    "group": ("staff", "visitors", "students", "members", "contractors", "residents", "patients", "volunteers", "tenants"),
    "animals": ("dogs", "cats", "bicycles", "cameras", "drones", "phones"),
    "law": ("the tax bill", "the reform", "the ban", "the merger", "the motion", "the budget", "the treaty", "the new rule"),
    "item": ("passport", "ticket", "receipt", "badge", "helmet", "form", "licence", "key card"),
    "test": ("the test", "the inspection", "the exam", "the audit", "the review", "the trial"),
    "drug": ("Solvex", "Metrazin", "Corvanil", "the vaccine", "the new drug", "Rinalta"),
    "ill": ("headaches", "asthma", "fever", "high blood pressure", "diabetes", "back pain"),
    "good": ("screens", "batteries", "engines", "sensors", "pumps", "cables", "panels"),
    "work": ("the novel", "the bridge", "the report", "the song", "the portrait", "the software", "the statue"),
    "n": ("two", "three", "4", "five", "six", "12", "20", "30"),
    "day": DAYS,
    "month": MONTHS,
    "year": tuple(str(year) for year in range(1950, 2025)),
    "cause": ("the storm", "a power cut", "the strike", "a software error", "the flood", "a lack of staff"),
    "effect": ("the delay", "the closure", "the outage", "the accident", "the loss"),
}  # fmt: skip


@dataclass(frozen=True)
class Statement:
    """``says`` are wordings of one content; the rest are claims by their label."""

    says: tuple[str, ...]
    true: tuple[str, ...]
    false: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


# fmt: off
STATEMENTS = (
    # Who did what to whom.
    Statement(("{co} acquired {co2} in {year}.", "In {year}, {co2} was acquired by {co}.", "{co2} was bought by {co} in {year}."),
              ("{co} bought {co2}.", "{co2} was acquired by {co}.", "{co} took over {co2} in {year}.", "{co2} was taken over in {year}."),
              ("{co2} acquired {co}.", "{co} was bought by {co2}.", "{co2} took over {co} in {year}.", "{co} sold {co2} in {year}."), ("{co} paid a high price for {co2}.", "{co2} was in debt.")),
    Statement(("{co} sued {co2} over a patent.", "{co2} was sued by {co} over a patent."),
              ("{co} took {co2} to court.", "{co2} was sued by {co}.", "{co} brought a case against {co2}."), ("{co2} sued {co}.", "{co} was sued by {co2}.", "{co2} brought a case against {co}."),
              ("{co} won the case against {co2}.", "{co2} lost in court.")),
    Statement(("{a} lent {b} {n} thousand euros.", "{b} borrowed {n} thousand euros from {a}."), ("{a} lent money to {b}.", "{b} borrowed money from {a}.", "{b} got {n} thousand euros from {a}."),
              ("{b} lent {a} {n} thousand euros.", "{a} borrowed money from {b}."), ("{b} paid {a} back.", "{a} asked {b} for interest.")),
    Statement(("{a} taught {b} to sail.", "{b} learned to sail from {a}.", "It was {a} who taught {b} to sail."), ("{b} was taught by {a}.", "{a} showed {b} how to sail.", "{b} learned sailing from {a}."),
              ("{b} taught {a} to sail.", "{a} learned to sail from {b}."), ("{a} is a better sailor than {b}.", "{a} and {b} sailed to {town}.")),
    Statement(("{a} succeeded {b} as mayor in {year}.", "In {year}, {b} was succeeded as mayor by {a}.", "{a} became mayor in {year}, after {b}."),
              ("{a} became mayor after {b}.", "{b} was mayor before {a}.", "{b} was followed by {a}.", "{a} took office in {year}."), ("{b} became mayor after {a}.", "{a} was mayor before {b}.", "{b} succeeded {a}."),
              ("{a} won against {b} in the election.", "{b} resigned.")),
    Statement(("{a} wrote {work} and {b} paid for it.", "{work} was made by {a} and paid for by {b}.", "{b} paid for {work}, which {a} made."), ("{b} paid for {work}.", "{work} was paid for by {b}.", "{b} financed {work}."),
              ("{a} paid for {work}.", "{work} was financed by {a}."), ("{work} was a success.",)),
    Statement(("{a} beat {b} in the final.", "{b} lost the final to {a}.", "In the final, {b} was beaten by {a}."), ("{a} won the final.", "{b} lost to {a}.", "{a} defeated {b}.", "{b} was runner-up."),
              ("{b} won the final.", "{b} beat {a}.", "{a} lost to {b}.", "{a} was defeated."), ("{a} had beaten {b} before.", "{b} was injured.")),
    Statement(("{a} is taller than {b}, and {b} is taller than {c}.", "{b} is taller than {c} but not as tall as {a}."), ("{a} is taller than {c}.", "{c} is shorter than {b}.", "{a} is the tallest of the three."),
              ("{c} is taller than {a}.", "{b} is taller than {a}.", "{c} is the tallest of the three."), ("{a} is older than {b}.",)),
    Statement(("{a} told {b} that {c} would leave {co}.", "{b} heard from {a} that {c} would leave {co}."), ("{a} spoke to {b} about {c}.", "{b} was told that {c} would leave.", "{a} said that {c} would leave {co}."),
              ("{b} told {a} that {c} would leave {co}.", "{c} told {b} about it.", "{a} said that {b} would leave {co}."), ("{c} left {co}.", "{a} left {co}.")),
    Statement(("{co} supplies {co2} with {good}.", "{co2} buys its {good} from {co}.", "{good} for {co2} come from {co}."), ("{co2} gets {good} from {co}.", "{co} sells {good} to {co2}."),
              ("{co2} supplies {co} with {good}.", "{co} buys {good} from {co2}."), ("{co} makes the best {good}.", "{co} is the only supplier of {co2}.")),
    Statement(("{a} apologised to {b} for being late.", "{a} was late and said sorry to {b}."), ("{a} was late.", "{a} said sorry to {b}.", "{b} got an apology from {a}."), ("{b} was late.", "{b} apologised to {a}."), ("{b} forgave {a}.",)),
    Statement(("{a} hired {b} in {month} and dismissed {c} in {month2}.", "In {month} {b} was hired by {a}; {c} was dismissed in {month2}."), ("{b} was hired in {month}.", "{a} dismissed {c}.", "{c} lost the job in {month2}."),
              ("{c} was hired in {month}.", "{a} dismissed {b}.", "{b} was dismissed in {month2}."), ("{c} found another job.",)),
    # Two halves, each with its own answer.
    Statement(("{co} opened in {town} and {co2} in {town2}.", "{co} chose {town} for its new plant, {co2} chose {town2}."), ("{co} went to {town}.", "{co2} is in {town2}.", "{co} is in {town} and {co2} is in {town2}."),
              ("{co} went to {town2}.", "{co2} is in {town}.", "{co2} is in {town} and {co} is in {town2}.", "Both companies are in {town}."), ("{co} closed its plant in {town2}.",)),
    Statement(("Sales rose in {town} but fell in {town2}.", "While sales in {town} went up, those in {town2} went down."), ("Sales in {town} increased.", "Sales went down in {town2}.", "{town2} sold less than before."),
              ("Sales fell in {town}.", "Sales in {town2} increased.", "Sales rose in both towns.", "{town} sold less than before."), ("{town} sold more than {town2}.",)),
    Statement(("{a} likes {town} while {b} prefers {town2}.", "{b} likes {town2} best; {a} likes {town} best."), ("{a}'s favourite is {town}.", "{b} prefers {town2}."), ("{a} prefers {town2}.", "{b}'s favourite is {town}.", "Both prefer {town}."), ("{a} lives in {town}.",)),
    Statement(("{a} is a doctor and {b} is a pilot.", "{b}, a pilot, is married to {a}, a doctor."), ("{a} works as a doctor.", "{b} is a pilot.", "{a} is a doctor."), ("{b} works as a doctor.", "{a} is a pilot.", "{a} is a doctor and a pilot."), ("{a} is older than {b}.",)),
    Statement(("{test} was passed by {a} and failed by {b}.", "{a} passed {test}, but {b} failed."), ("{a} passed.", "{b} did not pass {test}.", "{b} failed {test}.", "{a} was successful."), ("{b} passed {test}.", "{a} failed.", "Both passed {test}.", "Neither of them passed."), ("{b} will take {test} again.",)),
    # Conditions.
    Statement(("If it rains, the concert moves to {place}.", "The concert takes place in {place} if it rains."), ("In case of rain the concert is held in {place}.", "Rain would move the concert to {place}."),
              ("The concert is cancelled if it rains.",), ("The concert will take place in {place}.", "It will rain.", "The concert was moved to {place}.")),
    Statement(("{group} may enter {place} only with a valid {item}.", "Nobody enters {place} without a valid {item}, {group} included.", "{place} is open to {group} who show a valid {item}."),
              ("{group} need a valid {item} to enter {place}.", "Without a {item}, {group} may not enter {place}."), ("{group} may enter {place} without a {item}.", "No {item} is needed to enter {place}.", "{group} may never enter {place}."), ("The {item} costs {n} euros.",)),
    Statement(("Refunds are given within {n} days, unless the goods were used.", "Unless they were used, goods can be returned within {n} days for a refund."), ("Unused goods can be returned within {n} days.", "There is no refund for used goods."),
              ("Used goods can be returned within {n} days.", "Goods can be returned at any time.", "Refunds are given for all goods, used or not."), ("Refunds are paid by bank transfer.",)),
    Statement(("{group} who work more than {n} hours get a free meal.", "A free meal is given to {group} who work over {n} hours."), ("Working over {n} hours earns {group} a free meal.",), ("All {group} get a free meal.", "{group} must pay for the meal after more than {n} hours of work."), ("The meal is served at noon.",)),
    Statement(("{co} would have to close its plant in {town} if {law} passes.", "Should {law} pass, {co} would close its plant in {town}."), ("{law} could lead {co} to close its plant in {town}.",), (), ("{co} closed its plant in {town}.", "{co} will close its plant in {town}.", "{law} has passed.")),
    # Exceptions and quantities.
    Statement(("{animals} are allowed in {place} except in {part}.", "Apart from {part}, {animals} are allowed everywhere in {place}.", "In {place} you may bring {animals}, but not into {part}."),
              ("{animals} are not allowed in {part}.", "In most of {place}, {animals} are allowed."), ("{animals} are allowed everywhere in {place}.", "{animals} are allowed in {part}.", "{animals} are banned from the whole of {place}."), ("{place} has a sign about {animals}.",)),
    Statement(("All {group} except {a} signed the letter.", "The letter was signed by all {group} but {a}."), ("{a} did not sign the letter.", "Most {group} signed the letter."), ("All {group} signed the letter.", "{a} signed the letter.", "No {group} signed the letter."), ("{a} was ill.",)),
    Statement(("Some {group} complained about {cause}.", "A few {group} complained about {cause}."), ("There were complaints about {cause}.", "Not everyone was silent about {cause}."), ("Nobody complained about {cause}.",), ("All {group} complained about {cause}.", "Most {group} complained about {cause}.")),
    Statement(("Not all {good} passed {test}.", "Some of the {good} did not pass {test}."), ("At least one of the {good} failed {test}.", "Some {good} failed {test}."), ("All {good} passed {test}.", "Every one of the {good} passed {test}."), ("None of the {good} passed {test}.", "Half of the {good} passed {test}.")),
    Statement(("None of the {group} was hurt.", "No {group} were hurt."), ("The {group} were unhurt.", "Nobody among the {group} was injured."), ("Some {group} were hurt.", "All {group} were injured.", "A few of the {group} were hurt."), ("The {group} were frightened.",)),
    Statement(("Of the 12 {good}, two failed {test}; the others passed.", "Two of the 12 {good} failed {test} and the rest passed."), ("Ten {good} passed {test}.", "10 of the 12 {good} passed.", "Two {good} did not pass {test}.", "Most of the {good} passed {test}."),
              ("All 12 {good} passed {test}.", "Ten {good} failed {test}.", "None of the {good} passed.", "Only two {good} passed {test}."), ("The two {good} were old.",)),
    Statement(("Half of the 20 {group} voted for {law}, {n2} against, and the rest not at all.", "Ten of the 20 {group} voted for {law}; {n2} voted against it."), ("Ten {group} voted for {law}.", "Half of the {group} were in favour of {law}.", "{n2} {group} voted against {law}."), ("All {group} voted for {law}.", "Ten {group} voted against {law}.", "Nobody voted against {law}."), ("{law} was passed.",)),
    Statement(("{thing} is an important feature of the release.", "One of the important features of the release is {thing}."), ("{thing} is important for the release.", "{thing} is part of the release."), ("{thing} plays no role in the release.",), ("{thing} is the most important feature of the release.", "{thing} is the only important feature of the release.")),
    Statement(("{town} is one of the oldest towns of the region.", "{town} is among the oldest towns of the region."), ("{town} is an old town.", "{town} is an old town of the region."), ("{town} is the youngest town of the region.",), ("{town} is the oldest town of the region.", "{town} is older than {town2}.")),
    Statement(("Only {a} and {b} came to the meeting.", "Nobody but {a} and {b} came to the meeting."), ("{a} came to the meeting.", "{c} did not come to the meeting.", "Two people came to the meeting."), ("{c} came to the meeting.", "{a} missed the meeting.", "Everybody came to the meeting."), ("The meeting was short.",)),
    # How surely, and who says so.
    Statement(("{drug} may help against {ill}.", "{drug} might be useful against {ill}.", "It is possible that {drug} helps against {ill}."), ("{drug} possibly helps against {ill}.", "{drug} could be useful against {ill}."), (), ("{drug} cures {ill}.", "{drug} helps against {ill}.", "It has been proved that {drug} helps against {ill}.")),
    Statement(("There is no evidence that {drug} helps against {ill}.", "No study has shown that {drug} helps against {ill}."), ("It has not been shown that {drug} helps against {ill}.", "Evidence for {drug} against {ill} is lacking."), ("Studies have shown that {drug} helps against {ill}.", "{drug} has been proved to help against {ill}."), ("{drug} makes {ill} worse.",)),
    Statement(("{drug} reduced {ill} in mice, but has not been tried in people.", "In mice, {drug} reduced {ill}; it was never given to humans."), ("{drug} worked in mice.", "{drug} has not been tested in humans."), ("{drug} reduced {ill} in people.", "{drug} was tested in patients.", "{drug} did not work in mice."), ("{drug} is safe.", "{drug} will be tried in people.")),
    Statement(("{a} denied that {co} had paid a bribe.", "{a} said it was not true that {co} had paid a bribe."), ("{a} rejected the claim that {co} had paid a bribe.", "According to {a}, {co} paid no bribe."), ("{a} admitted that {co} had paid a bribe.", "According to {a}, {co} paid a bribe."), ("{co} paid a bribe.", "{a} works for {co}.")),
    Statement(("It was long thought that {a} wrote the letter, but it was {b}.", "{b} wrote the letter that was long ascribed to {a}."), ("{b} wrote the letter.", "People wrongly believed that {a} wrote the letter."), ("{a} wrote the letter.", "{b} did not write the letter."), ("{b} admitted having written the letter.",)),
    Statement(("{a} plans to move to {town} in {month}.", "{a} wants to move to {town} in {month}."), ("{a} intends to move to {town}.", "{a} has plans to move in {month}."), ("{a} does not want to move to {town}.",), ("{a} moved to {town} in {month}.", "{a} lives in {town}.")),
    Statement(("{co} considered buying {co2} but decided against it.", "After some thought {co} chose not to buy {co2}."), ("{co} did not buy {co2}.", "{co} thought about buying {co2}."), ("{co} bought {co2}.", "{co} decided to buy {co2}.", "{co2} belongs to {co}."), ("{co2} was too expensive.",)),
    Statement(("{a} wrote: a friend told me that he sleeps {n} hours.", "{a} reports that a friend sleeps {n} hours."), ("{a}'s friend sleeps {n} hours.", "According to {a}, a friend sleeps {n} hours."), (), ("{a} sleeps {n} hours.", "{a} said that {a_he} sleeps {n} hours.")),
    Statement(("{a} almost missed the train to {town}.", "{a} nearly missed the train to {town}."), ("{a} caught the train to {town}.", "{a} got the train."), ("{a} missed the train to {town}.",), ("{a} was late because of {cause}.",)),
    Statement(("{a} tried to climb the mountain but turned back.", "{a} gave up before reaching the top."), ("{a} did not reach the top.",), ("{a} reached the top.", "{a} climbed to the top of the mountain."), ("{a} was ill.",)),
    Statement(("{a} forgot to lock the door.", "{a} did not remember to lock the door."), ("{a} did not lock the door.", "The door was not locked by {a}."), ("{a} locked the door.", "{a} remembered to lock the door."), ("A thief came in.",)),
    Statement(("{a} managed to repair {work} in {month}.", "In {month}, {a} succeeded in repairing {work}."), ("{a} repaired {work}.", "{work} was repaired in {month}."), ("{a} failed to repair {work}.", "{a} was unable to repair {work}."), ("{a} repaired {work} alone.",)),
    # Order, cause, time.
    Statement(("{a} left before {b} arrived.", "When {b} arrived, {a} had already left.", "{b} arrived after {a} had left."), ("{a} was gone when {b} came.", "{b} came after {a} left."), ("{b} arrived before {a} left.", "{a} left after {b} arrived.", "{a} was there when {b} arrived."), ("{a} did not want to meet {b}.",)),
    Statement(("{effect} was caused by {cause}.", "{cause} led to {effect}.", "{effect} came about because of {cause}."), ("The reason for {effect} was {cause}.", "{cause} caused {effect}."), ("{effect} caused {cause}.", "{cause} was the result of {effect}.", "The reason for {effect} was {cause2}."), ("{effect} cost {n} million euros.",)),
    Statement(("{a} was mayor from {year} until {year2}, then {b} took over.",), ("{b} became mayor after {a}.", "{a} was followed by {b}."), ("{a} became mayor after {b}.", "{b} was mayor before {a}."), ("{b} was more popular than {a}.",)),
    Statement(("{thing} was switched on in {month} and switched off in {month2}.", "From {month} to {month2}, {thing} was on."), ("{thing} was turned on in {month}.", "{thing} was turned off in {month2}."), ("{thing} was turned off in {month}.", "{thing} was never switched off.", "{thing} was switched on in {month2}."), ("{thing} broke in {month2}.",)),
    Statement(("{place} no longer sells tickets at the door.", "Tickets used to be sold at the door of {place}, but not any more."), ("You cannot buy tickets at the door of {place}.", "{place} once sold tickets at the door."), ("{place} sells tickets at the door.", "You can buy tickets at the door of {place}.", "{place} never sold tickets at the door."), ("Tickets are sold online.",)),
    Statement(("{place} is still closed.", "{place} has not opened yet."), ("{place} is not open.",), ("{place} is open.", "{place} has opened."), ("{place} will open in {month}.", "{place} closed in {month}.")),
    Statement(("{thing} is on by default and can be switched off for a while.", "By default {thing} is enabled; it can be disabled temporarily."), ("{thing} can be turned off for a limited time.", "Unless changed, {thing} is enabled."), ("{thing} is disabled by default.", "{thing} cannot be switched off.", "{thing} is off unless it is switched on."), ("{thing} is hard to find in the menu.",)),
    Statement(("{group} must not take the {item} home.", "{group} are forbidden to take the {item} home.", "Taking the {item} home is not permitted to {group}."), ("{group} have to leave the {item} there.", "It is forbidden for {group} to take the {item} home."), ("{group} may take the {item} home.", "{group} must take the {item} home.", "{group} are allowed to take the {item} home."), ("The {item} is kept in {place}.",)),
    Statement(("{group} need not bring a {item}.", "{group} do not have to bring a {item}.", "A {item} is optional for {group}."), ("Bringing a {item} is optional.", "{group} can come without a {item}."), ("{group} must bring a {item}.", "{group} must not bring a {item}.", "A {item} is required."), ("Most {group} bring a {item}.",)),
    Statement(("{law} was rejected by {n} votes.", "{law} failed by {n} votes."), ("{law} was not passed.", "{law} did not get a majority."), ("{law} was passed.", "{law} was accepted.", "{law} won by {n} votes."), ("{law} will be voted on again.",)),
    Statement(("The court acquitted {a}.", "{a} was found not guilty.", "{a} was cleared of all charges."), ("{a} was acquitted.", "The court found {a} not guilty."), ("{a} was convicted.", "{a} was found guilty.", "The court sentenced {a} to {n} years."), ("{a} went abroad.",)),
    Statement(("{co} works online only; without a connection it shows an error.", "{co} needs a connection and cannot be used offline."), ("{co} does not work offline.", "{co} needs an internet connection."), ("{co} has an offline mode.", "{co} can be used without a connection.", "{co} has an offline mode, as users report."), ("{co} is free.",)),
)
# fmt: on


def group(material: Material, rng: random.Random) -> list[Row]:
    """One statement, at times among other sentences; a claim that follows and near misses."""
    statement = rng.choice(STATEMENTS)
    fill = _filled(rng)
    text = render(rng.choice(statement.says), fill)
    if rng.random() < 0.55:
        text = " ".join(planted(text, material.corpus, rng, rng.choice(WORDS)))
    elif rng.random() < 0.5:
        other = render(rng.choice(rng.choice(STATEMENTS).says), _filled(rng, without=fill))
        text = " ".join(rng.sample((text, other), 2))
    premise = headed(text, "", rng, 0.2)
    claims = [(rng.choice(statement.true), ENTAILMENT)]
    others = [(claim, CONTRADICTION) for claim in statement.false] + [
        (claim, NEUTRAL) for claim in statement.open
    ]
    claims += rng.sample(others, min(len(others), rng.choice((1, 2, 2))))
    if len(statement.true) > 1 and rng.random() < 0.3:
        claims.append((rng.choice(statement.true), ENTAILMENT))
    rows = [Row(premise, render(claim, fill), label, "statement") for claim, label in claims]
    if rng.random() < 0.15:
        rows.append(_both(premise, statement, fill, rng))
    return rows


def _both(premise: str, statement: Statement, fill: dict[str, str], rng: random.Random) -> Row:
    """Two claims in one sentence; it holds only where both do."""
    first = render(rng.choice(statement.true), fill)
    second, label = rng.choice(
        [(t, ENTAILMENT) for t in statement.true] + [(f, CONTRADICTION) for f in statement.false[:2]]
    )
    second = render(second, fill)
    if second.split()[0] in NOT_NAMES:
        second = second[0].lower() + second[1:]
    return Row(premise, f"{first.rstrip('.')}, and {second}", label, "statement")


def _filled(rng: random.Random, without: dict[str, str] | None = None) -> dict[str, str]:
    """A value for every slot, people among them; values of ``without`` are not used again."""
    used = set(without.values()) if without else set()
    fill: dict[str, str] = {}
    for slot in "abc":
        woman = rng.random() < 0.5
        fill[slot] = rng.choice([n for n in (WOMEN if woman else MEN) if n not in used])
        fill[f"{slot}_he"] = "she" if woman else "he"
        used.add(fill[slot])
    for slot, values in _SLOTS.items():
        free = [value for value in values if value not in used] or list(values)
        fill[slot], fill[f"{slot}2"] = rng.sample(free, 2) if len(free) > 1 else (free[0], free[0])
    return fill
