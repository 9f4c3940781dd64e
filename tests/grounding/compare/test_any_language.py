"""Figures and shared words, whatever the language."""

import pytest

from grounding.compare.any_language import any_language_features
from grounding.compare.features import NAMES


def row(claim: str, premise: str) -> dict[str, float]:
    return dict(zip(NAMES, any_language_features(claim, premise), strict=True))


def test_a_figure_that_the_passage_rounds_is_there_and_another_is_opposed() -> None:
    premise = "Ricavi 2018: 82.776.000 euro (fatturato). La sede è a Parma."
    true = row("Nel 2018 il fatturato è stato di circa 82,8 milioni di euro.", premise)
    assert (true["missing_numbers"], true["opposed_numbers"]) == (0, 0)
    false = row("Nel 2018 il fatturato è stato di circa 92,8 milioni di euro.", premise)
    assert (false["missing_numbers"], false["opposed_numbers"]) == (1, 1)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Завод открыли в 1990 году.", "Завод открыли в 1994 году."),
        ("Der Flug kostet 3000 Euro.", "Der Flug kostet 3400 Euro."),
        ("Es waren -5 Grad.", "Es waren 5 Grad."),
        ("Der Umsatz stieg auf 10 Milliarden Euro.", "Der Umsatz stieg auf 10 Millionen Euro."),
    ],
)
def test_years_signs_and_magnitudes_are_not_rounded_away(claim: str, premise: str) -> None:
    assert row(claim, premise)["opposed_numbers"] == 2


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Der Vertrag endet am 05.12.2024.", "Der Vertrag endet am 12.05.2024."),
        ("会议在5月12日举行。", "会议在12月5日举行。"),
        ("Lyon compte 40 employés.", "Paris compte 40 employés. Lyon compte 25 employés."),
    ],
)
def test_a_figure_is_stated_only_in_its_place(claim: str, premise: str) -> None:
    assert (row(claim, premise)["stated_numbers"], row(claim, premise)["opposed_numbers"]) == (0, 2)


def test_words_for_one_are_not_asked_for() -> None:
    premise = "Ab dem 5. Juni gilt eine Frist von einem Jahr."
    assert row("Es gilt eine Frist von 1 Jahr.", premise)["missing_numbers"] == 0


def test_a_passage_without_figures_opposes_none() -> None:
    assert row("Man muss 21 Tage warten.", "Man muss einige Wochen warten.")["missing_numbers"] == 0


@pytest.mark.parametrize(
    ("claim", "premise", "opposed"),
    [
        ("Man muss 21 Tage vorher buchen.", "Man muss drei Wochen vorher buchen.", 0),
        ("Man muss 21 Wochen vorher buchen.", "Man muss drei Wochen vorher buchen.", 2),
        ("Een terugbetaling duurt drie werkdagen.", "Een terugbetaling duurt één werkdag.", 1),
        ("La garantía dura dos años.", "The warranty lasts 24 months.", 0),
        ("La garantía dura dos meses.", "The warranty lasts 24 months.", 1),
    ],
)
def test_number_words_and_units_of_time_are_compared(claim: str, premise: str, opposed: int) -> None:
    assert row(claim, premise)["opposed_numbers"] == opposed


def test_inflected_words_and_spaceless_scripts_are_shared() -> None:
    assert row("Музей открыли в парке.", "Музея в парке нет, его не открывали.")["coverage"] > 0.6
    assert row("田中さんは緑茶を飲む。", "田中さんは毎朝緑茶を飲む。")["coverage"] > 0.7
    assert row("Музей открыт.", "The bridge is long.")["uncovered"] == 1


@pytest.mark.parametrize(
    ("claim", "premise", "across"),
    [
        ("The warranty lasts two years.", "La garantía dura dos años y no cubre la batería.", 1),
        ("La garantía dura dos años.", "La garantía dura dos años y no cubre la batería.", 0),
        ("Der Vertrag endet 2024.", "Der Vertrag beginnt 2020 und endet 2024, sagt der Anwalt.", 0),
    ],
)
def test_two_languages_that_share_few_words(claim: str, premise: str, across: int) -> None:
    assert row(claim, premise)["across"] == across
