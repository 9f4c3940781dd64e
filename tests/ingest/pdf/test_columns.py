"""Pages set in columns are read column by column; tables keep their rows."""

from ingest.pdf.columns import Piece, columns, mixed, upright

LEFT = [f"left column line number {n} goes on here" for n in range(8)]
RIGHT = [f"right column line number {n} is there too" for n in range(8)]


def set_at(lines: list[str], x: float, top: float = 700, width: float = 200) -> list[Piece]:
    return [Piece(line, x, top - 12 * n - 10, x + width, top - 12 * n) for n, line in enumerate(lines)]


def test_columns_are_read_one_after_the_other() -> None:
    assert columns(set_at(LEFT, 50) + set_at(RIGHT, 270)) == [LEFT, RIGHT]


def test_a_headline_over_both_columns_comes_first_and_a_foot_last() -> None:
    head = Piece("A headline over the whole width of the page", 50, 720, 470, 740)
    foot = Piece("A foot over the whole width of the page, page 7", 50, 560, 470, 572)
    found = columns([foot, *set_at(RIGHT, 270), head, *set_at(LEFT, 50)])
    assert found == [[head.text], LEFT, RIGHT, [foot.text]]


def test_one_column_is_no_case_for_this() -> None:
    assert columns(set_at(LEFT, 50)) is None
    assert columns([]) is None


def test_a_table_keeps_its_rows() -> None:
    names = [f"Row {n}" for n in range(8)]
    values = [f"{n}.50 EUR" for n in range(8)]
    assert columns(set_at(names, 50, width=60) + set_at(values, 270, width=60)) is None


def test_three_columns() -> None:
    third = [f"third column line number {n} ends the page" for n in range(8)]
    pieces = set_at(LEFT, 50, width=150) + set_at(RIGHT, 220, width=150) + set_at(third, 390, width=150)
    assert columns(pieces) == [LEFT, RIGHT, third]


def test_a_text_that_runs_across_the_columns_is_told() -> None:
    across = "\n".join(f"{a} {b}" for a, b in zip(LEFT, RIGHT, strict=True))
    assert mixed(across, [LEFT, RIGHT])
    assert not mixed("\n".join(LEFT + RIGHT), [LEFT, RIGHT])
    assert not mixed(" ".join(LEFT) + "\n\n" + " ".join(RIGHT), [LEFT, RIGHT])
    assert not mixed("anything", [["short"], ["lines"]])


def set_upright(line: str, x: float, top: float) -> list[Piece]:
    return [Piece(c, x, top - 12 * n - 10, x + 10, top - 12 * n) for n, c in enumerate(line)]


def test_lines_from_the_top_down_follow_each_other_from_right_to_left_in_each_band() -> None:
    drawn = ["ともりつづける", "因果交流電燈の", "ひとつの青い", "照明です"]
    pieces = [
        *set_upright(drawn[0], 260, 700),
        *set_upright(drawn[1], 280, 700),
        *set_upright(drawn[2], 280, 500),
        *set_upright(drawn[3], 260, 500),
    ]
    assert upright(pieces) == [[drawn[1], drawn[0]], [drawn[2], drawn[3]]]


def test_lines_from_left_to_right_are_not_upright() -> None:
    assert upright(set_at(LEFT, 50)) is None
    assert upright(set_at(list("1234567"), 50, width=10) + set_at(LEFT * 3, 90)) is None
    assert upright([]) is None
