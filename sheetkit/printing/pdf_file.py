"""A PDF file written object by object (ISO 32000-1): nothing but offsets stays in memory."""

from __future__ import annotations

import hashlib
import zlib
from array import array
from typing import BinaryIO

HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
KIDS = 64
"""Pages in a node of the page tree: viewers reach any page of thousands in two steps."""

UNWRITTEN = 0


class PdfFile:
    """Writes objects as they come, then the table that finds them again (7.5).

    An object may be referred to before it is written: ``reserve`` gives its number.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._offsets = array("Q", [UNWRITTEN])
        self._position = 0
        self._digest = hashlib.sha256()
        self._pages: list[int] = []
        self._nodes: list[tuple[int, int]] = []
        self._page_node = UNWRITTEN
        self._tree = self.reserve()
        self._put(HEADER)

    def _put(self, content: bytes) -> None:
        self._file.write(content)
        self._digest.update(content)
        self._position += len(content)

    def reserve(self) -> int:
        """A number for an object that is written later."""
        self._offsets.append(UNWRITTEN)
        return len(self._offsets) - 1

    def write(self, body: str | bytes, number: int | None = None) -> int:
        """Write an object; its number."""
        number = self.reserve() if number is None else number
        self._offsets[number] = self._position
        content = body.encode("latin-1") if isinstance(body, str) else body
        self._put(b"%d 0 obj\n%b\nendobj\n" % (number, content))
        return number

    def write_stream(self, content: bytes, entries: str = "", number: int | None = None) -> int:
        """Write a compressed stream with these entries in its dictionary; its number."""
        packed = zlib.compress(content)
        head = f"<</Filter/FlateDecode/Length {len(packed)}{entries}>>stream\n".encode("latin-1")
        return self.write(head + packed + b"\nendstream", number)

    def add_page(self, entries: str) -> int:
        """Write a page with these entries; its number."""
        if not self._pages:
            self._page_node = self.reserve()
        number = self.write(f"<</Type/Page/Parent {self._page_node} 0 R{entries}>>")
        self._pages.append(number)
        if len(self._pages) == KIDS:
            self._close_node()
        return number

    def _close_node(self) -> None:
        kids = " ".join(f"{page} 0 R" for page in self._pages)
        count = len(self._pages)
        node = f"<</Type/Pages/Parent {self._tree} 0 R/Count {count}/Kids[{kids}]>>"
        self.write(node, self._page_node)
        self._nodes.append((self._page_node, count))
        self._pages = []

    def close(self, catalog: str, information: str, inherited: str) -> None:
        """Write the page tree, the catalog with these entries, and the table of objects.

        ``inherited`` holds what all pages share.
        """
        if self._pages:
            self._close_node()
        kids = " ".join(f"{node} 0 R" for node, _ in self._nodes)
        count = sum(pages for _, pages in self._nodes)
        self.write(f"<</Type/Pages/Count {count}/Kids[{kids}]{inherited}>>", self._tree)
        root = self.write(f"<</Type/Catalog/Pages {self._tree} 0 R{catalog}>>")
        info = self.write(f"<<{information}>>")
        self._write_table(root, info)

    def _write_table(self, root: int, info: int) -> None:
        """The cross-reference table and the trailer (7.5.4, 7.5.5)."""
        start = self._position
        size = len(self._offsets)
        self._put(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        for offset in self._offsets[1:]:
            used = offset != UNWRITTEN
            self._put(b"%010d %05d %b \n" % (offset, 0 if used else 1, b"n" if used else b"f"))
        mark = self._digest.hexdigest()[:32]
        trailer = f"<</Size {size}/Root {root} 0 R/Info {info} 0 R/ID[<{mark}><{mark}>]>>"
        self._put(f"trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n".encode())


def text_string(text: str) -> str:
    """A text for people in a dictionary: ASCII as it is, all else as UTF-16 (7.9.2.2)."""
    if text.isascii() and text.isprintable():
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f"({escaped})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
