"""Photos of marked sheets in simulation: strokes, paper, light, lens, sensor, JPEG.

::

    sheets = read_map(Path("pad.json"))
    rng = np.random.default_rng(7)
    marks = {sheet.sheet: finished_sheet(sheet.cells, rng) for sheet in sheets[:1]}
    photo = take(Path("pad.pdf").read_bytes(), sheets[:1], marks, Level.ORDINARY, rng)
    Path("photo.jpg").write_bytes(photo.jpeg)
"""

from sheetkit.camera.conditions import Conditions, Level
from sheetkit.camera.drawing import draw_conditions, flatbed
from sheetkit.camera.games import as_played, every_cell, finished_sheet, skips_alone
from sheetkit.camera.leaf import Leaf, PrintedSheet, cut_out, read_map, render_pad, whole_page
from sheetkit.camera.marking import mark_leaf
from sheetkit.camera.pen import Pen, PenKind, draw_pen
from sheetkit.camera.photo import Photo, SheetTruth, photograph
from sheetkit.camera.simulation import photograph_table, simulate, take
from sheetkit.camera.writer import Writer, draw_writer

__all__ = [
    "Conditions",
    "Leaf",
    "Level",
    "Pen",
    "PenKind",
    "Photo",
    "PrintedSheet",
    "SheetTruth",
    "Writer",
    "as_played",
    "cut_out",
    "draw_conditions",
    "draw_pen",
    "draw_writer",
    "every_cell",
    "finished_sheet",
    "flatbed",
    "mark_leaf",
    "photograph",
    "photograph_table",
    "read_map",
    "render_pad",
    "simulate",
    "skips_alone",
    "take",
    "whole_page",
]
