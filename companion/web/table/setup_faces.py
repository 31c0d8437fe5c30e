"""The faces in the picture before a game: each is tracked, and by a tap on it somebody says whose it is.

Measures of the named faces go into the evening's ``KnownFaces``, in memory only. During the game, cameras recognise
players by them.
"""

from __future__ import annotations

import threading
from collections.abc import Collection
from typing import Any, Final

from companion.clock import Clock
from companion.errors import BadInput
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.known_faces import KnownFaces
from companion.senses.faces.seat import FaceSeat
from companion.sitting.seat_places import MIN_LOOK_FRAMES
from companion.sources.pixels import page_picture

IDLE_S: Final = 5.0  # seconds without a picture after which tracking starts anew


class SetupFaces:
    """Tracks faces before a game, for one camera at a time, and remembers whose they are.

    Any thread may call it; pictures are processed one by one.
    """

    def __init__(self, known_faces: KnownFaces, clock: Clock) -> None:
        self._known, self._clock = known_faces, clock
        self._lock = threading.Lock()
        self._sense: FaceSense | None = None
        self._spec = ""
        self._looked = 0.0
        self._names: dict[int, str] = {}  # number of a tracked face -> player named by a tap
        self._learned: dict[int, int] = {}  # number of a tracked face -> frames used for its stored measures

    def look(self, spec: str, picture: bytes, players: Collection[str]) -> list[dict[str, Any]]:
        """Return the faces in a camera's newest picture.

        Args:
            spec: The camera's specification, or "page". Faces are tracked anew when it changes.
            picture: A JPEG.
            players: The players that the page knows of; only they are recognised.

        Returns:
            For each face ``face`` (its key), ``box`` (left, top, width, height, 0..1 of the picture) and ``player``
            (None if not recognised).

        Raises:
            BadInput: It is not a picture.
        """
        image = page_picture(picture)
        with self._lock:
            now = self._clock.now()
            if self._sense is None or spec != self._spec or now - self._looked > IDLE_S:
                self._begin(spec)
            assert self._sense is not None
            self._looked = now
            self._sense.process(image, now)
            self._learn()
            h, w = image.shape[:2]
            return [self._shown(seat, w, h, players) for seat in self._sense.seats if seat.fit is not None]

    def name(self, key: str, player: str) -> None:
        """Record whose face it is, for this picture and for the evening.

        Raises BadInput if the face is no longer tracked.
        """
        with self._lock:
            seats = self._sense.seats if self._sense is not None else []
            seat = next((s for s in seats if self._key(s) == key), None)
            if seat is None:
                raise BadInput("web.no.face")
            self._names = {number: name for number, name in self._names.items() if name != player}
            self._names[seat.number], self._learned[seat.number] = player, 0
            self._learn()

    def close(self) -> None:
        """Stop tracking. Faces that were named stay known for the evening."""
        with self._lock:
            self._end()

    def _begin(self, spec: str) -> None:
        self._end()
        self._sense, self._spec = FaceSense("set-up", mouth=None, face=None, workers=1), spec

    def _end(self) -> None:
        if self._sense is not None:
            self._sense.close()
        self._sense, self._names, self._learned = None, {}, {}

    def _learn(self) -> None:
        """Store the measures of named faces, and again whenever twice as many frames of a face have been seen."""
        for seat in self._sense.seats if self._sense is not None else ():
            frames, player = seat.shape.frames, self._names.get(seat.number)
            if player is None or seat.shape.long is None or frames < 2 * self._learned[seat.number]:
                continue
            self._learned[seat.number] = frames
            self._known.learn(player, seat.shape.long)

    def _key(self, seat: FaceSeat) -> str:
        return f"{self._spec}/{seat.number}"

    def _shown(self, seat: FaceSeat, w: int, h: int, players: Collection[str]) -> dict[str, Any]:
        assert seat.fit is not None
        left, top, width, height = seat.fit.box
        box = (left / w, top / h, width / w, height / h)
        player = self._names.get(seat.number)
        if player is None and seat.shape.frames >= MIN_LOOK_FRAMES:
            found = self._known.recognise(seat.shape.long, players).player
            player = found if found not in self._names.values() else None
        return {"face": self._key(seat), "box": [round(v, 4) for v in box], "player": player}
