"""``sureground mcp``: the tools for agents."""

from functools import partial
from pathlib import Path

import click

from app.cli.options import read_settings
from app.cli.server.connection import Reach, connect, reach_options


@click.command()
@click.option(
    "--http",
    "http_port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Serve streamable HTTP at http://127.0.0.1:PORT/mcp in place of standard input and output.",
)
@click.option(
    "--files",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder whose files tools may take in; give it again for another one.",
)
@reach_options
def mcp(reach: Reach, http_port: int | None, folders: tuple[Path, ...]) -> None:
    """Serve check_answer, check_actions, search, ask and ingest to agents (Model Context Protocol).

    Needs the extra: pip install 'sureground[mcp]'. Without --files no file of this machine is read, only texts that
    the agent sends.

    \b
    Examples:
        sureground mcp
        sureground mcp --http 8090 --files reports/
    """
    from app.services import load_checker

    try:
        from app.mcp.serve import serve
    except ImportError as error:
        raise click.ClickException(
            f"This needs the extra 'mcp' ({error.name} is missing): pip install 'sureground[mcp]'."
        ) from error
    with connect(reach) as connection:
        key = connection.http.headers.get("authorization", "").removeprefix("Bearer ")
        address = str(connection.http.base_url)
        settings = read_settings(data=reach.data)
        checker = partial(load_checker, settings)
        serve(address, key, reach.project, reach.location, checker, folders, http_port)
