"""Ears of the table: a thread a microphone, of the laptop or of a page, with the senses of sounds and speech behind."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np

from companion import events
from companion.clock import Clock
from companion.errors import BadInput, CompanionError
from companion.senses.sounds.loudspeaker import Loudspeaker
from companion.senses.sounds.names import SIGNALS, WILD
from companion.senses.sounds.profile import Profile
from companion.senses.sounds.sense import Look
from companion.senses.sounds.settings import Settings
from companion.senses.sounds.table import Mouth, TableEars
from companion.senses.sounds.watching import Beside
from companion.sources.audio import RATE, AudioSource, Chunk, Resampler, Samples
from companion.web.table.eyes import Post

WAITING: Final = 200  # pieces of sound of a page that may wait; more are counted as lost
LONGEST: Final = 96_000  # bytes of one piece
_LOOK: Final = 0.02  # seconds between looks at whether the clip has begun


class PageMicrophone:
    """A page's microphone as an audio source: pieces of 4 bytes of rate (little endian) and PCM16 mono."""

    live = True

    def __init__(self, name: str, clock: Clock) -> None:
        self.name = name
        self._clock = clock
        self._pieces: queue.Queue[tuple[bytes, float] | None] = queue.Queue(WAITING)
        self._resampler: Resampler | None = None
        self._lost = 0.0

    def offer(self, data: bytes) -> None:
        """Raises BadInput for what is no piece of sound."""
        if not 4 < len(data) <= LONGEST or len(data) % 2:
            raise BadInput(
                "a piece of sound is its rate and at most a second of samples of 16 bits",
                "ein Stück Ton ist seine Rate und höchstens eine Sekunde mit 16 Bit",
            )
        rate = int.from_bytes(data[:4], "little")
        if not 8000 <= rate <= 96000:
            raise BadInput(
                "sound comes at 8,000 to 96,000 samples a second", "Ton kommt mit 8.000 bis 96.000 Werten je Sekunde"
            )
        seconds = (len(data) - 4) / 2 / rate
        try:
            self._pieces.put_nowait((data, self._clock.now() - seconds))
        except queue.Full:
            self._lost += seconds

    def chunks(self) -> Iterator[Chunk]:
        while (piece := self._pieces.get()) is not None:
            data, t = piece
            rate = int.from_bytes(data[:4], "little")
            if self._resampler is None or self._resampler.rate != rate:
                self._resampler = Resampler(rate)
            pcm = np.frombuffer(data, "<i2", offset=4)
            lost, self._lost = self._lost, 0.0
            yield Chunk(self._resampler.feed((pcm / np.float32(32768)).astype(np.float32)), t, lost)

    def close(self) -> None:
        while True:
            try:
                self._pieces.put_nowait(None)
                return
            except queue.Full:
                self._pieces.get_nowait()


class Dated:
    """An audio source whose times are the clock's. A file begins when its first piece comes; with ``began`` it plays in
    step with a clip instead: from the clock's time that this gives (None: not begun yet)."""

    def __init__(self, source: AudioSource, clock: Clock, began: Callable[[], float | None] | None = None) -> None:
        self._source, self._clock, self._began = source, clock, began
        self._closed = False
        self.name, self.live = source.name, source.live

    def chunks(self) -> Iterator[Chunk]:
        offset = 0.0 if self.live else self._clip()
        for chunk in self._source.chunks():
            if offset is None:
                offset = self._clock.now() - chunk.t
            if self._began is not None:
                self._wait(offset + chunk.t + len(chunk.samples) / RATE)
            yield replace(chunk, t=chunk.t + offset)

    def _clip(self) -> float | None:
        """When the clip began, waiting for it; None without one."""
        while self._began is not None and not self._closed:
            if (start := self._began()) is not None:
                return start
            self._clock.sleep(_LOOK)
        return None

    def _wait(self, due: float) -> None:
        while not self._closed and (wait := due - self._clock.now()) > 0:
            self._clock.sleep(min(wait, 0.25))

    def close(self) -> None:
        self._closed = True
        self._source.close()


class Ear:
    """Listens in a thread. ``player`` is whose phone it is, None for the laptop's microphone.

    ``speech`` makes the sense that hears the shout and the speech; ``mouths`` tells whose mouth moved (``TableEars``);
    ``began`` is when the clip began that a file belongs to (``Dated``).
    """

    def __init__(
        self,
        source: AudioSource,
        player: str | None,
        players: tuple[str, ...],
        *,
        clock: Clock,
        post: Post,
        hear: Callable[[events.Event], None],
        level: Callable[[Ear, dict[str, Any]], None],
        mouths: Callable[[], Iterable[Mouth]] = tuple,
        speech: Callable[[str], Beside] | None = None,
        loudspeaker: Loudspeaker | None = None,
        began: Callable[[], float | None] | None = None,
    ) -> None:
        self.source = source
        self._dated = Dated(source, clock, began)
        self.name = source.name
        self.player = player
        self.trouble = ""
        self._players = {p.casefold(): p for p in players}
        self._clock, self._post, self._hear, self._level = clock, post, hear, level
        self._mouths, self._speech = mouths, speech
        self._loudspeaker = loudspeaker if source.live else None  # a file does not hear it
        self._active: tuple[str, ...] = ()
        self._settings = Settings.load()
        self._ears: TableEars | None = None
        self._top: list[tuple[str, float]] = []
        self._t = 0.0
        self._closed = False
        threading.Thread(target=self._run, name=f"ear {self.name}", daemon=True).start()

    def active(self, signals: dict[str, int]) -> None:
        """The signals that count now."""
        self._active = tuple(signals)

    @property
    def noises(self) -> TableEars | None:
        """The sense of noises, once it listens."""
        return self._ears

    def confirm(self, signal: events.Signal, player: str) -> Profile | None:
        """The table let a play stand: see ``SoundSense.confirm``. ``signal`` as this ear gave it."""
        return self._ears.confirm(signal, player) if self._ears is not None and signal.source == self.name else None

    def close(self) -> None:
        self._closed = True
        self._dated.close()

    def _run(self) -> None:
        try:
            self._listen()
        except CompanionError as error:
            self._stopped(str(error))
        except Exception as error:  # the edge of a worker: the game goes on by taps
            self._stopped(f"the microphone's sense stopped ({type(error).__name__}): start it again")

    def _stopped(self, why: str) -> None:
        self.trouble = why
        self._status("offline", why)
        self._dated.close()

    def _status(self, status: events.Status, why: str) -> None:
        if not self._closed:
            now = self._clock.now()
            self._give([events.Source(onset=now, decided=now, source=self.name, status=status, detail=why)])

    def _listen(self) -> None:
        self._ears = TableEars(
            self._dated, lambda: self._active, self._mouths,
            players=list(self._players), watcher=self._look, loudspeaker=self._loudspeaker,
        )  # fmt: skip
        self._ears.hear_beside(_Beside(self._meter, self._spoken()))
        for _, found in self._ears.batches():
            self._give(found)

    def _spoken(self) -> Beside | None:
        """The sense of speech; without it the sounds are heard all the same."""
        try:
            return self._speech(self.name) if self._speech is not None else None
        except CompanionError as error:
            self._status("online", str(error))
            return None

    def _give(self, found: list[events.Event]) -> None:
        for event in found:
            player = self.player if self.player is not None else self._players.get((event.player or "").casefold())
            self._post(lambda e=replace(event, player=player): self._hear(e))  # type: ignore[misc]

    def _look(self, look: Look) -> None:
        self._top = sorted(look.scores.items(), key=lambda item: -item[1])[:3]

    def _threshold(self, name: str) -> float:
        """The score from which a sound is taken, without the caution while somebody talks."""
        return self._settings.threshold(name, tuple(n for n in self._active if n in SIGNALS or n == WILD))

    def _meter(self, samples: Samples, t: float) -> None:
        """Five times a second: the level in dB and the likeliest sounds."""
        if t - self._t < 0.2 or not len(samples):
            return
        self._t = t
        level = float(10 * np.log10(float(np.mean(samples.astype(np.float64) ** 2)) + 1e-10))
        top, self._top = [[n, round(v, 2), round(self._threshold(n), 2)] for n, v in self._top], []
        self._post(lambda: self._level(self, {"level": round(level, 1), "top": top}))


class _Beside:
    """What hears the same sound as the sense of sounds: the level meter, and speech where there is a sense for it."""

    def __init__(self, meter: Callable[[Samples, float], None], speech: Beside | None) -> None:
        self._meter, self._speech = meter, speech

    def feed(self, samples: Samples, t: float, lost: float) -> Iterable[events.Event]:
        self._meter(samples, t)
        return self._speech.feed(samples, t, lost) if self._speech is not None else ()

    def finish(self) -> Iterable[events.Event]:
        return self._speech.finish() if self._speech is not None else ()
