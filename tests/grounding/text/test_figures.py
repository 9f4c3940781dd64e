"""Figures of texts in any language."""

import pytest

from grounding.text.figures import agrees, figures


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
        ("Die drei Brücken kosteten zwölf Millionen Euro.", [{3}, {12_000_000}]),
        ("Er hatte sie nie gesehen, obwohl er acht Jahre dort war.", [{8}]),
        ("Questa casa ha sei stanze.", [{6}]),
        ("L'hôtel compte vingt-deux chambres.", [{22}]),
        ("L'hôtel a quatre-vingt-dix chambres et soixante-douze lits.", [{90}, {72}]),
        ("El hotel tiene cincuenta y una habitaciones.", [{51}]),
        ("Die Firma hat fünfundzwanzig Mitarbeiter und zweihundert Kunden.", [{25}, {200}]),
        ("Il museo ha ventitré sale e duecento quadri.", [{23}, {200}]),
        ("Kelas itu punya dua belas siswa.", [{12}]),
        ("В школе двадцать пять учеников.", [{25}]),
        ("매출은 2억 5천만 원이다.", [{250_000_000}]),
        ("会社の売上は1兆2000億円です。", [{1.2e12}]),
        ("会社は三人で設立された。", [{3}]),
        ("公司收入为3千万元。", [{30_000_000}]),
        ("La réunion commence à 14h30.", [{14.3}]),
        ("会议14点30分开始。", [{14.3}]),
        ("Das Treffen beginnt um 9 Uhr 30.", [{9.3}]),
        ("Sie sei nicht da, sagte er, und das war es.", []),
    ],
)
def test_figures(text: str, values: list[set[float]]) -> None:
    assert [set(one.readings) for one in figures(text)] == values


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("drei Wochen", "21 Tage", True),
        ("drei Wochen", "21 Wochen", False),
        ("2 años", "24 months", True),
        ("2 años", "24 años", False),
        ("3時間", "180分", True),
        ("2024年", "2024", True),
        ("5 Werktage", "5 Tage", True),
        ("90 Tage", "3 Monate", True),
        ("2000 m", "2 km", True),
        ("5 kg", "5 g", False),
        ("5 Prozent", "5 Euro", False),
        ("75010", "75012", False),
        ("82,8 millions", "82 776 000", True),
    ],
)
def test_times_agree_across_units(one: str, other: str, agree: bool) -> None:
    (claimed,), (stated,) = figures(f"Es dauert {one}." if "W" in one else one), figures(other)
    assert agrees(claimed, stated) is agree
