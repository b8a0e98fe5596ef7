"""``sheetkit scan`` from outside: its JSON, its exit status, its errors."""

import io
import json
import sys

import cv2
import numpy as np
import pytest
from distributed import LocalCluster
from PIL import Image
from typer.testing import CliRunner

from sheetkit.camera import Level, take
from sheetkit.cli.main import app
from sheetkit.cli.scan import _own_names
from sheetkit.reading import photo as photo_reader
from tests.reading.photos import photograph, print_sheets

runner = CliRunner()


@pytest.fixture(scope="module")
def photo():
    return photograph(marks={"red.2": "cross", "red.3": "cross", "penalty.1": "cross"}, seed=11)


@pytest.fixture
def photo_file(photo, tmp_path):
    path = tmp_path / "table.jpg"
    path.write_bytes(photo.jpeg)
    return path


def scan(*arguments):
    result = runner.invoke(app, ["scan", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_a_photo_becomes_one_json_line(photo, photo_file):
    result = scan(photo_file, "--json")
    (line,) = result.stdout.splitlines()
    shown = json.loads(line)
    (sheet,) = shown["sheets"]
    assert (shown["file"], shown["problems"]) == (str(photo_file), [])
    assert (sheet["sheet"], sheet["variant"]) == (photo.sheets[0].sheet, "classic")
    assert sheet["status"] == "read"
    assert sheet["marks"] == {"red.2": "cross", "red.3": "cross", "penalty.1": "cross"}
    assert sheet["score"]["total"] == 3 - 5
    assert sheet["ruling"]["legal"]
    assert len(sheet["corners"]) == 4
    assert result.exit_code == 0


def test_one_bad_file_never_stops_the_rest(photo_file, tmp_path):
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    empty = tmp_path / "a\nb.jpg"
    empty.write_bytes(b"")
    result = scan(text, photo_file, empty, tmp_path / "none.jpg", "--json")
    shown = [json.loads(line) for line in result.stdout.splitlines()]
    codes = [[problem["code"] for problem in file["problems"]] for file in shown]
    assert codes == [["not-an-image"], [], ["empty-file"], ["no-file"]]
    assert [len(file["sheets"]) for file in shown] == [0, 1, 0, 0]
    assert len(result.stderr.splitlines()) == 3
    assert result.exit_code == 3


def test_a_fault_in_reading_one_file_never_stops_the_rest(photo_file, tmp_path, monkeypatch):
    read, seen = photo_reader.see_sheet, []

    def fails_first(*arguments):
        seen.append(arguments)
        if len(seen) == 1:
            raise cv2.error("Assertion\nfailed")
        return read(*arguments)

    monkeypatch.setattr(photo_reader, "see_sheet", fails_first)
    result = scan(photo_file, photo_file, "--json")
    bad, good = (json.loads(line) for line in result.stdout.splitlines())
    assert [problem["code"] for problem in bad["problems"]] == ["fault"]
    assert [sheet["status"] for sheet in good["sheets"]] == ["read"]
    (line,) = result.stderr.splitlines()
    assert "by a fault of sheetkit (cv2.error, test_scan.py:" in line
    assert result.exit_code == 3


def test_decoders_of_damaged_pictures_keep_silent(photo, tmp_path, capfd):
    damaged = bytearray(photo.jpeg)
    middle = len(damaged) // 2
    damaged[middle : middle + 400] = b"\xff\xd4" * 200
    (tmp_path / "damaged.jpg").write_bytes(damaged)
    scan(tmp_path / "damaged.jpg", "--json")
    assert capfd.readouterr().err == ""


def test_many_files_on_processes_and_on_a_cluster_give_the_same(photo_file, tmp_path):
    empty = tmp_path / "empty.jpg"
    empty.write_bytes(b"")
    files = (photo_file, empty, tmp_path / "none.jpg")
    here = scan(*files, "--json")
    assert scan(*files, "--json", "--jobs", "2").stdout == here.stdout
    cluster = LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    )
    with cluster:
        there = scan(*files, "--json", "--cluster", cluster.scheduler_address)
    assert there.stdout == here.stdout
    assert here.exit_code == there.exit_code == 3


def test_a_cluster_that_is_not_there_is_told(photo_file, monkeypatch):
    monkeypatch.setattr("sheetkit.cli.share.PATIENCE_S", 0.5)
    result = runner.invoke(app, ["scan", str(photo_file), "--cluster", "tcp://127.0.0.1:9"])
    assert str(result.exception).startswith("no Dask scheduler answers at tcp://127.0.0.1:9; ")
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = runner.invoke(app, ["scan", str(photo_file), "--cluster", "tcp://127.0.0.1:9"])
    assert "pip install 'sheetkit[cluster]'" in str(result.exception)


def test_a_folder_means_its_pictures(photo_file):
    (photo_file.parent / "notes.txt").write_text("not a picture")
    result = scan(photo_file.parent, "--json")
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [str(photo_file)]


def test_pictures_that_a_scan_wrote_are_left_out_of_their_folder(photo_file):
    folder = photo_file.parent
    scan(photo_file, "--annotate", folder)
    again = scan(folder, "--json")
    assert [json.loads(line)["file"] for line in again.stdout.splitlines()] == [str(photo_file)]
    assert "leaving out 1 file named *.annotated.jpg" in again.stderr
    assert again.exit_code == 0


def test_a_folder_without_pictures_is_told(tmp_path):
    result = scan(tmp_path, "--json")
    assert "no picture is in this folder" in result.stderr
    assert json.loads(result.stdout)["problems"][0]["code"] == "no-file"
    assert result.exit_code == 3


def test_an_annotated_picture_that_cannot_be_written_costs_no_sheet(photo_file, tmp_path):
    (tmp_path / "out" / "table.annotated.jpg").mkdir(parents=True)
    result = scan(photo_file, "--json", "--annotate", tmp_path / "out")
    shown = json.loads(result.stdout)
    assert len(shown["sheets"]) == 1
    assert [problem["code"] for problem in shown["problems"]] == ["error"]
    assert "can't be written (is a directory)" in result.stderr
    assert result.exit_code == 3


def test_a_person_may_say_what_a_cell_is(photo_file):
    result = scan(photo_file, "--json", "--set", "red.3=empty", "--set", "blue.5=skip")
    marks = json.loads(result.stdout)["sheets"][0]["marks"]
    assert marks == {"red.2": "cross", "blue.5": "skip", "penalty.1": "cross"}


@pytest.fixture(scope="module")
def two_sheets():
    pdf, sheets = print_sheets("classic")
    marks = {sheets[0].sheet: {"red.2": "cross"}, sheets[1].sheet: {"blue.12": "cross"}}
    return take(pdf, sheets[:2], marks, Level.EASY, np.random.default_rng(3))


def test_what_a_person_says_needs_a_sheet_where_there_are_several(two_sheets, tmp_path):
    path = tmp_path / "two.jpg"
    path.write_bytes(two_sheets.jpeg)
    code = two_sheets.sheets[1].sheet
    said = scan(path, "--json", "--set", f"{code}:red.3=cross")
    marks = {s["sheet"]: s["marks"] for s in json.loads(said.stdout)["sheets"]}
    assert marks[code] == {"red.3": "cross", "blue.12": "cross"}
    assert marks[two_sheets.sheets[0].sheet] == {"red.2": "cross"}
    unsaid = scan(path, "--set", "red.3=cross")
    assert "2 sheets are in the photo" in unsaid.stderr
    assert unsaid.exit_code == 3
    elsewhere = scan(path, "--json", "--set", "ABC:red.3=cross")
    said = "--set ABC:red.3=cross was not used, for no photo shows that sheet; check the code"
    assert elsewhere.stderr == f"sheetkit: {said}\n"
    problem = {"code": "no-such-sheet", "message": said}
    last = json.loads(elsewhere.stdout.splitlines()[-1])
    assert last == {"file": "", "problems": [problem], "sheets": []}
    assert elsewhere.exit_code == 3
    several = runner.invoke(app, ["scan", str(path), str(path), "--set", "red.3=cross"])
    assert "on which sheet of 2 files" in str(several.exception)


def test_a_cell_that_the_pad_lacks_is_told(photo_file):
    result = scan(photo_file, "--set", "red.99=cross")
    assert "'red.99' is no cell of the pad classic; red has 2, 3" in result.stderr
    assert result.exit_code == 3


@pytest.mark.parametrize(
    ("one", "other"),
    [("red.8=cross", "red.8=skip"), ("red.8=cross", "CODE:red.8=skip"),
     ("CODE:red.8=skip", "red.8=cross"), ("CODE:red.8=skip", "co-de:red.8=cross")],
)  # fmt: skip
def test_what_a_person_says_of_a_cell_twice_must_agree(photo_file, one, other):
    both = ["scan", str(photo_file), "--set", one, "--set", other]
    assert f"{one} and --set {other} can't both be" in str(runner.invoke(app, both).exception)
    assert scan(photo_file, "--set", "red.8=cross", "--set", "red.8=cross").exit_code == 0


def test_a_typed_code_means_its_sheet_however_it_is_typed(photo, photo_file):
    code = photo.sheets[0].sheet
    typed = f"{code[:4]}-{code[4:]}".lower().replace("0", "o")
    result = scan(photo_file, "--json", "--set", f"{typed}:blue.5=skip")
    assert json.loads(result.stdout)["sheets"][0]["marks"]["blue.5"] == "skip"
    assert result.stderr == ""


@pytest.mark.parametrize("said", ["=cross", "CODE:=cross", "red.lock=cross=empty"])
def test_set_must_name_a_cell(said):
    error = runner.invoke(app, ["scan", "table.jpg", "--set", said]).exception
    assert "names no cell; write red.8=cross" in str(error)
    assert error.exit_code == 2


def test_a_file_without_a_name_is_no_folder():
    error = runner.invoke(app, ["scan", ""]).exception
    assert (error.exit_code, "the name of a file is empty" in str(error)) == (2, True)


def test_pictures_go_to_a_folder_that_is_named():
    error = runner.invoke(app, ["scan", "table.jpg", "--annotate", ""]).exception
    assert (error.exit_code, "--annotate names no folder" in str(error)) == (2, True)


def test_a_name_that_leaves_no_room_for_answers_is_read(photo_file):
    long = photo_file.rename(photo_file.with_name("L" * 250 + ".jpg"))
    assert scan(long).exit_code == 0


def test_an_animation_shows_its_first_picture(photo, tmp_path):
    shown = Image.open(io.BytesIO(photo.jpeg)).convert("RGB")
    path = tmp_path / "moving.webp"
    shown.save(path, save_all=True, append_images=[Image.new("RGB", shown.size)], quality=90)
    result = scan(path, "--json", "--annotate", tmp_path)
    assert len(json.loads(result.stdout)["sheets"]) == 1
    said = "only the first of 2 pictures in it was read; give each picture a file of its own"
    assert said in result.stderr
    assert (result.exit_code, (tmp_path / "moving.annotated.jpg").exists()) == (3, True)


def test_set_must_name_a_mark(photo_file):
    assert runner.invoke(app, ["scan", str(photo_file), "--set", "red.3=ticked"]).exit_code != 0


def test_annotate_writes_the_photo_with_a_caption(photo, photo_file, tmp_path):

    scan(photo_file, "--annotate", tmp_path / "out")
    (path,) = (tmp_path / "out").iterdir()
    with Image.open(path) as picture:
        assert picture.width <= 2000
        assert picture.height / picture.width > photo.height / photo.width


def test_annotated_pictures_of_files_of_one_name_stay_apart(photo, tmp_path):
    for folder in ("monday", "Tuesday"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "table.jpg").write_bytes(photo.jpeg)
    files = [tmp_path / "monday" / "table.jpg", tmp_path / "Tuesday" / "table.jpg"]
    scan(*files, "--annotate", tmp_path / "out")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["table.2.annotated.jpg", "table.annotated.jpg"]


def test_an_annotated_page_of_one_file_is_not_named_like_another_file(photo, tmp_path):
    page = Image.open(io.BytesIO(photo.jpeg)).convert("RGB")
    page.save(tmp_path / "scan.tiff", save_all=True, append_images=[page])
    for name in ("Scan-2.jpg", "scan-two.jpg"):
        (tmp_path / name).write_bytes(photo.jpeg)
    scan(tmp_path, "--annotate", tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "Scan-2.2.annotated.jpg", "scan-1.annotated.jpg", "scan-2.annotated.jpg",
        "scan-two.annotated.jpg",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "names"),
    [
        (["a.jpg", "a-2.jpg", "a.x.pdf"], {}),
        (["b-2.jpg", "b.pdf"], {"b-2.jpg": "b-2.2"}),
        (["1/c.pdf", "2/c.pdf", "c.2-1.jpg"], {"2/c.pdf": "c.3"}),
        (["d.pdf", "d-02.jpg", "d-2.pdf", "d-2-1.jpg"],
         {"d-2.pdf": "d-2.2", "d-2-1.jpg": "d-2-1.2"}),
    ],
)  # fmt: skip
def test_what_is_written_about_files_has_names_of_its_own(files, names):
    assert _own_names(files) == names


def test_text_names_the_page_and_the_pages_without_a_sheet(photo, tmp_path):
    pages = [Image.open(io.BytesIO(photo.jpeg)).convert("RGB"), Image.new("RGB", (900, 700))]
    path = tmp_path / "scans.tiff"
    pages[1].save(path, save_all=True, append_images=[pages[0], pages[1]])
    result = scan(path)
    assert f"{path}, page 2: " in result.stdout
    assert "no sheet found on pages 1, 3" in result.stderr
    assert result.exit_code == 3


def test_text_says_total_and_ruling(photo_file):
    result = scan(photo_file)
    assert "-2" in result.stdout
    assert "legal" in result.stdout


def test_a_mirrored_photo_that_was_read_is_told_and_costs_nothing(photo, photo_file):
    status = scan(photo_file).exit_code
    Image.open(io.BytesIO(photo.jpeg)).transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(photo_file)
    result = scan(photo_file)
    assert "mirrored" in result.stderr
    assert result.exit_code == status


def test_folders_in_a_folder_are_told(photo_file):
    folder = photo_file.parent
    (folder / "more.jpg").mkdir()
    (folder / ".hidden.jpg").write_bytes(b"")
    result = scan(folder, "--json")
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [str(photo_file)]
    assert "not looking into 1 folder in it; name what is to be read" in result.stderr
    assert result.exit_code == 0
