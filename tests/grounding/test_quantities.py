import pytest

from grounding.quantities import compare_quantities


@pytest.mark.parametrize(
    ("claim", "premise", "held_opposed_missing"),
    [
        ("It won 11 prizes.", "It won eleven prizes.", (1, 0, 0)),
        ("It won 12 prizes.", "It won eleven prizes.", (0, 1, 0)),
        ("It won 12 prizes.", "It was liked.", (0, 0, 1)),
        ("The bag weighs 3.6 pounds.", "The bag weighs 3.6 kg.", (0, 1, 0)),
        ("The warranty lasts two years.", "The warranty lasts 24 months.", (1, 0, 0)),
        ("About 73% of the lines.", "73.26 percent of the lines.", (1, 0, 0)),
        ("The low was 8 °C.", "Overnight low: −8 °C.", (0, 1, 0)),
        ("The low was minus eight °C.", "Overnight low: −8 °C.", (1, 0, 0)),
        ("It was founded in 1975.", "It was founded in 1998.", (0, 1, 0)),
        ("Signed on 4 March 2021.", "Signed: 2021-03-05.", (1, 1, 0)),
        ("The deposit is 1450 dollars.", "Deposit: $1,450.00.", (1, 0, 0)),
        ("The rent is 1,450 pounds.", "The rent is £1,450 per month.", (1, 0, 0)),
        ("It raised 30 million euros.", "It has 130 employees until 2030.", (0, 0, 1)),
        ("31.5 million yuan", "合同金额为3150万元。", (1, 0, 0)),
        ("Released in 1997.", "Released on December 19, 1997", (1, 0, 0)),
        ("No figures here.", "Nor here.", (0, 0, 0)),
    ],
)
def test_amounts_are_compared_after_conversion(
    claim: str, premise: str, held_opposed_missing: tuple[int, int, int]
) -> None:
    assert compare_quantities(claim, [premise], premise) == held_opposed_missing


def test_the_nearest_sentence_decides() -> None:
    claim, premise = "Velvet seats 22 people.", "Topaz seats 22 people. Velvet seats 13 people."
    assert compare_quantities(claim, ["Velvet seats 13 people."], premise) == (0, 1, 0)
    assert compare_quantities(claim, ["Velvet is blue."], premise) == (1, 0, 0)


def test_only_the_nearest_sentence_opposes() -> None:
    assert compare_quantities("Released in 1997.", ["It is old."], "It is old. It sank in 1912.") == (0, 0, 1)


@pytest.mark.parametrize(
    ("claim", "premise", "held_opposed_missing"),
    [
        ("Scores lay between 80% and 90%.", "They scored 81%, 84.5% and 88.9%.", (1, 0, 0)),
        ("Scores lay between 80% and 90%.", "They scored 71%.", (0, 1, 0)),
        ("It lasted from 1914 to 1918.", "The war (1914–1918).", (1, 0, 0)),
        ("It began in 1914.", "The war of 1914-1918.", (1, 0, 0)),
        ("The bow must not exceed 0.75%.", "The bow shall be ≤ 0,75 %.", (1, 0, 0)),
        ("The bow is at most 1%.", "The bow is 0.75%.", (1, 0, 0)),
        ("More than 300 people came.", "350 people came.", (1, 0, 0)),
        ("Fewer than 300 people came.", "350 people came.", (0, 1, 0)),
        ("Over 1,500 people came.", "More than 1500 people came.", (1, 0, 0)),
        ("At least 18 years old", "under 16 years old", (0, 1, 0)),
        ("It fell to minus eight degrees Celsius.", "Low: −8 °C.", (1, 0, 0)),
        ("The unit rate in the South is 26.19 p/kWh.", "Region: South; Unit rate (p/kWh): 27.40", (0, 1, 0)),
        ("The unit rate in the South is 27.4 p/kWh.", "Region: South; Unit rate (p/kWh): 27.40", (1, 0, 0)),
    ],
)
def test_bounds_ranges_and_labels(
    claim: str, premise: str, held_opposed_missing: tuple[int, int, int]
) -> None:
    assert compare_quantities(claim, [premise], premise) == held_opposed_missing
