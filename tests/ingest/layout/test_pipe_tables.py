"""Tables by the bars between their cells."""

from ingest.layout.pipe_tables import barred_tables, markdown_tables
from ingest.types import Table


def shown(text: str, tables: list[Table]) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.columns) for one in tables]


def test_of_markdown() -> None:
    fenced = "```\ne | f\n- | -\n```"
    text = f"Intro | no table\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\nc | d\n--- | ---\n3 | 4\nafter\n{fenced}"
    assert shown(text, markdown_tables(text)) == [
        ("| a | b |\n| - | -: |\n| 1 | 2 |", "| a | b |"),
        ("c | d\n--- | ---\n3 | 4", "c | d"),
    ]


def test_of_lines_with_bars() -> None:
    text = "a | b alone\n\nCity | Rate\nLondon | 25.25\nOslo | 26\nEnd.\nx|y\nx|z"
    assert shown(text, barred_tables(text)) == [("City | Rate\nLondon | 25.25\nOslo | 26", "City | Rate")]
    assert barred_tables("") == []
