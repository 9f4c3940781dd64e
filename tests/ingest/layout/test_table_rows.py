"""Each row of a table says what its values are."""

import pytest

from ingest.layout.table_rows import table_lines


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ([["City", "Rate"], ["London", "25.25"], ["Oslo", ""]], ["City: London; Rate: 25.25", "City: Oslo"]),
        # Two levels: merged cells said in each place, or places left free.
        (
            [["Site", "Visitors", "Visitors"], ["Site", "2022", "2023"], ["Castle", "12", "15"]],
            ["Site: Castle; Visitors 2022: 12; Visitors 2023: 15"],
        ),
        (
            [["Site", "Visitors", ""], ["", "2022", "2023"], ["Castle", "12", "15"]],
            ["Site: Castle; Visitors 2022: 12; Visitors 2023: 15"],
        ),
        (
            [
                ["", "North", "", "South", ""],
                ["Month", "In", "Out", "In", "Out"],
                ["May", "1", "2", "3", "4"],
            ],
            ["Month: May; North In: 1; North Out: 2; South In: 3; South Out: 4"],
        ),
        # A label said once for several rows; a value that is missing elsewhere is missing.
        (
            [["Region", "Site", "Staff"], ["North", "Mill", "4"], ["", "Pier", "2"], ["South", "Quay", "6"]],
            [
                "Region: North; Site: Mill; Staff: 4",
                "Region: North; Site: Pier; Staff: 2",
                "Region: South; Site: Quay; Staff: 6",
            ],
        ),
        (
            [["Region", "Site", "Staff"], ["North", "Mill", "4"], ["", "", "2"], ["South", "Quay", "6"]],
            ["Region: North; Site: Mill; Staff: 4", "Staff: 2", "Region: South; Site: Quay; Staff: 6"],
        ),
        # A cell as wide as the table names the rows below it, but not their sum.
        (
            [["Site", "Staff", "Cost"], ["Northern sites"], ["Mill", "3", "4"], ["Total", "3", "4"]],
            [
                "Northern sites",
                "Northern sites; Site: Mill; Staff: 3; Cost: 4",
                "Site: Total; Staff: 3; Cost: 4",
            ],
        ),
        ([["Name:", "Ada"], ["Born:", "1931"]], ["Name: Ada", "Born: 1931"]),
        ([["Ada", "36"], ["Bo", "41"]], ["Ada | 36", "Bo | 41"]),
        # The head said again.
        ([["a", "b"], ["1", "2"], ["a", "b"], ["3", "4"]], ["a: 1; b: 2", "a: 3; b: 4"]),
    ],
)
def test_lines(rows: list[list[str]], lines: list[str]) -> None:
    assert list(table_lines(rows, above=list)) == lines


def test_a_title_goes_above() -> None:
    above: list[str] = []
    assert list(table_lines([["Rates of 2026"], ["City", "Rate"], ["Oslo", "1"]], above=above.append)) == [
        "City: Oslo; Rate: 1"
    ]
    assert above == ["Rates of 2026"]
