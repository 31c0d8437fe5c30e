"""What a warm-up has learned goes to every camera and microphone, and into the evening's memory."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.errors import CompanionError
from companion.events import Event
from companion.people.evening import Evening
from companion.people.warmup.round import Result, Round
from companion.people.warmup.seen import Noise
from companion.senses.faces.profile import Profile as Face
from companion.senses.sounds.profile import Profile
from companion.sitting.sitting import Sitting

_log = logging.getLogger(__name__)


class Teaching:
    """Thresholds are worked out beside the game; ``done`` is told on the sitting's thread."""

    def __init__(self, sitting: Sitting, evening: Evening, done: Callable[[Round, Result], None]) -> None:
        self._sitting, self._evening, self._done = sitting, evening, done
        self.pending: set[str] = set()
        """Players whose thresholds are being worked out."""

    def faces(self, players: Sequence[str]) -> list[Face]:
        """What is known of these players' faces; of a damaged file whoever opens the camera tells."""
        try:
            return [face for player in players if (face := self._evening.face(player)) is not None]
        except CompanionError:
            return []

    def sounds(self, players: Sequence[str]) -> list[Profile]:
        """The same of their noises."""
        try:
            return self._evening.sounds(players)
        except CompanionError:
            return []

    def face(self, player: str, face: Face) -> None:
        """Every camera judges the player by this from now on."""
        crew = self._sitting.crew
        crew.ask(crew.eyes(), lambda eye: eye.know(player, face))

    def learn(self, deck: Round, player: str) -> None:
        """Work out what the player has taught: in a thread where sources have theirs, else at once."""
        deck.forget(player)
        if not any(worker.threaded for worker in self._sitting.crew.workers.values()):
            self._learned(deck, deck.result(player))
            return
        self.pending.add(player)
        threading.Thread(target=self._work, args=(deck, player), name=f"warm-up {player}", daemon=True).start()

    def _work(self, deck: Round, player: str) -> None:
        try:
            result = deck.result(player)
        except Exception:  # the edge of a thread: the game goes on without what was taught  # noqa: BLE001
            _log.exception("what %s taught", player)
            result = Result(player, None, None, ())
        self._sitting.post(lambda: self._learned(deck, result))

    def _learned(self, deck: Round, result: Result) -> None:
        self.pending.discard(result.player)
        self._evening.learned(result.player, result.face, result.sounds)
        if result.face is not None:
            self.face(result.player, result.face)
        if result.sounds is not None:
            crew, profiles = self._sitting.crew, self.sounds(self._sitting.crew.players)
            crew.ask(crew.ears(), lambda ear: ear.know(profiles))
        self._done(deck, result)

    def name(self, player: str, noise: Noise, answer: Callable[[bool], None]) -> None:
        """Every microphone's speech learns the name as its owner says it; the first that has done so answers."""
        answered: list[bool] = []

        def first(good: bool) -> None:
            if not answered:
                answered.append(good)
                answer(good)

        def learn(ear: Any) -> Iterable[Event]:
            makers = [getattr(getattr(s, "sense", None), "recogniser", None) for s in ear.beside]
            able: list[Callable[[str, Any], bool]] = [m.learn for m in makers if m is not None and hasattr(m, "learn")]
            learned = [learns(player, noise.samples) for learns in able]
            self._sitting.post(lambda: first(not able or any(learned)))
            return ()

        self._sitting.crew.ask(self._sitting.crew.ears(), learn)
