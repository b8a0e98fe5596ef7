"""The table of the verdict page is whole: on A4, and in windows of any width."""

import json
import re
from html import escape
from pathlib import Path

import pypdfium2
import pytest

from sheetkit.pad import find_pad, read_pad
from sheetkit.report.evidence import Evidence
from sheetkit.report.verdict_html import verdict_html
from sheetkit.report.words import report_languages, report_words
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given
from sheetkit.settle.verdict import settle
from tests.report.test_verdict_browser import BROWSER, browse

pytestmark = pytest.mark.skipif(BROWSER is None, reason="Chromium is not installed")

OWN_PAD = Path(__file__).parents[2] / "docs" / "own-pad.md"
WIDTHS = (360, 700, 1000)
MARGIN_PT = 15 / 25.4 * 72
PROBE = """
<script>
addEventListener("load", () => {
  const wider = [...document.querySelectorAll("iframe")].filter(frame => {
    const box = frame.contentDocument.querySelector(".scroll");
    return box.scrollWidth > box.clientWidth;
  });
  document.title = JSON.stringify(wider.map(frame => frame.id));
});
</script>
"""


@pytest.fixture(scope="module")
def six_rows(tmp_path_factory):
    """The pad of docs/own-pad.md."""
    (text,) = re.findall(r"```toml\n(# file: club.toml\n.*?)```", OWN_PAD.read_text(), re.S)
    file = tmp_path_factory.mktemp("own") / "club.toml"
    file.write_text(text)
    return read_pad(file, own=True)


def page_of(pad, language):
    """A table with numbers as long as they get, and totals that a doubtful cell leaves open."""
    cells = [f"red.{number}" for number in range(2, 11)]
    penalties = [f"penalty.{box}" for box in range(1, pad.penalty_boxes + 1)]
    marks = dict.fromkeys([*cells, *penalties], Mark.CROSS)
    open_ = Scoresheet(pad, marks, unsure={"blue.5": {"cross": 0.5, "empty": 0.5}})
    sheets = Given("Anna Magdalena", open_), Given("Ben", Scoresheet(pad, {"red.2": Mark.CROSS}))
    return verdict_html(settle(sheets), Evidence((), "sheetkit settle", "0.1.0", {}), language)


def test_no_window_cuts_columns_off(tmp_path, six_rows):
    frames = "".join(
        f'<iframe id="{pad.name} {language} {width}" style="width:{width}px;height:900px;border:0"'
        f' srcdoc="{escape(page_of(pad, language))}"></iframe>'
        for pad in (find_pad("classic"), six_rows)
        for language in report_languages()
        for width in WIDTHS
    )
    host = tmp_path / "host.html"
    host.write_text(f"<!doctype html><meta charset=utf-8>{PROBE}{frames}", encoding="utf-8")
    shown, _ = browse(tmp_path, "--dump-dom", host.as_uri())
    assert json.loads(shown.split("<title>")[1].split("</title>")[0]) == []


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_no_column_lies_beside_the_paper(tmp_path, six_rows, language):
    for pad in (find_pad("classic"), six_rows):
        page, paper = tmp_path / "verdict.html", tmp_path / "verdict.pdf"
        page.write_text(page_of(pad, language), encoding="utf-8")
        browse(tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={paper}", page.as_uri())
        first = pypdfium2.PdfDocument(paper)[0]
        text = first.get_textpage()
        head = report_words(language)["written"].split()[-1]
        assert head in text.get_text_range()
        right = max(text.get_rect(n)[2] for n in range(text.count_rects()))
        assert right <= first.get_width() - MARGIN_PT + 1, pad.name
