"""Trains the body on shards of scenes; started again it goes on, with the shards that are there by then."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.training.course import Course, averaged
from models.training.files import stacked
from models.training.voices.keyword_spotter.bank import KEYWORDS
from models.training.voices.keyword_spotter.net import CONTEXT, FLOOR, LEAD, OUTPUTS, STEP, STRIDE, Body, ship
from models.training.voices.keyword_spotter.shards import unpacked
from models.training.voices.log_mel import HOP, RATE

BATCH = 24
_PATTERN = "train_*.npz"
_EARLY, _LATE = 0.06, 0.2  # seconds before the last sound of a phrase and after it in which it counts as heard
_UNSURE = 0.45  # share of a phrase from which on nothing is asked before it is over
_AFTER = 0.4  # seconds after a phrase in which nothing is asked
_SLAP = (0.03, 0.13)  # seconds after a slap in which it counts as heard
_PACE, _KNOTS = 0.22, 6  # by how much, logarithm, and in how many stretches of a scene, it is said faster or slower
_THROAT, _OFFSET = 0.045, 8.0  # of formants, logarithm; bands from which the mel scale is one
_AGE = 2.0  # weight of the dating in the loss
_RARE = 6.0  # weight of what is no phrase, by its mean
_ALIKE = 1.7  # how much more often scenes are drawn that resemble a phrase
_WEIGHT = (1.0, 0.5, 0.5)  # of each output in the loss


def times(count: int) -> np.ndarray:
    """Seconds at which each of ``count`` scores has heard all it can: the end of its last sample."""
    return np.asarray(((np.arange(count) + CONTEXT) * STEP + LEAD) / RATE)


def targets(said: np.ndarray, slaps: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Wanted [n, OUTPUTS, t] (1, 0, or -1: not asked), and ages [n, KEYWORDS, t] with where they are asked for."""
    wanted = np.zeros((len(said), len(OUTPUTS), len(at)), np.float32)
    age = np.zeros((len(said), len(KEYWORDS), len(at)), np.float32)
    dated = np.zeros(age.shape, bool)
    for i, phrases in enumerate(said):
        spoken = sorted((p for p in phrases if p[0] >= 0), key=lambda p: p[2])
        for keyword, onset, end in spoken:
            unsure = (at > onset + _UNSURE * (end - onset)) & (at < end + _AFTER)
            row = wanted[i, int(keyword)]
            row[unsure & (row == 0)] = -1
        for keyword, onset, end in spoken:
            heard = (at >= end - _EARLY) & (at <= end + _LATE)
            wanted[i, int(keyword), heard] = 1
            age[i, int(keyword), heard], dated[i, int(keyword), heard] = at[heard] - onset, True
    for i, found in enumerate(slaps):
        for slap in found[found >= 0]:
            wanted[i, 2, (at >= slap) & (at < slap + _SLAP[0])] = -1
            wanted[i, 2, (at >= slap + _SLAP[0]) & (at <= slap + _SLAP[1])] = 1
            wanted[i, 2, (at > slap + _SLAP[1]) & (at <= slap + 0.3)] = -1
    return wanted, age, dated


def disturb(mel: torch.Tensor, company: torch.Tensor) -> torch.Tensor:
    """Variety on log-mel: more company in power, a tilted response, the level as the sense gives it, bands lost."""
    n, bands, _ = mel.shape
    before = mel
    quieter = (torch.rand(n, 1, 1) * 28 + 6) * math.log(10) / 10 / 4
    quieter = torch.where(torch.rand(n, 1, 1) < 0.35, quieter, torch.full_like(quieter, 12.0))
    louder = _loudest(mel) - _loudest(company)
    mel = torch.logaddexp(mel * 4, (company + louder - quieter) * 4) / 4
    knots = torch.randn(n, 1, 6) * 0.2
    mel = mel + nn.functional.interpolate(knots, size=bands, mode="linear", align_corners=True).transpose(1, 2)
    mel = _at_level(mel, _usual(before) - _usual(mel) + torch.randn(n, 1, 1) * 0.6)
    row = torch.arange(bands)
    at, width = torch.rand(n, 1) * (bands - 6), torch.rand(n, 1) * 6 * (torch.rand(n, 1) < 0.3)
    return torch.where(((row >= at) & (row < at + width))[:, :, None], mel.mean((1, 2), keepdim=True), mel)


def _at_level(mel: torch.Tensor, nats: torch.Tensor) -> torch.Tensor:
    """As if the microphone were that much more sensitive: the front end's own floor stays where it is."""
    power = torch.exp(mel * 4 - 8)
    return (torch.log((power - FLOOR).clamp(min=0) * torch.exp(nats) + FLOOR) + 8) / 4


def _usual(mel: torch.Tensor) -> torch.Tensor:
    """Return what is usual in each scene, nats [n, 1, 1]: as companion/senses/speech/loudness.py takes it."""
    power = torch.exp(mel * 4 - 8).mean(1, keepdim=True)
    return torch.log(nn.functional.avg_pool1d(power, 8, 8).quantile(0.25, dim=2, keepdim=True))


def warped(mel: torch.Tensor, said: np.ndarray, slaps: np.ndarray) -> tuple[torch.Tensor, np.ndarray, np.ndarray]:
    """Scenes said faster here and slower there, moved in time, by other throats; with the times of what is in them."""
    n, bands, frames = mel.shape
    rates = np.exp(np.random.default_rng().uniform(-_PACE, _PACE, (n, _KNOTS)))
    ends = np.linspace(0, frames, _KNOTS + 1)
    steps = np.concatenate([np.zeros((n, 1)), np.cumsum(rates, 1)], 1) * (frames / _KNOTS)
    starts = np.random.default_rng().uniform(-0.3, 0.3, (n, 1)) * RATE / HOP + (frames - steps[:, -1:]) / 2
    here = np.stack([np.interp(np.arange(frames), ends, row) for row in steps]) + starts
    throats = np.exp(np.random.default_rng().normal(0, _THROAT, (n, 1)))
    rows = (np.arange(bands)[None] + _OFFSET) * throats - _OFFSET
    grid = np.stack(
        np.broadcast_arrays(2 * here[:, None] / (frames - 1) - 1, 2 * rows[:, :, None] / (bands - 1) - 1), axis=-1
    )
    moved = nn.functional.grid_sample(
        mel[:, None], torch.from_numpy(grid.astype(np.float32)), padding_mode="border", align_corners=True
    )[:, 0]

    def later(times: np.ndarray) -> np.ndarray:
        pairs, frame = zip(times * RATE / HOP, here, strict=True), np.arange(frames)
        then = [np.interp(row, at, frame, right=2 * frames) * HOP / RATE for row, at in pairs]
        return np.where(times >= 0, np.stack(then), -1.0)

    spoken = later(said[..., 1:].reshape(n, -1)).reshape(n, -1, 2)
    return moved, np.concatenate([said[..., :1], spoken], 2), later(slaps)


def _loudest(mel: torch.Tensor) -> torch.Tensor:
    """Return the loudest half second of each scene, its mean over the bands [n, 1, 1]."""
    level = nn.functional.avg_pool1d(mel.mean(1, keepdim=True), 50, 25)
    return level.amax(2, keepdim=True)


def loss_of(scores: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of one output [n, t] where it is asked for, yes and no each by their own mean."""
    each = nn.functional.binary_cross_entropy_with_logits(scores, wanted.clamp(0, 1), reduction="none")
    yes, calm = wanted == 1, each[wanted == 0]
    hardest = calm.topk(max(1, len(calm) // 50)).values.mean()
    return each[yes].mean() + calm.mean() * _RARE + 0.5 * hardest if bool(yes.any()) else calm.mean() * _RARE


class Draw:
    """All scenes in memory: mel bytes [n, bands, frames], phrases [n, 2, 3], slaps [n, 2]; and batches of them.

    Half of a batch are scenes with one of ``keywords``; what resembles one is drawn more often. New shards join.
    """

    def __init__(self, folder: Path, seed: int, keywords: tuple[int, ...]) -> None:
        self._folder, self._keywords, self._files = folder, keywords, 0
        self._rng = np.random.default_rng(seed)
        self.refresh()

    def refresh(self) -> None:
        files = sorted(self._folder.glob(_PATTERN))
        if len(files) == self._files:
            return
        self._files = len(files)
        self.mel, self.said, self.slaps, note = stacked(files, "mel", "said", "slaps", "note")
        loud = np.isin(self.said[:, :, 0], self._keywords).any(axis=1)
        self._loud, self._quiet = np.nonzero(loud)[0], np.nonzero(~loud)[0]
        odds = np.where(np.isin(note[self._quiet], ("near", "mention", "mixed")), _ALIKE, 1.0)
        self._odds = odds / odds.sum()
        print(len(files), "shards,", len(self.mel), "scenes", flush=True)

    def batch(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows to learn from, and rows whose sound is their company."""
        quiet = self._rng.choice(self._quiet, BATCH - BATCH // 2, p=self._odds)
        return np.concatenate([self._rng.choice(self._loud, BATCH // 2), quiet]), self._rng.choice(self._quiet, BATCH)


def main(
    shards: Path,
    state: Path,
    minutes: float = 30.0,
    rate: float = 3e-3,
    init: Path | None = None,
    wild: bool = False,
    export: Path | None = None,
    version: str = "1",
) -> None:
    """Until the minutes are spent, all runs together; a new state begins with the exported network ``init``.

    ``wild``: only the ear for wild thing learns, the rest is kept; ``export``: write the slow average instead.
    """
    body = Body()
    if export:
        average, kept_state = averaged(state, body)
        notes = {"version": version, "steps": str(kept_state["step"]), "licence": "MIT"}
        return ship(average, export, notes)  # type: ignore[arg-type]
    draw = Draw(shards, int(time.time()), (1,) if wild else (0, 1))
    course = Course(state, body, rate)
    if init and course.step == 0:
        course.begin(init, torch.from_numpy(unpacked(draw.mel[:: max(1, len(draw.mel) // 256)])))
    torch.manual_seed(course.step + 23)
    at = times((draw.mel.shape[2] - 5) // STRIDE - CONTEXT)
    ears = ((0, body.shout, (0, 2)), (1, body.wild, (1,)))[wild:]
    kept = nn.ModuleList([body.stem, body.shout] if wild else []).requires_grad_(False)

    def step() -> tuple[torch.Tensor, dict[str, float]]:
        if course.step % 100 == 99:
            draw.refresh()
        kept.eval()
        rows, others = draw.batch()
        mel, said, slaps = warped(torch.from_numpy(unpacked(draw.mel[rows])), draw.said[rows], draw.slaps[rows])
        mel = disturb(mel, torch.from_numpy(unpacked(draw.mel[others])))
        wanted, age, dated = (torch.from_numpy(v) for v in targets(said, slaps, at))
        stem, total = body.stem(mel.unsqueeze(1)).flatten(1, 2), torch.zeros(())
        for k, ear, outputs in ears:
            scores, ages, _ = ear(ear.mix(stem))
            for row, output in enumerate(outputs):
                total = total + loss_of(scores[:, row], wanted[:, output]) * _WEIGHT[output]
            if bool((here := dated[:, k]).any()):
                total = total + _AGE * nn.functional.smooth_l1_loss(ages[here], age[:, k][here], beta=0.05)
        return total, {}

    course.run(minutes, rate, step)
