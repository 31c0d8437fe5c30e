"""Cameras and microphones of the practice page: this machine's own or the page's, while a drill needs them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.events import Source as SourceEvent
from companion.practice.dice_reading import DiceEyes
from companion.practice.looks import Eyes
from companion.practice.observing import eyes_of, heard_by
from companion.rules.face_off.data import WILD_SIGNAL
from companion.sources.frame import Frame, Source
from companion.web.practice.runs import DiceRun, PokerRun, Run
from companion.web.table.ears import PageMicrophone
from companion.web.table.eyes import die_overlay, jpeg_of, seat_overlay
from companion.web.table.pictures import PageCamera, check
from companion.web.table.senses import Senses

if TYPE_CHECKING:
    from companion.sources.audio import AudioSource
    from companion.web.practice.desk import Desk
    from companion.web.table.guard import Session


class Devices(Senses):
    """Serves the sockets of the table's server. A drill's senses live from ``begin`` to ``stop``."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self._run: Run | None = None
        self._player = ""
        self._noises: tuple[str, ...] = ()
        self._camera: CameraWorker | None = None
        self._microphone: MicrophoneWorker | None = None

    def begin(self, run: Run, player: str, noises: tuple[str, ...]) -> None:
        """A drill starts: what Python owns is opened now; pages send by themselves."""
        self.stop()
        self._run, self._player, self._noises = run, player, noises
        if run.eyes and self.camera:
            self._try("camera", self._open_camera)
        if run.ears and self.microphone:
            self._try("microphone", self._open_microphone)

    def _open_camera(self) -> None:
        from companion.sources import open_source

        status = lambda event: self.desk.post(lambda: self._told("camera", event))  # noqa: E731
        self._watch(open_source(self.camera, realtime=True, clock=self.desk.clock, on_status=status))

    def _open_microphone(self) -> None:
        from companion.sources.audio_opening import open_audio

        name = "" if self.microphone == "default" else self.microphone
        status = lambda event: self.desk.post(lambda: self._told("microphone", event))  # noqa: E731
        self._listen(open_audio(name, realtime=True, clock=self.desk.clock, on_status=status))

    def _told(self, kind: str, event: SourceEvent) -> None:
        """A device of this machine was unplugged, froze, or is back."""
        self.trouble.pop(kind, None)
        if event.status in ("frozen", "offline") and self._run is not None:
            self.trouble[kind] = event.detail or f"the {kind} is {event.status}"
        self.desk.changed()

    def _watch(self, source: Source) -> None:
        assert self._run is not None
        self._camera = CameraWorker(self.desk, self._run, source, self._player, self._noises)

    def _listen(self, source: AudioSource) -> None:
        self._microphone = MicrophoneWorker(self.desk, source, self._player, self._noises)

    def picture(self, session: Session, data: bytes, done: Any) -> None:
        """A picture of the page's camera. Raises BadInput."""
        check(data)
        if self._run is None or not self._run.eyes or self.camera:
            done(None)
            return
        if self._camera is None or self._camera.trouble:
            self._watch(PageCamera("page", self.desk.clock))
        assert self._camera is not None
        assert isinstance(self._camera.source, PageCamera)
        self._camera.source.offer(data, done)

    def sound(self, session: Session, data: bytes) -> None:
        """A piece of sound of the page's microphone. Raises BadInput."""
        if self._run is None or not self._run.ears or self.microphone:
            return
        if self._microphone is None or self._microphone.trouble:
            self._listen(PageMicrophone("page", self.desk.clock))
        assert self._microphone is not None
        assert isinstance(self._microphone.source, PageMicrophone)
        self._microphone.source.offer(data)

    def gone(self, session: Session, what: str) -> None:
        """The page stopped sending; its sense is kept, for it may send again."""

    def want(self) -> None:
        if self._camera is not None:
            self._camera.wanted = True

    def judged(self, overlay: dict[str, Any], jpeg: bytes) -> None:
        """A picture of Python's own camera for whoever looks on."""
        self.latest = (overlay, jpeg)
        for viewer in self.viewers:
            viewer.set()

    def sources(self) -> list[dict[str, Any]]:
        """What Python owns, and what is wrong."""
        troubles = dict(self.trouble)
        for kind, worker in (("camera", self._camera), ("microphone", self._microphone)):
            if worker is not None and worker.trouble:
                troubles[kind] = worker.trouble
        owned = [k for k, spec in (("camera", self.camera), ("microphone", self.microphone)) if spec]
        return [{"kind": k, "trouble": troubles.get(k, "")} for k in dict.fromkeys([*owned, *troubles])]

    def stop(self) -> None:
        for worker in (self._camera, self._microphone):
            if worker is not None:
                worker.close()
        self._camera = self._microphone = self._run = None
        self.latest = None
        self.trouble.clear()


class Worker:
    """A source read in a thread; errors become a sentence for the page."""

    def __init__(self, desk: Desk, source: Any) -> None:
        self.desk, self.source = desk, source
        self.trouble = ""
        self.closed = False

    def start(self, work: Callable[[], None], name: str) -> None:
        threading.Thread(target=self._guarded, args=(work,), name=name, daemon=True).start()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except CompanionError as error:
            self.trouble = str(error)
        except Exception as error:  # the edge of a worker: the page says so and goes on
            self.trouble = f"this sense stopped ({type(error).__name__}): start the drill again"
        if not self.closed:
            self.desk.post(self.desk.changed)

    def close(self) -> None:
        self.closed = True
        self.source.close()


class CameraWorker(Worker):
    """Frames through the faces' or the dice's eyes; the page gets an overlay for each."""

    def __init__(self, desk: Desk, run: Run, source: Source, player: str, noises: tuple[str, ...]) -> None:
        super().__init__(desk, source)
        self.wanted = False
        self._run, self._player, self._noises = run, player, noises
        self.start(self._work, f"eye {source.name}")

    def _work(self) -> None:
        if isinstance(self._run, DiceRun):
            dice = DiceEyes(self.source.name, self._run.count, live=self.source.live, calibrated=False)
            for frame in self.source.frames():
                for roll in dice.look(frame):
                    self.desk.post(lambda r=roll: self.desk.rolled(r))  # type: ignore[misc]
                self._show(frame, _dice(dice, frame))
            return
        wild = self._noises == (WILD_SIGNAL,)
        eyes = eyes_of(self.source.name, self._player, mouths=isinstance(self._run, PokerRun), wild=wild)
        try:
            for frame in self.source.frames():
                look = eyes.look(frame)
                self.desk.post(lambda s=look: self.desk.see(s))  # type: ignore[misc]
                self._show(frame, _faces(eyes, frame))
        finally:
            eyes.close()

    def _show(self, frame: Frame, overlay: dict[str, Any]) -> None:
        if isinstance(self.source, PageCamera):
            self.source.answer(overlay)
        elif self.wanted:
            self.wanted = False
            jpeg = jpeg_of(frame.image)
            self.desk.post(lambda: self.desk.devices.judged(overlay, jpeg))


def _faces(eyes: Eyes, frame: Frame) -> dict[str, Any]:
    h, w = frame.image.shape[:2]
    return {"kind": "faces", "seats": [seat_overlay(s, {}, w, h) for s in eyes.sense.seats[:1]]}


def _dice(dice: DiceEyes, frame: Frame) -> dict[str, Any]:
    h, w = frame.image.shape[:2]
    view = dice.view
    seen = [] if view is None else [die_overlay(d, w, h) for d in view.dice]
    return {"kind": "dice", "dice": seen, "settled": bool(view and view.settled)}


class MicrophoneWorker(Worker):
    """Sound through the ears of practice."""

    def __init__(self, desk: Desk, source: AudioSource, player: str, noises: tuple[str, ...]) -> None:
        super().__init__(desk, source)
        self._player, self._noises = player, noises
        self.start(self._work, f"ear {source.name}")

    def _work(self) -> None:
        loudspeaker = self.desk.devices.loudspeaker if self.source.live else None  # a file does not hear it
        for heard in heard_by(self.source, self._player, self._noises, loudspeaker):
            self.desk.post(lambda s=heard: self.desk.see(s))  # type: ignore[misc]
