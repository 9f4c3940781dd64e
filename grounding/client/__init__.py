"""A typed client of a server, sync and async, whose reports are those of the local checker.

``client.py`` and ``async_client.py`` have the methods, ``calls.py`` what goes over the wire, ``retries.py`` when it is
sent again.
"""

from grounding.client.async_client import AsyncClient
from grounding.client.client import Client
from grounding.client.errors import NoAnswer, RequestRefused
from grounding.client.retries import Retries
from grounding.client.types import Answer, Document, Passage, Store, Support

__all__ = [
    "Answer",
    "AsyncClient",
    "Client",
    "Document",
    "NoAnswer",
    "Passage",
    "RequestRefused",
    "Retries",
    "Store",
    "Support",
]
