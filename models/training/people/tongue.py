"""A tongue as a tube along a spine from the throat to its tip, and the lips that give way to it."""

from __future__ import annotations

from dataclasses import dataclass

import numba as nb
import numpy as np

from .mesh import F32, I32, grid_tris
from .pose import Pose

RINGS, AROUND = 34, 22


@dataclass(frozen=True)
class MouthFrame:
    """Where the tongue lives, in the posed head: points (3,) of the inner lower and upper lip at the middle,.

    the lower incisors' edge, the front of the lower lip, and half the mouth's width.
    """

    lower_inner: F32
    upper_inner: F32
    lower_teeth: F32
    lip_front: F32
    half_width: float

    @property
    def gap(self) -> float:
        """Opening between the lips at the middle, decimetres, 0 where they touch."""
        rise = float(self.upper_inner[1] - self.lower_inner[1])
        return max(0.0, float(np.linalg.norm(self.upper_inner - self.lower_inner)) - 0.015) if rise > 0 else 0.0


@dataclass(frozen=True)
class Tongue:
    """points (n, 3), tris (t, 3), surface (n, 4): along 0..1, across, up, past; and the spine's frame.

    `past` is the distance along the tongue beyond the inner edge of the lower lip (negative inside);
    `lip` how thick the lower lip is there: past > lip means past the lips.
    """

    points: F32
    tris: I32
    surface: F32
    spine: F32
    side: F32
    up: F32
    width: F32
    thick: F32
    lip: float
    tip_past: float


def _polyline(pose: Pose, frame: MouthFrame, thick: float) -> tuple[F32, float]:
    """Return the spine's corner points (m, 3) and the arc length at which it leaves the mouth (inf if it does not)."""
    forward = min(max(pose.tongue_fwd, 0.0), 2.0)
    lip = max(0.05, float(frame.lip_front[2] - frame.lower_inner[2]))
    outside = max(0.0, forward - 1.0) * (lip + 0.45 * max(0.0, pose.tongue_out))
    rest = min(thick, max(0.05, frame.gap * 0.55))
    lateral = pose.tongue_side
    floor = max(float(frame.lower_inner[1]), float(frame.lower_teeth[1]) - 0.05)
    leave = np.array([0.5 * lateral * frame.half_width, floor + rest * 0.8 + 0.003, frame.lower_inner[2] - 0.01])
    root = np.array([0.0, min(floor, float(frame.lower_teeth[1])) - 0.02 + 0.10 * pose.tongue_raise, 0.80])
    top = float(frame.upper_inner[1]) - 0.05
    lowered = np.array([0.0, float(frame.lower_teeth[1]) - 0.05, 1.14])
    raised = np.array([lateral * 0.05, max(top, lowered[1]), 1.22])
    back = lowered + (raised - lowered) * pose.tongue_raise
    reach = min(1.0, forward)
    tip = back + (leave - back) * reach
    if reach < 1.0:
        tip[1] += pose.tongue_raise * (1 - reach) * reach * 0.1
    t = np.linspace(0, 1, 12)[:, None]
    inside = root + (tip - root) * t
    inside[:, 1] += (0.04 + (0.03 + 0.05 * pose.tongue_raise) * (1 - max(0.0, forward - 1.0))) * np.sin(
        np.pi * t[:, 0] ** 0.8
    )
    inside[:, 1] += pose.tongue_dome * (0.05 + 0.42 * frame.gap) * np.sin(np.pi * t[:, 0] ** 0.9)
    if outside <= 1e-4:
        return inside.astype(np.float32), float("inf")
    u = np.linspace(0, 1, 16)[1:]
    start = 0.15 - 0.25 * min(0.0, pose.tongue_droop)
    bend = 1.35 * pose.tongue_droop if pose.tongue_droop > 0 else 1.25 * pose.tongue_droop
    angle = start * (1 - u) * np.sign(bend + 1e-6) + bend * (1 - (1 - u) ** 1.8)
    yaw = 1.2 * lateral * np.clip(u * 2, 0, 1)
    ahead = np.stack([np.sin(yaw) * np.cos(angle * 0.6), -np.sin(angle) * np.cos(yaw), np.cos(angle) * np.cos(yaw)], 1)
    ahead[0] = (0, 0, 1)
    line = inside[-1] + np.cumsum(ahead * outside / len(u), axis=0)
    exit_at = float(np.linalg.norm(np.diff(inside, axis=0), axis=1).sum())
    return np.concatenate([inside, line]).astype(np.float32), exit_at


def make_tongue(pose: Pose, frame: MouthFrame) -> Tongue:
    """Return the tongue for a pose in a mouth."""
    width = frame.half_width * (0.52 + 0.42 * pose.tongue_width)
    thick = 0.04 + 0.06 * pose.tongue_thick
    corners, exit_at = _polyline(pose, frame, thick)
    arc = np.r_[0, np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))]
    along = np.linspace(0, arc[-1], RINGS)
    spine = np.stack([np.interp(along, arc, corners[:, i]) for i in range(3)], 1)
    left = arc[-1] - along
    if np.isfinite(exit_at):
        past = along - exit_at
    else:
        away = float(np.linalg.norm(frame.lower_inner - corners[-1]))
        past = along - arc[-1] - away
    taper = max(0.10 + 0.30 * pose.tongue_point, 0.7 * width)  # a wide tongue ends round
    end = np.clip(left / taper, 0, 1)
    wide = width * np.maximum(np.clip(1 - (1 - end) ** 2, 0, 1) ** (0.5 + 0.25 * pose.tongue_point), 0.04)
    behind = np.clip(-past / 0.35, 0, 1)
    wide = wide * (1 + 0.25 * behind)
    squeeze = min(thick, max(0.05, frame.gap * 0.55))
    at_lips = np.exp(-((past / 0.12) ** 2)) if np.isfinite(exit_at) else np.zeros_like(past)
    tall = (thick + (squeeze - thick) * at_lips) * np.maximum(np.clip(left / 0.10, 0, 1) ** 0.5, 0.08)
    wide[-1] *= 0.08
    tall[-1] *= 0.08
    tangent = np.gradient(spine, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True) + 1e-9
    side = np.stack([tangent[:, 2], np.zeros(RINGS), -tangent[:, 0]], 1)
    weak = np.linalg.norm(side, axis=1) < 0.2
    side[weak] = (1, 0, 0)
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    side = np.where(side[:, :1] < -0.2, -side, side)
    up = np.cross(tangent, side)
    up /= np.linalg.norm(up, axis=1, keepdims=True) + 1e-9
    up *= 1.0 if up[0, 1] > 0 else -1.0
    twist = pose.tongue_twist * np.clip(past / 0.2, 0, 1)
    c, s = np.cos(twist)[:, None], np.sin(twist)[:, None]
    side, up = side * c + up * s, up * c - side * s
    theta = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
    ct, st = np.cos(theta), np.sin(theta)
    ex = np.sign(ct) * np.abs(ct) ** 0.85
    ey = np.sign(st) * np.abs(st) ** 0.9
    ey = np.where(st > 0, ey - pose.tongue_groove * np.exp(-((ct / 0.22) ** 2)), ey * 0.8)
    curl = 0.45 * pose.tongue_cup * wide[:, None] * ct**2 * np.clip(past / 0.15 + 0.6, 0.3, 1)[:, None]
    points = spine[:, None] + side[:, None] * (wide[:, None] * ex)[..., None]
    points = points + up[:, None] * (tall[:, None] * ey + curl)[..., None]
    tris = grid_tris(RINGS, AROUND, closed=True)
    surface = np.stack(
        [np.repeat(along / arc[-1], AROUND), np.tile(ct, RINGS), np.tile(st, RINGS), np.repeat(past, AROUND)], -1
    )
    lip = max(0.05, float(frame.lip_front[2] - frame.lower_inner[2]))
    flat, data, line, across, above, w, h = (
        np.ascontiguousarray(v, np.float32) for v in (points.reshape(-1, 3), surface, spine, side, up, wide, tall)
    )
    return Tongue(flat, tris, data, line, across, above, w, h, lip, float(past[-1]))


@nb.njit(cache=True, fastmath=True)
def press_lips(points, free, upper, neighbours, spine, side, up, width, thick):
    """Move lip points (in place) out of the tongue: lower lip down, upper lip up, with a soft surround.

    free (n,) is 0 where a point may not move; upper (n,) tells which lip.
    """
    n = points.shape[0]
    push = np.zeros((n, 3), np.float32)
    hit = np.zeros(n, np.bool_)
    for i in range(n):
        if free[i] < 0.05 or points[i, 2] < 1.2:
            continue
        best, at = 1e9, -1
        for k in range(spine.shape[0]):
            dx, dy, dz = points[i, 0] - spine[k, 0], points[i, 1] - spine[k, 1], points[i, 2] - spine[k, 2]
            s = dx * side[k, 0] + dy * side[k, 1] + dz * side[k, 2]
            r = dx * dx + dy * dy + dz * dz - 0.9 * s * s
            if r < best:
                best, at = r, k
        dx, dy, dz = points[i, 0] - spine[at, 0], points[i, 1] - spine[at, 1], points[i, 2] - spine[at, 2]
        s = (dx * side[at, 0] + dy * side[at, 1] + dz * side[at, 2]) / width[at]
        if abs(s) >= 1.0:
            continue
        h = dx * up[at, 0] + dy * up[at, 1] + dz * up[at, 2]
        if dx * dx + dy * dy + dz * dz - (s * width[at]) ** 2 > 0.16:
            continue
        edge = np.sqrt(1.0 - s * s)
        low, high = -0.85 * thick[at] * edge - 0.004, thick[at] * edge + 0.004
        move = 0.0
        if upper[i] < 0.5 and h > low:
            move = max(low - h, -0.22)
        elif upper[i] >= 0.5 and h < high and h > low:
            move = min(high - h, 0.15)
        if move != 0.0:
            hit[i] = True
            for c in range(3):
                push[i, c] = move * up[at, c] * free[i]
    for _ in range(6):
        spread = push.copy()
        for i in range(n):
            if not hit[i] and free[i] >= 0.05:
                for c in range(3):
                    m = 0.0
                    for q in range(4):
                        m += push[neighbours[i, q], c]
                    spread[i, c] = 0.24 * m
        push = spread
    for i in range(n):
        for c in range(3):
            points[i, c] += push[i, c]
