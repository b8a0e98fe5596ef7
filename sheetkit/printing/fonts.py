"""Fonts in a PDF: embedded, and of each only the glyphs that are used."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

from reportlab.pdfbase.ttfonts import TTFontFile

from sheetkit.design.typeface import font_file, runs
from sheetkit.printing.pdf_file import PdfFile

MISSING = 0
"""The glyph of characters that a font lacks: an empty box, as everywhere."""


@cache
def _face(name: str) -> Any:
    return TTFontFile(str(font_file(name)))


def has_glyph(name: str, character: str) -> bool:
    """Whether the font of that name can show the character."""
    return ord(character) in _face(name).charToGlyph


class EmbeddedFont:
    """One font file: characters get glyph numbers in the order of their first use."""

    def __init__(self, name: str, number: int, resource: str) -> None:
        self.name = name
        self.number = number
        self.resource = resource
        self._face = _face(name)
        self._glyphs = {0: MISSING}
        self._codes: dict[str, int] = {}

    def encode(self, text: str) -> str:
        """The text as a PDF string of two-byte glyph numbers."""
        return "<" + "".join(f"{self._code(character):04X}" for character in text) + ">"

    def _code(self, character: str) -> int:
        code = self._codes.get(character)
        if code is None:
            glyph = self._face.charToGlyph.get(ord(character))
            if glyph is None:
                return MISSING
            code = self._glyphs.setdefault(glyph, len(self._glyphs))
            self._codes[character] = code
        return code

    def write(self, pdf: PdfFile) -> None:
        """Write the font's objects (9.7.4, 9.9) with the glyphs that were used."""
        face = self._face
        subset = face.makeSubset([ord(character) for character in self._codes])
        tag = _tag(subset)
        base = f"{tag}+{self.name}"
        file = pdf.write_stream(subset, f"/Length1 {len(subset)}")
        box = " ".join(str(round(edge)) for edge in face.bbox)
        descriptor = pdf.write(
            f"<</Type/FontDescriptor/FontName/{base}/Flags {face.flags}/FontBBox[{box}]"
            f"/ItalicAngle 0/Ascent {round(face.ascent)}/Descent {round(face.descent)}"
            f"/CapHeight {round(face.capHeight)}/StemV {round(face.stemV)}/FontFile2 {file} 0 R>>"
        )
        descendant = pdf.write(
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{base}/CIDToGIDMap/Identity"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {descriptor} 0 R/W[{self._widths()}]>>"
        )
        unicode = pdf.write_stream(self._unicode_map().encode())
        pdf.write(
            f"<</Type/Font/Subtype/Type0/BaseFont/{base}/Encoding/Identity-H"
            f"/DescendantFonts[{descendant} 0 R]/ToUnicode {unicode} 0 R>>",
            self.number,
        )

    def _widths(self) -> str:
        widths = {code: self._face.charWidths[ord(c)] for c, code in self._codes.items()}
        return "1[" + " ".join(str(round(widths[code])) for code in sorted(widths)) + "]"

    def _unicode_map(self) -> str:
        """Which character each glyph is, so that text can be searched and copied."""
        characters = {code: character for character, code in reversed(self._codes.items())}
        lines = [f"<{code:04X}> <{ord(characters[code]):04X}>" for code in sorted(characters)]
        chunks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
        entries = "\n".join(
            f"{len(chunk)} beginbfchar\n" + "\n".join(chunk) + "\nendbfchar" for chunk in chunks
        )
        return (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
            "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
            f"{entries}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
        )


class Fonts:
    """All fonts of one file, each embedded once it is used."""

    def __init__(self, pdf: PdfFile) -> None:
        self._pdf = pdf
        self._fonts: dict[str, EmbeddedFont] = {}

    def show(self, text: str, size_pt: float, *, bold: bool) -> str:
        """The operators that show a text from the present place on."""
        parts = []
        for name, part in runs(text, bold=bold):
            font = self._font(name)
            parts.append(f"/{font.resource} {size_pt:.4g} Tf {font.encode(part)}Tj")
        return " ".join(parts)

    def _font(self, name: str) -> EmbeddedFont:
        if name not in self._fonts:
            resource = f"F{len(self._fonts)}"
            self._fonts[name] = EmbeddedFont(name, self._pdf.reserve(), resource)
        return self._fonts[name]

    def close(self) -> str:
        """Write all fonts; the entries of a resource dictionary that name them."""
        for font in self._fonts.values():
            font.write(self._pdf)
        return "".join(f"/{font.resource} {font.number} 0 R" for font in self._fonts.values())


def _tag(subset: bytes) -> str:
    """Six letters that tell subsets of one font apart (9.6.4)."""
    digest = hashlib.sha256(subset).digest()
    return "".join(chr(65 + byte % 26) for byte in digest[:6])
