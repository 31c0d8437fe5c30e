"""What else lies on a family's table: coins, pencils, cards, books, mugs, counters, pawns, a phone, a die's cup.

And what looks like a die and is none: dominoes, letter tiles, blocks, bricks with studs, buttons, rubbers.
"""

from __future__ import annotations

import math

import numpy as np

from models.training.dice import traps
from models.training.dice.cv import F32, F64, Rng
from models.training.dice.traced import ground, stage
from models.training.dice.traced.stage import Thing


def _turned(profile: list[tuple[float, float]], sides: int = 28) -> tuple[F32, F32]:
    """Return a body of revolution from (radius, height): vertices and quads."""
    angles = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    rings = [np.stack([r * np.cos(angles), r * np.sin(angles), np.full(sides, z)], 1) for r, z in profile]
    quads = []
    for k in range(len(profile) - 1):
        a = np.arange(sides) + k * sides
        b = (np.arange(sides) + 1) % sides + k * sides
        quads.append(np.stack([a, b, b + sides, a + sides], 1))
    return np.concatenate(rings), np.concatenate(quads)


def _box(x: float, y: float, z: float) -> tuple[F32, F32]:
    v = np.array([[a, b, c] for a in (-x / 2, x / 2) for b in (-y / 2, y / 2) for c in (0, z)], np.float32)
    return v, np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])


def _place(rng: Rng, thing: Thing, x: float, y: float, lying: bool) -> None:
    thing.location = (x, y, 0.25 if lying else 0.0)
    thing.rotation_euler = (math.pi / 2 if lying else 0.0, 0.0, rng.uniform(0, 2 * math.pi))


def _coat(rng: Rng, thing: Thing, metal: bool = False, glass: bool = False) -> None:
    material, shader = stage.plastic("thing")
    colour = stage.linear(ground.colour(rng))
    shader.inputs["Base Color"].default_value = (*colour.tolist(), 1)
    shader.inputs["Roughness"].default_value = rng.uniform(0.05, 0.8)
    if metal:
        shader.inputs["Metallic"].default_value = 1.0
        tone = [(0.8, 0.8, 0.82), (0.75, 0.55, 0.25), (0.7, 0.4, 0.25)][int(rng.integers(3))]
        shader.inputs["Base Color"].default_value = (*tone, 1)
        shader.inputs["Roughness"].default_value = rng.uniform(0.15, 0.5)
    if glass:
        shader.inputs["Transmission Weight"].default_value = 1.0
        shader.inputs["Base Color"].default_value = (0.95, 0.97, 0.95, 1)
        shader.inputs["Roughness"].default_value = 0.02
    stage.wear(thing, material)


_TOP = 5
"""Which face of a ``_box`` looks up."""


def _printed(rng: Rng, kind: str, x: float, y: float) -> None:
    """Place a box with a print on top: a domino, a letter tile, a block or a button's face."""
    edge = float(rng.uniform(0.8, 1.5))
    wide, deep, high = {
        "domino": (2 * edge, edge, rng.uniform(0.2, 0.5)),
        "tile": (edge, edge, rng.uniform(0.15, 0.4)),
        "block": (edge, edge, edge),
        "rubber": (1.6 * edge, edge, rng.uniform(0.3, 0.8)),
    }[kind]
    printed = traps.domino_face(rng, 128) if kind == "domino" else traps.face(rng, 128)
    vertices, faces = _box(wide, deep, float(high))
    thing = stage.solid(kind, vertices, faces, smooth=False)
    layer = thing.data.uv_layers.new(name="print")
    uv = np.full((len(faces), 4, 2), 0.02, np.float32)  # the sides are of the body's colour
    uv[_TOP] = [[0.01, 0.01], [0.99, 0.01], [0.99, 0.99], [0.01, 0.99]]
    layer.uv.foreach_set("vector", np.ascontiguousarray(uv.reshape(-1, 2)).ravel())
    material, shader = stage.plastic("print")
    texture = material.node_tree.nodes.new("ShaderNodeTexImage")
    texture.image = stage.picture("print", printed)
    material.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = rng.uniform(0.05, 0.8)
    stage.wear(thing, material)
    _place(rng, thing, x, y, False)
    if kind != "block" or rng.random() < 0.7:
        bevel = thing.modifiers.new("edge", "BEVEL")
        bevel.width, bevel.segments = float(rng.uniform(0.01, 0.08)) * edge, 2


def _studded(rng: Rng, x: float, y: float) -> None:
    """Place a toy brick: a box with rows of studs, as many as a die may have pips."""
    rows, columns = [(1, 1), (1, 2), (2, 2), (2, 3), (2, 4)][int(rng.integers(5))]
    pitch = float(rng.uniform(0.35, 0.6))
    high = float(rng.uniform(0.2, 0.7))
    parts = [_box(columns * pitch, rows * pitch, high)]
    for i in range(rows):
        for j in range(columns):
            stud, quads = _turned([(0.3 * pitch, 0), (0.3 * pitch, 0.2 * pitch), (0.01, 0.2 * pitch)], 16)
            middle = ((j - (columns - 1) / 2) * pitch, (i - (rows - 1) / 2) * pitch, high)
            parts.append((stud + np.array(middle, np.float32), quads))
    starts = np.cumsum([0, *(len(v) for v, _ in parts)])
    faces = np.concatenate([q + start for (_, q), start in zip(parts, starts, strict=False)])
    thing = stage.solid("brick", np.concatenate([v for v, _ in parts]), faces, smooth=False)
    _place(rng, thing, x, y, False)
    _coat(rng, thing)


def _one(rng: Rng, kind: str, x: float, y: float) -> None:
    if kind in ("domino", "tile", "block", "rubber"):
        return _printed(rng, kind, x, y)
    if kind == "brick":
        return _studded(rng, x, y)
    lying = False
    if kind == "mug":
        r, h = rng.uniform(2.2, 3.2), rng.uniform(4, 7)
        parts = _turned([(0.01, 0.1), (r, 0.1), (r, h), (0.9 * r, h), (0.88 * r, 0.4), (0.01, 0.4)])
    elif kind == "coin":
        r, h = rng.uniform(0.5, 0.85), rng.uniform(0.08, 0.16)
        parts = _turned([(0.01, 0), (r, 0), (r, h), (0.9 * r, h), (0.88 * r, 0.85 * h), (0.01, 0.85 * h)])
    elif kind == "counter":
        r, h = rng.uniform(0.35, 0.8), rng.uniform(0.12, 0.4)
        parts = _turned([(0.01, 0), (r, 0), (r, h), (0.01, h)])
    elif kind == "pawn":
        r, h = rng.uniform(0.35, 0.6), rng.uniform(1.2, 2)
        ball = [(0.45 * r * math.sin(t), h + 0.35 * r - 0.45 * r * math.cos(t)) for t in np.linspace(0.4, 3.13, 8)]
        parts = _turned([(0.01, 0), (r, 0), (r, 0.1 * h), (0.35 * r, 0.85 * h), *ball])
    elif kind == "pencil":
        r, length = rng.uniform(0.18, 0.3), rng.uniform(6, 11)
        parts = _turned([(0.01, 0), (r, 0), (r, length), (0.08, 1.12 * length), (0.01, 1.13 * length)], 6)
        lying = True
    elif kind == "card":
        parts = _box(3.9, 5.6, 0.03)
    else:  # book, box, phone
        parts = _box(rng.uniform(3, 12), rng.uniform(5, 16), rng.uniform(0.4, 2.5))
    thing = stage.solid(kind, *parts, smooth=False)
    _place(rng, thing, x, y, lying)
    _coat(rng, thing, metal=kind == "coin", glass=kind == "mug" and rng.random() < 0.3)


KINDS = {"mug": 4.0, "coin": 1.0, "counter": 1.0, "pawn": 1.0, "pencil": 6.5, "card": 3.5, "book": 9.0}
"""How far from every die it must stay, in edges."""
TRAPS = {"domino": 1.6, "tile": 1.2, "block": 1.4, "rubber": 1.6, "brick": 1.4, "counter": 1.0, "coin": 1.0}
"""The same of what looks like a die and is none."""


def litter(rng: Rng, dice: list[F64], reach: float, trapped: float = 0.0) -> None:
    """Place some things where no die is, within ``reach`` edges; ``trapped``: the probability of traps among them."""
    for _ in range(int(rng.choice([0, 1, 2, 4, 8], p=[0.45, 0.2, 0.15, 0.12, 0.08]))):
        _somewhere(rng, KINDS, dice, reach)
    if trapped and rng.random() < trapped:
        kinds = TRAPS if rng.random() < 0.5 else {str(k): TRAPS[str(k)] for k in rng.choice(list(TRAPS), 1)}
        for _ in range(int(rng.integers(2, 13))):
            _somewhere(rng, kinds, dice, 0.7 * reach)


def _somewhere(rng: Rng, kinds: dict[str, float], dice: list[F64], reach: float) -> None:
    """One of ``kinds`` where it hides no die, if such a place is found."""
    kind = str(rng.choice(list(kinds)))
    for _ in range(12):
        x, y = rng.uniform(-reach, reach, 2)
        if all(math.hypot(x - d[0], y - d[1]) > kinds[kind] + 0.8 for d in dice):
            return _one(rng, kind, float(x), float(y))
