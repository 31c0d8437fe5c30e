"""The network: sound -> Whisper's spectrum and the first layers of its encoder -> a small head: log posteriors of the
states of phones each 20 ms, less their priors. One ONNX graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from models.training.exporting import export, in_bytes, write
from models.training.voices.phoneme_encoder.whisper import WINDOW, Encoder, Spectrum, encoder, stored

CLASSES = 126  # three states of each of the 42 phones of PocketSphinx's model
_WIDTH, _DROP = 256, 0.1
_LEFT, _LEAST, _RARE = 2e-4, 1e-5, 2e-3  # of a posterior: taken off, the least; the least prior
_LARGE = 20_000  # values of a weight from which it is kept as bytes


class Head(nn.Module):
    """[batch, n, width] of the last layer and of one before it -> log odds [batch, CLASSES, n]."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(2 * width)
        self.mix = nn.Conv1d(2 * width, _WIDTH, 1)
        self.near = nn.Conv1d(_WIDTH, _WIDTH, 5, padding=2)
        self.out = nn.Conv1d(_WIDTH, CLASSES, 1)
        self.drop = nn.Dropout(_DROP)

    def forward(self, last: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
        x = self.norm(torch.cat([last, before], dim=2)).transpose(1, 2)
        x = nn.functional.gelu(self.mix(self.drop(x)))
        x = x + nn.functional.gelu(self.near(x))
        return torch.as_tensor(self.out(self.drop(x)))


class Body(nn.Module):
    """Spectrum [batch, bands, 2 n] -> log odds [batch, CLASSES, n]; the encoder's first ``kept`` layers stay."""

    def __init__(self, weights: Path, depth: int, kept: int) -> None:
        super().__init__()
        self.encoder: Encoder = encoder(stored(weights), depth)
        self.kept = kept
        self.head = Head(self.encoder.first.out_channels)

    def staying(self) -> list[nn.Module]:
        """What does not learn."""
        return [self.encoder.first, self.encoder.second, *self.encoder.layers[: self.kept]]

    def learning(self) -> list[nn.Parameter]:
        """Parameters of the encoder's later layers."""
        return list(self.encoder.layers[self.kept :].parameters())

    def opened(self, spectrum: torch.Tensor) -> torch.Tensor:
        """[batch, n, width] after the layers that stay."""
        x = self.encoder.opened(spectrum)
        for layer in self.encoder.layers[: self.kept]:
            x = layer(x)
        return x

    def judged(self, opened: torch.Tensor) -> torch.Tensor:
        """Log odds from ``opened``."""
        x = opened
        for layer in self.encoder.layers[self.kept :]:
            x = layer(x)
        return torch.as_tensor(self.head(x, opened))

    def forward(self, spectrum: torch.Tensor) -> torch.Tensor:
        return self.judged(self.opened(spectrum))


class Shipped(nn.Module):
    """What is exported: samples [1, n] -> [n / 320, CLASSES] log of posterior over prior.

    What smoothed labels leave for a state that was hardly ever seen is taken off, and no prior is under ``_RARE``: else
    rare phones would be likelier than any in every frame. A state that was never seen is never likely.
    """

    def __init__(self, body: Body, counts: torch.Tensor) -> None:
        super().__init__()
        self.spectrum, self.body = Spectrum(), body
        prior = torch.clamp(counts / counts.sum(), min=_RARE)
        self.register_buffer("priors", torch.where(counts > 1.5, torch.log(prior), -torch.log(torch.tensor(_LEFT))))

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        share = torch.softmax(self.body(self.spectrum(samples))[0].transpose(0, 1), dim=1)
        return torch.log(torch.clamp(share - _LEFT, min=_LEAST)) - self.priors


def ship(body: Body, counts: torch.Tensor, path: Path, notes: dict[str, str]) -> None:
    """Writes the ONNX file (any length of sound up to 30 s) with ``notes`` in its metadata."""
    free = {"samples": {1: "n"}, "levels": {0: "t"}}
    model = export(Shipped(body, counts), (torch.zeros(1, 32000),), path, (["samples"], ["levels"]), free)
    write(in_bytes(_computed(model), _LARGE), path, notes)


def _computed(model: Any) -> Any:
    """The basis of the Fourier transform is computed as the file is loaded: that many bytes need not lie in it."""
    from onnx import helper, numpy_helper

    graph = model.graph
    basis = next(w for w in graph.initializer if w.name.endswith("spectrum.basis"))
    graph.initializer.remove(basis)
    turns = np.arange(WINDOW, dtype=np.float32)
    given = {
        "lines": turns[: WINDOW // 2 + 1, None], "times": turns,
        "turn": np.float32(WINDOW), "radians": np.float32(2 * np.pi / WINDOW),
        "hann": 0.5 - 0.5 * np.cos(turns * np.float32(2 * np.pi / WINDOW)), "middle": np.array([1]),
    }  # fmt: skip
    graph.initializer.extend(numpy_helper.from_array(np.asarray(v), f"basis.{k}") for k, v in given.items())
    nodes = []
    for kind, inputs, made, more in (
        ("Mul", ("lines", "times"), "product", {}), ("Mod", ("product", "turn"), "part", {"fmod": 1}),
        ("Mul", ("part", "radians"), "angle", {}), ("Cos", ("angle",), "cos", {}), ("Sin", ("angle",), "sin", {}),
        ("Neg", ("sin",), "minus", {}), ("Concat", ("cos", "minus"), "both", {"axis": 0}),
        ("Mul", ("both", "hann"), "windowed", {}), ("Unsqueeze", ("windowed", "middle"), "", {}),
    ):  # fmt: skip
        out = f"basis.{made}" if made else basis.name
        nodes.append(helper.make_node(kind, [f"basis.{name}" for name in inputs], [out], **more))
    every = [*nodes, *graph.node]
    del graph.node[:]
    graph.node.extend(every)
    return model
