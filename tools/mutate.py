"""How many small faults in the rules the tests of the rules notice: ``make mutants``.

``python -m tools.mutate --sample 300 --seed 1`` puts that many of all possible faults into
``sheetkit/rules`` one at a time, in memory, and runs ``tests/rules`` against each until the
first test fails. A fault that no test notices is printed. The tests run from quick to slow,
and those that take longer than ``--slowest`` seconds not at all.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import hypothesis
import pytest

from tools.mutants import Mutant, mutants_of

for name in ("sheetkit.game_log", "sheetkit.notation"):
    importlib.import_module(name)  # here once, not in every child; none of them imports the rules

SLOW = {"test_small_pads.py"}
"""Minutes for each mutant; these tests run with all others in ``make test``."""
TESTS = sorted(str(p) for p in Path("tests/rules").glob("test_*.py") if p.name not in SLOW)
PATIENCE = 4
"""How many times the processor time of all tests a mutant may take before it counts as found."""


class Installed(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Imports the mutant's text in place of the module's own."""

    def __init__(self, mutant: Mutant) -> None:
        self.module = ".".join(mutant.path.with_suffix("").parts).removesuffix(".__init__")
        self.mutant = mutant

    def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        return importlib.util.spec_from_file_location(name, self.mutant.path.resolve(), loader=self)

    def get_filename(self, _: str) -> str:
        return str(self.mutant.path.resolve())

    def get_data(self, path: str | bytes) -> bytes:
        if str(path).endswith(".pyc"):
            raise OSError("a mutant is never cached")
        return self.mutant.source().encode()


class QuickFirst:
    """Runs the tests from quick to slow, without the slowest; notes what each took."""

    def __init__(self, seconds: dict[str, float], slowest: float) -> None:
        self.seconds, self.slowest = seconds, slowest

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.seconds.get(item.nodeid, 0) <= self.slowest]
        items.sort(key=lambda item: self.seconds.get(item.nodeid, 0))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - start


def run_tests(plugin: QuickFirst) -> int:
    """Pytest's exit status; nothing is printed."""
    hypothesis.settings.register_profile("mutants", database=None, deadline=None, derandomize=True)
    hypothesis.settings.load_profile("mutants")
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        options = ["-x", "-q", "-p", "no:cacheprovider", "--assert=plain"]
        return int(pytest.main([*options, *TESTS], plugins=[plugin]))


def in_a_child(mutant: Mutant | None, plugin: QuickFirst, limit_s: int) -> tuple[int, str]:
    """The tests' exit status in a process of their own, and what they noted."""
    with tempfile.NamedTemporaryFile("r+", encoding="utf-8") as notes:
        child = os.fork()
        if child == 0:
            if limit_s:
                resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s))
            if mutant is not None:
                sys.meta_path.insert(0, Installed(mutant))
            status = 1
            try:
                status = run_tests(plugin)
                Path(notes.name).write_text(
                    "\n".join(f"{took} {test}" for test, took in plugin.seconds.items()),
                    encoding="utf-8",
                )
            finally:
                os._exit(status)
        _, waited = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(waited), notes.read()


def durations(notes: str) -> dict[str, float]:
    pairs = (line.split(" ", 1) for line in notes.splitlines())
    return {test: float(took) for took, test in pairs}


def score(some: Sequence[Mutant], slowest: float) -> tuple[Counter[str], list[Mutant]]:
    """How many were noticed and missed in each module; those that were missed."""
    status, notes = in_a_child(None, QuickFirst({}, float("inf")), 0)
    if status:
        sys.exit("the tests fail without any fault; mend that first")
    seconds = durations(notes)
    used = [took for took in seconds.values() if took <= slowest]
    limit_s = int(PATIENCE * sum(used)) + 10
    print(f"{len(used)} of {len(seconds)} tests, {sum(used):.0f} s without a fault", flush=True)
    counts: Counter[str] = Counter()
    missed = []
    for number, mutant in enumerate(some, 1):
        status, _ = in_a_child(mutant, QuickFirst(seconds, slowest), limit_s)
        counts[f"{mutant.path} {'missed' if status == 0 else 'noticed'}"] += 1
        if status == 0:
            missed.append(mutant)
            print(f"missed: {mutant}", flush=True)
        if number % 25 == 0:
            print(f"{number} of {len(some)}, {len(missed)} missed", file=sys.stderr, flush=True)
    return counts, missed


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[Path("sheetkit/rules")])
    parser.add_argument("--sample", type=int, default=0, help="so many of them; 0 is all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slowest", type=float, default=2.0, help="seconds of the slowest test")
    told = parser.parse_args(given)
    files = [f for path in told.paths for f in (sorted(path.rglob("*.py")) or [path])]
    every = [mutant for file in files for mutant in mutants_of(file)]
    some = every
    if told.sample and told.sample < len(every):
        chosen = random.Random(told.seed).sample(range(len(every)), told.sample)
        some = [every[number] for number in sorted(chosen)]
    print(f"{len(some)} of {len(every)} mutants, seed {told.seed}", flush=True)
    counts, missed = score(some, told.slowest)
    for file in files:
        noticed, not_noticed = counts[f"{file} noticed"], counts[f"{file} missed"]
        if noticed + not_noticed:
            print(f"{file!s:36} {noticed:4} of {noticed + not_noticed:4} noticed")
    print(f"{100 * (1 - len(missed) / len(some)):.1f} % of {len(some)} mutants noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
