"""``python -m benchmarks [PART…]``: measure all promised figures, or those of some parts."""

from __future__ import annotations

import importlib
import pkgutil
import platform
import sys

import benchmarks

NOT_PARTS = {"figure", "__main__"}


def parts() -> list[str]:
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    return [name for name in names if name not in NOT_PARTS]


def main(wanted: list[str]) -> int:
    unknown = set(wanted) - set(parts())
    if unknown:
        print(f"no part {', '.join(sorted(unknown))}; the parts are {', '.join(parts())}")
        return 2
    print(f"{platform.machine()}, Python {platform.python_version()}")
    failed = 0
    for name in wanted or parts():
        for figure in importlib.import_module(f"benchmarks.{name}").figures():
            print(figure, flush=True)
            failed += not figure.holds
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
