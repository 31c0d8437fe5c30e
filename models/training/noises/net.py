"""The network: 16 kHz samples -> log-mel -> small convolutional net -> embedding and class logits, one ONNX graph."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from models.training.exporting import export
from models.training.layers import conv
from models.training.voices.log_mel import FrontEnd

WINDOW = 16000
LABELS = (
    "chicken", "pig", "lamb", "turkey", "cow", "seal", "monkey", "donkey", "panting",
    "wild", "speech", "laughter", "cough", "other",
)  # fmt: skip
EMBEDDING = 192
TEACHER = 384 + 2 * 45  # what `teacher.Teachers` gives


class Body(nn.Module):
    """Log-mel [batch, BANDS, frames] -> embedding [batch, EMBEDDING] and logits [batch, classes].

    The embedding is what enrolled takes are compared in; `teach`, which helps to shape it, is not exported.
    """

    def __init__(self, classes: int = len(LABELS)) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            conv(1, 24, (2, 2)), conv(24, 48, (2, 2)), conv(48, 96, (2, 1)), conv(96, 128, (2, 2)), conv(128, 160)
        )
        self.time = nn.Sequential(
            nn.Conv1d(160 * 4, 256, 3, padding=1, bias=False), nn.BatchNorm1d(256), nn.ReLU(inplace=True)
        )
        self.embed = nn.Linear(512, EMBEDDING)
        self.head = nn.Linear(EMBEDDING, classes)
        self.teach = nn.Linear(EMBEDDING, TEACHER)
        self.drop = nn.Dropout(0.2)

    def embedding(self, mel: torch.Tensor) -> torch.Tensor:
        x = mel.unsqueeze(1)
        if self.training:
            x = x.contiguous(memory_format=torch.channels_last)  # a sixth faster
        x = self.stem(x)
        x = self.time(x.flatten(1, 2))
        x = torch.cat([x.mean(dim=2), x.amax(dim=2)], dim=1)
        return self.embed(self.drop(x))

    def forward(self, mel: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        vector = self.embedding(mel)
        return vector, self.head(torch.relu(vector))


class Shipped(nn.Module):
    """What is exported: samples [batch, n >= 4000] -> embedding, logits (divided by a temperature), log-mel."""

    def __init__(self, body: Body, temperature: float) -> None:
        super().__init__()
        self.front, self.body, self.temperature = FrontEnd(), body, temperature

    def forward(self, samples: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        mel = self.front(samples)
        vector, logits = self.body(mel)
        return vector, logits / self.temperature, mel


def ship(body: Body, temperature: float, path: Path, notes: dict[str, str]) -> None:
    """Writes the ONNX file (any batch and length) with `labels` and `notes` in its metadata."""
    free = {"samples": {0: "batch", 1: "n"}, "embedding": {0: "batch"}, "logits": {0: "batch"}}
    free["mel"] = {0: "batch", 2: "frames"}
    names = ["samples"], ["embedding", "logits", "mel"]
    net = Shipped(body, temperature)
    export(net, (torch.zeros(1, WINDOW),), path, names, free, {"labels": " ".join(LABELS), **notes})
