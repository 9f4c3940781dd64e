"""Workbooks: a sheet is a page, and a row says what its values are."""

from datetime import date, datetime, time

import openpyxl

from ingest.formats.xlsx import read_xlsx
from ingest.types import PageStatus
from tests.ingest.made_files import saved, workbook


def test_sheets_are_pages_under_their_names() -> None:
    content = workbook(
        {
            "Rates": [
                ["Report of 2026"],
                [],
                ["City", "Rate", "Note"],
                ["London", 25.25, None],
                ["Oslo", 26, "a\nb"],
            ],
            "Nothing": [],
            "Staff": [["Name", "Since"], ["Ada", 1931]],
        }
    )
    parsed = read_xlsx(content, "a.xlsx")
    assert [page.text for page in parsed.pages] == [
        "Rates\n\nReport of 2026\n\nCity: London; Rate: 25.25\nCity: Oslo; Rate: 26; Note: a b",
        "",
        "Staff\n\nName: Ada; Since: 1931",
    ]
    assert [page.label for page in parsed.pages] == ["Rates", "Nothing", "Staff"]
    assert parsed.pages[1].status is PageStatus.EMPTY
    assert [one.title for one in parsed.headings] == ["Rates", "Staff"]
    assert all(parsed.text[one.start :].startswith(one.title) for one in parsed.headings)


def test_values_as_a_reader_of_the_sheet_sees_them() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "S"
    row = [date(2026, 3, 1), datetime(2026, 3, 1, 9, 30), time(8, 15), True, 0.1 + 0.2, 1e15, 0.256, 0.5]
    sheet.append(["day", "moment", "hour", "open", "sum", "large", "share", "half"])
    sheet.append(row)
    sheet["G2"].number_format, sheet["H2"].number_format = "0.0%", "0%"
    assert read_xlsx(saved(book), "a.xlsx").text == (
        "S\n\nday: 2026-03-01; moment: 2026-03-01 09:30:00; hour: 08:15:00; open: TRUE; sum: 0.3; "
        "large: 1e+15; share: 25.6%; half: 50%"
    )


def test_what_is_hidden_is_not_read_and_told() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["City", "Rate", "Cost"], ["Oslo", 26, 9], ["Rome", 31, 8]):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["C"].hidden = True
    book.create_sheet("Other").append(["unseen"])
    book["Other"].sheet_state = "hidden"
    pages = read_xlsx(saved(book), "a.xlsx").pages
    assert (pages[0].text, pages[0].reason) == (
        "Sheet\n\nCity: Oslo; Rate: 26",
        "not read: 1 hidden row and 1 hidden column",
    )
    assert (pages[1].text, pages[1].reason) == ("", "a hidden sheet, which is not read")


def test_merged_cells_are_said_in_each_place() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ["Visits of all sites", None, None, None],
        ["Region", "Site", "Visitors", None],
        [None, None, "2022", "2023"],
        ["North", "Castle", 1200, 1500],
        [None, "Quarry", 90, 70],
        ["South", "Mill", 5, 6],
    ):
        sheet.append(row)
    for place in ("A1:D1", "A2:A3", "B2:B3", "C2:D2", "A4:A5"):
        sheet.merge_cells(place)
    assert read_xlsx(saved(book), "a.xlsx").text == (
        "Sheet\n\nVisits of all sites\n\n"
        "Region: North; Site: Castle; Visitors 2022: 1200; Visitors 2023: 1500\n"
        "Region: North; Site: Quarry; Visitors 2022: 90; Visitors 2023: 70\n"
        "Region: South; Site: Mill; Visitors 2022: 5; Visitors 2023: 6"
    )


def test_a_formula_without_a_value_is_told() -> None:
    content = workbook({"Costs": [["Item", "Total"], ["Coal", "=SUM(1,2)"], ["Wood", "=1+1"]]})
    [page] = read_xlsx(content, "a.xlsx").pages
    assert page.text == "Costs\n\nItem: Coal; Total: =SUM(1,2)\nItem: Wood; Total: =1+1"
    assert page.reason == "2 formulas without a stored value (B2, B3): save the file in a spreadsheet program"
