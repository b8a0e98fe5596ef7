"""A small trained network, run by OpenCV."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np

from sheetkit.reading.arrays import Floats32


class Network:
    """A network in an ONNX file with one output; one thread at a time is served."""

    def __init__(self, path: Path) -> None:
        self._network: Any = cv2.dnn.readNetFromONNX(str(path))
        self._free = Lock()

    def __call__(self, **inputs: Floats32) -> Floats32:
        """The output for inputs given by their names."""
        with self._free:
            for name, values in inputs.items():
                self._network.setInput(values, name)
            return np.asarray(self._network.forward(), np.float32)
