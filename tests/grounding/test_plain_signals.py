"""Figures and shared words, whatever the language."""

import pytest

from grounding.plain_signals import figures, signals
from grounding.signals import NAMES


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("82.776.000 euro", [{82_776_000}]),
        ("circa 82,8 milioni di euro", [{82_800_000}]),
        ("1.500 pezzi", [{1500, 1.5}]),
        ("1,450.00 / 1.450,00", [{1450}, {1450}]),
        ("合同金额为3150万元。", [{31_500_000}]),
        ("馆内藏书超过三百万册。", [{3_000_000}]),
        ("2億5000万円", [{250_000_000}]),
        ("تأسست عام ٢٠٢٤", [{2024}]),
        ("₹1,20,000", [{120_000}]),
        ("am 01.07.2024 um 15:30 Uhr", [{1}, {7}, {2024}, {15.3}]),
        ("buka pukul 08.00 sampai 16.00", [{8}, {16}]),
        ("二〇二四年", [{2024}]),
        ("一些", []),
        ("R-15", [{15}]),
        ("-5 Grad, 2019-2024", [{-5}, {2019}, {2024}]),
        ("10 Milliarden, 10 Millionen, 10 mil millones", [{1e10}, {1e7}, {1e10}]),
        ("5 Billionen", [{5e9, 5e12}]),
        ("5 milligrammi", [{5}]),
        ("跑道长5千米", [{5}]),
        ("公司有三万五千名员工", [{35_000}]),
    ],
)
def test_figures(text: str, values: list[set[float]]) -> None:
    assert [set(one) for one in figures(text)] == values


def row(claim: str, premise: str) -> dict[str, float]:
    return dict(zip(NAMES, signals(claim, premise), strict=True))


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


def test_a_passage_without_figures_opposes_none() -> None:
    assert row("Man muss 21 Tage warten.", "Man muss drei Wochen warten.")["missing_numbers"] == 0


def test_inflected_words_and_spaceless_scripts_are_shared() -> None:
    assert row("Музей открыли в парке.", "Музея в парке нет, его не открывали.")["coverage"] > 0.6
    assert row("田中さんは緑茶を飲む。", "田中さんは毎朝緑茶を飲む。")["coverage"] > 0.7
    assert row("Музей открыт.", "The bridge is long.")["uncovered"] == 1
