import pytest

from grounding.compare.amounts import compare_quantities


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


PRICES = "Town: Selby; Weekday price: 25.50; Weekend price: 31.00"


@pytest.mark.parametrize(
    ("claim", "premise", "held_opposed_missing"),
    [
        # What they count.
        ("The clinic has 14 nurses.", "The clinic has 62 nurses and 14 doctors.", (0, 1, 0)),
        ("The clinic has 14 doctors.", "The clinic has 62 nurses and 14 doctors.", (1, 0, 0)),
        ("It employs 14.", "The clinic has 62 nurses and 14 doctors.", (1, 0, 0)),
        # The label they stand after.
        ("Selby costs 25.50 at the weekend.", PRICES, (0, 1, 0)),
        ("Selby costs 31 at the weekend.", PRICES, (1, 0, 0)),
        ("Selby costs 31.", PRICES, (1, 0, 0)),
        ("The minimum voltage is 18 V.", "Part: Fan voltage; MIN: 4.5; MAX: 18", (0, 1, 0)),
        ("The maximum voltage is 18 V.", "Part: Fan voltage; MIN: 4.5; MAX: 18", (1, 0, 0)),
        ("Sales in 2020 were 5.", "Item: Sales; 2019: 5; 2020: 7", (1, 1, 0)),
        ("It was founded in 1905 and has 3,000 people.", "Founded: 1905; Population: 3,000", (2, 0, 0)),
        # What they are reckoned by.
        ("The rent is £1,450 per week.", "The rent is £1,450 per month.", (0, 1, 0)),
        ("The rent is £1,450 a month.", "The rent is £1,450 per month.", (1, 0, 0)),
        ("It costs 30 cents per mile.", "It costs 30 cents per kilometre.", (0, 1, 0)),
        ("It costs 30 cents per km.", "It costs 30 cents per kilometre.", (1, 0, 0)),
        # What stands beside them.
        (
            "The allowance within the country is €45.",
            "It is €28 within the country and €45 abroad.",
            (0, 1, 0),
        ),
        ("The allowance abroad is €45.", "It is €28 within the country and €45 abroad.", (1, 0, 0)),
        ("The allowance is €45.", "It is €28 within the country and €45 abroad.", (1, 0, 0)),
        # What was before a change.
        ("It expects 6% growth.", "It expects 9%, compared with its earlier forecast of 6%.", (0, 1, 0)),
        ("The launch is on 3 May.", "The launch moves from 3 May to 17 May.", (0, 1, 0)),
        ("The launch is on 17 May.", "The launch moves from 3 May to 17 May.", (1, 0, 0)),
        ("The launch had been set for 3 May.", "The launch moves from 3 May to 17 May.", (1, 0, 0)),
        ("It was 7.1% in 2019.", "It fell from 7.1% in 2019 to 5.4% in 2023.", (2, 0, 0)),
        ("The old price was 12 euros.", "The price rose from 12 to 15 euros.", (1, 0, 0)),
        ("It is 20 °C.", "It is 20\t°C.", (1, 0, 0)),
        ("It is open from 3 May.", "It is open from 3 May to 17 May.", (1, 0, 0)),
        # Another event has another date.
        ("The shop was sold in 2020.", "The shop was founded in 2010.", (0, 0, 1)),
        ("The shop was sold in 2020.", "The shop was sold in 2010.", (0, 1, 0)),
        # What two figures leave.
        ("10 sensors passed.", "Of the 12 sensors, 2 failed the test.", (0, 0, 1)),
        ("10 sensors passed.", "Of the 12 sensors, 2 failed the test; the others passed.", (1, 0, 0)),
        ("10 sensors failed.", "Of the 12 sensors, 2 failed the test; the others passed.", (0, 0, 1)),
        ("14 sensors passed.", "Of the 12 sensors, 2 failed; the others passed.", (0, 0, 1)),
        ("7 sensors passed.", "Of 12 sensors, 2 failed, 3 were lost and the others passed.", (1, 0, 0)),
        ("The gap must be at least 0.7 m.", "The gap must be at least 70 cm.", (1, 0, 0)),
        ("They slept 1.2 hours longer.", "They slept 7.1 hours, then 8.3 hours.", (0, 0, 1)),
        ("It lasts at least 18 hours.", "It lasts up to 18 hours.", (0, 1, 0)),
        ("Profit fell to £3.9 million.", "Profit fell from £4.2 million in 2022 to £3.6 million.", (0, 1, 0)),
        ("Revenue was £45 million.", "Revenue was £45m.", (1, 0, 0)),
        ("Staff may carry over at most 25 days.", "At most 5 may be carried over of 25 days.", (1, 0, 0)),
        ("11 sensors passed.", "Of the 12 sensors, 3 sensors failed.", (0, 1, 0)),
        ("12 sensors were read.", "10 sensors passed and 2 failed. 12 sensors were read.", (1, 0, 0)),
        # The bound of a rule is no amount within another.
        ("Notice must be given 14 days or more ahead.", "Notice must be given 28 days ahead.", (0, 1, 0)),
        ("At least 14 days' notice is required.", "At least 28 days' notice is required.", (0, 1, 0)),
        ("At least 14 days' notice is required.", "At least 14 days' notice is required.", (1, 0, 0)),
        ("At least 14 people came.", "At least 28 people came.", (1, 0, 0)),
        # How many rows there are.
        ("London has the lowest rate of the 3 regions.", "Region: London; Rate: 25.25", (0, 0, 1)),
        ("There are 2 regions.", "Region: London; Rate: 25.25\nRegion: East; Rate: 26.19", (1, 0, 0)),
        # Large figures without a unit.
        ("Revenue was 5,300,000.", "Revenue rose to 5.2 million.", (0, 1, 0)),
    ],
)
def test_figures_belong_to_what_they_are_told_of(
    claim: str, premise: str, held_opposed_missing: tuple[int, int, int]
) -> None:
    assert compare_quantities(claim, [premise], premise) == held_opposed_missing


def test_a_figure_of_another_row_under_the_same_header_opposes() -> None:
    rows = ["Lamp: Aurora; Watt: 12; Price: 89", "Lamp: Borealis; Watt: 20; Price: 129"]
    assert compare_quantities("The Aurora costs 129.", rows[:1], "\n".join(rows)) == (0, 1, 0)
    assert compare_quantities("The Aurora costs 89.", rows[:1], "\n".join(rows)) == (1, 0, 0)
