"""docs/benchmarks.md says what was measured, with a plot for each of what it is shown by."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

from benchmarks import page
from benchmarks.plot import Bar, svg

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_and_its_plots_are_made_from_the_measured_figures():
    values = json.loads((DOCS / "benchmarks.json").read_text())
    assert (DOCS / "benchmarks.md").read_text() == page.page(values), "benchmarks.page --render"
    for name, text in page.plots(values).items():
        assert (DOCS / "images" / "benchmarks" / name).read_text() == text


def test_a_bar_is_divided_as_its_sheets_are():
    plot = ET.fromstring(svg("Pens & pads", [Bar("felt", {"exact": 3, "wrong": 1})]))  # noqa: S314
    widths = [
        float(each.get("width"))
        for each in plot.iter("{http://www.w3.org/2000/svg}rect")
        if each.get("y") == "40"
    ]
    assert widths == [315.0, 105.0]
    texts = [each.text for each in plot.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:3] == ["Pens & pads", "felt", "n = 4"]


def test_a_figure_that_does_not_hold_is_said_to_fail():
    one = {"what": "x", "measured": 2.5, "bound": 2.0, "at_least": False, "unit": "×", "part": "p"}
    assert page._figure(one) == "| p | x | 2.5 × | ≤ 2 × | **fails** |"
    assert page._figure({**one, "at_least": True}).endswith("≥ 2 × | holds |")
