"""What problems of a photo say: what is wrong; what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from sheetkit.counted import counted
from sheetkit.errors import Said, Value
from sheetkit.reading.result import Problem
from sheetkit.reading.verdict import Doubt

_ANSWER = "or say what is in them (scan --review, or --set)"

SAYS: Mapping[str, str] = {
    "no-sheet": (
        "no sheet found in the photo; show the whole sheet with its black squares, flat and in "
        "light"
    ),
    "no-sheet-on-pages": "no sheet found on {pages}; if one is there, photograph it alone",
    "mirrored": (
        "the photo is mirrored; it was turned back for reading, so there is nothing to do"
    ),
    "untouched": (
        "sheets of the form that bear nothing were left out ({codes}); there is nothing to do if "
        "nobody played on them"
    ),
    "form-sheets-unseen": (
        "the pages of the form don't show all of its sheets ({codes}), so what is drawn on these "
        "isn't read; print the form to a new PDF, or photograph it"
    ),
    "not-drawn": (
        "on {pages} of the PDF there are lines, texts or shapes that another program put there and "
        "that can't be drawn; print it to a new PDF, in which they are part of the page"
    ),
    "form-unread": (
        "the fields of the PDF's form can't be read, only its picture; save it without protection, "
        "or print it to a new PDF"
    ),
    "no-number-typed": (
        "what is typed into {fields} of {sheet} is no whole number; type the number alone"
    ),
    "no-code": (
        "the code of a sheet can't be read, and by its looks the pad is {pad}, but its layout and "
        "its number are not known; photograph it again with its QR code sharp and uncovered"
    ),
    "no-code-nor-letters": (
        "the code of a sheet can't be read, and by its looks the pad is {pad}, but its layout and "
        "its number are not known; photograph it again with its QR code sharp and uncovered, or "
        "have its letters read: with Tesseract installed they are (sheetkit doctor)"
    ),
    "no-code-nor-pad": (
        "a sheet is there, but neither its code nor its pad can be made out; photograph it again "
        "from nearer, with its QR code sharp and uncovered"
    ),
    "no-code-nor-pads": (
        "{count} sheets are there of which neither the code nor the pad can be made out; take the "
        "photo again from nearer, with their QR codes sharp and uncovered"
    ),
    "partly-outside": (
        "{sheet} lies partly outside of the photo; photograph the whole sheet, with all its corners"
    ),
    "corner-alone": (
        "near pixel {x}, {y} only a corner of a sheet can be made out; show the whole sheet, sharp "
        "and in even light, or crop the photo if that sheet is none of these"
    ),
    "covered": (
        "something lies over {cells} of {sheet}; take it away and photograph the sheet again, "
        f"{_ANSWER}"
    ),
    "unclear-washed-out": (
        "{cells} of {sheet} can't be told, for the print can't be seen there: glare, blur or "
        f"something over it; photograph the sheet again without that, {_ANSWER}"
    ),
    "unclear-dim": (
        "{cells} of {sheet} can't be told, for the print can hardly be seen there: glare or blur; "
        f"photograph the sheet again in even light and hold still, {_ANSWER}"
    ),
    "unclear-curled": (
        "{cells} of {sheet} can't be told, for the print there isn't where it should be; lay the "
        f"sheet flat and photograph it again, {_ANSWER}"
    ),
    "unclear-two-tones": (
        "{cells} of {sheet} can't be told, for the picture has only black and white; take it in "
        f"colour or grey, {_ANSWER}"
    ),
    "unclear-bleached": (
        "{cells} of {sheet} can't be told, for the picture is so bright that pale marks may be "
        f"lost; take it without a program that whitens paper, {_ANSWER}"
    ),
    "unclear-noisy": (
        "{cells} of {sheet} can't be told, for the picture is too noisy to show a faint mark; take "
        f"it again in more light, {_ANSWER}"
    ),
    "unclear-shown-through": (
        "{cells} of {sheet} can't be told, for the marks there are as soft as what shows through "
        "from the other side; lay the sheet on something dark and photograph it again, sharp, "
        f"{_ANSWER}"
    ),
    "unclear-other-letters": (
        "{cells} of {sheet} can't be told, for the language of the letters can't be made out; "
        f"photograph the sheet again from nearer, {_ANSWER}"
    ),
    "unclear-not-flat": (
        "{cells} of {sheet} can't be told, for the sheet is too curled or unclear; lay it flat and "
        f"take the photo from nearer, {_ANSWER}"
    ),
    "unclear-stray": (
        "{cells} of {sheet} can't be told, for there are stray marks or unclear ones; photograph "
        f"the sheet again in colours and even light, {_ANSWER}"
    ),
    "other-lucky": (
        "{sheet} is not what it says: its lucky numbers are {printed}, by its code {said}; "
        "type in its marks with the layout that is printed (sheetkit check), or print it anew"
    ),
    "other-numbers": (
        "{sheet} is not what it says: its numbers are not those of its code, in {cells} there is "
        "{printed}; type in its marks with the layout that is printed (sheetkit check), or print "
        "it anew"
    ),
    "other-colours": (
        "{sheet} is not what it says: its colours are not those of its code, in {cells}; type in "
        "its marks with the layout that is printed (sheetkit check), or print it anew"
    ),
    "bad-answers": "{file}: {why}; correct it, or remove it",
    "other-photo": (
        "{file} answers for another photo and was not used; answer again with scan --review, or "
        "remove it"
    ),
    "other-photo-sure": (
        "{file} answers for another photo and was not used; there is nothing to ask about this "
        "one, so remove the file"
    ),
    "no-such-sheet": (
        "there are answers for {sheet}, which was not found; answer again with scan --review, or "
        "take them out of the file"
    ),
    "unknown-answers": (
        "there are answers for {cells} of {sheet}, which its pad does not have; answer again with "
        "scan --review, or take them out of the file"
    ),
}
"""Each kind of problem as a sentence: what is wrong; what to do about it."""

UNCLEAR: Mapping[Doubt, str] = {
    Doubt.WASHED_OUT: "unclear-washed-out",
    Doubt.DIM: "unclear-dim",
    Doubt.CURLED: "unclear-curled",
    Doubt.TWO_TONES: "unclear-two-tones",
    Doubt.BLEACHED: "unclear-bleached",
    Doubt.NOISY: "unclear-noisy",
    Doubt.SHOWN_THROUGH: "unclear-shown-through",
    Doubt.OTHER_LETTERS: "unclear-other-letters",
    Doubt.NOT_FLAT: "unclear-not-flat",
}
"""The kind of problem of a sheet for whose cells these are the reasons."""


def told(code: str, kind: str = "", **values: Value) -> Problem:
    """The problem with that code, in the sentence of its kind, else of its code.

    ``values`` are those of the sentence; ``sheet`` is a sheet's code, empty where that can't be
    read, ``cells`` are cells or how many.
    """
    said = Said(kind or code, tuple(values.items()))
    shown = {name: _in_english(name, value) for name, value in values.items()}
    return Problem(code, SAYS[said.kind].format(**shown), said=said)


def _in_english(name: str, value: Value) -> str:
    if name == "sheet":
        return f"sheet {value}" if value else "a sheet"
    if name == "pages":
        return f"pages {value}" if "," in str(value) else f"page {value}"
    if name == "cells" and isinstance(value, int):
        return counted(value, "cell")
    return ", ".join(value) if isinstance(value, tuple) else str(value)
