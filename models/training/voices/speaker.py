"""Who speaks: a drawn vocal tract and larynx, from small children to basses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

Rng = np.random.Generator

# kind: f0 range in Hz, formant scale relative to an adult man, share of the draw.
_KINDS: dict[str, tuple[float, float, float, float, float]] = {
    "child": (220.0, 400.0, 1.18, 1.48, 0.30), "woman": (160.0, 270.0, 1.06, 1.24, 0.30),
    "man": (85.0, 165.0, 0.94, 1.08, 0.30), "bass": (60.0, 110.0, 0.85, 0.97, 0.10),
}  # fmt: skip


@dataclass(frozen=True)
class Speaker:
    """A voice. `f0` in Hz; `tract` scales formants; `tilt` 0..1 darkens the source; `breath`, `jitter` and
    `shimmer` are fractions; `creak` is the odds of subharmonics; `q` scales formant bandwidths."""

    kind: str
    f0: float
    tract: float
    tilt: float
    breath: float
    jitter: float
    shimmer: float
    creak: float
    q: float
    open_quotient: float
    larynx: Callable[..., Any] | None = field(default=None, compare=False)  # real pulses instead of modelled ones
    air: Callable[..., Any] | None = field(default=None, compare=False)  # real breath instead of white noise

    @staticmethod
    def draw(rng: Rng, kind: str | None = None) -> Speaker:
        """A random speaker; formant centres follow Peterson and Barney (1952) spreads by kind."""
        names = list(_KINDS)
        kind = kind or str(rng.choice(names, p=[_KINDS[name][4] for name in names]))
        low, high, short, long, _ = _KINDS[kind]
        return Speaker(
            kind, f0=float(np.exp(rng.uniform(np.log(low), np.log(high)))), tract=float(rng.uniform(short, long)),
            tilt=float(rng.uniform(0.70, 0.96)), breath=float(10 ** rng.uniform(-2.2, -0.6)),
            jitter=float(rng.uniform(0.003, 0.025)), shimmer=float(rng.uniform(0.03, 0.20)),
            creak=float(rng.random() ** 3), q=float(rng.uniform(0.8, 2.6)),
            open_quotient=float(rng.uniform(0.45, 0.75)),
        )  # fmt: skip

    def hiss(self, rng: Rng, n: int) -> npt.NDArray[np.float64]:
        """`n` samples of breath, RMS 1."""
        noise: npt.NDArray[np.float64] = self.air(rng, n) if self.air else rng.standard_normal(n)
        return noise

    def louder(self) -> Speaker:
        """The same person shouting: less breath, brighter source, tighter closure."""
        return replace(self, tilt=self.tilt * 0.85, breath=self.breath * 0.5, open_quotient=0.45)
