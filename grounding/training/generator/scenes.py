# ruff: noqa: E501 -- a scene reads as a row of a table
"""Chats written from small scenes of our own: who asked, who will come, when and where, and who did not.

A scene is a few turns (``a``, ``b`` speak; ``c`` may be spoken of) and the claims that follow. A true claim turns
false when a slot takes another value (``{day}`` -> another day) or the speakers change places.
"""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grounding.training.generator.material import Material
from grounding.training.generator.words import DAYS, MEN, NOT_NAMES, WOMEN
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, NOT_ENTAILMENT, Row

SLOTS: Mapping[str, Sequence[str]] = {
    "day": (*DAYS, "tomorrow", "next week", "tonight"),
    "time": ("3 pm", "5", "6:30", "8 o'clock", "noon", "7", "9 am", "half past ten", "11", "4:15"),
    "place": ("the station", "the gym", "the library", "Starbucks", "the airport", "the mall", "the office", "the cinema",
              "the park", "the museum", "the pub", "school", "the dentist's", "the market", "the pool"),
    "city": ("London", "Berlin", "Paris", "Warsaw", "Chicago", "Rome", "Tokyo", "Madrid", "Lisbon", "Boston", "Oslo"),
    "food": ("pizza", "pasta", "sushi", "a salad", "a chocolate cake", "curry", "soup", "burgers", "tacos", "pancakes"),
    "event": ("the party", "the concert", "the meeting", "the wedding", "the barbecue", "the game", "the lecture",
              "the exam", "the conference", "the rehearsal"),
    "thing": ("a laptop", "a bike", "a dress", "a guitar", "a phone", "a car", "a sofa", "a book", "a camera", "a coat"),
    "lent": ("charger", "notes", "umbrella", "tent", "drill", "ladder", "suitcase", "car", "jacket", "calculator"),
    "n": ("two", "three", "5", "six", "10", "12", "20", "four", "eight", "30"),
    "price": ("$20", "50 euros", "£15", "$200", "80 bucks", "300 zloty", "$1,500", "120 euros"),
    "pet": ("cat", "dog", "parrot", "hamster", "rabbit"),
    "ill": ("the flu", "a headache", "a cold", "a fever", "a sore throat", "food poisoning", "a toothache"),
    "job": ("a nurse", "a teacher", "an engineer", "a waiter", "a lawyer", "a designer", "a driver"),
    "show": ("Friends", "Dark", "The Crown", "Titanic", "Star Wars", "Breaking Bad", "The Office", "Inception"),
    "subject": ("maths", "biology", "history", "physics", "French", "chemistry", "law"),
    "rel": ("mum", "dad", "sister", "brother", "boss", "grandma", "cousin", "neighbour"),
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """``turns`` start with the speaker's slot; ``false`` claims are denied by the turns; ``unsaid`` are neutral."""

    turns: tuple[str, ...]
    true: tuple[str, ...]
    false: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()


# fmt: off
SCENES = (
    Scene(("a: are you coming to {event} {on day}?", "b: {yes}, I'll be there at {time}"),
          ("{b} will come to {event} {on day}.", "{b} will be at {event} at {time}.", "{a} asks {b} if {b_he} is coming to {event}.", "{b} is going to {event} {on day} at {time}."),
          ("{b} can't come to {event}.", "{b} has no time for {event}."), ("{a} and {b} went to {event} last year.",)),
    Scene(("a: are you coming to {event} {on day}?", "b: {no}, I have to work", "a: {pity}"),
          ("{b} can't come to {event} because {b_he} has to work.", "{b} has to work.", "{b} won't come to {event} {on day}.", "{b} will miss {event}."),
          ("{b} will come to {event} {on day}.", "{b} will go to {event} after work.", "{a} can't come to {event} because {a_he} has to work."), ("{b} works as {job}.",)),
    Scene(("a: can you pick me up from {place} at {time}?", "b: {yes}, no problem"),
          ("{b} will pick {a} up from {place} at {time}.", "{a} wants {b} to pick {a_him} up.", "{b} agrees to pick {a} up from {place}."),
          ("{b} refuses to pick {a} up.", "{a} will pick {b} up from {place}."), ("{b} has a new car.",)),
    Scene(("a: can you pick me up from {place} at {time}?", "b: {no}, my car broke down. Ask {c}", "a: ok, I'll call {c_him}"),
          ("{b} can't pick {a} up because {b_his} car broke down.", "{a} will call {c}.", "{b}'s car broke down.", "{b} tells {a} to ask {c}.", "{a} needs a lift from {place}."),
          ("{b} will pick {a} up from {place}.", "{a}'s car broke down.", "{c}'s car broke down.", "{b} will call {c}."), ("{c} will pick {a} up at {time}.", "{c} agreed to drive {a}.")),
    Scene(("a: I just bought {thing}!", "b: nice! how much was it?", "a: {price}"),
          ("{a} bought {thing}.", "{a} bought {thing} for {price}.", "{a} paid {price}.", "{a} has bought {thing} and paid {price} for it."),
          ("{a} sold {thing}.", "{b} bought {thing} for {price}."), ("{b} wants to buy {thing} too.",)),
    Scene(("a: what do you want for dinner?", "b: {food}?", "a: we had that yesterday", "b: then {food2}", "a: ok, I'll make it"),
          ("{a} will make {food2} for dinner.", "{a} and {b} had {food} yesterday.", "{a} and {b} will have {food2} for dinner.", "{b} first suggests {food}."),
          ("{a} will make {food} for dinner.", "{b} will make {food2} for dinner.", "{a} and {b} had {food2} yesterday."), ("{b} hates {food}.",)),
    Scene(("a: have you seen my {lent}?", "b: {c} took it {yesterday}", "a: seriously? I need it today"),
          ("{c} took {a}'s {lent}.", "{a} is looking for {a_his} {lent}.", "{a} needs {a_his} {lent} today.", "{b} says that {c} took the {lent}."),
          ("{b} took {a}'s {lent}.", "{a} took {c}'s {lent}.", "{a} doesn't need {a_his} {lent} today."), ("{c} will bring the {lent} back tomorrow.",)),
    Scene(("a: could I borrow your {lent}?", "b: sure, come by {on day}", "a: thanks! I'll bring it back {on day2}"),
          ("{b} will lend {a} {b_his} {lent}.", "{a} wants to borrow {b}'s {lent}.", "{a} will come by {on day}.", "{a} will return the {lent} {on day2}."),
          ("{a} will lend {b} {a_his} {lent}.", "{b} doesn't want to lend {a} {b_his} {lent}.", "{a} will return the {lent} {on day}."), ("{a} broke {b}'s {lent}.",)),
    Scene(("a: I'm not feeling well today", "b: what's wrong?", "a: I have {ill}", "b: stay home then. I'll tell {c}"),
          ("{a} has {ill}.", "{a} doesn't feel well.", "{b} will tell {c} that {a} is ill.", "{b} advises {a} to stay home.", "{a} is not feeling well because {a_he} has {ill}."),
          ("{b} has {ill}.", "{a} will tell {c}.", "{a} feels great today.", "{c} has {ill}."), ("{a} will see a doctor.", "{c} will bring {a} some soup.")),
    Scene(("a: how was {city}?", "b: great! we stayed {n} days", "a: who did you go with?", "b: with {c}"),
          ("{b} went to {city} with {c}.", "{b} was in {city}.", "{b} and {c} spent {n} days in {city}.", "{b} liked {city}."),
          ("{a} went to {city} with {c}.", "{b} went to {city} alone.", "{b} hated {city}.", "{b} went to {city} with {a}."), ("{b} stayed in a hotel in {city}.",)),
    Scene(("a: did you watch {show}?", "b: not yet, is it good?", "a: I loved it. The ending is a bit sad though", "b: I'll watch it {on day}"),
          ("{a} loved {show}.", "{b} hasn't watched {show} yet.", "{b} will watch {show} {on day}.", "{a} thinks the ending of {show} is a bit sad."),
          ("{b} has already watched {show}.", "{a} hated {show}.", "{b} loved {show}."), ("{a} watched {show} with {c}.",)),
    Scene(("a: my {rel} is in hospital", "b: oh no, what happened?", "a: fell off a ladder {yesterday}", "b: I'm so sorry. Let me know if I can help"),
          ("{a}'s {rel} is in hospital.", "{a}'s {rel} fell off a ladder.", "{b} offers {b_his} help.", "{a}'s {rel} is in hospital after falling off a ladder."),
          ("{b}'s {rel} is in hospital.", "{a} fell off a ladder.", "{a} is in hospital."), ("{b} will visit {a}'s {rel}.", "{a}'s {rel} broke a leg.")),
    Scene(("a: I got the job!!", "b: congratulations! when do you start?", "a: {on day}. I'm going to be {job}"),
          ("{a} got a new job.", "{a} starts {a_his} new job {on day}.", "{a} will work as {job}.", "{b} congratulates {a}.", "{a} will start working as {job} {on day}."),
          ("{b} got a new job.", "{a} didn't get the job.", "{a} lost {a_his} job.", "{a} congratulates {b}."), ("{b} is looking for a job as well.",)),
    Scene(("a: {c} and I broke up", "b: what?! why?", "a: {c_he} met someone else", "b: what an idiot. Wanna talk? I can come over", "a: yes please"),
          ("{a} and {c} broke up.", "{a} broke up with {c} because {c_he} met someone else.", "{c} met someone else.", "{b} will come over to {a}'s place."),
          ("{b} and {c} broke up.", "{a} met someone else.", "{a} will come over to {b}'s place.", "{a} doesn't want to talk to {b}."), ("{a} and {c} were together for {n} years.",)),
    Scene(("a: do you have a pet?", "b: yes, a {pet}. And you?", "a: I'd like one but my {rel} is allergic"),
          ("{b} has a {pet}.", "{a}'s {rel} is allergic.", "{a} doesn't have a pet because {a_his} {rel} is allergic.", "{a} would like to have a pet."),
          ("{a} has a {pet}.", "{b}'s {rel} is allergic.", "{b} has no pets.", "{b} is allergic to pets."), ("{b}'s {pet} is {n} years old.",)),
    Scene(("a: where are you? we've been waiting for {n} minutes", "b: sorry, stuck in traffic. start without me", "a: ok, {c} already ordered"),
          ("{b} is stuck in traffic.", "{a} has been waiting for {n} minutes.", "{c} has already ordered.", "{b} is late because of the traffic.", "{b} tells {a} to start without {b_him}."),
          ("{a} is stuck in traffic.", "{b} has already ordered.", "{c} is stuck in traffic.", "{b} wants {a} and {c} to wait."), ("{a} is angry with {b}.", "{c} ordered {food}.")),
    Scene(("a: how did the {subject} exam go?", "b: terrible, I failed :(", "a: oh no. You can retake it, right?", "b: yeah, {on day}"),
          ("{b} failed the {subject} exam.", "{b} can retake the exam {on day}.", "{b} didn't pass the {subject} exam.", "{b} will retake the {subject} exam."),
          ("{a} failed the {subject} exam.", "{b} passed the {subject} exam.", "{b} can't retake the exam."), ("{a} will help {b} to study.", "{a} passed the exam.")),
    Scene(("a: shall we meet at {time}?", "b: could we make it {time2}? I finish late", "a: sure, {time2} it is. {place}?", "b: perfect"),
          ("{a} and {b} will meet at {time2}.", "{a} and {b} are meeting at {place} at {time2}.", "{b} finishes late.", "{b} asks to meet at {time2} because {b_he} finishes late."),
          ("{a} and {b} will meet at {time}.", "{a} finishes late.", "{b} doesn't want to meet {a}."), ("{c} will join them at {place}.",)),
    Scene(("a: I can't find the keys", "b: check the kitchen table", "a: not there", "b: your coat?", "a: found them! thx"),
          ("{a} found the keys in {a_his} coat.", "{a} couldn't find the keys.", "{b} helped {a} to find the keys."),
          ("{a} found the keys on the kitchen table.", "{b} lost {b_his} keys.", "{a} still can't find the keys."), ("{a} lost {a_his} keys yesterday as well.",)),
    Scene(("a: are we still on for {city} in the summer?", "b: I'd love to but I can't afford it", "a: I could lend you {price}", "b: really? you're the best. I'll pay you back in {month}"),
          ("{a} will lend {b} {price}.", "{b} can't afford the trip to {city}.", "{b} will pay {a} back in {month}.", "{a} and {b} want to go to {city} in the summer."),
          ("{b} will lend {a} {price}.", "{a} can't afford the trip to {city}.", "{a} will pay {b} back in {month}.", "{b} doesn't want to go to {city}."), ("{b} has never been to {city}.",)),
    Scene(("a: have you told {c} about {event}?", "b: no, I thought you would", "a: ok I'll text {c_him} now"),
          ("{a} will text {c} about {event}.", "{b} hasn't told {c} about {event}.", "{b} thought that {a} would tell {c}."),
          ("{b} will text {c} about {event}.", "{b} has told {c} about {event}.", "{c} will text {a}."), ("{c} will come to {event}.",)),
    Scene(("a: what should I get {c} for {c_his} birthday?", "b: {c_he} needs {thing}", "a: too expensive. Maybe tickets for {event}?", "b: {c_he}'d love that"),
          ("{a} is looking for a birthday present for {c}.", "{b} thinks {c} would love tickets for {event}.", "{a} finds {thing} too expensive.", "{b} suggests {thing} as a present for {c}."),
          ("{b} is looking for a birthday present for {a}.", "{a} will buy {c} {thing}.", "{b} thinks that {thing} is too expensive."), ("{c}'s birthday is {on day}.",)),
    Scene(("a: I'm moving to {city} {on day}", "b: wow, so soon? for work?", "a: no, to live with {c}", "b: I'm gonna miss you"),
          ("{a} is moving to {city} {on day}.", "{a} is moving to {city} to live with {c}.", "{b} will miss {a}.", "{a} will live with {c} in {city}."),
          ("{b} is moving to {city}.", "{a} is moving to {city} for work.", "{c} will miss {a}.", "{a} will live with {b}."), ("{b} will visit {a} in {city}.",)),
    Scene(("a: the meeting has been moved to {day}", "b: same time?", "a: no, {time}. And it's in room {n}", "b: ok, I'll let {c} know"),
          ("The meeting has been moved to {day}.", "The meeting will start at {time}.", "{b} will let {c} know about the meeting.", "The meeting is in room {n}."),
          ("{a} will let {c} know.", "The meeting has been cancelled.", "The time of the meeting has not changed."), ("{c} can't come to the meeting.",)),
    Scene(("Customer: Hello, my {lent} arrived damaged. Order {n}.", "Agent: I'm sorry to hear that. Would you like a refund or a replacement?", "Customer: A replacement please.", "Agent: It will be delivered by {day}."),
          ("The customer's {lent} arrived damaged.", "The customer wants a replacement.", "The agent says the replacement will be delivered by {day}.", "The agent offers a refund or a replacement and the customer chooses a replacement."),
          ("The customer wants a refund.", "The agent refuses to send a replacement.", "The {lent} arrived in good condition."), ("The customer paid {price} for the {lent}.", "The customer is very angry.")),
    Scene(("Doctor: What brings you in today?", "Patient: I've had {ill} for {n} days.", "Doctor: Any allergies?", "Patient: No.", "Doctor: I'll prescribe something. Come back {on day} if it's no better."),
          ("The patient has had {ill} for {n} days.", "The patient has no allergies.", "The doctor will prescribe something.", "The doctor tells the patient to come back {on day} if it is no better."),
          ("The patient has several allergies.", "The doctor has {ill}.", "The doctor prescribes nothing."), ("The patient is worried about {rel}.", "The doctor prescribed antibiotics.")),
    Scene(("a: who won?", "b: we did! {n} to {zero}", "a: did {c} play?", "b: no, {c_he} was injured. I scored twice though"),
          ("{b}'s team won.", "{c} didn't play because {c_he} was injured.", "{b} scored twice.", "{c} was injured."),
          ("{b}'s team lost.", "{c} scored twice.", "{b} was injured.", "{a} scored twice.", "{c} played in the game."), ("{c} broke {c_his} leg.",)),
    Scene(("a: {c} is coming over {on day}", "b: oh nice, is {c_he} staying for dinner?", "a: yes, so can you buy {food}?", "b: sure. anything else?", "a: and some wine"),
          ("{c} is coming over {on day}.", "{b} will buy {food} and some wine.", "{c} will stay for dinner.", "{a} asks {b} to buy {food}.", "{a} and {b} will have dinner with {c} {on day}."),
          ("{a} will buy {food}.", "{c} won't stay for dinner.", "{c} will buy some wine."), ("{c} doesn't like {food}.", "{c} will stay overnight.")),
    Scene(("a: did you get my message?", "b: no, my phone died. what did it say?", "a: that the {event2} thing... I mean {event} is cancelled", "b: why?", "a: {c} is ill"),
          ("{event} is cancelled because {c} is ill.", "{b} didn't get {a}'s message because {b_his} phone died.", "{c} is ill.", "{b}'s phone died."),
          ("{a}'s phone died.", "{b} is ill.", "{event} will take place as planned.", "{a} is ill."), ("{event} will be moved to {day}.",)),
    Scene(("a: I've been reading about {city}. Did you know {n} million people live there?", "b: no! I thought it was smaller", "a: we should go", "b: maybe in {month}, after my exams"),
          ("{a} has been reading about {city}.", "{b} thought {city} was smaller.", "{a} wants to go to {city} with {b}.", "{b} may go to {city} in {month} after {b_his} exams."),
          ("{b} has been reading about {city}.", "{a} thought {city} was smaller.", "{b} will go to {city} before {b_his} exams.", "{a} has exams."), ("{a} and {b} have booked a flight to {city}.",)),
    Scene(("a: the {pet} ran away again!", "b: have you looked in the garden?", "a: yes, and {c} is checking the street", "b: I'm on my way"),
          ("{a}'s {pet} ran away.", "{c} is checking the street.", "{b} is coming to help {a}.", "{a} has looked for the {pet} in the garden.", "{a} and {c} are looking for the {pet}."),
          ("{b}'s {pet} ran away.", "{b} is checking the street.", "{c} is on the way.", "{a} hasn't looked in the garden."), ("{c} found the {pet}.",)),
    Scene(("a: who's driving {on day}?", "b: {c} offered, but {c_he} wants to leave at {time}", "a: that's too early for me", "b: then take the train with me at {time2}", "a: deal"),
          ("{a} and {b} will take the train at {time2}.", "{c} offered to drive.", "{c} wants to leave at {time}.", "{a} finds {time} too early.", "{a} will take the train with {b} because {c} wants to leave too early."),
          ("{a} will go with {c}.", "{b} offered to drive.", "{c} will take the train.", "{a} and {b} will take the train at {time}."), ("{c} is angry that {a} and {b} take the train.",)),
    Scene(("a: can you help me with my {subject} homework?", "b: I'm bad at {subject}, but {c} got an A", "a: would {c_he} help me?", "b: I'll ask {c_him} tomorrow"),
          ("{a} needs help with {a_his} {subject} homework.", "{b} is bad at {subject}.", "{b} will ask {c} to help {a}.", "{c} got an A in {subject}.", "{b} can't help {a} because {b_he} is bad at {subject}, but {b_he} will ask {c}."),
          ("{a} is bad at cooking.", "{c} is bad at {subject}.", "{b} got an A in {subject}.", "{a} will ask {c} tomorrow."), ("{c} will help {a} with the homework.",)),
    Scene(("a: I paid {price} for the tickets, you owe me half", "b: sorry, forgot. I'll transfer it tonight", "a: no rush, {day} is fine"),
          ("{a} paid {price} for the tickets.", "{b} owes {a} half of the money.", "{b} forgot to pay {a} back.", "{b} will transfer the money tonight."),
          ("{b} paid for the tickets.", "{a} owes {b} half of the money.", "{a} wants the money at once.", "{a} will transfer the money tonight."), ("{b} has no money.", "The tickets are for {event}.")),
    Scene(("a: I don't want to go to {event} any more", "b: why not? you were so excited", "a: {c} will be there and we're not talking", "b: just ignore {c_him}. come on, I'll be with you", "a: ok fine"),
          ("{a} and {c} are not talking to each other.", "{a} agrees to go to {event} in the end.", "{b} persuades {a} to go to {event}.", "{a} didn't want to go to {event} because {c} will be there.", "{a} and {b} will go to {event}."),
          ("{b} doesn't want to go to {event}.", "{c} persuades {a} to go to {event}.", "{a} won't go to {event}.", "{b} and {c} are not talking to each other."), ("{a} and {c} had an argument last week.",)),
    Scene(("Manager: We need to cut costs by {n} percent.", "Marketing: We could spend less on ads.", "Engineer: I'd rather delay the new app until {month}.", "Manager: Good, let's delay the app and keep the ads."),
          ("The manager decides to delay the app and keep the ads.", "Costs must be cut by {n} percent.", "The engineer suggests delaying the new app until {month}.", "Marketing suggests spending less on ads."),
          ("The manager decides to spend less on ads.", "Marketing suggests delaying the app.", "The engineer suggests spending less on ads.", "The new app will not be delayed."), ("The company lost money last year.",)),
    Scene(("a: should I take the bus or the train to {city}?", "b: the train, it's faster", "a: but it costs {price}", "b: worth it", "a: ok, train then"),
          ("{a} will take the train to {city}.", "{b} recommends the train because it is faster.", "The train to {city} costs {price}.", "{a} is going to {city}."),
          ("{a} will take the bus to {city}.", "{b} recommends the bus.", "The train is slower than the bus.", "{b} is going to {city}."), ("{a} has already bought the ticket.",)),
)
# fmt: on
_FILLERS = (
    "a: hey",
    "b: hi!",
    "a: what's up?",
    "b: haha",
    "a: ok",
    "b: <file_photo>",
    "a: :)",
    "b: lol",
    "a: how are you?",
    "b: fine thx",
    "a: omg",
    "b: really?",
    "a: cool",
    "b: see you!",
    "a: bye",
    "b: great",
    "a: got it",
    "b: sure",
)  # fmt: skip
_LINKS = ("\n", "\n", "\n", " . ", " ", "\r\n")


def group(material: Material, rng: random.Random) -> list[Row]:
    """One chat of one or two scenes; a true claim, at times two joined, and two near misses."""
    scenes = rng.sample(SCENES, rng.choice((1, 1, 2)))
    people = _people(rng)
    fills = [_slots(people, rng) for _ in scenes]
    turns = [
        _turn(turn, fill, rng) for scene, fill in zip(scenes, fills, strict=True) for turn in scene.turns
    ]
    for _ in range(rng.choice((0, 1, 2, 4, 6))):
        turns.insert(rng.randint(0, len(turns)), _turn(rng.choice(_FILLERS), fills[0], rng))
    if rng.random() < 0.3 and material.spoken:
        speaker = fills[0][rng.choice("ab")]
        turns.insert(rng.randint(0, len(turns)), f"{speaker}: {rng.choice(material.spoken).premise.strip()}")
    premise = rng.choice(_LINKS).join(turns)
    at = rng.randrange(len(scenes))
    scene, fill = scenes[at], fills[at]
    template = rng.choice(scene.true)
    claim = render(template, fill)
    other = 1 - at if len(scenes) == 2 else at
    spare = [t for t in scenes[other].true if t != template]
    suffix = " " + render(rng.choice(spare), fills[other]) if rng.random() < 0.4 else ""
    if suffix and rng.random() < 0.6:
        tail = suffix.strip()
        suffix = " and " + (tail if tail.split()[0] not in NOT_NAMES else tail[0].lower() + tail[1:])
    rows = [Row(premise, _with(claim, suffix), ENTAILMENT, "scene")]
    misses = [m for m in (_changed(template, fill, rng), _exchanged(template, fill)) if m]
    misses += [(render(t, fill), CONTRADICTION) for t in rng.sample(scene.false, min(1, len(scene.false)))]
    misses += [(render(t, fill), NEUTRAL) for t in rng.sample(scene.unsaid, min(1, len(scene.unsaid)))]
    for text, label in rng.sample(misses, min(len(misses), rng.choice((1, 1, 2)))):
        rows.append(Row(premise, _with(text, suffix), label, "scene"))
    return rows


def _with(claim: str, suffix: str) -> str:
    return claim.rstrip(".") + suffix if suffix.startswith(" and ") else claim + suffix


def _people(rng: random.Random) -> dict[str, str]:
    people: dict[str, str] = {}
    for slot in "abc":
        woman = rng.random() < 0.5
        name = rng.choice([n for n in (WOMEN if woman else MEN) if n not in people.values()])
        he, his, him = ("she", "her", "her") if woman else ("he", "his", "him")
        people |= {slot: name, f"{slot}_he": he, f"{slot}_his": his, f"{slot}_him": him}
    return people


def _slots(people: dict[str, str], rng: random.Random) -> dict[str, str]:
    fill = dict(people)
    for name, values in SLOTS.items():
        fill[name], fill[f"{name}2"] = rng.sample(values, 2)
    fill["month"], fill["month2"] = rng.sample(("May", "July", "September", "December"), 2)
    fill |= {"zero": rng.choice(("nil", "0", "one")), "yesterday": rng.choice(("yesterday", "this morning"))}
    fill |= {
        "yes": rng.choice(("yes", "sure", "yep", "of course")),
        "no": rng.choice(("no", "sorry", "nope", "unfortunately not")),
    }
    fill["pity"] = rng.choice(("pity", "too bad", "oh no", "maybe next time"))
    return fill


def render(template: str, fill: Mapping[str, str]) -> str:
    """Slots filled; ``{on day}`` takes its preposition where the value wants one."""

    def value(match: re.Match[str]) -> str:
        slot = match[1]
        if slot.startswith("on "):
            day = fill[slot[3:]]
            return f"on {day}" if day in DAYS else day
        return fill[slot]

    text = re.sub(r"\{([^}]+)\}", value, template)
    return text[:1].upper() + text[1:]


def _turn(turn: str, fill: Mapping[str, str], rng: random.Random) -> str:
    speaker, _, said = turn.partition(": ")
    said = render(said, fill) if rng.random() < 0.6 else render(f"_{said}", fill)[1:]
    return f"{fill.get(speaker, speaker)}: {said}"


def _changed(template: str, fill: Mapping[str, str], rng: random.Random) -> tuple[str, int] | None:
    slots = [s for s in (*SLOTS, "month") if re.search(rf"\{{(?:on )?{s}\}}", template)]
    if not slots:
        return None
    slot = rng.choice(slots)
    return render(template, {**fill, slot: fill[f"{slot}2"]}), CONTRADICTION


def _exchanged(template: str, fill: Mapping[str, str]) -> tuple[str, int] | None:
    if "{a} and {b}" in template or not re.search(r"\{[ab]\}", template):
        return None
    turned = {"a": "b", "b": "a"}
    swapped = {
        k: fill[turned[k[0]] + k[1:]] if k[0] in turned and k[1:] in ("", "_he", "_his", "_him") else v
        for k, v in fill.items()
    }
    return render(template, swapped), NOT_ENTAILMENT
