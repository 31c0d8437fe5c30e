"""Pack the shared CC0 MakeHuman head into one small file, `head.npz`.

Run `python -m models.synth.people.pack ../shared/heads/makehuman` from the repository root.

The pack keeps the head, neck and shoulders of the base mesh (quads, before subdivision), eyeballs, lashes
and the rest teeth (only to carry their place), and every shape as a quantised sparse offset:
`macro:` race, sex and age, `shape:` features (left and right merged), `unit:` face pose units, `expr:` expressions.
Lengths are MakeHuman's decimetres; x to the person's left, y up, z to the viewer.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

F64 = npt.NDArray[np.float64]
RACES = ("african", "asian", "caucasian")
FEATURE_FOLDERS = ("mouth", "nose", "cheek", "chin", "head", "forehead", "eyes", "eyebrows", "ears")
HELPERS = ("helper-l-eye", "helper-r-eye", "helper-upper-teeth", "helper-lower-teeth")
LASHES = ("helper-l-eyelashes-1", "helper-l-eyelashes-2", "helper-r-eyelashes-1", "helper-r-eyelashes-2")
STEP = 1.0 / 6000  # offsets are stored in steps of 0.017 mm, up to 5.4 dm
PACK = Path(__file__).with_name("head.npz")


def read_obj(path: Path) -> tuple[F64, list[list[int]], list[str]]:
    """Vertices (n, 3), faces as vertex indices, and the group name of each face."""
    vertices: list[list[float]] = []
    faces: list[list[int]] = []
    groups: list[str] = []
    group = ""
    for line in path.read_text().splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "v":
            vertices.append([float(w) for w in words[1:4]])
        elif words[0] == "g":
            group = words[1]
        elif words[0] == "f":
            faces.append([int(w.split("/")[0]) - 1 for w in words[1:]])
            groups.append(group)
    return np.array(vertices), faces, groups


def read_target(path: Path, count: int) -> F64:
    """A MakeHuman target as dense offsets (count, 3)."""
    offsets = np.zeros((count, 3))
    for line in path.read_text().splitlines():
        words = line.split()
        if len(words) == 4 and words[0] != "#":
            offsets[int(words[0])] = [float(w) for w in words[1:]]
    return offsets


class Skinner:
    """Linear blend skinning of the base mesh by the face pose units (a BVH file, one frame a unit)."""

    def __init__(self, folder: Path, vertices: F64) -> None:
        skeleton = json.loads((folder / "default.mhskel").read_text())
        weights = json.loads((folder / "default_weights.mhw").read_text())["weights"]
        self.vertices = vertices
        self.bones = skeleton["bones"]
        self.joints = {k: vertices[v].mean(0) for k, v in skeleton["joints"].items()}
        self.weights = {
            b: (np.array([p[0] for p in w], int), np.array([p[1] for p in w]))
            for b, w in weights.items()
            if b in self.bones
        }
        self.units: list[str] = json.loads((folder / "face-poseunits.json").read_text())["framemapping"]
        self._read_bvh(folder / "face-poseunits.bvh")

    def _read_bvh(self, path: Path) -> None:
        lines = path.read_text().splitlines()
        self.channels: list[tuple[str, list[str]]] = []
        bone = ""
        start = 0
        for i, line in enumerate(lines):
            words = line.split()
            if words and words[0] in ("ROOT", "JOINT"):
                bone = words[1]
            elif words and words[0] == "CHANNELS":
                self.channels.append((bone, words[2:]))
            elif line.startswith("Frame Time"):
                start = i + 1
        self.frames = np.array([[float(w) for w in line.split()] for line in lines[start:] if line.strip()])

    def pose(self, unit: str) -> F64:
        """Vertices of the base mesh with one pose unit fully on."""
        turn: dict[str, F64] = {}
        row = iter(self.frames[self.units.index(unit)])
        for bone, channels in self.channels:
            m = np.eye(3)
            for channel in channels:
                value = next(row)
                if channel.endswith("rotation"):
                    m = m @ axis_rotation("XYZ".index(channel[0]), value)
            turn[bone] = turn[bone] @ m if bone in turn else m
        placed: dict[str, F64] = {}

        def world(bone: str) -> F64:
            if bone not in placed:
                parent = self.bones[bone]["parent"]
                head = self.joints[self.bones[bone]["head"]]
                local = np.eye(4)
                local[:3, :3] = turn.get(bone, np.eye(3))
                local[:3, 3] = head - local[:3, :3] @ head
                placed[bone] = (world(parent) if parent else np.eye(4)) @ local
            return placed[bone]

        out = np.zeros_like(self.vertices)
        total = np.zeros(len(out))
        for bone, (index, weight) in self.weights.items():
            m = world(bone)
            out[index] += weight[:, None] * (self.vertices[index] @ m[:3, :3].T + m[:3, 3])
            total[index] += weight
        done = total > 1e-6
        out[done] /= total[done, None]
        out[~done] = self.vertices[~done]
        return out


def axis_rotation(axis: int, degrees: float) -> F64:
    """Rotation matrix about x, y or z."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    m = np.eye(3)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    m[a, a], m[a, b], m[b, a], m[b, b] = c, -s, s, c
    return m


def collect_shapes(folder: Path, vertices: F64) -> dict[str, F64]:
    """All shapes by name, dense (n, 3)."""
    n = len(vertices)
    targets = folder / "targets"
    shapes = {f"macro:{p.stem}": read_target(p, n) for p in sorted((targets / "macrodetails").glob("*.target"))}
    for name in FEATURE_FOLDERS:
        for path in sorted((targets / name).glob("*.target")):
            stem = path.stem
            if stem.startswith("r-"):
                continue
            offsets = read_target(path, n)
            if stem.startswith("l-"):
                offsets += read_target(path.with_name("r-" + stem[2:] + ".target"), n)
                stem = stem[2:]
            shapes[f"shape:{stem}"] = offsets
    units = targets / "expression" / "units"
    for path in sorted((units / RACES[0]).glob("*.target")):
        shapes[f"expr:{path.stem}"] = np.mean([read_target(units / r / path.name, n) for r in RACES], axis=0)
    skinner = Skinner(folder, vertices)
    rest = skinner.pose("Rest")
    for unit in skinner.units:
        if unit != "Rest" and not unit.startswith("Tongue") and "Eyeturn" not in unit:
            shapes[f"unit:{unit}"] = skinner.pose(unit) - rest
    return shapes


def build(folder: Path) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays of the pack, from MakeHuman's own files."""
    vertices, faces, groups = read_obj(folder / "base.obj")
    body = [f for f, g in zip(faces, groups, strict=True) if g == "body" and vertices[f, 1].min() > 2.9]
    body = [f for f in body if np.abs(vertices[f, 0]).max() < 3.3]
    lashes = [f for f, g in zip(faces, groups, strict=True) if g in LASHES]
    extra = {h: sorted({v for f, g in zip(faces, groups, strict=True) if g == h for v in f}) for h in HELPERS}
    skin = sorted({v for f in body for v in f})
    lash = sorted({v for f in lashes for v in f})
    keep = np.array(skin + lash + [v for h in HELPERS for v in extra[h]])
    place = {v: i for i, v in enumerate(skin + lash)}
    shapes = {k: d[keep] for k, d in collect_shapes(folder, vertices).items()}
    largest = max(float(np.abs(d).max()) for d in shapes.values())
    if largest > 32767 * STEP:
        raise ValueError(f"a shape moves a point by {largest:.2f} dm, more than a pack can hold")
    quantised = {k: np.rint(d / STEP).astype(np.int16) for k, d in shapes.items() if np.abs(d).max() > 1e-4}
    rows = {k: np.flatnonzero(np.abs(q).max(1) > 0) for k, q in quantised.items()}
    return {
        "vertices": vertices[keep].astype(np.float32),
        "skin_faces": np.array([[place[v] for v in f] for f in body], np.uint16),
        "lash_faces": np.array([[place[v] for v in f] for f in lashes], np.uint16),
        "counts": np.array([len(skin), len(lash)] + [len(extra[h]) for h in HELPERS]),
        "names": np.array(list(quantised)),
        "lengths": np.array([len(r) for r in rows.values()]),
        "rows": np.concatenate([np.diff(r, prepend=0) for r in rows.values()]).astype(np.uint16),
        "steps": np.concatenate([quantised[k][r] for k, r in rows.items()]).T.copy(),
    }


def main() -> None:
    """Write the pack from the folder named on the command line."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/heads/makehuman")
    if not (folder / "base.obj").is_file():
        raise SystemExit(f"no base.obj in {folder}: name the folder of the MakeHuman head")
    arrays = build(folder)
    np.savez_compressed(PACK, **arrays)
    print(f"{PACK.name}: {len(arrays['names'])} shapes, {PACK.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
