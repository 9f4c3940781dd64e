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
        "S\n\nday: 2026-03-01; moment: 2026-03-01 09:30; hour: 08:15:00; open: TRUE; sum: 0.3; "
        "large: 1e+15; share: 25.6%; half: 50%"
    )


def test_a_hidden_sheet_is_told() -> None:
    book = openpyxl.Workbook()
    book.active.append(["seen"])
    book.create_sheet("Other").append(["unseen"])
    book["Other"].sheet_state = "hidden"
    pages = read_xlsx(saved(book), "a.xlsx").pages
    assert (pages[1].text, pages[1].reason) == ("Other\n\nunseen", "a hidden sheet")
