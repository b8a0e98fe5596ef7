"""The pads at hand: those that come with the program, and its user's own files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sheetkit.errors import UnknownPad
from sheetkit.pad.code import CHECK_CHARACTERS, SHEET_CHARACTERS, check_code, read_code
from sheetkit.pad.layout_file import find_pad, is_layout_file, pad_names
from sheetkit.pad.pad import Pad

_KEPT = 200


class Shelf:
    """Finds the pad that a name, a code or a layout means; equal questions give one object."""

    def __init__(self, own: Iterable[Pad] = ()) -> None:
        self._own = {pad.name: pad for pad in own}
        self._laid_out: dict[tuple[int, str], tuple[Pad, Pad]] = {}
        self._by_code: dict[str, Pad] = {}

    @property
    def pads(self) -> tuple[Pad, ...]:
        return (*self._own.values(), *(find_pad(name) for name in pad_names()))

    @property
    def names(self) -> tuple[str, ...]:
        return (*self._own, *pad_names())

    def named(self, name: str) -> Pad:
        """The pad of that name. Raises UnknownPad; a path is never followed."""
        if name in self._own:
            return self._own[name]
        if is_layout_file(name):
            raise UnknownPad(f"{name!r} is a file, not a pad's name", "name the file with --pad")
        return find_pad(name)

    def of_code(self, text: str) -> Pad:
        """The pad with the layout that a sheet's code says. Raises CodeError."""
        code = check_code(text)
        said = code[: -SHEET_CHARACTERS - CHECK_CHARACTERS]
        found = self._by_code.get(said)
        if found is None:
            found = read_code(code, self.pads).pad
            if len(self._by_code) >= _KEPT:
                self._by_code.clear()
            self._by_code[said] = found
        return found

    def laid_out(self, pad: Pad, layout: Mapping[str, Any]) -> Pad:
        """The pad with that layout. Raises ValueError where it doesn't fit."""
        if not layout:
            return pad
        key = id(pad), json.dumps(layout, sort_keys=True, default=str)
        found = self._laid_out.get(key)
        if found is None:
            laid = pad.with_layout(layout)
            laid = pad if laid.layout() == pad.layout() else laid
            if len(self._laid_out) >= _KEPT:
                self._laid_out.clear()
            found = self._laid_out[key] = (pad, laid)
        return found[1]
