"""What Tesseract makes of the same fields, to compare: python -m training.tesseract FOLDER.

Prints, for the fields of held-out photos and for numbers made of held-out people's
digits, how many Tesseract reads rightly and how many of ours.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.written import levelled, odds_of, weighed
from training.numbers import PEOPLE_S, held_out_fields, made

Pixels: TypeAlias = NDArray[np.uint8]

LARGER = 4
"""Times a patch is enlarged: Tesseract wants digits of 40 to 80 pixels."""


def read_by_tesseract(layers: Pixels) -> list[str]:
    """Each field's ink read as one word of digits; "" where Tesseract finds none."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for place, patch in enumerate(levelled(layers)[:, 0]):
            large = cv2.resize(1 - patch, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC)
            framed = cv2.copyMakeBorder(large, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=1)
            files.append(Path(folder) / f"{place:05}.png")
            cv2.imwrite(str(files[-1]), np.clip(framed * 255, 0, 255).astype(np.uint8))
        (Path(folder) / "all.txt").write_text("\n".join(map(str, files)))
        command = ["tesseract", str(Path(folder) / "all.txt"), "stdout", "--psm", "8"]
        command += ["-c", "tessedit_char_whitelist=0123456789", "-c", "page_separator=\f"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return ["".join(page.split()) for page in said.split("\f")[: len(layers)]]


def compare(name: str, layers: Pixels, texts: Sequence[str]) -> None:
    odds = odds_of(layers)
    ours = [weighed(odds[:, place]) for place in range(len(texts))]
    theirs = read_by_tesseract(layers)
    right = [n is not None and n.value == int(t) for n, t in zip(ours, texts, strict=True)]
    other = [said == text for said, text in zip(theirs, texts, strict=True)]
    silent = [not said for said in theirs]
    helped = [
        said == str(number.value)
        for number, said in zip(ours, theirs, strict=True)
        if number is not None and not number.sure
    ]
    print(
        f"{name}: {len(texts)} numbers; ours right {np.mean(right):.3f}; "
        f"Tesseract right {np.mean(other):.3f}, silent {np.mean(silent):.3f}; "
        f"it agrees with {sum(helped)} of our {len(helped)} uncertain ones"
    )


def main() -> None:
    fields = held_out_fields(Path(sys.argv[1]))
    written = np.flatnonzero([bool(text) for text in fields.texts])
    fields = fields.only(written)
    compare("photos", fields.layers, fields.texts)
    layers, texts = made(fields, PEOPLE_S, 400)
    some = [n for n, text in enumerate(texts) if text and "-" not in text]
    compare("people's digits", layers[some], [texts[n] for n in some])


if __name__ == "__main__":
    main()
