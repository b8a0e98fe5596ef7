"""Make the pictures of the tutorial and of the scanner's stages: ``make pictures``.

Run from the top of the repository: ``python docs/make_pictures.py``.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image, ImageOps

from sheetkit import Order, find_pad, page_of, read_photo, write_pad
from sheetkit.reading.sheet import Pixels

IMAGES = Path(__file__).parent / "images"
SAMPLES = Path(__file__).parent.parent / "samples"
WIDTH = 800
STAGES_OF = SAMPLES / "12-forty-degrees.jpg"
"""The photo whose stages are shown: tilted, so that laying it flat shows."""


def save(image: Image.Image, name: str, width: int = WIDTH) -> None:
    """Write the picture, no wider than that many pixels."""
    image = image.convert("RGB")
    image.thumbnail((width, 2 * width))
    path = IMAGES / name
    path.parent.mkdir(exist_ok=True)
    image.save(path, quality=82, optimize=True)


def photo(path: Path) -> Image.Image:
    return ImageOps.exif_transpose(Image.open(path))


def page(pdf: bytes, dpi: int = 110) -> Image.Image:
    image: Image.Image = pypdfium2.PdfDocument(pdf)[0].render(scale=dpi / 72).to_pil()
    return image


def printed() -> bytes:
    file = io.BytesIO()
    write_pad(file, Order(find_pad("classic"), sheets=4, seed=7), page_of("a4"))
    return file.getvalue()


def stages() -> dict[str, Image.Image]:
    """What the reader shows of its stages, by their names."""
    seen: dict[str, Image.Image] = {}

    def keep(name: str, pixels: Pixels) -> None:
        plain = pixels if pixels.ndim == 2 else pixels[:, :, ::-1]
        seen[name] = Image.fromarray(np.ascontiguousarray(plain))

    read_photo(STAGES_OF, sink=keep)
    return seen


def sheetkit(*words: object) -> None:
    """Run the command; a sheet that isn't legal is no failure here."""
    subprocess.run([sys.executable, "-m", "sheetkit", *map(str, words)], check=False)


def main() -> None:
    for name, image in stages().items():
        save(image, f"scanner/{name}.jpg")
    save(photo(STAGES_OF), "scanner/photo.jpg")
    save(page(printed()), "tutorial/pad.jpg", 600)
    save(photo(SAMPLES / "04-too-early.jpg"), "tutorial/photo.jpg")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        sheetkit("scan", STAGES_OF, SAMPLES / "04-too-early.jpg", "--annotate", out)
        save(Image.open(out / "12-forty-degrees.annotated.jpg"), "scanner/read.jpg")
        save(Image.open(out / "04-too-early.annotated.jpg"), "tutorial/read.jpg")
        photos = [SAMPLES / "01-felt.jpg", SAMPLES / "04-too-early.jpg"]
        sheetkit("settle", *photos, "--names", "Anna,Ben", "--report", out / "verdict.pdf")
        save(page((out / "verdict.pdf").read_bytes(), 90), "tutorial/verdict.jpg")


if __name__ == "__main__":
    main()
