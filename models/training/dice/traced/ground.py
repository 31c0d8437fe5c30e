"""What the dice lie on, as a path tracer is told it: wood, cloth, carpet, leather, stone, paper, lacquer, felt."""

from __future__ import annotations

import math

import bpy
import numpy as np

from models.training.dice.cv import F32, Rng, cv2
from models.training.dice.style import pure
from models.training.dice.traced import stage
from models.training.dice.traced.stage import Thing

HALF = 70.0
"""Half a table's side, in edges."""


class _Shade:
    """A material's nodes, put together a line at a time."""

    def __init__(self, name: str) -> None:
        self.material, self.shader = stage.plastic(name)
        self._tree = self.material.node_tree
        self._place = self._tree.nodes.new("ShaderNodeTexCoord").outputs["Object"]

    def node(self, kind: str, vector: Thing = None, **inputs: object) -> Thing:
        """Return a node of ``kind`` with some inputs set or linked."""
        made = self._tree.nodes.new(f"ShaderNode{kind}")
        if "Vector" in made.inputs and kind.startswith("Tex"):
            self.link(self._place if vector is None else vector, made.inputs["Vector"])
        for name, value in inputs.items():
            slot = made.inputs[name.replace("_", " ")]
            if isinstance(value, (int, float, tuple, list)):
                slot.default_value = value
            else:
                self.link(value, slot)
        return made

    def link(self, source: Thing, to: Thing) -> None:
        self._tree.links.new(source, to)

    def place(self, scale: tuple[float, float, float], angle: float = 0.0) -> Thing:
        """Return the spot on the table, turned and scaled."""
        return self.node("Mapping", Vector=self._place, Scale=scale, Rotation=(0, 0, angle)).outputs["Vector"]

    def mix(self, share: Thing, a: F32, b: F32 | Thing) -> Thing:
        """Colour ``a`` to ``b`` (RGB 0..255, or another colour's socket) by a share, 0..1."""
        made = self._tree.nodes.new("ShaderNodeMix")
        made.data_type = "RGBA"
        self.link(share, made.inputs["Factor"])
        self._dye(made.inputs[6], a)
        self._dye(made.inputs[7], b)
        return made.outputs[2]

    def between(self, value: Thing, low: float, high: float) -> Thing:
        """0 under ``low``, 1 over ``high``."""
        return self.node("MapRange", Value=value, From_Min=low, From_Max=high).outputs["Result"]

    def paint(self, colour: Thing | F32) -> None:
        self._dye(self.shader.inputs["Base Color"], colour)

    def _dye(self, slot: Thing, colour: Thing | F32) -> None:
        if isinstance(colour, np.ndarray):
            slot.default_value = (*stage.linear(colour).tolist(), 1)
        else:
            self.link(colour, slot)

    def relief(self, height: Thing, deep: float) -> None:
        """Add a bump of ``deep`` edges."""
        bump = self.node("Bump", Height=height, Distance=deep, Strength=1.0)
        self.link(bump.outputs["Normal"], self.shader.inputs["Normal"])

    def rough(self, value: float) -> None:
        self.shader.inputs["Roughness"].default_value = value


def colour(rng: Rng) -> F32:
    """White to black, wood and earth, or any hue."""
    kind = rng.random()
    if kind < 0.4:
        return np.clip(rng.uniform(12, 245) + rng.normal(0, 7, 3), 4, 250).astype(np.float32)
    if kind < 0.65:
        light = rng.uniform(40, 225)
        return np.array([light, light * rng.uniform(0.72, 0.95), light * rng.uniform(0.4, 0.85)], np.float32)
    c = pure(rng.uniform(0, 6))
    return (rng.uniform(40, 240) * (1 - rng.uniform(0.2, 0.9) * (1 - c))).astype(np.float32)


def _kin(rng: Rng, a: F32, far: float) -> F32:
    """Return a colour near ``a``: as far as the grain, the weave's second thread or a stain is."""
    return np.clip(a * math.exp(rng.normal(0, far)) + rng.normal(0, 20 * far, 3), 3, 252).astype(np.float32)


def _flat(shade: _Shade) -> None:
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32) * HALF
    stage.wear(stage.solid("table", corners, np.array([[0, 1, 2, 3]])), shade.material)


def wood(rng: Rng) -> None:
    """Boards or veneer: stretched noise for the grain, rings, knots, pores; oiled to lacquered."""
    s = _Shade("wood")
    light = rng.uniform(45, 225)
    a = np.array([light, light * rng.uniform(0.6, 0.85), light * rng.uniform(0.3, 0.7)], np.float32)
    angle = rng.uniform(0, math.pi)
    fine = s.node("TexNoise", s.place((0.02, rng.uniform(0.5, 1.5), 1), angle), Scale=rng.uniform(1, 4), Detail=8)
    rings = s.node(
        "TexWave",
        s.place((rng.uniform(0.01, 0.08), 1, 1), angle),
        Scale=rng.uniform(0.05, 0.4),
        Distortion=rng.uniform(2, 14),
        Detail=3,
        Detail_Scale=rng.uniform(0.3, 1.5),
    )
    pores = s.node("TexNoise", s.place((0.4, 12, 1), angle), Scale=rng.uniform(0.7, 2), Detail=2)
    colour_ = s.mix(rings.outputs["Fac"], a, _kin(rng, a, 0.25))
    colour_ = s.mix(s.between(fine.outputs["Fac"], 0.35, 0.7), _kin(rng, a, 0.4), colour_)
    if rng.random() < 0.5:
        colour_ = s.mix(s.between(pores.outputs["Fac"], 0.6, 0.68), a * np.float32(0.45), colour_)
    if rng.random() < 0.3:  # planks
        brick = s.node(
            "TexBrick",
            s.place((1, 1, 1), angle),
            Scale=1.0,
            Brick_Width=rng.uniform(30, 80),
            Row_Height=rng.uniform(3, 9),
            Mortar_Size=rng.uniform(0.01, 0.08),
        )
        s.relief(brick.outputs["Fac"], -0.05)
    elif rng.random() < 0.5:
        s.relief(fine.outputs["Fac"], rng.uniform(0.005, 0.05))
    s.paint(colour_)
    s.rough(rng.uniform(0.08, 0.7))
    if rng.random() < 0.4:
        s.shader.inputs["Coat Weight"].default_value = rng.uniform(0.2, 1)
        s.shader.inputs["Coat Roughness"].default_value = rng.uniform(0.01, 0.25)
    _flat(s)


def cloth(rng: Rng) -> None:
    """Woven threads seen or not, plain, checked, striped or with a print of spots."""
    s = _Shade("cloth")
    angle, thread = rng.uniform(0, math.pi), rng.uniform(1.5, 14)
    warp = s.node("TexWave", s.place((1, 1, 1), angle), Scale=thread, Distortion=rng.uniform(0, 1.5), Detail=2)
    weft = s.node(
        "TexWave", s.place((1, 1, 1), angle + math.pi / 2), Scale=thread, Distortion=rng.uniform(0, 1.5), Detail=2
    )
    over = s.node("TexChecker", s.place((1, 1, 1), angle), Scale=thread * 3.2)
    height = s.node("Math", Value=0.0)
    height.operation = "MAXIMUM"
    s.link(warp.outputs["Fac"], height.inputs[0])
    s.link(weft.outputs["Fac"], height.inputs[1])
    a = colour(rng)
    b = colour(rng)
    kind = rng.random()
    out: Thing = s.mix(over.outputs["Fac"], a, _kin(rng, a, rng.uniform(0, 0.35)))
    wide = rng.uniform(0.08, 0.6)
    if kind < 0.2:
        out = s.mix(s.node("TexChecker", s.place((1, 1, 1), angle), Scale=wide).outputs["Fac"], b, out)
    elif kind < 0.4:
        stripes = s.node("TexWave", s.place((1, 1, 1), angle), Scale=wide, Distortion=0.0)
        out = s.mix(s.between(stripes.outputs["Fac"], 0.5, 0.52), b, out)
        if rng.random() < 0.5:
            cross = s.node("TexWave", s.place((1, 1, 1), angle + math.pi / 2), Scale=wide, Distortion=0.0)
            out = s.mix(s.between(cross.outputs["Fac"], 0.5, 0.52), _kin(rng, b, 0.3), out)
    elif kind < 0.55:  # spots and flowers
        spots = s.node(
            "TexVoronoi", s.place((1, 1, 1), angle), Scale=rng.uniform(0.15, 1.4), Randomness=rng.uniform(0, 1)
        )
        out = s.mix(s.between(spots.outputs["Distance"], 0.25, 0.28), b, out)
    s.paint(out)
    s.relief(height.outputs["Value"], rng.uniform(0.01, 0.12) / thread * 4)
    s.rough(rng.uniform(0.7, 1))
    s.shader.inputs["Sheen Weight"].default_value = rng.uniform(0, 0.5)
    _flat(s)


def carpet(rng: Rng) -> None:
    """Tufts that stand in real rows: blades of pile, or loops, on a backing."""
    a = colour(rng)
    wide = rng.uniform(0.05, 0.22)
    reach = min(HALF, 120 * wide)
    rows = np.arange(-reach, reach, wide)
    x, y = (m.ravel() for m in np.meshgrid(rows, rows))
    x, y = x + rng.normal(0, 0.25 * wide, x.size), y + rng.normal(0, 0.25 * wide, x.size)
    high, thick = wide * rng.uniform(0.8, 3), wide * rng.uniform(0.2, 0.45)
    lean = rng.normal(0, 0.5 * high, (x.size, 2)) + rng.normal(0, 0.5 * high, 2)
    turn = rng.uniform(0, 2 * math.pi, x.size)
    foot = np.stack([x, y, np.full(x.size, -1.02 * high)], 1)
    tip = foot + np.column_stack([lean, np.full(x.size, high) * rng.uniform(0.8, 1.0, x.size)])
    middle = (foot + tip) / 2 + np.column_stack([-0.25 * lean, 0.15 * high * np.ones(x.size)])
    rings = []
    for k in range(4):
        side = np.column_stack([np.cos(turn + k * math.pi / 2), np.sin(turn + k * math.pi / 2), np.zeros(x.size)])
        rings += [foot + side * thick, middle + side * thick * 1.1, tip + side * thick * 0.5]
    points = np.stack(rings, 1)  # (tufts, 12, 3): side by side, from the foot up
    index = np.array(
        [[3 * k + j, (3 * k + j + 3) % 12, (3 * k + j + 4) % 12, 3 * k + j + 1] for k in range(4) for j in (0, 1)]
    )
    index = np.concatenate([index, [[2, 5, 8, 11]]])
    quads = (np.arange(x.size)[:, None, None] * 12 + index).reshape(-1, 4)
    s = _Shade("carpet")
    tone = s.node("TexNoise", Scale=rng.uniform(0.5, 6), Detail=6)
    s.paint(s.mix(s.between(tone.outputs["Fac"], 0.35, 0.65), a, _kin(rng, a, rng.uniform(0.05, 0.5))))
    s.rough(rng.uniform(0.8, 1))
    thing = stage.solid("carpet", points.reshape(-1, 3), quads)
    stage.wear(thing, s.material)
    below = _Shade("backing")
    below.paint(a * np.float32(0.6))
    below.rough(1.0)
    _flat(below)
    table = bpy.data.objects["table"]
    table.location = (0, 0, -1.05 * high)


def leather(rng: Rng) -> None:
    """Leather and its likes: cells of wrinkles; a desk pad, a sofa, a book's cover."""
    s = _Shade("leather")
    cells = s.node("TexVoronoi", Scale=rng.uniform(2, 14))
    cells.feature = "DISTANCE_TO_EDGE" if rng.random() < 0.6 else "F1"
    wear = s.node("TexNoise", Scale=rng.uniform(0.1, 1), Detail=5)
    a = colour(rng)
    s.paint(s.mix(s.between(wear.outputs["Fac"], 0.4, 0.65), a, _kin(rng, a, 0.2)))
    s.relief(cells.outputs["Distance"], rng.uniform(0.01, 0.08))
    s.rough(rng.uniform(0.25, 0.7))
    _flat(s)


def stone(rng: Rng) -> None:
    """Granite, terrazzo, marble or a tiled worktop."""
    s = _Shade("stone")
    a, b = colour(rng), colour(rng)
    kind = rng.random()
    if kind < 0.4:
        bits = s.node("TexVoronoi", Scale=rng.uniform(0.8, 7), Randomness=1.0)
        out = s.mix(s.between(bits.outputs["Color"], 0.5, rng.uniform(0.55, 0.9)), a, b)
    elif kind < 0.7:
        veins = s.node("TexNoise", Scale=rng.uniform(0.1, 0.6), Detail=10, Distortion=rng.uniform(1, 4))
        out = s.mix(s.between(veins.outputs["Fac"], 0.48, 0.56), a, _kin(rng, a, 0.5))
    else:
        grit = s.node("TexNoise", Scale=rng.uniform(3, 20), Detail=4)
        out = s.mix(s.between(grit.outputs["Fac"], 0.45, 0.62), a, b)
    if rng.random() < 0.3:
        tiles = s.node(
            "TexBrick", Scale=1.0, Brick_Width=rng.uniform(5, 20), Row_Height=rng.uniform(5, 20), Mortar_Size=0.12
        )
        out = s.mix(tiles.outputs["Fac"], out, _kin(rng, a, 0.5))
        s.relief(tiles.outputs["Fac"], -0.1)
    s.paint(out)
    s.rough(rng.uniform(0.03, 0.6))
    _flat(s)


def plain(rng: Rng) -> None:
    """Lacquer, plastic, felt, rubber mats, card: one colour, from mirror to chalk."""
    s = _Shade("plain")
    kind = rng.random()
    a = colour(rng)
    fine = s.node("TexNoise", Scale=rng.uniform(4, 60), Detail=8)
    s.paint(s.mix(s.between(fine.outputs["Fac"], 0.3, 0.7), a, _kin(rng, a, rng.uniform(0, 0.15))))
    if kind < 0.45:
        s.rough(rng.uniform(0.03, 0.5))
    else:
        s.rough(rng.uniform(0.7, 1))
        s.relief(fine.outputs["Fac"], rng.uniform(0.005, 0.08))
    _flat(s)


def printed(rng: Rng) -> None:
    """Lay a newspaper, a rule sheet, a game's board: lines of letters, boxes, blots of colour."""
    side = 1024
    page = np.empty((side, side, 3), np.float32)
    page[:] = colour(rng) if rng.random() < 0.4 else rng.uniform(200, 252)
    for _ in range(int(rng.integers(0, 14))):
        (x, y), r = rng.integers(0, side, 2).tolist(), int(rng.integers(20, 220))
        ink = tuple(float(c) for c in colour(rng))
        if rng.random() < 0.5:
            cv2.rectangle(page, (x, y), (x + r, y + int(r * rng.uniform(0.3, 2))), ink, -1 if rng.random() < 0.7 else 4)
        else:
            cv2.circle(page, (x, y), r // 2, ink, -1 if rng.random() < 0.7 else 4)
    ink = (float(rng.uniform(0, 60)),) * 3
    y = 20.0
    while y < side and rng.random() < 0.97:
        tall = float(rng.choice([0.5, 0.5, 0.5, 0.9, 2.2]))
        words = "".join(chr(c) for c in rng.choice(list(b"abcdefghilmnoprstuvwy     ,.ABDERST123"), 90))
        at, font = (int(rng.integers(-30, 60)), int(y)), int(rng.integers(0, 5))
        cv2.putText(page, words, at, font, tall, ink, 1 + int(tall), cv2.LINE_AA)
        y += 36 * tall + rng.uniform(0, 30)
    s = _Shade("print")
    texture = s.node("TexImage", s.place((rng.uniform(0.02, 0.08),) * 3, rng.uniform(0, 2 * math.pi)))
    texture.image = stage.picture("page", page[::-1])
    s.paint(texture.outputs["Color"])
    s.rough(rng.uniform(0.2, 0.9))
    _flat(s)


KINDS = {
    "wood": (wood, 0.28),
    "cloth": (cloth, 0.2),
    "carpet": (carpet, 0.14),
    "leather": (leather, 0.08),
    "stone": (stone, 0.1),
    "plain": (plain, 0.14),
    "print": (printed, 0.06),
}
"""Each ground and how often it lies under the dice."""


def lay(rng: Rng) -> str:
    """Put one into the scene; its name."""
    names = list(KINDS)
    kind = str(rng.choice(names, p=[KINDS[n][1] for n in names]))
    KINDS[kind][0](rng)
    return kind
