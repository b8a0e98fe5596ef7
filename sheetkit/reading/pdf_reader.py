"""The program that reads a PDF within limits: run by ``pdf``, never imported.

It is given the file on standard input, ``pages`` or ``fields`` and the seconds of computing
that a page may take as its arguments.
An answer is a JSON object after its length in four bytes; a page's pixels follow it.
A page's ``undrawn`` says whether something lies on it that only the program knows how to draw
that put it there.
"""

from __future__ import annotations

import io
import json
import signal
import sys
from collections.abc import Iterator
from typing import Any

MOST_MEMORY = 1_000_000_000
"""In bytes; a page of 6000 × 6000 pixels takes 250 MB."""
MOST_CPU_S = 120
"""For all pages together: 500 scanned ones take 50 s."""
POINTS_AN_INCH = 72.0
DOTS_AN_INCH = 220.0
"""8.7 px/mm on a page true to scale: what a good photo has."""
DEEPEST_FIELD = 8
"""Fields in fields; a file may have one in itself."""
LONGEST_PAGE_PX = 6000
SHORTEST_PAGE_PX = 900
"""Pages declared far too large or too small are brought to these sizes."""


def limit() -> None:
    """Give up memory and time beyond the limits, where the system can."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def begin() -> None:
    """From now on there is the time of one page; the system ends a process beyond it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, float(sys.argv[2]))


def say(answer: dict[str, Any], pixels: Any = b"") -> None:
    text = json.dumps(answer).encode()
    sys.stdout.buffer.write(len(text).to_bytes(4, "big") + text)
    sys.stdout.buffer.write(pixels)
    sys.stdout.buffer.flush()


def fail(code: str, what: str, remedy: str) -> None:
    say({"error": [code, what, remedy]})
    sys.exit()


def read_pages(content: bytes) -> None:
    """Say how many pages there are, then draw them one after the other."""
    import pypdfium2  # noqa: PLC0415 - not for the fields

    if b"/Widget" in content and b"/AcroForm" not in content:
        content = listed(content)
    try:
        document = pypdfium2.PdfDocument(content)
        document.init_forms()
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            fail("encrypted", "the PDF asks for a password", "save it without one")
        fail("not-an-image", "the PDF is damaged", "save or scan it again")
    say({"pages": len(document)})
    for number in range(len(document)):
        begin()
        try:
            page = document[number]
            undrawn = has_undrawn(page)
            bitmap = drawn(page)
        except (pypdfium2.PdfiumError, ZeroDivisionError, ValueError):
            what = f"page {number + 1} of the PDF is damaged"
            fail("not-an-image", what, "save or scan it again")
        size = {"height": bitmap.height, "width": bitmap.width, "stride": bitmap.stride}
        say(size | {"undrawn": undrawn}, bitmap.buffer)
        bitmap.close()
        page.close()


def listed(content: bytes) -> bytes:
    """The PDF with a list of its fields: copied pages may lack it, and then no tick is drawn."""
    import pypdf  # noqa: PLC0415 - for few files
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject  # noqa: PLC0415

    try:
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(content))
        if "/AcroForm" in writer.root_object:  # in a compressed object
            return content
        fields = [widget for page in writer.pages for widget in widgets(page)]
        form = DictionaryObject({NameObject("/Fields"): ArrayObject(fields)})
        writer.root_object[NameObject("/AcroForm")] = form
        whole = io.BytesIO()
        writer.write(whole)
    except Exception:  # a damaged file is drawn as far as it can be
        return content
    return whole.getvalue()


def drawn(page: Any) -> Any:
    """The page as a bitmap of three bytes a pixel: blue, green, red."""
    from pypdfium2.raw import FPDFBitmap_BGR  # noqa: PLC0415 - as above

    longest = max(page.get_size())
    scale = DOTS_AN_INCH / POINTS_AN_INCH
    scale = min(max(scale, SHORTEST_PAGE_PX / longest), LONGEST_PAGE_PX / longest)
    return page.render(scale=scale, may_draw_forms=True, force_bitmap_format=FPDFBitmap_BGR)


def has_undrawn(page: Any) -> bool:
    """Whether a line, a text or the like lies on the page without saying how it looks: PDFium draws
    none that doesn't (12.5.5: an appearance is optional). To be asked before the page is drawn,
    for then PDFium adds empty ones.
    """
    from pypdfium2 import raw  # noqa: PLC0415 - as above

    kinds = {
        raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_LINE, raw.FPDF_ANNOT_POLYGON,
        raw.FPDF_ANNOT_POLYLINE, raw.FPDF_ANNOT_STAMP, raw.FPDF_ANNOT_CARET,
    }  # fmt: skip
    unseen = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
    found = False
    for number in range(raw.FPDFPage_GetAnnotCount(page)):
        each = raw.FPDFPage_GetAnnot(page, number)
        if not each:
            continue
        seen = not raw.FPDFAnnot_GetFlags(each) & unseen
        bare = not raw.FPDFAnnot_HasKey(each, b"AP")
        found |= seen and bare and raw.FPDFAnnot_GetSubtype(each) in kinds
        raw.FPDFPage_CloseAnnot(each)
    return found


def read_fields(content: bytes) -> None:
    """Say the values of all fields on the pages; null where there is a form that can't be read, as
    of an encrypted file.
    """
    try:
        say({"fields": values(content)})
    except Exception:  # whatever a damaged file leads to
        say({"fields": None if has_form(content) else {}})


def values(content: bytes) -> dict[str, str]:
    """The values by the fields' full names: page by page, for whoever copies pages may lose the
    form's list.
    """
    import pypdf  # noqa: PLC0415 - not for the pages

    found = {}
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        begin()
        for widget in widgets(page):
            name, value = name_and_value(widget.get_object())
            found[name] = value
    return found


def has_form(content: bytes) -> bool:
    """Whether there are fields to fill in."""
    import pypdfium2  # noqa: PLC0415 - for few files

    try:
        return bool(pypdfium2.PdfDocument(content).get_formtype())
    except pypdfium2.PdfiumError:
        return False


def widgets(page: Any) -> Iterator[Any]:
    """What stands for fields on a page, as it is referred to."""
    for annotation in page.get("/Annots") or ():
        there = annotation.get_object()
        if isinstance(there, dict) and there.get("/Subtype") == "/Widget":
            yield annotation


def name_and_value(field: Any) -> tuple[str, str]:
    """The field's full name, and what it or its nearest parent has as its value (12.7.3)."""
    names, value = [], None
    for _ in range(DEEPEST_FIELD):
        if "/T" in field:
            names.append(str(field["/T"]))
        value = field.get("/V") if value is None else value
        if "/Parent" not in field:
            break
        field = field["/Parent"].get_object()
    return ".".join(reversed(names)), str("" if value is None else value).removeprefix("/")


if __name__ == "__main__":
    limit()
    given = sys.stdin.buffer.read()
    begin()
    (read_pages if sys.argv[1] == "pages" else read_fields)(given)
