"""Which sentences claim something done: by grammar, not by their subject."""

import pytest

from grounding.actions.sentences import statement_of
from grounding.actions.verbs import root


@pytest.mark.parametrize(
    "text",
    [
        "I ran the tests.",
        "We've updated the config.",
        "I just pushed the fix.",
        "Both files have been removed.",
        "The file was saved.",
        "Created the bucket.",
        "You have been unsubscribed.",
        "The job took 12 minutes.",
        "After I checked the logs, nothing was left to do.",
        "The price was reduced by 3 percent.",
    ],
)
def test_past_of_the_first_person_agentless_passive_and_past_with_a_figure_claim(text: str) -> None:
    assert statement_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "I can save the file for you.",
        "I'll run the tests next.",
        "I would have deleted it.",
        "I did not send it.",
        "I haven't run the tests yet.",
        "Nothing has been moved.",
        "You asked me to save the file.",
        "You said the file was deleted.",
        "The tower was built in 1931.",
        "The file was written by Ada.",
        "I assumed you meant Monday.",
        "If it was deleted, restore it.",
        "The museum has 40 volunteers.",
    ],
)
def test_plans_denials_history_other_agents_and_acts_of_saying_claim_nothing(text: str) -> None:
    assert statement_of(text) is None


def test_each_verb_of_a_chain_is_an_act_with_its_own_things() -> None:
    statement = statement_of("I have submitted the form, updated the sheet and notified Ben.")
    assert statement and [(act.verb, set(act.things)) for act in statement.acts] == [
        ("submit", {"form"}),
        ("updat", {"sheet"}),
        ("notifi", {"ben"}),
    ]


def test_a_clause_of_another_subject_is_no_part_of_the_act() -> None:
    statement = statement_of("I ran the suite and everything passes.")
    assert statement and [set(act.things) for act in statement.acts] == [{"suit"}]


def test_what_is_tried_and_what_failed_is_known() -> None:
    tried = statement_of("I tried to move the money, but the transfer was refused.")
    assert tried and tried.failing and tried.acts[0].attempted and tried.acts[0].verb == "mov"
    fixed = statement_of("I fixed the failing test.")
    assert fixed and not fixed.failing
    denied = statement_of("I ran it and no request failed.")
    assert denied and not denied.failing


def test_a_tool_that_was_called_is_spoken_of() -> None:
    assert statement_of("The deployment failed.") is None
    assert statement_of("The deployment failed.", frozenset({"deploy"}))


def test_forms_of_a_verb_have_one_root() -> None:
    for forms in ("move moved moves", "try tried tries", "cancel cancelled", "rewrite rewrote", "pay paid"):
        assert len({root(form) for form in forms.split()}) == 1, forms
