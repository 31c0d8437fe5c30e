"""Photographed grounds and clutter out of Debian's package supertuxkart-data (1.4); none of it lies in this repository.

Twenty textures (CC0, CC BY, CC BY-SA, GPL) are for measuring, and no training sees them. Of the others a training may
see what the package's copyright file puts under CC0, CC BY, CC BY-SA, MIT or in the public domain.

apt-get download supertuxkart-data && dpkg-deb -x supertuxkart-data_*.deb FOLDER
"""

from __future__ import annotations

import fnmatch
import math
import re
from pathlib import Path

import numpy as np

from companion.resources import toml
from models.training.dice.cv import F32, U8, Rng, cv2
from models.training.dice.table import SIZE

_ROOT = "usr/share/games/supertuxkart"
_COPYRIGHT = "usr/share/doc/supertuxkart-data/copyright"
_OPEN = re.compile(r"(CC0|CC-BY|MIT|public-domain)")
_NO_GROUND = re.compile(r"normal|_nm|_n\.|gloss|mask|pbr|spec|screenshot|minimap|sky|splat", re.IGNORECASE)
_LEAST, _MOST = 200, 512
"""Texels of the shorter side: what is smaller is left out, what is larger made smaller."""
TWENTY: tuple[str, ...] = tuple(toml("models/training/dice/looks.toml")["measured"])


def licensed(folder: Path) -> list[Path]:
    """Pictures of the unpacked package that a training may see, by its copyright file; the twenty are not of them."""
    text = (folder / _COPYRIGHT).read_text(encoding="utf-8", errors="replace")
    rules: list[tuple[str, str]] = []
    for part in re.split(r"\n\s*\n", text):
        files = re.search(r"^Files:(.*?)(?=^\S)", part, re.DOTALL | re.MULTILINE)
        licence = re.search(r"^License:\s*(\S+)", part, re.MULTILINE)
        if files and licence:
            rules += [(pattern, licence[1]) for pattern in files[1].split()]
    found = []
    for path in sorted((folder / _ROOT / "data").rglob("*.*")):
        name = path.relative_to(folder / _ROOT).as_posix()
        if path.suffix.lower() not in (".png", ".jpg") or name.removeprefix("data/") in TWENTY:
            continue
        given = [licence for pattern, licence in rules if fnmatch.fnmatchcase(name, pattern)]
        if given and _OPEN.match(given[-1]) and not _NO_GROUND.search(path.name):
            found.append(path)
    return found


class Photographs:
    """Table tops out of photographed textures: of the twenty, or (``learning``) of all that a training may see.

    ``folder``: the unpacked package. Raises SystemExit where one of the twenty is missing, or all for learning.
    """

    def __init__(self, folder: Path, learning: bool = False) -> None:
        if not learning:
            self._tiles = [_read(folder / _ROOT / "data" / name) for name in TWENTY]
            return
        tiles = [_read(path) for path in licensed(folder)]
        self._tiles = [_small(tile) for tile in tiles if min(tile.shape[:2]) >= _LEAST and tile.std() > 4]
        if not self._tiles:
            raise SystemExit(f"{folder} holds no pictures of supertuxkart-data 1.4 (see photographs.py)")

    def __call__(self, rng: Rng) -> F32:
        """One of them at any scale, turn and light, as a table top (SIZE, SIZE, 3) of RGB, 0..255."""
        tile = self._any(rng)
        scale = math.exp(rng.uniform(math.log(0.25), math.log(1.3)))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        tile = cv2.resize(tile, None, fx=scale, fy=scale, interpolation=how).astype(np.float32)
        again = math.ceil(SIZE / min(tile.shape[:2])) + 1
        tile = np.tile(tile, (again, again, 1))
        y, x = (int(rng.integers(0, side - SIZE + 1)) for side in tile.shape[:2])
        tile = np.rot90(tile[y : y + SIZE, x : x + SIZE], int(rng.integers(4)))
        return np.ascontiguousarray(np.clip(tile * rng.uniform(0.7, 1.2), 0, 255), np.float32)

    def scraps(self, rng: Rng, top: F32, count: int, edge: float) -> F32:
        """``count`` flat things cut out of pictures laid on a table top: round, square or of any shape, with a shadow.

        ``edge``: texels an edge of a die, which a thing is half to twice as large as.
        """
        top = np.ascontiguousarray(top)
        for _ in range(count):
            half = edge * math.exp(rng.uniform(math.log(0.25), math.log(1.0)))
            side = 2 * math.ceil(half) + 1
            piece = self._piece(rng, side)
            x, y = (int(v) for v in rng.uniform(0, max(1, SIZE - side), 2))
            mask = _shape(rng, side, half)
            piece, mask = piece[: SIZE - y, : SIZE - x], mask[: SIZE - y, : SIZE - x]
            under = top[y : y + side, x : x + side]
            dark = cv2.GaussianBlur(mask, (0, 0), max(0.5, edge * rng.uniform(0.02, 0.12)))
            dark = np.roll(dark, rng.integers(-2, 3, 2), (0, 1))
            under *= 1 - np.float32(rng.uniform(0, 0.6)) * dark[..., None]
            under += (piece - under) * mask[..., None]
        return top

    def _any(self, rng: Rng) -> U8:
        return self._tiles[int(rng.integers(len(self._tiles)))]

    def _piece(self, rng: Rng, side: int) -> F32:
        """Return a square of a picture at any scale, often with more contrast, as prints and coins have it."""
        tile = self._any(rng)
        reach = int(np.clip(side * math.exp(rng.uniform(-0.7, 2.0)), 6, min(tile.shape[:2])))
        y, x = (int(rng.integers(0, n - reach + 1)) for n in tile.shape[:2])
        cut = np.rot90(tile[y : y + reach, x : x + reach], int(rng.integers(4)))
        how = cv2.INTER_AREA if reach > side else cv2.INTER_LINEAR
        piece = cv2.resize(np.ascontiguousarray(cut), (side, side), interpolation=how).astype(np.float32)
        mean = piece.mean((0, 1))
        return np.asarray(
            np.clip((piece - mean) * rng.uniform(1, 2.5) + mean * rng.uniform(0.7, 1.4), 0, 255), np.float32
        )


def _shape(rng: Rng, side: int, half: float) -> F32:
    """Return a thing's outline as a mask (side, side), 0..1: a disc, a square with round corners, or a blot."""
    mask, kind, middle = np.zeros((side, side), np.float32), rng.random(), side / 2
    turns = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    if kind < 0.35:
        reach = np.full(48, half)
    elif kind < 0.75:
        power = rng.uniform(3, 12)
        a = turns + rng.uniform(0, math.pi)
        reach = 0.8 * half / (np.abs(np.cos(a)) ** power + np.abs(np.sin(a)) ** power) ** (1 / power)
    else:
        reach = half * (0.75 + 0.25 * np.sin(int(rng.integers(2, 6)) * turns + rng.uniform(0, 6)))
    ring = np.stack([middle + reach * np.cos(turns), middle + reach * np.sin(turns)], 1)
    cv2.fillPoly(mask, [np.round(ring * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.6), np.float32)


def _small(tile: U8) -> U8:
    shrink = _MOST / min(tile.shape[:2])
    if shrink >= 1:
        return tile
    return np.asarray(cv2.resize(tile, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)


def _read(path: Path) -> U8:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise SystemExit(f"{path} is missing or no picture: unpack supertuxkart-data 1.4 there (see photographs.py)")
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)
