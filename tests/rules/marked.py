"""Sheets, games and logs for the tests of the rules, written as briefly as can be."""

from sheetkit.game_log import read_log
from sheetkit.pad import find_pad
from sheetkit.rules import Game
from sheetkit.rules.replay import replay
from sheetkit.scoresheet import Mark, Scoresheet


def sheet(pad, *cells, marks=None, written=None):
    marks = {**dict.fromkeys(cells, Mark.CROSS), **(marks or {})}
    return Scoresheet(find_pad(pad), marks, written=written or {})


def row(name, *numbers):
    return [f"{name}.{number}" for number in numbers]


def found(ruling):
    return [(finding.code, finding.points) for finding in ruling.findings]


def game(pad="classic", players=2):
    return Game.start([find_pad(pad)] * players, [f"p{n}" for n in range(players)])


def played(text):
    return replay(read_log(text))


def log(turns, pad="classic", players="Anna, Ben", more=""):
    return f"variant: {pad}\nplayers: {players}\n{more}\n{turns}"


FIVE_RED = row("red", 2, 3, 4, 5, 6)
CLOSED = {"red": [*FIVE_RED, "red.12", "red.lock"],
          "yellow": [*row("yellow", 2, 3, 4, 5, 6), "yellow.12", "yellow.lock"],
          "green": [*row("green", 12, 11, 10, 9, 8), "green.2", "green.lock"]}  # fmt: skip
PENALTIES = [f"penalty.{box}" for box in (1, 2, 3, 4)]
