"""Teaches a network of fewer layers to hear as a trained one does (Hinton et al., 2015, "Distilling the Knowledge in a
Neural Network"); resumable; one thread.

python -m models.phones.train.distil SOUNDS BANK WEIGHTS TEACHER.pt STATE.pt --minutes 20 [--layers 0 2] [--more BANK]
It begins as some of the teacher's layers, and learns on scenes that are drawn as it learns: the teacher's posteriors,
and what its layers make of them. Nobody need know what is said there, so that people of ``--more`` (utterances of
models/shout) and recorded ones are heard, too. The state is as ``train`` writes it, for ``finish``.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from models.phones.train.net import Body
from models.phones.train.said import STEP, UNKNOWN
from models.phones.train.scenes import Studio, scene
from models.phones.train.train import masked
from models.phones.train.whisper import Spectrum
from models.synth.voices.source import RATE

_RATE, _DECAY = 6e-4, 0.01
_KEEP = 0.995  # of the slow average
_INSIDE = 0.3  # weight of what the layers make of it
_EVERY, _BATCH, _KEPT = 2, 4, 2500  # new scenes to a step; scenes of a step; scenes that are kept
_LAST = 0.12  # share of the time in which no new scene is made
_TUNE = 40  # scenes of the tune part
_SHORTEST, _LONGEST = 1.0, 6.0  # seconds of a recording that is said in a scene
Taught = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]  # what goes in, two layers, log posteriors


def more_voices(studio: Studio, bank: Path | None, rng: np.random.Generator) -> None:
    """Recorded talk, and the utterances of another bank, are said in scenes as those of ``studio`` are."""
    found = []
    for talk in studio.talk:
        for at in range(0, len(talk) - int(_SHORTEST * RATE), int(_LONGEST * RATE)):
            found.append(np.asarray(talk[at : at + int(rng.uniform(2.0, _LONGEST) * RATE)] * 32000, dtype=np.int16))
    studio.spoken["recorded"] = [(pcm, np.full(len(pcm) // STEP, UNKNOWN, np.uint8)) for pcm in found]
    said: list[tuple[Any, Any]] = []
    for file in sorted(bank.glob(f"{studio.part}.neural.*.npz")) if bank else []:
        stored = np.load(file)
        pcm, start = stored["samples"], stored["start"]
        for k in rng.choice(len(start) - 1, min(20, len(start) - 1), replace=False):
            one = pcm[start[k] : start[k + 1]]
            said.append((one, np.full(len(one) // STEP, UNKNOWN, np.uint8)))
    if said:
        studio.spoken["neural"] = said


class Pupil:
    """Scenes as the teacher hears them, and the loss of who learns from it."""

    def __init__(self, teacher: Body, studio: Studio, kept: int) -> None:
        self.teacher, self.studio = teacher, studio
        self.spectrum = Spectrum()
        self.scenes: deque[Taught] = deque(maxlen=kept)

    def add(self, rng: np.random.Generator, masking: bool) -> None:
        samples, _, _ = scene(rng, self.studio)
        with torch.no_grad():
            heard = self.spectrum(torch.from_numpy(samples.astype(np.float32))[None])
            opened = self.teacher.encoder.opened(masked(heard, rng) if masking else heard)
            inside = [opened]
            for layer in self.teacher.encoder.layers:
                inside.append(layer(inside[-1]))
            before, last = inside[self.teacher.kept], inside[-1]
            said = torch.log_softmax(self.teacher.head(last, before)[0], dim=0)
        self.scenes.append((opened.half(), _even(before).half(), _even(last).half(), said.half()))

    def loss(self, body: Body, taught: Taught) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Whole; of it the divergence of the posteriors, nats a frame; share of frames with another phone on top."""
        opened, before, last, said = (part.float() for part in taught)
        first = body.encoder.layers[0](opened)
        second = body.encoder.layers[1](first)
        found = torch.log_softmax(body.head(second, first)[0], dim=0)
        apart = (said.exp() * (said - found)).sum(dim=0).mean()
        inside = nn.functional.mse_loss(_even(first), before) + nn.functional.mse_loss(_even(second), last)
        wrong = (found.argmax(dim=0) // 3 != said.argmax(dim=0) // 3).float().mean()
        return apart + _INSIDE * inside, apart, wrong


def _even(x: torch.Tensor) -> torch.Tensor:
    return nn.functional.layer_norm(x, x.shape[-1:])


def check(body: Body, tune: Pupil) -> str:
    body.eval()
    with torch.no_grad():
        rows = [tune.loss(body, one) for one in tune.scenes]
    body.train()
    apart, wrong = (float(np.mean([float(row[k]) for row in rows])) for k in (1, 2))
    return f"apart {apart:.3f} nats, another phone in {wrong:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("sounds", "bank", "weights", "teacher", "state"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--layers", type=int, nargs=2, default=(0, 2))
    parser.add_argument("--more", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    began = time.thread_time()
    taught = torch.load(args.teacher, weights_only=False)
    teacher = Body(args.weights, 4, taught["kept"])
    teacher.load_state_dict(taught["slow"], strict=False)
    teacher.eval()
    body = Body(args.weights, 2, 1)
    body.load_state_dict(begun(taught["slow"], args.layers), strict=False)
    body.head.drop.p = 0.0
    learning = [*body.encoder.layers.parameters(), *body.head.parameters()]
    course = torch.optim.AdamW(learning, lr=_RATE, weight_decay=_DECAY)
    slow: dict[str, Any] = {k: v.clone() for k, v in body.state_dict().items()}
    done, made = 0, 0
    if args.state.exists():
        state = torch.load(args.state, weights_only=False)
        body.load_state_dict(state["now"], strict=False)
        slow |= {name: value for name, value in state["slow"].items() if name in slow}
        done, made = state["steps"], state["scenes"]
    rng, first = np.random.default_rng([17, made]), done
    studio = Studio(args.bank, args.sounds, "train")
    more_voices(studio, args.more, rng)
    print({engine: len(items) for engine, items in studio.spoken.items()}, flush=True)
    pupil, rows = Pupil(teacher, studio, _KEPT), list[list[float]]()
    tune = Pupil(teacher, Studio(args.bank, args.sounds, "tune"), _TUNE)
    for k in range(_TUNE):
        tune.add(np.random.default_rng([11, k]), masking=False)
    print("begins", check(body, tune), flush=True)
    while (share := (time.thread_time() - began) / 60 / args.minutes) < 1:
        for _ in range(_EVERY if share < 1 - _LAST else 0):
            pupil.add(rng, masking=True)
            made += 1
        for group in course.param_groups:
            group["lr"] = _RATE * min(1.0, (done - first + 1) / 60) * 0.5 * (1 + math.cos(math.pi * share))
        course.zero_grad()
        for _ in range(_BATCH):
            loss, apart, wrong = pupil.loss(body, pupil.scenes[int(rng.integers(len(pupil.scenes)))])
            (loss / _BATCH).backward()  # type: ignore[no-untyped-call]
            rows.append([loss.item(), apart.item(), wrong.item()])
        nn.utils.clip_grad_norm_(learning, 2.0)
        course.step()
        done += 1
        keep = min(_KEEP, done / (done + 30))
        with torch.no_grad():
            for name, value in body.state_dict().items():
                slow[name] = slow[name].lerp(value, 1 - keep)
        if done % 50 == 0:
            print(done, made, f"{share:.2f}", np.round(np.mean(rows[-200:], axis=0), 3), flush=True)
    args.state.parent.mkdir(parents=True, exist_ok=True)
    torch.save(
        {"now": body.state_dict(), "slow": slow, "steps": done, "scenes": made, "counts": taught["counts"], "kept": 1},
        args.state,
    )
    body.load_state_dict(slow)
    print(made, "scenes", check(body, tune), flush=True)


def begun(values: dict[str, torch.Tensor], layers: tuple[int, int]) -> dict[str, torch.Tensor]:
    """The teacher's values, of its layers two."""
    out = {name: value for name, value in values.items() if not name.startswith("encoder.layers.")}
    for here, there in enumerate(layers):
        old = f"encoder.layers.{there}."
        out |= {name.replace(old, f"encoder.layers.{here}."): v for name, v in values.items() if name.startswith(old)}
    return out


if __name__ == "__main__":
    main()
