"""Many photos on two processes against one: ``scan --jobs 2`` and ``--jobs 1``, whole runs."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.figure import Figure, seconds

PHOTOS = int(os.environ.get("SHEETKIT_BENCH_MANY", "200"))
ROUNDS = 3
SAMPLES = Path(__file__).parents[1] / "samples"


def scan(folder: str, jobs: int) -> None:
    command = [sys.executable, "-m", "sheetkit", "scan", folder, "--json", "--jobs", str(jobs)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def figures() -> Iterator[Figure]:
    """The samples over and over; the two take turns, for the machine has other things to do."""
    samples = sorted(SAMPLES.glob("*.jpg"))
    with tempfile.TemporaryDirectory() as folder:
        for number in range(PHOTOS):
            photo = samples[number % len(samples)]
            Path(folder, f"{number:04}.jpg").symlink_to(photo)
        ratios = [seconds(partial(scan, folder, 1)) / seconds(partial(scan, folder, 2))
                  for _ in range(ROUNDS)]  # fmt: skip
    what = f"{PHOTOS} photos with --jobs 2, times as fast as with --jobs 1"
    yield Figure(what, statistics.median(ratios), 1.7, at_least=True)
