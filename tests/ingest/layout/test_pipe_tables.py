"""Tables by the bars between their cells, told row by row."""

from ingest.layout.pipe_tables import Retold, barred_rows, markdown_rows


def shown(retold: Retold) -> list[tuple[str, str]]:
    return [(retold.text[table.start : table.end], table.caption) for table in retold.tables]


def test_of_markdown() -> None:
    fenced = "```\ne | f\n- | -\n```"
    text = f"# Rates\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\nc | d\n--- | ---\n3 | x \\| y\n\nafter\n{fenced}"
    retold = markdown_rows(text)
    assert retold.text == f"# Rates\n\na: 1; b: 2\n\nc: 3; d: x | y\n\nafter\n{fenced}"
    assert shown(retold) == [("a: 1; b: 2", "Rates"), ("c: 3; d: x | y", "")]


def test_of_lines_with_bars() -> None:
    text = "a | b alone\n\nRates\nCity | Rate\nLondon | 25.25\nOslo | 26\nEnd.\nx|y\nx|z"
    assert barred_rows(text).text == (
        "a | b alone\n\nRates\nCity: London; Rate: 25.25\nCity: Oslo; Rate: 26\nEnd.\nx|y\nx|z"
    )
    assert shown(barred_rows(text)) == [("City: London; Rate: 25.25\nCity: Oslo; Rate: 26", "Rates")]
    assert barred_rows("") == Retold("", ())


def test_lines_of_other_widths_are_no_table() -> None:
    text = "home | news | sport\nhelp | contact\nimprint | terms | jobs | press"
    assert barred_rows(text).text == text


def test_rows_that_go_on_with_a_table_have_its_names() -> None:
    first = barred_rows("City | Rate\nLondon | 25\nOslo | 26")
    assert (
        barred_rows("Rome | 27\nBonn | 28", first.head).text == "City: Rome; Rate: 27\nCity: Bonn; Rate: 28"
    )
    assert barred_rows("x\nEnd.", first.head).head == ()
