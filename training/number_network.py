"""The network that reads written numbers, in PyTorch, which is needed for training only."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from sheetkit.reading.patches import FIELD_SHAPE

CHANNELS = (12, 24, 40, 48)
CONTEXT = 40
PLACES = 3
LENGTHS = PLACES + 1
POOLS = {1: (2, 2), 2: (2, 1)}
"""After which layers, and by how much down and across, the picture is reduced."""
COLUMNS = FIELD_SHAPE[1] // 4


class NumberNetwork(nn.Module):
    """Columns of features over a field; for each digit's place, where to look and what is there.

    All places share what tells digits apart; which columns a place looks at
    follows from what stands around them.
    """

    def __init__(self) -> None:
        super().__init__()
        first, second, third, last = CHANNELS
        self.layers = nn.ModuleList(
            [
                nn.Conv2d(2, first, 5, stride=2, padding=2),
                nn.Conv2d(first, second, 3, padding=1),
                nn.Conv2d(second, third, 3, padding=1),
                nn.Conv2d(third, last, 3, padding=1),
                nn.Conv2d(last, last, (FIELD_SHAPE[0] // 8, 1)),
            ]
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(count) for count in (*CHANNELS, last))
        self.context = nn.Conv2d(last, CONTEXT, (1, 7), padding=(0, 3))
        self.look = nn.Conv2d(CONTEXT, PLACES, (1, 7), padding=(0, 3))
        self.hidden = nn.Linear(last, last)
        self.digit = nn.Linear(last, 10)
        self.shape = nn.Linear(2 * CONTEXT, 32)
        self.length = nn.Linear(32, LENGTHS)
        self.sign = nn.Linear(32, 2)
        self.drop = nn.Dropout(0.1)

    def columns(self, layers: torch.Tensor) -> torch.Tensor:
        """What is seen in each of a field's columns: n × features × 1 × COLUMNS."""
        value = layers
        for place, (layer, norm) in enumerate(zip(self.layers, self.norms, strict=True)):
            value = torch.relu(norm(layer(value)))
            if place in POOLS:
                value = torch.max_pool2d(value, POOLS[place])
        return value

    def scores(self, layers: torch.Tensor) -> tuple[list[torch.Tensor], torch.Tensor]:
        """Scores for the length, the sign and each digit, and for where each digit stands.

        These are n × 4, n × 2, three times n × 10, and n × 3 × COLUMNS.
        """
        value = self.columns(layers)
        around = torch.relu(self.context(value))
        shape = torch.cat([around.mean((2, 3)), around.amax((2, 3))], dim=1)
        shape = torch.relu(self.shape(self.drop(shape)))
        where = self.look(around)
        looks = torch.softmax(where, dim=3)
        found = [self.length(shape), self.sign(shape)]
        for place in range(PLACES):
            seen = (value * looks[:, place : place + 1]).sum((2, 3))
            found.append(self.digit(self.drop(torch.relu(self.hidden(seen)))))
        return found, where.squeeze(2)

    def forward(self, layers: torch.Tensor) -> torch.Tensor:
        """Odds, n × 36, in the order in which reading takes them."""
        return torch.cat([torch.softmax(part, dim=1) for part in self.scores(layers)[0]], dim=1)


class Together(nn.Module):
    """All members, as reading runs them: members × n × 36."""

    def __init__(self, members: list[NumberNetwork]) -> None:
        super().__init__()
        self.members = nn.ModuleList(members)

    def forward(self, layers: torch.Tensor) -> torch.Tensor:
        return torch.stack([member(layers) for member in self.members])


def save(members: list[NumberNetwork], path: Path) -> None:
    """Write the members as one ONNX file for any number of fields."""
    torch.onnx.export(
        Together(members).eval(),
        (torch.zeros(5, 2, *FIELD_SHAPE),),
        str(path),
        input_names=["layers"],
        output_names=["odds"],
        dynamic_axes={"layers": {0: "fields"}, "odds": {1: "fields"}},
        opset_version=13,
        dynamo=False,
    )
