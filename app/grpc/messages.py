"""Google's messages, read from ``messages.binpb`` into a pool of their own.

In the common pool they would clash with an SDK that is loaded in the same process.
"""

from functools import cache
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, json_format, message_factory
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message

FILE = Path(__file__).with_name("messages.binpb")


@cache
def _pool() -> DescriptorPool:
    pool = DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(FILE.read_bytes()).file:
        pool.Add(file)
    return pool


@cache
def message_class(name: str) -> type[Message]:
    """The class of a message by its full name. Raises KeyError for one that is not in the file."""
    made: type[Message] = message_factory.GetMessageClass(_pool().FindMessageTypeByName(name))
    return made


def to_json(message: Message) -> dict[str, Any]:
    """The message as protobuf JSON: camelCase, fields without presence left out where they are default."""
    written: dict[str, Any] = json_format.MessageToDict(message, descriptor_pool=_pool())
    return written


def from_json(name: str, content: dict[str, Any]) -> Message:
    """Protobuf JSON as the message of that name; fields that Google's message lacks are left out.

    Raises ``json_format.ParseError`` where a value does not fit.
    """
    return json_format.ParseDict(
        content, message_class(name)(), ignore_unknown_fields=True, descriptor_pool=_pool()
    )
