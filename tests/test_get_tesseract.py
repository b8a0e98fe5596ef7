"""``get-tesseract.sh`` installs a system package, and says so."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("get-tesseract.sh")
SH = shutil.which("sh")


@pytest.fixture
def get_tesseract(tmp_path):
    """Run for root on a system with an apt-get that says what it was called with."""

    def run(**variables):
        for name, says in {"id": "echo 0", "apt-get": f'echo "$@" >> {tmp_path}/calls'}.items():
            (tmp_path / name).write_text(f"#!{SH}\n{says}\n")
            (tmp_path / name).chmod(0o755)
        if not (tmp_path / "sh").exists():
            (tmp_path / "sh").symlink_to(SH)
        env = {"PATH": str(tmp_path), **variables}
        done = subprocess.run(
            [SH, SCRIPT], env=env, capture_output=True, text=True, check=True, timeout=60
        )
        calls = tmp_path / "calls"
        return done.stdout.splitlines(), calls.read_text() if calls.exists() else ""

    return run


def test_what_is_installed_is_said(get_tesseract):
    said, calls = get_tesseract()
    assert "install -y -qq tesseract-ocr" in calls
    assert said[0].startswith("Some tests need Tesseract")
    assert said[0].endswith("apt-get install tesseract-ocr")


def test_whoever_does_without_gets_nothing_installed(get_tesseract):
    assert get_tesseract(TESSERACT="no") == ([], "")
