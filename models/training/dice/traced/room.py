"""What lights the table and what it mirrors: windows, lamps, the sun, a flash, bright and dark walls."""

from __future__ import annotations

import math

import bpy
import numpy as np

from models.training.dice.camera import Camera
from models.training.dice.cv import F64, Rng
from models.training.dice.traced import stage
from models.training.dice.traced.stage import Thing


def _warmth(rng: Rng) -> list[float]:
    """Light from a candle's to the northern sky's, about white."""
    t = rng.normal(0, 0.35)
    return [math.exp(0.35 * t), 1.0, math.exp(-0.7 * t)]


def _way(rng: Rng, low: float, high: float) -> F64:
    el, az = math.radians(rng.uniform(low, high)), rng.uniform(0, 2 * math.pi)
    return np.array([math.cos(el) * math.cos(az), math.cos(el) * math.sin(az), math.sin(el)])


def _lamp(kind: str, place: F64, power: float, colour: list[float]) -> Thing:
    data = bpy.data.lights.new(kind.lower(), kind)
    data.energy, data.color = power, [min(1.0, c / max(colour)) for c in colour]
    lamp = bpy.data.objects.new(kind.lower(), data)
    to = -place / np.linalg.norm(place)  # a lamp shines along its own -z
    side = np.cross(to, [0.31, 0.95, 0.05])
    side /= np.linalg.norm(side)
    stage.put(lamp, np.stack([side, np.cross(-to, side), -to], 1), place)
    bpy.context.scene.collection.objects.link(lamp)
    return data


def _area(rng: Rng, way: F64, far: float, wide: float, strength: float) -> None:
    """Hang a window or shade of ``wide`` edges: of such ``strength`` on the table, however far it is."""
    data = _lamp("AREA", way * far, strength * far * far * 12, _warmth(rng))
    data.shape, data.size, data.size_y = "RECTANGLE", wide, wide * rng.uniform(0.3, 2)


def light(rng: Rng, camera: Camera) -> None:
    """One room's light."""
    nodes = bpy.context.scene.world.node_tree
    back = nodes.nodes["Background"]
    back.inputs["Color"].default_value = (*[min(1.5, c) for c in _warmth(rng)], 1)
    back.inputs["Strength"].default_value = math.exp(rng.uniform(math.log(0.05), math.log(0.6)))
    for _ in range(int(rng.choice([1, 2, 3], p=[0.5, 0.3, 0.2]))):
        kind = rng.random()
        if kind < 0.45:
            _area(rng, _way(rng, 8, 60), rng.uniform(60, 250), rng.uniform(40, 120), rng.uniform(0.3, 1))
        elif kind < 0.75:
            _area(rng, _way(rng, 45, 90), rng.uniform(50, 120), rng.uniform(3, 40), rng.uniform(0.3, 1))
        elif kind < 0.9:  # bulbs: hard shadows, small reflections
            way, far = _way(rng, 25, 85), rng.uniform(25, 110)
            for _ in range(int(rng.choice([1, 1, 3, 5]))):
                spot = way * far + rng.normal(0, 6, 3)
                data = _lamp("POINT", spot, far * far * 12 * rng.uniform(0.2, 0.7), _warmth(rng))
                data.shadow_soft_size = rng.uniform(0.3, 4)
        else:
            data = _lamp("SUN", _way(rng, 12, 65) * 100, rng.uniform(2, 6), _warmth(rng))
            data.angle = math.radians(rng.uniform(0.5, 4))
    if rng.random() < 0.08:
        spot = camera.place + camera.axes[0] * rng.uniform(-1, 1) + camera.axes[1] * rng.uniform(-1, 0.5)
        _lamp("POINT", spot, float(camera.place @ camera.place) * 12, [1, 1, 1]).shadow_soft_size = 0.2
    for _ in range(int(rng.integers(0, 5))):  # cupboards, walls, a person: what a gloss mirrors
        _panel(rng)


def _panel(rng: Rng) -> None:
    way, far = _way(rng, 5, 75), rng.uniform(70, 200)
    side = np.cross(way, [0, 0, 1.0])
    side /= np.linalg.norm(side)
    up = np.cross(side, way)
    a, b = side * rng.uniform(10, 60), up * rng.uniform(10, 60)
    corners = np.stack([way * far - a - b, way * far + a - b, way * far + a + b, way * far - a + b])
    material, shader = stage.plastic("wall")
    shader.inputs["Base Color"].default_value = (*rng.uniform(0.02, 0.9, 3).tolist(), 1)
    if rng.random() < 0.4:
        shader.inputs["Emission Color"].default_value = (*_warmth(rng), 1)
        shader.inputs["Emission Strength"].default_value = rng.uniform(0.2, 3)
    stage.wear(stage.solid("wall", corners, np.array([[0, 1, 2, 3]])), material)
