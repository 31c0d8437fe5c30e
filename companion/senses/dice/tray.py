"""Store the calibration of the dice table as JSON: play area, size of the dice, and the players' sets.

``TraySetup.rest`` says how long dice must lie still before they are read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final

from companion import private
from companion.config import settings
from companion.decoder import Bounds, Wrong, as_object, reader
from companion.errors import BadInput, StorageError, storing
from companion.facts import JSON
from companion.senses.dice.crops import Image
from companion.senses.dice.die_colour import DieSet

VERSION: Final = 1
MAX_FILE_CHARS: Final = 1 << 20  # characters
MIN_REGION_SHARE: Final = 0.05  # share of the picture's sides
Region = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares of the picture."""
FULL_FRAME: Final[Region] = (0.0, 0.0, 1.0, 1.0)


Share = Annotated[float, Bounds(0, 1)]
SET_BY_GAME: Final = {"kept": False}  # fields that a game sets, not stored in the file


@dataclass(frozen=True, slots=True)
class TraySetup:
    """Calibration of the dice table.

    Attributes:
        region: The play area, as shares of the picture.
        edge: Side of a die's box as a share of the play area's longer side; None if not calibrated.
        sets: The players' dice sets.
    """

    region: Annotated[tuple[Share, Share, Share, Share], Bounds(4, 4)] = FULL_FRAME
    edge: Annotated[float, Bounds(0.001, 1)] | None = None
    sets: tuple[DieSet, ...] = ()
    thumb: tuple[tuple[Annotated[int, Bounds(0, 255)], ...], ...] = ()
    """Grey picture of the table, 160 pixels wide, to notice a bumped camera; empty disables that."""
    rest: float = field(default=0.25, metadata=SET_BY_GAME)
    """Seconds that dice must lie still. A roll should be read within 0.3 s, and a camera gives 15 frames a second."""
    hand: float = field(default=0.02, metadata=SET_BY_GAME)
    """Share of the picture that something at the border may cover before it counts as a hand."""
    most: int = field(default=12, metadata=SET_BY_GAME)
    learn_sets: bool = field(default=False, metadata=SET_BY_GAME)


def pixels(region: Region, image: Image) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of a region in the pixels of a picture."""
    (left, top, right, bottom), (h, w) = region, image.shape[:2]
    return int(left * w), int(top * h), int(right * w), int(bottom * h)


def default_path() -> Path:
    """Return the file that holds this machine's calibration."""
    return settings().data_folder / "dice.json"


def save(setup: TraySetup, path: Path) -> None:
    """Write the calibration to a file, completely or not at all.

    Raises:
        StorageError: The file cannot be written.
    """
    data = {
        "version": VERSION,
        "region": setup.region,
        "edge": setup.edge,
        "sets": [{"name": s.name, "lab": s.lab} for s in setup.sets],
        "thumb": setup.thumb,
    }
    with storing("tray.not-written", path=str(path)):
        private.folder(path.parent) if not path.parent.exists() else None
        private.write(path, json.dumps(data).encode())


def load(path: Path) -> TraySetup | None:
    """Return the stored calibration; None if there is no file.

    Raises:
        StorageError: The file is damaged.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_FILE_CHARS + 1)
        if len(text) > MAX_FILE_CHARS:
            raise ValueError("too large")
        data = json.loads(text)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        raise StorageError("tray.damaged", path=str(path)) from None
    try:
        return _setup(data)
    except Wrong:
        raise StorageError("tray.version", path=str(path)) from None


_read_tray = reader(TraySetup)


def _setup(data: JSON) -> TraySetup:
    """Return the calibration from a file's decoded JSON.

    Raises:
        Wrong: The data is invalid or of another version.
    """
    kept = dict(as_object(data))
    if kept.pop("version", None) != VERSION:
        raise Wrong("is of another version")
    setup = _read_tray(kept)
    left, top, right, bottom = setup.region
    if min(right - left, bottom - top) < MIN_REGION_SHARE or len({len(row) for row in setup.thumb}) > 1:
        raise Wrong("is no region or no picture")
    return setup


def load_named_tray(path: Path) -> TraySetup:
    """Return the calibration from a file that the user named.

    Raises:
        BadInput: There is no such file.
        StorageError: The file is damaged.
    """
    kept = load(path)
    if kept is None:
        raise BadInput("tray.missing", path=str(path))
    return kept
