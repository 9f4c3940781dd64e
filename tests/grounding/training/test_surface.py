import random
import re

import pytest

from grounding.training.generator.surface import equal_and_unequal, in_words, loosened, other_number, restated


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (11, "eleven"),
        (40, "forty"),
        (123, "one hundred and twenty-three"),
        (1500, "one thousand five hundred"),
    ],
)
def test_numbers_in_words(value: int, words: str) -> None:
    assert in_words(value) == words


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("over 1,500 people died", {"1500", "one thousand five hundred", "fifteen hundred"}),
        ("won eleven prizes", {"11"}),
        ("rose by 12%", {"12 percent", "12 per cent"}),
        ("the third floor", {"3rd"}),
    ],
)
def test_a_restated_number_keeps_its_value(text: str, forms: set[str]) -> None:
    seen = {restated(text, random.Random(seed)) for seed in range(40)}
    assert len(seen) >= min(2, len(forms))
    assert all(any(form in (new or "") for form in forms) for new in seen)


def test_a_restated_date_names_the_same_day() -> None:
    for seed in range(30):
        new = restated("unveiled on July 8, 2007 in Everett", random.Random(seed))
        assert new and "2007" in new and re.search(r"\b0?8(th)?\b", new) and re.search(r"Jul|-07-", new)


@pytest.mark.parametrize("text", ["Route 32 was closed", "see Fig. 2 for details", "the IL-11 gene"])
def test_numbers_that_are_names_stay(text: str) -> None:
    assert restated(text, random.Random(0)) is None


def test_a_rounding_is_true_on_one_side_and_false_on_the_other() -> None:
    for seed in range(60):
        pair = loosened("The town had 1,523 inhabitants then", random.Random(seed))
        assert pair
        assert _holds(pair[0], 1523) and not _holds(pair[1], 1523), pair


def _holds(text: str, value: int) -> bool:
    if between := re.search(r"between ([\d,]+) and ([\d,]+)", text):
        low, high = (int(bound.replace(",", "")) for bound in between.groups())
        return low <= value < high
    match = re.search(
        r"(more than|over|fewer than|at least|at most|about|around|roughly|approximately) ([\d,]+)", text
    )
    assert match, text
    bound = int(match[2].replace(",", ""))
    if match[1] in ("more than", "over", "at least"):
        return value > bound
    if match[1] in ("fewer than", "at most"):
        return value < bound
    return abs(value - bound) <= 0.35 * value


@pytest.mark.parametrize("number", ["3", "1997", "1,500", "94.1", "eleven", "Twenty-one"])
def test_another_number_differs_and_keeps_its_form(number: str) -> None:
    for seed in range(50):
        new = other_number(number, random.Random(seed))
        assert new != number
        assert new[0].isalpha() == number[0].isalpha() and ("." in new) == ("." in number)


def test_fresh_numbers_come_in_two_forms_of_one_value_and_one_of_another() -> None:
    values = {"million": 10**6, "m": 10**6, "billion": 10**9, "b": 10**9, "thousand": 1000}
    checked = 0
    for seed in range(300):
        numbers = []
        for text in equal_and_unequal(random.Random(seed)):
            if match := re.search(r"([\d.,]+)\s?(million|billion|thousand|m|b)?$", text):
                numbers.append(round(float(match[1].replace(",", "")) * values.get(match[2], 1)))
        if len(numbers) == 3:
            checked += 1
            assert numbers[0] == numbers[1]
    assert checked > 20
