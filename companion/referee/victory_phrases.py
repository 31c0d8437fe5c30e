"""What Face Off!'s desk does with phrases: the shout, the claim in the speech, "Wild thing", the others' answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.events import Phrase, Signal, Teeth
from companion.facts import fact
from companion.referee.desk import Draft, draft
from companion.referee.face_off_questions import OpenQuestions
from companion.referee.match_view import MatchView
from companion.referee.speech_verdict import completed
from companion.rules.face_off.actions import Call, Claim, Next
from companion.rules.face_off.state import Phase, State
from companion.senses.speech.settings import SpeechSettings

_SAME = 2.0  # seconds in which two microphones that hear one shout are one
Heard: TypeAlias = "tuple[HeardPhrases, OpenQuestions, Sequence[Draft]]"


@dataclass(frozen=True, slots=True)
class HeardPhrases:
    """What a hand remembers of what was heard. ``held``: a verdict that waits for the table to confirm the claim."""

    shout: Phrase | None = None
    held: Teeth | None = None
    answer_to: int | None = None
    answer_due: float | None = None
    joined: frozenset[int] = field(default_factory=frozenset)

    def called(self, player: int, due: float) -> HeardPhrases:
        """The Wild Thing signal at ``player`` begins now and is over at ``due`` (s): who joins in?"""
        return replace(self, answer_to=player, answer_due=due, joined=frozenset())

    def answers(self, event: Signal, player: int) -> HeardPhrases:
        """A signal while the others answer. The dealer may have made up any: every signal shown counts."""
        if self.answer_due is None or event.phase != "on" or player == self.answer_to:
            return self
        return replace(self, joined=self.joined | {player})

    def answered(self, match: MatchView) -> tuple[HeardPhrases, list[Draft]]:
        """The three seconds are over: who joined in."""
        joined = match.names(sorted(self.joined))
        told = fact("wild.joined", names=joined) if joined else fact("wild.joined-none")
        return replace(self, answer_due=None), [draft("joined", told=told)]


class VictoryPhrases:
    """Phrases to rulings, by the settings of the speech sense."""

    def __init__(self) -> None:
        self.settings = settings = SpeechSettings.load()
        self.close, self.mixed = settings.shout["close"], settings.shout["mixed"]
        self.answer = settings.teeth["answer"]
        """Seconds for which the others answer a call."""

    def hear(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> Heard:
        """Rule on one phrase, as far as the position has a place for it."""
        state: State = match.state
        phase, drafts = state.phase, list[Draft]()
        if event.kind == "shout" and phase is Phase.PLAY:
            return self._shout(match, heard, open_, event)
        if event.kind == "wild_thing" and phase is Phase.PLAY and state.options.advanced:
            open_, drafts = _wild(match, open_, event)
        elif event.kind == "speech" and phase is Phase.PLAY:
            open_, drafts = _claim(match, open_, event)
        elif event.kind == "set" and phase is Phase.NEXT:
            drafts = _choice(match, event)
        elif event.kind in ("speech", "other") and phase in (Phase.CLAIM, Phase.SPEECH):
            drafts = self._speech(match, event)
        return heard, open_, drafts

    def _shout(self, match: MatchView, heard: HeardPhrases, open_: OpenQuestions, event: Phrase) -> Heard:
        before, number = heard.shout, match.last + 1
        gap = 0.0 if before is None else abs(event.onset - before.onset)
        if before is None or gap > _SAME:
            shout = draft("shout", onset=event.onset, t=event.onset, name=event.player)
            return replace(heard, shout=event), open_.won(match, number, event.player), [shout]
        if self._one(before, event, gap):
            return heard, open_, ()
        first, second = sorted((before, event), key=lambda e: e.onset)
        contested = open_.contested(match, number, first.player, second.player)
        if gap < (self.mixed if before.source == event.source else self.close):
            return heard, contested, [draft("shouts-close", onset=event.onset, gap=gap)]
        if first.player is None or second.player is None:
            return heard, contested, [draft("shouts-two", onset=event.onset, gap=gap, t=first.onset)]
        order = draft("shout-order", a=first.player, b=second.player, gap=gap)
        return heard, open_.won(match, number, first.player), [order]

    def _one(self, before: Phrase, event: Phrase, gap: float) -> bool:
        """Whether two reports are one shout: of one player, or heard by two microphones that tell of nobody.

        What one microphone reports twice were two shouts: it tells them apart by their first sounds.
        """
        if before.player is not None and event.player is not None:
            return before.player == event.player
        return before.source != event.source and gap < self.close

    def _speech(self, match: MatchView, event: Phrase) -> list[Draft]:
        """The speech after a claim: is it complete, and does it name what was called?"""
        if event.kind == "other":
            return [draft("speech-nothing", onset=event.onset)]
        if match.state.claim is None:
            return []
        player, gem = match.state.claim
        who = match.players[player]
        event = completed(event, self.settings, who, gem)
        if not _whole(event):
            return [_again(event)]
        if event.slots["name"].casefold() != who.casefold():
            return [draft("wrong-name", said=event.slots["name"], who=who)]
        if event.slots["gem"] != gem:
            return [draft("wrong-gem", said=event.slots["gem"], who=who, gem=gem)]
        return []


def _claim(match: MatchView, open_: OpenQuestions, event: Phrase) -> tuple[OpenQuestions, list[Draft]]:
    """The speech itself is the claim: its name and its gem."""
    if not _whole(event):
        asked = open_.won(match, match.last + 1, event.slots.get("name"), event.slots.get("gem", ""))
        return asked, [_again(event)]
    seat = match.seat(event.slots["name"])
    if seat is None:
        return open_, []
    why = fact("reason.heard", text=event.text)
    refused = draft("claim-refused", why=None, reason=why)
    action = Claim(event.slots["gem"])
    return open_, [draft("claim", (seat, action), onset=event.onset, tells=True, refused=refused, reason=why)]


def _choice(match: MatchView, event: Phrase) -> list[Draft]:
    """The winner deals next and chooses the signals; what was not clear is asked for."""
    dealer = match.state.dealer
    who, letter = match.players[dealer], event.slots.get("set", "")
    if event.player not in (None, who):
        return [draft("set-other", onset=event.onset, who=event.player, dealer=who)]
    if not letter:
        return [draft("set-asked", onset=event.onset, sets=event.slots.get("perhaps", "").split("|"), dealer=who)]
    why = fact("reason.set-heard", set=letter)
    refused = draft("refused", why=None, reason=why)
    action = Next(letter, match.state.wild)
    return [draft("next", (dealer, action), onset=event.onset, tells=True, refused=refused, reason=why)]


def _wild(match: MatchView, open_: OpenQuestions, event: Phrase) -> tuple[OpenQuestions, list[Draft]]:
    """Who called whom: known from digital cards or from who shouted; else the table is asked."""
    state: State = match.state
    if state.pair is None:
        return open_, []
    one, other = state.pair
    got = [p for p in (one, other) if (last := state.last[p]) is not None and (last.wrong or not state.hands)]
    named = match.seat(event.player)
    if named in got:
        got = [p for p in got if p == named]
    if not got:
        return open_, []
    last = state.last[got[0]]
    if len(got) > 1 or last is None:
        a, b = match.names((one, other))
        asked = replace(open_, called=(match.last + 1, one, other))
        return asked, [draft("wild-asked", onset=event.onset, a=a, b=b)]
    why = fact("reason.wild-heard")
    return open_, [draft("call", (got[0], Call(last.other)), onset=event.onset, tells=True, reason=why)]


def _whole(event: Phrase) -> bool:
    return event.slots.get("heard") == "heard"


def _again(event: Phrase) -> Draft:
    """What of the speech was not heard."""
    missing = event.slots.get("missing", "").split()
    parts = [fact(f"missed.{slot.lower()}") for slot in ("NAME", "GEM") if slot in missing]
    rest = [w for w in missing if w not in ("NAME", "GEM")]
    if not parts and rest:
        parts = [fact("missed.words", words=" ".join(rest))]
    return draft("speech-again", onset=event.onset, what=parts)
