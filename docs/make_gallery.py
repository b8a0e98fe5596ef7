"""Make ``docs/gallery.md`` and its pictures: every pad as it is printed.

Run from the top of the repository: ``python docs/make_gallery.py``.
"""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
from PIL import Image

from sheetkit.pad import Board, find_pad, pad_names
from sheetkit.printing import Order, page_of, write_boards, write_pad

FOLDER = Path(__file__).parent
SEED = 7
DPI = 130
COLOURS = 48
"""In a picture's palette: enough for the sheets' even tints, and small files."""


def picture(pdf: bytes, dpi: float) -> Image.Image:
    page = pypdfium2.PdfDocument(pdf)[0]
    image: Image.Image = page.render(scale=dpi / 72).to_pil()
    return image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)


def sheet(order: Order) -> bytes:
    file = io.BytesIO()
    write_pad(file, order, page_of("a6"))
    return file.getvalue()


def board(order: Order) -> bytes:
    file = io.BytesIO()
    write_boards(file, order, "a4")
    return file.getvalue()


def pictures() -> list[tuple[str, str, Image.Image]]:
    """Each picture's name, the command that prints it, and itself."""
    made = []
    for name in pad_names():
        pad = find_pad(name)
        command = f"sheetkit print {name}"
        made.append((name, command, picture(sheet(Order(pad, 1, SEED)), DPI)))
        if pad.mechanic(Board):
            image = picture(board(Order(pad, 1, SEED)), DPI / 2)
            made.append((f"{name}-board", f"{command} --board", image))
    mixed = find_pad("mixed-a")
    drawn = picture(sheet(Order(mixed, 1, SEED, drawn=True)), DPI)
    made.append(("mixed-a-random", "sheetkit print mixed-a --random", drawn))
    hebrew = picture(sheet(Order(find_pad("bonus-a"), 1, SEED, "he")), DPI)
    made.append(("bonus-a-he", "sheetkit print bonus-a --language he", hebrew))
    return made


def main() -> None:
    lines = ["# Gallery", "", "Made by `make gallery`; each picture is one sheet."]
    for name, command, image in pictures():
        image.save(FOLDER / "gallery" / f"{name}.png", optimize=True)
        lines += ["", f"## {name}", "", f"`{command}`", "", f"![{name}](gallery/{name}.png)"]
    (FOLDER / "gallery.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
