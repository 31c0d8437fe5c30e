"""The die classifier: features that learned from photos of everything, and a head that looks at all of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.die_classifier import INPUT_NAME, INPUT_SIDE_PX, DieClassifier
from models.training.course import Course, averaged, half
from models.training.dice.crops import NUMERALS, TAUGHT, Pool, Teach, draw, remembered
from models.training.dice.detector import input_of
from models.training.dice.photographs import Photographs
from models.training.dice.scene import Scene
from models.training.exporting import export
from models.training.networks import Full, Trunk, conv

OUTPUTS = ("is die", "v1", "v2", "v3", "v4", "v5", "v6", "right", "down", "away", "log error", "leans", "numerals")


class Pips(nn.Module):
    """Where the upper face is and where its pips are, and the value as told by these two maps alone.

    Pips are small things that look alike on all faces: what finds them has seen each kind twenty-one times a die.
    """

    def __init__(self) -> None:
        super().__init__()
        self.u4, self.l4, self.f4 = nn.Conv2d(64, 32, 1), conv(144, 32, k=1, act=False), Full(32)
        self.u2, self.l2, self.f2 = nn.Conv2d(32, 24, 1), conv(96, 24, k=1, act=False), conv(24, 24)
        self.maps = nn.Conv2d(24, 2, 1)
        self.read = nn.Sequential(
            conv(2, 24, 2),
            conv(24, 48, 2),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(4800, 64, bias=False),
            nn.BatchNorm1d(64),
            nn.ReLU(True),
            nn.Linear(64, 6),
        )

    def forward(self, s2: Tensor, s4: Tensor, s8: Tensor) -> tuple[Tensor, Tensor]:
        """Features at a half, a quarter and an eighth to values (n, 6), logits, and maps (n, 2, 40, 40), logits."""
        a = self.f4(F.relu(self.l4(s4) + F.interpolate(self.u4(s8), scale_factor=2.0, mode="nearest")))
        a = self.f2(F.relu(self.l2(s2) + F.interpolate(self.u2(a), scale_factor=2.0, mode="nearest")))
        maps: Tensor = self.maps(a)
        values: Tensor = self.read(torch.sigmoid(maps))
        return values, maps


class Net(nn.Module):
    """(n, 3, 80, 80) RGB as (x / 255 - 0.5) * 4 to (n, 13): see OUTPUTS; logits, but for the normal and its error.

    All of the trunk learns: by ``pips``, too.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = Trunk()
        self.l16, self.l8 = conv(112, 64, k=1, act=False), conv(240, 64, k=1, act=False)
        self.f8 = Full(64)
        self.near = nn.Sequential(Full(64), conv(64, 96, 2), nn.Dropout(0.1))
        self.all = nn.Sequential(
            nn.Flatten(),
            nn.Linear(2400, 128, bias=False),
            nn.BatchNorm1d(128),
            nn.ReLU(True),
            nn.Linear(128, len(OUTPUTS)),
        )
        self.pips = Pips()

    def _features(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """At a half, a quarter and an eighth."""
        s2, s4, b, c = self.trunk(x)
        return s2, s4, self.f8(F.relu(self.l8(b) + F.interpolate(self.l16(c), scale_factor=2.0, mode="nearest")))

    def forward(self, x: Tensor) -> Tensor:
        return self.all(self.near(self._features(x)[2]))

    def told(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the output, and the values and maps of ``Pips``."""
        features = self._features(x)
        return self.all(self.near(features[2])), *self.pips(*features)


BATCH = 32
POOL = 96_000
FIRST = 2_000
SCENES = 0.3
"""Scenes drawn for each step."""
SURE = (5.0, 12.0)
"""Degrees: flatter than the first is flat, beyond the second it leans; between them nobody can say."""


def loss_of(out: Tensor, rows: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies of die or not, of value and of leaning; likelihood of the normal under the error it expects."""
    is_die = F.binary_cross_entropy_with_logits(out[:, 0], rows[:, 0])
    valued = rows[:, 1] > 0
    wanted = rows[valued, 1].long() - 1
    value = F.cross_entropy(out[valued, 1:7], wanted, label_smoothing=0.02)
    taught = rows[:, TAUGHT:].sum(1) > 0
    alike = F.cross_entropy(out[taught, 1:7], rows[taught, TAUGHT:]) if taught.any() else 0 * value
    signed = rows[:, NUMERALS] >= 0
    numerals = F.binary_cross_entropy_with_logits(out[signed, 12], rows[signed, NUMERALS])
    posed = rows[:, 6] > 0
    off = (out[posed, 7:10] - rows[posed, 2:5]).square().sum(1)
    expected = out[posed, 10].clamp(-4, 1)
    normal = (0.5 * off * torch.exp(-2 * expected) + 3 * expected).mean()
    sure = posed & ((rows[:, 5] < SURE[0]) | (rows[:, 5] > SURE[1]))
    lean = F.binary_cross_entropy_with_logits(out[sure, 11], (rows[sure, 5] > SURE[1]).float())
    stats = {
        "is die": is_die,
        "told": ((out[:, 0] > 0) == (rows[:, 0] > 0)).float().mean(),
        "value": value,
        "right": (out[valued, 1:7].argmax(1) == wanted).float().mean(),
        "off": off.sqrt().mean(),
        "lean": lean,
        "taught": alike,
        "numerals": numerals,
    }
    total = 1.5 * is_die + 1.1 * value + 0.5 * alike + 0.15 * normal + 0.7 * lean + 0.5 * numerals
    return total, {k: float(v.detach()) for k, v in stats.items()}


def loss_of_pips(values: Tensor, maps: Tensor, wanted: Tensor, rows: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies of the maps (``wanted``: n, MAP, MAP, 2) where they are known, and of the value they tell."""
    known, valued = rows[:, 8] > 0, rows[:, 1] > 0
    places = wanted.permute(0, 3, 1, 2)[known]
    weight = 1 + 3 * places  # most of a crop is neither face nor pip
    found = F.binary_cross_entropy_with_logits(maps[known], places, weight=weight)
    pips = rows[valued, 1].long() - 1
    value = F.cross_entropy(values[valued], pips, label_smoothing=0.02)
    stats = {"maps": found, "counted": value, "counted right": (values[valued].argmax(1) == pips).float().mean()}
    return 4 * found + value, {k: float(v.detach()) for k, v in stats.items()}


def main(
    state: Path,
    minutes: float = 90,
    rate: float = 1.5e-3,
    warm: Path | None = None,
    features: Path | None = None,
    traced: Path | None = None,
    photographs: Path | None = None,
    share: float = 0.4,
    cosy: float = 0.0,
    trapped: float = 0.0,
    taught: Path | None = None,
    wrong: int = 1,
    seed: int = 9000,
    device: str = "cuda" if torch.cuda.is_available() else "cpu",
    export: Path | None = None,
) -> None:
    """Learn for ``minutes`` in all starts together, with a rate that falls along a cosine; or ``export`` what was.

    A new state begins with ``warm``, an exported network of its kind, or else with ``features`` (networks.py).
    ``traced``: path-traced scenes, kept throughout; ``photographs``: an unpacked package of grounds, on which a
    ``share`` of the fresh scenes lie; of them ``cosy`` have soft ground, ``trapped`` what looks like dice.
    ``taught``: by the values that this exported network names, too; ``wrong``: sightings of no die a scene, at least.
    """
    if export:
        return ship(state / "state.pt", export)
    state.mkdir(parents=True, exist_ok=True)
    net = Net().to(device).to(memory_format=torch.channels_last)
    course = Course(state / "state.pt", net, 2e-3, decay=5e-4, slow=list(net.trunk.parameters()))
    rng = np.random.default_rng(seed + course.step)
    pool = Pool(DiceDetector(), rng, POOL, wrong, taught_by(taught))
    pictures = Photographs(photographs, learning=True) if photographs is not None else None

    def drawn() -> Scene:
        on = pictures if rng.random() < share else None
        return draw(rng, cosy=cosy, photographs=on, trapped=trapped)

    if traced is not None:
        with np.load(traced) as kept:
            for scene in remembered(kept["images"][:POOL], kept["labels"][:POOL]):
                pool.grow(scene)
        pool.keep()
    before = pool.filled
    while pool.filled < before + FIRST:
        pool.grow(drawn())
    if course.step == 0 and warm is None and features is None:
        raise SystemExit("A new state begins with --features or --warm: give one of them.")
    if course.step == 0 and warm is None:
        net.trunk.take(features)
    if course.step == 0:
        course.begin(warm, input_of(pool.sample(256)[0], device))

    def step() -> tuple[Tensor, dict[str, float]]:
        if rng.random() < SCENES:
            pool.grow(drawn())
        crops, *known = pool.sample(BATCH)
        wanted, rows = (torch.from_numpy(a).to(device) for a in known)
        with half(device):
            x = input_of(crops, device)
            out, values, maps = course.body.told(x)  # type: ignore[operator, union-attr]
        total, stats = loss_of(out.float(), rows)
        more, further = loss_of_pips(values.float(), maps.float(), wanted, rows)
        return total + more, stats | further

    course.run(minutes, rate, step)


def taught_by(model: Path | None) -> Teach | None:
    """Return the chances that an exported die classifier gives."""
    if model is None:
        return None
    teacher = DieClassifier(model)
    return lambda image, places: [opinion.chances for opinion in teacher.look(image, places)]


def ship(state: Path, path: Path) -> None:
    """Write the slow average as ONNX with a free number of crops."""
    net, _ = averaged(state, Net())
    export(net, (torch.zeros(1, 3, INPUT_SIDE_PX, INPUT_SIDE_PX),), path, {INPUT_NAME: "n"}, {"die": "n"})
