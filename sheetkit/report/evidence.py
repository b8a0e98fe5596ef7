"""What a report shows besides the verdict: inputs with their hashes, pictures, the command."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import sheetkit
from sheetkit.errors import SheetkitError, printable
from sheetkit.game_files import Found, InputFile
from sheetkit.settle.given import Given

if TYPE_CHECKING:
    from sheetkit.reading import SheetReading
    from sheetkit.reading.decode import Picture

PX_PER_MM = 9
"""Of a straightened sheet in a report: 1332 × 945 pixels, some 200 kB as JPEG."""

JPEG_QUALITY = 82


@dataclass(frozen=True, slots=True)
class Input:
    """A file that went into the verdict, by its name without folders.

    ``sha256`` is of the bytes that were judged, in hexadecimal.
    """

    name: str
    sha256: str


@dataclass(frozen=True)
class Evidence:
    """``pictures`` holds photographed sheets, straightened, as JPEG: by file and number in it,
    ``named`` those of them on whose name line something is written.

    ``problems`` says of each file that the verdict had to do without why that is.
    """

    inputs: tuple[Input, ...]
    command: str
    version: str
    pictures: Mapping[tuple[str, int], bytes]
    problems: tuple[SheetkitError, ...] = ()
    named: frozenset[tuple[str, int]] = frozenset()

    def picture_of(self, given: Given) -> bytes:
        """The sheet's photo, empty where there is none."""
        return self.pictures.get((given.file, given.number), b"")

    def is_named(self, given: Given) -> bool:
        """Whether a name, or anything else, is written on the name line in the sheet's photo."""
        return (given.file, given.number) in self.named


def evidence_of(
    found: Sequence[Found],
    problems: Sequence[SheetkitError],
    inputs: Sequence[InputFile],
    arguments: Sequence[str],
) -> Evidence:
    """All of it: from the sheets as they were read, what went wrong, and the command's words.

    ``inputs`` are the files that were read, of which those from standard input (``-``) are left
    out. No file is opened again: one may have changed since it was judged.
    """
    shown = {
        (each.given.file, each.given.number): _shown(each.photo, each.reading)
        for each in found
        if each.reading
    }
    return Evidence(
        tuple(
            Input(printable(Path(each.name).name), each.sha256)
            for each in inputs
            if each.name != "-"
        ),
        printable(shlex.join(["sheetkit", *arguments])),
        sheetkit.__version__,
        {place: picture for place, (picture, _) in shown.items() if picture},
        tuple(problems),
        frozenset(place for place, (_, named) in shown.items() if named),
    )


def _shown(photo: bytes, reading: SheetReading) -> tuple[bytes, bool]:
    """The sheet in a photo's bytes from straight above, as JPEG, and whether its name line is
    written on.

    Nothing where the picture can't be had or the sheet's corners aren't known.
    """
    from sheetkit.reading.decode import open_pictures  # noqa: PLC0415 - only photos need it
    from sheetkit.reading.name_line import has_name  # noqa: PLC0415

    picture = next((p for p in open_pictures(photo) if p.page == reading.page), None)
    if picture is None or len(reading.corners) != 4:
        return b"", False
    return straightened(picture, reading), has_name(picture, reading)


def straightened(picture: Picture, reading: SheetReading) -> bytes:
    """The sheet seen from straight above, as JPEG; nothing where that fails."""
    import cv2  # noqa: PLC0415 - only reports of photos need it
    import numpy as np  # noqa: PLC0415

    from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH  # noqa: PLC0415

    seen = picture.finer() if picture.finer else picture
    width, height = round(SHEET_WIDTH * PX_PER_MM), round(SHEET_HEIGHT * PX_PER_MM)
    corners = np.array(reading.corners, np.float32) / np.float32(seen.shrink)
    upright = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    warp = cv2.getPerspectiveTransform(corners, upright)
    flat = cv2.warpPerspective(seen.pixels, warp, (width, height), flags=cv2.INTER_AREA)
    done, jpeg = cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg.tobytes() if done else b""
