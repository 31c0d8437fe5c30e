"""What Face Off!'s desk remembers between events (``FaceOffMemory``), and for how long it waits (``Timing``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion import resources
from companion.events import Signal
from companion.facts import fact
from companion.referee.desk import DeskMemory, Draft, draft
from companion.referee.face_off_questions import OpenQuestions
from companion.referee.match_view import MatchView
from companion.referee.signal_shows import Linger, SignalShows
from companion.referee.victory_phrases import HeardPhrases
from companion.rules.face_off.data import Rank, signal_for
from companion.rules.face_off.state import Phase, State
from companion.senses.sounds.settings import SIGNALS, WILD_THING

WIN_QUESTIONS: Final = ("who-won", "whose-speech")


@dataclass(frozen=True, slots=True)
class WildRitual:
    """The round in which all others show the Wild Thing's signal to the player who broke a rule.

    Attributes:
        at: The seat that it is shown to.
        joined: The seats that have shown it.
        until: When it ends, in seconds of the match; None until the table has said whether the card was wrong.
        number: The number of the ruling that called for it.
    """

    at: int
    joined: frozenset[int] = frozenset()
    until: float | None = None
    number: int = 0

    def begin(self, number: int, now: float, lasts: float, waits: float) -> WildRitual:
        """Return the ritual as called for by ruling ``number``, with the time of its end.

        It ends ``lasts`` seconds from now if somebody has joined already. Otherwise it ends ``waits`` seconds from now,
        or ``lasts`` seconds after the first player joins (see ``add_show``).
        """
        return replace(self, number=number, until=now + (lasts if self.joined else waits))

    def add_show(self, event: Signal, player: int, now: float, lasts: float) -> WildRitual:
        """Return the ritual with ``player`` joined, if ``event`` starts a signal and the seat is not ``at``.

        Any signal will do, since the dealer may have invented one. When the first player joins, the ritual's end moves
        to at most ``lasts`` seconds from now.
        """
        if event.phase != "on" or player == self.at:
            return self
        until = self.until if self.until is None or self.joined else min(self.until, now + lasts)
        return replace(self, joined=self.joined | {player}, until=until)

    def result_draft(self, match: MatchView) -> Draft:
        """Return a draft that says who joined in the ritual."""
        names = match.names(sorted(self.joined))
        return draft("joined", told=fact("wild.joined", names=names) if names else fact("wild.joined-none"))


@dataclass(frozen=True, slots=True)
class Timing:
    """The desk's waiting times in seconds, read from calibration/referee.toml.

    Attributes:
        settle: How long two matching signals wait for a third before the trade is ruled.
        linger_face: How long a face still counts as shown after it stopped.
        linger_sound: How long a noise still counts as shown after it stopped.
        wild: How long the Wild Thing ritual lasts after the first player joins.
        wild_waits: How long it lasts if nobody joins.
        calls: How long after a trade a player who got cards in it may call "Wild thing".
    """

    settle: float = 1.0
    linger_face: float = 0.4
    linger_sound: float = 2.0
    wild: float = 3.0
    wild_waits: float = 10.0
    calls: float = 30.0

    @classmethod
    def load(cls) -> Timing:
        return cls(**resources.toml("calibration/referee.toml"))

    def lingers(self, signal_set: str) -> Linger:
        """Return a function from a rank to the seconds for which its signal counts as shown after it stopped.

        ``signal_set`` is the letter of the hand's set, in which a rank's signal is a face or a noise.
        """
        noises = (*SIGNALS, WILD_THING)
        return lambda rank: self.linger_sound if signal_for(signal_set, rank) in noises else self.linger_face


@dataclass(frozen=True, slots=True)
class FaceOffMemory(DeskMemory):
    """What the desk remembers of a match of Face Off!, besides the game's state.

    Attributes:
        shows: The signals that players show.
        ritual: The Wild Thing ritual that is pending or under way.
        open: The open questions that events have raised.
        heard: What was heard of shouts and speeches.
        several: Rank -> the seats that showed it together, where three or more did.
        unknown: Rank -> when an unknown player last showed it, in seconds of the match.
        hand: The number of the last hand that was announced.
        lines: The number of lines of the score sheet that were announced.
        traded: The number of the last ruling whose trade has used up the traders' signals.
        held: True while signals are noted but lead to no trade.
    """

    shows: SignalShows = field(default_factory=SignalShows)
    ritual: WildRitual | None = None
    open: OpenQuestions = field(default_factory=OpenQuestions)
    heard: HeardPhrases = field(default_factory=HeardPhrases)
    several: Mapping[Rank, tuple[int, ...]] = field(default_factory=dict)
    unknown: Mapping[Rank, float] = field(default_factory=dict)
    hand: int = 0
    lines: int = 0
    traded: int = 0
    held: bool = False

    def is_stopped(self, match: MatchView) -> bool:
        """Return True if play is stopped because the others show the Wild Thing."""
        if match.edition == 1 or match.state.phase is not Phase.PLAY:
            return False
        return self.ritual is not None and self.ritual.until is not None

    def awaits_winner(self, match: MatchView) -> bool:
        """Return True if an open question asks who has won; until it is answered nobody may trade."""
        if match.edition < 4 or match.state.phase is not Phase.PLAY:
            return False
        return any(code in self.open.asked for code in WIN_QUESTIONS)

    def for_phase(self, state: State) -> FaceOffMemory:
        """Return the memory adjusted to the phase of ``state``.

        - Once a mistake is called, a ritual is pending, so that players can join before the table confirms the mistake.
            If the table denies it, the ritual is dropped.
        - The number of wrong speeches during play, or after a claim, is set to 0 when that phase is over.
        """
        ritual, heard = self.ritual, self.heard
        if state.phase is Phase.CALL and state.call is not None and ritual is None:
            ritual = WildRitual(state.call[1])
        elif state.phase is not Phase.CALL and ritual is not None and ritual.until is None:
            ritual = None  # the table denied the mistake
        if state.phase is Phase.PLAY and heard.again:
            heard = replace(heard, again=0)
        if state.phase is not Phase.PLAY and heard.invalid_speech_count:
            heard = replace(heard, invalid_speech_count=0)
        return replace(self, ritual=ritual, heard=heard)


def meets(match: MatchView, event: Signal) -> float:
    """Return the time at which a signal is compared with those of others, in seconds of the match.

    It is the onset, since a noise is reported up to a second later; logs of editions 1 and 2 use the time of the
    report.
    """
    return event.onset if match.edition > 2 else event.decided
