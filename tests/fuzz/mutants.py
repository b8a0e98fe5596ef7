"""Files that are nearly photos, scans and PDFs of sheets: samples with a few bytes changed."""

from __future__ import annotations

import functools
import io
import random
from pathlib import Path

import numpy as np
import pillow_heif
from PIL import Image

from sheetkit.pad import find_pad
from sheetkit.printing import Order, page_of, write_pad

SAMPLES = Path(__file__).parents[2] / "samples"
NUMBERS = (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\1", b"\x80\0\0\0")
"""Lengths and sizes that decoders trip over."""
WORDS = (b"obj", b"endobj", b"stream", b"endstream", b"/Kids", b"/Length", b"/Count", b"R", b"<<",
         b">>", b"[", b"]", b"IHDR", b"IDAT", b"RIFF", b"99999999999", b"-1")  # fmt: skip


@functools.cache
def originals() -> tuple[tuple[str, bytes], ...]:
    """Suffix and bytes of each sample that is changed: small, for there are many to read."""
    pillow_heif.register_heif_opener()
    photo = Image.open(SAMPLES / "03-blank.jpg")
    sheet = photo.resize((640, round(640 * photo.height / photo.width)))
    thumb = photo.resize((160, 120))
    rng = np.random.default_rng(0)
    deep = Image.fromarray(rng.integers(0, 65535, (60, 80), dtype=np.uint16))
    return (
        (".jpg", saved(sheet, "JPEG", quality=70)),
        (".jpg", saved(thumb, "JPEG", progressive=True)),
        (".jpg", saved(thumb.convert("CMYK"), "JPEG")),
        (".png", saved(thumb, "PNG")),
        (".png", saved(thumb.convert("P"), "PNG", transparency=3)),
        (".png", saved(deep, "PNG")),
        (".webp", saved(thumb, "WEBP")),
        (".webp", saved(thumb.convert("RGBA"), "WEBP", lossless=True)),
        (".tif", saved(thumb, "TIFF", save_all=True, append_images=[thumb.convert("1")])),
        (".tif", saved(thumb, "TIFF", compression="tiff_lzw")),
        (".gif", saved(thumb, "GIF")),
        (".bmp", saved(thumb, "BMP")),
        (".avif", saved(thumb, "AVIF")),
        (".heic", saved(thumb, "HEIF")),
    )


@functools.cache
def documents() -> tuple[tuple[str, bytes], ...]:
    """PDFs: a printed pad, a form of it, and a scanned page."""
    thumb = Image.open(SAMPLES / "03-blank.jpg").resize((160, 120))
    pages = []
    for fillable in (False, True):
        file = io.BytesIO()
        order = Order(find_pad("classic"), 1, 7, "en", fillable=fillable)
        write_pad(file, order, page_of("a6", None))
        pages.append((".pdf", file.getvalue()))
    return (*pages, (".pdf", saved(thumb, "PDF")))


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


ONE_PDF_IN = 20
"""Each PDF is read by a process of its own, which takes longer than everything else."""


def mutant(number: int) -> tuple[str, bytes]:
    """Suffix and content of the mutant of that number, always the same."""
    rng = random.Random(number)
    files = documents() if number % ONE_PDF_IN == 0 else originals()
    suffix, original = rng.choice(files)
    content = bytearray(original)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        rng.choice(CHANGES)(content, rng)
    return suffix, bytes(content)


def _place(content: bytearray, rng: random.Random) -> int:
    """Somewhere; in the header as often as in all the rest."""
    return rng.randrange(min(len(content), 200) if rng.random() < 0.5 else len(content))


def flip(content: bytearray, rng: random.Random) -> None:
    if content:
        content[_place(content, rng)] ^= 1 << rng.randrange(8)


def overwrite(content: bytearray, rng: random.Random) -> None:
    if content:
        at = _place(content, rng)
        new = rng.choice((rng.choice(NUMBERS), rng.choice(WORDS), rng.randbytes(rng.randint(1, 9))))
        content[at : at + len(new)] = new


def cut(content: bytearray, rng: random.Random) -> None:
    if content:
        at = _place(content, rng)
        del content[at : at + rng.choice((1, 4, 100, len(content)))]


def double(content: bytearray, rng: random.Random) -> None:
    if content:
        at = _place(content, rng)
        part = content[at : at + rng.choice((4, 64, 2000))]
        content[at:at] = part * rng.choice((1, 3, 200))


def splice(content: bytearray, rng: random.Random) -> None:
    if content:
        _, other = rng.choice(originals())
        at, start = _place(content, rng), rng.randrange(len(other))
        content[at : at + 300] = other[start : start + 300]


CHANGES = (flip, overwrite, overwrite, cut, double, splice)
