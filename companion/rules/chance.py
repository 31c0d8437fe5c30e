"""The seeded generator of every engine: SplitMix64 (Steele, Lea, Flood 2014) as a pure function of (seed, counter).

Python's own generator is costly to seed and to copy; this one's whole state is two integers, so that a game state can
carry it, and the same (seed, counter) gives the same draw on every platform and version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def bits(seed: int, counter: int) -> int:
    """64 random bits, the ``counter``-th output of the stream ``seed``."""
    z = (seed + (counter + 1) * _GOLDEN) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def below(n: int, seed: int, counter: int) -> int:
    """An integer in 0..n-1 (multiply-shift; the bias for n < 2**32 is below 2**-32)."""
    return (bits(seed, counter) * n) >> 64


def shuffled(items: Sequence[T], seed: int, counter: int) -> tuple[T, ...]:
    """A Fisher-Yates shuffle that uses len(items) - 1 draws from ``counter`` on."""
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        j = below(i + 1, seed, counter)
        counter += 1
        out[i], out[j] = out[j], out[i]
    return tuple(out)
