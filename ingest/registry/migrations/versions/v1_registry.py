"""Collections, engines, documents, the journal and settings: the registry as it was before it had versions."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "1", None


def upgrade() -> None:
    op.create_table("collections", *_named("key"), sqlite_autoincrement=True)
    op.create_table("engines", *_named("collection_ids"), sqlite_autoincrement=True)
    op.create_table(
        "documents",
        _serial("serial"),
        _short("collection", 32),
        _short("id"),
        *(_text(name) for name in ("display_name", "title", "link")),
        _short("mime_type"),
        sa.Column("size", sa.BigInteger, nullable=False),
        _short("content_hash", 64),
        _short("fingerprint", 64),
        sa.Column("version", sa.Integer, nullable=False),
        _short("state", 16),
        _text("error"),
        sa.Column("page_count", sa.Integer, nullable=False),
        sa.Column("chunk_count", sa.Integer, nullable=False),
        *_times(),
        *(_json(name) for name in ("page_report", "metadata", "details")),
        sa.UniqueConstraint("collection", "id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "journal",
        _serial("number"),
        _short("owner", 32),
        _short("kind", 8),
        _short("collection", 32),
        _short("document"),
        sa.Column("version", sa.Integer, nullable=False),
        _json("upload"),
        sqlite_autoincrement=True,
    )
    op.create_table("settings", sa.Column("name", sa.String(64), primary_key=True), _text("value"))


def _named(own: str) -> "list[sa.schema.SchemaItem]":
    """What collections and engines share, and the columns that only one of them has."""
    key = own == "key"
    return [
        _serial("serial"),
        *([sa.Column("key", sa.String(32), nullable=False, unique=True)] if key else []),
        *(_short(name) for name in ("project", "location", "id")),
        _text("display_name"),
        _text("description") if key else _json(own),
        _json("details"),
        *_times(),
        sa.UniqueConstraint("project", "location", "id"),
    ]


def _serial(name: str) -> "sa.Column[int]":
    kind = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    return sa.Column(name, kind, primary_key=True, autoincrement=True)


def _short(name: str, length: int = 128) -> "sa.Column[str]":
    return sa.Column(name, sa.String(length), nullable=False)


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, sa.Text, nullable=False)


def _json(name: str) -> "sa.Column[object]":
    return sa.Column(name, sa.JSON, nullable=False)


def _times() -> "list[sa.Column[object]]":
    return [
        sa.Column(name, sa.DateTime(timezone=True), nullable=False) for name in ("create_time", "update_time")
    ]
