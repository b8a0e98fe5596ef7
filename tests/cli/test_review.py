"""``scan --review``: questions in the terminal, a page to click through, answers that stay."""

import base64
import json
import re
import shutil
import subprocess

import pytest
from typer.testing import CliRunner

from sheetkit.cli.main import app
from sheetkit.reading.answers import save_answers
from tests.reading.photos import covered, photograph

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
runner = CliRunner()


@pytest.fixture(scope="module")
def hidden():
    """A photo of a blank sheet on which two cells are covered, among others."""
    return covered(photograph(marks={}, seed=5), ["blue.12", "blue.11"])


@pytest.fixture
def photo_file(hidden, tmp_path):
    path = tmp_path / "table.jpg"
    path.write_bytes(hidden)
    return path


@pytest.fixture
def somebody(monkeypatch):
    monkeypatch.setattr("sheetkit.cli.review.somebody_is_there", lambda: True)


def scan(*arguments, typed=""):
    result = runner.invoke(app, ["scan", *map(str, arguments)], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def sheet_of(result):
    return json.loads(result.stdout)["sheets"][0]


def test_answers_that_are_typed_count_now_and_later(photo_file, somebody):
    doubtful = list(sheet_of(scan(photo_file, "--json"))["unsure"])
    typed = "cross\nnonsense\n" + "e\n" * (len(doubtful) - 1)
    asked = scan(photo_file, "--review", "--json", typed=typed)
    assert f"{doubtful[0]}: " in asked.stderr
    assert "type one of c, s, v, b, e" in asked.stderr
    assert asked.stderr.count("void: blacked out: a cross taken back; both: a cross and a") == 1
    for result in (asked, scan(photo_file, "--json")):
        sheet = sheet_of(result)
        assert sheet["marks"] == {doubtful[0]: "cross"}
        assert sheet["answered"] == {doubtful[0]: "cross", **dict.fromkeys(doubtful[1:], "empty")}
        assert (sheet["status"], sheet["unsure"]) == ("read", {})
    assert f"answered by a person: {doubtful[0]} (cross)" in scan(photo_file).stdout
    assert not photo_file.with_suffix(".review.html").exists()


def test_whoever_has_enough_is_asked_no_more(photo_file, somebody, tmp_path):
    second = tmp_path / "second.jpg"
    shutil.copy(photo_file, second)
    result = scan(photo_file, second, "--review", typed="\nq\nc\n")
    assert result.stderr.count("\n> ") == 2
    assert not (tmp_path / "table.marks.json").exists()
    assert result.exit_code == 3


@pytest.mark.parametrize("end", [KeyboardInterrupt(), SystemExit(143)])
def test_answers_before_the_end_are_kept_however_it_comes(photo_file, somebody, monkeypatch, end):
    kept, there = photo_file.with_suffix(".marks.json"), []

    def line():
        there.append(kept.exists())
        if len(there) == 2:
            raise end
        return "c\n"

    monkeypatch.setattr("sheetkit.cli.review._typed", line)
    result = scan(photo_file, "--review")
    assert there == [False, True], "each is kept at once"
    assert "the answers are kept in" in result.stderr
    answers = json.loads(kept.read_text())["sheets"][0]["answers"]
    assert list(answers.values()) == ["cross"]
    assert "in a browser to answer the open questions" in result.stderr
    assert result.exit_code in (130, 143)


def test_what_is_set_for_one_run_is_not_kept(photo_file, somebody):
    first, *_ = sheet_of(scan(photo_file, "--json"))["unsure"]
    scan(photo_file, "--review", "--set", f"{first}=cross", typed="q\n")
    assert f'"{first}"' not in photo_file.with_suffix(".review.html").read_text()
    scan(photo_file, "--review", "--set", f"{first}=cross", typed="e\nq\n")
    kept = json.loads(photo_file.with_suffix(".marks.json").read_text())
    assert len(kept["sheets"][0]["answers"]) == 1
    assert first not in kept["sheets"][0]["answers"]


def test_an_answer_is_corrected_or_taken_out_in_the_file(photo_file, somebody):
    first, second = sheet_of(scan(photo_file, "--json"))["unsure"]
    scan(photo_file, "--review", typed="c\nc\n")
    kept = photo_file.with_suffix(".marks.json")
    lines = [line for line in kept.read_text().splitlines() if f'"{first}"' not in line]
    kept.write_text("\n".join(lines).replace(f'"{second}": "cross"', f'"{second}": "empty"'))
    sheet = sheet_of(scan(photo_file, "--json"))
    assert (list(sheet["unsure"]), sheet["answered"]) == ([first], {second: "empty"})
    scan(photo_file, "--review", typed="s\n")
    assert sheet_of(scan(photo_file, "--json"))["answered"] == {first: "skip", second: "empty"}


def test_a_page_without_open_questions_goes(photo_file, somebody):
    doubtful = sheet_of(scan(photo_file, "--json"))["unsure"]
    scan(photo_file, "--review", typed="e\nq\n")
    page = photo_file.with_suffix(".review.html")
    assert page.exists()
    scan(photo_file, "--review", typed="e\n" * len(doubtful))
    assert not page.exists()


def test_without_a_terminal_there_is_a_page(photo_file):
    result = scan(photo_file, "--review")
    page = photo_file.with_suffix(".review.html")
    assert f"open {page} in a browser" in result.stderr
    text = page.read_text()
    assert not re.search(r'(src|href)="(?!data:)', text)
    assert "<b>void</b> blacked out: a cross taken back; <b>both</b> a cross and a line" in text
    assert text.count("<fieldset") == len(sheet_of(scan(photo_file, "--json"))["unsure"])


@pytest.mark.skipif(BROWSER is None, reason="Chromium is not installed")
def test_what_is_clicked_on_the_page_is_what_a_scan_takes(photo_file, tmp_path):
    scan(photo_file, "--review")
    text = photo_file.with_suffix(".review.html").read_text()
    probe = (
        "<script>document.querySelector('input[value=both]').click();"
        "document.title = btoa(answers());</script></body>"
    )
    text = re.sub(r"script-src '[^']*'", "script-src 'unsafe-inline'", text)
    clicked = tmp_path / "clicked.html"
    clicked.write_text(text.replace("</body>", probe))
    shown = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu",
         f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", clicked.as_uri()],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    title = shown.stdout.split("<title>")[1].split("</title>")[0]
    photo_file.with_suffix(".marks.json").write_bytes(base64.b64decode(title))
    assert list(sheet_of(scan(photo_file, "--json"))["answered"].values()) == ["both"]


def test_a_page_about_another_photo_is_spared(photo_file):
    other = photo_file.with_name("table.jpe")
    other.write_bytes(photo_file.read_bytes() + b"\0")
    scan(photo_file, "--review")
    said = "table.review.html asks about table.jpg; rename one of the photos"
    assert said in scan(other, "--review").stderr
    photo_file.unlink()
    assert said not in scan(other, "--review").stderr


def test_a_page_of_another_kind_is_spared(photo_file, somebody):
    page = photo_file.with_suffix(".review.html")
    page.write_text("<title>Our party: questions</title>")
    refused = "table.jpg: table.review.html is no page of questions; rename or remove it\n"
    assert refused in scan(photo_file, "--review", typed="q\n").stderr
    assert "is no page" not in scan(photo_file, "--review", typed="e\n" * 30).stderr
    assert page.read_text() == "<title>Our party: questions</title>"


def test_a_file_of_marks_that_holds_no_answers_is_spared(photo_file, somebody):
    kept = photo_file.with_suffix(".marks.json")
    kept.write_text('{"variant": "classic", "marks": []}')
    result = scan(photo_file, "--review", typed="c\ne\nq\n")
    assert result.stderr.count("table.marks.json: these are no answers (") == 2, "once a reading"
    assert result.stderr.count('sheetkit-answers-1"); rename or remove it\n') == 1
    assert "answered by a person: " in result.stdout
    assert kept.read_text() == '{"variant": "classic", "marks": []}'


def test_a_file_name_may_be_any_bytes(photo_file):
    odd = photo_file.rename(photo_file.with_name("caf\udce9.jpg"))
    result = scan(odd, "--review")
    assert "caf\\udce9.review.html in a browser" in result.stderr
    assert "<h1>" in odd.with_suffix(".review.html").read_text()
    for kind in ("html", "pdf"):
        report = odd.with_name(f"verdict.{kind}")
        done = runner.invoke(app, ["settle", str(odd), "--report", str(report)])
        assert isinstance(done.exception, SystemExit)
        assert report.stat().st_size > 10_000


def test_answers_that_cannot_be_kept_are_told(photo_file, somebody, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device", "table.marks.json")

    monkeypatch.setattr("sheetkit.reading.answers.save_answers", full)
    result = scan(photo_file, "--review", "--json", typed="c\n" * 30)
    said = "table.marks.json can't be written (no space left on device); make"
    assert result.stderr.count(said) == 1, "told when it happens, and not again"
    assert sheet_of(result)["status"] == "read"
    (problem,) = json.loads(result.stdout)["problems"]
    assert problem["code"] == "error"
    assert problem["message"].startswith(said)
    assert result.exit_code == 3


def test_a_disk_that_was_full_for_a_while_is_no_problem_in_the_end(
    photo_file, somebody, monkeypatch
):
    outcomes = iter([OSError(28, "No space left on device", "table.marks.json")])

    def full_at_first(*arguments):
        for error in outcomes:
            raise error
        return save_answers(*arguments)

    monkeypatch.setattr("sheetkit.reading.answers.save_answers", full_at_first)
    result = scan(photo_file, "--review", typed="e\n" * 30)
    assert "no space left on device" in result.stderr
    assert result.exit_code == 0
    assert scan(photo_file).exit_code == 0


def test_a_photo_is_renamed_with_its_answers_and_its_page(photo_file, somebody):
    scan(photo_file, "--review", typed="e\nq\n")
    renamed = photo_file.with_name("monday.jpg")
    for ending in (".jpg", ".marks.json", ".review.html"):
        photo_file.with_suffix(ending).rename(renamed.with_suffix(ending))
    photo_file.write_bytes(b"another photo")
    scan(renamed, "--review", typed="q\n")
    assert "<title>monday.jpg: questions" in renamed.with_suffix(".review.html").read_text()
    assert scan(renamed, "--review", typed="e\n").exit_code == 0
    assert scan(renamed).exit_code == 0
    kept = json.loads(renamed.with_suffix(".marks.json").read_text())
    assert kept["photo"] == "monday.jpg"
    assert len(kept["sheets"][0]["answers"]) == 2


def test_answers_for_another_photo_are_no_problem_once_there_are_new_ones(photo_file, somebody):
    scan(photo_file, "--review", typed="c\n" * 30)
    kept = photo_file.with_suffix(".marks.json")
    photo_file.write_bytes(photo_file.read_bytes() + b"\0")
    said = "table.marks.json answers for another photo and was not used; answer again with scan"
    assert said in scan(photo_file).stderr
    assert said in scan(photo_file, "--review", typed="q\n").stderr
    result = scan(photo_file, "--review", "--json", typed="e\n" * 30)
    assert "answers for another photo" not in result.stderr
    assert (json.loads(result.stdout)["problems"], result.exit_code) == ([], 0)
    assert set(json.loads(kept.read_text())["sheets"][0]["answers"].values()) == {"empty"}


def test_a_picture_without_colours_is_shaded(photo_file, somebody, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    result = scan(photo_file, "--review", typed="q\n")
    assert re.search(r"[:=#]{20}", result.stderr)


def test_a_terminal_may_be_one_column_wide(photo_file, somebody, monkeypatch):
    monkeypatch.setenv("COLUMNS", "1")
    assert scan(photo_file, "--review", typed="c\nq\n").exit_code == 3
    assert photo_file.with_suffix(".marks.json").exists()


def test_a_question_says_the_name_of_the_file_as_it_is(photo_file, somebody):
    odd = photo_file.rename(photo_file.with_name(":smile:[b]&.jpg"))
    asked = scan(odd, "--review", typed="q\n").stderr
    assert ":smile:[b]&.jpg" in asked.partition("c cross")[0].replace("\n", "")


def test_settle_uses_the_answers_and_says_so(photo_file, somebody, tmp_path):
    scan(photo_file, "--review", typed="c\n" * 30)
    other = tmp_path / "ben.txt"
    other.write_text("classic red 2\n")
    page = tmp_path / "verdict.html"
    result = runner.invoke(app, ["settle", str(photo_file), str(other), "--report", str(page)])
    assert "answered by a person: " in result.stdout
    assert "Answered by a person: " in page.read_text()


@pytest.mark.parametrize(
    ("said", "told"),
    [("red.8=cross", "--set red.8=cross means 2 of the sheets; write PLAYER:red.8=cross"),
     ("Cleo:red.8=cross", "means no player's sheet"),
     ("Anna:red.99=cross", "'red.99' is no cell of the pad classic"),
     ("=cross", "names no cell")],
)  # fmt: skip
def test_settle_wants_to_know_whose_cell_is_meant(said, told, tmp_path):
    (tmp_path / "a.txt").write_text("classic red 2\nclassic red 3\n")
    arguments = ["settle", str(tmp_path / "a.txt"), "--names", "Anna,Ben", "--set", said]
    error = runner.invoke(app, arguments).exception
    assert told in str(error)
    assert error.exit_code == 2


def test_settle_takes_a_mark_for_one_player(tmp_path):
    (tmp_path / "a.txt").write_text("classic red 2\nclassic red 3\n")
    arguments = ["--names", "Anna,Ben", "--set", "Ben:red.5=cross", "--json"]
    result = runner.invoke(app, ["settle", str(tmp_path / "a.txt"), *arguments])
    ben = json.loads(result.stdout)["sheets"][1]
    assert (ben["marks"], ben["answered"]) == (
        {"red.3": "cross", "red.5": "cross"}, {"red.5": "cross"})  # fmt: skip
