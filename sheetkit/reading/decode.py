"""From a file to pictures: no larger than needed, the right way up, within bounded memory."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from sheetkit.errors import PhotoError
from sheetkit.reading.jpeg import is_cut_short
from sheetkit.reading.pdf import PDF_START, pdf_pages

Pixels: TypeAlias = NDArray[np.uint8]
Source: TypeAlias = str | Path | bytes

LARGEST_FILE = 300_000_000
"""In bytes; the largest phone pictures have a fifth of it."""
LARGEST_JPEG = 220_000_000
"""In pixels. A JPEG is decoded reduced, which takes a quarter of the memory or less."""
LARGEST_OTHER = 64_000_000
"""In pixels. Other formats decode in full: 200 MB at this size."""
MOST_PAGES = 500
ENOUGH_PX = 1600
"""Longest side that is decoded at first: a sheet that fills half of it has 5.4 px/mm."""

Image.MAX_IMAGE_PIXELS = None  # the limits above are checked before anything is decoded


@dataclass(frozen=True)
class Picture:
    """A picture as displayed (EXIF orientation applied), perhaps smaller than the file has it.

    ``pixels`` is height × width × 3, uint8, blue green red. One pixel of it is
    ``shrink`` pixels of the displayed photo. ``finer`` decodes it in full, and
    is None where it already is. ``page`` counts from 1.
    """

    pixels: Pixels
    shrink: float = 1.0
    page: int = 1
    finer: Callable[[], Picture] | None = None

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of ``pixels``."""
        return self.pixels.shape[1], self.pixels.shape[0]


def open_pictures(source: Source) -> Iterator[Picture]:
    """The pictures in a file or in its bytes: one of a photo, one a page of a TIFF or PDF.

    Raises PhotoError for what can't be read: ``no-file``, ``empty-file``,
    ``not-an-image``, ``truncated``, ``too-large``, ``encrypted``.
    """
    content = file_content(source)
    if PDF_START in content[:1024]:
        for number, page in enumerate(pdf_pages(content, MOST_PAGES), 1):
            yield Picture(page, page=number)
        return
    yield from _image_pictures(content)


def file_content(source: Source) -> bytes:
    """The file's bytes. Raises PhotoError ``no-file``, ``empty-file`` or ``too-large``."""
    content = source if isinstance(source, bytes) else _content(Path(source))
    if not content:
        raise PhotoError("empty-file", "the file is empty", "take or copy the photo again")
    return content


def _content(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError("no-file", "this is a folder", "name the pictures in it")
        if not path.is_file():
            raise PhotoError("no-file", "there is no such file", "check the name")
        if path.stat().st_size > LARGEST_FILE:
            raise _too_large(f"the file has {path.stat().st_size // 1_000_000} MB")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PhotoError("no-file", f"can't be opened ({reason})", "check the file") from error


def _too_large(what: str) -> PhotoError:
    return PhotoError("too-large", what, "make the picture smaller, 50 megapixels are plenty")


def _image_pictures(content: bytes) -> Iterator[Picture]:
    image = _opened(content)
    pixels = image.width * image.height
    jpeg = image.format in ("JPEG", "MPO")
    if pixels > (LARGEST_JPEG if jpeg else LARGEST_OTHER) or max(image.size) > 60_000:
        raise _too_large(f"the picture has {image.width} × {image.height} pixels")
    if jpeg and is_cut_short(content):
        raise _truncated()
    if jpeg and image.mode in ("RGB", "L"):
        yield _jpeg(content, image)
        return
    for number in range(1, min(getattr(image, "n_frames", 1), MOST_PAGES) + 1):
        yield _frame(image, number)
        if image.format != "TIFF":
            return


_STARTS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"II*\0", b"MM\0*")
"""How JPEG, PNG and TIFF begin: what begins so and can't be opened lacks the rest."""


def _opened(content: bytes) -> Image.Image:
    _register_heif()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Image.open(io.BytesIO(content))
    except Exception as error:  # a decoder may raise anything on a hostile file
        if content.startswith(_STARTS):
            raise _truncated() from error
        raise PhotoError(
            "not-an-image", "this is no picture", "give a photo, a scan or a PDF of a sheet"
        ) from error


def _truncated() -> PhotoError:
    return PhotoError("truncated", "the picture is cut off", "copy the file again, in full")


def _register_heif() -> None:
    try:
        import pillow_heif  # noqa: PLC0415 - an extra that need not be there
    except ImportError:
        return
    pillow_heif.register_heif_opener()


def _jpeg(content: bytes, image: Image.Image) -> Picture:
    """The JPEG at the smallest reduction that keeps ``ENOUGH_PX``."""
    orientation = _orientation(image)
    longest = max(image.size)
    must_shrink = 1
    while image.width * image.height / must_shrink**2 > LARGEST_OTHER:
        must_shrink *= 2
    shrink = must_shrink
    while shrink < 8 and longest / (2 * shrink) >= ENOUGH_PX:
        shrink *= 2
    return _reduced_jpeg(content, orientation, shrink, must_shrink)


_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def _reduced_jpeg(content: bytes, orientation: int, shrink: int, must_shrink: int) -> Picture:
    flags = _REDUCED[shrink] | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels: Any = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as error:
        raise _truncated() from error
    if pixels is None:
        raise _truncated()

    @cache
    def finer() -> Picture:
        return _reduced_jpeg(content, orientation, shrink // 2, must_shrink)

    turned = _turned(pixels, orientation)
    return Picture(turned, float(shrink), 1, finer if shrink > must_shrink else None)


def _orientation(image: Image.Image) -> int:
    """EXIF orientation, 1 to 8; 1 where there is none that makes sense."""
    try:
        value = image.getexif().get(0x0112, 1)
    except Exception:  # broken EXIF is no reason to refuse the picture
        return 1
    return value if value in range(1, 9) else 1


def _turned(pixels: Any, orientation: int) -> Pixels:
    """The pixels as a viewer shows them under that EXIF orientation."""
    if orientation in (2, 4, 5, 7):
        flip = {2: 1, 4: 0, 5: 1, 7: 1}[orientation]
        pixels = cv2.flip(pixels, flip)
    turn = {
        3: cv2.ROTATE_180,
        5: cv2.ROTATE_90_COUNTERCLOCKWISE,
        6: cv2.ROTATE_90_CLOCKWISE,
        7: cv2.ROTATE_90_CLOCKWISE,
        8: cv2.ROTATE_90_COUNTERCLOCKWISE,
    }.get(orientation)
    turned: Pixels = pixels if turn is None else cv2.rotate(pixels, turn)
    return turned


def _frame(image: Image.Image, number: int) -> Picture:
    """One page of any other format, on white where it is transparent."""
    try:
        image.seek(number - 1)
        if image.width * image.height > LARGEST_OTHER:
            raise _too_large(f"page {number} has {image.width} × {image.height} pixels")
        if image.mode.startswith(("I", "F")):
            return Picture(_sixteen_bit(image), page=number)
        shown = ImageOps.exif_transpose(image)
        if "A" in shown.getbands() or "transparency" in shown.info:
            rgba = shown.convert("RGBA")
            shown = Image.new("RGB", rgba.size, "white")
            shown.paste(rgba, mask=rgba.getchannel("A"))
        rgb = np.asarray(shown.convert("RGB"))
        return Picture(np.ascontiguousarray(rgb[:, :, ::-1]), page=number)
    except PhotoError:
        raise
    except Exception as error:  # a decoder may raise anything on a hostile file
        raise _truncated() from error


def _sixteen_bit(image: Image.Image) -> Pixels:
    """A grey picture of more than 8 bits, its brightest value as white."""
    values = np.asarray(image, dtype=np.float32)
    top = 65535.0 if image.mode.startswith("I") and values.max() > 255 else 255.0
    grey = np.clip(values * (255.0 / top), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.repeat(grey[:, :, None], 3, axis=2))
