"""From a file to pictures: no larger than needed, the right way up, within bounded memory."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

import cv2
import numpy as np
from PIL import Image, ImageOps

from sheetkit.errors import FileError, PhotoError
from sheetkit.file_kind import begins_as_picture
from sheetkit.opened import size_of
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.find import SEARCH_PX, reduced
from sheetkit.reading.jpeg import is_cut_short, scans_of
from sheetkit.reading.pdf import PDF_START, pdf_pages
from sheetkit.reading.threads import once

Source: TypeAlias = str | Path | bytes

LARGEST_FILE = 300_000_000
"""In bytes; the largest phone pictures have a fifth of it."""
LARGEST_JPEG = 220_000_000
"""In pixels. A JPEG is decoded reduced, which takes a quarter of the memory or less."""
LARGEST_OTHER = 64_000_000
"""In pixels. Other formats decode in full: 260 MB at this size."""
LARGEST_WEBP = 32_000_000
"""In pixels. The decoder keeps several copies: 850 MB at this size."""
LONGEST_SIDE = 60_000
"""In pixels; half of it can be kept."""
LARGEST_KEPT = 32_000_000
"""In pixels. What is larger is halved once it is decoded, before it is copied or converted."""
LONGEST_KEPT = 32_766
"""In pixels. What is longer is halved as well: no sheet can be cut out of it."""
MOST_PAGES = 500
MOST_PIXELS = 1_500_000_000
"""In all pages of a file together; 170 pages of A4 at 300 dots an inch."""
MOST_PASSES = 1000
"""However small the picture is."""
MOST_DRAWN = 2_500_000_000
"""Pixels times scans of a progressive JPEG: each scan goes over the whole picture."""
ENOUGH_PX = 1600
"""Longest side that is decoded at first: a sheet that fills half of it has 5.4 px/mm."""
ENOUGH_HIGH_PX = 500
"""Shortest side that is decoded at first: in a panorama a sheet fills most of that."""


@dataclass(frozen=True, eq=False)
class Overview:
    """A picture in grey, as small as a search may have it: height × width, uint8.

    One pixel of it is ``by`` × ``by`` pixels of the picture.
    """

    grey: Pixels
    by: int


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture as displayed (EXIF orientation applied), perhaps smaller than the file has it.

    One pixel of it is ``shrink`` pixels of the displayed photo. ``finer`` decodes it
    twice as fine, and is None where there is nothing finer. ``page`` counts from 1.
    ``pixels`` are height × width × 3, uint8, blue green red. ``undrawn`` says whether marks of
    another program lie on a PDF's page that can't be drawn.
    """

    pixels: Pixels
    shrink: float = 1.0
    page: int = 1
    finer: Callable[[], Picture] | None = None
    undrawn: bool = False

    @cached_property
    def grey(self) -> Pixels:
        """Height × width, uint8."""
        return np.asarray(cv2.cvtColor(self.pixels, cv2.COLOR_BGR2GRAY), np.uint8)

    @cached_property
    def overview(self) -> Overview:
        """At half the size where that is enough."""
        by = 2 if max(self.size_px) >= 2 * SEARCH_PX else 1
        return Overview(reduced(self.grey, by), by)

    @property
    def is_bare(self) -> bool:
        """Whether all of it has one colour, as a page has on which nothing is drawn."""
        return bool((self.pixels == self.pixels[0, 0]).all())

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of ``pixels``."""
        return self.pixels.shape[1], self.pixels.shape[0]


def open_pictures(source: Source) -> Iterator[Picture]:
    """The pictures in a file or in its bytes: one of a photo, one a page of a TIFF, HEIC or PDF.

    Raises PhotoError for what can't be read: ``no-file``, ``empty-file``,
    ``not-an-image``, ``truncated``, ``too-large``, ``encrypted``.
    """
    content = file_content(source)
    if PDF_START in content[:1024]:
        for number, page in enumerate(pdf_pages(content, MOST_PAGES), 1):
            yield Picture(page.pixels, page=number, undrawn=page.undrawn)
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
        size = size_of(path)
        if size > LARGEST_FILE:
            raise _too_large(f"the file has {size // 1_000_000} MB")
        with path.open("rb") as file:
            content = file.read(size + 1)
        if len(content) != size:
            raise PhotoError("no-file", "the file is being changed", "wait until it is complete")
        return content
    except FileError as error:
        raise PhotoError(error.code, error.what, error.remedy) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PhotoError("no-file", f"can't be opened ({reason})", "check the file") from error


def _too_large(what: str) -> PhotoError:
    return PhotoError("too-large", what, "make the picture smaller, 50 megapixels are plenty")


def _image_pictures(content: bytes) -> Iterator[Picture]:
    image = _opened(content)
    pixels = image.width * image.height
    jpeg = image.format in ("JPEG", "MPO")
    largest = LARGEST_JPEG if jpeg else LARGEST_WEBP if image.format == "WEBP" else LARGEST_OTHER
    if pixels > largest or max(image.size) > LONGEST_SIDE:
        raise _too_large(f"the picture has {image.width} × {image.height} pixels")
    if jpeg and is_cut_short(content):
        raise _truncated()
    passes = scans_of(content) if jpeg else 0
    if passes > MOST_PASSES or pixels * passes > MOST_DRAWN:
        raise _too_large(f"the picture is drawn in {passes} passes")
    if jpeg and image.mode in ("RGB", "L"):
        yield _jpeg(content, image)
    elif image.format in ("TIFF", "HEIF"):
        yield from _pages(image)
    else:
        yield _frame(image, 1)
        _verify_still(image)


def _verify_still(image: Image.Image) -> None:
    """Raise PhotoError for an animation, of which the first picture alone is read."""
    try:
        count = getattr(image, "n_frames", 1)
    except Exception as error:  # a decoder may raise anything on a hostile file
        raise _truncated() from error
    if count > 1:
        raise PhotoError("too-large", f"only the first of {count} pictures in it was read",
                         "give each picture a file of its own")  # fmt: skip


def _pages(image: Image.Image) -> Iterator[Picture]:
    """The pages of a TIFF or HEIC, no more of them and no more pixels than are read at once."""
    pixels = 0
    for number in range(1, MOST_PAGES + 2):
        try:
            image.seek(number - 1)
            is_copy = number > 1 and _is_reduced_copy(image)
        except EOFError:
            return
        except Exception as error:  # a decoder may raise anything on a hostile file
            raise _truncated() from error
        if is_copy:
            continue
        pixels += image.width * image.height
        if number > MOST_PAGES or pixels > MOST_PIXELS:
            raise PhotoError("too-large", f"only the first {number - 1} pages can be read at once",
                             "split the file")  # fmt: skip
        yield _frame(image, number)


_NEW_SUBFILE_TYPE = 254


def _is_reduced_copy(image: Image.Image) -> bool:
    """Whether the open page of a TIFF is a smaller version of another one (TIFF 6.0)."""
    kind = getattr(image, "tag_v2", {}).get(_NEW_SUBFILE_TYPE, 0)
    return isinstance(kind, int) and bool(kind & 1)


FORMATS = ("PNG", "WEBP", "TIFF", "HEIF", "AVIF", "BMP", "GIF")
"""What phones, scanners and screens make besides JPEG; Pillow's other decoders stay shut."""

_FOR_ALL = Lock()
"""Pillow's limit and the filters of warnings are the whole process's, which may have its own: they
are changed for a moment, by one thread at a time.
"""


@contextmanager
def _without_limit() -> Iterator[None]:
    """Without Pillow's own limit: those above are checked before anything is decoded."""
    limit = Image.MAX_IMAGE_PIXELS
    Image.MAX_IMAGE_PIXELS = None
    try:
        yield
    finally:
        Image.MAX_IMAGE_PIXELS = limit


def _opened(content: bytes) -> Image.Image:
    try:
        with _FOR_ALL, warnings.catch_warnings(), _without_limit():
            warnings.simplefilter("ignore")
            return Image.open(io.BytesIO(content), formats=_formats(content))
    except Exception as error:  # a decoder may raise anything on a hostile file
        if begins_as_picture(content):
            what = "the picture is cut off, or of a kind that can't be read"
            remedy = "copy the file again, in full, or save it as JPEG or PNG"
            raise PhotoError("truncated", what, remedy) from error
        raise PhotoError(
            "not-an-image", "this is no picture", "give a photo, a scan or a PDF of a sheet"
        ) from error


def _formats(content: bytes) -> tuple[str, ...]:
    if content.startswith(b"\xff\xd8"):
        return ("JPEG",)
    Image.init()
    _register_heif()
    return tuple(name for name in FORMATS if name in Image.OPEN)


def _truncated() -> PhotoError:
    return PhotoError("truncated", "the picture is cut off", "copy the file again, in full")


def _register_heif() -> None:
    try:
        import pillow_heif  # noqa: PLC0415 - an extra that need not be there
    except ImportError:
        return
    pillow_heif.register_heif_opener()


def _jpeg(content: bytes, image: Image.Image) -> Picture:
    """The JPEG, reduced as far as ``ENOUGH_PX`` and ``ENOUGH_HIGH_PX`` are kept."""
    orientation = _orientation(image)
    longest, shortest = max(image.size), min(image.size)
    must_shrink = 1
    while (
        image.width * image.height / must_shrink**2 > LARGEST_OTHER
        or longest / must_shrink > LONGEST_KEPT
    ):
        must_shrink *= 2
    shrink = must_shrink
    while (
        shrink < 8
        and longest / (2 * shrink) >= ENOUGH_PX
        and shortest / (2 * shrink) >= ENOUGH_HIGH_PX
    ):
        shrink *= 2
    return _reduced_jpeg(content, orientation, shrink, must_shrink)


_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def _reduced_jpeg(content: bytes, orientation: int, shrink: int, must_shrink: int) -> Picture:
    """The JPEG so much smaller, and once more as large where that needn't be."""

    @once
    def finer() -> Picture:
        return _reduced_jpeg(content, orientation, shrink // 2, must_shrink)

    pixels = _turned(_decoded(content, _REDUCED[shrink]), orientation)
    return Picture(pixels, float(shrink), finer=finer if shrink > must_shrink else None)


def _decoded(content: bytes, flags: int) -> Any:
    try:
        flags |= cv2.IMREAD_IGNORE_ORIENTATION
        pixels: Any = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as error:
        raise _truncated() from error
    if pixels is None:
        raise _truncated()
    return pixels


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
    """The page of any other format that is open, on white where it is transparent."""
    try:
        if image.width * image.height > LARGEST_OTHER or max(image.size) > LONGEST_SIDE:
            raise _too_large(f"page {number} has {image.width} × {image.height} pixels")
        if image.mode.startswith(("I", "F")):
            grey, step = _sixteen_bit(image)
            turned = _turned(grey, _orientation(image))
            return Picture(turned, shrink=float(step), page=number)
        width = image.width
        halved = _halved(image)
        shrink = float(round(width / halved.width))
        shown = ImageOps.exif_transpose(halved)
        if "A" in shown.getbands() or "transparency" in shown.info:
            rgba = shown.convert("RGBA")
            shown = Image.new("RGB", rgba.size, "white")
            shown.paste(rgba, mask=rgba.getchannel("A"))
        rgb = np.asarray(shown.convert("RGB"))
        return Picture(np.ascontiguousarray(rgb[:, :, ::-1]), shrink=shrink, page=number)
    except PhotoError:
        raise
    except Exception as error:  # a decoder may raise anything on a hostile file
        raise _truncated() from error


def _halved(image: Image.Image) -> Image.Image:
    """The picture, at half its size where it is too large to be kept as it is."""
    if not _is_too_large(image):
        return image
    image.draft(None, (image.width // 2, image.height // 2))  # a JPEG can be decoded so
    if not _is_too_large(image):
        return image
    if image.mode in ("P", "1"):
        return image.convert("L" if image.mode == "1" else "RGB").reduce(2)
    return image.reduce(2)


def _is_too_large(image: Image.Image) -> bool:
    """Whether copies of the picture would be dear, or sheets can't be cut out of it."""
    return image.width * image.height > LARGEST_KEPT or max(image.size) > LONGEST_KEPT


def _sixteen_bit(image: Image.Image) -> tuple[Pixels, int]:
    """A grey picture of more than 8 bits in 8; how many times smaller. 65535 becomes white where
    whole numbers are above 255, 1 where fractions go no further, else 255.
    """
    step = 2 if _is_too_large(image) else 1
    values = np.asarray(image)[::step, ::step].astype(np.float32)
    top = 65535.0 if image.mode.startswith("I") and values.max() > 255 else 255.0
    top = 1.0 if image.mode == "F" and values.max() <= 1 else top
    grey = np.clip(values * (255.0 / top), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.repeat(grey[:, :, None], 3, axis=2)), step
