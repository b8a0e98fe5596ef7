"""Writes docs/scale.md from the costs in scale.json and simulated queues: ``make scale``."""

from __future__ import annotations

import json
import math
import statistics
from pathlib import Path
from typing import Any

from tools.queueing import HOURLY, busiest_hour, poisson, serve, workers_needed

FOLDER = Path(__file__).parent
SEED = 2026
PHOTOS = 1_000_000
SHARE, LIMIT_S = 0.99, 2.0
TABLES, SHEETS, MINUTES = 200, 1000, 10
CORE_HOUR = 0.05
"""What a core costs for an hour where computers are rented, in euros: an assumption."""

PAGE = """# Scale, on paper

What sheetkit would need for a publisher's tournament, or for an app with a million photos a day.
The costs are measured, the queues are simulated from them, and `make scale` writes this page
anew.

## What a photo costs

| what | measured |
|---|---|
| time of one core: read, judged, as JSON | {mean:.2f} s on average, {median:.2f} s in the middle |
| the same, for the slowest of them | {worst:.2f} s |
| memory of a worker, all libraries loaded | {memory_mb} MB |
| photo | {photo_kb} kB on average |
| result | {result_kb:.1f} kB of JSON |

Over the {photos} photos in `samples/`, from easy to hard. Measured on: {machine}.
These are of one pad; a worker that has read 70 sheets of all pads in many languages takes 460 MB.
It is the processor's time, so other programs don't count. [The benchmarks](benchmarks.md) have
the time as a ratio to decoding the same photo, which carries over to other machines better.

## A tournament on one laptop

{tables} tables finish a round, and {sheets} photos come in within {minutes} minutes.

| cores | busy | half of the answers within | 99 % within |
|---|---|---|---|
{tournament}

`sheetkit scan photos/ --jobs N --json` is all that it takes.

## A million photos a day

People play in the evening: the busiest hour has {peak:.1f} % of the day's photos, {rate:.0f} a
second. {needed} cores answer 99 % within {limit:.0f} s there. With fewer, the queue grows for
the whole hour:

| cores | busy in that hour | half within | 99 % within |
|---|---|---|---|
{million}

A tenth of them may fail in that hour: {robust} cores are {needed} with every tenth gone. Over the
whole day the work is {core_hours:.0f} core-hours, {euros:.0f} € at {price:.2f} € a core-hour (an
assumption), {per_thousand:.3f} € a thousand photos. Memory: {memory_gb:.0f} GB for {needed}
workers.

## How it gets there

A photo is read by a function from bytes to plain values, without state between calls, so workers
need not know of each other. Files are shared among any `concurrent.futures.Executor`:

| where | how |
|---|---|
| one process | `sheetkit scan FILE…` |
| the cores of a machine | `--jobs N` |
| a cluster | `--cluster tcp://HOST:8786` (Dask), or [your own executor from Python](library.md) |

Results come in the order asked. A worker that dies takes one photo with it, which is then
reported like any other that can't be read; the rest goes on. On a cluster, the workers open the
files by name, so they need the same disk.

What would have to be built around it: whatever takes photos in (HTTP, a queue), limits for each
sender, and a place for people to answer for doubtful cells. None of that is in sheetkit.

## What is stored

Nothing, by itself. A scan writes what it is asked to write. An app that keeps the results of a
million photos a day stores {results_gb:.1f} GB a day; if it keeps the photos too,
{photos_gb:.0f} GB. A sheet's code says which pad it is of and nothing about who played.

## What is private

Photos show tables, hands, and sometimes faces. They never leave the machine on which the command
runs (on a cluster: the machines of whoever runs it): nothing is sent anywhere, there is no
telemetry, and no service is asked. Answers that people give are kept beside the photo. To keep a
ruling without the photo, keep the JSON: it holds marks, not pixels.

## What this does not say

The photos of `samples/` are simulated and {photos} are few. Photos of other sizes cost
otherwise. Arrivals are independent in the simulation; real ones come in bursts, when a show ends.
"""


def rows(arrivals: list[float], costs: list[float], cores: list[int]) -> str:
    served = [(count, serve(arrivals, costs, count, SEED)) for count in cores]
    return "\n".join(
        f"| {count} | {100 * one.busy:.0f} % | {one.within(0.5):.1f} s | {one.within(0.99):.1f} s |"
        for count, one in served
    )


def page(figures: dict[str, Any], photos: int = PHOTOS) -> str:
    """The whole page, for so many photos a day."""
    costs = figures["seconds"]
    limit = max(LIMIT_S, math.ceil(2 * max(costs)))
    needed = workers_needed(photos, costs, SHARE, limit, SEED)
    mean, day_s = statistics.mean(costs), photos * statistics.mean(costs)
    euros = day_s / 3600 * CORE_HOUR
    rush = list(poisson(SHEETS / (60 * MINUTES), 60 * MINUTES, SEED))
    around = [max(1, round(needed * part)) for part in (0.8, 0.9, 0.95)]
    return PAGE.format(
        mean=mean,
        median=statistics.median(costs),
        worst=max(costs),
        photo_kb=figures["photo_bytes"] // 1000,
        result_kb=figures["result_bytes"] / 1000,
        tables=TABLES,
        sheets=SHEETS,
        minutes=MINUTES,
        tournament=rows(rush, costs, [1, 2, 4]),
        peak=100 * max(HOURLY) / sum(HOURLY),
        rate=photos * max(HOURLY) / sum(HOURLY) / 3600,
        limit=limit,
        needed=needed,
        robust=-(-needed * 10 // 9),
        million=rows(
            list(busiest_hour(photos, SEED)), costs, sorted({*around, needed, 2 * needed})
        ),
        core_hours=day_s / 3600,
        euros=euros,
        price=CORE_HOUR,
        per_thousand=1000 * euros / photos,
        memory_gb=needed * figures["memory_mb"] / 1000,
        results_gb=photos * figures["result_bytes"] / 1e9,
        photos_gb=photos * figures["photo_bytes"] / 1e9,
        **{key: figures[key] for key in ("memory_mb", "photos", "machine")},
    )


def main() -> None:
    figures = json.loads((FOLDER / "scale.json").read_text(encoding="utf-8"))
    (FOLDER / "scale.md").write_text(page(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
