"""Registries of every former version are read by this one, and each step makes what the tables say."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from ingest.errors import StoreUnavailable
from ingest.registry.registry import Registry
from ingest.registry.schema import VERSION, metadata
from ingest.types import CollectionName, DocumentState

FORMER = Path(__file__).parents[2] / "data/registry"
NOTES, ALL = CollectionName("local", "global", "notes"), CollectionName("local", "global", "all")


@pytest.fixture
def registry_url(every_registry_url: str) -> str:
    return every_registry_url


def load(url: str, script: str) -> None:
    """Run the statements of a former version's registry."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            connection.executescript(script)
        connection.close()
    else:
        with psycopg.connect(url) as connection:
            connection.execute(script)  # type: ignore[call-overload]


def run(url: str, statement: str) -> list[Any]:
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    try:
        with engine.begin() as connection:
            done = connection.execute(sa.text(statement))
            return [tuple(row) for row in done] if done.returns_rows else []
    finally:
        engine.dispose()


def former(version: str, url: str) -> str:
    return (FORMER / f"{version}.{url.partition(':')[0]}.sql").read_text()


def test_the_registry_from_before_versions_is_read_as_it_was(registry_url: str) -> None:
    load(registry_url, former("1", registry_url))
    registry = Registry(registry_url, "00ff00ff00ff00ff")
    key = registry.collection_key(NOTES)
    documents, _ = registry.documents.page(NOTES, key, 10, "")
    assert [(one.display_name, one.state) for one in documents] == [
        ("tower.txt", DocumentState.ACTIVE),
        ("harbour.txt", DocumentState.ACTIVE),
    ]
    assert registry.collection(NOTES).details == {"a": 1}
    assert registry.engine(ALL).collection_ids == ("notes",)
    # And it goes on where it ended: new rows come after the old ones.
    name = CollectionName("local", "global", "more")
    registry.create_collection(name, "More", "", {})
    assert [one.name.id for one in registry.collections("local", "global", 10, "")[0]] == ["notes", "more"]
    registry.close()
    assert run(registry_url, "SELECT version_num FROM alembic_version") == [(VERSION,)]


@pytest.mark.parametrize("origin", ["", "1"])
def test_the_steps_make_the_tables_of_the_schema(registry_url: str, origin: str) -> None:
    if origin:
        load(registry_url, former(origin, registry_url))
    Registry(registry_url).close()
    engine = sa.create_engine(registry_url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        differences = compare_metadata(
            MigrationContext.configure(connection, opts={"compare_type": True}), metadata
        )
    engine.dispose()
    assert differences == []


def test_the_last_step_leads_to_the_version() -> None:
    config = Config()
    config.set_main_option("script_location", "ingest.registry:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [VERSION]


def test_a_registry_of_a_newer_program_is_refused_and_left_as_it_is(registry_url: str) -> None:
    Registry(registry_url).close()
    run(registry_url, "UPDATE alembic_version SET version_num = '99'")
    with pytest.raises(StoreUnavailable, match="schema version 99"):
        Registry(registry_url)
    assert run(registry_url, "SELECT version_num FROM alembic_version") == [("99",)]


def test_a_step_that_fails_leaves_the_former_version(registry_url: str) -> None:
    load(registry_url, former("1", registry_url))
    run(registry_url, "CREATE TABLE api_keys (id INTEGER)")  # in the way of the second step
    with pytest.raises(StoreUnavailable):
        Registry(registry_url)
    run(registry_url, "DROP TABLE api_keys")
    registry = Registry(registry_url)
    assert registry.collection(NOTES).document_count == 2
    registry.close()


def test_of_several_that_start_at_once_one_makes_the_tables(registry_url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for registry in pool.map(Registry, [registry_url] * 4):
            registry.close()
    assert run(registry_url, "SELECT version_num FROM alembic_version") == [(VERSION,)]
