"""How many small faults in the rules the tests of the rules notice: ``make mutants``.

``python -m tools.mutate --sample 300 --seed 1`` puts that many of all possible faults into
the functions of ``sheetkit/rules`` one at a time, in memory, and runs the tests of the rules
against each until the first fails. A fault that no test notices is printed. The tests are
collected once, and which statements each of them runs is kept in ``build/reached.json``; a
child process for each fault runs those tests that run its statement, from quick to slow. A
test that takes far longer than without the fault has noticed it. With ``--longest SECONDS``
the tests that take longer are left out, which is a lower bound and much sooner there.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import gc
import hashlib
import importlib
import json
import math
import os
import random
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple, NoReturn, TypeAlias

import hypothesis
import pytest

from tools.mutants import Mutant, marked, mutants_of, statement_name

RULES = Path("sheetkit/rules")
TESTS = Path("tests/rules")
REACHED = Path("build/reached.json")
NO_RULES = {"players.py"}
"""Left out where whole folders are named: how simulated players choose is no rule."""
PATIENCE, PATIENCE_S = 5, 2
"""So many times its own processor time a test may take, and so many seconds, with a fault."""
MEMORY = 4 << 30
"""Bytes that a process with a fault may have."""
TOO_SLOW = "too slow: "
HIT = "a_statement_is_reached"
"""The builtin that marked modules call."""


def put_in(path: Path, tree: ast.Module) -> None:
    """Give the loaded module's functions the code of that tree's."""
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    module = importlib.import_module(name)
    code = compile(tree, str(module.__file__), "exec")
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


Note: TypeAlias = Callable[[str], object]
"""Writes down a line for the parent process."""


class Known(NamedTuple):
    """What a test did without a fault, when the files of that digest were in place."""

    digest: str
    seconds: float
    reached: list[str]


class Children:
    """In place of pytest's own loop: what is to be done with the tests that were collected."""

    def __init__(self, work: Callable[[Children], None]) -> None:
        self.work = work
        self.items: list[pytest.Item] = []
        self.known: dict[str, Known] = {}
        self.noticed: Counter[tuple[Path, str]] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        self.work(self)
        return True

    def learn(self, longest_s: float) -> bool:
        """Run the tests without a fault, unless it is known what they do; whether all pass.

        What took far longer than that, when it last ran, is not run: it would be left out.
        """
        if REACHED.exists():
            kept = json.loads(REACHED.read_text())
            self.known = {name: Known(*each) for name, each in kept.items()}
        digests = {item: digest_for(item.path) for item in self.items}
        new = [
            item
            for item in self.items
            if not (known := self.known.get(item.nodeid))
            or (known.digest != digests[item] and known.seconds <= 2 * longest_s)
        ]
        status, notes = in_a_child(lambda note: _all_pass(new, note))
        for item, (seconds, reached) in zip(new, map(json.loads, notes), strict=False):
            self.known[item.nodeid] = Known(digests[item], seconds, reached)
        REACHED.parent.mkdir(exist_ok=True)
        REACHED.write_text(json.dumps(self.known))
        return status == 0

    def notices(self, mutant: Mutant, longest_s: float) -> str:
        """Which test notices the fault, after TOO_SLOW if by its time alone; "" if none does."""
        statement = statement_name(mutant.path, mutant.statement)
        items = [i for i in self.items if statement in self.known[i.nodeid].reached]
        items = [i for i in items if self.known[i.nodeid].seconds <= longest_s]
        items.sort(key=lambda item: self._rank(mutant.path, item.nodeid))
        status, notes = in_a_child(lambda note: self._none_fails(mutant, items, note))
        if status and not notes:
            sys.exit(f"this fault can't be put in: {mutant}")
        if not status:
            return ""
        self.noticed[mutant.path, notes[-1]] += 1
        return f"{TOO_SLOW if os.WIFSIGNALED(status) else ''}{notes[-1]}"

    def _rank(self, path: Path, test: str) -> float:
        """Quick tests first, and those that have noticed faults of that file."""
        return self.known[test].seconds / (1 + self.noticed[path, test])

    def _none_fails(self, mutant: Mutant, items: Sequence[pytest.Item], note: Note) -> bool:
        put_in(mutant.path, mutant.tree())
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
        for item in items:
            note(item.nodeid)
            limit = time.process_time() + PATIENCE * self.known[item.nodeid].seconds + PATIENCE_S
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), resource.RLIM_INFINITY))
            if _fails(item):
                return False
        return True


def in_a_child(work: Callable[[Note], bool]) -> tuple[int, list[str]]:
    """Do that in a process of its own: its status, 0 if it was true, and the lines it noted."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as notes:
        child = os.fork()
        if child == 0:
            _end_with(work, lambda line: print(line, file=notes, flush=True))
        _, status = os.waitpid(child, 0)
        notes.seek(0)
        return status, notes.read().splitlines()


def _end_with(work: Callable[[Note], bool], note: Note) -> NoReturn:
    status = 1
    try:
        status = 0 if work(note) else 1
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(status)


def _all_pass(items: Sequence[pytest.Item], note: Note) -> bool:
    """Whether the tests pass; of each are noted its seconds and the statements that it reaches.

    Each has a process of its own: what one has made and kept, others would not come to make.
    """
    for path in sorted(RULES.rglob("*.py")):
        put_in(path, marked(path, HIT))
    for item in items:
        status, notes = in_a_child(partial(_passes, item))
        if status:
            return False
        note(*notes)
    return True


def _passes(item: pytest.Item, note: Note) -> bool:
    reached: set[str] = set()
    setattr(builtins, HIT, reached.add)
    start = time.process_time()
    if _fails(item):
        return False
    note(json.dumps([time.process_time() - start, sorted(reached)]))
    return True


def _fails(item: pytest.Item) -> bool:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return item.session.testsfailed > 0


def digest_for(test: Path) -> str:
    """A digest of what decides which rules that file's tests run."""
    files = (*TESTS.rglob("*.py"), *TESTS.rglob("*.txt"))
    helpers = (path for path in files if not path.match("test_*.py"))
    both = hashlib.sha256()
    for path in (*sorted(RULES.rglob("*.py")), *sorted(helpers), test):
        both.update(path.read_bytes())
    return both.hexdigest()


def collect(tests: Sequence[Path], work: Callable[[Children], None]) -> None:
    """Collect the tests once, and hand them over; pytest itself prints nothing."""
    hypothesis.settings.register_profile("mutants", database=None, deadline=None, derandomize=True)
    hypothesis.settings.load_profile("mutants")
    told = ["-x", "-s", "-p", "no:cacheprovider", "--assert=plain", *map(str, tests)]
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        pytest.main(told, plugins=[Children(work)])


def say(text: str) -> None:
    """Print past pytest, at once."""
    print(text, file=sys.__stdout__, flush=True)


def measure(children: Children, some: Sequence[Mutant], longest_s: float) -> dict[Mutant, str]:
    """Which test noticed each of the faults; an empty name where none did."""
    if not children.learn(longest_s):
        say("a test fails without any fault; mend that first")
        return {}
    seconds = [children.known[item.nodeid].seconds for item in children.items]
    run = [each for each in seconds if each <= longest_s]
    say(f"{len(run)} of {len(seconds)} tests, {sum(run):.0f} s of {sum(seconds):.0f} s")
    noticed = {}
    for number, mutant in enumerate(some, 1):
        noticed[mutant] = children.notices(mutant, longest_s)
        if not noticed[mutant]:
            say(f"missed: {mutant}")
        if number % 25 == 0:
            missed = sum(not test for test in noticed.values())
            print(f"{number} of {len(some)}, {missed} missed", file=sys.stderr, flush=True)
    return noticed


def drawn(paths: Sequence[Path], sample: int, seed: int, only: Sequence[Path]) -> list[Mutant]:
    """So many of the faults of all those paths, those in the files of ``only`` if there are any."""
    inside = [sorted(path.rglob("*.py")) or [path] for path in paths]
    files = [file for some in inside for file in some if file.name not in NO_RULES]
    some = every = [mutant for file in files for mutant in mutants_of(file)]
    if 0 < sample < len(every):
        chosen = random.Random(seed).sample(range(len(every)), sample)
        some = [every[number] for number in sorted(chosen)]
    print(f"{len(some)} of {len(every)} mutants, seed {seed}", flush=True)
    return [mutant for mutant in some if not only or mutant.path in only]


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=[RULES])
    parser.add_argument("--sample", type=int, default=0, help="so many of them; 0 is all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", type=Path, default=[], help="of these, in these files")
    parser.add_argument("--tests", nargs="+", type=Path, default=[TESTS], help="run these alone")
    parser.add_argument("--longest", type=float, default=math.inf, help="seconds of a test")
    told = parser.parse_args(given)
    some = drawn(told.paths, told.sample, told.seed, told.only)
    noticed: dict[Mutant, str] = {}
    collect(told.tests, lambda those: noticed.update(measure(those, some, told.longest)))
    if len(noticed) < len(some) or not some:
        return 1
    tried = Counter(mutant.path for mutant in noticed)
    found = Counter(mutant.path for mutant, test in noticed.items() if test)
    for path in tried:
        print(f"{path!s:36} {found[path]:4} of {tried[path]:4} noticed")
    late = sum(test.startswith(TOO_SLOW) for test in noticed.values())
    share = 100 * found.total() / len(some)
    print(f"{share:.1f} % of {len(some)} mutants noticed, {late} of them by their time alone")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
