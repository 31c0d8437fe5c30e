"""What Face Off!'s desk does with phrases: the shout, the claim in the speech, "Wild thing", the others' answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.events import Phrase, Signal, Teeth
from companion.facts import fact
from companion.referee.victory import completed
from companion.rules.errors import RulesError
from companion.rules.face_off.actions import Call, Claim, Next
from companion.rules.face_off.state import Phase, State
from companion.rules.protocol import Actor
from companion.senses.speech.settings import Settings

if TYPE_CHECKING:
    from companion.referee.face_off_questions import Asking
    from companion.referee.match import Match

_SAME = 2.0  # seconds in which two microphones that hear one shout are one


class Phrases:
    """Part of ``FaceOffDesk``. Every ruling of it can be overruled as any other."""

    def __init__(self, match: Match, asking: Asking) -> None:
        self.settings = settings = Settings.load()
        self.match, self.asking = match, asking
        self.close, self.mixed = settings.shout["close"], settings.shout["mixed"]
        self.answer = settings.teeth["answer"]
        self._shout: Phrase | None = None
        self._answer_to: int | None = None
        self._answer_due: float | None = None
        self._joined: set[int] = set()
        self.held: Teeth | None = None  # a verdict that waits for the table to confirm the claim

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def hear(self, event: Phrase) -> None:
        """Rule on one phrase, as far as the position has a place for it."""
        phase = self.state.phase
        if event.kind == "shout" and phase is Phase.PLAY:
            self._heard_shout(event)
        elif event.kind == "wild_thing" and phase is Phase.PLAY and self.state.options.advanced:
            self._wild(event)
        elif event.kind == "speech" and phase is Phase.PLAY:
            self._claim(event)
        elif event.kind == "set" and phase is Phase.NEXT:
            self._choice(event)
        elif event.kind in ("speech", "other") and phase in (Phase.CLAIM, Phase.SPEECH):
            self._told(event)

    def _heard_shout(self, event: Phrase) -> None:
        before = self._shout
        gap = None if before is None else abs(event.onset - before.onset)
        if before is None or gap is None or gap > _SAME:
            self._shout = event
            self.match.rule("shout", onset=event.onset, t=event.onset, name=event.player)
            self.asking.won(event.player)
            return
        if self._one(before, event, gap):
            return
        first, second = sorted((before, event), key=lambda e: e.onset)
        if gap < (self.mixed if before.source == event.source else self.close):
            self.match.rule("shouts-close", onset=event.onset, gap=gap)
        elif first.player is None or second.player is None:
            self.match.rule("shouts-two", onset=event.onset, gap=gap, t=first.onset)
        else:
            self.match.rule("shout-order", a=first.player, b=second.player, gap=gap)
            self.asking.won(first.player)
            return
        self.asking.contested(first.player, second.player)

    def _one(self, before: Phrase, event: Phrase, gap: float) -> bool:
        """Whether two reports are one shout: of one player, or heard by two microphones that tell of nobody.

        What one microphone reports twice were two shouts: it tells them apart by their first sounds.
        """
        if before.player is not None and event.player is not None:
            return before.player == event.player
        return before.source != event.source and gap < self.close

    def _claim(self, event: Phrase) -> None:
        """The speech itself is the claim: its name and its gem."""
        if self._asks_again(event):
            self.asking.won(event.slots.get("name"), event.slots.get("gem", ""))
            return
        seat = self.match.seat(event.slots["name"])
        if seat is None:
            return
        action = Claim(event.slots["gem"])
        actions: list[tuple[Actor, Any]] = [(seat, action)]
        why = fact("reason.heard", text=event.text)
        try:
            told = self.match.tell(seat, action)
            self.match.rule("claim", actions, onset=event.onset, told=told, reason=why)
        except RulesError as error:
            self.match.rule("claim-refused", why=error.public, reason=why)

    def _told(self, event: Phrase) -> None:
        """The speech after a claim: is it complete, and does it name what was called?"""
        if event.kind == "other":
            self.match.rule("speech-nothing", onset=event.onset)
            return
        if self.state.claim is None:
            return
        player, gem = self.state.claim
        event = completed(event, self.settings, self.match.players[player], gem)
        if self._asks_again(event):
            return
        who = self.match.players[player]
        if event.slots["name"].casefold() != who.casefold():
            self.match.rule("wrong-name", said=event.slots["name"], who=who)
        elif event.slots["gem"] != gem:
            self.match.rule("wrong-gem", said=event.slots["gem"], who=who, gem=gem)

    def _choice(self, event: Phrase) -> None:
        """The winner deals next and chooses the signals; what was not clear is asked for."""
        dealer = self.state.dealer
        who = self.match.players[dealer]
        letter = event.slots.get("set", "")
        if event.player not in (None, who):
            self.match.rule("set-other", onset=event.onset, who=event.player, dealer=who)
        elif not letter:
            perhaps = event.slots.get("perhaps", "").split("|")
            self.match.rule("set-asked", onset=event.onset, sets=perhaps, dealer=who)
        else:
            action = Next(letter, self.state.wild)
            why = fact("reason.set-heard", set=letter)
            try:
                told = self.match.tell(dealer, action)
                self.match.rule("next", [(dealer, action)], onset=event.onset, told=told, reason=why)
            except RulesError as error:
                self.match.rule("refused", why=error.public, reason=why)

    def _asks_again(self, event: Phrase) -> bool:
        if event.slots.get("heard") == "heard":
            return False
        missing = event.slots.get("missing", "").split()
        parts = [fact(f"missed.{slot.lower()}") for slot in ("NAME", "GEM") if slot in missing]
        rest = [w for w in missing if w not in ("NAME", "GEM")]
        if not parts and rest:
            parts = [fact("missed.words", words=" ".join(rest))]
        self.match.rule("speech-again", onset=event.onset, what=parts)
        return True

    def _wild(self, event: Phrase) -> None:
        """Who called whom: known from digital cards or from who shouted; else the table is asked."""
        state = self.state
        if state.pair is None:
            return
        one, other = state.pair
        got = [p for p in (one, other) if (last := state.last[p]) is not None and (last.wrong or not state.hands)]
        named = self.match.seat(event.player) if event.player is not None else None
        if named in got:
            got = [p for p in got if p == named]
        if len(got) != 1:
            if got:
                a, b = self.match.players[one], self.match.players[other]
                self.match.rule("wild-asked", onset=event.onset, a=a, b=b)
                self.asking.called(one, other)
            return
        last = state.last[got[0]]
        assert last is not None
        action = Call(last.other)
        told = self.match.tell(got[0], action)
        self.match.rule("call", [(got[0], action)], onset=event.onset, told=told, reason=fact("reason.wild-heard"))

    def called(self, player: int) -> None:
        """The Wild Thing signal at ``player`` begins now: count who joins in."""
        self._answer_to, self._answer_due = player, self.match.now + self.answer
        self._joined = set()

    def answers(self, event: Signal, player: int) -> None:
        """A signal while the others answer. The dealer may have made up any: every signal shown counts."""
        if self._answer_due is not None and event.phase == "on" and player != self._answer_to:
            self._joined.add(player)

    def due(self) -> float | None:
        return self._answer_due

    def decide(self, now: float) -> None:
        """The three seconds are over: who joined in."""
        if self._answer_due is None or now < self._answer_due:
            return
        self._answer_due = None
        joined = self.match.names(sorted(self._joined))
        self.match.rule("joined", told=fact("wild.joined", names=joined) if joined else fact("wild.joined-none"))

    def clear(self) -> None:
        """Another hand, or something was taken back."""
        self._shout = self._answer_due = self._answer_to = self.held = None
        self._joined = set()
