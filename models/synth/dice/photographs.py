"""Photographed grounds, for measuring: twenty textures of Debian's package supertuxkart-data (1.4), openly licensed
(each one's licence stands in the package's copyright file: CC0, CC BY, CC BY-SA, GPL). No training sees them, and
none of them lies in this repository.

apt-get download supertuxkart-data && dpkg-deb -x supertuxkart-data_*.deb FOLDER
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.synth.dice.cv import cv2
from models.synth.dice.table import SIZE

F32 = NDArray[np.float32]
_DATA = "usr/share/games/supertuxkart/data"
TWENTY = (
    "tracks/lighthouse/earth.png", "tracks/stk_enterprise/trak3_base1.png", "textures/stk_goldMetal_a.png",
    "textures/stk_redMetal_a.png", "tracks/introcutscene2/sign_backside.jpg",
    "tracks/black_forest/stktex_generic_WoodA._unlit.jpg", "textures/stk_generic_rockStrata_a.png",
    "textures/stk_generic_rockStrata_b.png", "textures/canyon_boards.png", "textures/stktex_generic_WoodC.png",
    "textures/stktex_generic_gravelA.png", "textures/tarmac.jpg", "tracks/black_forest/blackTowel.jpg",
    "textures/stk_genericMineEarth_a.png", "textures/stk_generic_wickerA.png",
    "tracks/stk_enterprise/trak2_holes1a.png", "tracks/cave/Ground010_1K_Color.png", "textures/bumpy_surface.png",
    "tracks/lighthouse/rock_grey.png", "textures/city_bricks.png",
)  # fmt: skip


class Photographs:
    """The twenty out of the unpacked package in ``folder``. Raises SystemExit where one is missing."""

    def __init__(self, folder: Path) -> None:
        self._tiles = [_read(folder / _DATA / name) for name in TWENTY]

    def __call__(self, rng: np.random.Generator) -> F32:
        """One of them at any scale, turn and light, as a table top (SIZE, SIZE, 3) of RGB, 0..255."""
        tile = self._tiles[int(rng.integers(len(self._tiles)))]
        scale = math.exp(rng.uniform(math.log(0.25), math.log(1.3)))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        tile = cv2.resize(tile, None, fx=scale, fy=scale, interpolation=how).astype(np.float32)
        again = math.ceil(SIZE / min(tile.shape[:2])) + 1
        tile = np.tile(tile, (again, again, 1))
        y, x = rng.integers(0, tile.shape[0] - SIZE + 1), rng.integers(0, tile.shape[1] - SIZE + 1)
        tile = np.rot90(tile[y : y + SIZE, x : x + SIZE], int(rng.integers(4)))
        return np.ascontiguousarray(np.clip(tile * rng.uniform(0.7, 1.2), 0, 255), np.float32)


def _read(path: Path) -> NDArray[np.uint8]:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise SystemExit(f"{path} is missing or no picture: unpack supertuxkart-data 1.4 there (see photographs.py)")
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)
