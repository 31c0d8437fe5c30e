"""A round of the table: who is asked on the laptop, who on their own phone, and the sheet when all have been asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.facts import Fact
from companion.people.warmup.cards import WarmUpCard
from companion.people.warmup.learner import CardLearner
from companion.people.warmup.observations import FaceObservation, NoiseObservation, WordObservation
from companion.people.warmup.sheet import Cell, Tally, face_cell, noise_cell
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.faces.settings import FaceSettings
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.settings import SIGNALS as NOISES
from companion.senses.sounds.settings import WILD, SoundSettings
from companion.senses.sounds.sound_features import NoiseProfile


@dataclass(frozen=True)
class WarmUpResult:
    """What was learned of a player: profiles for the senses (None: nothing of use), and the sheet's cells."""

    player: str
    face: Face | None
    sounds: NoiseProfile | None
    cells: tuple[Cell, ...]


class WarmUpRound:
    """``players`` in the order of the seats. ``phones``: those who have their cards on their own phone."""

    def __init__(
        self,
        cards: Mapping[str, Sequence[WarmUpCard]],
        signals: Sequence[str],
        faces: FaceSettings,
        sounds: SoundSettings,
        net: Callable[[], NoiseEmbedding],
        *,
        phones: Iterable[str] = (),
        before: Mapping[str, NoiseProfile] | None = None,
        tally: Tally | None = None,
    ) -> None:
        self.learners = {p: CardLearner(p, list(c), faces, sounds) for p, c in cards.items()}
        self.signals = tuple(signals)
        self.phones = set(phones)
        self.tally = tally or Tally()
        self.left: set[str] = set()
        """Who does not want to go on now."""
        self._before = dict(before or {})
        self._net_of, self._net = net, None
        self._results: dict[str, WarmUpResult] = {}

    @property
    def net(self) -> NoiseEmbedding:
        if self._net is None:
            self._net = self._net_of()  # type: ignore[assignment]
        assert self._net is not None
        return self._net

    @property
    def turn(self) -> str | None:
        """Whose cards the laptop shows: the first without a phone who has some left."""
        return next((p for p, m in self.learners.items() if p not in self.phones and self._waits(p, m)), None)

    @property
    def over(self) -> bool:
        return not any(self._waits(p, m) for p, m in self.learners.items())

    def _waits(self, player: str, learner: CardLearner) -> bool:
        return player not in self.left and not learner.done

    def active(self, player: str) -> CardLearner | None:
        """The player's cards if it is their turn."""
        learner = self.learners.get(player)
        if learner is None or not self._waits(player, learner):
            return None
        return learner if player in self.phones or player == self.turn else None

    # Observations

    def see(self, player: str, glance: FaceObservation) -> Fact | None:
        learner = self.active(player)
        return None if learner is None else learner.see(glance)

    def hear(self, noise: NoiseObservation) -> tuple[str | None, Fact | None]:
        """Whose card a sound was for, and what is said of it."""
        player = noise.owner if noise.owner is not None else self.turn
        learner = None if player is None else self.active(player)
        if player is None or learner is None:
            return None, None
        others = {p: m.takes for p, m in self.learners.items() if p != player}
        return player, learner.hear(noise, self.net, others)

    def say(self, player: str | None, heard: WordObservation) -> tuple[str | None, Fact | None]:
        who = player if player is not None and self.active(player) is not None else self.turn
        learner = None if who is None else self.active(who)
        return who, None if learner is None else learner.say(heard)

    # Results

    def result(self, player: str) -> WarmUpResult:
        """What is known of a player now, with thresholds set beside the others' takes."""
        learner = self.learners[player]
        face, learned = learner.face()
        others = [r.sounds for p, r in self._results.items() if p != player and r.sounds is not None]
        settled = learner.noise(self._before.get(player), others, self.net.version) if learner.takes else None
        known = settled.profile if settled is not None else self._before.get(player)
        measured = dict(settled.measured) if settled is not None else {}
        cells = []
        for name in self.signals:
            tip = learner.tips.get(f"noise.{name}") or learner.tips.get(f"show.{name}")
            if name in NOISES and f"noise.{name}" in learner.status:
                cell = noise_cell(player, name, measured.get(name), tip)
            elif name == WILD:
                continue
            elif name in NOISES and known is not None and name in known.signals:
                cell = Cell(player, name, "sure")
            else:
                cell = face_cell(player, name, learned, tip)
            cells.append(self.tally.on(cell))
        self._results[player] = WarmUpResult(player, face, known, tuple(cells))
        return self._results[player]

    def row(self, player: str) -> tuple[Cell, ...]:
        """A player's cells, as far as they have come."""
        found = self._results.get(player) or self.result(player)
        return tuple(self.tally.on(cell) for cell in found.cells)

    def sheet(self) -> dict[str, tuple[Cell, ...]]:
        """Player by signal."""
        return {player: self.row(player) for player in self.learners}

    def ready(self, player: str) -> bool:
        """Whether the player's row of the sheet has been worked out."""
        return player in self._results

    def weak(self, player: str) -> list[str]:
        """The cards of a player that are worth another go."""
        known = self.row(player)
        keys = [k for c in known if c.grade != "sure" for k in (f"noise.{c.signal}", f"show.{c.signal}")]
        later = [k for k, s in self.learners[player].status.items() if s == "later"]
        return list(dict.fromkeys(k for k in [*keys, *later] if k in self.learners[player].status))

    def again(self, player: str) -> None:
        """What is weak is offered once more."""
        self.left.discard(player)
        self._results.pop(player, None)
        self.learners[player].again(self.weak(player))

    def forget(self, player: str) -> None:
        self._results.pop(player, None)

    # For the pages

    def shown(self, player: str) -> dict[str, Any]:
        """One player's pile: the card on top, how far it has come, what was said last."""
        m = self.learners[player]
        card = m.card
        every = len(m.cards)
        return {
            "player": player,
            "card": None
            if card is None
            else {"key": card.key, "kind": card.kind, "signal": card.signal, "count": m.count, "of": card.takes},
            "done": sum(s != "open" for s in m.status.values()),
            "of": every,
            "verdict": m.verdict,
            "ask": None if card is None else card.told,
            "phone": player in self.phones,
            "left": player in self.left,
        }


__all__ = ["WarmUpResult", "WarmUpRound", "replace"]
