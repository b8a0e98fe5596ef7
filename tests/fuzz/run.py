"""Read many mutants in a watched process: no traceback, no hang, no more than a gigabyte.

``python -m tests.fuzz.run --first 0 --count 10000``; each fault is told with its number,
and ``tests.fuzz.mutants.mutant`` makes that file again.
"""

from __future__ import annotations

import argparse
import resource
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from sheetkit.cli.scan_file import Settings, scan_file
from sheetkit.reading import use_one_thread
from tests.fuzz.mutants import mutant

LONGEST_S = 10.0
"""Of computing, for one mutant."""
MOST_MEMORY = 1_000_000_000
"""In bytes, of the process that reads, all libraries included."""
BATCH = 500
"""Mutants a process: its highest memory use is the highest of all of them."""
PATIENCE_S = 120.0
"""How long the clock may run meanwhile: machines have other things to do."""


@dataclass(frozen=True)
class Fault:
    """What went wrong with which mutant."""

    number: int
    what: str


def faults(first: int, count: int, seen: Counter[str] | None = None) -> Iterator[Fault]:
    """What goes wrong with so many mutants; ``seen`` counts what the others were told."""
    number, end = first, first + count
    while number < end:
        batch = min(BATCH, end - number)
        done = 0
        for line in _watched(number, batch):
            if line.startswith("fault "):
                yield Fault(number + done - 1, line[6:])
            elif line.startswith("said "):  # libraries may say more
                done += 1
                if seen is not None:
                    seen[line[5:]] += 1
        if done < batch:
            yield Fault(number + done, f"took {LONGEST_S:.0f} s, or its process died")
            done += 1
        number += done


def _watched(first: int, count: int) -> Iterator[str]:
    """What a process says about each mutant; it is ended when it says nothing for too long."""
    command = [sys.executable, "-m", "tests.fuzz.run", "--here", str(first), str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        while True:
            watch = Timer(PATIENCE_S, child.kill)
            watch.start()
            line = child.stdout.readline()
            watch.cancel()
            if not line:
                return
            yield line.strip()


def read_here(first: int, count: int) -> None:
    """Read the mutants in this process, a line each, and another where something is wrong."""
    use_one_thread()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    told_memory = False
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            suffix, content = mutant(number)
            path = Path(folder) / f"mutant{suffix}"
            path.write_bytes(content)
            signal.setitimer(signal.ITIMER_PROF, LONGEST_S)
            fault = ""
            try:
                scanned = scan_file(str(path), Settings())
                codes = sorted({problem["code"] for problem in scanned.shown["problems"]})
                said = " ".join(codes) or "read"
                if any("\n" in warning for warning in scanned.warnings):
                    fault = "more than one line"
                if "fault" in codes:
                    fault = scanned.warnings[0]
            except Exception as error:
                said, fault = "traceback", f"{type(error).__name__}: {error}"
            memory = most_memory()
            if memory > MOST_MEMORY and not told_memory:
                fault, told_memory = f"{memory // 1_000_000} MB", True
            print("said", said, flush=True)
            if fault:
                print("fault", " ".join(fault.split()), flush=True)


def most_memory() -> int:
    """The most bytes that this process has held; its ru_maxrss begins with its parent's."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


def main(given: Sequence[str]) -> int:
    if given[:1] == ["--here"]:
        read_here(int(given[1]), int(given[2]))
        return 0
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--count", type=int, default=10_000)
    told = parser.parse_args(given)
    seen: Counter[str] = Counter()
    found = 0
    for fault in faults(told.first, told.count, seen):
        print(f"mutant {fault.number}: {fault.what}", flush=True)
        found += 1
    for what, count in seen.most_common():
        print(f"{count:7} {what}")
    print(f"{told.count} mutants, {found} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
