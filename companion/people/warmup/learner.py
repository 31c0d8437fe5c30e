"""One player's cards and what is learned from them: verdicts as facts, one for each observation that says something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

import numpy as np

from companion.facts import Fact, fact
from companion.people.lessons.noise_takes import fault, odd, take, usual_distance
from companion.people.lessons.sound_cut import cut
from companion.people.thresholds import face_thresholds, noise_thresholds
from companion.people.warmup.cards import CALM, WarmUpCard
from companion.people.warmup.observations import FaceObservation, NoiseObservation, WordObservation, smiling, trouble
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.neutral_face import Belief
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.faces.settings import FaceSettings
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from companion.senses.sounds.noise_matcher import NoiseMatcher
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import NEGATIVE, TAUGHT, NoiseProfile, NoiseTake, SoundFeatures, distances

Status: TypeAlias = Literal["open", "done", "skipped", "later"]
SHOW: Final = 6.0  # seconds in which a face is to be shown
ENOUGH: Final = 1.0  # seconds of a show after which it is over
STILL: Final = 6.0  # seconds of a drawn mouth after which it is taken for the face at rest
SPEED: Final = 60.0  # degrees a second of a calm head
GLADLY: Final = 4  # bad takes in a row after which a card is left for later
MOVED: Final = 0.25  # of a mouth (attribution): who moved theirs so much may have made the sound
KEPT: Final = 400  # frames of a card
_LONG: Final = 2.0  # usual distances: a take as near as this to another noise is too like it


@dataclass
class CardLearner:
    """``begin`` names the card on top; ``see``, ``hear`` and ``say`` bring it on."""

    player: str
    cards: list[WarmUpCard]
    settings: FaceSettings
    sounds: SoundSettings
    status: dict[str, Status] = field(default_factory=dict)
    takes: dict[str, list[SoundFeatures]] = field(default_factory=dict)
    calm: list[FaceFrame] = field(default_factory=list)
    shows: dict[str, list[FaceFrame]] = field(default_factory=dict)
    verdict: Fact | None = None
    near: float = 0.0
    heard: dict[str, bool] = field(default_factory=dict)
    tips: dict[str, Fact] = field(default_factory=dict)
    """What was wrong with a card last."""
    bones: tuple[float, ...] = ()
    before: dict[str, Belief] = field(default_factory=dict)
    talk: list[SoundFeatures] = field(default_factory=list)
    _since: float | None = None
    _good: float = 0.0
    _last: float | None = None
    _drawn: float = 0.0
    _seen: float | None = None  # when the show on the card was first seen
    _bad: int = 0

    def __post_init__(self) -> None:
        self.status = {card.key: self.status.get(card.key, "open") for card in self.cards}

    # The pile

    @property
    def card(self) -> WarmUpCard | None:
        """The card on top; None when all have been seen to."""
        return next((c for c in self.cards if self.status[c.key] == "open"), None)

    @property
    def done(self) -> bool:
        return self.card is None

    def skip(self, status: Status = "skipped") -> None:
        """Leave the card on top; "later" offers it again at the end."""
        if (card := self.card) is not None:
            self._close(card, status)
            self.verdict = None

    def redo(self, key: str | None = None) -> WarmUpCard | None:
        """A card again from its beginning: the named one, else the one on top if it has begun, else the one before."""
        card = next((c for c in self.cards if c.key == key), None) if key is not None else self._back()
        if card is None:
            return None
        if card.kind == "noise":
            self.takes.pop(card.signal, None)
        elif card.kind == "calm":
            self.calm.clear()
        else:
            self.shows.pop(card.signal, None)
            self.heard.pop(card.kind, None)
        self.status[card.key] = "open"
        self.cards = [card, *(c for c in self.cards if c is not card)]
        self._fresh()
        self.verdict = None
        return card

    def again(self, keys: Sequence[str]) -> None:
        """These cards once more, in their order."""
        for key in reversed(keys):
            self.redo(key)

    def _back(self) -> WarmUpCard | None:
        top = self.card
        if top is not None and (self.takes.get(top.signal) or self._good > 0 or self.shows.get(top.signal)):
            return top
        seen = [c for c in self.cards if self.status[c.key] != "open"]
        return seen[-1] if seen else top

    def _close(self, card: WarmUpCard, status: Status) -> None:
        self.status[card.key] = status
        self.cards = [*(c for c in self.cards if c is not card), card]  # what was seen to goes under the pile
        self._fresh()

    def _fresh(self) -> None:
        self._since = self._last = self._seen = None
        self._good = self._drawn = self.near = 0.0
        self._bad = 0

    @property
    def count(self) -> int:
        """Takes of the card on top that are there."""
        card = self.card
        return len(self.takes.get(card.signal, ())) if card is not None and card.kind == "noise" else 0

    # Seeing

    def see(self, glance: FaceObservation) -> Fact | None:
        """One frame; what is to be said of it, if anything."""
        card = self.card
        if glance.bones:
            self.bones = glance.bones
        if card is None or not card.seen:
            return None
        wrong = trouble(glance)
        if wrong is not None:
            self._last = None
            return self._say(wrong)
        assert glance.frame is not None
        step = 0.0 if self._last is None else min(max(glance.t - self._last, 0.0), 0.2)
        self._last = glance.t
        self._since = glance.t if self._since is None else self._since
        if card.kind == "calm":
            return self._calm(card, glance, step)
        return self._show(card, glance) if card.kind == "show" else None

    def _calm(self, card: WarmUpCard, glance: FaceObservation, step: float) -> Fact | None:
        frame = glance.frame
        assert frame is not None
        mouth = frame.mouth.tongue_out
        if mouth is not None and mouth > 0.6:
            return self._say(fact("warmup.tongue"))
        if smiling(glance, self.settings) and self._drawn < STILL:
            self._drawn += step
            return self._say(fact("warmup.smiling"))
        if glance.shown and self._drawn < STILL:  # a face that others wait for is not the face at rest
            self._drawn += step
            return self._say(fact("warmup.making", signal=min(glance.shown)))
        if frame.speed > SPEED:
            return self._say(fact("warmup.still"))
        self.calm = [*self.calm[-KEPT:], frame]
        self._good += step
        self.near = min(self._good / CALM, 1.0)
        if self._good < CALM:
            return self._say(fact("warmup.calm-going"))
        self.before = dict(glance.beliefs)
        self._close(card, "done")
        return self._say(fact("warmup.calm-done", player=self.player))

    def _show(self, card: WarmUpCard, glance: FaceObservation) -> Fact | None:
        frame = glance.frame
        assert frame is not None
        assert self._since is not None
        kept = self.shows.setdefault(card.signal, [])
        kept.append(frame)
        del kept[:-KEPT]
        score, on = glance.scores.get(card.signal), glance.on.get(card.signal, 1.0)
        self.near = min(max((score or 0.0) / on, 0.0), 1.0) if on > 0 else 0.0
        if card.signal in glance.shown and self._seen is None:
            self._seen = glance.t
        if self._seen is not None and glance.t - self._seen >= ENOUGH:
            self._close(card, "done")
            self.tips.pop(card.key, None)
            return self._say(fact("warmup.show-done", signal=card.signal))
        if glance.t - self._since >= SHOW and self._seen is None:
            self._since = glance.t
            self._bad += 1
            if self._enough(card):
                self._close(card, "done")
                return self._say(fact("warmup.show-small", signal=card.signal))
            if self._bad >= 2:
                self.tips[card.key] = fact("warmup.show-stronger", signal=card.signal)
                self._close(card, "later")
                return self._say(fact("warmup.later", signal=card.signal))
            return self._say(fact("warmup.show-stronger", signal=card.signal))
        if self._seen is not None:
            return self._say(fact("warmup.hold"))
        return None

    def _enough(self, card: WarmUpCard) -> bool:
        """Whether a show that the shipped threshold passes over is told by a threshold of the player's own."""
        found = face_thresholds.settle(self.calm, {**self.shows}, self.settings, self.before or None)
        return card.signal in found.own and found.margins.get(card.signal, 0.0) >= 1.0

    # Hearing

    def hear(
        self, noise: NoiseObservation, net: NoiseEmbedding, others: dict[str, dict[str, list[SoundFeatures]]]
    ) -> Fact | None:
        """A sound that is over. ``others``: the takes of the other players by signal."""
        card = self.card
        if card is None or card.seen:
            return None
        who = self._somebody_else(noise)
        if who is not None:
            return self._bad_take(card, fact("warmup.other", other=who))
        reason = fault(noise.samples, noise.room)
        if reason is not None:
            return self._bad_take(card, reason)
        if card.kind != "noise":
            return None  # the speech sense says whether the word was there
        sound = take(noise.samples, net)
        wrong = self._unlike(card, sound)
        if wrong is not None:
            return self._bad_take(card, wrong)
        mine = self.takes.setdefault(card.signal, [])
        mine.append(sound)
        self._bad = 0
        self.near = len(mine) / card.takes
        self.tips.pop(card.key, None)
        if len(mine) < card.takes:
            return self._say(fact("warmup.take", signal=card.signal, count=len(mine), of=card.takes))
        self._close(card, "done")
        return self._say(fact("warmup.noise-done", signal=card.signal))

    def _somebody_else(self, noise: NoiseObservation) -> str | None:
        """Whose mouth moved instead, where the player's own was in view and did not."""
        mine = noise.mouths.get(self.player)
        if mine is None or mine >= MOVED / 2:
            return None
        moved = {p: v for p, v in noise.mouths.items() if p != self.player and v >= MOVED}
        return max(moved, key=lambda p: moved[p]) if moved else None

    def _unlike(self, card: WarmUpCard, sound: SoundFeatures) -> Fact | None:
        """Not like the takes before it, or too like another noise of this player."""
        mine = self.takes.get(card.signal, [])
        usual = usual_distance(self.takes)
        again = odd(card.signal, sound, mine, usual)
        if again is not None and self._bad < 2:
            return again
        near = {}
        for name, sounds in self.takes.items():
            if name != card.signal and sounds:
                near[name] = float(np.mean(distances(sound.steps, [s.steps for s in sounds])))
        like = min(near, key=lambda n: near[n], default=None)
        if like is None or self._bad >= 2:
            return None
        own = float(np.mean(distances(sound.steps, [s.steps for s in mine]))) if mine else usual
        if near[like] < min(0.9 * own, usual) and self._judged(sound, like):
            return fact("warmup.like", signal=card.signal, other=like)
        return None

    def _judged(self, sound: SoundFeatures, name: str) -> bool:
        """Whether the matcher would take the sound for another of the player's noises."""
        profile = NoiseProfile(
            self.player, [NoiseTake(n, TAUGHT, s) for n, sounds in self.takes.items() for s in sounds]
        )
        found = NoiseMatcher(profile).compare(sound, (name,))
        return found is not None and found.score > 0

    def _bad_take(self, card: WarmUpCard, reason: Fact) -> Fact | None:
        self._bad += 1
        self.tips[card.key] = reason
        if self._bad >= GLADLY:
            self._close(card, "later")
            return self._say(fact("warmup.leave", why=reason))
        return self._say(reason)

    def say(self, heard: WordObservation) -> Fact | None:
        """The shout or the name was heard, or could not be used."""
        card = self.card
        if card is None or card.kind != heard.kind:
            return None
        if not heard.good:
            return self._bad_take(card, fact("warmup.shout-again" if card.kind == "shout" else "warmup.name-again"))
        self.heard[card.kind] = True
        self._close(card, "done")
        return self._say(fact("warmup.shout-done" if card.kind == "shout" else "warmup.name-done", player=self.player))

    def shown(self, signal: str) -> Fact | None:
        """The dealer's Wild Thing is learned."""
        card = self.card
        if card is None or card.kind != "wild":
            return None
        self.heard["wild"] = True
        self._close(card, "done")
        return self._say(fact("warmup.show-done", signal=signal))

    def _say(self, what: Fact) -> Fact | None:
        """The same sentence is not said twice running."""
        if self.verdict == what:
            return None
        self.verdict = what
        return what

    # What was learned

    def face(self) -> tuple[Face | None, face_thresholds.LearnedFace]:
        """The face profile; None without a calm look that is of use."""
        found = face_thresholds.settle(self.calm, self.shows, self.settings, self.before or None)
        if not found.neutral:
            return None, found
        return Face(self.player, found.neutral, found.peaks, self.bones, found.own), found

    def noise(
        self, before: NoiseProfile | None, others: Sequence[NoiseProfile], version: str
    ) -> noise_thresholds.LearnedNoises | None:
        """The noise profile with thresholds of its own; None where nothing was taught."""
        if not self.takes:
            return None
        kept = [t for t in (before.takes if before else []) if t.name not in self.takes or t.kind == NEGATIVE]
        new = [NoiseTake(n, TAUGHT, s) for n, sounds in self.takes.items() for s in sounds]
        talk = [NoiseTake("", NEGATIVE, s) for s in self.talk[-12:]]
        own = {} if before is None else {n: v for n, v in before.own.items() if n not in self.takes}
        profile = NoiseProfile(self.player, [*kept, *new, *talk], version, own)
        return noise_thresholds.settle(profile, others, self.sounds)


__all__ = ["CardLearner", "Status", "cut", "replace"]
