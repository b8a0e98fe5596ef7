"""The judge's network in PyTorch, which is needed for training only; reading has its own."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from sheetkit.reading.judge import CLASSES
from sheetkit.reading.patches import SIDE

CHANNELS = (12, 24, 32)
HIDDEN = 64
ROUNDS = 10
BATCH = 128
RATE = 3e-3
SOFT = 0.01
"""How much of each label is spread over the others, so that no answer is ever quite certain."""


class Network(nn.Module):
    """Three convolutions over a patch, then two dense layers that also see the cell's size."""

    def __init__(self) -> None:
        super().__init__()
        first, second, third = CHANNELS
        self.conv0 = nn.Conv2d(1, first, 5, stride=2, padding=2)
        self.conv1 = nn.Conv2d(first, second, 3, padding=1)
        self.conv2 = nn.Conv2d(second, third, 3, padding=1)
        self.dense0 = nn.Linear(third * (SIDE // 8) ** 2 + 2, HIDDEN)
        self.dense1 = nn.Linear(HIDDEN, len(CLASSES))
        self.drop = nn.Dropout(0.15)

    def forward(self, patches: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
        value = torch.relu(self.conv0(patches))
        value = torch.max_pool2d(torch.relu(self.conv1(value)), 2)
        value = torch.max_pool2d(torch.relu(self.conv2(value)), 2)
        # positions outermost and channels last, as reading lays them out
        value = value.permute(0, 2, 3, 1).flatten(1)
        value = torch.cat([value, sizes / 10], dim=1)
        return self.dense1(self.drop(torch.relu(self.dense0(value))))


def trained(
    patches: NDArray[np.float32],
    levels: NDArray[np.float32],
    sizes: NDArray[np.float32],
    kinds: NDArray[np.int_],
    seed: int,
) -> Network:
    """A network that has seen all patches ``ROUNDS`` times, each time varied a little."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    network = Network()
    count = len(patches)
    steps = ROUNDS * (count // BATCH + 1)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    loss = nn.CrossEntropyLoss(label_smoothing=SOFT)
    for round_ in range(ROUNDS):
        order = torch.randperm(count)
        total = 0.0
        for some in order.split(BATCH):
            seen = varied(patches[some.numpy()], levels[some.numpy()])
            error = loss(
                network(seen, torch.from_numpy(sizes[some.numpy()])),
                torch.from_numpy(kinds[some.numpy()]),
            )
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
            schedule.step()
            total += float(error.detach()) * len(some)
        print(f"network {seed}, round {round_}: {total / count:.4f}", flush=True)
    return network.eval()


def varied(patches: NDArray[np.float32], levels: NDArray[np.float32]) -> torch.Tensor:
    """Levelled patches, mirrored at random, moved by a pixel, a little darker or paler."""
    level = torch.from_numpy(levels)[:, None, None] * (0.8 + 0.4 * torch.rand(len(levels), 1, 1))
    seen = torch.clamp(torch.from_numpy(patches) / level, 0, 1)
    for axis in (1, 2):
        some = torch.rand(len(seen)) < 0.5
        seen[some] = seen[some].flip(axis)
    move = torch.randint(-1, 2, (2,)).tolist()
    return torch.roll(seen, move, (1, 2))[:, None]


def votes(
    network: Network, levelled: NDArray[np.float32], sizes: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Probabilities: cells × classes."""
    with torch.no_grad():
        scores = network(torch.from_numpy(levelled)[:, None], torch.from_numpy(sizes))
    return np.asarray(torch.softmax(scores, dim=1).numpy(), np.float32)
