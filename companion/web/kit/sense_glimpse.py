"""What cameras and microphones notice now: levels, likeliest signals, a spectrogram, and overlays for pictures.

Signals and spectrogram are for a panel of the page. They are computed only while a page has it open, and sent at most
five times a second.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import numpy as np

from companion.events import Event
from companion.facts import JSON
from companion.senses.dice.seen_die import SeenDie
from companion.senses.faces.seat import FaceSeat
from companion.senses.sounds.hints import SoundLook
from companion.senses.sounds.settings import SIGNALS, WILD_THING, SoundSettings
from companion.sitting.camera_stations import CameraStation, FaceStation
from companion.sitting.microphone_station import MicrophoneStation, SoundObserver
from companion.sources.audio import RATE, Samples, decibels
from companion.sources.picture_source import Image
from companion.sources.pixels import encode_jpeg
from companion.web.kit.drawn_throws import MAX_WIDTH_PX
from companion.web.kit.page import Page
from companion.words import Language, term


class Overlays:
    """Pictures of this machine's camera with their overlays, made only while a page waits for one.

    An overlay is what was seen in the picture (see ``overlay_of``).

    Args:
        post: Runs a function on the server's thread.
    """

    def __init__(self, post: Callable[[Callable[[], None]], None]) -> None:
        self._post = post
        self.wanted = False
        self.viewers: set[asyncio.Event] = set()
        self.latest: tuple[dict[str, JSON], bytes] | None = None

    def show(self, overlay: dict[str, JSON], image: Image) -> None:
        """Encode a frame with its overlay if a page waits for one. Called in the camera's thread."""
        if self.wanted:
            self.wanted = False
            jpeg = encode_jpeg(image, MAX_WIDTH_PX, 75)
            self._post(lambda: self._on_overlay(overlay, jpeg))

    def _on_overlay(self, overlay: dict[str, JSON], jpeg: bytes) -> None:
        self.latest = (overlay, jpeg)
        for viewer in self.viewers:
            viewer.set()


def overlay_of(station: CameraStation, image: Image, active: Mapping[str, int]) -> dict[str, JSON]:
    """Return what a camera's detectors found in a frame, as JSON values for drawing over the picture.

    Args:
        station: The camera with its detectors.
        image: The frame, for its size.
        active: The signals whose scores are shown, as keys.
    """
    h, w = image.shape[:2]
    if isinstance(station, FaceStation):
        mirrored = {"mirrored": True} if station.mirrored else {}
        return {"kind": "faces", **mirrored, "seats": [seat_overlay(s, active, w, h) for s in station.sense.seats]}
    view = station.view
    dice = [] if view is None else [die_overlay(d, w, h) for d in view.dice]
    return {"kind": "dice", "dice": dice, "settled": bool(view and view.settled)}


def die_overlay(die: SeenDie, w: int, h: int) -> dict[str, JSON]:
    """Return a die's centre and size, each 0..1 of the picture, and the value read so far."""
    places = {"x": die.x / w, "y": die.y / h, "w": die.size / w, "h": die.size / h}
    return {**{name: round(float(share), 4) for name, share in places.items()}, "value": die.value}


def seat_overlay(seat: FaceSeat, active: Mapping[str, int], w: int, h: int) -> dict[str, JSON]:
    """Return what was found of one face, as JSON values for drawing over the picture.

    Args:
        seat: The tracked face.
        active: The signals whose scores are shown, as keys.
        w: The picture's width in pixels.
        h: The picture's height in pixels.

    Returns:
        ``seat``, ``name``, ``state``, ``box`` (left, top, width, height, 0..1 of the picture), ``shown`` (the signals
        that the face makes now) and ``bars`` (name, score and threshold of each active signal).
    """
    out: dict[str, JSON] = {"seat": seat.number, "name": seat.player, "state": seat.state, "box": None, "bars": []}
    if seat.fit is not None:
        points = seat.fit.points
        x0, y0, x1, y1 = points[:, 0].min(), points[:, 1].min(), points[:, 0].max(), points[:, 1].max()
        out["box"] = [round(float(v), 4) for v in (x0 / w, y0 / h, (x1 - x0) / w, (y1 - y0) / h)]
    states = seat.judge.states
    out["shown"] = [name for name, state in states.items() if state.is_on and (not active or name in active)]
    for name, state in states.items():
        score = seat.judge.scores.get(name)
        if name in active and score is not None and np.isfinite(score.value):
            out["bars"].append([name, round(score.value, 3), state.hold.on])
    return out


GLIMPSE_INTERVAL_S: Final = 0.2  # seconds between two messages about one camera or microphone
MAX_SHOWN_VALUES: Final = 5
SPECTROGRAM_BANDS: Final = 48  # rows of the spectrogram, from 80 Hz to 7 kHz in equal steps of pitch
BLACK_DB, WHITE_DB = -90.0, -20.0  # dB full scale drawn as black and as white
_FFT_SAMPLES: Final = 1024
Message = dict[str, Any]
Tell = Callable[[Callable[[Language], Message], Callable[[Page], bool]], None]


class SenseGlimpse:
    """Sends the messages of the panel that shows what cameras and microphones notice now.

    ``on`` holds the pages that have the panel open. Cameras and microphones call the methods from their own threads.

    Args:
        post: Runs a function on the server's thread.
        tell: Sends a message to pages (see ``PageHub.tell``); called on the server's thread.
    """

    def __init__(self, post: Callable[[Callable[[], None]], None], tell: Tell) -> None:
        self.on: set[Page] = set()
        self._post, self._tell = post, tell
        self._seen: dict[str, float] = {}

    def look(self, source: str, t: float, seats: list[FaceSeat]) -> None:
        """Send the likeliest signals of each face, if a page has the panel open.

        Sends at most one message in ``GLIMPSE_INTERVAL_S`` seconds for each camera.

        Args:
            source: The camera's name.
            t: The frame's time in seconds.
            seats: The tracked faces.
        """
        if not self.on or t - self._seen.get(source, -1.0) < GLIMPSE_INTERVAL_S:
            return
        self._seen[source] = t
        people = [(seat.player, seat.number, likeliest(seat)) for seat in seats if seat.fit is not None]

        def message(language: Language) -> Message:
            told = [
                {
                    "player": player,
                    "face": f"{source}/{number}",
                    "signals": [
                        {"id": n, "text": term("signal", n, language), "score": s, "threshold": on, "usual": usual}
                        for n, s, on, usual in signals
                    ],
                }
                for player, number, signals in people
            ]
            return {"t": "glimpse", "camera": source, "people": told}

        self._post(lambda: self._tell(message, self.on.__contains__))

    def hear(self, player: str | None, samples: Samples, top: list[list[Any]]) -> None:
        """Send one column of the spectrogram and the likeliest noises, if a page has the panel open.

        Args:
            player: The player of the microphone; None for the laptop's.
            samples: The newest sound.
            top: Name, score and threshold of each of the likeliest noises.
        """
        if not self.on or len(samples) < _FFT_SAMPLES:
            return
        row = base64.b64encode(column(samples)).decode("ascii")

        def message(language: Language) -> Message:
            heard = [
                {"id": n, "text": term("signal", n, language), "score": score, "threshold": on} for n, score, on in top
            ]
            return {"t": "glimpse", "player": player, "spectrogram": row, "heard": heard}

        self._post(lambda: self._tell(message, self.on.__contains__))


def likeliest(seat: FaceSeat) -> list[tuple[str, float, float, float]]:
    """Return the five signals whose scores are furthest above, or least below, the player's thresholds.

    Returns:
        Name, score, the player's threshold and the usual threshold of each.
    """
    judge = seat.judge
    found = []
    for name, state in judge.states.items():
        score = judge.scores.get(name)
        if score is not None and np.isfinite(score.value):
            usual = judge.settings.holds[name].on
            found.append((name, round(float(score.value), 3), round(state.hold.on, 3), round(usual, 3)))
    return sorted(found, key=lambda f: f[1] - f[2], reverse=True)[:MAX_SHOWN_VALUES]


def column(samples: Samples) -> bytes:
    """Return the spectrum of the newest sound: ``SPECTROGRAM_BANDS`` bytes, low to high pitch, 0 quiet to 255 loud."""
    piece = samples[-_FFT_SAMPLES:] * np.hanning(_FFT_SAMPLES)
    power = np.abs(np.fft.rfft(piece)) ** 2 / _FFT_SAMPLES
    edges = np.geomspace(80, 7000, SPECTROGRAM_BANDS + 1) * _FFT_SAMPLES / RATE
    low = np.minimum(edges[:-1].astype(int), len(power) - 1)
    high = np.maximum(np.minimum(edges[1:].astype(int), len(power) - 1), low)
    total = np.concatenate([[0.0], np.cumsum(power)])
    mean = (total[high + 1] - total[low]) / (high + 1 - low)
    decibels = 10 * np.log10(mean / _FFT_SAMPLES + 1e-12)
    scaled = np.clip((decibels - BLACK_DB) / (WHITE_DB - BLACK_DB), 0, 1) * 255
    return bytes(scaled.astype(np.uint8))


class SoundMeter(SoundObserver):
    """Observer of one microphone: reports its level and the noises that it most likely hears.

    Args:
        tell: Called in the microphone's thread with ``{level, top}``: the level in dB, and name, score and threshold of
            the three likeliest noises.
        active: Returns the signals that the game uses now.
        hear: Called in the microphone's thread with the samples and ``top``.
    """

    def __init__(
        self,
        tell: Callable[[dict[str, Any]], None],
        active: Callable[[], tuple[str, ...]],
        hear: Callable[[Samples, list[list[Any]]], None] = lambda samples, top: None,
    ) -> None:
        self._tell, self._active, self._hear = tell, active, hear
        self._settings = SoundSettings.load()
        self._top: list[tuple[str, float]] = []
        self._t = 0.0

    def join(self, station: MicrophoneStation) -> None:
        station.sense.watchers.append(self._look)
        station.beside.append(self)

    def _look(self, look: SoundLook) -> None:
        self._top = sorted(look.scores.items(), key=lambda item: -item[1])[:3]

    def feed(self, samples: Samples, t: float, lost: float) -> Iterable[Event]:
        if t - self._t >= GLIMPSE_INTERVAL_S and len(samples):
            self._t = t
            top, self._top = [[n, round(v, 2), round(self._threshold(n), 2)] for n, v in self._top], []
            self._tell({"level": round(decibels(samples), 1), "top": top})
            self._hear(samples, top)
        return ()

    def _threshold(self, name: str) -> float:
        """Return the usual threshold of the noise ``name``.

        While somebody talks, the detector itself uses a higher one.
        """
        return self._settings.threshold(name, tuple(n for n in self._active() if n in SIGNALS or n == WILD_THING))
