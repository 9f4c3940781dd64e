"""``sureground stores``: the named sets of documents."""

from pathlib import Path
from typing import Any

import click

from app.cli.options import read_settings
from app.cli.server.connection import Connection, connected, json_option
from app.cli.tables import counted, print_json, print_table


@click.group()
def stores() -> None:
    """List, create, delete and reindex stores. A store is a named set of documents.

    \b
    Examples:
        sureground stores list
        sureground stores create museum --name "Museum papers"
        sureground stores delete museum --force
    """


@stores.command("list")
@json_option
@connected
def list_(connection: Connection, as_json: bool) -> None:
    """List all stores."""
    path = f"/v1/{connection.parent}/collections/default_collection/dataStores"
    listed = list(connection.listed(path, "dataStores"))
    if as_json:
        print_json({"dataStores": listed})
        return
    rows = [
        (_id(store), store.get("displayName", ""), store.get("createTime", "")[:16].replace("T", " "))
        for store in listed
    ]
    print_table(("store", "name", "created"), rows, empty="No store yet. `sureground ingest PATH` makes one.")


@stores.command()
@click.argument("store", metavar="ID")
@click.option("--name", default="", help="Name to show; the id where left out.")
@connected
def create(connection: Connection, store: str, name: str) -> None:
    """Create the empty store ID."""
    create_store(connection, store, name)
    click.echo(f"Created the store {store}.")


@stores.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Data folder. [SUREGROUND_DATA, else ./data]",
)
def reindex(data: Path | None) -> None:
    """Embed everything that is stored by the model of the settings.

    For after a change of SUREGROUND_EMBEDDING_MODEL. Stop every server of these documents first. Until the last
    document is done the old vectors stay the ones in use; a run that was cut short goes on where it ended.

    \b
    Example:
        SUREGROUND_EMBEDDING_MODEL=/models/multilingual sureground stores reindex
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ingest.documents.reindex import reindex_folder

    settings = read_settings(data=data)
    columns = (TextColumn("chunks"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("chunks", total=None)
        done = reindex_folder(
            settings.data,
            qdrant_url=settings.qdrant_url,
            qdrant_api_key=settings.qdrant_api_key.get_secret_value(),
            database_url=settings.database_url,
            embedding_model=settings.embedding_model,
            on_progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    earlier = f", {done.chunks - done.embedded} of them before" if done.embedded < done.chunks else ""
    click.echo(
        f"Embedded anew: {counted(done.chunks, 'chunk')} of {counted(done.documents, 'document')}{earlier}."
    )


@stores.command()
@click.argument("store", metavar="ID")
@click.option("--force", is_flag=True, help="Delete it even if it holds documents, and delete those too.")
@connected
def delete(connection: Connection, store: str, force: bool) -> None:
    """Delete the store ID."""
    parameters = {"force": "true"} if force else {}
    operation = connection.call("DELETE", f"/v1/{connection.corpus(store)}", params=parameters)
    connection.finish("v1", operation)
    click.echo(f"Deleted the store {store}.")


def create_store(connection: Connection, store: str, name: str = "") -> None:
    """Create a store under a chosen id."""
    body = {"displayName": name or store, "industryVertical": "GENERIC", "contentConfig": "CONTENT_REQUIRED"}
    path = f"/v1/{connection.parent}/collections/default_collection/dataStores"
    connection.finish("v1", connection.call("POST", path, params={"dataStoreId": store}, json=body))


def store_exists(connection: Connection, store: str) -> bool:
    """Whether there is a store of that id."""
    return connection.http.get(f"/v1/{connection.data_store(store)}").is_success


def _id(resource: dict[str, Any]) -> str:
    return str(resource["name"]).rsplit("/", 1)[-1]
