"""``python -m benchmarks [PART…]``: measure all promised figures, or those of some parts.

``--json FILE`` writes them to a file as well, with the machine.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

import benchmarks
from benchmarks.figure import Figure, of_part
from tools.cost import machine

NOT_PARTS = {"figure", "page", "plot", "readers", "reliability", "__main__"}


def parts() -> list[str]:
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    return [name for name in names if name not in NOT_PARTS]


def measured(wanted: Sequence[str]) -> Iterator[tuple[str, Figure]]:
    """Each figure of these parts with its part. Each part is measured in a process of its own, so
    that it is the part's memory that is told.
    """
    fresh = multiprocessing.get_context("spawn")
    for name in wanted:
        with ProcessPoolExecutor(1, mp_context=fresh) as executor:
            for figure in executor.submit(of_part, name).result():
                yield name, figure


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", help=", ".join(parts()))
    parser.add_argument("--json", type=Path, help="write them to this file as well")
    told = parser.parse_args(given)
    unknown = set(told.parts) - set(parts())
    if unknown:
        print(f"no part {', '.join(sorted(unknown))}; the parts are {', '.join(parts())}")
        return 2
    print(machine())
    figures = []
    for name, figure in measured(told.parts or parts()):
        print(figure, flush=True)
        figures.append({"part": name, "holds": bool(figure.holds), **asdict(figure)})
    if told.json:
        told.json.write_text(json.dumps({"machine": machine(), "figures": figures}, indent=1))
    return 0 if all(figure["holds"] for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
