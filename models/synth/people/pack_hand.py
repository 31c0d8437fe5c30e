"""Pack the left hand of the shared CC0 MakeHuman body in a dozen finger poses into `hand.npz`.

Run `python -m models.synth.people.pack_hand ../shared/heads/makehuman`. Hands are what most often hides a mouth.
The hand's own frame: origin at the middle knuckle, y along the fingers, z out of its back, x to the thumb.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .pack import F64, Skinner, read_obj

HAND = Path(__file__).with_name("hand.npz")
STEP = 1.0 / 8192
PARTS = ("lowerarm02.L", "wrist.L", "metacarpal", "finger")
Bends = tuple[float, float, float]
# bend of the three joints of each finger (thumb first), in degrees, then spread
POSES: dict[str, list[Bends]] = {
    "flat": [(5, 5, 0), (2, 4, 2), (2, 4, 2), (2, 4, 2), (2, 4, 2)],
    "relaxed": [(10, 15, 10), (18, 25, 15), (22, 30, 18), (26, 34, 20), (30, 38, 22)],
    "cupped": [(20, 20, 15), (35, 35, 20), (38, 38, 22), (40, 40, 24), (42, 42, 24)],
    "fist": [(30, 45, 50), (80, 95, 55), (84, 98, 55), (86, 98, 55), (88, 98, 55)],
    "point": [(30, 45, 45), (4, 6, 3), (82, 96, 55), (85, 98, 55), (88, 98, 55)],
    "two": [(32, 45, 45), (6, 5, 3), (6, 5, 3), (84, 98, 55), (88, 98, 55)],
    "pinch": [(22, 30, 35), (48, 50, 25), (60, 70, 40), (66, 75, 45), (70, 78, 45)],
    "hold": [(25, 20, 20), (50, 45, 30), (52, 48, 30), (55, 50, 32), (58, 52, 32)],
    "spread": [(0, 0, 0), (4, 4, 2), (2, 4, 2), (4, 4, 2), (6, 6, 3)],
    "chin": [(15, 25, 20), (12, 15, 10), (60, 75, 45), (66, 78, 45), (70, 80, 45)],
}


def turn_about(axis: F64, degrees: float) -> F64:
    """Rotation matrix about a unit axis."""
    a = np.deg2rad(degrees)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + np.sin(a) * k + (1 - np.cos(a)) * k @ k)


class Hand:
    """Finger poses of the base mesh."""

    def __init__(self, folder: Path) -> None:
        self.vertices, faces, groups = read_obj(folder / "base.obj")
        self.skin = Skinner(folder, self.vertices)
        weight = np.zeros(len(self.vertices))
        for bone, (index, value) in self.skin.weights.items():
            if bone.endswith(".L") and bone.startswith(PARTS):
                weight[index] += value
        self.faces = [f for f, g in zip(faces, groups, strict=True) if g == "body" and weight[f].min() > 0.45]
        self.used = np.array(sorted({v for f in self.faces for v in f}))
        head = {b: self.skin.joints[v["head"]] for b, v in self.skin.bones.items()}
        self.head = head
        self.along = head["finger3-2.L"] - head["finger3-1.L"]
        self.along /= np.linalg.norm(self.along)
        thumb = head["finger2-1.L"] - head["finger5-1.L"]
        thumb -= self.along * (thumb @ self.along)
        self.across = thumb / np.linalg.norm(thumb)
        back = np.cross(self.across, self.along)
        palm_to_tip = self.skin.joints[self.skin.bones["finger1-3.L"]["tail"]] - head["finger3-1.L"]
        self.back = -back if back @ palm_to_tip > 0 else back
        self.origin = head["finger3-1.L"]

    def pose(self, bends: list[Bends], spread: float) -> F64:
        """Points of the hand (n, 3) in its own frame with the fingers bent."""
        local: dict[str, F64] = {}
        for finger, joints in enumerate(bends, start=1):
            for joint, degrees in enumerate(joints, start=1):
                bone = f"finger{finger}-{joint}.L"
                tail = self.skin.joints[self.skin.bones[bone]["tail"]]
                direction = tail - self.head[bone]
                direction = direction / np.linalg.norm(direction)
                towards = -self.back if finger > 1 else -0.6 * self.back - 0.8 * self.across
                axis = np.cross(direction, towards)
                axis /= np.linalg.norm(axis)
                turn = turn_about(axis, degrees)
                if joint == 1 and finger > 1:
                    turn = turn_about(self.back, spread * (3.5 - finger)) @ turn
                local[bone] = turn
        placed: dict[str, F64] = {}

        def world(bone: str) -> F64:
            if bone not in placed:
                parent = self.skin.bones[bone]["parent"]
                m = np.eye(4)
                m[:3, :3] = local.get(bone, np.eye(3))
                m[:3, 3] = self.head[bone] - m[:3, :3] @ self.head[bone]
                placed[bone] = (world(parent) if parent else np.eye(4)) @ m
            return placed[bone]

        out, total = np.zeros_like(self.vertices), np.zeros(len(self.vertices))
        for bone, (index, value) in self.skin.weights.items():
            m = world(bone)
            out[index] += value[:, None] * (self.vertices[index] @ m[:3, :3].T + m[:3, 3])
            total[index] += value
        out = out[self.used] / np.maximum(total[self.used], 1e-6)[:, None]
        frame = np.stack([self.across, self.along, self.back])
        return np.asarray((out - self.origin) @ frame.T)


def build(folder: Path) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays of the pack."""
    hand = Hand(folder)
    place = {int(v): i for i, v in enumerate(hand.used)}
    shapes = [hand.pose(bends, 9.0 if name == "spread" else 1.0) for name, bends in POSES.items()]
    return {
        "faces": np.array([[place[v] for v in f] for f in hand.faces], np.uint16),
        "names": np.array(list(POSES)),
        "points": np.rint(np.clip(np.stack(shapes), -3.9, 3.9) / STEP).astype(np.int16),
    }


def main() -> None:
    """Write the pack from the folder named on the command line."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/heads/makehuman")
    if not (folder / "base.obj").is_file():
        raise SystemExit(f"no base.obj in {folder}: name the folder of the MakeHuman head")
    arrays = build(folder)
    np.savez_compressed(HAND, **arrays)
    print(f"{HAND.name}: {arrays['points'].shape} points, {HAND.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
