"""What a photo costs here, measured into docs/scale.json: ``python -m tools.cost``.

Each photo of ``samples/`` is read, judged and put into JSON, as ``scan --json`` does. Time
is the processor's on one core, so that other programs don't count.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sheetkit.cli.scan_file import Settings, scan_file
from sheetkit.reading import use_one_thread
from tools.locked import ROOT

FILE = ROOT / "docs" / "scale.json"


def processor() -> str:
    """The processor's own name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def machine() -> str:
    """What this was measured on, in one line."""
    return f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def measure(photos: Sequence[Path], rounds: int) -> dict[str, Any]:
    """Seconds of one core a photo (the least of the rounds), and the bytes in and out."""
    use_one_thread()
    scan_file(str(photos[0]), Settings())  # what is loaded and worked out once
    seconds, told = [], []
    for photo in photos:
        took = []
        for _ in range(rounds):
            start = time.process_time()
            shown = scan_file(str(photo), Settings()).shown
            took.append(time.process_time() - start)
        seconds.append(round(min(took), 3))
        told.append(len(json.dumps(shown)))
    return {
        "machine": machine(),
        "photos": len(photos),
        "seconds": seconds,
        "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000),
        "photo_bytes": sum(photo.stat().st_size for photo in photos) // len(photos),
        "result_bytes": sum(told) // len(told),
    }


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.cost", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args(given).rounds
    figures = measure(sorted((ROOT / "samples").glob("*.jpg")), rounds)
    FILE.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
