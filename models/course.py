"""A training that can be stopped and goes on: the network, its slow average, the optimiser and how far they came."""

from __future__ import annotations

import copy
import time
from pathlib import Path

import torch
from torch import nn


class Course:
    """Goes on from ``file`` where it is there. The slow average is what ships; ``step`` counts steps of all starts."""

    def __init__(self, file: Path, body: nn.Module, rate: float) -> None:
        self.file, self.body = file, body
        self.optimiser = torch.optim.AdamW(body.parameters(), lr=rate, weight_decay=0.02)
        self.average = copy.deepcopy(body)
        self.step, spent = 0, 0.0
        if file.exists():
            state = torch.load(file, weights_only=False)
            body.load_state_dict(state["body"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step, spent = state["step"], state["spent"]
        self._began = time.monotonic() - spent

    @property
    def spent(self) -> float:
        """Seconds of all starts together."""
        return time.monotonic() - self._began

    def learn(self, loss: torch.Tensor, rate: float) -> None:
        """One step down this loss; the average follows."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.body.parameters(), 3.0)
        self.optimiser.step()
        self.step += 1
        keep = min(0.998, self.step / (self.step + 30))
        with torch.no_grad():
            for slow, fast in zip(self.average.state_dict().values(), self.body.state_dict().values(), strict=True):
                slow.copy_(slow * keep + fast * (1 - keep) if slow.is_floating_point() else fast)

    def save(self) -> None:
        parts = {"body": self.body, "average": self.average, "optimiser": self.optimiser}
        part = self.file.with_suffix(".part")
        torch.save({k: v.state_dict() for k, v in parts.items()} | {"step": self.step, "spent": self.spent}, part)
        part.rename(self.file)
