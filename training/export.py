"""Makes trained members the classifier of marks: python -m training.export MEMBER.pt ….

They are asked in that order: the first one looks at every cell, the others only where it is
in doubt. Needs PyTorch and onnx, which reading doesn't.
"""

from __future__ import annotations

import sys

import torch

from sheetkit.reading.classifier import FOLDER
from training.network import Network, save


def main() -> None:
    save([saved(path) for path in sys.argv[1:]], FOLDER)


def saved(path: str) -> Network:
    """The member whose parameters are in that file."""
    parameters = torch.load(path)
    member = Network(sum(name.startswith("more1") for name in parameters) // 2)
    member.load_state_dict(parameters)
    return member


if __name__ == "__main__":
    main()
