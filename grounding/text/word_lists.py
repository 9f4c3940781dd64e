"""The word lists of ``data/``: JSON files that map a list's name to its words, parted by spaces."""

import json
from functools import cache
from pathlib import Path

_DATA = Path(__file__).parent / "data"


@cache
def word_lists(file: str) -> dict[str, frozenset[str]]:
    """All lists of ``data/{file}.json`` by name."""
    lists: dict[str, str] = json.loads((_DATA / f"{file}.json").read_text(encoding="utf-8"))
    return {name: frozenset(words.split()) for name, words in lists.items()}
