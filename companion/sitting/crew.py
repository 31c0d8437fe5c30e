"""The workers of a sitting: opened, asked and closed by key ("camera 0", "laptop", "phone Ann")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.clock import Clock
from companion.errors import CompanionError
from companion.observers import Observers
from companion.people.profile_lookup import EveningMemory, face_of
from companion.referee.desk import NO_SENSES, SenseNeeds
from companion.senses.dice import tray
from companion.senses.dice.tray import TraySetup
from companion.senses.sounds.levels import Loudspeaker
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.camera_stations import CameraStation, DiceStation, FaceStation, Look
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.mouths import Mouths
from companion.sitting.requests import ExpectDice, ListenFor, Request
from companion.sitting.throw_station import ThrowStation
from companion.sitting.worker import Batch, Opening, Station, Worker
from companion.sources import open_source
from companion.sources.audio import AudioSource
from companion.sources.audio_files import open_audio
from companion.sources.picture_source import FrameSource


def phone_of(key: str) -> str | None:
    """Return whose phone a worker's key names ("microphone phone Ann"); None for the table's own."""
    _, _, place = key.partition(" ")
    return place.removeprefix("phone ") if place.startswith("phone ") else None


class Crew:
    """Eyes are cameras, ears microphones. Stations are made for what the match needs when they are opened."""

    def __init__(self, post: Callable[[Batch | Callable[[], None]], None], clock: Clock) -> None:
        self.workers: dict[str, Worker] = {}
        self.mouths = Mouths()
        self.on_look: list[Look] = []
        """See each frame after its sense, in the camera's thread."""
        self.on_ear: Observers[[MicrophoneStation]] = Observers()
        """Get each station of a microphone when it is made: speech joins there."""
        self.loudspeaker: Loudspeaker | None = None
        self.evening: EveningMemory | None = None
        """What was learned of ``players`` since the program started; it goes before what is kept."""
        self.players: Sequence[str] = ()
        self._post, self._clock = post, clock
        self.needs = NO_SENSES
        """What the senses look and listen for now."""

    # Opening

    def eye(
        self,
        key: str,
        source: str | Opening,
        players: Sequence[str],
        *,
        realtime: bool = False,
        eager: bool = True,
        workers: int = 2,
        setup: TraySetup | None = None,
    ) -> Worker:
        """Return a camera, clip or stream that sees ``players``, or the dice: as it is typed, or what opens it.

        Raises what opening raises, if ``eager``. ``realtime``: a clip at its own speed.
        """

        def make(source: FrameSource) -> Station:
            station: CameraStation
            if self.needs.sees == "dice":
                station = DiceStation(source, players, setup if setup is not None else self._tray(source))
                station.answer(ExpectDice(self.needs.dice, self.needs.thrower))
            elif self.needs.sees == "throws":
                station = ThrowStation(source, setup or self._tray(source), count=self.needs.dice or None)
            else:
                station = FaceStation(source, list(players), self.mouths, workers=workers)
                station.places.face_of = self.evening.face if self.evening is not None else face_of
                if self.evening is not None:
                    station.places.known = self.evening.known_faces
            station.looks += self.on_look
            return station

        opening = self._opening(open_source, source, realtime) if isinstance(source, str) else source
        return self.add(key, opening, make, eager=eager)

    def _tray(self, source: FrameSource) -> TraySetup | None:
        """Return this machine's calibration, for its own cameras."""
        return tray.load(tray.default_path()) if source.live and getattr(source, "calibrated", True) else None

    def ear(
        self,
        key: str,
        source: str | Opening,
        profiles: Sequence[NoiseProfile],
        *,
        realtime: bool = False,
        player: str | None = None,
        eager: bool = True,
        join: Callable[[MicrophoneStation], None] = lambda station: None,
    ) -> Worker:
        """Return a microphone or sound file.

        ``player``: whose phone it is; None: the table's. ``join`` gets its station.
        """

        def make(source: AudioSource) -> Station:
            speaker = self.loudspeaker if source.live else None  # a file does not hear it
            known = profiles if self.evening is None else self.evening.with_learned(profiles, self.players)
            station = MicrophoneStation(source, known, self.mouths, player=player, loudspeaker=speaker)
            station.answer(ListenFor(tuple(self.needs.signals)))
            join(station)
            self.on_ear(station)
            return station

        opening = self._opening(open_audio, source, realtime) if isinstance(source, str) else source
        return self.add(key, opening, make, eager=eager)

    def _opening(self, opens: Callable[..., Any], typed: str, realtime: bool) -> Opening:
        return lambda on_status: opens(typed, realtime=realtime, clock=self._clock, on_status=on_status)

    def add(self, key: str, opening: Opening, make: Callable[[Any], Station], *, eager: bool = True) -> Worker:
        """Return a source with a station of one's own."""
        self.close(key)
        worker = Worker(key, opening, make, self._post, self._clock, eager=eager)
        self.workers[key] = worker
        return worker

    # Asking

    def eyes(self) -> list[Worker]:
        return self.serving("faces", "dice")

    def ears(self) -> list[Worker]:
        return self.serving("sounds")

    def serving(self, *kinds: str) -> list[Worker]:
        """Return those whose station serves one of these: "faces", "dice" of a game, "throws" without one, "sounds"."""
        return [w for w in self.workers.values() if getattr(w.station, "serves", "") in kinds]

    def ask(self, workers: Iterable[Worker], request: Request) -> None:
        for worker in workers:
            worker.ask(request)

    def ask_first_accepting(
        self, request: Request, nobody: CompanionError, tell: Callable[[CompanionError], None]
    ) -> None:
        """Ask one camera after the other until one does not refuse.

        Where all refuse, ``tell`` gets the last refusal on the sitting's thread; ``nobody``, where there is no
        camera.
        """
        eyes = self.eyes()

        def ask(index: int, error: CompanionError) -> None:
            if index == len(eyes):
                tell(error)
            else:
                eyes[index].ask(request, lambda e: on_refusal(index, e))

        def on_refusal(index: int, error: CompanionError) -> None:
            """In the worker's thread, where one serves the camera."""
            if eyes[index].is_threaded:
                self._post(lambda: ask(index + 1, error))
            else:
                ask(index + 1, error)

        ask(0, nobody)

    def need(self, needs: SenseNeeds) -> None:
        """Look and listen for this from now on."""
        self.needs = needs
        self.ask(self.ears(), ListenFor(tuple(needs.signals)))
        if needs.sees == "dice":
            self.ask(self.eyes(), ExpectDice(needs.dice, needs.thrower))

    # Running

    def start(self) -> None:
        for worker in self.workers.values():
            worker.start()

    @property
    def failures(self) -> list[CompanionError]:
        """Return what ended or interrupts workers, in their order."""
        return [worker.failure for worker in self.workers.values() if worker.failure is not None]

    @property
    def is_over(self) -> bool:
        """Nothing more comes from any of them."""
        return all(worker.is_over for worker in self.workers.values())

    def close(self, key: str | None = None, wait: float = 0.0) -> None:
        """Close one, or all; with ``wait``, until their threads have ended, each so many seconds at most."""
        names = [key] if key is not None else list(self.workers)
        closed = [worker for name in names if (worker := self.workers.pop(name, None)) is not None]
        for worker in closed:
            worker.close()
            self.mouths.drop(worker.station)
        for worker in closed if wait else ():
            worker.join(wait)
