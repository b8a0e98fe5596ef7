"""``print --map``: where every cell is on the printed pages, in PDF points."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

from sheetkit.design import SheetDesign
from sheetkit.geometry import Box
from sheetkit.pad import SheetCode
from sheetkit.printing.drawing import PT
from sheetkit.printing.order import Order, ordered_pages
from sheetkit.printing.paper import Page


def write_map(file: BinaryIO, order: Order, page: Page) -> None:
    """Where every cell of every sheet is, as JSON, one sheet a line as they come."""
    order.verify()
    size = [round(page.width * PT, 3), round(page.height * PT, 3)]
    head = {"variant": order.pad.name, "seed": order.seed, "paper": size}
    file.write(json.dumps(head)[:-1].encode() + b', "sheets": [')
    comma = b"\n"
    for number, group in enumerate(ordered_pages(order, page), 1):
        for place, design, code in group:
            entry = {"sheet": code.text, "variant": code.pad.name, "page": number}
            entry |= _on_page(design, code, page, place)
            file.write(comma + json.dumps(entry).encode())
            comma = b",\n"
    file.write(b"\n]}\n")


def _on_page(design: SheetDesign, code: SheetCode, page: Page, place: int) -> dict[str, Any]:
    return {
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
