"""A picture's face seen from another side: its mesh is turned in space and drawn again with the picture's own colours.

What the picture hid (the far cheek, an ear) is stretched from what it showed, so that this says how a sense takes the
angle and not how a face's other side looks. Up to about 45 degrees faces look like faces.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
# The face's outline in order (MediaPipe's FACEMESH_FACE_OVAL).
OVAL = (
    10,
    338,
    297,
    332,
    284,
    251,
    389,
    356,
    454,
    323,
    361,
    288,
    397,
    365,
    379,
    378,
    400,
    377,
    152,
    148,
    176,
    149,
    150,
    136,
    172,
    58,
    132,
    93,
    234,
    127,
    162,
    21,
    54,
    103,
    67,
    109,
)
HEAD = ((1.22, 0.35), (1.5, 0.8))  # rings round it for hair and ears: how far out, and how far back in face widths
MESH = 468  # landmarks before the irises


def turned(image: Picture, points: Floats, yaw: float, pitch: float) -> Picture:
    """``image`` (h, w, 3) with the head of ``points`` (478, 3; pixels, depth away from the camera) turned further.

    ``yaw`` and ``pitch`` in degrees, signed as in ``geometry.Pose``. The picture grows by half a face on every side.
    """
    pad = round(float(np.ptp(points[:MESH, 0])) / 2)
    image = np.asarray(cv2.copyMakeBorder(image, pad, pad, pad, pad, cv2.BORDER_REPLICATE), np.uint8)
    face = points[:MESH].astype(float) + np.array([pad, pad, 0.0])
    centre = face[list(OVAL)].mean(0)
    width = float(np.ptp(face[:, 0]))
    rings = []
    for out, back in HEAD:
        ring = centre + (face[list(OVAL)] - centre) * out
        ring[:, 2] = face[list(OVAL), 2] + back * width * 0.5
        rings.append(ring)
    nodes = np.concatenate([face, *rings])
    pivot = centre + np.array([0.0, 0.0, 0.45 * width])
    moved = (nodes - pivot) @ _rotation(yaw, pitch).T + pivot
    moved += face.mean(0) - moved[:MESH].mean(0)
    h, w = image.shape[:2]
    triangles = _triangles(nodes[:, :2], w, h)
    canvas = np.asarray(cv2.GaussianBlur(image, (0, 0), max(width / 8, 1.0)), np.uint8)
    order = np.argsort(-moved[triangles][:, :, 2].mean(1))
    for triangle in triangles[order]:
        _draw(canvas, image, nodes[triangle, :2], moved[triangle, :2])
    return canvas


def _rotation(yaw: float, pitch: float) -> Floats:
    """Turns that add ``yaw`` (to the person's left) and ``pitch`` (down), in degrees."""
    a, b = np.radians((yaw, pitch))
    about_y = np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])
    about_x = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    out: Floats = about_x @ about_y
    return out


def _triangles(flat: Floats, w: int, h: int) -> npt.NDArray[np.int64]:
    """Delaunay's triangles (n, 3) of points inside the picture."""
    plane = cv2.Subdiv2D((0, 0, w, h))
    index: dict[tuple[float, float], int] = {}
    for k, (x, y) in enumerate(flat.astype(np.float32).tolist()):
        if 0 <= x < w - 1 and 0 <= y < h - 1 and (x, y) not in index:
            index[x, y] = k
            plane.insert((x, y))
    rows = [
        [index.get((float(a), float(b)), -1) for a, b in t.reshape(3, 2)] for t in np.asarray(plane.getTriangleList())
    ]
    return np.array([r for r in rows if min(r) >= 0], np.int64).reshape(-1, 3)


def _draw(canvas: Picture, image: Picture, before: Floats, after: Floats) -> None:
    """One triangle of the picture, at its new place; none if it shows its back."""

    def side(t: Floats) -> float:
        (ax, ay), (bx, by), (cx, cy) = t.tolist()
        return float((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))

    if side(before) * side(after) <= 1e-3:
        return
    h, w = canvas.shape[:2]
    x0, y0 = np.maximum(np.floor(after.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(after.max(0)).astype(int) + 2, (w, h))
    if x1 <= x0 or y1 <= y0:
        return
    matrix = cv2.getAffineTransform(before.astype(np.float32), (after - (x0, y0)).astype(np.float32))
    patch = cv2.warpAffine(
        image, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round((after - (x0, y0)) * 16).astype(np.int32), (255,), cv2.LINE_8, 4)
    canvas[y0:y1, x0:x1][mask > 0] = patch[mask > 0]
