"""Options that several commands share; those of ``serve`` are read off the settings themselves."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from pydantic import ValidationError

from app.settings import Settings

PREFIX = "SUREGROUND_"
METAVARS: dict[Any, str] = {bool: "BOOL", int: "N", float: "N", Path: "DIR"}


def setting_options(command: Callable[..., None]) -> Callable[..., None]:
    """One option per setting, of the same name: ``SUREGROUND_CHUNK_SIZE`` is ``--chunk-size``."""
    for name, field in reversed(Settings.model_fields.items()):
        kind = METAVARS.get(field.annotation, "TEXT")
        command = click.option(
            f"--{name.replace('_', '-')}",
            name,
            metavar=kind,
            help=f"{field.description} [{PREFIX}{name.upper()}{_default(field.default)}]",
        )(command)
    return command


def _default(value: Any) -> str:
    return (
        f", default {value}"
        if isinstance(value, int | float | Path) or (value and isinstance(value, str))
        else ""
    )


def read_settings(**given: Any) -> Settings:
    """The settings from the environment, overridden by what was ``given`` and is not None."""
    chosen = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**chosen)
    except ValidationError as error:
        raise click.UsageError("\n".join(_line(problem, chosen) for problem in error.errors())) from None


def _line(problem: Any, chosen: dict[str, Any]) -> str:
    name = str(problem["loc"][0]).removeprefix(PREFIX.lower())
    source = f"--{name.replace('_', '-')}" if name in chosen else f"{PREFIX}{name.upper()}"
    return f"{source} is {problem['input']!r}: {problem['msg'][0].lower()}{problem['msg'][1:]}."
