"""Records in two states: a cell changed, two rows' cells exchanged, a row taken out; tables, lines, tool results."""

import random
from collections.abc import Mapping, Sequence

from grounding.training.generator import records
from grounding.training.generator.material import Material
from grounding.training.generator.windows import WORDS, planted
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, Row

Cells = Mapping[tuple[str, str], str]
STYLES = ("table", "bare", "records", "result", "indexed", "json", "prose")


def group(material: Material, rng: random.Random) -> list[Row]:
    """Rows of one claim, or of a claim and its reverse, beside a table and the edited table."""
    thing, members, columns = rng.choice(records.KINDS)
    names = rng.sample(list(members), rng.choice((2, 3, 3, 4, 5)))
    columns = rng.sample(list(columns), rng.randint(1, len(columns)))
    cells = {(x, header): value(rng) for x in names for header, _, value in columns}
    x, (header, says, value) = rng.choice(names), rng.choice(columns)
    own, how = cells[x, header], rng.choice(("cell", "cell", "neighbour", "neighbour", "row"))
    edited = dict(cells)
    rest = list(names)
    if how == "neighbour":
        other = rng.choice([n for n in names if n != x])
        edited[x, header], edited[other, header] = cells[other, header], own
    elif how == "cell":
        edited[x, header] = value(rng)
        others = [n for n in names if n != x]
        if len(others) > 1 and rng.random() < 0.8:
            # Both values stand in other rows as well.
            for n, cell in zip(rng.sample(others, 2), (own, edited[x, header]), strict=True):
                cells[n, header] = edited[n, header] = cell
    else:
        rest.remove(x)
    new = edited[x, header]
    if how != "row" and new == own:
        return []
    style, seed = rng.choice(STYLES), rng.random()
    headers = [h for h, _, _ in columns]
    before = told(thing, names, headers, cells, style, random.Random(seed))
    after = told(thing, rest, headers, edited, style, random.Random(seed))
    if style == "prose" and rng.random() < 0.6:
        words = rng.choice(WORDS[1:])
        place = random.Random(seed)
        text = planted("\0", material.corpus, place, words)
        before, after = (" ".join(text).replace("\0", body) for body in (before, after))
    frame, family = rng.choice(says), f"edited_{'entities' if how == 'neighbour' else 'table'}"

    def claim(cell: str) -> str:
        said = frame.format(x=x if rng.random() < 0.5 else records._inside(x), v=cell)
        return said[:1].upper() + said[1:]

    first = claim(own)
    if how == "row":
        return [Row(before, first, ENTAILMENT, family), Row(after, first, NEUTRAL, family)]
    second = claim(new)
    return [
        Row(before, first, ENTAILMENT, family), Row(after, first, CONTRADICTION, family),
        Row(after, second, ENTAILMENT, family), Row(before, second, CONTRADICTION, family),
    ]  # fmt: skip


def told(
    thing: str, names: Sequence[str], headers: Sequence[str], cells: Cells, style: str, rng: random.Random
) -> str:
    """The records in one of ``STYLES``."""
    if style == "json":
        items = [
            "{"
            + ", ".join([f'"{_key(thing)}": "{x}"', *(f'"{_key(h)}": "{cells[x, h]}"' for h in headers)])
            + "}"
            for x in names
        ]
        return '{"results": [' + ", ".join(items) + "]}"
    if style == "indexed":
        lines = [
            f"{_key(thing)}s[{i}].{_key(h)}: {cells[x, h] if h != thing else x}"
            for i, x in enumerate(names)
            for h in (thing, *headers)
        ]
        return "\n".join(lines)
    if style == "result":
        blocks = [[f"{_key(thing)}: {x}", *(f"{_key(h)}: {cells[x, h]}" for h in headers)] for x in names]
        head = (
            f"tool: {rng.choice(('lookup', 'search', 'get_records', 'query'))}\n"
            if rng.random() < 0.4
            else ""
        )
        return head + rng.choice(("\n\n", "\n", "\n---\n")).join("\n".join(block) for block in blocks)
    if style == "records":
        return "\n".join(
            "; ".join([f"{thing}: {x}", *(f"{h}: {cells[x, h]}" for h in headers)]) for x in names
        )
    if style == "prose":
        return " ".join(f"{x}: {', '.join(f'{h.lower()} {cells[x, h]}' for h in headers)}." for x in names)
    body = [[x, *(cells[x, h] for h in headers)] for x in names]
    table = [" | ".join(line) for line in ([thing, *headers], *body)]
    if style == "bare":
        return "\n".join(table)
    marked = [f"| {line} |" for line in table]
    return "\n".join([marked[0], "|" + "---|" * (len(headers) + 1), *marked[1:]])


def _key(name: str) -> str:
    return name.lower().replace(" ", "_")
