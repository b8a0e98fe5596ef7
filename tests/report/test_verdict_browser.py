"""The verdict page in a real browser: light and dark, phone and desk, on paper."""

import io
import json
import shutil
import subprocess
from html import escape

import pytest
from PIL import Image
from pypdf import PdfReader

from sheetkit.pad import find_pad
from sheetkit.report.evidence import Evidence, Input
from sheetkit.report.verdict_html import verdict_html
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given
from sheetkit.settle.verdict import settle

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="Chromium is not installed")

LIGHT, DARK = 1, 0
WIDTHS = (390, 1200)

PROBE = """
<script>
function luminance(colour) {
  const [r, g, b] = colour.match(/[\\d.]+/g).map(v => (v = v / 255) <= 0.04045 ? v / 12.92
    : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function behind(element) {
  for (; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (!/, 0\\)$/.test(colour)) return colour;
  }
  return "rgb(255, 255, 255)";
}
function contrast(element) {
  const both = [getComputedStyle(element).color, behind(element)].map(luminance);
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}
function ends(line) {
  return [...line.cells].slice(1).map(cell => {
    const range = cell.ownerDocument.createRange();
    range.selectNodeContents(cell);
    return Math.round(range.getBoundingClientRect().right);
  });
}
addEventListener("load", async () => {
  const found = {};
  for (const frame of document.querySelectorAll("iframe")) {
    const page = frame.contentDocument, root = page.documentElement;
    const texts = [...page.querySelectorAll("main p, main td, main th, main h1, main h2, main h3, "
      + "main li, main blockquote, main small, .sign, .badge")].filter(e => e.textContent.trim());
    const images = [...page.querySelectorAll("image")].map(i => i.getAttribute("href"));
    const loaded = images.map(source => new Promise(done => {
      const image = new Image();
      image.onload = () => done(image.naturalWidth > 0);
      image.onerror = () => done(false);
      image.src = source;
    }));
    found[frame.id] = {
      width: root.scrollWidth,
      contrast: Math.min(...texts.map(contrast)),
      paper: luminance(getComputedStyle(page.body).backgroundColor),
      images: await Promise.all(loaded),
      sheets: [...page.querySelectorAll("svg.sheet")].map(
        sheet => sheet.getBoundingClientRect().height > 100),
      ends: [...page.querySelectorAll(".table tr")].map(ends),
      tops: [...page.querySelector(".table tbody tr").cells].map(
        cell => cell.getBoundingClientRect().top),
      keys: [...page.querySelectorAll("th .whole")].map(label => label.getClientRects().length),
      crops: [...page.querySelectorAll("svg.crop")].length,
    };
  }
  document.title = JSON.stringify(found);
});
</script>
"""


def page_of(language="en"):
    early = Scoresheet(
        find_pad("classic"),
        dict.fromkeys(["red.2", "red.3", "red.12", "red.lock"], Mark.CROSS),
        unsure={"blue.5": {"cross": 0.5, "empty": 0.5}},
    )
    other = Scoresheet(find_pad("classic"), {"green.5": Mark.CROSS})
    names = "A" * 60, "דנה בן־עמי"
    verdict = settle([Given(names[0], early, "first.jpg"), Given(names[1], other, "second.jpg")])
    evidence = Evidence(
        (Input("a" * 120 + ".jpg", "0" * 64),), "sheetkit settle " + "b" * 200, "0.1.0",
        {("first.jpg", 1): JPEG},
    )  # fmt: skip
    return verdict_html(verdict, evidence, language)


def _jpeg():
    out = io.BytesIO()
    Image.new("RGB", (148, 105), (240, 235, 220)).save(out, "JPEG")
    return out.getvalue()


JPEG = _jpeg()


def browse(folder, *arguments):
    """What Chromium prints, and its console."""
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
         "--virtual-time-budget=8000", f"--user-data-dir={folder / 'profile'}", *arguments],
        capture_output=True, text=True, timeout=180, check=True,
    )  # fmt: skip
    return done.stdout, [line for line in done.stderr.splitlines() if ":CONSOLE" in line]


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_page_on_a_phone_and_on_a_desk(tmp_path, scheme, language):
    frames = "".join(
        f'<iframe id="at{width}" style="width:{width}px;height:900px;border:0" '
        f'srcdoc="{escape(page_of(language))}"></iframe>'
        for width in WIDTHS
    )
    host = tmp_path / "host.html"
    host.write_text(f"<!doctype html><meta charset=utf-8>{PROBE}{frames}", encoding="utf-8")
    shown, console = browse(
        tmp_path, f"--blink-settings=preferredColorScheme={scheme}", "--dump-dom", host.as_uri()
    )
    assert not console
    found = json.loads(shown.split("<title>")[1].split("</title>")[0])
    for width in WIDTHS:
        seen = found[f"at{width}"]
        assert seen["width"] <= width
        assert seen["contrast"] >= 4.5
        assert (seen["paper"] < 0.2) == (scheme == DARK)
        assert seen["images"] == [True]
        assert seen["sheets"] == [True, True]
        assert seen["crops"] >= 1
    phone, desk = (found[f"at{width}"] for width in WIDTHS)
    assert desk["ends"] == [desk["ends"][0]] * 3  # numbers end where their heads do
    assert desk["keys"] == [1] * 4
    assert phone["tops"] == sorted(set(phone["tops"]))


def test_the_page_prints_on_a4_a_sheet_on_a_page_of_its_own(tmp_path):
    page, paper = tmp_path / "verdict.html", tmp_path / "verdict.pdf"
    page.write_text(page_of(), encoding="utf-8")
    _, console = browse(
        tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={paper}", page.as_uri()
    )
    assert not console
    pages = PdfReader(paper).pages
    assert len(pages) <= 6
    assert abs(float(pages[0].mediabox.width) - 595) < 2
    said = [each.extract_text() for each in pages]
    assert "The table" in said[0]
    assert "closing-too-early" in "".join(said[1:])
    headed = [page for page in said if "'s sheet" in page[:90]]
    assert len(headed) == 2
