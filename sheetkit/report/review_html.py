"""A page on which a person clicks what doubtful cells are: one file, no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from html import escape, unescape
from pathlib import Path

import cv2

from sheetkit.errors import one_line
from sheetkit.reading.answers import answers_object, answers_path
from sheetkit.reading.result import Reading, SheetReading
from sheetkit.report.crops import Doubt, Pixels
from sheetkit.report.review_text import CHOICES, MEANINGS

JPEG_QUALITY = 85

KEPT = '<script type="application/json" id="kept">'
"""What the answers that were kept before stand in, on such a page alone."""


def review_html(photo: str, content: bytes, reading: Reading, doubts: Sequence[Doubt]) -> str:
    """The page for these doubtful cells of the photo with that file name and those bytes.

    It saves the answers as the file that ``scan`` and ``settle`` look for beside the photo,
    those that were kept before included.
    """
    css, script = (_part(f"review.{kind}") for kind in ("css", "js"))
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    kept = json.dumps(answers_object(photo, content, reading.sheets)).replace("<", "\\u003c")
    photo = one_line(photo)
    file = answers_path(Path(photo)).name
    cards = "".join(_card(doubt, reading.sheets[doubt.place]) for doubt in doubts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{allowed}'\">\n"
        f"<title>{escape(photo)}: questions</title>\n<style>\n{css}</style>\n</head>\n<body>\n"
        f"<main>\n<h1>What is in these cells?</h1>\n<p>{escape(photo)} could not be read for "
        "certain there. Click what you see in the frame, or type the letter; the numbers say how "
        f"likely each seemed.</p>\n{_meanings()}<p>Then save the answers as "
        f"<code>{escape(file)}</code> beside the photo: <code>sheetkit scan</code> and "
        "<code>sheetkit settle</code> use them from then on.</p>\n"
        f'{cards}</main>\n<footer><span id="state" role="status"></span>'
        f'<button id="save" type="button" data-file="{escape(file)}">Save the answers</button>'
        f"</footer>\n{KEPT}{kept}</script>\n"
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def photo_of(page: str) -> str:
    """The photo that such a page asks about, by its name in one line; empty for any other page."""
    title = re.search(r"<title>(.*): questions</title>", page)
    return unescape(title[1]) if title and KEPT in page else ""


def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _meanings() -> str:
    """What the choices stand for, in one line where there is room."""
    said = "; ".join(f"<b>{mark}</b> {escape(MEANINGS[mark])}" for mark in CHOICES.values())
    return f'<p class="soft">{said}</p>\n'


def _card(doubt: Doubt, sheet: SheetReading) -> str:
    name = " ".join(part for part in (doubt.cell, sheet.code) if part)
    reason = sheet.reasons.get(doubt.cell, "")
    why = f'<p class="soft">{escape(reason)}</p>' if reason else ""
    return (
        f'<fieldset data-cell="{doubt.cell}" data-sheet="{escape(sheet.code)}" '
        f'data-number="{doubt.place + 1}"><legend>{escape(name)}</legend>{_image(doubt)}{why}'
        f'<div class="choices">{"".join(_choices(doubt, sheet))}</div></fieldset>\n'
    )


def _image(doubt: Doubt) -> str:
    if doubt.picture is None:
        return ""
    return f'<img alt="{escape(doubt.cell)} and its neighbours" src="{_data(doubt.picture)}">'


def _data(picture: Pixels) -> str:
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg.tobytes()).decode()}"


def _choices(doubt: Doubt, sheet: SheetReading) -> Iterator[str]:
    """One choice a mark, with how likely it seemed."""
    odds = sheet.unsure[doubt.cell]
    for letter, mark in CHOICES.items():
        share = f" {100 * odds[mark]:.0f} %" if odds.get(mark, 0) >= 0.005 else ""
        yield (
            f'<label><input type="radio" name="{doubt.place}-{doubt.cell}" value="{mark}" '
            f'data-key="{letter}">{mark}{share} <kbd>{letter}</kbd></label>'
        )
