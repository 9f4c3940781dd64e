"""The structure of an answer: what each block is, where its lines are, what introduces it."""

from grounding.claims.markdown import Kind, blocks, plain


def kinds(answer: str) -> list[tuple[Kind, str]]:
    return [(block.kind, block.text(answer)) for block in blocks(answer)]


def test_lines_lose_their_marks_and_keep_their_places() -> None:
    answer = "> - one\r\n>   two\r\n"
    (block,) = blocks(answer)
    assert block.kind is Kind.ITEM
    assert [line.of(answer) for line in block.lines] == ["one", "two"]


def test_an_item_knows_its_introduction() -> None:
    answer = "We sell:\n\n- tea\n  - green\n- milk"
    leads = [block.lead and block.lead.text(answer) for block in blocks(answer)]
    assert leads == [None, "We sell:", "tea", "We sell:"]


def test_a_list_below_a_heading_has_no_introduction() -> None:
    assert [block.lead for block in blocks("Text.\n# Tea\n- green")] == [None, None, None]


def test_table_rows_carry_cells_and_headers() -> None:
    row = blocks("| A | B |\n|---|---|\n| 1 \\| 2 | 3 |")[1]
    assert (row.kind, row.headers, row.cells) == (Kind.TABLE_ROW, ("A", "B"), ("1 | 2", "3"))


def test_prose_is_never_swallowed() -> None:
    assert kinds("    indented") == [(Kind.TEXT, "indented")]
    assert kinds("[1]: https://x.org") == [(Kind.TEXT, "[1]: https://x.org")]
    assert kinds("<div>\nIt sank.\n</div>") == [(Kind.TEXT, "<div>\nIt sank.\n</div>")]
    assert kinds(">" * 40 + " deep") == [(Kind.TEXT, "deep")]


def test_numbered_lists_go_on_behind_a_paragraph() -> None:
    answer = "1. Open it.\n\nWait.\n\n2. Close it."
    assert kinds(answer) == [(Kind.ITEM, "Open it."), (Kind.TEXT, "Wait."), (Kind.ITEM, "Close it.")]


def test_an_open_fence_runs_to_the_end() -> None:
    assert kinds("~~~\na. b\n\nc") == [(Kind.CODE, "~~~\na. b\n\nc")]


def test_plain_text() -> None:
    assert (
        plain("***Bold*** [link](https://x.org 'title') `a*b` &lt;5&gt;<br>x\\*y") == "Bold link a*b <5> x*y"
    )
    assert plain("half **bold") == "half bold"
    assert plain("snake_case and 2 * 3 * 4") == "snake_case and 2 * 3 * 4"
