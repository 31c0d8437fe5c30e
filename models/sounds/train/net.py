"""The network: 16 kHz samples -> log-mel -> small convolutional net -> embedding and class logits, one ONNX graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

RATE = 16000
WINDOW = 16000
BANDS, FRAME, HOP, SIZE = 64, 400, 160, 512
LABELS = (
    "chicken", "pig", "lamb", "turkey", "cow", "seal", "monkey", "donkey", "panting",
    "wild", "speech", "laughter", "cough", "other",
)  # fmt: skip
EMBEDDING = 192
TEACHER = 384 + 2 * 45  # what `teacher.Teachers` gives


def mel_matrix(bands: int = BANDS, low: float = 60.0, high: float = 7600.0) -> np.ndarray:
    """Triangles on the HTK mel scale [bands, SIZE/2+1]."""

    def mel(hertz: np.ndarray | float) -> np.ndarray:
        return np.asarray(2595.0 * np.log10(1.0 + np.asarray(hertz) / 700.0))

    edges = 700.0 * (10 ** (np.linspace(mel(low), mel(high), bands + 2) / 2595.0) - 1)
    freq = np.linspace(0, RATE / 2, SIZE // 2 + 1)[None]
    left, middle, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.maximum(0, np.minimum((freq - left) / (middle - left), (right - freq) / (right - middle)))


class FrontEnd(nn.Module):
    """[batch, samples] in -1..1 -> level-free log-mel [batch, BANDS, frames], about zero mean and unit deviation.

    The samples are divided by their own level, so that distance from the microphone does not matter.
    """

    def __init__(self, mel: np.ndarray | None = None) -> None:
        """``mel``: another matrix of bands than ``mel_matrix()``."""
        super().__init__()
        window = np.hanning(FRAME + 1)[:FRAME]
        n = np.arange(FRAME)
        k = np.arange(SIZE // 2 + 1)[:, None]
        basis = np.concatenate([np.cos(2 * np.pi * k * n / SIZE), -np.sin(2 * np.pi * k * n / SIZE)]) * window
        self.register_buffer("basis", torch.tensor(basis[:, None] / np.sqrt((window**2).sum()), dtype=torch.float32))
        bands = mel_matrix() if mel is None else mel
        self.register_buffer("mel", torch.tensor(bands[:, :, None], dtype=torch.float32))

    def power(self, samples: torch.Tensor) -> torch.Tensor:
        """Power in each band [batch, bands, frames], at the samples' own level."""
        parts = torch.conv1d(samples.unsqueeze(1), self.basis, stride=HOP)
        real, imaginary = parts[:, : SIZE // 2 + 1], parts[:, SIZE // 2 + 1 :]
        return torch.conv1d(real * real + imaginary * imaginary, self.mel)

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        level = torch.sqrt(torch.mean(samples * samples, dim=1, keepdim=True))
        return (torch.log(self.power(samples / (level + 1e-4)) + 2e-4) + 1.0) / 2.5


def _block(inside: int, outside: int, stride: tuple[int, int]) -> nn.Sequential:
    conv = nn.Conv2d(inside, outside, 3, stride=stride, padding=1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outside), nn.ReLU(inplace=True))


class Body(nn.Module):
    """Log-mel [batch, BANDS, frames] -> embedding [batch, EMBEDDING] and logits [batch, classes].

    The embedding is what enrolled takes are compared in; `teach`, which helps to shape it, is not exported.
    """

    def __init__(self, classes: int = len(LABELS)) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            _block(1, 24, (2, 2)),
            _block(24, 48, (2, 2)),
            _block(48, 96, (2, 1)),
            _block(96, 128, (2, 2)),
            _block(128, 160, (1, 1)),
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


def export(body: Body, temperature: float, path: Path, notes: dict[str, str]) -> None:
    """Writes the ONNX file (opset 17, any batch and length) with `labels` and `notes` in its metadata."""
    import onnx

    model: Any = Shipped(body.eval(), temperature).eval()
    axes = {
        "samples": {0: "batch", 1: "n"},
        "embedding": {0: "batch"},
        "logits": {0: "batch"},
        "mel": {0: "batch", 2: "frames"},
    }
    names = ["embedding", "logits", "mel"]
    torch.onnx.export(
        model,
        (torch.zeros(1, WINDOW),),
        str(path),
        input_names=["samples"],
        output_names=names,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    graph = onnx.load(str(path))
    for key, value in {"labels": " ".join(LABELS), **notes}.items():
        entry = graph.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(graph, str(path))
