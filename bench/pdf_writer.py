"""A PDF of plain text, as long as wanted, with nothing but the standard library."""

from collections.abc import Iterable
from pathlib import Path

LINES, WIDTH = 48, 88  # lines on a page, characters on a line


def write_pdf(path: Path, pages: Iterable[str]) -> None:
    """One page per text; a text is WinAnsi characters and is broken into lines of :data:`WIDTH`."""
    offsets: list[int] = []
    count = 0
    with path.open("wb") as file:

        def put(number: int, body: bytes) -> None:
            offsets.append(0) if len(offsets) < number else None
            offsets[number - 1] = file.tell()
            file.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))

        file.write(b"%PDF-1.4\n")
        offsets += [0, 0]  # the catalogue and the page tree are written last
        put(3, b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
        for text in pages:
            drawn = _drawn(text)
            put(4 + 2 * count, b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
            put(
                5 + 2 * count,
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
                b"/Resources << /Font << /F 3 0 R >> >> >>" % (4 + 2 * count),
            )
            count += 1
        kids = b" ".join(b"%d 0 R" % (5 + 2 * index) for index in range(count))
        put(1, b"<< /Type /Catalog /Pages 2 0 R >>")
        put(2, b"<< /Type /Pages /Count %d /Kids [%s] >>" % (count, kids))
        start = file.tell()
        file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1))
        file.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
        file.write(b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(offsets) + 1))
        file.write(b"startxref\n%d\n%%%%EOF\n" % start)


def _drawn(text: str) -> bytes:
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + len(word) >= WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    shown = b"\n".join(b"(%s) Tj T*" % _escaped(one) for one in [*lines, line][:LINES])
    return b"BT /F 10 Tf 14 TL 50 790 Td\n%s\nET" % shown


def _escaped(line: str) -> bytes:
    return line.encode("cp1252", "replace").replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
