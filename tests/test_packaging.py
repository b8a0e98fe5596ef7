"""The wheel works outside the checkout, the editable install inside it."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from sheetkit.pad import layouts_folder, pad_names

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


def test_the_wheel_carries_every_file_of_the_package(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "sheetkit"
    expected = {
        f"sheetkit/{path.relative_to(package).as_posix()}"
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    expected |= {f"sheetkit/layouts/{name}.toml" for name in pad_names()}
    assert expected <= inside


def test_the_wheel_finds_its_pads_outside_the_checkout(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "sheetkit", "variants"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line.split()[0] for line in done.stdout.splitlines()][:2] == ["classic", "bonus-a"]
    where = "import sheetkit.pad as pad; print(pad.layouts_folder())"
    done = subprocess.run(
        [sys.executable, "-c", where], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(tmp_path / "sheetkit" / "layouts")


def test_a_checkout_finds_its_pads_at_the_top():
    assert layouts_folder() == ROOT / "layouts"


def test_every_dependency_is_locked_with_a_hash():
    locked = (ROOT / "requirements.lock").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    for requirement in wanted:
        name = requirement.split(">=")[0]
        assert f"\n{name}==" in locked, name
    pins = [block for block in locked.split("\n") if "==" in block]
    assert locked.count("--hash=sha256:") >= len(pins)
