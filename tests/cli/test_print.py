"""``sheetkit print`` as a user calls it."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pypdfium2


def sheetkit(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sheetkit", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""},
    )


def test_a_pad_is_named_after_its_variant_and_its_seed_is_said(tmp_path: Path) -> None:
    done = sheetkit("print", "classic", folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout == ""
    assert "seed" in done.stderr
    assert (tmp_path / "classic.pdf").read_bytes().startswith(b"%PDF")


def test_the_map_shows_where_each_cell_is(tmp_path: Path) -> None:
    done = sheetkit(
        "print", "classic", "--seed", "7", "-o", "pad.pdf", "--map", "map.json", folder=tmp_path
    )
    assert done.returncode == 0
    pad_map = json.loads((tmp_path / "map.json").read_text())
    assert pad_map["variant"] == "classic"
    assert pad_map["seed"] == 7
    assert len(pad_map["sheets"]) == 4
    page = pypdfium2.PdfDocument(tmp_path / "pad.pdf")[0]
    assert np.allclose(page.get_size(), pad_map["paper"], atol=0.01)
    picture = page.render(scale=4).to_numpy()[:, :, ::-1].astype(int)
    for sheet in pad_map["sheets"]:
        for cell in sheet["cells"]:
            if cell["kind"] == "number":
                assert_is_tinted(picture, cell["box"], cell["colour"])


def assert_is_tinted(picture: np.ndarray, box: list[float], colour: str) -> None:
    """The cell's upper left part, clear of its digits, has the tint of its colour."""
    x = round((box[0] + 0.15 * (box[2] - box[0])) * 4)
    y = picture.shape[0] - round((box[3] - 0.15 * (box[3] - box[1])) * 4)
    red, green, blue = picture[y, x]
    strongest = {"red": red, "yellow": min(red, green), "green": green, "blue": blue}[colour]
    assert strongest >= max(red, green, blue) - 6
    assert max(red, green, blue) - min(red, green, blue) > 8


def test_a_wrong_call_is_one_line_and_status_2(tmp_path: Path) -> None:
    for words in (
        ["print", "clasic"],
        ["print", "classic", "--paper", "a7"],
        ["print", "classic", "--per-page", "5"],
        ["print", "classic", "--per-page", "many"],
        ["print", "classic", "--language", "xx"],
        ["print", "classic", "--sheets", "0"],
    ):
        done = sheetkit(*words, folder=tmp_path)
        assert done.returncode == 2, words
        assert done.stderr.startswith("sheetkit: ")
        assert done.stderr.count("\n") == 1
        assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = sheetkit("print", "classic", "-o", "nowhere/pad.pdf", folder=tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith("sheetkit: nowhere/pad.pdf: ")
    assert done.stderr.count("\n") == 1


def test_a_table_of_four_with_a_drawn_layout(tmp_path: Path) -> None:
    done = sheetkit(
        "print", "mixed-a", "--random", "--players", "4", "--map", "map.json", folder=tmp_path
    )
    assert done.returncode == 0
    assert "4 sheets on 1 page" in done.stderr
    sheets = json.loads((tmp_path / "map.json").read_text())["sheets"]
    assert len({json.dumps(sheet["layout"]) for sheet in sheets}) == 1
    done = sheetkit("print", "classic", "--random", folder=tmp_path)
    assert done.returncode == 2
    assert "nothing on classic" in done.stderr
