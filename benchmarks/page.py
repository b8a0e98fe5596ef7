"""The page docs/benchmarks.md with its plots: ``python -m benchmarks.page``.

``--photos`` and ``--qr`` say how many photos a level; the parts named are measured as
``python -m benchmarks`` does. Where any of these is given, nothing else is measured again;
else all is. Measured figures go to docs/benchmarks.json, from which ``--render`` writes the
page again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import accuracy, readers, reliability
from benchmarks.__main__ import measured, parts
from benchmarks.accuracy import Outcome
from benchmarks.figure import Figure
from benchmarks.plot import COLOURS, Bar, Counts, svg
from sheetkit.camera import Level
from sheetkit.pad import pad_names
from tools.cost import machine

DOCS = Path(__file__).resolve().parent.parent / "docs"
FILE = DOCS / "benchmarks.json"
PLOTS = DOCS / "images" / "benchmarks"
SEED = 2026
PHOTOS, CODES_SEEN = 300, 50
"""A level, where all is measured."""
BY = ("pad", "pen", "pixels across the sheet")
"""What accuracy is shown by, besides the level."""

HEAD = """# Benchmarks

Made by `make bench-page` on: {machine}.
Times are ratios within one run, because seconds depend on the machine. All photos are
[simulated](camera.md), with seeds that training never saw;
what that is worth is said in [limits](limits.md#what-was-measured-in-simulation-only).
"""

READING = """## Reading photos

*Exact*: every cell as it is. *Review*: put to a person. *Lost*: the sheet was not found. *Wrong*:
something false was stated for certain on a sheet that is put to nobody, the one thing that must not
happen. {photos} photos a
level (seed {seed}); pads take turns; languages, palettes, layouts, pens, papers and lights are
drawn.{few}

| level | sheets | exact | review | lost | wrong |
|---|---|---|---|---|---|
{levels}
"""

CONFIDENCE = """## Does confidence mean what it says

Every cell that was looked at closely on the photos above, by what the scanner gave its reading:
where *right* is no less than *stated*, its doubts are honest.

![Stated against right](images/benchmarks/confidence.svg)

| cells | stated | right | wrong |
|---|---|---|---|
{bins}
"""

ENOUGH = 100
FEW = " **So few photos say next to nothing about accuracy; measure more before you believe it.**"

CODES = """## Finding the code

On the same photos: general QR readers look through the whole picture; sheetkit finds the sheet by
its markers, reads the code where it must be, and then reads the marks too, which is in its time.

| reader | level | photos | code found | other codes reported | ms of processor, in the middle |
|---|---|---|---|---|---|
{readers}
"""

PROMISED = """## What is promised

`make bench` measures these and fails where one doesn't hold.

| part | what | measured | promised | |
|---|---|---|---|---|
{figures}
"""

OTHERS = """## What others report

Other readers of marks, with other sheets and other photos: no comparison in the strict sense, but
it tells what is usual.

| who | figure | source |
|---|---|---|
{published}

Where we lose: OMRChecker is quicker, for it shrinks each photo to half a megapixel and reads no
code; and who wants nothing but a code is better served by a general QR reader.
"""


def accuracy_of(photos: int, seed: int, jobs: int) -> dict[str, Any]:
    """What became of so many photos a level, all pads taking turns, as plain values."""
    template = accuracy.Order(Level.EASY, "classic", 0, seed=seed)
    outcomes = accuracy.measure(list(Level), photos, template, pad_names(), jobs)
    return {
        "photos": photos,
        "seed": seed,
        "sheets": {by: list(_counted(outcomes, by)) for by in ("level", *BY)},
        "confidence": accuracy.confidence_in(outcomes),
    }


def _counted(outcomes: Mapping[Level, Sequence[Outcome]], by: str) -> Iterator[tuple[str, Counts]]:
    """How the sheets fared for each of what they are shown by, level by level."""
    for level, some in outcomes.items():
        fared: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for one in some:
            label = f"{one.tags[by]}, {level}" if by in one.tags else str(level)
            fared[label][one.verdict] += 1
        yield from ((label, dict(counts)) for label, counts in sorted(fared.items()))


def figures_of(some_parts: Sequence[str], before: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The figures of these parts, and of the others those from before, in the parts' order."""
    new = [
        {"part": part, "holds": bool(figure.holds), **asdict(figure)}
        for part, figure in measured(some_parts)
    ]
    kept = [one for one in before if one["part"] not in some_parts]
    return sorted([*kept, *new], key=lambda one: parts().index(one["part"]))


def plots(values: Mapping[str, Any]) -> dict[str, str]:
    """The name and the text of each plot."""
    return {
        f"{by.replace(' ', '-')}.svg": svg(f"By {by}", [Bar(*one) for one in counted])
        for by, counted in values["sheets"].items()
    }


def page(values: Mapping[str, Any]) -> str:
    """The whole page."""
    texts = [HEAD.format(machine=values["machine"])]
    few = FEW if values["photos"] < ENOUGH else ""
    levels = "\n".join(_levels(values["sheets"]["level"]))
    texts.append(
        READING.format(levels=levels, photos=values["photos"], few=few, seed=values["seed"])
    )
    texts += [f"![Sheets by {name[:-4]}](images/benchmarks/{name})\n" for name in plots(values)]
    rows = [
        f"| {count} | {100 * mean:.2f} % | {100 * right:.2f} % | {round(count * (1 - right))} |"
        for count, mean, right in values["confidence"]
    ]
    texts.append(CONFIDENCE.format(bins="\n".join(rows)))
    texts.append(CODES.format(readers="\n".join(map(_reader, values["readers"]))))
    texts.append(PROMISED.format(figures="\n".join(map(_figure, values["figures"]))))
    told = tomllib.loads(Path(__file__).with_name("published.toml").read_text(encoding="utf-8"))
    rows = [f"| {one['name']} | {one['figure']} | {one['source']} |" for one in told["reader"]]
    texts.append(OTHERS.format(published="\n".join(rows)))
    return "\n".join(texts)


def _levels(levels: Sequence[tuple[str, Counts]]) -> Iterator[str]:
    for bar in (Bar(*one) for one in levels):
        shares = [f"{100 * bar.counts.get(v, 0) / bar.sheets:.1f} %" for v in COLOURS]
        shares[-1] = str(bar.counts.get("wrong", 0))
        yield f"| {bar.label} | {bar.sheets} | {' | '.join(shares)} |"


def _reader(one: Mapping[str, Any]) -> str:
    share = f"{one['found']} ({100 * one['found'] / one['photos']:.0f} %)"
    start = f"| {one['reader']} | {one['level']} | {one['photos']} | {share} "
    return f"{start}| {one['others']} | {one['milliseconds']:.0f} |"


def _figure(one: Mapping[str, Any]) -> str:
    named = {key: one[key] for key in ("what", "measured", "bound", "at_least", "unit")}
    figure = Figure(**named)
    sign, verdict = "≥" if figure.at_least else "≤", "holds" if figure.holds else "**fails**"
    unit = f" {figure.unit}".rstrip()
    said = f"{figure.measured:.3g}{unit} | {sign} {figure.bound:g}{unit}"
    return f"| {one['part']} | {figure.what} | {said} | {verdict} |"


def write(values: Mapping[str, Any]) -> None:
    """The page and its plots."""
    PLOTS.mkdir(parents=True, exist_ok=True)
    (DOCS / "benchmarks.md").write_text(page(values), encoding="utf-8")
    (PLOTS / "confidence.svg").write_text(
        reliability.diagram(values["confidence"]), encoding="utf-8"
    )
    for name, text in plots(values).items():
        (PLOTS / name).write_text(text, encoding="utf-8")


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(parts())}; all if none is named")
    parser.add_argument("--photos", type=int, default=0, help="a level, for accuracy")
    parser.add_argument("--qr", type=int, default=0, help="a level, for other readers")
    parser.add_argument("--seed", type=int, default=SEED, help="of the photos")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--render", action="store_true", help="from what was measured before")
    told = parser.parse_args(given)
    if not (told.parts or told.photos or told.qr or told.render):
        told.parts, told.photos, told.qr = parts(), PHOTOS, CODES_SEEN
    values = json.loads(FILE.read_text(encoding="utf-8"))
    if not told.render:
        values["machine"] = machine()
        values["figures"] = figures_of(told.parts, values["figures"])
    if told.photos:
        values |= accuracy_of(told.photos, told.seed, told.jobs)
    if told.qr:
        some = readers.compare(list(Level), told.qr, told.seed)
        values["readers"] = [asdict(one) for one in some]
    FILE.write_text(json.dumps(values, indent=0) + "\n", encoding="utf-8")
    write(values)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
