"""How many small faults in the rules the tests of the rules notice: ``make mutants``.

``python -m tools.mutate --sample 300 --seed 1`` puts that many of all possible faults into
the functions of ``sheetkit/rules`` one at a time, in memory, and runs the tests of the rules
against each until the first fails. A fault that no test notices is printed. The tests are
collected once; a child process for each fault runs them from quick to slow. With ``--quick``,
those that take longer than a second are not run, which is a lower bound and much sooner there.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import math
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType

import hypothesis
import pytest

from tools.mutants import Mutant, mutants_of

TESTS = "tests/rules"
QUICK_S = 1.0
"""What a test takes at most that ``--quick`` runs."""
NO_RULES = {"players.py"}
"""Left out where whole folders are named: how simulated players choose is no rule."""
PATIENCE = 4
"""How many times the processor time of all tests a mutant may take before it counts as found."""


def put_in(mutant: Mutant) -> None:
    """Give the loaded module's functions the code of the mutant's."""
    name = ".".join(mutant.path.with_suffix("").parts).removesuffix(".__init__")
    module = importlib.import_module(name)
    code = compile(mutant.tree(), str(module.__file__), "exec")
    codes = {(one.co_qualname, one.co_firstlineno): one for one in _codes(code)}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__module__ == name:
            old = function.__code__
            function.__code__ = codes.get((old.co_qualname, old.co_firstlineno), old)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


class Children:
    """In place of pytest's own loop: what is to be done with the tests that were collected."""

    def __init__(self, work: Callable[[Children], None]) -> None:
        self.work = work
        self.items: list[pytest.Item] = []
        self.seconds: dict[str, float] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        self.work(self)
        return True

    def notices(self, mutant: Mutant | None, limit_s: int = 0) -> bool:
        """Whether a test fails, in a process of its own, with that fault or with none."""
        with tempfile.NamedTemporaryFile("r", encoding="utf-8") as notes:
            child = os.fork()
            if child == 0:
                self._run(mutant, limit_s, Path(notes.name))
            _, status = os.waitpid(child, 0)
            if mutant is None:
                pairs = (line.split(" ", 1) for line in notes)
                self.seconds = {test.strip(): float(took) for took, test in pairs}
        return status != 0

    def _run(self, mutant: Mutant | None, limit_s: int, notes: Path) -> None:
        status = 1
        try:
            if mutant is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s))
                put_in(mutant)
            with notes.open("a", encoding="utf-8") as file:
                status = int(any(self._fails(item, file.write) for item in self.items))
        finally:
            os._exit(status)

    def _fails(self, item: pytest.Item, note: Callable[[str], object]) -> bool:
        start = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        note(f"{time.process_time() - start} {item.nodeid}\n")
        return item.session.testsfailed > 0

    def from_quick_to_slow(self, slowest: float) -> float:
        """Leave out the slowest tests, and order the others; the seconds that they take."""
        kept = [item for item in self.items if self.seconds[item.nodeid] <= slowest]
        self.items = sorted(kept, key=lambda item: self.seconds[item.nodeid])
        return sum(self.seconds[item.nodeid] for item in self.items)


def collect(work: Callable[[Children], None]) -> None:
    """Collect the tests once, and hand them over; pytest itself prints nothing."""
    hypothesis.settings.register_profile("mutants", database=None, deadline=None, derandomize=True)
    hypothesis.settings.load_profile("mutants")
    children = Children(work)
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        pytest.main(
            ["-x", "-s", "-p", "no:cacheprovider", "--assert=plain", TESTS], plugins=[children]
        )
    if not children.seconds:
        sys.exit("the tests can't be collected, or they fail without any fault; mend that first")


def say(text: str) -> None:
    """Print past pytest, at once."""
    print(text, file=sys.__stdout__, flush=True)


def measure(children: Children, some: Sequence[Mutant], slowest: float) -> list[Mutant]:
    """Those of the faults that no test noticed."""
    if children.notices(None):
        children.seconds = {}
        return []
    took, every = children.from_quick_to_slow(slowest), len(children.seconds)
    say(f"{len(children.items)} of {every} tests, {took:.0f} s without a fault")
    missed = []
    for number, mutant in enumerate(some, 1):
        if not children.notices(mutant, int(PATIENCE * took) + 5):
            missed.append(mutant)
            say(f"missed: {mutant}")
        if number % 25 == 0:
            print(f"{number} of {len(some)}, {len(missed)} missed", file=sys.stderr, flush=True)
    return missed


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[Path("sheetkit/rules")])
    parser.add_argument("--sample", type=int, default=0, help="so many of them; 0 is all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="without the slow tests")
    told = parser.parse_args(given)
    inside = [sorted(path.rglob("*.py")) or [path] for path in told.paths]
    files = [file for some in inside for file in some if file.name not in NO_RULES]
    every = [mutant for file in files for mutant in mutants_of(file)]
    some = every
    if told.sample and told.sample < len(every):
        chosen = random.Random(told.seed).sample(range(len(every)), told.sample)
        some = [every[number] for number in sorted(chosen)]
    print(f"{len(some)} of {len(every)} mutants, seed {told.seed}", flush=True)
    missed: list[Mutant] = []
    slowest = QUICK_S if told.quick else math.inf
    collect(lambda children: missed.extend(measure(children, some, slowest)))
    tried, unnoticed = (Counter(one.path for one in those) for those in (some, missed))
    for path in tried:
        print(f"{path!s:36} {tried[path] - unnoticed[path]:4} of {tried[path]:4} noticed")
    print(f"{100 * (1 - len(missed) / len(some)):.1f} % of {len(some)} mutants noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
