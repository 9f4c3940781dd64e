"""The command line, ``sureground``: a client of the server.

A command talks to the server it is pointed to, else to the one that serves the data folder, else to one that
it starts for as long as it takes. So every command has one way to do a thing, whatever runs.
"""

from typing import Any

import click

from app.cli.ask import ask
from app.cli.check import check
from app.cli.documents import documents
from app.cli.evaluate import evaluate
from app.cli.fsck import fsck
from app.cli.ingest import ingest
from app.cli.keys import keys
from app.cli.mcp import mcp
from app.cli.parse import parse
from app.cli.prepare import prepare
from app.cli.serve import serve
from app.cli.stores import stores


class _Commands(click.Group):
    """Lists the commands in the order a newcomer needs them, and says what failed in one line."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            raise _as_message(error) from error


def _as_message(error: Exception) -> Exception:
    """What the rooms raise on purpose becomes one line; anything else is our fault and keeps its trace."""
    from app.wire.errors import Refusal
    from grounding.errors import GroundingError
    from ingest.errors import IngestError

    expected = isinstance(error, Refusal | GroundingError | IngestError)
    return click.ClickException(str(error)) if expected else error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sureground")
def main() -> None:
    """See for every sentence of an answer which passage supports it.

    \b
    Take in documents, ask, and check an answer against them:
        sureground ingest reports/ --store museum
        sureground ask "How many visitors came in 2025?" --store museum
        sureground check --answer answer.txt --store museum

    Settings come from environment variables named SUREGROUND_…; `sureground serve --help` lists them all.
    """


for command in (serve, ingest, parse, stores, documents, ask, check, mcp, evaluate, keys, fsck, prepare):
    main.add_command(command)
