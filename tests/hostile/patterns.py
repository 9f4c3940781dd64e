"""Every regular expression of the three rooms, and whether its time grows faster than its text.

Patterns are found by reading the modules' source for calls into ``re``, whatever the pattern is built of, and by
looking through what the modules hold, for patterns that a function of theirs made when it was imported.
"""

import ast
import importlib
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.hostile.growth import grows_with
from tests.hostile.pattern_texts import hostile_texts

ROOT = Path(__file__).parents[2]
ROOMS = ("grounding", "ingest", "app")
_METHODS = ("match", "fullmatch", "search", "findall", "finditer", "split", "sub", "subn")
_EVERY_WAY = frozenset(("match", "fullmatch", "finditer"))
_LENGTH = 1024
# A ratio of shorter times says nothing; a square of the length takes ten times as long.
_NOISE_SECONDS = 0.002


@dataclass(frozen=True)
class Found:
    """A pattern, where it stands and by which methods text meets it."""

    place: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


class DynamicPattern(Exception):
    """A pattern that is put together when it is used."""


def modules() -> Iterator[tuple[Path, ast.Module]]:
    """The modules of the rooms that use ``re``, without training, which reads only our own text."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            source = path.read_text()
            if "training" not in path.parts and path.name != "__main__.py" and re.search(r"\bre\b", source):
                yield path, ast.parse(source)


def imported(path: Path) -> ModuleType:
    """The module of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return importlib.import_module(".".join(parts).removesuffix(".__init__"))


def found_patterns(built_when_used: Mapping[str, Iterable[tuple[Any, str]]]) -> list[Found]:
    """Every pattern. ``built_when_used`` gives for a module what patterns look like that cannot be read off its
    source, and the method of each; raises ``DynamicPattern`` naming a module with one that stands not there.
    """
    trees = {imported(path): (path, tree) for path, tree in modules()}
    methods: dict[re.Pattern[Any], set[str]] = {}
    places: dict[re.Pattern[Any], str] = {}
    missing = []
    for module, (path, tree) in trees.items():
        place = str(path.relative_to(ROOT))
        for pattern in _held(vars(module)):
            methods.setdefault(pattern, set())
            places.setdefault(pattern, place)
        for text, method in built_when_used.get(place, ()):
            pattern = re.compile(text)
            methods.setdefault(pattern, set()).add(method)
            places.setdefault(pattern, place)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner, method = node.func.value, node.func.attr
                if isinstance(owner, ast.Name) and owner.id == "re" and method in (*_METHODS, "compile"):
                    try:
                        text, flags = _arguments(node, vars(module))
                    except DynamicPattern:
                        if place not in built_when_used:
                            missing.append(f"{place}:{node.lineno}")
                        continue
                    pattern = re.compile(text, flags)
                    places.setdefault(pattern, f"{place}:{node.lineno}")
                    methods.setdefault(pattern, set()).update({method} - {"compile"})
                elif method in _METHODS:
                    owners = (owner.body, owner.orelse) if isinstance(owner, ast.IfExp) else (owner,)
                    for name in owners:
                        pattern = vars(module).get(name.id) if isinstance(name, ast.Name) else None
                        if isinstance(pattern, re.Pattern):
                            methods.setdefault(pattern, set()).add(method)
    if missing:
        raise DynamicPattern(f"add what these look like to the table in the test: {', '.join(missing)}")
    return [Found(places[pattern], pattern, frozenset(_as_timed(used))) for pattern, used in methods.items()]


def _as_timed(used: set[str]) -> set[str]:
    kept = used & {"match", "fullmatch", "search"}
    return kept | ({"finditer"} if used - kept else set()) if used else set(_EVERY_WAY)


def _held(value: Any, depth: int = 4) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        for name, one in value.items():
            if name != "__builtins__":
                yield from _held(one, depth - 1)
    elif depth and isinstance(value, (list, tuple, set, frozenset)):
        for one in value:
            yield from _held(one, depth - 1)


def _arguments(call: ast.Call, names: dict[str, Any]) -> tuple[Any, int]:
    """The pattern and the flags of a call into ``re``, with the module's own names filled in."""
    nodes = {"pattern": call.args[0] if call.args else None}
    nodes |= {word.arg: word.value for word in call.keywords}
    if isinstance(call.func, ast.Attribute) and call.func.attr == "compile" and len(call.args) > 1:
        nodes["flags"] = call.args[1]
    elif isinstance(call.func, ast.Attribute) and call.func.attr in ("match", "fullmatch", "search"):
        nodes["flags"] = call.args[2] if len(call.args) > 2 else nodes.get("flags")
    values = []
    for name in ("pattern", "flags"):
        node = nodes.get(name)
        try:
            values.append(eval(compile(ast.Expression(node), "", "eval"), names) if node else 0)
        except NameError:
            raise DynamicPattern from None
    if not isinstance(values[0], (str, bytes)):
        raise DynamicPattern
    return values[0], int(values[1])


def growth(found: Found) -> Iterator[str]:
    """What grows faster than its text: a line for each text and method; a first one is enough for most."""
    for text, method in product(hostile_texts(found.pattern), sorted(found.methods)):
        run = partial(_run, found.pattern, method, text)
        began = time.perf_counter()
        run(_LENGTH)
        # The square of the length takes this long in the fastest case.
        if time.perf_counter() - began > _NOISE_SECONDS / 16 and not grows_with(run, _LENGTH, _NOISE_SECONDS):
            yield f"{found.place} {method} {found.pattern.pattern[:80]!r} on {text.__doc__}"


def _run(pattern: re.Pattern[Any], method: str, text: Callable[[int], Any], length: int) -> None:
    if method == "finditer":
        for _ in pattern.finditer(text(length)):
            pass
    else:
        getattr(pattern, method)(text(length))
