"""What problems say: what is wrong; what to do about it."""

import re

import pytest

from sheetkit.reading.problems import SAYS, UNCLEAR, told
from sheetkit.reading.verdict import Doubt

VALUES = {
    "sheet": "CC05HXS7JWWDR", "cells": 3, "pad": "Classic", "pages": "2", "x": 10, "y": 20,
    "printed": "5, 14", "said": "5, 10", "file": "table.marks.json", "why": "this is no JSON",
    "codes": "CC05HXS7JWWDR", "count": 3, "fields": "red, total",
}  # fmt: skip


@pytest.mark.parametrize("kind", SAYS)
def test_every_problem_says_what_to_do_about_it(kind):
    named = re.findall(r"{(\w+)}", SAYS[kind])
    problem = told("code", kind, **{name: VALUES[name] for name in named})
    what, semicolon, remedy = problem.message.partition("; ")
    assert what
    assert semicolon
    assert len(remedy) >= len("show the whole sheet")
    assert "\n" not in problem.message
    assert (problem.code, problem.said.kind) == ("code", kind)


def test_a_sheet_without_a_code_and_one_cell_are_named_as_such():
    (said, _, _) = told("covered", cells=1, sheet="").message.partition("; ")
    assert said == "something lies over 1 cell of a sheet"


@pytest.mark.parametrize(("pages", "said"), [("2", "on page 2;"), ("1, 3", "on pages 1, 3;")])
def test_one_page_is_no_plural(pages, said):
    assert said in told("no-sheet", "no-sheet-on-pages", pages=pages).message


@pytest.mark.parametrize("doubt", UNCLEAR)
def test_what_makes_cells_unclear_can_be_answered_for(doubt):
    assert isinstance(doubt, Doubt)
    assert SAYS[UNCLEAR[doubt]].endswith("or say what is in them (scan --review, or --set)")
