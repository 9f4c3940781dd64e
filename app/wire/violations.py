"""What is wrong with a request, field by field, worded like Google's parser."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_EXPECTED = {
    "string_type": "TYPE_STRING",
    "bool_type": "TYPE_BOOL",
    "list_type": "repeated field, a list",
    "dict_type": "map, an object",
    "model_type": "message, an object",
    "model_attributes_type": "message, an object",
}


def violations(errors: Iterable[Mapping[str, Any]], *, skip: int = 0) -> list[dict[str, str]]:
    """Pydantic's errors as ``google.rpc.BadRequest`` field violations, worded like Google's parser.

    ``field`` is the snake_case path with ``[i]`` for list items; the first ``skip`` parts of a place
    (FastAPI's ``body`` or ``query``) are left out.
    """
    return [_violation(error, error["loc"][skip:]) for error in errors]


def _violation(error: Mapping[str, Any], place: Sequence[int | str]) -> dict[str, str]:
    loc = [part for part in place if part != "[key]"]
    if error["type"] == "extra_forbidden":
        path = _path(loc[:-1])
        at = f" at '{path}'" if path else ""
        reason = f'Invalid JSON payload received. Unknown name "{loc[-1]}"{at}: Cannot find field.'
        return {"field": path, "description": reason}
    path = _path(loc)
    at = f" at '{path}'" if path else " at the top level"
    if error["type"] == "wire":
        return {"field": path, "description": f"Invalid value{at}: {error['msg']}."}
    kind = error["msg"] if error["type"] == "wire_type" else _EXPECTED.get(error["type"], error["msg"])
    return {"field": path, "description": f"Invalid value{at} ({kind}), {_shown(error['input'])}"}


def _path(loc: Iterable[int | str]) -> str:
    path = ""
    for part in loc:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


def _shown(value: Any) -> str:
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 80 else text[:80] + "…"
