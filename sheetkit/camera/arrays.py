"""The arrays that every part of the camera works on: pictures and points."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
"""Height × width × 3, sRGB as OpenCV orders it: blue, green, red."""

Cutout: TypeAlias = NDArray[np.uint8]
"""Height × width × 4: a picture with its opacity."""

Floats: TypeAlias = NDArray[np.float32]

Points: TypeAlias = NDArray[np.float64]
"""n × 2: x and y."""
