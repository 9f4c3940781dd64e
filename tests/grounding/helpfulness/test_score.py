"""Helpful answers rank above partial, florid and idle ones, in any domain; padding never helps."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grounding.claims.split import split_claims
from grounding.helpfulness.questions import Asked, parts_of
from grounding.helpfulness.score import helpfulness

TITANIC = "Who directed and starred in the movie Titanic?"
FLORID = (
    "Amidst the vast expanse of the ocean, where history and romance intertwine, the 1997 masterpiece "
    "Titanic, directed by the visionary James Cameron, set sail. Leonardo DiCaprio and Kate Winslet, those "
    "radiant stars of the silver screen, starred as the lovers Jack and Rose, whose passion defied the rigid "
    "conventions of their time."
)
# For each prompt answers from the most helpful to the least; neighbours differ by at least 0.02.
RANKED = {
    "Who wrote and illustrated Moon Garden?": (
        "Moon Garden was written by Ada Park. It was illustrated by Tom Reyes.",
        "Ada Park and Tom Reyes.",
        "Moon Garden was written by Ada Park.",
        "Moon Garden is a lovely book.",
        "Bananas are rich in potassium.",
    ),
    "When did the Elm Street bridge open?": (
        "The Elm Street bridge opened on 3 May 1932.",
        "In 1932.",
        "The Elm Street bridge is made of steel.",
        "I could not find that in the documents.",
    ),
    "How many people live on the island?": (
        "The island has 900 inhabitants.",
        "900",
        "The island is green.",
        "Bread is baked every day.",
    ),
    "Where is the head office of Borealis?": (
        "The head office of Borealis is in Lisbon.",
        "Lisbon",
        "Borealis makes sails.",
        "The weather was fine.",
    ),
    "Why was the night train cancelled?": (
        "The night train was cancelled because the bridge at Vejle is being repaired.",
        "Because of repairs.",
        "The night train was blue.",
        "Cats sleep a lot.",
    ),
    "How do I reset my password?": (
        "To reset your password, open Settings, choose Security and press Reset password.",
        "Your password can be reset.",
        "The firm was founded in 1990.",
    ),
    "Is the museum open on Mondays?": (
        "No, the museum is not open on Mondays.",
        "No.",
        "The ferry leaves at 8.",
    ),
    "What is the capital of France, and when did the Louvre open?": (
        "The capital of France is Paris. The Louvre opened in 1793.",
        "The capital of France is Paris.",
        "France has many rivers.",
        "Let me know if you have more questions.",
    ),
}
IRRELEVANT = [
    "Bananas are rich in potassium.",
    "Oslo was founded by Harald in 1048.",
    "He likes dogs because they bark.",
    "It rained in Rome at noon.",
    "No. 5 costs 12 euros.",
    "I hope this helps!",
]


def score(prompt: str, answer: str) -> float:
    return helpfulness(prompt, answer, split_claims(answer))


def test_the_documented_order_with_its_gaps() -> None:
    full = score(
        TITANIC, "Titanic was directed by James Cameron. It starred Leonardo DiCaprio and Kate Winslet."
    )
    bare = score(TITANIC, "Cameron, DiCaprio and Winslet.")
    florid = score(TITANIC, FLORID)
    assert full >= bare + 0.02
    assert bare >= florid + 0.1
    assert florid > 0.4


@pytest.mark.parametrize("prompt", RANKED)
def test_ranked_answers(prompt: str) -> None:
    scores = [score(prompt, answer) for answer in RANKED[prompt]]
    assert all(better >= worse + 0.02 for better, worse in pairwise(scores)), scores
    assert scores[0] >= 0.9
    assert scores[-1] <= 0.2


@given(st.sampled_from(sorted(RANKED)), st.integers(0, 3), st.lists(st.sampled_from(IRRELEVANT), max_size=4))
def test_irrelevant_sentences_never_help(prompt: str, number: int, padding: list[str]) -> None:
    answer = RANKED[prompt][number % len(RANKED[prompt])]
    padded = answer if answer.endswith((".", "!")) else answer + "."
    last = score(prompt, padded)
    for sentence in padding:
        padded += " " + sentence
        assert 0 <= score(prompt, padded) <= last
        last = score(prompt, padded)


def test_a_padded_answer_is_worth_less_in_the_end() -> None:
    answer = "The island has 900 inhabitants. " + "Bananas are rich in potassium. " * 20
    assert score("How many people live on the island?", answer) < 0.8


def test_a_list_of_steps_answers_how() -> None:
    steps = "1. Open Settings.\n2. Choose Security.\n3. Press the red button."
    assert score("How do I reset my password?", steps) >= 0.9


def test_nothing_asked_or_nothing_said() -> None:
    assert score("?!", "It sank.") == 0
    assert score(TITANIC, "I don't know.") == 0


def test_prompts_in_other_languages_go_by_their_topic() -> None:
    prompt = "Wann wurde die Brücke eröffnet?"
    assert score(prompt, "Die Brücke wurde 1932 eröffnet.") > score(prompt, "Bananen sind gelb.")
    assert score("这座桥什么时候开通？", "这座桥于1932年开通。") > score(
        "这座桥什么时候开通？", "香蕉是黄色的。"
    )


@pytest.mark.parametrize(
    ("prompt", "asked"),
    [
        ("Who and when?", [Asked.WHO, Asked.WHEN]),
        ("How long is the bridge?", [Asked.NUMBER]),
        ("In which city was she born?", [Asked.WHERE]),
        ("Can I bring a dog?", [Asked.YES_NO]),
        ("Summarise the report.", [Asked.OPEN]),
        ("Which year did it open, and why was it closed?", [Asked.WHEN, Asked.WHY]),
    ],
)
def test_kinds_of_questions(prompt: str, asked: list[Asked]) -> None:
    assert [part.asked for part in parts_of(prompt)] == asked
