"""``sureground documents``: what a store holds."""

from typing import Any

import click

from app.cli.server.connection import Connection, connected, json_option, store_option
from app.cli.tables import print_json, print_table


@click.group()
def documents() -> None:
    """List, show and delete the documents of a store.

    \b
    Examples:
        sureground documents list --store museum
        sureground documents show 5f0c… --store museum
        sureground documents delete 5f0c… --store museum
    """


@documents.command("list")
@store_option
@json_option
@connected
def list_(connection: Connection, store: str, as_json: bool) -> None:
    """List the documents of a store."""
    resources = list(
        connection.listed(f"/v1beta1/{connection.corpus(store)}/ragFiles", "ragFiles", view="full")
    )
    if as_json:
        print_json({"ragFiles": resources})
        return
    rows = [
        (
            document_id(resource),
            resource.get("displayName", ""),
            *map(str, _counts(resource)),
            size(resource),
            state(resource),
        )
        for resource in resources
    ]
    print_table(
        ("id", "name", "pages", "chunks", "size", "state"),
        rows,
        empty=f"The store {store} holds no document.",
    )


@documents.command()
@click.argument("document", metavar="ID")
@store_option
@json_option
@connected
def show(connection: Connection, document: str, store: str, as_json: bool) -> None:
    """Show one document, and how reading went on each page that is not plainly ok."""
    resource = connection.call(
        "GET", f"/v1beta1/{connection.corpus(store)}/ragFiles/{document}", params={"view": "full"}
    )
    if as_json:
        print_json(resource)
        return
    rows = [
        ("id", document_id(resource)),
        ("name", resource.get("displayName", "")),
        ("description", resource.get("description", "")),
        ("pages", str(resource.get("pageCount", ""))),
        ("chunks", str(resource.get("chunkCount", ""))),
        ("size", size(resource)),
        ("state", state(resource)),
        ("added", resource.get("createTime", "")),
        ("changed", resource.get("updateTime", "")),
    ]
    print_table(("field", "value"), [row for row in rows if row[1]])
    if noted := page_notes(resource):
        click.echo()
        print_table(("page", "printed", "status", "reason"), noted)


@documents.command()
@click.argument("ids", metavar="ID…", nargs=-1, required=True)
@store_option
@connected
def delete(connection: Connection, ids: tuple[str, ...], store: str) -> None:
    """Delete documents, and all that was made of them."""
    for document in ids:
        operation = connection.call("DELETE", f"/v1/{connection.corpus(store)}/ragFiles/{document}")
        connection.finish("v1", operation)
        click.echo(f"Deleted {document}.")


def document_id(resource: dict[str, Any]) -> str:
    """The last part of a document's resource name."""
    return str(resource["name"]).rsplit("/", 1)[-1]


def _counts(resource: dict[str, Any]) -> tuple[int, int]:
    return resource.get("pageCount", 0), resource.get("chunkCount", 0)


def page_notes(resource: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """The pages that did not simply go well: number from 1, printed number, status, reason."""
    return [
        (str(page["number"]), page.get("label", ""), page["status"], page.get("reason", ""))
        for page in resource.get("pageReport", [])
        if page.get("status", "ok") != "ok"
    ]


def size(resource: dict[str, Any]) -> str:
    """Bytes as a person reads them."""
    count = float(resource.get("sizeBytes", 0))
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def state(resource: dict[str, Any]) -> str:
    """``active``, ``processing``, or ``error``, with what went wrong."""
    status = resource.get("fileStatus", {})
    shown, reason = str(status.get("state", "processing")).lower(), status.get("errorStatus", "")
    return f"{shown}: {reason}" if reason else shown
