from grounding.evidence.table_rows import rows_with_headers
from grounding.evidence.windows import windows_of
from grounding.types import Fact

TABLE = "| Region | Rate (p/kWh) |\n|---|---|\n| East | 26.19 |\n| South | 27.40 |"


def test_a_row_is_told_with_its_headers() -> None:
    assert list(rows_with_headers(TABLE).values()) == [
        "",
        "Region: East; Rate (p/kWh): 26.19",
        "Region: South; Rate (p/kWh): 27.40",
    ]
    assert all(span.of(TABLE).startswith("|") for span in rows_with_headers(TABLE))


def test_a_first_line_without_figures_is_the_head_of_a_table_without_a_rule() -> None:
    assert list(rows_with_headers("City | Age\nOslo | 970\nRome | 2770").values()) == [
        "City: Oslo; Age: 970",
        "City: Rome; Age: 2770",
    ]


def test_lines_that_make_no_table_are_left_alone() -> None:
    assert rows_with_headers("One | two\n\nThree | four | five") == {}
    assert rows_with_headers("2019 | 5\n2020 | 6") == {}
    assert rows_with_headers("No bars.\nNone here.") == {}


def test_each_row_is_read_by_itself_below_the_title_of_its_table() -> None:
    text = "Ages\nCity: Rome; Age: 2770\nCity: Oslo; Age: 970. Founded late."
    windows = windows_of(0, Fact(text, {"title": "Cities"}), lambda language: True)
    assert [window.premise for window in windows] == [
        "title: Cities\nAges",
        "title: Cities\nAges\nCity: Rome; Age: 2770",
        "title: Cities\nAges\nCity: Oslo; Age: 970. Founded late.",
    ]
    assert windows[2].span.of(text) == "City: Oslo; Age: 970. Founded late."
