"""What is said after the call name: looked at when somebody speaks up after a pause, and on only where it is the name.

Whoever begins to speak is looked at once, for a second: is it the call name? Only then is the rest waited for. So talk
costs one short look a sentence, and silence nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.senses.speech.answer_engine import AnswerEngine
from companion.senses.speech.answer_listener import HeardAnswer
from companion.senses.speech.loudness import Loudness
from companion.senses.speech.phrase_network import Grammar
from companion.senses.speech.recogniser import RATE, Samples
from companion.sources.audio import SampleRing
from companion.words.spoken_words import Saying

CALLED = "called"  # the option of the call name alone


class CommandListener:
    """Feed all sound, in one thread. ``calling`` hears the name, ``engine`` the name with its command."""

    def __init__(self, calling: AnswerEngine, engine: AnswerEngine, rules: Mapping[str, Any]) -> None:
        self._calling, self._engine, self._rules = calling, engine, rules
        self._ring = SampleRing(rules["longest"] + 2.0)
        self._loudness = Loudness()
        self._fed = 0.0
        self._spoken = -10.0
        self._begun: float | None = None  # seconds fed when somebody spoke up after a pause
        self._called = False
        self._listens = False
        self.looks = 0

    @property
    def is_called(self) -> bool:
        """Return whether the call name was heard, and its command is waited for."""
        return self._called

    def expect(self, names: Sequence[Saying], commands: Grammar, players: Collection[str] = ()) -> list[str]:
        """Listen for commands after one of the call names. Return the words that cannot be heard."""
        self._listens = bool(names) and bool(commands)
        unknown = self._calling.expect({CALLED: names}, ())
        called = {
            command: [(*name, *saying) for name in names for saying in sayings] for command, sayings in commands.items()
        }
        return [*unknown, *(word for word in self._engine.expect(called, players) if word not in unknown)]

    def feed(self, samples: Samples) -> HeardAnswer | None:
        """[n] mono at 16 kHz. Return the command that was heard, if one was."""
        self._ring.write(samples)
        before, self._fed = self._fed, self._fed + len(samples) / RATE
        speaks = self._loudness.feed(samples, self._fed)
        if speaks:
            if self._begun is None and before - self._spoken >= self._rules["silence"]:
                self._begun = before
            self._spoken = self._fed
        if not self._listens or self._begun is None:
            return None
        return self._follow(self._begun)

    def _follow(self, begun: float) -> HeardAnswer | None:
        if not self._called:
            if self._fed - begun < self._rules["name"]:
                return None
            heard = self._calling.listen(self._sound(begun))
            self.looks += 1
            self._called = bool(heard) and heard[0].log_odds >= self._rules["call"]
            self._begun = begun if self._called else None
            return None
        if self._fed - self._spoken < self._rules["pause"] and self._fed - begun < self._rules["longest"]:
            return None
        self._begun, self._called = None, False
        self.looks += 1
        found = self._engine.listen(self._sound(begun))
        if not found or found[0].log_odds < self._rules["take"]:
            return None
        first = found[0]
        start = max(0.0, begun - self._rules["before"])
        return HeardAnswer((first,), True, start + first.start, start + first.end)

    def _sound(self, begun: float) -> Samples:
        start = max(0.0, begun - self._rules["before"])
        return self._ring.read(int(start * RATE), int(self._fed * RATE))
