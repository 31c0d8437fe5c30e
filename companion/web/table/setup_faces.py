"""Faces in the picture before a game: each is followed, and named by a tap.

What a face looks like goes into the evening's ``KnownFaces``, in memory alone. The game's cameras know it again there.
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

IDLE_S: Final = 5.0  # seconds without a picture after which the faces are followed anew


class SetupFaces:
    """Follows the faces of one picture at a time. Any thread may call; one picture is looked at at once."""

    def __init__(self, known: KnownFaces, clock: Clock) -> None:
        self._known, self._clock = known, clock
        self._lock = threading.Lock()
        self._sense: FaceSense | None = None
        self._spec = ""
        self._looked = 0.0
        self._names: dict[int, str] = {}  # of the sense's own seats: whom a tap has named
        self._learned: dict[int, int] = {}  # from how many frames their looks were kept

    def look(self, spec: str, picture: bytes, players: Collection[str]) -> list[dict[str, Any]]:
        """Return the faces in a camera's newest picture.

        Args:
            spec: Which camera it is of: another one's faces are other faces.
            picture: A JPEG.
            players: Who plays, as far as the page knows.

        Returns:
            ``face`` (its key), ``box`` (left, top, width, height, each 0..1 of the camera's picture) and ``player``
            (None while nobody is sure) of each face.

        Raises BadInput for what is no picture.
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
        """Say whose face it is: of this picture, and for the evening. Raises BadInput for a face that is gone."""
        with self._lock:
            seats = self._sense.seats if self._sense is not None else []
            seat = next((s for s in seats if self._key(s) == key), None)
            if seat is None:
                raise BadInput("web.no.face")
            self._names = {number: name for number, name in self._names.items() if name != player}
            self._names[seat.number], self._learned[seat.number] = player, 0
            self._learn()

    def close(self) -> None:
        """Forget the picture; what was named is kept for the evening."""
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
        """Keep the looks of named faces, again each time that twice as many frames have been seen of them."""
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
