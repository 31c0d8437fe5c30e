"""Short clips and sounds for tests of practice, put together from the practice figure's own loops and noises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import resources
from companion.sources.audio_files import read

FPS = 15.0
SIZE = (360, 480)  # height, width
CALM = 15, 22  # frames of a loop in which the face is at rest


def loop(signal: str) -> list[Any]:
    """Return the pictures (h, w, 3) BGR of a figure's loop."""
    from PIL import Image, ImageSequence

    with Image.open(resources.path(f"practice/figures/{signal}.webp")) as image:
        return [np.asarray(frame.convert("RGB"))[..., ::-1] for frame in ImageSequence.Iterator(image)]


def frames(signals: Sequence[str], *, calm: float = 2.0, rest: float = 2.2) -> Iterator[Any]:
    """Yield a calm face for ``calm`` seconds; then each signal's loop with a rest after it."""
    still = loop("grin")[slice(*CALM)]
    yield from _long(still, calm)
    for signal in signals:
        pictures = loop(signal)
        turned = [*pictures[len(pictures) // 2 :], *pictures[: len(pictures) // 2]]
        yield from turned
        yield from _long(still, rest)


def _long(pictures: Sequence[Any], seconds: float) -> Iterator[Any]:
    there_and_back = [*pictures, *reversed(pictures)]
    for k in range(round(seconds * FPS)):
        yield there_and_back[k % len(there_and_back)]


def tilts(times: int, *, calm: float = 8.0, hold: float = 2.0, rest: float = 5.0) -> Iterator[Any]:
    """Yield a calm face whose head tilts to one side again and again: a Wild Thing of one's own.

    Each picture has a camera's grain: one that is equal to the picture before it is no news and is not looked at.
    """
    grain = np.random.default_rng(7)
    still = loop("grin")[CALM[0]]
    h, w = still.shape[:2]
    up = [20.0 * k / 5 for k in range(5)]
    once = [*up, *[20.0] * round(hold * FPS), *reversed(up), *[0.0] * round(rest * FPS)]
    yield from loop("grin")  # a person, no photo that is turned: first the face itself moves
    for angle in [0.0] * round(calm * FPS) + once * times:
        turn = cv2.getRotationMatrix2D((w / 2, h * 0.6), angle, 1.0)
        turned = cv2.warpAffine(still, turn, (w, h), borderMode=cv2.BORDER_REPLICATE)
        yield np.clip(turned + grain.normal(0.0, 2.0, turned.shape), 0, 255).astype(np.uint8)


def write_tilts(path: Path, times: int, **more: float) -> Path:
    """Return an mp4 of ``tilts``."""
    return _write_mp4(path, tilts(times, **more))


def write_tilts_mjpeg(path: Path, times: int, **more: float) -> Path:
    """Return ``tilts`` for Chromium's fake camera."""
    return _write_mjpeg(path, tilts(times, **more))


def placed(picture: Any) -> Any:
    """Return the figure in a wider picture, as a camera sees one person."""
    h, w = SIZE
    out = np.full((h, w, 3), (204, 194, 178), np.uint8)
    side = h
    x = (w - side) // 2
    out[:, x : x + side] = cv2.resize(picture, (side, side), interpolation=cv2.INTER_LINEAR)
    return out


def write_clip(path: Path, signals: Sequence[str], **more: float) -> Path:
    """Return an mp4."""
    return _write_mp4(path, frames(signals, **more))


def write_mjpeg(path: Path, signals: Sequence[str], **more: float) -> Path:
    """Return what Chromium takes for a fake camera."""
    return _write_mjpeg(path, frames(signals, **more))


def _write_mp4(path: Path, pictures: Iterable[Any]) -> Path:
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (SIZE[1], SIZE[0]))
    for picture in pictures:
        video.write(placed(picture))
    video.release()
    return path


def _write_mjpeg(path: Path, pictures: Iterable[Any]) -> Path:
    """Write each picture twice: Chromium plays the file again and again, at 30 pictures a second."""
    with path.open("wb") as file:
        for picture in pictures:
            jpeg = cv2.imencode(".jpg", placed(picture), [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
            file.write(jpeg + jpeg)
    return path


def noise(names: Sequence[str], *, before: float = 2.5, rest: float = 4.0) -> Any:
    """Noises with rests between them: (n,) float32 at 16 kHz, with the hiss of a quiet room."""
    parts = [np.zeros(round(before * 16000), np.float32)]
    for name in names:
        parts += [read(resources.path(f"practice/figures/{name}.flac")), np.zeros(round(rest * 16000), np.float32)]
    samples = np.concatenate(parts)
    hiss = np.random.default_rng(1).normal(0, 6e-4, len(samples)).astype(np.float32)
    return samples + hiss


def write_sound(path: Path, names: Sequence[str], **more: float) -> Path:
    """Return a WAV file."""
    import soundfile

    soundfile.write(path, noise(names, **more), 16000, subtype="PCM_16")
    return path


def write_takes(path: Path, name: str, speeds: Sequence[float], rest: float = 3.2) -> Path:
    """Return a WAV file of one noise again and again, each a little quicker or slower, as a person makes it."""
    import soundfile
    import soxr

    samples = read(resources.path(f"practice/figures/{name}.flac"))
    parts = [np.zeros(16000, np.float32)]
    for speed in speeds:
        parts += [soxr.resample(samples, 16000, 16000 / speed), np.zeros(round(rest * 16000), np.float32)]
    whole = np.concatenate(parts)
    soundfile.write(path, whole + np.random.default_rng(1).normal(0, 6e-4, len(whole)), 16000, subtype="PCM_16")
    return path


def write_throws(path: Path, seed: int, throws: int = 2, count: int = 2) -> list[tuple[int, ...]]:
    """Return a clip of rendered throws at one table, each lying still for a while; with the values that fell."""
    from models.training.dice.throws import draw_throw, throw_again

    rng = np.random.default_rng([seed, 77])
    throw = draw_throw(rng, "plain", count, fps=10.0, size=360)
    video, fell = None, []
    for _ in range(throws):
        image = None
        for _, image in throw.frames():
            video = video or cv2.VideoWriter(
                str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (image.shape[1], image.shape[0])
            )
            video.write(image)
        assert video is not None
        assert image is not None
        for _ in range(12):
            video.write(image)
        fell.append(tuple(sorted(throw.values)))
        throw = throw_again(rng, throw, count=count)
    if video is not None:
        video.release()
    return fell
