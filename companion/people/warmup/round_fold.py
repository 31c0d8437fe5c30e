"""State transitions of a warm-up: ``step`` returns the state after an event, and requests to the caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.facts import fact
from companion.people.warmup import round_messages as messages
from companion.people.warmup.cards import FaceObservation, MicrophoneLevels, NoiseObservation, WordObservation
from companion.people.warmup.judging import Judging
from companion.people.warmup.pile import without
from companion.people.warmup.round import ROUND_S, WarmUpRound
from companion.people.warmup.round_cards import CardTurn

PHONE_SLEEPS_AFTER_S: Final = 6.0  # seconds without picture or sound after which a phone is reported asleep
NOBODY_IN_VIEW_S: Final = 8.0  # seconds without a face after which that is reported
SHOUT_TIMEOUT_S: Final = 1.5  # seconds within which the speech sense must recognise a shout
NOISE_TIMEOUT_S: Final = 7.0  # seconds without a noise after which the player is asked to be louder
MAX_FACE_GAP_S: Final = 1.0  # seconds for which a face may be lost without a message
SAME_SOUND_S: Final = 0.35  # most seconds between two microphones' onsets of one sound
OTHER_MICROPHONE_LEAD_DB: Final = (
    3.0  # dB by which a sound must be louder at another phone to be attributed to its owner
)

Step: TypeAlias = tuple[WarmUpRound, tuple[messages.RoundRequest, ...]]


class RoundStep(CardTurn):
    """Processing of one event of a warm-up: an observation, a choice of a player, or time that passes."""

    def see(self, glance: FaceObservation) -> None:
        player = glance.player
        if not self.now.open:
            return
        self.put(room=self.now.room.see(player, glance), pictures={**self.now.pictures, player: self.t})
        if glance.frame is not None:
            self.put(faces={**self.now.faces, player: self.t})
        pile = self.now.active(player)
        if pile is None or (glance.frame is None and self.t - self.last_face_time(player) < MAX_FACE_GAP_S):
            return  # the detector may miss a face for a moment
        self.on_pile_update(pile, pile.see(glance, self.by), bar=pile.card is not None and pile.card.needs_camera)

    def last_face_time(self, player: str) -> float:
        return max(self.now.faces.get(player, 0.0), self.now.since)

    def level(self, levels: MicrophoneLevels) -> None:
        if not self.now.open:
            return
        self.put(room=self.now.room.with_level(levels.floor, levels.tail))
        player = self.now.hears(levels.owner)
        if player is None:
            return
        self.put(sounds={**self.now.sounds, player: self.t})
        self.asked.append(messages.Bars(player, {"level": round(levels.level, 1), "floor": round(levels.floor, 1)}))
        card = self.now.piles[player].card
        if card is None or card.needs_camera:
            return
        if levels.dead or levels.busy:
            self.say(player, fact("warmup.dead" if levels.dead else "warmup.music"))
            return
        self.put(faint={player: levels.t, **self.now.faint})
        if levels.t - self.now.faint[player] > NOISE_TIMEOUT_S:
            self.say(player, fact("take.quiet"))  # nothing stands out from the room's noise

    def hear(self, noise: NoiseObservation) -> None:
        """Judge a finished sound; if other microphones may have heard it too, wait 0.35 s for what they report."""
        if not self.now.open:
            return
        self.put(recent=(*self.now.recent[-12:], noise))
        if noise.shared:
            self.put(waiting=(*self.now.waiting, (self.t + SAME_SOUND_S, noise)))
        else:
            self.noise(noise)

    def noise(self, noise: NoiseObservation) -> None:
        player = self.now.hears(noise.owner)
        if player is None:
            return
        pile = self.now.piles[player]
        card = pile.card
        assert card is not None
        self.put(faint=without(self.now.faint, player))
        louder = self.louder(noise)
        if louder is not None:
            if card.kind == "noise" and louder != player:
                self.say(player, fact("warmup.other", other=louder))
            return
        after = pile.hear(noise, self.by)
        self.on_pile_update(pile, after, bar=True)
        if after is not pile:
            return
        if card.kind == "name":
            self.asked.append(messages.HearName(player, noise))
        elif card.kind == "shout":
            self.put(calls=(*self.now.calls, (self.t + SHOUT_TIMEOUT_S, player)))

    def louder(self, noise: NoiseObservation) -> str | None:
        """Return the owner of a phone that heard the same sound clearly louder; None if there is none."""
        for other in self.now.recent:
            same = other.source != noise.source and abs(other.onset - noise.onset) < SAME_SOUND_S
            if same and other.owner is not None and other.level > noise.level + OTHER_MICROPHONE_LEAD_DB:
                return other.owner
        return None

    def word(self, heard: WordObservation) -> None:
        pile = self.now.active(heard.player) or self.now.active(self.now.turn)
        if pile is not None:
            self.on_pile_update(pile, pile.say(heard))

    def wild(self, learned: messages.WildLearned) -> None:
        player, pile = learned.player, self.now.piles.get(learned.player)
        if self.now.open and pile is not None and pile.card is not None and pile.card.kind == "wild":
            card = pile.card
            self.put_pile(pile.wild())
            self.on_card_closed(player, card)

    def time(self, passed: messages.Passed) -> None:
        due = [noise for until, noise in self.now.waiting if until <= self.t]
        if due:
            self.put(waiting=tuple(w for w in self.now.waiting if w[0] > self.t))
        for noise in due:
            if self.now.open:
                self.noise(noise)
        if not self.now.open:
            return
        if not self.now.advice and self.t - self.now.since >= ROUND_S:
            self.put(advice=self.now.room.advice())
            for what in self.now.advice:
                self.say(None, what)
        self.expire_calls()
        for player in self.now.piles:
            self.quiet(player)

    def expire_calls(self) -> None:
        """Ask again for each shout that was not recognised in time."""
        due = [player for until, player in self.now.calls if until <= self.t]
        if due:
            self.put(calls=tuple(c for c in self.now.calls if c[0] > self.t))
        for player in due:
            pile = self.now.active(player)
            if pile is not None and pile.card is not None and pile.card.kind == "shout":
                self.word(WordObservation("shout", good=False, player=player))

    def quiet(self, player: str) -> None:
        """Tell a player that they are not in view, or that no picture or sound arrives; the cards wait."""
        pile = self.now.active(player)
        if pile is None or pile.card is None:
            return
        seen = pile.card.needs_camera
        last = (self.now.pictures if seen else self.now.sounds).get(player, self.now.since)
        if self.t - last > PHONE_SLEEPS_AFTER_S:
            asleep = fact("warmup.asleep", player=player)
            self.say(
                player, asleep if player in self.now.phones else fact("warmup.no-picture" if seen else "warmup.dead")
            )
        elif seen and self.t - self.last_face_time(player) > NOBODY_IN_VIEW_S:
            self.say(player, fact("warmup.nobody-there", player=player))


_STEP_METHODS: Final[Mapping[type, Callable[[RoundStep, Any], None]]] = {
    FaceObservation: RoundStep.see,
    NoiseObservation: RoundStep.hear,
    MicrophoneLevels: RoundStep.level,
    WordObservation: RoundStep.word,
    messages.Dealt: RoundStep.deal,
    messages.Added: RoundStep.add_cards,
    messages.Chosen: RoundStep.choose,
    messages.Moved: RoundStep.move,
    messages.WildLearned: RoundStep.wild,
    messages.Learned: RoundStep.on_learned,
    messages.Agreed: RoundStep.on_consent,
    messages.Passed: RoundStep.time,
}


def step(now: WarmUpRound, t: float, event: messages.RoundEvent, by: Judging) -> Step:
    """Return the state of a warm-up after an event, and the requests that it makes.

    Args:
        now: The state before.
        t: Time, in seconds of the match's clock.
        event: The event.
        by: What faces and noises are judged by.

    Raises:
        BadInput: A player's choice is not possible now.
    """
    turn = RoundStep(now, t, by)
    _STEP_METHODS[type(event)](turn, event)
    return turn.now, tuple(turn.asked)
