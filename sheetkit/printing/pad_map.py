"""``print --map``: where every cell is on the printed pages, in PDF points."""

from __future__ import annotations

from typing import Any

from sheetkit.design import SheetDesign
from sheetkit.geometry import Box
from sheetkit.pad import SheetCode
from sheetkit.printing.drawing import PT
from sheetkit.printing.paper import Page


def sheet_entry(design: SheetDesign, code: SheetCode, page: Page, number: int) -> dict[str, Any]:
    """One sheet's entry; ``number`` counts all sheets of the pad from 0."""
    page_index, place = divmod(number, len(page.sheets))
    return {
        "sheet": code.text,
        "variant": code.pad.name,
        "page": page_index + 1,
        "box": points(page.sheets[place], page),
        "layout": code.pad.layout(),
        "cells": _cell_entries(design, code, page, place),
    }


def _cell_entries(
    design: SheetDesign, code: SheetCode, page: Page, place: int
) -> list[dict[str, Any]]:
    x, y = page.origin(place)
    entries = []
    for cell in code.pad.cells.values():
        entry: dict[str, Any] = {"id": cell.id, "kind": str(cell.kind)}
        if cell.row:
            entry["row"] = cell.row
        if cell.colour:
            entry["colour"] = cell.colour
        if cell.number is not None:
            entry["number"] = cell.number
        if cell.bonus:
            entry["bonus"] = cell.bonus
        box = design.cells[cell.id].scaled(page.scale).moved(x, y)
        entries.append(entry | {"box": points(box, page)})
    return entries


def points(box: Box, page: Page) -> list[float]:
    """A box on the page in points, origin bottom left: x0, y0, x1, y1."""
    return [
        round(box.left * PT, 3),
        round((page.height - box.bottom) * PT, 3),
        round(box.right * PT, 3),
        round((page.height - box.top) * PT, 3),
    ]
