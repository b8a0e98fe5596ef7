"""``scan --cluster`` where the cluster has no workers, or goes away."""

import os
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path

from sheetkit.cli.scan import _all_scanned
from sheetkit.cli.scan_file import Settings
from sheetkit.cli.share import Share

ROOT = Path(__file__).parents[2]

GONE = """
from distributed import LocalCluster
from sheetkit.cli.share import shared_among

cluster = LocalCluster(n_workers=0, processes=False, protocol="tcp", dashboard_address=None)
with shared_among(1, cluster.scheduler_address) as share:
    future = share.executor.submit(int)
    cluster.close()
    try:
        future.result()
    except BaseException as error:
        print(error.__class__.__name__)
"""


def test_a_cluster_without_workers_is_told_and_one_that_goes_away_is_quiet(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", GONE],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=100,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    (line,) = done.stderr.splitlines()
    assert line.startswith("sheetkit: no worker has joined tcp://")
    assert "; waiting for one (dask worker tcp://" in line
    assert done.stdout == "CancelledError\n"


def test_what_a_cluster_has_lost_is_to_be_scanned_again():
    class Lost:
        def submit(self, *_):
            future = Future()
            future.cancel()
            return future

    (scanned,) = _all_scanned(["table.jpg"], Settings(), Share(Lost()))
    assert scanned.warnings == ("sheetkit: table.jpg: the cluster went away; scan it again",)
    assert scanned.status == 3
