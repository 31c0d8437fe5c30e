"""Files that are whole or not there: a stopped build leaves no half of one, and goes on where it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np


def save(target: Path, **arrays: Any) -> None:
    """Write the arrays (.npz) beside ``target``, then put them in its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    with part.open("wb") as out:
        np.savez(out, **arrays)
    part.replace(target)
    print(target.name, *(f"{name} {np.shape(value)}" for name, value in list(arrays.items())[:2]), flush=True)


def missing(folder: Path, name: str, numbers: Iterable[int]) -> Iterator[tuple[int, Path]]:
    """Yield the numbers whose file is not there yet, and that file; ``name`` has a place for the number."""
    for number in numbers:
        if not (target := folder / name.format(number)).exists():
            yield number, target


def stacked(files: Iterable[Path], *keys: str) -> list[np.ndarray]:
    """Return what lies under each key in all of the files, end to end."""
    stored = [np.load(file) for file in files]
    return [np.concatenate([one[key] for one in stored]) for key in keys]


def end_to_end(sounds: Sequence[np.ndarray], dtype: type = np.int16) -> dict[str, np.ndarray]:
    """Sounds of any lengths as two arrays: ``samples`` and the ``start`` of each, and the end."""
    start = np.concatenate([[0], np.cumsum([len(s) for s in sounds])])
    return {"samples": np.concatenate(sounds).astype(dtype), "start": start}


def pcm(sound: np.ndarray) -> np.ndarray:
    """Return a sound in 16-bit numbers, near full scale."""
    return (sound / np.abs(sound).max() * 28000).astype(np.int16)


def sounds_of(stored: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    """Return the sounds that ``end_to_end`` laid into a file."""
    return np.split(stored["samples"], stored["start"][1:-1])
