"""Eyes of the table: a thread a camera, whosever it is, with the game's sense behind it and an overlay a frame."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any

import numpy as np

from companion import events
from companion.clock import Clock
from companion.errors import CompanionError
from companion.facts import Fact
from companion.referee.match import Match
from companion.referee.victory import MouthWatch
from companion.senses.dice import tray
from companion.senses.dice.watch import View
from companion.senses.faces.seat import Seat
from companion.sitting.dice_feed import DiceFeed
from companion.sitting.feeds import FaceFeed
from companion.sitting.followers.victory import watch_frame
from companion.sources.frame import Frame, Image, Source
from companion.web.table.pictures import PageCamera

Post = Callable[[Callable[[], None]], None]  # runs a function on the server's thread
WIDEST = 960  # pixels of the picture that the laptop page gets


class Tapped:
    """A source whose latest picture can be looked at while it is judged, and whose times are the clock's."""

    def __init__(self, source: Source, clock: Clock) -> None:
        self._source = source
        self._clock = clock
        self.last: Frame | None = None
        self.offset: float | None = 0.0 if source.live else None
        """The clock's time at which a clip's time was 0; None before its first frame."""

    def frames(self) -> Iterator[Frame]:
        for frame in self._source.frames():
            if self.offset is None:
                self.offset = self._clock.now() - frame.t
            self.last = replace(frame, t=frame.t + self.offset)
            yield self.last

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def live(self) -> bool:
        return self._source.live

    @property
    def status(self) -> events.Status:
        return self._source.status

    @property
    def notes(self) -> tuple[Fact, ...]:
        return self._source.notes

    def close(self) -> None:
        self._source.close()

    def __enter__(self) -> Tapped:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Eye:
    """Judges one source's frames in a thread. ``hear`` and ``seen`` run on the server's thread, through ``post``."""

    def __init__(
        self,
        source: Source,
        match: Match,
        names: list[str],
        status: list[events.Event],
        *,
        clock: Clock,
        post: Post,
        hear: Callable[[events.Event], None],
        seen: Callable[[Eye, dict[str, Any], bytes | None], None],
        watch: MouthWatch | None = None,
        workers: int = 1,
    ) -> None:
        self.source = Tapped(source, clock)
        self.page = source if isinstance(source, PageCamera) else None
        self.name = source.name
        self.names = names
        self.kind = "dice" if match.game.name == "keep-smiling" else "faces"
        self.wanted = False
        """Whether somebody waits for the next picture."""
        self.trouble = ""
        self.faces: FaceFeed | None = None
        self._watch = watch
        self._clock, self._post, self._hear, self._seen = clock, post, hear, seen
        self._active: dict[str, int] = {}
        self._dice: View | None = None
        self._given = (match, status, workers)
        self._seats: list[tuple[int, str]] = []
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"eye {self.name}", daemon=True)
        self._thread.start()

    def active(self, signals: dict[str, int]) -> None:
        """The signals whose bars are shown."""
        self._active = signals

    def sit(self, number: int, name: str) -> None:
        """The face in seat ``number`` is ``name``."""
        self._seats.append((number, name))

    def close(self) -> None:
        self._closed = True
        self.source.close()

    def _feed(self, match: Match, status: list[events.Event], workers: int) -> FaceFeed | DiceFeed:
        if self.kind == "dice":
            kept = tray.load(tray.default_path()) if self.source.live and self.page is None else None
            feed = DiceFeed(self.source, match, status, kept)
            feed.watcher.on_view = self._look
            return feed
        self.faces = FaceFeed(self.source, self.names, status, workers=workers)
        if self._watch is not None:
            self.faces.on_frame = partial(watch_frame, self._watch)
        return self.faces

    def _look(self, view: View) -> None:
        self._dice = view

    def _run(self) -> None:
        try:
            feed = self._feed(*self._given)
            for t, found in feed.batches():
                while self._seats:
                    found.append(feed.seat(*self._seats.pop(0), t))
                self._give(found)
                self._show(feed)
        except CompanionError as error:
            self._stopped(str(error))
        except Exception as error:  # the edge of a worker: the game goes on by taps
            self._stopped(f"the camera's sense stopped ({type(error).__name__}): start the camera again")

    def _stopped(self, why: str) -> None:
        self.trouble = why
        if not self._closed:
            now = self._clock.now()
            self._give([events.Source(onset=now, decided=now, source=self.name, status="offline", detail=why)])
        self.source.close()

    def _give(self, found: list[events.Event]) -> None:
        for event in found:
            self._post(lambda e=event: self._hear(e))  # type: ignore[misc]

    def _show(self, feed: FaceFeed | DiceFeed) -> None:
        frame = self.source.last
        if frame is None:
            return
        overlay = self._overlay(feed, frame.image)
        jpeg = None
        if self.page is not None:
            self.page.answer(overlay)
        elif self.wanted:
            self.wanted = False
            jpeg = jpeg_of(frame.image)
        self._post(lambda: self._seen(self, overlay, jpeg))

    def _overlay(self, feed: FaceFeed | DiceFeed, image: Image) -> dict[str, Any]:
        h, w = image.shape[:2]
        if isinstance(feed, DiceFeed):
            view = self._dice
            dice = [] if view is None else [die_overlay(d, w, h) for d in view.dice]
            return {"kind": "dice", "dice": dice, "settled": bool(view and view.settled)}
        return {"kind": "faces", "seats": [seat_overlay(s, self._active, w, h) for s in feed.sense.seats]}


def die_overlay(die: Any, w: int, h: int) -> dict[str, Any]:
    """Middle and size 0..1 of the picture, and the value read so far."""
    size = float(getattr(die, "size", 0.0))
    return {
        "x": round(float(die.x) / w, 4),
        "y": round(float(die.y) / h, 4),
        "w": round(size / w, 4),
        "h": round(size / h, 4),
        "value": int(getattr(die, "value", 0) or 0),
    }


def seat_overlay(seat: Seat, active: dict[str, int], w: int, h: int) -> dict[str, Any]:
    """Place 0..1 of the picture, name, state, what is shown, and each active signal's score against its threshold."""
    out: dict[str, Any] = {"seat": seat.number, "name": seat.player, "state": seat.state, "box": None, "bars": []}
    if seat.fit is not None:
        points = seat.fit.points
        x0, y0, x1, y1 = points[:, 0].min(), points[:, 1].min(), points[:, 0].max(), points[:, 1].max()
        out["box"] = [round(float(v), 4) for v in (x0 / w, y0 / h, (x1 - x0) / w, (y1 - y0) / h)]
    states = seat.judge.states
    out["shown"] = [name for name, state in states.items() if state.shown and (not active or name in active)]
    for name, state in states.items():
        score = seat.judge.scores.get(name)
        if name in active and score is not None and np.isfinite(score.value):
            out["bars"].append([name, round(score.value, 3), state.hold.on])
    return out


def jpeg_of(image: Image) -> bytes:
    """The picture for a page, at most ``WIDEST`` pixels wide."""
    import cv2

    h, w = image.shape[:2]
    if w > WIDEST:
        image = cv2.resize(image, (WIDEST, max(1, h * WIDEST // w)), interpolation=cv2.INTER_AREA).astype(np.uint8)
    data: Any = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 75])[1]
    return bytes(data)
