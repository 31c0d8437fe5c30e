"""The network: 16 kHz samples -> log-mel -> a small causal convolutional net, one score each 20 ms, one ONNX graph.

All convolutions along time are without padding: the same weights hear a whole scene when they are trained and one step
at a time when they run, and give the same to the last digit. What each convolution heard last is handed back in as
``past``, so that nothing is heard twice.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from models.training.exporting import export
from models.training.voices.log_mel import FRAME, HOP, mel_matrix
from models.training.voices.log_mel import FrontEnd as Bands

BANDS = 40
WIDTH = 80
DILATIONS = (1, 2, 4, 8, 16, 16)
KERNEL = 3
STRIDE = 2  # frames of 10 ms to a feature: 20 ms
STEM = 7  # frames of 10 ms that one feature sees
STEP = HOP * STRIDE  # samples a feature
LEAD = (STEM - 1) * HOP + FRAME  # samples that the first feature sees: 85 ms
CONTEXT = (KERNEL - 1) * sum(DILATIONS)  # features before the newest that a score sees: 1.88 s
OUTPUTS = ("face_off", "wild_thing", "slap")
HIGH = 22  # bands from here on, 2.2 kHz and more, show where an f begins
FLOOR = 1e-7  # power of a room that nothing is heard in, -70 dB full scale


class FrontEnd(Bands):
    """[batch, samples] in -1..1 -> log-mel [batch, BANDS, frames of 10 ms] at the samples' own level."""

    def __init__(self) -> None:
        super().__init__(mel_matrix(BANDS, 90.0, 7600.0))

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        return (torch.log(self.power(samples) + FLOOR) + 8.0) / 4.0


class _Block(nn.Module):
    """A convolution along time and a way past it; [batch, width, 1, n] (2-D ones run faster than 1-D ones)."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.past = (KERNEL - 1) * dilation
        self.body = nn.Sequential(
            nn.Conv2d(width, width, (1, KERNEL), dilation=(1, dilation), bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.body(x)) + x[..., self.past :]


class Ear(nn.Module):
    """Stem [batch, 320, features of 20 ms] -> what it hears: log-odds of some outputs, and how long ago it began."""

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.mix = nn.Sequential(nn.Conv1d(320, WIDTH, 1, bias=False), nn.BatchNorm1d(WIDTH), nn.ReLU())
        self.blocks = nn.Sequential(*(_Block(WIDTH, d) for d in DILATIONS))
        self.drop = nn.Dropout(0.1)
        self.head = nn.Sequential(nn.Conv1d(WIDTH, 64, 1), nn.ReLU(), nn.Conv1d(64, outputs + 1, 1))

    def forward(self, features: torch.Tensor, past: torch.Tensor | None = None) -> tuple[torch.Tensor, ...]:
        """Return log-odds [batch, outputs, n - CONTEXT] and seconds since the phrase's first sound for ``features``.

        ``features`` are [batch, WIDTH, n] as ``mix`` gives them. With ``past``, what each block heard last, end to end
        [batch, WIDTH, 1, CONTEXT], there are answers for all n. The third value is the next past.
        """
        x, kept = features.unsqueeze(2), []
        sizes = [block.past for block in self.blocks]
        pasts = past.split(sizes, 3) if past is not None else [x[..., :0] for _ in sizes]
        for block, before in zip(self.blocks, pasts, strict=True):
            x = torch.cat([before, x], 3)
            kept.append(x[..., -block.past :])
            x = block(x)
        out = self.head(self.drop(x.squeeze(2)))
        return out[:, :-1], nn.functional.softplus(out[:, -1]), torch.cat(kept, 3)


class Body(nn.Module):
    """Log-mel [batch, BANDS, frames] -> scores [batch, OUTPUTS, n] and ages [batch, 2, n].

    One stem, and two ears that learn by themselves: ``shout`` for "Face Off!" and the slap, ``wild`` for "Wild thing".
    """

    def __init__(self) -> None:
        super().__init__()
        first = nn.Conv2d(1, 16, 3, stride=(2, STRIDE), padding=(1, 0), bias=False)
        second = nn.Conv2d(16, 32, 3, stride=(2, 1), padding=(1, 0), bias=False)
        self.stem = nn.Sequential(first, nn.BatchNorm2d(16), nn.ReLU(), second, nn.BatchNorm2d(32), nn.ReLU())
        self.shout, self.wild = Ear(2), Ear(1)

    def features(self, mel: torch.Tensor) -> torch.Tensor:
        """[batch, 2 WIDTH, n]: what each ear keeps of the sound."""
        stem = self.stem(mel.unsqueeze(1)).flatten(1, 2)
        return torch.cat([self.shout.mix(stem), self.wild.mix(stem)], 1)

    def judge(self, features: torch.Tensor, past: torch.Tensor | None = None) -> tuple[torch.Tensor, ...]:
        """Scores and ages in the order of OUTPUTS, and the next past of both ears [batch, 2 WIDTH, 1, CONTEXT]."""
        pasts = (None, None) if past is None else past.split(WIDTH, 1)
        shout, wild = self.shout(features[:, :WIDTH], pasts[0]), self.wild(features[:, WIDTH:], pasts[1])
        scores = torch.cat([shout[0][:, :1], wild[0], shout[0][:, 1:]], 1)
        return scores, torch.stack([shout[1], wild[1]], 1), torch.cat([shout[2], wild[2]], 1)

    def forward(self, mel: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return self.judge(self.features(mel))[:2]


class Shipped(nn.Module):
    """The exported network: samples and past [1, 2 WIDTH, CONTEXT] to scores, ages, levels, the next past."""

    def __init__(self, body: Body) -> None:
        super().__init__()
        self.front, self.body = FrontEnd(), body

    def forward(self, samples: torch.Tensor, past: torch.Tensor) -> tuple[torch.Tensor, ...]:
        mel = self.front(samples)
        scores, ages, after = self.body.judge(self.body.features(mel), past.unsqueeze(2))
        return scores[0], ages[0], 4.0 * mel[0, HIGH:].mean(0), after.squeeze(2)


def ship(body: Body, path: Path, notes: dict[str, str]) -> None:
    """Write the ONNX file (any number of steps) with ``outputs`` and ``notes`` in its metadata."""
    given, told = {"samples": ". n", "past": ""}, {"scores": ". steps", "ages": ". steps", "high": "frames", "next": ""}
    example = torch.zeros(1, LEAD + 3 * STEP), torch.zeros(1, 2 * WIDTH, CONTEXT)
    more = {"outputs": " ".join(OUTPUTS), "lead": str(LEAD), "step": str(STEP), **notes}
    export(Shipped(body), example, path, given, told, more)
