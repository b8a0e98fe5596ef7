"""The pages of a PDF as pictures, whether they were scanned or drawn.

A PDF is a program of sorts: it may draw for hours or ask for all memory there is. So
another process reads it, within limits of memory and time, and is ended beyond them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sheetkit.errors import PhotoError

PDF_START = b"%PDF-"
PATIENCE_S = 10.0
"""Of computing, for a page; a scanned page of A4 takes a tenth of it, a drawn one less."""
BUSY = 8
"""How many times longer that may last on a machine with much else to do."""
_READER = Path(__file__).with_name("pdf_reader.py")


class PdfPage(NamedTuple):
    """A page, annotations and form fields included, as height × width × 3, uint8, BGR.

    ``undrawn`` says whether something on it doesn't show, since it doesn't say how it looks.
    """

    pixels: NDArray[np.uint8]
    undrawn: bool


def pdf_pages(content: bytes, most: int) -> Iterator[PdfPage]:
    """Each page of the PDF.

    Raises PhotoError ``encrypted``, ``not-an-image`` or ``too-large``.
    """
    with _Reader("pages", content) as reader:
        pages = reader.answer()["pages"]
        if pages > most:
            raise PhotoError(
                "too-large", f"the PDF has {pages} pages", f"split it, {most} at once are read"
            )
        for _ in range(pages):
            page = reader.answer()
            height, width, stride = page["height"], page["width"], page["stride"]
            rows = np.frombuffer(reader.read(height * stride), np.uint8).reshape(height, stride)
            pixels = np.ascontiguousarray(rows[:, : width * 3].reshape(height, width, 3))
            yield PdfPage(pixels, page["undrawn"])


def pdf_fields(content: bytes) -> Mapping[str, str] | None:
    """The values of a PDF's form by the fields' full names; empty where there is none, None where
    it can't be read.
    """
    if b"/Widget" not in content and b"/ObjStm" not in content:
        return {}
    try:
        with _Reader("fields", content) as reader:
            fields: dict[str, str] | None = reader.answer()["fields"]
            return fields
    except PhotoError:  # its pages may be readable all the same
        return {}


class _Reader:
    """``pdf_reader.py`` at work on a PDF in a process of its own."""

    def __init__(self, what: str, content: bytes) -> None:
        try:
            self._process = subprocess.Popen(
                [sys.executable or "python3", "-P", str(_READER), what, str(PATIENCE_S)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise PhotoError(
                "no-python",
                f"PDFs need a Python process of their own, and none starts ({error})",
                "set sys.executable, or save the pages as pictures",
            ) from error
        assert self._process.stdin is not None
        try:
            with self._process.stdin as given:
                given.write(content)
        except BrokenPipeError:
            pass  # it ended: the first answer will be missing

    def __enter__(self) -> _Reader:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdout is not None
        self._process.kill()
        self._process.stdout.close()
        self._process.wait()

    def answer(self) -> dict[str, Any]:
        """Its next answer. Raises the PhotoError that it stands for."""
        length = int.from_bytes(self.read(4), "big")
        answer: dict[str, Any] = json.loads(self.read(length))
        if "error" in answer:
            raise PhotoError(*answer["error"])
        return answer

    def read(self, count: int) -> bytes:
        """So many bytes. Raises PhotoError where they don't come in time, or never."""
        assert self._process.stdout is not None
        watch = Timer(PATIENCE_S * BUSY, self._process.kill)
        watch.start()
        try:
            found = self._process.stdout.read(count)
        finally:
            watch.cancel()
        if len(found) < count:
            raise PhotoError(
                "too-large", "the PDF takes too much time or memory to draw",
                "print it to a new PDF, or save its pages as pictures",
            )  # fmt: skip
        return found
