"""Calibrate the dice camera from one picture: play area, size of the dice, colours of the sets, and advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.facts import Fact, fact
from companion.senses.dice.crops import Image
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import load as load_margins
from companion.senses.dice.die_colour import DieSet, Lab, middle, name, split
from companion.senses.dice.die_faces import common_size
from companion.senses.dice.frame_motion import light_advice, thumb
from companion.senses.dice.photo_reader import candidates
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tray import FULL_FRAME, Region, TraySetup, pixels

MIN_DIE_PX = 18.0
"""Minimum side of a die in the camera's picture, in pixels; from 25 on dice are read well."""
MIN_VIEW_COSINE = 0.5
"""Minimum cosine of the view on upper faces: the camera must be 30 degrees or more above the table."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Result of a calibration: the set-up, the dice that it was measured on, and advice.

    Attributes:
        ready: True if the dice are large enough and the sets can be told apart.
    """

    setup: TraySetup
    dice: tuple[SeenDie, ...]
    advice: tuple[Fact, ...]
    ready: bool


def calibrate(detector: DiceDetector, image: Image, colours: int = 1, names: Sequence[str] = ()) -> Calibration:
    """Calibrate from one picture that shows at least one die of each colour in the play area.

    Args:
        detector: The dice detector.
        image: The picture, (h, w, 3) uint8 BGR.
        colours: Number of dice sets to tell apart by colour: 1 or 2.
        names: Names of the sets, the lightest first; empty names them by their colours.
    """
    light = light_advice(image)
    dice = tuple(d for d in candidates(detector, image).dice if d.score >= load_margins().score)
    if not dice:
        return Calibration(TraySetup(), (), (*light, fact("calibrate.no-dice")), False)
    advice = list(light)
    edge = common_size(dice)
    if edge < MIN_DIE_PX:
        advice.append(fact("calibrate.small", pixels=round(edge)))
    if float(np.median([d.tilt.facing for d in dice if d.tilt])) < MIN_VIEW_COSINE:
        advice.append(fact("calibrate.flat"))
    sets, said = find_sets([d.lab for d in dice], colours, names)
    if said:
        advice.append(said)
    region = play_area(image, dice)
    left, top, right, bottom = pixels(region, image)
    part = image[top:bottom, left:right]
    small = thumb(np.ascontiguousarray(part)).round().astype(int)
    share = edge / max(part.shape[:2])
    setup = TraySetup(
        region=region, edge=round(float(share), 5), sets=sets, thumb=tuple(tuple(r) for r in small.tolist())
    )
    return Calibration(setup, dice, tuple(advice), not said and edge >= 12)


def find_sets(labs: Sequence[Lab], colours: int, names: Sequence[str]) -> tuple[tuple[DieSet, ...], Fact | None]:
    """Return the dice sets among the colours shown, and a fact if two sets cannot be told apart.

    Args:
        labs: Colour of each die.
        colours: Number of sets: 1 or 2.
        names: Names of the sets, the lightest first; empty names them by their colours.
    """
    if colours < 2:
        lab = middle(labs)
        return (DieSet(names[0] if names else name(lab), lab),), None
    found = split(labs, names, least=1)
    return (found, None) if found else ((), fact("calibrate.alike"))


def play_area(image: Image, dice: Sequence[SeenDie]) -> Region:
    """Return the even ground around the dice (tray, cloth, board) as shares of the picture.

    Returns the whole picture if no such area is found around all dice.
    """
    h, w = image.shape[:2]
    scale = 200 / max(h, w)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB) * np.array([0.5, 1, 1], np.float32)
    ring = np.zeros(small.shape[:2], np.uint8)
    for d in dice:
        cv2.circle(ring, (round(d.x * scale), round(d.y * scale)), max(3, round(1.5 * d.size * scale)), (1,), -1)
    for d in dice:
        cv2.circle(ring, (round(d.x * scale), round(d.y * scale)), max(2, round(0.9 * d.size * scale)), (0,), -1)
    ground = lab[ring > 0]
    if len(ground) < 20:
        return FULL_FRAME
    usual = np.median(ground, 0)
    spread = max(6.0, 3 * float(np.median(np.abs(ground - usual).sum(1))))
    mask = (np.abs(lab - usual).sum(2) < spread).astype(np.uint8)
    for d in dice:
        cv2.circle(mask, (round(d.x * scale), round(d.y * scale)), max(2, round(d.size * scale)), (1,), -1)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, label, stats, _ = cv2.connectedComponentsWithStats(mask)
    at = [
        int(label[min(label.shape[0] - 1, round(d.y * scale)), min(label.shape[1] - 1, round(d.x * scale))])
        for d in dice
    ]
    mine = max(set(at), key=at.count)
    x, y, bw, bh, area = (int(v) for v in stats[mine])
    edge = common_size(dice) * scale
    if mine == 0 or area < 12 * edge**2 or at.count(mine) < len(at):
        return FULL_FRAME
    pad = edge
    left, top = max(0.0, (x - pad) / small.shape[1]), max(0.0, (y - pad) / small.shape[0])
    right, bottom = min(1.0, (x + bw + pad) / small.shape[1]), min(1.0, (y + bh + pad) / small.shape[0])
    if (right - left) * (bottom - top) > 0.85:
        return FULL_FRAME
    return round(left, 4), round(top, 4), round(right, 4), round(bottom, 4)


def draw_calibration(image: Image, found: Calibration) -> Image:
    """Return a copy of the picture with the play area and the dice drawn in."""
    out = image.copy()
    left, top, right, bottom = pixels(found.setup.region, out)
    cv2.rectangle(out, (left, top), (right - 1, bottom - 1), (0, 200, 0), 2)
    for d in found.dice:
        x0, y0, x1, y1 = (int(v) for v in d.box)
        cv2.rectangle(out, (x0, y0), (x1, y1), (0, 220, 255), 2)
        cv2.putText(out, f"{d.value} {d.colour}", (x0, max(12, y0 - 4)), 0, 0.5, (0, 0, 255), 1, cv2.LINE_AA)
    return out
