"""What a PDF says about itself: its information, bookmarks, and an attachment with the layouts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sheetkit.printing.pdf_file import PdfFile, text_string

MOST_BOOKMARKS = 40
"""A list that one still looks through; longer files get one for every so many pages."""


def described(
    pdf: PdfFile,
    about: Mapping[str, Any],
    pages: Sequence[tuple[str, int]],
    viewing: str = "",
    layout_file: bytes = b"",
) -> tuple[str, str]:
    """The entries of a file's catalog, and its information.

    ``about`` is attached as JSON; it has ``title``, ``subject`` and ``language``. ``pages`` have a
    bookmark's title and the number of the page's object; ``viewing`` is what else a viewer should
    know. The ``layout_file`` of an owner's pad is attached, too.
    """
    catalog = (
        f"/Lang({about['language']})"
        f"/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true{viewing}>>"
        + _attachments(pdf, about, layout_file)
        + _bookmarks(pdf, pages)
    )
    information = (
        f"/Title {text_string(about['title'])}/Subject {text_string(about['subject'])}"
        "/Creator(sheetkit)/Producer(sheetkit)"
    )
    return catalog, information


def _attachments(pdf: PdfFile, about: Mapping[str, Any], layout_file: bytes) -> str:
    """The exact layout as a file inside the PDF (7.11.4), and the pad's own file where it has one:
    the codes of its sheets don't say more than which file that is.
    """
    content = (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode()
    files = [_attached(pdf, content, "sheetkit-pad.json", "application#2Fjson")]
    if layout_file:
        files.append(_attached(pdf, layout_file, "sheetkit-pad.toml", "application#2Ftoml"))
    return f"/Names<</EmbeddedFiles<</Names[{''.join(files)}]>>>>"


def _attached(pdf: PdfFile, content: bytes, name: str, kind: str) -> str:
    """An attached file, as an entry of the tree of names."""
    stream = pdf.write_stream(
        content, f"/Type/EmbeddedFile/Subtype/{kind}/Params<</Size {len(content)}>>"
    )
    file = pdf.write(
        f"<</Type/Filespec/F({name})/UF({name})/EF<</F {stream} 0 R/UF {stream} 0 R>>"
        "/Desc(The pad that this is printed for)>>"
    )
    return f"({name}) {file} 0 R"


def _bookmarks(pdf: PdfFile, pages: Sequence[tuple[str, int]]) -> str:
    """An outline (12.3.3) of the first page of every so many."""
    step = -(-len(pages) // MOST_BOOKMARKS)
    marked = pages[::step]
    outline = pdf.reserve()
    items = [pdf.reserve() for _ in marked]
    for place, (title, page) in enumerate(marked):
        before = f"/Prev {items[place - 1]} 0 R" if place else ""
        after = f"/Next {items[place + 1]} 0 R" if place + 1 < len(items) else ""
        pdf.write(
            f"<</Title {text_string(title)}/Parent {outline} 0 R{before}{after}"
            f"/Dest[{page} 0 R/Fit]>>",
            items[place],
        )
    ends = f"/First {items[0]} 0 R/Last {items[-1]} 0 R" if items else ""
    pdf.write(f"<</Type/Outlines/Count {len(items)}{ends}>>", outline)
    return f"/Outlines {outline} 0 R"
