"""Thirty made tables in seven formats, with ten questions and ten claims each; the same ones at every run."""

import csv
import html
import io
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import docx
import openpyxl
import pptx
from pptx.util import Inches

FORMATS = ("csv", "xlsx", "docx", "html", "md", "pptx", "pdf")
SHAPES = ("plain", "levels", "labels", "long", "titled")
TABLES, QUESTIONS = 30, 10
_FIRST = (
    "Alder Birch Cedar Dune Elder Fern Gorse Hazel Iris Juniper Larch Maple Nettle Oak Poplar Quince Rowan Sedge "
    "Thistle Umber Violet Willow Yarrow Amber"
).split()
_SECOND = "Hill Quay Moor Cove Field Bridge Point Grange Ford Mere".split()
_REGIONS = ("Northern district", "Coastal district", "Upper valley", "Lower valley")
# Kind, what is told of each: name of the column, words for it, least and most.
_KINDS = (
    ("lighthouse", ("Height (m)", "height in metres", 12, 95), ("Steps", "number of steps", 40, 399),
     ("Keepers", "number of keepers", 1, 9), ("Lamps", "number of lamps", 2, 30)),
    ("library", ("Books", "number of books", 900, 9_999), ("Members", "number of members", 100, 899),
     ("Staff", "number of staff", 2, 40), ("Seats", "number of seats", 41, 99)),
    ("vineyard", ("Area (ha)", "area in hectares", 2, 60), ("Bottles", "number of bottles", 1_000, 9_000),
     ("Pickers", "number of pickers", 61, 99), ("Barrels", "number of barrels", 100, 700)),
    ("school", ("Pupils", "number of pupils", 120, 990), ("Teachers", "number of teachers", 8, 70),
     ("Classrooms", "number of classrooms", 71, 99), ("Buses", "number of buses", 1, 7)),
    ("ferry", ("Length (m)", "length in metres", 21, 140), ("Cabins", "number of cabins", 141, 400),
     ("Crew", "number of crew", 3, 20), ("Lifeboats", "number of lifeboats", 401, 499)),
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """A question or claim; ``key`` and ``value`` stand in the row that answers it. ``right``: the claim is true."""

    text: str
    key: str
    value: str
    right: bool = True


@dataclass(frozen=True)
class MadeTable:
    """A file with what is asked of it."""

    name: str
    content: bytes
    questions: tuple[Asked, ...]
    claims: tuple[Asked, ...]


@dataclass(frozen=True)
class Cell:
    """A text over so many columns and rows."""

    text: str
    wide: int = 1
    high: int = 1


Grid = list[list[Cell | None]]  # None: covered by another cell


def made_tables(seed: int = 17) -> list[MadeTable]:
    """All tables: shapes and formats go through all pairings."""
    rng = random.Random(seed)
    # A name stands in one table of its kind, so that a question has one right row.
    names = {kind: [f"{a} {b}" for a in _FIRST for b in _SECOND] for kind, *_ in _KINDS}
    for pool in names.values():
        rng.shuffle(pool)
    return [_made(rng, n, FORMATS[n % len(FORMATS)], SHAPES[n % len(SHAPES)], names) for n in range(TABLES)]


def _made(rng: random.Random, number: int, form: str, shape: str, names: dict[str, list[str]]) -> MadeTable:
    kind, *columns = _KINDS[number // len(SHAPES) % len(_KINDS)]
    count = 60 if shape == "long" else 12
    chosen, names[kind] = names[kind][:count], names[kind][count:]
    years = ["2023", "2024"] if shape == "levels" else [""]
    columns = columns[:2] if shape == "levels" else columns
    facts = [(name, words, year) for name, words, _, _ in columns for year in years]
    bounds = [(least, most) for _, _, least, most in columns for _ in years]
    body = [[str(rng.randint(*bound)) for bound in bounds] for _ in chosen]
    grid = _grid(kind, shape, chosen, facts, body, flat=form == "md", free=form == "csv")
    title = (
        f"Table {number + 1}: every {kind} of the county" if shape == "titled" else f"Each {kind} in figures"
    )
    asked, claims = [], []
    for turn in range(QUESTIONS):
        row, column = rng.randrange(len(chosen)), rng.randrange(len(facts))
        _, words, year = facts[column]
        about = f"the {words} of the {chosen[row]} {kind}" + f" in {year}" * bool(year)
        asked.append(Asked(f"What is {about}?", chosen[row], body[row][column]))
        value, right = body[row][column], turn % 2 == 0
        if not right:  # a cell beside the right one, or above or below it
            beside = [body[row][c] for c in range(len(facts)) if c != column]
            near = [body[r][column] for r in (row - 1, row + 1) if 0 <= r < len(body)]
            value = rng.choice([one for one in (beside + near) if one != value])
        claims.append(Asked(f"{about[0].upper()}{about[1:]} is {value}.", chosen[row], value, right))
    content = _WRITERS[form](title, grid)
    return MadeTable(f"{kind}-{number + 1}.{form}", content, tuple(asked), tuple(claims))


def _grid(
    kind: str,
    shape: str,
    names: list[str],
    facts: list[Any],
    body: list[list[str]],
    *,
    flat: bool,
    free: bool,
) -> Grid:
    """The cells; ``flat``: nothing is merged, ``free``: what would be merged is left free."""
    key = Cell(kind.capitalize())
    head: Grid = [[key, *(Cell(f"{name} {year}".strip()) for name, _, year in facts)]]
    if shape == "levels" and not flat:
        top: list[Cell | None] = [Cell(key.text, 1, 1 if free else 2)]
        for n, (name, _, _) in enumerate(facts):
            top.append(Cell(name, 1 if free else 2) if n % 2 == 0 else Cell("") if free else None)
        head = [top, [Cell("") if free else None, *(Cell(year) for _, _, year in facts)]]
    rows: Grid = [[Cell(name), *map(Cell, values)] for name, values in zip(names, body, strict=True)]
    if shape == "labels":
        head[0].insert(0, Cell("District"))
        for n, row in enumerate(rows):
            region = _REGIONS[n // 3 % len(_REGIONS)]
            own = n % 3 == 0
            row.insert(
                0, Cell(region, 1, 1 if flat or free else 3) if own or flat else Cell("") if free else None
            )
    return [*head, *rows]


def _texts(grid: Grid) -> list[list[str]]:
    return [[cell.text if cell else "" for cell in row] for row in grid]


def _merges(grid: Grid) -> list[tuple[int, int, Cell]]:
    return [(i, j, c) for i, row in enumerate(grid) for j, c in enumerate(row) if c and c.wide * c.high > 1]


def _csv(title: str, grid: Grid) -> bytes:
    stream = io.StringIO()
    csv.writer(stream).writerows([[title], [], *_texts(grid)])
    return stream.getvalue().encode()


def _xlsx(title: str, grid: Grid) -> bytes:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append([title])
    for row in _texts(grid):
        sheet.append([int(text) if text.isdecimal() else text or None for text in row])
    for i, j, cell in _merges(grid):
        place = {"start_row": i + 2, "start_column": j + 1}
        sheet.merge_cells(**place, end_row=i + 1 + cell.high, end_column=j + cell.wide)
    return _saved(book)


def _filled(table: Any, grid: Grid) -> None:
    for i, row in enumerate(grid):
        for j, cell in enumerate(row):
            if cell:
                table.cell(i, j).text = cell.text
    for i, j, cell in _merges(grid):
        table.cell(i, j).merge(table.cell(i + cell.high - 1, j + cell.wide - 1))


def _docx(title: str, grid: Grid) -> bytes:
    document = docx.Document()
    document.add_paragraph(title)
    _filled(document.add_table(len(grid), len(grid[0])), grid)
    return _saved(document)


def _pptx(title: str, grid: Grid) -> bytes:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = title
    place = (Inches(1), Inches(1), Inches(8), Inches(5))
    _filled(slide.shapes.add_table(len(grid), len(grid[0]), *place).table, grid)
    return _saved(deck)


def _saved(document: Any) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _html(title: str, grid: Grid) -> bytes:
    heads = 2 if None in grid[1] and grid[0][0] and grid[0][0].high > 1 else 1
    rows = []
    for n, row in enumerate(grid):
        tag = "th" if n < heads else "td"
        cells = (
            f'<{tag} colspan="{c.wide}" rowspan="{c.high}">{html.escape(c.text)}</{tag}>' for c in row if c
        )
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<html><body><h1>{title}</h1><table>{''.join(rows)}</table></body></html>".encode()


def _markdown(title: str, grid: Grid) -> bytes:
    lines = [f"| {' | '.join(row)} |" for row in _texts(grid)]
    return "\n".join([f"# {title}", "", lines[0], "|---" * len(grid[0]) + "|", *lines[1:]]).encode()


def _pdf(title: str, grid: Grid) -> bytes:
    """Each cell drawn at its place, what is merged in the middle of what it covers; 40 rows on a page."""
    step, pages = 500 // len(grid[0]), []
    for first in range(0, len(grid), 40):
        drawn = [f"BT /F 10 Tf 50 790 Td ({title}) Tj ET"] if not first else []
        for i, row in enumerate(grid[first : first + 40]):
            for j, cell in enumerate(row):
                if cell:
                    x, y = 50 + step * j + step * (cell.wide - 1) // 2, 760 - 18 * (i + (cell.high - 1) / 2)
                    text = cell.text.replace("(", r"\(").replace(")", r"\)")
                    drawn.append(f"BT /F 10 Tf {x} {y} Td ({text}) Tj ET")
        pages.append("\n".join(drawn).encode())
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for n, stream in enumerate(pages):
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F 3 0 R >> >> >>" % (5 + 2 * n),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        ]
    out, offsets = b"%PDF-1.4\n", []
    for n, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (n, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table, len(objects) + 1, len(out),
    )  # fmt: skip


_WRITERS: dict[str, Callable[[str, Grid], bytes]] = {
    "csv": _csv,
    "xlsx": _xlsx,
    "docx": _docx,
    "html": _html,
    "md": _markdown,
    "pptx": _pptx,
    "pdf": _pdf,
}
