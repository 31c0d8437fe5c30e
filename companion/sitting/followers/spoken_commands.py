"""Spoken commands after the call name: the referee's commands, questions that are answered aloud, and trades."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Final

from companion.config import settings as machine_settings
from companion.errors import BadInput, CompanionError
from companion.events import Command, Phrase, Ruling
from companion.facts import Fact, fact
from companion.observers import Observers
from companion.rules.face_off.data import RANK_TEXTS
from companion.rules.face_off.state import Phase
from companion.rules.notation import quote
from companion.sitting.requests import ExpectCommands
from companion.sitting.sitting import Sitting
from companion.words import Language, term
from companion.words.spoken_words import Saying, sayings, spoken_table, words_of

COMMON_COMMANDS: Final = ("undo", "pause", "resume", "score", "turn", "repeat", "misheard")
"""Commands that can be spoken in every game."""
_VOICE_SOURCE: Final = "voice"
_UNSPOKEN_RULINGS: Final = ("refused", "told", "score")  # rulings that "repeat" skips


class SpokenCommands:
    """Decides which commands can be spoken, and does them.

    Args:
        sitting: A sitting with a match.
        language: Language that people speak.
        aloud: Called with answers to be spoken.
        misheard: Drops what is on the answer card; returns True if something was there.
    """

    def __init__(
        self, sitting: Sitting, language: Language, aloud: Observers[[Fact]], misheard: Callable[[], bool]
    ) -> None:
        assert sitting.match is not None
        self._sitting, self._match, self._language = sitting, sitting.match, language
        self._aloud, self._misheard = aloud, misheard
        self._signals: dict[str, int] | None = None  # signals for which the latest request was made

    def request(self) -> ExpectCommands:
        """Return the request that tells microphones which commands can be spoken now."""
        table, match = spoken_table(self._language, "command"), self._match
        own = machine_settings().call_name
        called = [own] if own else spoken_table(self._language, "call").get("names", ())
        names = tuple(words_of(name) for name in called)
        found: dict[str, tuple[Saying, ...]] = {
            command: tuple(sayings(table.get(command, ()), {}, self._language)) for command in COMMON_COMMANDS
        }
        signals = match.needs.signals
        for signal in signals:
            named = {"signal": term("signal", signal, self._language)}
            found[f"worth {signal}"] = tuple(sayings(table.get("worth", ()), named, self._language))
        if signals:
            for command in ("next", "warmup"):
                found[command] = tuple(sayings(table.get(command, ()), {}, self._language))
            for (a, one), (b, other) in permutations(enumerate(match.players), 2):
                for shown in signals.values():
                    values = {"a": one, "b": other, "shown": RANK_TEXTS[shown]}
                    said = sayings(table.get("trade", ()), values, self._language, match.players)
                    found[f"trade {a} {b} {RANK_TEXTS[shown]}"] = tuple(said)
        self._signals = dict(signals)
        return ExpectCommands(names, found, match.players)

    def changed(self) -> ExpectCommands | None:
        """Return a new request if the hand's signals have changed since the last one, else None."""
        return None if dict(self._match.needs.signals) == self._signals else self.request()

    def do(self, event: Phrase) -> None:
        """Do the spoken command; show an error if it is refused."""
        word, _, rest = event.slots.get("option", "").partition(" ")
        try:
            self._do(word, rest, event.decided)
        except CompanionError as error:
            self._sitting.refuse(error)

    def _do(self, word: str, rest: str, at: float) -> None:
        match = self._match
        if word in ("undo", "pause", "resume", "warmup"):
            self._say(word, at)
        elif word == "score":
            self._say(word, at)
            self._aloud(fact("ruling.score", scores=match.desk.scores(match)))
        elif word == "turn":
            self._answer(self._whose_turn())
        elif word == "worth":
            self._answer(fact("heard.worth", signal=rest, shown=RANK_TEXTS[match.needs.signals[rest]]))
        elif word == "repeat":
            self._answer(self._latest())
        elif word == "next":
            self._next_hand(at)
        elif word == "trade":
            one, other, shown = rest.split()
            names = [quote(match.players[int(seat)]) for seat in (one, other)]
            self._say(f"trade {' '.join(names)} {shown}", at)
        elif word == "misheard" and not self._misheard():
            self._answer(fact("heard.nothing"))

    def _say(self, text: str, at: float) -> None:
        """Do a command as if the table had typed it at time ``at`` (seconds)."""
        self._sitting.take(Command(onset=at, decided=at, source=_VOICE_SOURCE, text=text))

    def _answer(self, what: Fact) -> None:
        self._sitting.tell("told", what=what)
        self._aloud(what)

    def _whose_turn(self) -> Fact:
        match = self._match
        seats = [actor for actor in match.game.actors(match.state) if actor >= 0]
        if match.is_over or not seats or len(seats) == len(match.players):
            return fact("heard.turn-all")
        return fact("heard.turn", names=match.names(seats))

    def _latest(self) -> Fact:
        rulings = [r for r in self._match.rulings.values() if isinstance(r, Ruling) and r.code not in _UNSPOKEN_RULINGS]
        return rulings[-1].as_fact if rulings else fact("heard.nothing")

    def _next_hand(self, at: float) -> None:
        """Begin the next hand with the same set of signals. Raises BadInput if the hand is not over."""
        state = self._match.state
        if getattr(state, "phase", None) is not Phase.NEXT:
            raise BadInput("heard.no-next")
        self._say(f"next {state.signal_set}", at)
