"""What a warm-up has learned goes to every camera and microphone, and into the evening's memory."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from companion.ending import Work
from companion.errors import CompanionError
from companion.people.evening_memory import EveningMemory
from companion.people.warmup.observations import NoiseObservation
from companion.people.warmup.round import WarmUpResult, WarmUpRound
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.requests import KnowFace, KnowNoises, LearnName
from companion.sitting.sitting import Sitting

_log = logging.getLogger(__name__)


class Teaching:
    """Thresholds are worked out beside the game; ``done`` is told on the sitting's thread."""

    def __init__(
        self, sitting: Sitting, evening: EveningMemory, done: Callable[[WarmUpRound, WarmUpResult], None]
    ) -> None:
        self._sitting, self._evening, self._done = sitting, evening, done
        self.pending: set[str] = set()
        """Players whose thresholds are being worked out."""

    def faces(self, players: Sequence[str]) -> list[Face]:
        """What is known of these players' faces; of a damaged file whoever opens the camera tells."""
        found = []
        for player in players:
            with suppress(CompanionError):
                found.append(self._evening.face(player))
        return [face for face in found if face is not None]

    def sounds(self, players: Sequence[str]) -> list[NoiseProfile]:
        """The same of their noises."""
        return self._evening.sounds(players)

    def face(self, player: str, face: Face) -> None:
        """Every camera judges the player by this from now on."""
        crew = self._sitting.crew
        crew.ask(crew.eyes(), KnowFace(player, face))

    def learn(self, deck: WarmUpRound, player: str) -> None:
        """Work out what the player has taught: in a thread where sources have theirs, else at once."""
        deck.forget(player)
        if not any(worker.threaded for worker in self._sitting.crew.workers.values()):
            self._learned(deck, deck.result(player))
            return
        self.pending.add(player)
        Work(f"warm-up {player}", self._work, deck, player).start()

    def _work(self, deck: WarmUpRound, player: str) -> None:
        try:
            result = deck.result(player)
        except Exception:  # the edge of a thread: the game goes on without what was taught  # noqa: BLE001
            _log.exception("what %s taught", player)
            result = WarmUpResult(player, None, None, ())
        self._sitting.post(lambda: self._learned(deck, result))

    def _learned(self, deck: WarmUpRound, result: WarmUpResult) -> None:
        self.pending.discard(result.player)
        self._evening.learned(result.player, result.face, result.sounds)
        if result.face is not None:
            self.face(result.player, result.face)
        if result.sounds is not None:
            crew, profiles = self._sitting.crew, self.sounds(self._sitting.crew.players)
            crew.ask(crew.ears(), KnowNoises(profiles))
        self._done(deck, result)

    def name(self, player: str, noise: NoiseObservation, answer: Callable[[bool], None]) -> None:
        """Every microphone's speech learns the name as its owner says it; the first that has done so answers."""
        answered: list[bool] = []

        def first(good: bool) -> None:
            if not answered:
                answered.append(good)
                answer(good)

        def done(good: bool) -> None:
            self._sitting.post(lambda: first(good))

        self._sitting.crew.ask(self._sitting.crew.ears(), LearnName(player, noise.samples, done))
