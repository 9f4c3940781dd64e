"""Rows of tables found and judged: ``python -m bench.tables``, on thirty made tables in seven formats in one store.

Printed for each format and for all: the share of questions whose row is in one of the first three hits, and the
share of claims, half of them wrong by a cell, that are supported exactly when they are right.
"""

import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from app.answering.facts import ClaimRetriever
from bench.made_tables import Asked, MadeTable, made_tables
from grounding import GroundingChecker, Verdict
from grounding.text.records import record_fields
from ingest.library import Library
from ingest.types import CollectionName, Upload

STORE = CollectionName("local", "global", "tables")
HITS = 3


def main() -> None:
    checker = GroundingChecker.load()
    found: dict[str, list[bool]] = defaultdict(list)
    judged: dict[str, list[bool]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder)) as library:
        library.create_collection(STORE)
        tables = made_tables()
        for table in tables:
            library.add_document(STORE, Upload(table.content, table.name))
        for table in tables:
            form = table.name.rpartition(".")[2]
            found[form] += [_found(library, table, question) for question in table.questions]
            judged[form] += [_judged(library, checker, claim) for claim in table.claims]
    lines = [f"{'format':8} {'row in first 3':>15} {'claims right':>13}"]
    for form in [*found, "all"]:
        rows = [hit for own in found.values() for hit in own] if form == "all" else found[form]
        claims = [right for own in judged.values() for right in own] if form == "all" else judged[form]
        lines.append(f"{form:8} {sum(rows) / len(rows):15.1%} {sum(claims) / len(claims):13.1%}")
    sys.stdout.write("\n".join([*lines, ""]))


def _found(library: Library, table: MadeTable, question: Asked) -> bool:
    """Whether a row of the right table that names what is asked for, with its value, is in one of the first hits."""
    hits = library.search([STORE], question.text, top_k=HITS)
    lines = [
        line for hit in hits if hit.document.display_name == table.name for line in hit.chunk.text.split("\n")
    ]
    values = [[value for _, value in record_fields(line)] for line in lines]
    return any(question.key in row and question.value in row for row in values)


def _judged(library: Library, checker: GroundingChecker, claim: Asked) -> bool:
    report = checker.check(claim.text, ClaimRetriever(library, [STORE], 10))
    return (report.claims[0].verdict is Verdict.SUPPORTED) == claim.right


if __name__ == "__main__":
    main()
