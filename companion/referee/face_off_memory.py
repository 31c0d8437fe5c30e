"""What Face Off!'s desk remembers of a match besides its position, and its times."""

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
    """``at``: the seat that it is shown at; ``joined``: the seats that have shown it.

    ``until``: when it is over (s); None while the table has not said yet whether the card was wrong.
    ``number``: the ruling that called for it.
    """

    at: int
    joined: frozenset[int] = frozenset()
    until: float | None = None
    number: int = 0

    def begin(self, number: int, now: float, lasts: float, waits: float) -> WildRitual:
        """Begin the ritual: from now on the others may join in with the signal.

        It lasts ``lasts`` seconds from the first who joins in, or ``waits`` seconds where nobody does.
        """
        return replace(self, number=number, until=now + (lasts if self.joined else waits))

    def add_show(self, event: Signal, player: int, now: float, lasts: float) -> WildRitual:
        """Add a show to the ritual: the dealer may have made up any signal, so every one counts."""
        if event.phase != "on" or player == self.at:
            return self
        until = self.until if self.until is None or self.joined else min(self.until, now + lasts)
        return replace(self, joined=self.joined | {player}, until=until)

    def result_draft(self, match: MatchView) -> Draft:
        """Return a draft that says who joined in, once the time for it is over."""
        names = match.names(sorted(self.joined))
        return draft("joined", told=fact("wild.joined", names=names) if names else fact("wild.joined-none"))


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds; calibration/referee.toml says what each is for."""

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
        """Return, for a rank of this set, the seconds for which a show counts after its signal."""
        noises = (*SIGNALS, WILD_THING)
        return lambda rank: self.linger_sound if signal_for(signal_set, rank) in noises else self.linger_face


@dataclass(frozen=True, slots=True)
class FaceOffMemory(DeskMemory):
    """What a match remembers besides its position.

    ``hand`` was announced, ``lines`` of the score sheet were said; ``several``: who showed the same, by what they
    showed; ``unknown``: when somebody unknown showed something; ``ritual``: the Wild Thing signal that all are making;
    ``traded``: the last ruling whose trade has spent its shows; ``held``: shows are followed, but no trade is ruled.
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
        """Return whether play stands still while all show the Wild Thing."""
        if match.edition == 1 or match.state.phase is not Phase.PLAY:
            return False
        return self.ritual is not None and self.ritual.until is not None

    def awaits_winner(self, match: MatchView) -> bool:
        """Return True while the table is asked who has won: until it answers, nobody trades."""
        if match.edition < 4 or match.state.phase is not Phase.PLAY:
            return False
        return any(code in self.open.asked for code in WIN_QUESTIONS)

    def for_phase(self, state: State) -> FaceOffMemory:
        """For the phase that the game is in: shows of the Wild Thing count from the call on, before "yes"."""
        ritual, heard = self.ritual, self.heard
        if state.phase is Phase.CALL and state.call is not None and ritual is None:
            ritual = WildRitual(state.call[1])
        elif state.phase is not Phase.CALL and ritual is not None and ritual.until is None:
            ritual = None  # the table said no
        if state.phase is Phase.PLAY and heard.again:
            heard = replace(heard, again=0)
        if state.phase is not Phase.PLAY and heard.strays:
            heard = replace(heard, strays=0)
        return replace(self, ritual=ritual, heard=heard)


def meets(match: MatchView, event: Signal) -> float:
    """When a signal meets those of others: as it began, for a noise is told up to a second later."""
    return event.onset if match.edition > 2 else event.decided
