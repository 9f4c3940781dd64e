"""Brings a registry's tables to the version that this program reads, in one transaction."""

import sqlalchemy as sa

from ingest.errors import StoreUnavailable
from ingest.registry.schema import VERSION

_LOCK = 0x5075726567  # of PostgreSQL, while tables are changed; any number that nobody else uses


def upgrade(engine: sa.Engine) -> None:
    """Run the steps between what is there, nothing included, and :data:`~ingest.registry.schema.VERSION`.

    Of several processes that start at once one runs them, and the others wait for it. Raises
    :class:`StoreUnavailable` for a registry that a newer program has written.
    """
    with engine.connect() as connection:
        if _version(connection) == VERSION:
            return
    with engine.begin() as connection:
        # Either holds until the end of the transaction; SQLite would otherwise commit each table by itself.
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        _run_steps(connection)


def _run_steps(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "ingest.registry:migrations")
    version = _version(connection)
    if not version and sa.inspect(connection).has_table("collections"):
        command.stamp(config, "1")  # a registry from before versions were kept
    elif version:
        try:
            ScriptDirectory.from_config(config).get_revision(version)
        except CommandError as error:
            raise StoreUnavailable(
                f"The registry has the schema version {version}, and this Sureground knows up to {VERSION}: a newer "
                "one has written it. Start that one again, or put a backup back from before the change."
            ) from error
    command.upgrade(config, VERSION)


def _version(connection: sa.Connection) -> str:
    """The schema's version, empty where none is kept."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or "")
