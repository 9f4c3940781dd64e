"""``sureground keys``: what opens a server to others."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from app.cli.options import read_settings
from app.cli.tables import print_json, print_table

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Data folder. [SUREGROUND_DATA, else ./data]",
)


@click.group()
def keys() -> None:
    """Make, list and revoke API keys, while the server runs or before.

    Once there is one, every caller needs one. A key is shown once, when it is made; what is kept is a hash.

    \b
    Examples:
        sureground keys create "Nightly checks" --right check --days 90
        sureground keys create Museum --project museum --right read --right check
        sureground keys revoke 3f9a01bc
    """


@keys.command()
@click.argument("name")
@click.option("--project", "projects", multiple=True, metavar="ID", help="A project it may use; else all.")
@click.option(
    "--right",
    "rights",
    multiple=True,
    type=click.Choice(["read", "write", "check"]),
    help="Something it may do; else all three.",
)
@click.option("--days", type=int, help="Days until it expires; else it does not.")
@data_option
def create(
    name: str, projects: tuple[str, ...], rights: tuple[Any, ...], days: int | None, data: Path | None
) -> None:
    """Make a key for whom or what NAME says, and print it."""
    from app.access.keys import new_key, stored_keys

    key, row = new_key(name, projects, rights, days)
    with stored_keys(read_settings(data=data)) as stored:
        stored.add(row)
    click.echo(f"Keep it now, it is not shown again. Its id is {row.id}.", err=True)
    click.echo(key)


@keys.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@data_option
def list_(as_json: bool, data: Path | None) -> None:
    """List all keys, those that expired or were revoked included."""
    from app.access.keys import stored_keys

    with stored_keys(read_settings(data=data)) as stored:
        rows = stored.list()
    if as_json:
        print_json(
            {
                "keys": [
                    {
                        "id": row.id,
                        "name": row.name,
                        "projects": list(row.projects),
                        "rights": list(row.rights),
                        "createTime": row.create_time.isoformat(),
                        "expireTime": row.expire_time and row.expire_time.isoformat(),
                        "revokeTime": row.revoke_time and row.revoke_time.isoformat(),
                        "state": _state(row),
                    }
                    for row in rows
                ]
            }
        )
        return
    print_table(
        ("id", "name", "projects", "rights", "created", "expires", "state"),
        [
            (
                row.id,
                row.name,
                " ".join(row.projects),
                " ".join(row.rights),
                f"{row.create_time:%Y-%m-%d}",
                f"{row.expire_time:%Y-%m-%d}" if row.expire_time else "",
                _state(row),
            )
            for row in rows
        ],
        empty="No key yet. `sureground keys create NAME` makes one.",
    )


@keys.command()
@click.argument("identifier", metavar="ID")
@data_option
def revoke(identifier: str, data: Path | None) -> None:
    """End the key ID for good; running servers refuse it within seconds."""
    from app.access.keys import stored_keys

    with stored_keys(read_settings(data=data)) as stored:
        stored.revoke(identifier)
    click.echo(f"Revoked the key {identifier}.")


def _state(row: Any) -> str:
    if row.revoke_time:
        return "revoked"
    return "expired" if row.expire_time and row.expire_time <= datetime.now(UTC) else "valid"
