"""Name faces by number or by a tap; faces are numbered from the left of the picture.

Cameras number seats in the order in which faces were found. People count faces from left to right, in a live camera's
mirrored picture.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from companion import private
from companion.bounds import digits
from companion.errors import BadInput, storing
from companion.events import Command, Event, Ruling, Source
from companion.facts import Fact, fact
from companion.referee.questions import Answer, Question, players
from companion.sitting.camera_stations import CameraStation, FaceStation
from companion.sitting.follower import Follower
from companion.sitting.requests import SeatFace
from companion.sitting.sitting import Sitting
from companion.sources.picture_source import Frame, Image
from companion.sources.pixels import encode_jpeg

MIN_REPORTED_SHIFT: Final = 0.04  # fraction of the picture by which a face must move before pages are updated
MAX_PORTRAIT_PX: Final = 240  # largest width of a portrait, pixels
PORTRAIT_MARGIN: Final = 0.4  # fraction of the face's size that is shown around it
MIN_PRESENT_S: Final = 2.0  # seconds for which a face must be in view before the table is asked who it is
MAX_PART_PX: Final = 640  # largest width of each camera's picture in a saved file, pixels
_INK, _PAPER = (20, 20, 20), (70, 220, 255)  # each (blue, green, red)
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class NumberedFace:
    """A face with its number, as pages show it.

    Attributes:
        number: Number from the left of the picture as shown, counted on over several cameras.
        key: Id of the face, which stays the same while people move.
        player: Who it is; None if unknown.
        box: Left, top, width, height, each 0..1 of the camera's picture.
        sure: True if it has a player, or has been there long enough to ask who it is.
        since: When it was first seen, seconds of the clock.
    """

    number: int
    key: str
    player: str | None
    box: Box
    sure: bool
    since: float = 0.0


class FaceNaming(Follower):
    """Follower that numbers faces and asks who an unknown face is.

    It adds the commands ``seat NUMBER NAME`` and ``faces``. ``visible_faces`` may be called from any thread.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._lock = threading.Lock()
        self._views: dict[str, list[NumberedFace]] = {}
        self._dismissed: set[str] = set()
        self._portraits: dict[tuple[str, float], bytes] = {}
        self.version = 0
        """Number that grows whenever what pages show of the faces changes."""
        self._images: dict[str, Image] = {}  # latest frame of each camera
        self._mirrored: set[str] = set()  # cameras whose pictures are shown as in a mirror
        self._told_missing = False
        sitting.words["seat"] = self._word
        sitting.words["faces"] = self._faces
        sitting.crew.on_look.append(self._look)

    def visible_faces(self) -> list[NumberedFace]:
        """Return all faces in view, numbered from the left of the picture."""
        with self._lock:
            views = [self._views[name] for name in sorted(self._views)]
        return [replace(f, number=n) for n, f in enumerate((f for view in views for f in view), start=1)]

    def number(self, source: str, seat: int) -> int:
        """Return the number of a face as people count; ``seat``, the camera's number, if the face is out of view."""
        return next((f.number for f in self.visible_faces() if f.key == f"{source}/{seat}"), seat)

    def _look(self, station: CameraStation, frame: Frame) -> None:
        """Update what is known of a camera's faces from a frame; called in the camera's thread."""
        if not isinstance(station, FaceStation):
            return
        h, w = frame.image.shape[:2]
        self._images[frame.source] = frame.image
        if station.mirrored:
            self._mirrored.add(frame.source)
        found = []
        for seat in station.sense.seats:
            if seat.fit is None:
                continue
            left, top, width, height = seat.fit.box
            box = (left / w, top / h, width / w, height / h)
            key = f"{frame.source}/{seat.number}"
            sure = seat.player is not None or frame.t - seat.since >= MIN_PRESENT_S
            found.append(NumberedFace(0, key, seat.player, box, sure, seat.since))
        found.sort(key=lambda f: f.box[0] + f.box[2] / 2, reverse=station.mirrored)
        with self._lock:
            if not _alike(self._views.get(frame.source, []), found):
                self._views[frame.source] = found
                self.version += 1
                self._sitting.post(lambda: None)

    def name(self, number: int, player: str, key: str = "") -> None:
        """Seat ``player`` at a face in view.

        Args:
            number: Number of the face, used if ``key`` is empty.
            player: The player.
            key: Id of the face as it was shown.

        Raises:
            BadInput: There is no such player or face.
        """
        match = self._sitting.match
        seat = match.seat(player) if match is not None else None
        if match is None or seat is None:
            raise BadInput("seat.write", names=list(match.players) if match is not None else [])
        face = next((f for f in self.visible_faces() if (f.key == key if key else f.number == number)), None)
        if face is None:
            numbers = [f.number for f in self.visible_faces()]
            code = "seat.unknown" if numbers else "seat.no-faces" if self._sitting.crew.eyes() else "seat.none"
            raise BadInput(code, number=number, name=match.players[seat], seats=numbers, names=list(match.players))
        source, _, own = face.key.rpartition("/")
        name = match.players[seat]
        eyes = [w for w in self._sitting.crew.eyes() if str(getattr(w.source, "name", "")) == source]
        for worker in eyes:
            worker.ask(SeatFace(int(own), name), lambda e: self._sitting.post(lambda: self._sitting.refuse(e)))

    def _word(self, rest: str, event: Command) -> Fact | None:
        """Handle ``seat 2 Ann``: seat Ann at face 2.

        Raises BadInput if there is no such face or player.
        """
        number, _, name = rest.partition(" ")
        match = self._sitting.match
        if (own := digits(number)) is None:
            raise BadInput("seat.write", names=list(match.players) if match is not None else [])
        self.name(own, name)
        return None

    # Who sits where, in words and as a picture

    def tick(self, now: float) -> Iterable[Event]:
        """Report once which players are missing, when every face in view has a player or has been there for a while."""
        faces = self.visible_faces()
        if not self._told_missing and faces and all(f.sure for f in faces) and (missing := self.missing()):
            self._told_missing = True
            for name in missing:
                self._sitting.tell("told", what=fact("faces.alone", name=name))
        return ()

    def _faces(self, rest: str, event: Command) -> Fact:
        """Handle ``faces`` and ``faces FILE.png``: return who sits where, and save the numbered pictures.

        Raises:
            BadInput: The file's name does not end in .png.
            StorageError: The file cannot be written.
        """
        faces = self.visible_faces()
        if not faces:
            return fact("faces.none")
        said = [fact("faces.of", n=f.number, name=f.player or fact("faces.nobody")) for f in faces]
        missing = self.missing()
        if rest:
            self.save(private.expand_user(rest))
        return fact(
            "faces.seen",
            all=said,
            missing=fact("faces.missing", names=missing) if missing else None,
            saved=fact("faces.saved", path=rest) if rest else None,
        )

    def save(self, path: Path) -> None:
        """Write a small picture of each camera with the faces' numbers into one PNG.

        Raises:
            BadInput: The file's name does not end in .png.
            StorageError: The file cannot be written.
        """
        faces = self.visible_faces()
        if faces:
            sources = dict.fromkeys(f.key.rpartition("/")[0] for f in faces)
            of = {s: [(f.number, f.box) for f in faces if f.key.rpartition("/")[0] == s] for s in sources}
            drawn = [draw_numbers(*self._as_shown(source, boxes)) for source, boxes in of.items()]
            save_pictures(path, drawn)

    def _as_shown(self, source: str, boxes: Sequence[tuple[int, Box]]) -> tuple[Image, Sequence[tuple[int, Box]]]:
        """Return a camera's picture and boxes as pages show them: mirrored for a live camera."""
        image = self._images[source]
        if source not in self._mirrored:
            return image, boxes
        return image[:, ::-1], [(number, (1 - x - w, y, w, h)) for number, (x, y, w, h) in boxes]

    # Unknown faces, while a player is missing

    def missing(self) -> list[str]:
        """Return the players whom no camera sees; empty if no camera sees any face."""
        match, faces = self._sitting.match, self.visible_faces()
        if match is None or not faces:
            return []
        return [name for name in match.players if name not in {f.player for f in faces}]

    def questions(self) -> Iterable[Question]:
        match, missing = self._sitting.match, self.missing()
        if match is None or not missing:
            return
        for face in self.visible_faces():
            if face.player is None and face.sure and face.key not in self._dismissed:
                told = fact("question.which-face", n=face.number)
                who = players(match.players, seats=[k for k, n in enumerate(match.players) if n in missing])
                nobody = Answer("nobody", fact("answer.nobody-face"), kind="no")
                asked = self._sitting.at(face.since) + MIN_PRESENT_S
                yield Question(
                    "which-face", face.number, told, (*who, nobody), None, "laptop", asked, self._portrait(face)
                )

    def _portrait(self, face: NumberedFace) -> bytes:
        """Return a JPEG of the face with some surroundings, taken when it was first asked about."""
        key = face.key, face.since
        if key not in self._portraits:
            image, (x, y, bw, bh) = self._images[face.key.rpartition("/")[0]], face.box
            h, w = image.shape[:2]
            top, left = max(0, round((y - PORTRAIT_MARGIN * bh) * h)), max(0, round((x - PORTRAIT_MARGIN * bw) * w))
            crop = image[
                top : round((y + (1 + PORTRAIT_MARGIN) * bh) * h), left : round((x + (1 + PORTRAIT_MARGIN) * bw) * w)
            ]
            if face.key.rpartition("/")[0] in self._mirrored:
                crop = np.ascontiguousarray(crop[:, ::-1])
            self._portraits[key] = encode_jpeg(crop, MAX_PORTRAIT_PX, 85)
        return self._portraits[key]

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        """Remove a camera's faces when it gives no more pictures."""
        if isinstance(event, Source) and event.status != "online":
            with self._lock:
                self._views.pop(event.source, None)
        return ()

    def on_answer(self, question: Question, answer: Answer) -> None:
        face = next((f for f in self.visible_faces() if f.number == question.number), None)
        match = self._sitting.match
        if face is None or match is None:
            raise BadInput("question.gone")
        if answer.kind == "no":
            self._dismissed.add(face.key)
        else:
            self.name(face.number, match.players[int(answer.id.removeprefix("seat"))], face.key)


def _alike(before: list[NumberedFace], now: list[NumberedFace]) -> bool:
    """Return True if the faces have the same ids and players, and moved too little to redraw pages."""
    if [(f.key, f.player, f.sure) for f in before] != [(f.key, f.player, f.sure) for f in now]:
        return False
    return all(
        abs(a - b) < MIN_REPORTED_SHIFT
        for f, g in zip(before, now, strict=True)
        for a, b in zip(f.box, g.box, strict=True)
    )


class NumberedPictures(FaceNaming):
    """Follower as ``FaceNaming``; it also saves the numbered pictures at ``path`` when they change.

    If ``path`` is None, it saves nothing.
    """

    def __init__(self, sitting: Sitting, path: Path | None) -> None:
        super().__init__(sitting)
        self._path, self._saved = path, 0

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        return self.tick(event.decided)

    def tick(self, now: float) -> Iterable[Event]:
        if self._path is not None and self.version != self._saved:
            self._saved = self.version
            self.save(self._path)
        return ()


def draw_numbers(image: Image, boxes: Sequence[tuple[int, Box]]) -> Image:
    """Return a smaller copy of the picture with each face's box and number.

    Args:
        image: The picture (h, w, 3), BGR.
        boxes: Number and box (left, top, width, height, each 0..1) of each face.
    """
    import cv2

    h, w = image.shape[:2]
    scale = min(1.0, MAX_PART_PX / w)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    small = np.ascontiguousarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    for number, (x, y, bw, bh) in boxes:
        left, top = round(x * size[0]), round(y * size[1])
        cv2.rectangle(small, (left, top), (round((x + bw) * size[0]), round((y + bh) * size[1])), _PAPER, 2)
        text, font = str(number), cv2.FONT_HERSHEY_SIMPLEX
        (tw, th), _ = cv2.getTextSize(text, font, 0.9, 2)
        low = max(th + 8, top)
        cv2.rectangle(small, (left, low - th - 8), (left + tw + 8, low), _PAPER, -1)
        cv2.putText(small, text, (left + 4, low - 4), font, 0.9, _INK, 2, cv2.LINE_AA)
    return small


def save_pictures(path: Path, pictures: Sequence[Image]) -> None:
    """Write one PNG with the pictures below each other.

    Raises:
        BadInput: ``path`` does not end in .png.
        StorageError: The file cannot be written.
    """
    import cv2

    if path.suffix.casefold() != ".png":
        raise BadInput("faces.no-picture-name", path=str(path))
    width = max(p.shape[1] for p in pictures)
    rows = [np.pad(p, ((0, 0), (0, width - p.shape[1]), (0, 0))) for p in pictures]
    data = cv2.imencode(".png", np.vstack(rows))[1]
    with storing("evidence.not-written", path=str(path)):
        private.write(path, bytes(data))
