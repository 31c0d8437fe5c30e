"""One player's warm-up cards and what was recorded for them, as an immutable value ("pile").

Each observation gives a new pile, with a message in ``verdict``. How long a show may take, and when a card is put off,
are constants here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, TypeVar

import numpy as np

from companion.facts import Fact, fact
from companion.people.lessons.noise_takes import fault, odd, take, usual_distance
from companion.people.thresholds import face_thresholds, noise_thresholds
from companion.people.warmup.cards import CALM_FACE_S, FaceObservation, NoiseObservation, WarmUpCard, WordObservation
from companion.people.warmup.judging import Judging, not_calm_reason, trouble
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.neutral_face import Beliefs
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.noise_matcher import NoiseMatcher
from companion.senses.sounds.sound_features import NEGATIVE, TAUGHT, NoiseProfile, NoiseTake, SoundFeatures, distances

Status: TypeAlias = Literal["open", "done", "skipped", "later"]
Takes: TypeAlias = Mapping[str, tuple[SoundFeatures, ...]]
T = TypeVar("T")
SHOW_TIMEOUT_S: Final = 6.0  # seconds in which a face must be shown
SHOW_END_S: Final = 1.0  # seconds of a recognised show after which its card is done
DRAWN_MOUTH_REST_S: Final = 6.0  # seconds after which a mouth that is not calm is accepted as the face at rest
MAX_CALM_SPEED_DEG_S: Final = 60.0  # fastest head motion of a calm look, degrees a second
MAX_BAD_TAKES: Final = 4  # consecutive bad takes after which a card is left for later
MIN_MOUTH_MOTION: Final = 0.25  # mouth score (attribution, 0..1) from which a player may have made the sound
MAX_SHOW_FRAMES: Final = 400  # most frames kept of a card


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress on the first open card; times are in seconds of the frames' clock."""

    near: float = 0.0  # progress bar, 0..1
    since: float | None = None  # when the card was last asked for
    last: float | None = None  # time of the frame before
    calm: float = 0.0  # seconds of a calm look so far
    drawn: float = 0.0  # seconds of a mouth that is not calm
    first_shown: float | None = None  # when the show was first seen
    bad: int = 0  # consecutive bad takes


@dataclass(frozen=True, slots=True)
class Pile:
    """One player's cards, with all that was recorded for them.

    Attributes:
        player: The player.
        cards: The cards in order; closed cards move to the end.
        status: Status of each card, by its key.
        takes: Recorded takes of each noise, by signal.
        calm: Frames of the face at rest.
        shows: Frames of each show of a face signal, by signal.
        verdict: The latest message to the player.
        tips: What was last wrong with each card, by its key.
        bones: Measures that identify the face; empty if unknown.
        before: The camera's own estimates of the face at rest.
        top: Progress on the first open card.
    """

    player: str
    cards: tuple[WarmUpCard, ...]
    status: Mapping[str, Status]
    takes: Takes = field(default_factory=dict)
    calm: tuple[FaceFrame, ...] = ()
    shows: Mapping[str, tuple[FaceFrame, ...]] = field(default_factory=dict)
    verdict: Fact | None = None
    tips: Mapping[str, Fact] = field(default_factory=dict)
    bones: tuple[float, ...] = ()
    before: Beliefs = field(default_factory=dict)
    top: Progress = Progress()

    @staticmethod
    def of(player: str, cards: Iterable[WarmUpCard]) -> Pile:
        dealt = tuple(cards)
        return Pile(player, dealt, {card.key: "open" for card in dealt})

    @property
    def card(self) -> WarmUpCard | None:
        """The first open card; None if none is open."""
        return next((c for c in self.cards if self.status[c.key] == "open"), None)

    @property
    def is_done(self) -> bool:
        return self.card is None

    @property
    def completed_signals(self) -> set[str]:
        """Signals of the cards that are done."""
        return {card.signal for card in self.cards if self.status[card.key] == "done"}

    @property
    def count(self) -> int:
        """Number of takes recorded so far for the first open card; 0 unless it asks for a noise."""
        card = self.card
        return len(self.takes.get(card.signal, ())) if card is not None and card.kind == "noise" else 0

    # The cards

    def skip(self, status: Status = "skipped") -> Pile:
        """Return the pile with the first open card closed as "skipped", or as "later" to offer it again at the end."""
        return self if self.card is None else replace(self.close_card(self.card, status), verdict=None)

    def redo(self, key: str | None = None) -> Pile:
        """Return the pile with one card opened again, in front, without its recordings.

        Args:
            key: Key of the card; None for the first open card if it has recordings, else for the card closed last.
        """
        card = next((c for c in self.cards if c.key == key), None) if key is not None else self._back()
        if card is None:
            return self
        return replace(
            self,
            cards=(card, *(c for c in self.cards if c is not card)),
            status={**self.status, card.key: "open"},
            takes=without(self.takes, card.signal) if card.kind == "noise" else self.takes,
            shows=without(self.shows, card.signal) if card.kind == "show" else self.shows,
            calm=() if card.kind == "calm" else self.calm,
            top=Progress(),
            verdict=None,
        )

    def again(self, keys: Sequence[str]) -> Pile:
        """Return the pile with the cards of these keys opened again, in front, in this order."""
        pile = self
        for key in reversed(keys):
            pile = pile.redo(key)
        return pile

    def _back(self) -> WarmUpCard | None:
        top = self.card
        if top is not None and (self.takes.get(top.signal) or self.top.calm > 0 or self.shows.get(top.signal)):
            return top
        seen = [c for c in self.cards if self.status[c.key] != "open"]
        return seen[-1] if seen else top

    def close_card(self, card: WarmUpCard, status: Status, tips: Mapping[str, Fact] | None = None) -> Pile:
        """Return the pile with a card closed and moved to the end.

        Args:
            card: The card.
            status: Its new status.
            tips: New value of ``tips``; None to leave it unchanged.
        """
        cards = (*(c for c in self.cards if c is not card), card)
        kept = self.tips if tips is None else tips
        return replace(self, cards=cards, status={**self.status, card.key: status}, tips=kept, top=Progress())

    def with_cards(self, cards: Iterable[WarmUpCard]) -> Pile:
        """Return the pile with new cards at the end; cards whose key it has already are not added."""
        new = [card for card in cards if card.key not in self.status]
        status: dict[str, Status] = {**self.status, **{card.key: "open" for card in new}}
        return replace(self, cards=(*self.cards, *new), status=status)

    def with_verdict(self, what: Fact) -> Pile:
        return replace(self, verdict=what)

    # Seeing

    def see(self, glance: FaceObservation, by: Judging) -> Pile:
        """Return the pile after one camera frame for the player.

        Args:
            glance: The frame.
            by: What the face is judged by.
        """
        pile = replace(self, bones=glance.bones) if glance.bones else self
        card, top = self.card, self.top
        if card is None or not card.needs_camera:
            return pile
        if (wrong := trouble(glance)) is not None:
            return replace(pile, top=replace(top, last=None)).with_verdict(wrong)
        step = 0.0 if top.last is None else min(max(glance.t - top.last, 0.0), 0.2)
        since = glance.t if top.since is None else top.since
        pile = replace(pile, top=replace(top, last=glance.t, since=since))
        if card.kind == "calm":
            return pile.rest(card, glance, step, by)
        return pile.add_show_frame(card, glance, since, by) if card.kind == "show" else pile

    def rest(self, card: WarmUpCard, glance: FaceObservation, step: float, by: Judging) -> Pile:
        """Return the pile after a frame for the card that asks for a calm face.

        Args:
            card: The card.
            glance: The frame.
            step: Seconds since the frame before.
            by: What the face is judged by.
        """
        frame, top = glance.frame, self.top
        assert frame is not None
        mouth = frame.mouth.tongue_out
        if mouth is not None and mouth > 0.6:
            return self.with_verdict(fact("warmup.tongue"))
        if top.drawn < DRAWN_MOUTH_REST_S and (wrong := not_calm_reason(glance, by.faces)) is not None:
            return replace(self, top=replace(top, drawn=top.drawn + step)).with_verdict(wrong)
        if frame.speed > MAX_CALM_SPEED_DEG_S:
            return self.with_verdict(fact("warmup.still"))
        so_far = top.calm + step
        near = min(so_far / CALM_FACE_S, 1.0)
        pile = replace(self, calm=(*self.calm[-MAX_SHOW_FRAMES:], frame), top=replace(top, calm=so_far, near=near))
        if so_far < CALM_FACE_S:
            return pile.with_verdict(fact("warmup.calm-going"))
        done = replace(pile, before=dict(glance.beliefs)).close_card(card, "done")
        return done.with_verdict(fact("warmup.calm-done", player=self.player))

    def add_show_frame(self, card: WarmUpCard, glance: FaceObservation, since: float, by: Judging) -> Pile:
        """Return the pile after a frame for a card that asks for a show of a face signal.

        Args:
            card: The card.
            glance: The frame.
            since: When the card was asked for, in seconds.
            by: What the face is judged by.
        """
        name, top = card.signal, self.top
        assert glance.frame is not None
        shows = {**self.shows, name: (*self.shows.get(name, ()), glance.frame)[-MAX_SHOW_FRAMES:]}
        score, on = glance.scores.get(name), glance.on.get(name, 1.0)
        near = min(max((score or 0.0) / on, 0.0), 1.0) if on > 0 else 0.0
        seen = glance.t if name in glance.shown and top.first_shown is None else top.first_shown
        pile = replace(self, shows=shows, top=replace(top, near=near, first_shown=seen))
        if seen is None:
            return pile.handle_missed_show(card, by) if glance.t - since >= SHOW_TIMEOUT_S else pile
        if glance.t - seen < SHOW_END_S:
            return pile.with_verdict(fact("warmup.hold"))
        return pile.close_card(card, "done", without(self.tips, card.key)).with_verdict(
            fact("warmup.show-done", signal=name)
        )

    def handle_missed_show(self, card: WarmUpCard, by: Judging) -> Pile:
        """Return the pile after a show was not recognised in time.

        The card is done if a personal threshold recognises the show. Else it is asked for once more, then put off.

        Args:
            card: The card.
            by: What the face is judged by.
        """
        pile = replace(self, top=replace(self.top, since=self.top.last, bad=self.top.bad + 1))
        stronger = fact("warmup.show-stronger", signal=card.signal)
        found = face_thresholds.settle(self.calm, self.shows, by.faces, self.before or None)
        if card.signal in found.own and found.margins.get(card.signal, 0.0) >= 1.0:  # above the personal threshold
            return pile.close_card(card, "done").with_verdict(fact("warmup.show-small", signal=card.signal))
        if pile.top.bad < 2:
            return pile.with_verdict(stronger)
        later = fact("warmup.later", signal=card.signal)
        return pile.close_card(card, "later", {**self.tips, card.key: stronger}).with_verdict(later)

    # Hearing

    def hear(self, noise: NoiseObservation, by: Judging) -> Pile:
        """Return the pile after a finished sound.

        For a card that asks for a word (shout or name) only the quality of the sound is checked here; the result comes
        by ``say``.
        """
        card = self.card
        if card is None or card.needs_camera:
            return self
        other = self._somebody_else(noise)
        wrong = fault(noise.samples, noise.room) if other is None else fact("warmup.other", other=other)
        if wrong is not None:
            return self._bad(card, wrong)
        if card.kind != "noise":
            return self
        sound = take(noise.samples, by.net)
        if self.top.bad < 2 and (wrong := self._unlike(card, sound)) is not None:
            return self._bad(card, wrong)
        mine = (*self.takes.get(card.signal, ()), sound)
        pile = replace(self, takes={**self.takes, card.signal: mine}, tips=without(self.tips, card.key))
        if len(mine) == card.takes:
            return pile.close_card(card, "done").with_verdict(fact("warmup.noise-done", signal=card.signal))
        told = fact("warmup.take", signal=card.signal, count=len(mine), of=card.takes)
        return replace(pile, top=replace(self.top, bad=0, near=len(mine) / card.takes)).with_verdict(told)

    def _somebody_else(self, noise: NoiseObservation) -> str | None:
        """Return another player whose mouth moved with the sound, if this player's was in view and still; else None."""
        mine = noise.mouths.get(self.player)
        if mine is None or mine >= MIN_MOUTH_MOTION / 2:
            return None
        moved = {p: v for p, v in noise.mouths.items() if p != self.player and v >= MIN_MOUTH_MOTION}
        return max(moved, key=lambda p: moved[p]) if moved else None

    def _unlike(self, card: WarmUpCard, sound: SoundFeatures) -> Fact | None:
        """Return why a sound cannot be a take of the card's noise; None if it can.

        It may be unlike the earlier takes, or too like another noise of the player.
        """
        mine, usual = self.takes.get(card.signal, ()), usual_distance(self.takes)
        again = odd(card.signal, sound, mine, usual)
        if again is not None:
            return again
        near = {name: _apart(sound, sounds) for name, sounds in self.takes.items() if name != card.signal and sounds}
        like = min(near, key=lambda n: near[n], default=None)
        own = _apart(sound, mine) if mine else usual
        if like is None or near[like] >= min(0.9 * own, usual):
            return None
        found = NoiseMatcher(NoiseProfile(self.player, self._taught)).compare(sound, (like,))
        if found is None or found.score <= 0:
            return None
        return fact("warmup.like", signal=card.signal, other=like)

    def _bad(self, card: WarmUpCard, reason: Fact) -> Pile:
        count, tips = self.top.bad + 1, {**self.tips, card.key: reason}
        if count >= MAX_BAD_TAKES:
            return self.close_card(card, "later", tips).with_verdict(fact("warmup.leave", why=reason))
        return replace(self, tips=tips, top=replace(self.top, bad=count)).with_verdict(reason)

    def say(self, heard: WordObservation) -> Pile:
        """Return the pile after listening for the shout or the name that a card asks for."""
        card = self.card
        if card is None or card.kind != heard.kind:
            return self
        if not heard.good:
            return self._bad(card, Fact(f"warmup.{card.kind}-again"))
        return self.close_card(card, "done").with_verdict(Fact(f"warmup.{card.kind}-done", {"player": self.player}))

    def wild(self) -> Pile:
        """Return the pile after the dealer's Wild Thing was learned, which closes its card."""
        card = self.card
        if card is None or card.kind != "wild":
            return self
        return self.close_card(card, "done").with_verdict(fact("warmup.show-done", signal=card.signal))

    # What was learned

    @property
    def _taught(self) -> list[NoiseTake]:
        return [NoiseTake(name, TAUGHT, sound) for name, sounds in self.takes.items() for sound in sounds]

    def face(self, by: Judging) -> tuple[Face | None, face_thresholds.LearnedFace]:
        """Return the face profile (None if the calm look was not usable), and what was measured of the face."""
        found = face_thresholds.settle(self.calm, self.shows, by.faces, self.before or None)
        if not found.neutral:
            return None, found
        return Face(self.player, found.neutral, found.peaks, self.bones, found.own), found

    def noise(
        self, earlier_profile: NoiseProfile | None, other_profiles: Sequence[NoiseProfile], by: Judging
    ) -> noise_thresholds.LearnedNoises | None:
        """Return the noise profile with personal thresholds, and what was measured; None if no noise was recorded.

        Args:
            earlier_profile: The player's earlier profile, whose other signals are kept; None for none.
            other_profiles: Profiles of the other players.
            by: What noises are judged by.
        """
        if not self.takes:
            return None
        kept = [
            t
            for t in (earlier_profile.takes if earlier_profile else [])
            if t.name not in self.takes or t.kind == NEGATIVE
        ]
        own = {} if earlier_profile is None else {n: v for n, v in earlier_profile.own.items() if n not in self.takes}
        profile = NoiseProfile(self.player, [*kept, *self._taught], by.net.version, own)
        return noise_thresholds.settle(profile, other_profiles, by.sounds)


def without(found: Mapping[str, T], key: str) -> dict[str, T]:
    return {name: value for name, value in found.items() if name != key}


def _apart(sound: SoundFeatures, sounds: Sequence[SoundFeatures]) -> float:
    return float(np.mean(distances(sound.steps, [s.steps for s in sounds])))
