"""The wheel works outside the checkout, the editable install inside it."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from itertools import chain
from pathlib import Path

import pytest

import sheetkit
from sheetkit.pad import layouts_folder, pad_names

ROOT = Path(__file__).parent.parent


def build(source, folder):
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, source],
        check=True,
        capture_output=True,
        env=environment,
    )
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(ROOT, tmp_path_factory.mktemp("wheel"))


def test_the_same_sources_give_the_same_wheel_to_the_byte(wheel, tmp_path):
    source = tmp_path / "elsewhere"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copyfile(ROOT / name, source / name)  # no times, no modes
    for name in ("sheetkit", "layouts"):
        shutil.copytree(
            ROOT / name,
            source / name,
            copy_function=shutil.copyfile,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    assert build(source, tmp_path).read_bytes() == wheel.read_bytes()


def test_the_package_has_the_version_that_its_wheel_is_named_after():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert sheetkit.__version__ == project["version"]


def test_the_wheel_says_that_it_is_typed(wheel):
    assert "sheetkit/py.typed" in zipfile.ZipFile(wheel).namelist()


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
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    for requirement in wanted:
        name = requirement.split(">=")[0]
        assert f"\n{name}==" in locked, name
    pins = [block for block in locked.split("\n") if "==" in block]
    assert locked.count("--hash=sha256:") >= len(pins)


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """An environment of its own with the wheel and what it needs, as the lock pins it."""
    folder = tmp_path_factory.mktemp("installed")
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    pins = re.findall(r"^[a-z0-9-]+==[^\\\n]*", (ROOT / "requirements.lock").read_text(), re.M)
    (folder / "pins.txt").write_text("\n".join(pins))
    pip = [sys.executable, "-m", "pip", "-q", "--python", venv / "bin" / "python", "install"]
    subprocess.run([*pip, "--no-input", "-c", folder / "pins.txt", wheel], check=True)
    return venv / "bin"


@pytest.fixture
def page_examples():
    """The steps of a page, and how what they print is compared."""
    spec = importlib.util.spec_from_file_location(
        "test_examples", ROOT / "tests" / "docs" / "test_examples.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.install
def test_the_wheel_alone_does_what_the_readme_says(installed, page_examples, tmp_path):
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    environment = {"PATH": f"{installed}:{os.environ['PATH']}", "HOME": str(tmp_path)}

    def run(command):
        return subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    where = run("python -c 'import sheetkit; print(sheetkit.__file__)'").stdout
    assert where.startswith(str(installed.parent))
    ran = []
    for kind, command, expected in page_examples.examples((ROOT / "README.md").read_text()):
        if kind == "run":
            ran.append(command)
            printed = run(command).stdout
            assert page_examples.matches(expected, printed), f"$ {command}\n{printed}"
    assert {command.split()[1] for command in ran} >= {"print", "scan", "settle"}
    assert run("sheetkit scan pad.pdf").stdout.count("legal, 0 points") == 4
    assert run("sheetkit doctor").returncode == 0
