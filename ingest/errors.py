"""What can go wrong with documents and stores.

IngestError
├── UnreadableDocument   broken, empty, or not the type it claims to be
│   ├── EncryptedDocument    a password is needed, or the given one is wrong
│   └── NoTextLayer          pages are pictures only
├── UnknownFormat        no reader for this type
├── TooLarge             over a byte or page limit
├── NotFound             no such collection, document or engine
├── AlreadyExists        the id is taken
├── NotEmpty             a collection that holds documents is deleted without force
├── DiskFull            less free space than the watermark, or none
├── Cancelled            given up on request
├── InvalidArgument      an id, name, filter or number outside its limits
└── StoreUnavailable     the vector store or the registry does not answer, or is locked by another process
"""

import grounding.errors


class IngestError(Exception):
    """Base of all errors of this room; the message names the value, the limit and the remedy."""


class UnreadableDocument(IngestError):
    """The bytes are broken, empty, or not the type they claim to be."""


class EncryptedDocument(UnreadableDocument):
    """A password is needed, or the one given does not open the file."""


class NoTextLayer(UnreadableDocument):
    """The pages are pictures; there is no text to read."""


class UnknownFormat(IngestError):
    """No reader for this type of file."""


class TooLarge(IngestError):
    """Over a byte or page limit."""


class NotFound(IngestError):
    """No such collection, document, engine or file."""


class AlreadyExists(IngestError):
    """The id is already taken."""


class NotEmpty(IngestError):
    """The collection still holds documents."""


class DiskFull(IngestError):
    """The disk of the data folder has less free space than is kept free."""


class Cancelled(IngestError, grounding.errors.Cancelled):
    """Given up because the caller asked for it, or because the document was deleted meanwhile."""


class InvalidArgument(IngestError, ValueError):
    """An id, a name, a filter or a number outside its limits."""


class StoreUnavailable(IngestError):
    """The vector store or the registry does not answer, or another process holds its lock."""
