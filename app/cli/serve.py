"""``sureground serve``: the server, until it is stopped."""

from typing import Any

import click

from app.cli.options import read_settings, setting_options


@click.command()
@setting_options
def serve(**given: Any) -> None:
    """Serve the page and the API until Ctrl-C.

    Every setting is an environment variable, named in brackets below, and a flag that overrides it. The
    server is ready when GET /healthz answers 200.

    \b
    Examples:
        sureground serve
        sureground serve --port 9000 --data /srv/documents
        SUREGROUND_API_KEYS=$(openssl rand -hex 24) sureground serve --host 0.0.0.0
    """
    settings = read_settings(**given)
    from app.cli.server import http_server
    from app.cli.server.address_file import running
    from app.telemetry.logs import logs_written

    if address := running(settings.data):
        raise click.ClickException(
            f"The folder {settings.data} is already served at {address}. Use that, stop it, or choose "
            "another folder with --data."
        )
    with logs_written(settings.log_level):
        http_server.serve(
            settings, lambda address: click.echo(f"Sureground is ready at {address} (Ctrl-C stops it).")
        )
