"""A training that can be stopped and goes on: the network, its slow average, the optimiser and how far they came."""

from __future__ import annotations

import copy
import math
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import nn

from models.training.exporting import load_exported

SLOW = 0.2


def half(device: str) -> torch.autocast:
    """Half precision where the device computes in it. A processor without it takes nine times as long as in whole."""
    able = device != "cpu" or (torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported())
    return torch.autocast(device, torch.bfloat16, enabled=able)


class Course:
    """Goes on from ``file`` where it is there. The slow average is what ships; ``step`` counts steps of all starts."""

    def __init__(
        self, file: Path, body: nn.Module, rate: float, decay: float = 0.02, slow: Sequence[nn.Parameter] = ()
    ) -> None:
        """``slow``: weights that learned elsewhere before, and now at a fifth of the rate."""
        self.file, self.body, self.more = file, body, dict[str, Any]()
        """``more``: what else is kept in the file."""
        late = {id(p) for p in slow}
        groups = [{"params": [p for p in body.parameters() if id(p) not in late], "share": 1.0}]
        groups += [{"params": list(slow), "share": SLOW}] if slow else []
        self.optimiser = torch.optim.AdamW(groups, lr=rate, weight_decay=decay)
        self.average = copy.deepcopy(body)
        self.step, self._before = 0, 0.0
        if file.exists():
            state = torch.load(file, map_location=next(body.parameters()).device, weights_only=False)
            body.load_state_dict(state["body"])
            self.average.load_state_dict(state["average"])
            # not in a net that has just grown, nor where other weights learn than before
            if "optimiser" in state and len(state["optimiser"]["param_groups"]) == len(groups):
                self.optimiser.load_state_dict(state["optimiser"])
            self.step, self._before, self.more = state["step"], state["spent"], state.get("more", {})
        self._began = time.monotonic() - self._before

    @property
    def spent(self) -> float:
        """Seconds of all starts together."""
        return time.monotonic() - self._began

    def learn(self, loss: torch.Tensor, rate: float) -> None:
        """One step down this loss; the average follows."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate * group.get("share", 1.0)
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.body.parameters(), 3.0)
        self.optimiser.step()
        self.step += 1
        keep = min(0.998, self.step / (self.step + 30))
        with torch.no_grad():
            for slow, fast in zip(self.average.state_dict().values(), self.body.state_dict().values(), strict=True):
                slow.copy_(slow * keep + fast * (1 - keep) if slow.is_floating_point() else fast)

    def begin(self, exported: Path | None = None, batch: torch.Tensor | None = None) -> None:
        """Before the first step: the average is the network as it is, or with the weights of an exported one.

        ``batch``: some hundred inputs (``load_exported``). Raises SystemExit where the file lacks a layer.
        """
        if exported and (missing := load_exported(self.body, exported, batch)):
            raise SystemExit(f"{exported} has no weights for {', '.join(missing)}")
        self.average.load_state_dict(self.body.state_dict())

    def run(self, minutes: float, top: float, step: Callable[[], tuple[torch.Tensor, dict[str, float]]]) -> None:
        """Learn until ``minutes`` are spent in all starts together, or a polite end (SIGTERM) is asked for.

        The rate falls from ``top`` along one cosine over all starts. ``step`` gives a batch's loss and what to print.
        """
        self._began = time.monotonic() - self._before  # what was prepared since does not count
        stop: list[int] = []
        signal.signal(signal.SIGTERM, lambda number, _: stop.append(number))
        first, log, saved = self.step, list[dict[str, float]](), time.monotonic()
        self.body.train()
        while self.part(minutes) < 1 and not stop:
            loss, stats = step()
            warming = min(1.0, (self.step - first + 1) / 150)
            self.learn(loss, top * warming * (0.5 + 0.5 * math.cos(math.pi * self.part(minutes)) + 0.01))
            log.append({"loss": loss.item(), **stats})
            if len(log) == 100:
                means = {k: round(sum(e[k] for e in log if k in e) / sum(k in e for e in log), 3) for k in log[-1]}
                print(self.step, round(self.spent), means, flush=True)
                log.clear()
            if time.monotonic() - saved > 120:
                self.save()
                saved = time.monotonic()
        self.save()

    def part(self, minutes: float) -> float:
        """Return the share of the time that is spent."""
        return min(1.0, self.spent / (60 * minutes))

    def save(self) -> None:
        parts = {"body": self.body, "average": self.average, "optimiser": self.optimiser}
        part = self.file.with_suffix(".part")
        state = {k: v.state_dict() for k, v in parts.items()}
        torch.save(state | {"step": self.step, "spent": self.spent, "more": self.more}, part)
        part.rename(self.file)


def fit(net: nn.Module, steps: int, rate: float, loss_of: Callable[[], torch.Tensor], decay: float = 0.05) -> None:
    """So many steps down a loss; the rate falls along a line to a two-hundredth."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * (1 - step / steps + 0.005)
        optimiser.zero_grad()
        loss_of().backward()  # type: ignore[no-untyped-call]
        optimiser.step()


def averaged(file: Path, net: nn.Module) -> tuple[nn.Module, dict[str, Any]]:
    """``net`` with the slow average of a course's file, which is what ships; and the whole state."""
    state: dict[str, Any] = torch.load(file, map_location="cpu", weights_only=False)
    net.load_state_dict(state["average"])
    return net.eval(), state
