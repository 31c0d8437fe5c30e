"""Open, query and close a sitting's workers by key, such as "camera 0", "microphone 0" or "microphone phone Ann"."""

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
    """Return the player whose phone a worker's key names ("microphone phone Ann"); None for a device of the table."""
    _, _, place = key.partition(" ")
    return place.removeprefix("phone ") if place.startswith("phone ") else None


class Crew:
    """The workers of one sitting by key: cameras ("eyes") and microphones ("ears").

    A worker runs one source. Its station, which runs the senses, is made when the source is opened; it is of the kind
    that the match needs then.
    """

    def __init__(self, post: Callable[[Batch | Callable[[], None]], None], clock: Clock) -> None:
        self.workers: dict[str, Worker] = {}
        self.mouths = Mouths()
        self.on_look: list[Look] = []
        """Called with each frame after its sense, in the camera's thread."""
        self.on_ear: Observers[[MicrophoneStation]] = Observers()
        """Called with each microphone's station when it is made; the speech senses are added there."""
        self.loudspeaker: Loudspeaker | None = None
        self.evening: EveningMemory | None = None
        """What was learned of ``players`` since the program started; preferred to the stored profiles."""
        self.players: Sequence[str] = ()
        self._post, self._clock = post, clock
        self.needs = NO_SENSES
        """What the match needs the senses to watch and listen for now."""

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
        """Open a camera, clip or stream and return its worker; the station watches faces or dice, as the match needs.

        Args:
            key: Key of the worker; an open worker with this key is closed first.
            source: The source as it was typed, or a function that opens it.
            players: Players whom the camera may see.
            realtime: Play a clip at its own speed.
            eager: Open the source at once, and raise its errors here.
            workers: Number of threads that process faces.
            setup: Dice calibration; None takes this machine's for its own cameras, and none for other sources.
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
        """Return this machine's dice calibration if the source is one of its own live cameras, else None."""
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
        """Open a microphone or sound file and return its worker.

        Args:
            key: Key of the worker; an open worker with this key is closed first.
            source: The source as it was typed, or a function that opens it.
            profiles: The players' enrolled noises.
            realtime: Play a file at its own speed.
            player: Owner of the phone; None for a microphone of the table.
            eager: Open the source at once, and raise its errors here.
            join: Called with the new station.
        """

        def make(source: AudioSource) -> Station:
            speaker = self.loudspeaker if source.live else None  # a file was recorded elsewhere
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
        """Add a source whose station the caller makes, and return its worker.

        A worker with the same key is closed first.
        """
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
        """Return the workers whose station is of one of these kinds.

        Args:
            *kinds: "faces", "dice" (of a game), "throws" (dice without a game) or "sounds".
        """
        return [w for w in self.workers.values() if getattr(w.station, "serves", "") in kinds]

    def ask(self, workers: Iterable[Worker], request: Request) -> None:
        for worker in workers:
            worker.ask(request)

    def ask_first_accepting(
        self, request: Request, nobody: CompanionError, tell: Callable[[CompanionError], None]
    ) -> None:
        """Send a request to one camera after another until one accepts it.

        Args:
            request: The request.
            nobody: The error if there is no camera.
            tell: Called on the sitting's thread with the last camera's error, if none accepts.
        """
        eyes = self.eyes()

        def ask(index: int, error: CompanionError) -> None:
            if index == len(eyes):
                tell(error)
            else:
                eyes[index].ask(request, lambda e: on_refusal(index, e))

        def on_refusal(index: int, error: CompanionError) -> None:
            """Ask the next camera after one has refused; called in the thread of that one."""
            if eyes[index].is_threaded:
                self._post(lambda: ask(index + 1, error))
            else:
                ask(index + 1, error)

        ask(0, nobody)

    def need(self, needs: SenseNeeds) -> None:
        """Set what the senses look and listen for, and tell the open cameras and microphones."""
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
        """The errors that ended or interrupt workers, in the workers' order."""
        return [worker.failure for worker in self.workers.values() if worker.failure is not None]

    @property
    def is_over(self) -> bool:
        """True if every source has ended, was closed, or is lost for good."""
        return all(worker.is_over for worker in self.workers.values())

    def close(self, key: str | None = None, wait: float = 0.0) -> None:
        """Close one worker, or all of them.

        Args:
            key: Key of the worker; None closes all.
            wait: Seconds to wait for each thread to end; 0 does not wait.
        """
        names = [key] if key is not None else list(self.workers)
        closed = [worker for name in names if (worker := self.workers.pop(name, None)) is not None]
        for worker in closed:
            worker.close()
            self.mouths.drop(worker.station)
        for worker in closed if wait else ():
            worker.join(wait)
