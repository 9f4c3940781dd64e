"""The tables of the registry. Who changes one adds a step to ``migrations`` and raises :data:`VERSION`."""

import sqlalchemy as sa

VERSION = "2"  # of the schema; the last step of ``migrations`` leads to it
metadata = sa.MetaData()
_SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TIME = sa.DateTime(timezone=True)


def _serial() -> "sa.Column[int]":
    """The order of creation; lists are paged by it."""
    return sa.Column("serial", _SERIAL, primary_key=True, autoincrement=True)


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, sa.Text, nullable=False, default="")


collections = sa.Table(
    "collections",
    metadata,
    _serial(),
    sa.Column("key", sa.String(32), nullable=False, unique=True),
    sa.Column("project", sa.String(128), nullable=False),
    sa.Column("location", sa.String(128), nullable=False),
    sa.Column("id", sa.String(128), nullable=False),
    _text("display_name"),
    _text("description"),
    sa.Column("details", sa.JSON, nullable=False),
    sa.Column("create_time", _TIME, nullable=False),
    sa.Column("update_time", _TIME, nullable=False),
    sa.UniqueConstraint("project", "location", "id"),
    sqlite_autoincrement=True,
)

engines = sa.Table(
    "engines",
    metadata,
    _serial(),
    sa.Column("project", sa.String(128), nullable=False),
    sa.Column("location", sa.String(128), nullable=False),
    sa.Column("id", sa.String(128), nullable=False),
    _text("display_name"),
    sa.Column("collection_ids", sa.JSON, nullable=False),
    sa.Column("details", sa.JSON, nullable=False),
    sa.Column("create_time", _TIME, nullable=False),
    sa.Column("update_time", _TIME, nullable=False),
    sa.UniqueConstraint("project", "location", "id"),
    sqlite_autoincrement=True,
)

documents = sa.Table(
    "documents",
    metadata,
    _serial(),
    sa.Column("collection", sa.String(32), nullable=False),
    sa.Column("id", sa.String(128), nullable=False),
    _text("display_name"),
    _text("title"),
    _text("link"),
    sa.Column("mime_type", sa.String(128), nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("content_hash", sa.String(64), nullable=False),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    _text("error"),
    sa.Column("page_count", sa.Integer, nullable=False),
    sa.Column("chunk_count", sa.Integer, nullable=False),
    sa.Column("create_time", _TIME, nullable=False),
    sa.Column("update_time", _TIME, nullable=False),
    sa.Column("page_report", sa.JSON, nullable=False),
    sa.Column("metadata", sa.JSON, nullable=False),
    sa.Column("details", sa.JSON, nullable=False),
    sa.UniqueConstraint("collection", "id"),
    sqlite_autoincrement=True,
)

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("number", _SERIAL, primary_key=True, autoincrement=True),
    sa.Column("owner", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("collection", sa.String(32), nullable=False),
    sa.Column("document", sa.String(128), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("upload", sa.JSON, nullable=False),
    sqlite_autoincrement=True,
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    _text("value"),
)

api_keys = sa.Table(
    "api_keys",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    _text("name"),
    sa.Column("projects", sa.JSON, nullable=False),
    sa.Column("rights", sa.JSON, nullable=False),
    sa.Column("create_time", _TIME, nullable=False),
    sa.Column("expire_time", _TIME),
    sa.Column("revoke_time", _TIME),
)
