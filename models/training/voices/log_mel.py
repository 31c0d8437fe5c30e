"""Log-mel of 16 kHz sound as a convolution, so that it can be exported with the network behind it."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

RATE = 16000
BANDS, FRAME, HOP, SIZE = 64, 400, 160, 512


def mel(hertz: np.ndarray | float) -> np.ndarray:
    """HTK's mel scale."""
    return np.asarray(1127.0 * np.log1p(np.asarray(hertz) / 700.0))


def triangles(edges: np.ndarray, at: np.ndarray) -> np.ndarray:
    """[n - 2, places]: a band over each three neighbouring ``edges`` (n), 1 at the middle one, seen at some places."""
    left, middle, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.maximum(0, np.minimum((at - left) / (middle - left), (right - at) / (right - middle)))


def mel_matrix(bands: int = BANDS, low: float = 60.0, high: float = 7600.0) -> np.ndarray:
    """Triangles on the mel scale [bands, SIZE/2+1]."""
    edges = 700.0 * np.expm1(np.linspace(mel(low), mel(high), bands + 2) / 1127.0)
    return triangles(edges, np.linspace(0, RATE / 2, SIZE // 2 + 1))


def waves(window: np.ndarray, size: int) -> torch.Tensor:
    """Return a Fourier transform of ``size`` as a convolution's kernel [size + 2, 1, window]: real, then imaginary."""
    turn = 2 * np.pi * np.outer(np.arange(size // 2 + 1), np.arange(len(window))) / size
    basis = np.concatenate([np.cos(turn), -np.sin(turn)]) * window
    return torch.tensor(basis[:, None], dtype=torch.float32)


class FrontEnd(nn.Module):
    """[batch, samples] in -1..1 -> level-free log-mel [batch, BANDS, frames], about zero mean and unit deviation.

    The samples are divided by their own level, so that distance from the microphone does not matter.
    """

    def __init__(self, mel: np.ndarray | None = None) -> None:
        """``mel``: another matrix of bands than ``mel_matrix()``."""
        super().__init__()
        window = np.hanning(FRAME + 1)[:FRAME]
        self.register_buffer("basis", waves(window / np.sqrt((window**2).sum()), SIZE))
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
