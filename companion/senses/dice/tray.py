"""What calibration knows of the table: where dice are thrown, how large they are, whose they are; kept as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from companion import private
from companion.config import settings
from companion.decoder import Bounds, reader
from companion.errors import BadInput, StorageError, storing
from companion.senses.dice.crops import Image
from companion.senses.dice.die_colour import DieSet

VERSION: Final = 1
LARGEST: Final = 1 << 20  # letters of the file
NARROWEST: Final = 0.05  # share of the picture's sides
Region = tuple[float, float, float, float]
"""Left, top, right, bottom as shares of the picture."""


@dataclass(frozen=True, slots=True)
class TraySetup:
    """What calibration knows. ``edge``: a die's size as a share of the picture's longer side; None: to be found."""

    region: Region = (0.0, 0.0, 1.0, 1.0)
    edge: float | None = None
    sets: tuple[DieSet, ...] = ()
    thumb: tuple[tuple[int, ...], ...] = ()
    """The empty table 160 wide, grey, to notice a bumped camera; empty: not watched."""
    rest: float = 0.25
    """Seconds of stillness: a roll is to be read within 0.3 s, and a camera gives 15 pictures a second."""
    hand: float = 0.02
    """Share of the picture that something reaching in may cover before it counts as a hand."""
    most: int = 12
    learn_sets: bool = False


def pixels(region: Region, image: Image) -> tuple[int, int, int, int]:
    """A region of a picture: left, top, right, bottom in its pixels."""
    (left, top, right, bottom), (h, w) = region, image.shape[:2]
    return int(left * w), int(top * h), int(right * w), int(bottom * h)


Share = Annotated[float, Bounds(0, 1)]


@dataclass(frozen=True)
class _KeptSet:
    name: str
    lab: Annotated[tuple[float, ...], Bounds(3, 3)]


@dataclass(frozen=True)
class _KeptTray:
    """The file's fields."""

    version: Annotated[int, Bounds(VERSION, VERSION)]
    region: Annotated[tuple[Share, ...], Bounds(4, 4)]
    edge: Share | None
    sets: tuple[_KeptSet, ...]
    thumb: tuple[tuple[Annotated[int, Bounds(0, 255)], ...], ...]

    def __post_init__(self) -> None:
        left, top, right, bottom = self.region
        if min(right - left, bottom - top) < NARROWEST or len({len(row) for row in self.thumb}) > 1:
            raise ValueError("is no region or no picture")

    def setup(self) -> TraySetup:
        left, top, right, bottom = (float(v) for v in self.region)
        sets = tuple(DieSet(s.name, (float(s.lab[0]), float(s.lab[1]), float(s.lab[2]))) for s in self.sets)
        return TraySetup(region=(left, top, right, bottom), edge=self.edge or None, sets=sets, thumb=self.thumb)


_read_tray = reader(_KeptTray)


def default_path() -> Path:
    """Where the tray is kept on this machine."""
    return settings().data_folder / "dice.json"


def save(setup: TraySetup, path: Path) -> None:
    """Write it whole or not at all. Raises StorageError."""
    data = {
        "version": VERSION, "region": setup.region, "edge": setup.edge,
        "sets": [{"name": s.name, "lab": s.lab} for s in setup.sets], "thumb": setup.thumb,
    }  # fmt: skip
    with storing("tray.not-written", path=str(path)):
        private.folder(path.parent) if not path.parent.exists() else None
        private.write(path, json.dumps(data).encode())


def load(path: Path) -> TraySetup | None:
    """The kept tray; None where there is none. Raises StorageError for a damaged file."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise ValueError("too large")
        data = json.loads(text)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        raise StorageError("tray.damaged", path=str(path)) from None
    try:
        return _read_tray(data).setup()
    except ValueError:
        raise StorageError("tray.version", path=str(path)) from None


def given(path: Path) -> TraySetup:
    """The tray in a file that was named. Raises BadInput where there is none, StorageError for a damaged one."""
    kept = load(path)
    if kept is None:
        raise BadInput("tray.missing", path=str(path))
    return kept
