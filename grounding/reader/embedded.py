"""The shipped reader, loaded once for everything in a process that reads with it."""

from functools import cache

from grounding.reader.reader import Reader


@cache
def embedded_reader() -> Reader:
    """Raises :class:`grounding.errors.ModelUnavailable`."""
    return Reader.load()
