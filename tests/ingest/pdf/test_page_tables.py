"""Rows of a table stand on one line each, with bars between their cells; columns of prose are no table."""

from ingest.pdf.columns import Piece
from ingest.pdf.page_tables import PageTables, same_letters, with_tables

TABLE = [
    ["Lamp", "Colour", "Price"],
    ["Harbour", "red", "12.50"],
    ["Pier", "green", "7.20"],
    ["Tower", "white", "104.00"],
]
WHOLE = "Lamp | Colour | Price\nHarbour | red | 12.50\nPier | green | 7.20\nTower | white | 104.00"


def placed(rows: list[list[str]], width: float = 80, top: float = 700) -> list[Piece]:
    return [
        Piece(cell, 50 + 120 * x, top - 12 * y - 10, 50 + 120 * x + width, top - 12 * y)
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
        if cell
    ]


def cell_by_cell(rows: list[list[str]]) -> str:
    return "\n".join(cell for row in rows for cell in row)


def test_one_cell_a_line() -> None:
    assert with_tables(cell_by_cell(TABLE), placed(TABLE)) == PageTables(WHOLE, torn=True)


def test_cells_run_together_in_another_order() -> None:
    text = "\n".join(f"{colour}{lamp} {price}" for lamp, colour, price in TABLE)
    assert with_tables(text, placed(TABLE)) == PageTables(WHOLE, torn=True)


def test_rows_that_are_whole_get_their_bars() -> None:
    text = "\n".join(" ".join(row) for row in TABLE)
    assert with_tables(text, placed(TABLE)) == PageTables(WHOLE, torn=False)


def test_the_head_has_an_empty_cell_where_it_says_nothing() -> None:
    rows = [["", "Colour", "Price"], *TABLE[1:]]
    found = with_tables(cell_by_cell(rows), placed(rows))
    assert found and found.text == WHOLE.replace("Lamp | Colour | Price", "|  | Colour | Price |")


def test_a_name_over_two_columns_is_said_of_both() -> None:
    below = [["Lamp", "2023", "2024"], *TABLE[1:]]
    group = Piece("Sales of lamps", 240, 702, 330, 712)  # in the middle of the second and the third column
    pieces = [group, *placed(below)]
    found = with_tables(cell_by_cell(below), pieces)
    assert found and found.text.split("\n")[0] == "|  | Sales of lamps | Sales of lamps |"


def test_text_around_a_table_stays_on_its_lines() -> None:
    line = "The lamps of Brindle and what they cost."
    above = Piece(line, 50, 720, 400, 730)
    found = with_tables(f"{line}\n{cell_by_cell(TABLE)}", [above, *placed(TABLE)])
    assert found and found.text == f"{line}\n{WHOLE}"


def test_columns_of_prose_are_no_table() -> None:
    rows = [
        [f"left line {n} goes on", f"right line {n} goes on", f"third line {n} goes on"] for n in range(5)
    ]
    down = "\n".join(row[x] for x in range(3) for row in rows)
    assert with_tables(down, placed(rows, width=100)) is None


def test_a_number_before_each_line_is_no_table() -> None:
    rows = [[str(n), f"MR. LINDEN: The lamp was lit at {n} in the evening."] for n in range(1, 8)]
    assert with_tables(cell_by_cell(rows), placed(rows, width=100)) is None


def test_letters_in_a_margin_and_dots_that_lead_the_eye_are_no_cells() -> None:
    assert with_tables("n\nU\no\nA\nl\nB", placed([["n", "U"], ["o", "A"], ["l", "B"]], width=8)) is None
    dots = [["Lamp", ". .", "1"], ["Pier", ". .", "2"], ["Tower", ". .", "3"]]
    assert with_tables(cell_by_cell(dots), placed(dots)) is None


def test_two_readings_have_the_same_letters() -> None:
    assert same_letters("Lamp 12.50 red", "red | Lamp | 12.50")
    assert not same_letters("Lamp 12.50 red", "Lamp 12.50")
