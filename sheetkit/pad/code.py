"""The code on a sheet: which pad, which layout, which sheet, and a checksum.

In capital letters and digits (Crockford's base 32, which has no I, L, O, U),
the same for the QR code and for a person to type::

    CC 0 4G7K2N 9QX4        Classic, sheet 4G7K2N
    NG 1 2R 4G7K2P 0W3B     Longo with the layout (lucky numbers) 2R

Two letters name the pad; a digit says what follows: ``0`` nothing (the
official pad), ``1`` the layout's number, ``2`` the digest of the layout file
of a pad that does not come with the program. Then six characters for the sheet
and four for the checksum, twenty bits: a slip of the pen or of the eye goes
unnoticed once in a million.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from sheetkit.errors import CodeError
from sheetkit.pad.pad import Pad

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SHEET_CHARACTERS = 6
CHECK_CHARACTERS = 4
DIGEST_CHARACTERS = 7
SHEETS = 32**SHEET_CHARACTERS
"""How many sheets the codes of one pad and layout can tell apart."""

_TYPED = str.maketrans("OIL", "011")
_OFFICIAL, _DRAWN, _OWN = "0", "1", "2"
_RETYPE = "type it again from the sheet, or scan the sheet"


@dataclass(frozen=True, slots=True)
class SheetCode:
    """What a sheet's code says: the pad with its layout, and the sheet's number."""

    pad: Pad
    sheet: int

    @property
    def text(self) -> str:
        """The code without spaces, as in the QR code and in every output."""
        body = self.pad.prefix + self.pad.layout_text + _digits(self.sheet, SHEET_CHARACTERS)
        return body + _check(body)

    @property
    def printed(self) -> str:
        """The code in groups of four, as printed for people."""
        return grouped(self.text)


def grouped(code: str) -> str:
    """A code in groups of four characters."""
    return " ".join(code[start : start + 4] for start in range(0, len(code), 4))


def normal(text: str) -> str:
    """A typed code without spaces and hyphens, with the letters that were meant.

    The two letters of the pad stay as they are; further on O is 0, I and L are 1.
    """
    bare = text.upper().translate(str.maketrans("", "", " -\n\t"))
    return bare[:2] + bare[2:].translate(_TYPED)


def check_code(text: str) -> str:
    """The code in its normal form; CodeError if its checksum is wrong."""
    code = normal(text)
    body, check = code[:-CHECK_CHARACTERS], code[-CHECK_CHARACTERS:]
    well_formed = len(body) > 2 + SHEET_CHARACTERS and all(c in ALPHABET for c in code[2:])
    if not well_formed or _check(body) != check:
        raise CodeError(f"{text!r} is not the code of a sheet", _RETYPE)
    return code


def read_code(text: str, pads: Iterable[Pad]) -> SheetCode:
    """What the code says, given the pads that it may be of.

    Raises CodeError for a code that does not check, and for one whose pad is
    not among ``pads``.
    """
    code = check_code(text)
    kind = code[2]
    payload = code[3 : -SHEET_CHARACTERS - CHECK_CHARACTERS]
    sheet = _value(code[-SHEET_CHARACTERS - CHECK_CHARACTERS : -CHECK_CHARACTERS])
    for pad in pads:
        if pad.prefix != code[:2] or (pad.digest is not None) != (kind == _OWN):
            continue
        if kind == _OWN and pad.layout_text[1:] != payload:
            continue
        if kind == _OWN or (kind == _OFFICIAL and not payload):
            return SheetCode(pad, sheet)
        if kind != _DRAWN:
            continue
        number = _value(payload)
        if len(payload) == _layout_characters(pad) and number < pad.layouts:
            return SheetCode(pad.numbered(number), sheet)
    if kind == _OWN:
        raise CodeError(
            f"sheet {code} belongs to a pad of its owner's",
            "name the pad's file with --pad FILE.toml, the very file that it was printed from",
        )
    raise CodeError(f"sheet {code} belongs to no known pad", "use a newer sheetkit")


def layout_text(pad: Pad) -> str:
    """The layout as a sheet's code says it: a digit for how, and the characters for it."""
    from sheetkit.pad.layout_file import find_pad  # noqa: PLC0415 - the official pad only

    if pad.digest is not None:
        return _OWN + _digits(pad.digest, DIGEST_CHARACTERS)
    number = pad.layout_number()
    if number == find_pad(pad.name).layout_number():
        return _OFFICIAL
    return _DRAWN + _digits(number, _layout_characters(pad))


def drawn_layout(pad: Pad) -> str:
    """How the codes of all sheets of a drawn layout begin, as printed; empty for other layouts."""
    is_drawn = pad.layout_text.startswith(_DRAWN)
    return grouped(pad.prefix + pad.layout_text) if is_drawn else ""


def _layout_characters(pad: Pad) -> int:
    return ((pad.layouts - 1).bit_length() + 4) // 5


def code_lengths(pad: Pad) -> tuple[int, ...]:
    """How many characters a code of that pad may have: of the official layout, and of a drawn one;
    of a pad of its owner's there is one.
    """
    bare = len(pad.prefix) + 1 + SHEET_CHARACTERS + CHECK_CHARACTERS
    if pad.digest is not None:
        return (bare + DIGEST_CHARACTERS,)
    return tuple(dict.fromkeys((bare, bare + _layout_characters(pad))))


def _digits(value: int, count: int) -> str:
    characters = []
    for _ in range(count):
        value, digit = divmod(value, 32)
        characters.append(ALPHABET[digit])
    return "".join(reversed(characters))


def _value(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 32 + ALPHABET.index(digit)
    return value


def _check(body: str) -> str:
    return _digits(zlib.crc32(body.encode()) & 0xFFFFF, CHECK_CHARACTERS)
