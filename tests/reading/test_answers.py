"""What a person answered: kept beside the photo, good for that photo alone."""

import json
import os
from dataclasses import replace

import pytest

from sheetkit.errors import SheetDataError
from sheetkit.pad import find_pad
from sheetkit.reading.answers import (
    FORMAT,
    LARGEST_FILE,
    answers_path,
    hash_of,
    read_answered_photo,
    read_answers,
    save_answers,
    with_answers,
)
from sheetkit.reading.result import Problem, Reading, SheetReading, Status
from sheetkit.scoresheet import Mark
from sheetkit.set_marks import read_set_marks, with_set_marks


def sheet(code="", **changes):
    values = {
        "pad": find_pad("classic"), "code": code, "marks": {"red.2": Mark.CROSS},
        "unsure": {"red.8": {"cross": 0.6, "empty": 0.4}}, "reasons": {"red.8": "faint"},
        "written": {}, "corners": (), "boxes": {},
    }  # fmt: skip
    return SheetReading(**{**values, **changes})


@pytest.fixture
def photo_file(blank_photo, tmp_path):
    path = tmp_path / "table.jpg"
    path.write_bytes(blank_photo.jpeg)
    return path


def keep(photo_file, answers, **changes):
    """Answers beside the photo, for its first sheet."""
    kept = {
        "format": FORMAT, "photo": photo_file.name, "sha256": hash_of(photo_file.read_bytes()),
        "sheets": [{"sheet": "", "number": 1, "answers": answers}], **changes,
    }  # fmt: skip
    answers_path(photo_file).write_text(json.dumps(kept))


def code_of(photo):
    return photo.sheets[0].sheet


def test_an_answer_makes_a_doubtful_cell_certain_and_is_remembered():
    said = sheet().with_mark("red.8", "skip").with_mark("red.2", "empty")
    assert (dict(said.marks), dict(said.unsure), dict(said.reasons)) == ({"red.8": "skip"}, {}, {})
    assert said.answered == ("red.2", "red.8")
    assert said.scoresheet().answers() == {"red.2": "empty", "red.8": "skip"}


def test_what_hid_cells_is_no_problem_once_all_are_answered():
    hidden = sheet(problems=(Problem("covered", ""),), unsure={"red.8": {}, "red.9": {}})
    half = hidden.with_mark("red.8", "cross")
    assert half.status is Status.REVIEW
    assert half.with_mark("red.9", "empty").status is Status.READ
    unnamed = sheet(problems=(Problem("no-code", ""),)).with_mark("red.8", "empty")
    assert unnamed.status is Status.REVIEW


def test_answers_are_kept_and_found_again(photo_file, blank_photo):
    reading, content, _ = read_answered_photo(photo_file)
    said = [each.with_mark("blue.5", "cross") for each in reading.sheets]
    path = save_answers(photo_file, content, said)
    assert path.name == "table.marks.json"
    again = read_answered_photo(photo_file).reading
    assert again.sheets[0].marks == {"blue.5": Mark.CROSS}
    assert again.sheets[0].answered == ("blue.5",)
    renamed = photo_file.rename(photo_file.with_name("other.jpg"))
    path.rename(answers_path(renamed))
    assert read_answered_photo(renamed)[0].sheets[0].answered == ("blue.5",)


def test_answers_for_another_photo_are_told_and_not_used(photo_file, blank_photo):
    for name in ("table.jpg", "gone.jpg"):
        keep(photo_file, {"blue.5": "cross"}, sha256="0" * 64, photo=name)
        reading = read_answered_photo(photo_file).reading
        (problem,) = reading.problems
        assert problem.code == "other-photo"
        assert "--review" not in problem.message, "which has nothing to ask"
        assert problem.message.endswith("so remove the file")
        assert not reading.sheets[0].marks
    photo_file.with_name("gone.jpg").write_bytes(b"it came back")
    assert not read_answered_photo(photo_file)[0].problems


def kept_text(sheets):
    return json.dumps({"format": FORMAT, "photo": "a", "sha256": "b", "sheets": sheets})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "this is no JSON"),
        ("[" * 100_000, "this is no JSON"),
        ("[]", 'expected an object with "format": "sheetkit-answers-1"'),
        ('{"format": "sheetkit-answers-9"}', 'expected an object with "format"'),
        (kept_text(None), 'expected the texts "photo" and "sha256", and a list "sheets"'),
        (kept_text([{"sheet": "", "number": float("inf"), "answers": {}}]), 'a whole "number"'),
        (kept_text([{"sheet": "", "number": 1, "answers": {"red.8": "ticked"}}]),
         "expected for red.8 one of cross, skip, void, both, empty"),
        (kept_text([]).replace("[]", '[{"answers": {"red.8": "cross", "red.8": "empty"}}]'),
         "red.8 is there twice"),
        (kept_text([{"sheet": "B", "number": 1, "answers": {"red.8": mark}}
                    for mark in ("cross", "empty")]), "sheet B is there twice"),
    ],
)  # fmt: skip
def test_what_holds_no_answers_is_refused(text, said, tmp_path):
    (tmp_path / "a.marks.json").write_text(text)
    with pytest.raises(SheetDataError) as error:
        read_answers(tmp_path / "a.marks.json")
    assert error.value.code == "bad-answers"
    assert said in str(error.value)


def test_broken_answers_do_not_stop_the_photo(photo_file):
    answers_path(photo_file).write_text("{")
    reading = read_answered_photo(photo_file).reading
    assert [problem.code for problem in reading.problems] == ["bad-answers"]
    assert len(reading.sheets) == 1


def test_a_folder_or_a_pipe_in_the_place_of_answers_is_told(photo_file):
    answers_path(photo_file).mkdir()
    (problem,) = read_answered_photo(photo_file).reading.problems
    assert problem.code == "bad-answers"
    answers_path(photo_file).rmdir()
    os.mkfifo(answers_path(photo_file))
    (problem,) = read_answered_photo(photo_file).reading.problems
    assert "this is a pipe and no file" in problem.message


def test_answers_find_their_sheet_by_code_else_by_number(tmp_path):
    def answered(entries, *sheets):
        kept = {"format": FORMAT, "photo": "a.jpg", "sha256": "", "sheets": entries}
        (tmp_path / "a.marks.json").write_text(json.dumps(kept))
        reading = with_answers(Reading(sheets), read_answers(tmp_path / "a.marks.json"))
        places = [number for number, each in enumerate(reading.sheets) if each.answered]
        return places, [problem.code for problem in reading.problems]

    said = {"red.8": "cross"}
    b_first = [{"sheet": "B", "number": 1, "answers": said}]
    assert answered(b_first, sheet("A"), sheet("B")) == ([1], [])
    assert answered(b_first, sheet("B"), sheet("B")) == ([0], [])
    assert answered(b_first, sheet("A"), sheet("C")) == ([], ["no-such-sheet"])
    assert answered([{**b_first[0], "number": 3}], sheet("B"), sheet("B")) == (
        [], ["no-such-sheet"])  # fmt: skip
    unnamed = [{"sheet": "", "number": 2, "answers": {**said, "red.99": "cross"}}]
    assert answered(unnamed, sheet("A"), sheet("")) == ([1], ["unknown-cell"])
    twice = [*b_first, {"sheet": "B", "number": 2, "answers": {"red.8": "empty"}}]
    assert answered(twice, sheet("B")) == ([0], ["no-such-sheet"])
    first = [{"sheet": "", "number": 1, "answers": said}]
    assert answered(first, sheet("A"), sheet("")) == ([], ["no-such-sheet"])


def test_answers_for_a_sheet_without_a_code_are_kept_with_its_place_in_the_photo(tmp_path):
    sheets = [sheet(), sheet().with_mark("red.8", "cross"), sheet()]
    kept = read_answers(save_answers(tmp_path / "a.jpg", b"x", sheets))
    assert [(each.code, each.number) for each in kept.sheets] == [("", 2)]
    again = with_answers(Reading((sheet(), sheet(), sheet())), kept).sheets
    assert [bool(each.answered) for each in again] == [False, True, False]


def test_the_answers_of_a_photo_of_the_same_stem_are_spared(tmp_path):
    for name in ("a.jpg", "a.png"):
        (tmp_path / name).write_bytes(b"x")
    said = [sheet().with_mark("red.8", "cross")]
    save_answers(tmp_path / "a.jpg", b"x", said)
    with pytest.raises(SheetDataError, match=r"a\.jpg"):
        save_answers(tmp_path / "a.png", b"y", said)


def test_what_holds_no_answers_is_not_written_over(tmp_path):
    (tmp_path / "a.marks.json").write_text("{")
    said = r"a\.marks\.json: these are no answers \(this is no JSON\); rename or remove it"
    with pytest.raises(SheetDataError, match=said):
        save_answers(tmp_path / "a.jpg", b"x", [sheet().with_mark("red.8", "cross")])
    assert (tmp_path / "a.marks.json").read_text() == "{"


def test_a_mark_that_may_be_of_two_sheets_is_set_on_neither():
    sheets = tuple(replace(sheet("A"), marks={}) for _ in range(2))
    said = with_set_marks(Reading(sheets), read_set_marks(["A:red.5=cross"]))
    assert [problem.code for problem in said.problems] == ["which-sheet"]
    assert "means 2 of the sheets" in said.problems[0].message
    assert said.sheets == sheets


def test_a_file_that_is_too_large_holds_no_answers(photo_file):
    keep(photo_file, {"red.8": "cross"})
    path = answers_path(photo_file)
    path.write_text(path.read_text().ljust(LARGEST_FILE + 1))
    with pytest.raises(SheetDataError, match="far too large"):
        read_answers(path)
