"""The judge of marks: small convolutional networks, trained on simulated photos, vote on cells."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.patches import Patches

Floats32: TypeAlias = NDArray[np.float32]

CLASSES = ("empty", "cross", "skip", "void", "both", "hidden")
"""What a cell can be, in the order of the judge's probabilities; hidden by something over it."""

_NETWORKS = Path(__file__).with_name("judge.onnx")


def votes_on(patches: Patches) -> Floats32:
    """Each member's probabilities: members × cells × classes.

    The cells are those of one sheet that bear ink: the judge sees each one
    beside the others, since a writer's marks are alike.
    """
    network = _trained()
    network.setInput(patches.levelled(), "layers")
    network.setInput(patches.facts, "facts")
    return np.asarray(network.forward(), np.float32)


@cache
def _trained() -> Any:
    return cv2.dnn.readNetFromONNX(str(_NETWORKS))
