"""Log lines as JSON: time, level, logger, what happened, the request it belongs to. Texts are never among them."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

request_id: ContextVar[str] = ContextVar("request_id", default="")

_TALKATIVE = ("httpx", "httpcore", "alembic", "openai")  # each request and each step of theirs
_USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """A record as a line of JSON, with whatever ``extra`` says beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if known := request_id.get():
            line["request"] = known
        line |= {name: value for name, value in record.__dict__.items() if name not in _USUAL}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


@contextmanager
def logs_written(level: str) -> Iterator[None]:
    """Within, all logs of this process from ``level`` on go to its standard error; the audit lines at any level."""
    handler, root, audit = logging.StreamHandler(), logging.getLogger(), logging.getLogger("sureground.audit")
    handler.setFormatter(JsonLines())
    loggers = {logger: logger.level for logger in (root, audit, *map(logging.getLogger, _TALKATIVE))}
    root.setLevel(level.upper())
    audit.setLevel(logging.INFO)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        for logger, before in loggers.items():
            logger.setLevel(before)
