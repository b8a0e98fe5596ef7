"""What a report shows besides the verdict: inputs with their hashes, pictures, the command."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import sheetkit
from sheetkit.errors import SheetkitError
from sheetkit.settle.given import Given

if TYPE_CHECKING:
    from sheetkit.reading import SheetReading

PX_PER_MM = 9
"""Of a straightened sheet in a report: 1332 × 945 pixels, some 200 kB as JPEG."""

JPEG_QUALITY = 82


@dataclass(frozen=True, slots=True)
class Input:
    """A file that went into the verdict, by its name without folders."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Evidence:
    """``pictures`` holds photographed sheets, straightened, as JPEG: by file and number in it.

    ``problems`` says of each file that the verdict had to do without why that is.
    """

    inputs: tuple[Input, ...]
    command: str
    version: str
    pictures: Mapping[tuple[str, int], bytes]
    problems: tuple[str, ...] = ()

    def picture_of(self, given: Given) -> bytes:
        """The sheet's photo, empty where there is none."""
        return self.pictures.get((given.file, given.number), b"")


class Found(Protocol):
    """A sheet as it was read, with the reading it came from if it is of a photo."""

    @property
    def given(self) -> Given: ...

    @property
    def reading(self) -> SheetReading | None: ...


def evidence_of(
    found: Sequence[Found],
    problems: Sequence[SheetkitError],
    inputs: Sequence[str],
    arguments: Sequence[str],
) -> Evidence:
    """All of it: from the sheets as they were read, what went wrong, and the command's words."""
    return Evidence(
        tuple(Input(Path(name).name, _sha256(name)) for name in inputs if Path(name).is_file()),
        shlex.join(["sheetkit", *arguments]),
        sheetkit.__version__,
        {
            (each.given.file, each.given.number): picture
            for each in found
            if each.reading is not None and (picture := straightened(each.given.file, each.reading))
        },
        tuple(": ".join(filter(None, (error.file, str(error)))) for error in problems),
    )


def _sha256(name: str) -> str:
    try:
        with Path(name).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SheetkitError("it can't be read any more", "try again", file=name) from error


def straightened(file: str, reading: SheetReading) -> bytes:
    """The sheet seen from straight above, as JPEG; nothing where the picture can't be had."""
    import cv2  # noqa: PLC0415 - only reports of photos need it
    import numpy as np  # noqa: PLC0415

    from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH  # noqa: PLC0415
    from sheetkit.reading.decode import open_pictures  # noqa: PLC0415

    picture = next((p for p in open_pictures(file) if p.page == reading.page), None)
    if picture is None or len(reading.corners) != 4:
        return b""
    seen = picture.finer() if picture.finer else picture
    width, height = round(SHEET_WIDTH * PX_PER_MM), round(SHEET_HEIGHT * PX_PER_MM)
    corners = np.array(reading.corners, np.float32) / np.float32(seen.shrink)
    upright = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    warp = cv2.getPerspectiveTransform(corners, upright)
    flat = cv2.warpPerspective(seen.pixels, warp, (width, height), flags=cv2.INTER_AREA)
    done, jpeg = cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg.tobytes() if done else b""
