"""A person's geometry: identity and pose in, meshes in world space out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numba as nb
import numpy as np

from models.training.people import hair, worn
from models.training.people.camera import turns
from models.training.people.identity import Identity
from models.training.people.masks import Folds, Masks, default_masks, folds
from models.training.people.mesh import F32, I32, MARK, HeadMesh, Part, attributes, grid_tris, load
from models.training.people.pose import Pose, at_rest
from models.training.people.teeth import EDGE_LOW, Fit, carry, make_teeth, rigid_fit
from models.training.people.tongue import MouthFrame, Tongue, make_tongue, press_lips
from models.training.people.worn import HandPlace, hand_mesh, sleeve

RINGS, AROUND = 22, 32
GAZE_YAW, GAZE_PITCH = 32.0, 22.0  # degrees at a gaze of 1


def eyeball() -> tuple[F32, I32]:
    """Return unit front half-sphere looking to +z, points (n, 3) and tris (t, 3)."""
    polar = np.linspace(0, np.deg2rad(105), RINGS)
    turn = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
    p, t = np.meshgrid(polar, turn, indexing="ij")
    points = np.stack([np.sin(p) * np.cos(t), np.sin(p) * np.sin(t), np.cos(p)], -1).reshape(-1, 3)
    return points.astype(np.float32), grid_tris(RINGS, AROUND, closed=True, inward=True)


BALL, BALL_TRIS = eyeball()


def fit_ball(points: F32) -> tuple[F32, float]:
    """Centre (3,) and radius of an eye from the points of MakeHuman's eye helper."""
    low, high = points.min(0), points.max(0)
    return ((low + high) / 2).astype(np.float32), float((high - low)[:2].mean() / 2)


def gaze_direction(x: float, y: float) -> F32:
    """Return unit vector of a gaze (signed, -1..1; x to the person's left, y up)."""
    a, b = np.deg2rad(GAZE_YAW * x), np.deg2rad(GAZE_PITCH * y)
    return np.array([np.sin(a) * np.cos(b), np.sin(b), np.cos(a) * np.cos(b)], np.float32)


@nb.njit(cache=True, fastmath=True)
def slide_lids(points, mask, centre, radius):
    """Push lid points (in place) out of the eyeball; they keep their direction from its centre."""
    limit = radius * 1.035
    for i in range(points.shape[0]):
        if mask[i] < 0.02:
            continue
        dx, dy, dz = points[i, 0] - centre[0], points[i, 1] - centre[1], points[i, 2] - centre[2]
        d = np.sqrt(dx * dx + dy * dy + dz * dz)
        if 0.3 * radius < d < limit and dz > 0.0:
            k = limit / d
            points[i, 0] = centre[0] + dx * k
            points[i, 1] = centre[1] + dy * k
            points[i, 2] = centre[2] + dz * k


SKIN, TOOTH_UP, TOOTH_LOW, GUM, METAL, TONGUE, EYEBALL, LASH, HAIR, CLOTH, FRAME, HAT, LENS, HAND = range(14)

PIVOT = np.array([0.0, 6.45, 0.25], np.float32)


@dataclass(frozen=True)
class Model:
    """A posed person: parts, marks (m, 3), the tongue's numbers and the opening of the lips (decimetres)."""

    parts: list[Part]
    marks: F32
    tongue: Tongue
    gap: float
    folds: Folds
    coarse_skin: I32  # triangles over the first part's points, for shadows


@cache
def mouth_mesh() -> tuple[HeadMesh, Masks]:
    """Return the head culled to what a mouth crop shows, with its masks."""
    mesh, masks = load(), default_masks()
    x, y, z = np.abs(masks.rest[:, 0]), masks.rest[:, 1], masks.rest[:, 2]
    wanted = (x < 1.0) & (y > 5.6) & (y < 7.06) & (z > 0.0)
    wanted &= ~((x > 0.68) & (y > 6.66) & (z < 0.62))  # ears
    wanted |= (masks.inner > 0.5) & (y < 7.06) & (z > 0.75)
    keep = wanted[mesh.skin_tris].all(1)
    used = np.unique(mesh.skin_tris[keep])
    fields = {k: getattr(masks, k)[used] for k in masks.__dataclass_fields__}
    return mesh.restrict(wanted), Masks(**fields)


def hand_parts(place: HandPlace) -> list[Part]:
    """Return a hand and its sleeve, already in the world."""
    points, tris, own = hand_mesh(place)
    cuff, cuff_tris = sleeve(points, own)
    cloth = Part(CLOTH, cuff, cuff_tris, attributes(cuff, 1.0), cull=False)
    return [Part(HAND, points, tris, attributes(own)), cloth]


def turn(yaw: float, pitch: float, roll: float) -> F32:
    """Rotation matrix of head angles in degrees (yaw to +x, pitch down, roll of the crown to +x)."""
    ry, rx, rz = turns(yaw, pitch, -roll)
    return (rz @ ry @ rx).astype(np.float32)


class Figure:
    """One identity, ready to take poses. With `crop` only the region around the mouth is built."""

    def __init__(self, identity: Identity, crop: bool = False) -> None:
        self.identity = identity
        self.crop = crop
        self.mesh, self.masks = mouth_mesh() if crop else (load(), default_masks())
        m = self.mesh
        points = m.base + m.blend(identity.shape)
        eyes = (points[m.parts["eye_l"]].mean(0) + points[m.parts["eye_r"]].mean(0)) / 2
        rest_eyes = (m.base[m.parts["eye_l"]].mean(0) + m.base[m.parts["eye_r"]].mean(0)) / 2
        self.base = points + (rest_eyes - eyes)
        rng = np.random.default_rng([identity.seed, 2])
        self.teeth = [
            make_teeth(rng, up, identity.braces and bool(rng.random() < 0.75), identity.gap_front)
            for up in (True, False)
        ]
        self.beard = hair.beard_alpha(identity, self.masks, rng)
        if not crop and identity.hair_style != "bald":
            self.beard = np.maximum(self.beard, 0.85 * hair.scalp_cover(identity, self.masks)).astype(np.float32)
        self.head_weight = np.ones(m.skin, np.float32) if crop else self.masks.head
        r = self.masks.rest
        near = np.sqrt((r[:, 0] / 0.42) ** 2 + ((r[:, 1] - 6.58) / 0.30) ** 2)
        self._free = (np.clip(1.6 - 1.6 * near, 0, 1) * (r[:, 2] > 1.25)).astype(np.float32)  # what a tongue presses

    def pose(self, pose: Pose) -> Model:
        """Return the person's meshes in a pose."""
        m, identity = self.mesh, self.identity
        lines = folds(pose, identity.wrinkles)
        if identity.rest:
            pose = at_rest(pose, identity.rest)
        points: F32 = self.base + m.blend(pose.weights())
        skin = points[: m.skin]
        balls: list[tuple[F32, float]] = []
        if not self.crop:
            balls = [fit_ball(points[m.parts[k]]) for k in ("eye_l", "eye_r")]
            points = self._lids(points, pose, balls)
            skin = points[: m.skin]
        jaws = [rigid_fit(m.base[m.parts[k]], points[m.parts[k]]) for k in ("teeth_up", "teeth_low")]
        tongue, gap = self._tongue(points, pose, jaws)
        parts = [self._skin(skin)]
        parts += self._teeth(jaws, max(pose.roll_in, pose.teeth_back))
        parts.append(Part(TONGUE, tongue.points, tongue.tris, attributes(tongue.points, tongue.surface), cull=False))
        parts += worn.clothes(identity, self.masks, skin, m.skin_tris, CLOTH)
        if self.crop and identity.hair_style == "long":
            parts.append(hair.sheet(identity, skin, self.masks, HAIR))
        if not self.crop:
            parts += self._eyes(pose, balls)
            lashes = points[m.skin : m.skin + m.lash]
            parts.append(hair.lash_part(lashes, m.lash_tris - m.skin, LASH))
            parts += hair.hair_parts(identity, self.masks, skin, m.skin_tris, parts[0].attributes, HAIR)
            parts += worn.glasses(identity, balls, FRAME, LENS)
            parts += worn.hat(identity, self.masks, skin, m.skin_tris, HAT)
        marks = points[m.parts["marks"]]
        moved = [replace(p, points=self._move(p, pose)) for p in parts]
        return Model(moved, self._turn(marks, pose, None), tongue, gap, lines, m.coarse_tris)

    def _lids(self, points: F32, pose: Pose, balls: list[tuple[F32, float]]) -> F32:
        """Close the lids along the eyeball: the linear shape would cut through it."""
        m, rest = self.mesh, self.identity.lid_rest
        left = max(pose.shut_l, rest * (1 - min(1.0, pose.wide_l)) + 0.25 * max(0.0, -pose.gaze_y))
        right = max(pose.shut_r, rest * (1 - min(1.0, pose.wide_r)) + 0.25 * max(0.0, -pose.gaze_y))
        points = points + m.blend(
            {
                "unit:LeftUpperLidClosed": left,
                "unit:RightUpperLidClosed": right,
                "unit:LeftLowerLidUp": 0.25 * pose.shut_l,
                "unit:RightLowerLidUp": 0.25 * pose.shut_r,
            }
        )
        skin = np.ascontiguousarray(points[: m.skin])
        for sign, (centre, radius) in zip((1, -1), balls, strict=False):
            near = self.masks.lid * (self.masks.rest[:, 0] * sign > 0)
            slide_lids(skin, near.astype(np.float32), centre, radius)
        points[: m.skin] = skin
        return points

    def _tongue(self, points: F32, pose: Pose, jaws: list[Fit]) -> tuple[Tongue, float]:
        """Build the tongue in the rest frame of the skull, carry it out and press the lips away (in place)."""
        m = self.mesh
        up, low = jaws
        rotation, a, scale, b = up
        marks = (points[m.parts["marks"]] - b) / scale @ rotation + a
        edge = (carry(np.array([[0, EDGE_LOW, 1.44]], np.float32), low) - b) / scale @ rotation + a
        corners = marks[MARK["lip_corner_l"]] - marks[MARK["lip_corner_r"]]
        frame = MouthFrame(
            marks[MARK["lip_low_in"]],
            marks[MARK["lip_up_in"]],
            edge[0],
            marks[MARK["lip_front"]],
            float(np.linalg.norm(corners)) / 2,
        )
        t = make_tongue(pose, frame)
        surface = t.surface.copy()
        surface[:, 3] *= scale
        t = replace(
            t,
            points=carry(t.points, up),
            spine=carry(t.spine, up),
            side=np.ascontiguousarray(t.side @ rotation.T),
            up=np.ascontiguousarray(t.up @ rotation.T),
            width=t.width * np.float32(scale),
            thick=t.thick * np.float32(scale),
            surface=surface,
            lip=t.lip * scale,
            tip_past=t.tip_past * scale,
        )
        if pose.tongue_fwd > 0.9:
            skin = np.ascontiguousarray(points[: m.skin])
            press_lips(skin, self._free, self.masks.upper, m.neighbours, t.spine, t.side, t.up, t.width, t.thick)
            points[: m.skin] = skin
        return t, frame.gap * scale

    def _skin(self, skin: F32) -> Part:
        k = self.masks
        own = attributes(k.rest, k.lip, k.inner, self.beard, k.lid, k.cheek)
        return Part(SKIN, skin, self.mesh.skin_tris, own)

    def _teeth(self, jaws: list[Fit], rolled: float) -> list[Part]:
        """Both jaws; lips over the teeth hide them, so they step back and away from the opening."""
        out = []
        back = min(1.3, max(0.0, rolled)) * np.array([[0, 0.11, -0.10], [0, -0.11, -0.10]], np.float32)
        for jaw, fit, material, step in zip(self.teeth, jaws, (TOOTH_UP, TOOTH_LOW), back, strict=True):
            moved = carry(jaw.points + step, fit)
            own = attributes(jaw.points, jaw.surface)
            for kind, m in ((0, material), (1, GUM), (2, METAL)):
                if (jaw.kind == kind).any():
                    out.append(Part(m, moved, jaw.tris[jaw.kind == kind], own, cull=False))
        return out

    def _eyes(self, pose: Pose, balls: list[tuple[F32, float]]) -> list[Part]:
        gaze = gaze_direction(pose.gaze_x, pose.gaze_y)
        side = np.cross([0, 1, 0], gaze)
        side /= np.linalg.norm(side)
        frame = np.stack([side, np.cross(gaze, side), gaze]).astype(np.float32)
        own = attributes(BALL, BALL @ frame.T)
        return [Part(EYEBALL, centre + BALL * radius, BALL_TRIS, own) for centre, radius in balls]

    def _turn(self, points: F32, pose: Pose, weight: F32 | None) -> F32:
        rotation = turn(pose.yaw, pose.pitch, pose.roll)
        shift = np.array([pose.shift_x, pose.shift_y, pose.shift_z], np.float32)
        turned = (points - PIVOT) @ rotation.T + PIVOT + shift
        if weight is None or self.crop:
            return turned.astype(np.float32)
        body = points + shift * 0.6 + np.array([0, 0.06 * pose.breath, 0.04 * pose.breath], np.float32)
        return (weight[:, None] * turned + (1 - weight[:, None]) * body).astype(np.float32)

    def _move(self, part: Part, pose: Pose) -> F32:
        n = self.mesh.skin
        if len(part.points) == n and part.material in (SKIN, HAIR, CLOTH, HAT):
            return self._turn(part.points, pose, self.head_weight)
        if part.material == HAIR and part.cut is not None and len(part.points) != n:
            hang = np.clip((part.points[:, 1] - 5.6) / 0.9, 0.25, 1).astype(np.float32)
            return self._turn(part.points, pose, hang)
        return self._turn(part.points, pose, None)
