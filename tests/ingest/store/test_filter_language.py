"""The filter language: what it says becomes a tree; what it cannot say is refused with the place named."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import InvalidArgument
from ingest.store.filter_language import And, AnyOf, Compare, Condition, Not, Or, parse_filter


@pytest.mark.parametrize(
    ("expression", "tree"),
    [
        ('genre = "novel"', Compare("genre", "=", "novel")),
        ('genre == "novel"', Compare("genre", "=", "novel")),
        ('"my key" != "x \\"y\\""', Compare("my key", "!=", 'x "y"')),
        ("year >= 1990", Compare("year", ">=", 1990)),
        ("price<-1.5e1", Compare("price", "<", -15.0)),
        ("open = true", Compare("open", "=", True)),
        ('day > "2024-02-29"', Compare("day", ">", "2024-02-29")),
        ('lang: ANY("en", "de")', AnyOf("lang", ("en", "de"))),
        (
            "a = 1 AND b = 2 OR c = 3",
            Or((And((Compare("a", "=", 1), Compare("b", "=", 2))), Compare("c", "=", 3))),
        ),
        (
            "a = 1 && (b = 2 || c = 3)",
            And((Compare("a", "=", 1), Or((Compare("b", "=", 2), Compare("c", "=", 3))))),
        ),
        ("NOT a = 1 AND b = 2", And((Not(Compare("a", "=", 1)), Compare("b", "=", 2)))),
        ("größe = 3", Compare("größe", "=", 3)),
        ("shop.floor = 3", Compare("shop.floor", "=", 3)),
        ('"AND" = "x"', Compare("AND", "=", "x")),
        ("  ", None),
    ],
)
def test_expressions_and_their_trees(expression: str, tree: Condition | None) -> None:
    assert parse_filter(expression) == tree


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("genre", "an operator after 'genre' is missing"),
        ('genre = "novel', "position 7"),
        ("genre = novel", "strings are quoted"),
        ('genre < "novel"', "needs a number or an ISO date"),
        ("a = 1 b = 2", "'b' is not expected here"),
        ("(a = 1", "')' is expected in place of 'the end'"),
        ("a: ANY()", "')' is not a value"),
        ("a ~ 1", "position 1"),
        ('"" = 1', "is empty or holds"),
        ("open < true", "needs a number"),
        ("NOT " * 60 + "a = 1", "nested deeper than 50"),
        ("a = 1" + " " * 10_000, "the limit is 10000"),
    ],
)
def test_what_cannot_be_read_is_named(expression: str, complaint: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        parse_filter(expression)
    assert complaint in str(caught.value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(expression: str) -> None:
    with suppress(InvalidArgument):
        parse_filter(expression)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_quoted_value_comes_back_as_it_was(value: str) -> None:
    quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\\n")
    assert parse_filter(f'key = "{quoted}"') == Compare("key", "=", value)


@pytest.mark.parametrize(
    "cel, ours",
    [
        ('!(year == 2024) && month == "May"', 'NOT (year = 2024) AND month = "May"'),
        ("month != 'May'", 'month != "May"'),
        ("year in [2023, 2024]", "year: ANY(2023, 2024)"),
        ('"ships" in tags', 'tags: ANY("ships")'),
        ('day >= timestamp("2024-04-01T00:00:00Z")', 'day >= "2024-04-01T00:00:00Z"'),
    ],
)
def test_cel_says_the_same_in_its_own_words(cel: str, ours: str) -> None:
    assert parse_filter(cel) == parse_filter(ours)


@pytest.mark.parametrize(
    "wrong",
    [
        'month.startsWith("M")',
        "year + 1 == 2025",
        '"a" in "b"',
        "tags in",
        "a in [",
        'a = timestamp("soon")',
        "!",
    ],
)
def test_functions_arithmetic_and_half_lists_are_refused(wrong: str) -> None:
    with pytest.raises(InvalidArgument):
        parse_filter(wrong)
