"""From a clean render to what a webcam or a phone delivers: focus, shake, noise, white balance, sharpening, JPEG."""

from __future__ import annotations

import math

import numpy as np

from models.training.dice.camera import Camera
from models.training.dice.cv import F32, U8, Rng, cv2


def streak(length: float, angle: float) -> F32:
    """Return the kernel of a straight shake of ``length`` pixels."""
    n = max(1, round(length / 2))
    k = np.zeros((2 * n + 1, 2 * n + 1), np.float32)
    dx, dy = n * np.cos(angle), n * np.sin(angle)
    cv2.line(k, (round(n - dx), round(n - dy)), (round(n + dx), round(n + dy)), 1.0, 1, cv2.LINE_AA)
    return np.asarray(k / k.sum(), np.float32)


def jpeg(image: U8, quality: int) -> U8:
    """Return the picture as JPEG keeps it."""
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR) if ok else image, np.uint8)


def depth_of_field(rng: Rng, image: F32, camera: Camera) -> F32:
    """Sharp at one distance from the camera, softer before and behind it; what stands is as sharp as its foot."""
    y, x = np.mgrid[: len(image), : len(image)].astype(np.float32)
    rays = camera.rays(x.ravel(), y.ravel())
    down = np.minimum(rays[2], np.float32(-0.02))
    depth = np.float32(camera.place[2] - 0.5) / -down
    depth = (depth * (camera.axes[2].astype(np.float32) @ rays)).reshape(x.shape)
    sharp = float(np.quantile(depth, rng.uniform(0.05, 0.95)))
    blur = np.abs(1 - sharp / depth) * np.float32(math.exp(rng.uniform(math.log(1.5), math.log(25))))
    steps = [image, *(cv2.GaussianBlur(image, (0, 0), s) for s in (0.8, 1.6, 3.0))]
    out = image.copy()
    for k, (low, high) in enumerate(((0.0, 0.8), (0.8, 1.6), (1.6, 3.0))):
        share = np.clip((blur - low) / (high - low), 0, 1)[..., None]
        out = out * (1 - share) + steps[k + 1] * share
    return np.asarray(out, np.float32)


def develop(rng: Rng, image: F32, pixels: float) -> U8:
    """RGB float 0..255 to RGB bytes. ``pixels``: edge of a die, which blur is measured by."""
    size = len(image)
    mild = rng.random() < 0.6  # most of the pictures are what a decent camera gives; the others are not
    if rng.random() < 0.5 and pixels > 20:  # fewer pixels in the camera: enlarged by it or by the reader
        small = max(24, int(size * rng.uniform(max(0.35, 12 / pixels), 0.95)))
        image = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
    im = _focused(rng, image, pixels * len(image) / size, mild)
    im = np.clip(im, 0, 255) / np.float32(255)
    im = _tone(rng, im, mild)
    if rng.random() < 0.4:
        im = coarse_colour(rng, im, pixels * len(image) / size)
    if rng.random() < 0.7:
        sigma = rng.uniform(0, 0.015) if mild else rng.uniform(0.005, 0.07)
        grain = rng.standard_normal(im.shape, np.float32) * np.float32(sigma)
        if rng.random() < 0.5:
            grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.6
        im = im + grain
    if rng.random() < 0.3:
        im = im + np.float32(rng.uniform(0.3, 1.6)) * (im - cv2.GaussianBlur(im, (0, 0), rng.uniform(0.7, 1.8)))
    out = (np.clip(im, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.05:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if rng.random() < 0.6:
        out = jpeg(out, int(rng.integers(30, 97)))
    if len(out) != size:
        out = cv2.resize(out, (size, size), interpolation=cv2.INTER_CUBIC if rng.random() < 0.7 else cv2.INTER_LINEAR)
    return np.asarray(out, np.uint8)


def _focused(rng: Rng, im: F32, pixels: float, mild: bool) -> F32:
    """Out of focus, and shaken."""
    if rng.random() < (0.4 if mild else 0.65):
        im = cv2.GaussianBlur(im, (0, 0), rng.uniform(0.3, (0.8 + 0.008 * pixels) if mild else (1.0 + 0.02 * pixels)))
    if not mild and rng.random() < 0.2:
        im = cv2.filter2D(im, -1, streak(rng.uniform(2, 3 + 0.14 * pixels), rng.uniform(0, np.pi)))
    return im


def coarse_colour(rng: Rng, im: F32, pixels: float) -> F32:
    """Colour at half or a third of the resolution, as phones and webcams keep it, some smoothed against its noise."""
    grey = im @ np.array([0.3, 0.59, 0.11], np.float32)
    tint = im - grey[..., None]
    share = rng.uniform(0.33, 0.5) if rng.random() < 0.6 else 1.0
    small = cv2.resize(tint, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    if share == 1.0 or rng.random() < 0.3:
        small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.4, 0.6 + 0.03 * pixels * share))
    tint = cv2.resize(small, im.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(grey[..., None] + tint, np.float32)


def _tone(rng: Rng, im: F32, mild: bool) -> F32:
    """Exposure, contrast curve, white balance and a gradient of light over the picture."""
    kind = rng.uniform(0.4, 1) if mild else rng.random()
    gain = rng.uniform(0.28, 0.75) if kind < 0.25 else rng.uniform(1.1, 1.6) if kind < 0.45 else rng.uniform(0.75, 1.15)
    balance = 1 + rng.normal(0, 0.05 if mild or rng.random() < 0.5 else 0.18, 3)
    y, x = np.mgrid[: im.shape[0], : im.shape[1]].astype(np.float32) / len(im) - 0.5
    slope = rng.normal(0, 0.3, 2).astype(np.float32)
    field = np.clip(1 + slope[0] * x + slope[1] * y, 0.3, 1.7)
    im = im * (field[..., None] * (gain * balance).astype(np.float32))
    im = np.power(np.clip(im, 0, 1.2), np.float32(rng.uniform(0.65, 1.35)))
    if rng.random() < 0.3:
        grey = im @ np.array([0.3, 0.59, 0.11], np.float32)
        im = grey[..., None] + (im - grey[..., None]) * np.float32(rng.uniform(0.3, 1.5))
    if rng.random() < 0.2:
        im = np.float32(rng.uniform(0, 0.25)) + im * np.float32(rng.uniform(0.6, 0.9))
    return im.astype(np.float32)


def worn(rng: Rng, im: F32) -> F32:
    """Return a crop of 0..1 as a worse camera and a messenger would hand it on; one in seven suffers from each fault.

    Blotches of colour, colours shifted against one another, detail smoothed away with the noise, shake, another curve,
    JPEG once more.
    """
    if rng.random() < 0.15:
        side = max(3, round(len(im) / rng.uniform(3, 12)))
        tint = rng.standard_normal((side, side, 3), np.float32)
        tint -= tint.mean(2, keepdims=True)
        strength = np.float32(rng.uniform(0.015, 0.05))
        im = im + strength * cv2.resize(tint, im.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.15:
        dx, dy = (float(v) for v in rng.normal(0, 0.7, 2))
        for channel, way in ((0, 1.0), (2, -1.0)):
            shift = np.array([[1, 0, way * dx], [0, 1, way * dy]], np.float32)
            moved = cv2.warpAffine(
                np.ascontiguousarray(im[..., channel]), shift, im.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
            )
            im = np.concatenate([im[..., :channel], moved[..., None], im[..., channel + 1 :]], 2)
    if rng.random() < 0.12:
        im = cv2.filter2D(im, -1, streak(rng.uniform(2, 6), rng.uniform(0, np.pi)))
    if rng.random() < 0.15:
        im = np.power(np.clip(im, 0, 1), np.float32(rng.uniform(0.6, 1.6)))
    if rng.random() < 0.3:
        out = (np.clip(im, 0, 1) * 255).astype(np.uint8)
        if rng.random() < 0.4:
            out = cv2.bilateralFilter(out, 5, rng.uniform(15, 60), 2) if rng.random() < 0.6 else cv2.medianBlur(out, 3)
        if rng.random() < 0.6:
            out = jpeg(out, int(rng.integers(25, 85)))
        im = out.astype(np.float32) / 255
    return np.asarray(im, np.float32)
