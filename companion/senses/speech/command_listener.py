"""What is said after the call name: looked at when somebody speaks up after a pause, and on only where it is the name.

Whoever begins to speak is looked at once, for a second: is it the call name? Only then is the rest waited for. So talk
costs one short look a sentence, and silence nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from companion.senses.speech.answer_engine import AnswerEngine
from companion.senses.speech.answer_listener import HeardAnswer
from companion.senses.speech.phrase_network import Grammar
from companion.senses.speech.recogniser import RATE, Samples
from companion.sources.audio import SampleRing, decibels
from companion.words.spoken_words import Saying

CALLED_OPTION = "called"  # the option of the call name alone
_LEVEL_S = 0.05  # of sound in one level
_LEVEL_SAMPLES = int(_LEVEL_S * RATE)
_QUIETEST_DB = -50.0  # full scale, under which nobody speaks


class CommandListener:
    """Feed all sound, in one thread. ``calling`` hears the name, ``engine`` the name with its command."""

    def __init__(self, calling: AnswerEngine, engine: AnswerEngine, rules: Mapping[str, Any]) -> None:
        self._calling, self._engine, self._rules = calling, engine, rules
        self._ring = SampleRing(rules["longest"] + 2.0)
        self._rest = np.zeros(0, np.float32)
        self._levels: deque[float] = deque(maxlen=round(rules["silence"] / _LEVEL_S))
        self._peak = _QUIETEST_DB  # dB of the loudest of what is followed
        self._fed = 0.0
        self._spoken = -10.0  # seconds fed when that was last heard
        self._begun: float | None = None  # seconds fed when somebody spoke up after a pause
        self._called = False
        self._name_end = 0.0  # seconds fed when the call name was over
        self._listens = False
        self.looks = 0

    @property
    def is_called(self) -> bool:
        """Return whether the call name was heard, and its command is waited for."""
        return self._called

    @property
    def unknown(self) -> list[str]:
        """Return the words that cannot be heard."""
        return [*self._calling.unknown, *self._engine.unknown]

    def expect(self, names: Sequence[Saying], commands: Grammar, players: Collection[str] = ()) -> None:
        """Listen for commands after one of the call names."""
        self._listens = bool(names) and bool(commands)
        self._calling.expect({CALLED_OPTION: names}, ())
        called = {
            command: [(*name, *saying) for name in names for saying in sayings] for command, sayings in commands.items()
        }
        self._engine.expect(called, players)

    def feed(self, samples: Samples) -> HeardAnswer | None:
        """[n] mono at 16 kHz. Return the command that was heard, if one was."""
        self._ring.write(samples)
        self._fed += len(samples) / RATE
        self._watch_levels(samples)
        if not self._listens or self._begun is None:
            return None
        return self._follow(self._begun)

    def _watch_levels(self, samples: Samples) -> None:
        """Note when somebody begins to speak, louder than all of the quarter of a second before, and speaks on."""
        sound = np.concatenate([self._rest, samples])
        count = len(sound) // _LEVEL_SAMPLES
        self._rest = sound[count * _LEVEL_SAMPLES :]
        for k in range(count):
            level = decibels(sound[k * _LEVEL_SAMPLES : (k + 1) * _LEVEL_SAMPLES])
            at = self._fed - (len(sound) - (k + 1) * _LEVEL_SAMPLES) / RATE
            rises = level > max(_QUIETEST_DB, max(self._levels, default=level) + self._rules["rise"])
            self._levels.append(level)
            if self._begun is None and rises:
                self._begun, self._peak, self._spoken = at - _LEVEL_S, level, at
            elif self._begun is not None:
                self._peak = max(self._peak, level)
                if level > self._peak - self._rules["fall"]:
                    self._spoken = at

    def _follow(self, begun: float) -> HeardAnswer | None:
        if not self._called:
            if self._fed - begun < self._rules["name"]:
                return None
            heard = self._calling.listen(self._sound(begun))
            self.looks += 1
            self._called = bool(heard) and heard[0].log_odds >= self._rules["call"]
            self._begun = begun if self._called else None
            if self._called:
                self._name_end = begun - self._rules["before"] + heard[0].end
            return None
        says_on = self._spoken > self._name_end + self._rules["breath"]
        if not says_on and self._fed < self._name_end + self._rules["think"]:
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
