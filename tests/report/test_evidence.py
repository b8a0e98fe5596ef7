"""Hashes and pictures in a report are of the bytes that were judged, whatever became of them."""

import hashlib
import io
import shutil
from pathlib import Path

from PIL import Image

from sheetkit.game_files import Found, InputFile, log_in, read_file, read_game
from sheetkit.pad import Shelf, find_pad
from sheetkit.reading import read_photo
from sheetkit.reading.answers import save_answers
from sheetkit.reading.result import SheetReading
from sheetkit.report.evidence import evidence_of
from sheetkit.scoresheet import Scoresheet
from sheetkit.settle.given import Given

SAMPLES = Path(__file__).parents[2] / "samples"


def hash_of(content):
    return hashlib.sha256(content).hexdigest()


def test_files_replaced_after_they_were_judged_change_no_evidence(tmp_path):
    photo, text, log = (tmp_path / name for name in ("anna.jpg", "ben.txt", "throws.log"))
    shutil.copy(SAMPLES / "01-felt.jpg", photo)
    shutil.copy(SAMPLES / "disputes" / "red.txt", text)
    shutil.copy(SAMPLES / "disputes" / "throws.log", log)
    judged = {path.name: hash_of(path.read_bytes()) for path in (photo, text, log)}
    game, throws = read_game([str(photo), str(text)], Shelf()), read_file(str(log))
    assert log_in(throws, Shelf()).turns
    before = evidence_of(game.found, (), [*game.read, throws], ())

    photo.write_bytes((SAMPLES / "03-blank.jpg").read_bytes())
    text.write_text("classic: blue 12")
    log.unlink()

    after = evidence_of(game.found, (), [*game.read, throws], ())
    assert after == before
    assert {each.name: each.sha256 for each in after.inputs} == judged
    (picture,) = after.pictures.values()
    assert Image.open(io.BytesIO(picture)).size == (1332, 945)


def test_a_photo_that_is_gone_before_the_report_is_written_is_shown_all_the_same(tmp_path):
    photo = tmp_path / "anna.jpg"
    shutil.copy(SAMPLES / "01-felt.jpg", photo)
    game = read_game([str(photo)], Shelf())
    photo.unlink()
    assert len(evidence_of(game.found, (), game.read, ()).pictures) == 1


def test_answers_that_count_are_among_what_was_read(tmp_path):
    photo = tmp_path / "anna.jpg"
    shutil.copy(SAMPLES / "03-blank.jpg", photo)
    sheet = read_photo(photo).sheets[0].with_mark("red.5", "cross")
    kept = save_answers(photo, photo.read_bytes(), [sheet])
    inputs = evidence_of((), (), read_game([str(photo)], Shelf()).read, ()).inputs
    assert {each.name: each.sha256 for each in inputs} == {
        path.name: hash_of(path.read_bytes()) for path in (photo, kept)
    }


def test_what_could_not_be_read_at_all_is_no_input(tmp_path):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    game = read_game([str(broken), str(tmp_path / "none.txt")], Shelf())
    evidence = evidence_of(game.found, game.errors, game.read, ())
    assert evidence.inputs == ()
    assert len(evidence.problems) == 2


def test_the_picture_of_a_sheet_is_that_of_its_page_and_standard_input_is_no_file():
    pages, file = [Image.new("RGB", (300, 220), colour) for colour in ("red", "blue")], io.BytesIO()
    pages[0].save(file, "TIFF", save_all=True, append_images=pages[1:])
    corners = ((10.0, 10.0), (158.0, 10.0), (158.0, 115.0), (10.0, 115.0))
    pad = find_pad("classic")
    read = SheetReading(pad, "", {}, {}, {}, {}, corners, {}, page=2)
    found = Found(Given("Anna", Scoresheet(pad, {}), "two.tiff"), read, file.getvalue())
    inputs = [InputFile("-", b""), InputFile("two.tiff", file.getvalue())]
    evidence = evidence_of([found], (), inputs, ())
    (picture,) = evidence.pictures.values()
    red, _, blue = Image.open(io.BytesIO(picture)).convert("RGB").getpixel((600, 400))
    assert blue > 200 > red
    assert [each.name for each in evidence.inputs] == ["two.tiff"]
