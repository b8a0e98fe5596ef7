"""The example in docs/camera.md is run."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_example_takes_a_photo(tmp_path):
    (code,) = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs/camera.md").read_text(), re.M | re.S
    )
    run = [sys.executable, "-m", "sheetkit", "print", "classic", "--seed", "7"]
    for command in ([*run, "-o", "pad.pdf", "--map", "pad.json"], [sys.executable, "-c", code]):
        subprocess.run(
            command,
            cwd=tmp_path,
            check=True,
            capture_output=True,
            env={"PYTHONPATH": str(ROOT), "PATH": ""},
        )
    assert (tmp_path / "photo.jpg").read_bytes().startswith(b"\xff\xd8")
    assert json.loads((tmp_path / "photo.json").read_text())["sheets"][0]["marks"]
