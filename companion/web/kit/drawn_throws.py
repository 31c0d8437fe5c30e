"""The picture of the latest throw of dice for pages: the camera's picture cropped around the dice, each die marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from companion.facts import Fact, fact
from companion.sitting.camera_stations import CameraStation
from companion.sitting.throw_picture import DieMark, ThrowPicture
from companion.sources.pixels import encode_jpeg
from companion.words import Language, say

MAX_WIDTH_PX: Final = 960  # pixels: the widest picture that pages get
MARGIN_DIE_SIDES: Final = 1.6  # margin around the dice, in sides of a die
MIN_SHOWN_SHARE: Final = 0.25  # the crop's smallest width and height, as a share of the picture's
PICTURE_ASPECT: Final = 4 / 3  # width / height of the crop, if the picture is large enough


@dataclass(frozen=True, slots=True)
class ThrowCut:
    """The part of the camera's picture that is shown: left, top, width and height, each 0..1 of the whole picture."""

    x: float
    y: float
    w: float
    h: float

    def share(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point from 0..1 of the whole picture to 0..1 of the crop."""
        return round((x - self.x) / self.w, 4), round((y - self.y) / self.h, 4)


@dataclass(frozen=True, slots=True, eq=False)
class DrawnThrow:
    """A throw of dice with the cropped JPEG that pages show.

    Attributes:
        picture: The throw with the whole picture.
        since: When the dice came to rest, in seconds of the match.
        cut: The part of the picture that the JPEG shows.
    """

    picture: ThrowPicture
    since: float
    cut: ThrowCut
    jpeg: bytes


class DrawnThrows:
    """The latest throw of dice as pages draw it (``latest``), with a ``version`` that grows with each throw.

    Args:
        post: Runs a function on the server's thread.
        changed: Called on the server's thread when there is a new throw.
    """

    def __init__(self, post: Callable[[Callable[[], None]], None], changed: Callable[[], None]) -> None:
        self._post, self._changed = post, changed
        self._known: ThrowPicture | None = None
        self.latest: DrawnThrow | None = None
        self.version = 0

    def look(self, station: CameraStation, at: Callable[[float], float]) -> None:
        """Draw the latest throw that a camera has seen, if it is a new one.

        It is called after each frame, in the camera's thread.

        Args:
            station: The camera with its dice reader.
            at: Converts a time of the camera's clock to seconds of the match.
        """
        seen = station.thrown
        if seen is None or seen is self._known:
            return
        self._known = seen
        drawn = draw(seen, at(seen.since))
        self._post(lambda: self._on_drawn(drawn))

    def _on_drawn(self, drawn: DrawnThrow) -> None:
        self.latest = drawn
        self.version += 1
        self._changed()

    def forget(self) -> None:
        """Delete the pictures, because the game has ended."""
        self.latest = self._known = None

    def to_json(self, language: Language) -> dict[str, Any] | None:
        """Return the latest throw with its marks and texts in a page's language, as JSON values; None without one."""
        drawn = self.latest
        if drawn is None:
            return None
        seen, cut = drawn.picture, drawn.cut
        h, w = seen.image.shape[:2]
        return {
            "n": self.version,
            "ratio": round(cut.w * w / (cut.h * h), 4),
            "title": say("dice.throw-seen", language),
            "tap": say("dice.throw-add" if seen.missing else "dice.throw-tap", language),
            "adds": say("dice.mark-unseen", language) if seen.missing else "",
            "cut": [cut.x, cut.y, cut.w, cut.h],
            "pad": say("dice.throw-pad", language),
            "why": say(_why(seen), language),
            "dice": [_die(k, m, cut, language) for k, m in enumerate(seen.marks)],
            "hints": [
                {"at": cut.share(*(float(hint.values[k]) for k in "xy")), "text": say(hint, language)}  # type: ignore[arg-type]
                for hint in seen.hints
            ],
        }


def _why(picture: ThrowPicture) -> Fact:
    return (
        picture.refused
        if picture.refused is not None
        else fact("dice.read-as", values=[m.value for m in picture.marks])
    )


def _die(k: int, mark: DieMark, cut: ThrowCut, language: Language) -> dict[str, Any]:
    x, y = cut.share(mark.x, mark.y)
    told = fact("dice.mark" if mark.value else "dice.mark-open", n=k + 1, die=mark.colour, value=mark.value)
    return {
        "x": x,
        "y": y,
        "w": round(mark.w / cut.w, 4),
        "h": round(mark.h / cut.h, 4),
        "at": [round(mark.x, 4), round(mark.y, 4)],
        "value": mark.value,
        "likely": list(mark.likely),
        "text": say(told, language),
        "asks": say(fact("dice.mark-asks", die=mark.colour), language),
        "hint": say(mark.hint, language),
    }


def draw(picture: ThrowPicture, since: float) -> DrawnThrow:
    """Crop a throw's picture around its dice and encode the crop as JPEG.

    Args:
        picture: The throw.
        since: When its dice came to rest, in seconds of the match.
    """
    h, w = picture.image.shape[:2]
    cut = cut_of(picture, w, h)
    x0, y0 = int(cut.x * w), int(cut.y * h)
    part = picture.image[y0 : max(y0 + 1, round((cut.y + cut.h) * h)), x0 : max(x0 + 1, round((cut.x + cut.w) * w))]
    return DrawnThrow(picture, since, cut, encode_jpeg(part, MAX_WIDTH_PX, 85))


def cut_of(picture: ThrowPicture, w: int, h: int) -> ThrowCut:
    """Return the crop that holds all dice that were read, and the places of hints, with a margin.

    Hints are remarks on dice that were not read. If a die is missing, the whole picture is returned.

    Args:
        picture: The throw.
        w: The picture's width in pixels.
        h: The picture's height in pixels.
    """
    spots = [(m.x, m.y, m.w, m.h) for m in picture.marks]
    spots += [(float(f.values["x"]), float(f.values["y"]), 0.0, 0.0) for f in picture.hints]  # type: ignore[arg-type]
    if not spots or picture.missing:
        return ThrowCut(0.0, 0.0, 1.0, 1.0)
    dx, dy = (MARGIN_DIE_SIDES * max(s[k] for s in spots) for k in (2, 3))
    x0, y0 = min(s[0] for s in spots) - dx, min(s[1] for s in spots) - dy
    x1, y1 = max(s[0] for s in spots) + dx, max(s[1] for s in spots) + dy
    wide, high = max(x1 - x0, MIN_SHOWN_SHARE), max(y1 - y0, MIN_SHOWN_SHARE)
    wide, high = max(wide, high * PICTURE_ASPECT * h / w), max(high, wide * w / h / PICTURE_ASPECT)
    (x, wide), (y, high) = _clamp_side((x0 + x1) / 2, wide), _clamp_side((y0 + y1) / 2, high)
    return ThrowCut(x, y, wide, high)


def _clamp_side(middle: float, length: float) -> tuple[float, float]:
    """Fit an interval into 0..1: shorten it to 1 if it is longer, then move it inside.

    Args:
        middle: The middle of the interval.
        length: Its length.

    Returns:
        The interval's start and length.
    """
    length = min(length, 1.0)
    return min(max(middle - length / 2, 0.0), 1.0 - length), length
