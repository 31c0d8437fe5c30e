"""Listen for answers at one microphone: decide when to run the engine, and whether to accept its result.

The engine runs only after somebody has spoken: when it becomes quiet, and at intervals while talk goes on. An answer is
accepted only once it is over.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.senses.speech.answer_engine import AnswerEngine, HeardOption
from companion.senses.speech.loudness import Loudness
from companion.senses.speech.phrase_network import Grammar
from companion.senses.speech.recogniser import RATE, Samples
from companion.sources.audio import SampleRing


@dataclass(frozen=True, slots=True)
class HeardAnswer:
    """An answer or command that was recognised.

    Attributes:
        options: The likeliest option, then the second if it is nearly as likely.
        sure: True if the likeliest option can be accepted without asking the players.
        start: Start, in seconds from the first sample fed.
        end: End, in seconds from the first sample fed.
    """

    options: tuple[HeardOption, ...]
    sure: bool
    start: float
    end: float


class AnswerListener:
    """Listener for the options of a grammar at one microphone. Feed it all sound, from one thread.

    While no grammar is set, it only measures how loud the sound is.
    """

    def __init__(self, engine: AnswerEngine, rules: Mapping[str, Any]) -> None:
        self.engine, self._rules = engine, rules
        self._ring = SampleRing(rules["window"] + 2.0)
        self._loudness = Loudness()
        self._fed = 0.0
        self._listens = False
        self._since = 0.0  # seconds fed; earlier sound is not searched
        self._spoken = -1.0  # seconds fed when somebody last spoke
        self._looked = 0.0  # seconds fed at the engine's last run
        self._next = 0.0  # seconds fed at which the engine runs again in any case; 0 for none
        self._unheard = False  # somebody has spoken since the engine's last run, or was still speaking then
        self._seen: tuple[HeardOption, float] | None = None  # likeliest option of the engine's last run, and its end
        self.looks = 0

    def expect(self, grammar: Grammar | None, names: Collection[str] = ()) -> None:
        """Listen for the options of a grammar in the sound from now on; None stops listening.

        Args:
            grammar: Sayings of each option.
            names: Names of the players that occur in the sayings.
        """
        self._listens = grammar is not None
        self._since, self._unheard, self._next, self._seen = self._fed, False, 0.0, None
        if grammar is not None:
            self.engine.expect(grammar, names)

    def refine(self, grammar: Grammar, names: Collection[str] = ()) -> None:
        """Replace the grammar, and search also the sound since ``expect`` with it.

        Args:
            grammar: Sayings of each option.
            names: Names of the players that occur in the sayings.
        """
        self.engine.expect(grammar, names)

    def feed(self, samples: Samples) -> HeardAnswer | None:
        """Process samples (n,) mono at 16 kHz; return the answer that they complete, or None."""
        self._ring.write(samples)
        self._fed += len(samples) / RATE
        if self._loudness.feed(samples, self._fed):
            self._spoken, self._unheard = self._fed, True
        return self._look() if self._listens and self._due() else None

    def _due(self) -> bool:
        if self._next > 0.0:
            return self._fed >= self._next
        quiet = self._fed - self._spoken >= self._rules["pause"]
        return self._unheard and (quiet or self._fed >= self._looked + self._rules["every"])

    def _best_of_looks(self, first: HeardOption, begin: float, end: float) -> HeardOption:
        """Return the option with the higher log-odds of this run of the engine and the last, if both found one saying.

        Args:
            first: Likeliest option of this run.
            begin: Its start, in seconds from the first sample fed.
            end: Its end, in seconds from the first sample fed.
        """
        before, self._seen = self._seen, (first, end)
        if before is not None and before[0].option == first.option and begin < before[1] and end - before[1] < 1.0:
            first = replace(first, log_odds=max(first.log_odds, before[0].log_odds))
            self._seen = first, end
        return first

    def _look(self) -> HeardAnswer | None:
        self._looked, self._next, self.looks = self._fed, 0.0, self.looks + 1
        self._unheard = self._fed - self._spoken < self._rules["pause"]
        start = max(self._since, self._fed - self._rules["window"])
        found = self.engine.listen(self._ring.read(int(start * RATE), int(self._fed * RATE)))
        if not found:
            return None
        first = found[0]
        begin, end = start + first.start, start + first.end
        first = self._best_of_looks(first, begin, end)
        if first.log_odds < self._rules["ask"]:
            return None
        if end > self._fed - self._rules["rest"]:  # the answer may not be complete yet
            self._next = end + self._rules["rest"] + 0.02
            return None
        self._since = end
        near = [o for o in found[1:2] if first.log_odds - o.log_odds < self._rules["near"]]
        sure = first.log_odds >= self._rules["take"] and not near
        return HeardAnswer((first, *near), sure, begin, end)
