"""Listen for spoken commands after a call name (the word that addresses the program).

When somebody begins to speak after a pause, their first second is searched for the call name. Only if it is there are
the next words awaited and recognised. Other talk therefore costs one short search a sentence, and silence costs none.
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

CALLED_OPTION = "called"  # option for the call name alone
_LEVEL_S = 0.05  # seconds of sound in one level
_LEVEL_SAMPLES = int(_LEVEL_S * RATE)
_QUIETEST_DB = -50.0  # dB full scale below which nobody speaks


class CommandListener:
    """Recogniser of commands at one microphone. Feed all sound, from one thread.

    Args:
        calling: Engine that recognises the call name.
        engine: Engine that recognises the call name with its command.
        rules: Table ``commands`` of calibration/speech.toml.
    """

    def __init__(self, calling: AnswerEngine, engine: AnswerEngine, rules: Mapping[str, Any]) -> None:
        self._calling, self._engine, self._rules = calling, engine, rules
        self._ring = SampleRing(rules["longest"] + 2.0)
        self._rest = np.zeros(0, np.float32)
        self._levels: deque[float] = deque(maxlen=round(rules["silence"] / _LEVEL_S))
        self._peak = _QUIETEST_DB  # loudest level of the current utterance, in dB
        self._fed = 0.0
        self._spoken = -10.0  # seconds fed when somebody last spoke
        self._begun: float | None = None  # seconds fed when the current utterance began
        self._called = False
        self._name_end = 0.0  # seconds fed when the call name ended
        self._listens = False
        self.looks = 0

    @property
    def is_called(self) -> bool:
        """True if the call name was recognised and its command is awaited."""
        return self._called

    @property
    def unknown(self) -> list[str]:
        """Words of the call names and commands that the engines cannot recognise."""
        return [*self._calling.unknown, *self._engine.unknown]

    def expect(self, names: Sequence[Saying], commands: Grammar, players: Collection[str] = ()) -> None:
        """Listen for commands after one of the call names; stop listening if there are no names or no commands.

        Args:
            names: Call names, any of which may be said.
            commands: Sayings of each command.
            players: Names of the players, which commands may contain.
        """
        self._listens = bool(names) and bool(commands)
        self._calling.expect({CALLED_OPTION: names}, ())
        called = {
            command: [(*name, *saying) for name in names for saying in sayings] for command, sayings in commands.items()
        }
        self._engine.expect(called, players)

    def feed(self, samples: Samples) -> HeardAnswer | None:
        """Process samples (n,) mono at 16 kHz; return the command that was recognised, if any."""
        self._ring.write(samples)
        self._fed += len(samples) / RATE
        self._watch_levels(samples)
        if not self._listens or self._begun is None:
            return None
        return self._follow(self._begun)

    def _watch_levels(self, samples: Samples) -> None:
        """Note when somebody begins to speak (louder than the preceding pause), and when they last spoke."""
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
