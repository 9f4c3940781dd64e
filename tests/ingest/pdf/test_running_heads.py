"""Running heads and feet are told from text that happens to stand at the edge of a page."""

from ingest.pdf.running_heads import Parts, without_running_lines

BODIES = [
    "The lamp is lit at dusk.\nIt burns until morning.",
    "The keeper sleeps by day.\nHis dog does not.",
    "In winter the stairs are icy.\nHe wears two coats.",
    "Ships greet him.\nHe greets them back.",
]


def parts(*pages: str) -> list[Parts]:
    return without_running_lines(list(enumerate(pages, 1)))


def test_the_same_line_and_a_number_that_counts() -> None:
    pages = [f"The lighthouse of Brindle\n{body}\nPage {n} of 4" for n, body in enumerate(BODIES, 1)]
    assert parts(*pages) == [
        Parts("The lighthouse of Brindle", body, f"Page {n} of 4") for n, body in enumerate(BODIES, 1)
    ]


def test_heads_that_take_turns() -> None:
    heads = ["Ada Linden", "The lighthouse of Brindle"] * 4
    pages = [f"{head} {n}\n{body}" for n, (head, body) in enumerate(zip(heads, BODIES * 2, strict=True), 7)]
    pages = [f"{page} Day {n}." for n, page in enumerate(pages)]
    assert [part.head for part in parts(*pages)] == [f"{head} {n}" for n, head in enumerate(heads, 7)]


def test_page_numbers_alone() -> None:
    assert [part.foot for part in parts(*[f"{body}\n– {n} –" for n, body in enumerate(BODIES, 31)])] == [
        f"– {n} –" for n in range(31, 35)
    ]
    roman = ["iv", "v", "vi", "vii"]
    assert [part.foot for part in parts(*map("\n".join, zip(BODIES, roman, strict=True)))] == roman


def test_numbers_that_do_not_count_the_pages_are_text() -> None:
    pages = ["\n".join(pair) for pair in zip(BODIES, ["12", "7", "19", "3"], strict=True)]
    assert [part.body for part in parts(*pages)] == pages


def test_points_of_a_list_that_goes_on_over_pages_are_text() -> None:
    pages = [f"({n}) In the chapter on lamps, add a lamp\n{body}" for n, body in enumerate(BODIES, 4)]
    assert [part.body for part in parts(*pages)] == pages


def test_sentences_with_numbers_of_their_own_are_text() -> None:
    pages = [f"It has {n * n} steps and {40 - n} lamps\n{body}" for n, body in enumerate(BODIES, 4)]
    assert [part.body for part in parts(*pages)] == pages


def test_two_pages_or_copies_of_one_page_prove_nothing() -> None:
    assert [part.body for part in parts("Head\nOne.", "Head\nTwo.")] == ["Head\nOne.", "Head\nTwo."]
    assert [part.body for part in parts(*["Head\nThe same."] * 4)] == ["Head\nThe same."] * 4


def test_a_page_of_nothing_else_has_no_body() -> None:
    pages = [f"Head\n{body}" for body in BODIES[:3]]
    assert parts(*pages, "Head", "") == [
        *(Parts("Head", body, "") for body in BODIES[:3]),
        Parts("Head", "", ""),
        Parts("", "", ""),
    ]


def test_a_short_file_tells_its_page_numbers_by_their_count() -> None:
    pages = [f"{body}\nPage {n} of 2" for n, body in enumerate(BODIES[:2], 1)]
    assert [(part.body, part.foot) for part in parts(*pages)] == [
        (BODIES[0], "Page 1 of 2"),
        (BODIES[1], "Page 2 of 2"),
    ]
    assert [part.head for part in parts(f"1/2\n{BODIES[0]}", f"2/2\n{BODIES[1]}")] == ["1/2", "2/2"]
    assert [part.head for part in parts(f"Seite 1 von 1\n{BODIES[0]}")] == ["Seite 1 von 1"]


def test_numbers_at_the_edges_of_a_short_file_are_text() -> None:
    pages = [f"{BODIES[0]}\nWe won 1 of 2 games at home.", f"{BODIES[1]}\n2"]
    assert [part.body for part in parts(*pages)] == pages
