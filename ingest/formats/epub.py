"""EPUB books: a chapter is a page, read as the HTML it is."""

import posixpath
import zipfile
from collections.abc import Iterable, Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError

from defusedxml.ElementTree import fromstring

from ingest.errors import EncryptedDocument, UnreadableDocument
from ingest.formats.archive import open_archive
from ingest.formats.html import add_html, html_text
from ingest.layout.document_builder import DocumentBuilder
from ingest.media_types import EPUB
from ingest.types import PageStatus, ParsedDocument

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_CHAPTERS = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


def read_epub(content: bytes, name: str) -> ParsedDocument:
    """The chapters in reading order. One without a heading has the title that the table of contents gives
    it; the table itself is left out.
    """
    with open_archive(content, name) as archive:
        book = _Book(archive, name)
        builder = DocumentBuilder(EPUB, book.title)
        for path in book.chapters:
            try:
                text = html_text(archive.read(path))
            except KeyError:
                builder.end_page(status=PageStatus.FAILED, reason=f"'{path[:100]}' is not in the file")
                continue
            before = builder.heading_count
            start = builder.position
            add_html(builder, text)
            if builder.heading_count == before:
                builder.above(1, book.contents.get(path, ""), start)
            blank = builder.page_is_blank
            builder.end_page(
                status=PageStatus.EMPTY if blank else PageStatus.OK, reason="no text in the chapter" * blank
            )
    return builder.build()


class _Book:
    """What the package document says: ``title``, paths of ``chapters``, ``contents`` by path."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self._archive = archive
        package_path = next(
            (node.get("full-path", "") for node in _all(_xml(archive, _CONTAINER), "rootfile")), ""
        )
        package = _xml(archive, package_path)
        self._folder = posixpath.dirname(package_path)
        self.title = next((node.text.strip() for node in _all(package, "title") if node.text), "")
        items = {node.get("id", ""): node for node in _all(package, "item")}
        spine = [
            items[node.get("idref", "")] for node in _all(package, "itemref") if node.get("idref") in items
        ]
        self.chapters = [
            self._path(node)
            for node in spine
            if node.get("media-type") in _CHAPTERS and not _is_contents(node)
        ]
        if not self.chapters:
            raise UnreadableDocument(f"The EPUB book '{name}' names no chapters.")
        self._refuse_locked(name)
        # A chapter may be named several times, by its parts; the first one is its own title.
        self.contents = dict(reversed(list(self._titles(items.values()))))

    def _path(self, item: Element) -> str:
        return _joined(self._folder, item.get("href", ""))

    def _refuse_locked(self, name: str) -> None:
        if _ENCRYPTION not in self._archive.namelist():
            return
        locked = {
            unquote(node.get("URI", "")) for node in _all(_xml(self._archive, _ENCRYPTION), "CipherReference")
        }
        if locked & set(self.chapters):  # fonts may be
            raise EncryptedDocument(
                f"The EPUB book '{name}' is locked by digital rights management. Send a copy without it."
            )

    def _titles(self, items: Iterable[Element]) -> Iterator[tuple[str, str]]:
        """Titles by path, from the table of contents in either version of the format."""
        for item in items:
            path = self._path(item)
            old = item.get("media-type") == "application/x-dtbncx+xml"
            if path not in self._archive.namelist() or not (old or _is_contents(item)):
                continue
            try:
                root = _xml(self._archive, path)
            except ParseError:  # a browser would take it
                continue
            for point in _all(root, "navPoint" if old else "a"):
                target = _first(point, "content").get("src", "") if old else point.get("href", "")
                label = "".join((_first(point, "navLabel") if old else point).itertext())
                yield _joined(posixpath.dirname(path), target), label


def _is_contents(item: Element) -> bool:
    return "nav" in item.get("properties", "").split()


def _first(root: Element, name: str) -> Element:
    return next(_all(root, name), Element(name))


def _xml(archive: zipfile.ZipFile, path: str) -> Element:
    root: Element = fromstring(archive.read(path))
    return root


def _all(root: Element, name: str) -> Iterator[Element]:
    """The elements of a name, whatever their namespace."""
    return (node for node in root.iter() if isinstance(node.tag, str) and node.tag.rpartition("}")[2] == name)


def _joined(folder: str, reference: str) -> str:
    """The path in the archive of a reference, without the place inside of the file."""
    return posixpath.normpath(posixpath.join(folder, unquote(reference.partition("#")[0])))
