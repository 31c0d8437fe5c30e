"""When an engine looks at what was said, and what is believed of it: one for answers, one for commands a microphone.

Nothing is looked at until somebody speaks up. What was said is looked at when it falls quiet, and while talk goes on
now and then. A saying counts once it is over.
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
    """What was heard as an answer or command.

    ``options``: the likeliest first; a second one where either may have been meant. ``sure``: whether the first can
    be taken without asking. ``start`` and ``end``: seconds from the first sample that was ever fed.
    """

    options: tuple[HeardOption, ...]
    sure: bool
    start: float
    end: float


class AnswerListener:
    """Listens on one microphone for what a grammar allows to be said.

    Feed it all sound, from one thread. While nothing is expected it only measures how loud the sound is.
    """

    def __init__(self, engine: AnswerEngine, rules: Mapping[str, Any]) -> None:
        self.engine, self._rules = engine, rules
        self._ring = SampleRing(rules["window"] + 2.0)
        self._loudness = Loudness()
        self._fed = 0.0
        self._listens = False
        self._since = 0.0  # seconds from which sound counts
        self._spoken = -1.0  # seconds fed when somebody spoke last
        self._looked = 0.0  # seconds fed at the last look
        self._next = 0.0  # and when the next is due though nobody speaks on; 0 for never
        self._unheard = False  # somebody spoke whom no look has heard to the end
        self._seen: tuple[HeardOption, float] | None = None  # the last look's best, and when it ended
        self.looks = 0

    def expect(self, grammar: Grammar | None, names: Collection[str] = ()) -> None:
        """Listen for what this grammar allows, from now on; None: for nothing."""
        self._listens = grammar is not None
        self._since, self._unheard, self._next, self._seen = self._fed, False, 0.0, None
        if grammar is not None:
            self.engine.expect(grammar, names)

    def refine(self, grammar: Grammar, names: Collection[str] = ()) -> None:
        """Listen for another grammar, also in what has been said since ``expect``."""
        self.engine.expect(grammar, names)

    def feed(self, samples: Samples) -> HeardAnswer | None:
        """Take the next samples, [n] mono at 16 kHz; return an answer that is over with them, else None."""
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
        """Return the option with the better score of this look and the last, if both heard the same saying."""
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
        if end > self._fed - self._rules["rest"]:  # it may not be over yet
            self._next = end + self._rules["rest"] + 0.02
            return None
        self._since = end
        near = [o for o in found[1:2] if first.log_odds - o.log_odds < self._rules["near"]]
        sure = first.log_odds >= self._rules["take"] and not near
        return HeardAnswer((first, *near), sure, begin, end)
