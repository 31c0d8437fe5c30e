"""Listen to a microphone for spoken answers and commands, in the microphone's own thread."""

from __future__ import annotations

import math
from collections.abc import Callable

from companion.errors import CompanionError
from companion.events import Event, Phrase, Source
from companion.facts import Fact, fact
from companion.senses.speech.answer_engine import HeardOption
from companion.senses.speech.answer_listener import AnswerListener, HeardAnswer
from companion.senses.speech.command_listener import CommandListener
from companion.senses.speech.recogniser import RATE, Samples
from companion.sitting.answer_grammar import SpokenPrompt
from companion.sitting.microphone_station import SoundObserver
from companion.sitting.requests import ExpectAnswers, ExpectCommands, Request


class AnswerEars(SoundObserver):
    """Observer of a microphone's sound that turns speech into phrases of the kinds "answer" and "command".

    Attributes:
        is_busy: Returns True while somebody may be giving the victory speech; answers are then ignored.
        whose: Returns a phrase with its player filled in.
    """

    def __init__(
        self,
        source: str,
        answers: AnswerListener,
        commands: CommandListener | None,
        *,
        is_busy: Callable[[], bool] = lambda: False,
        whose: Callable[[Phrase], Phrase] = lambda phrase: phrase,
    ) -> None:
        self._source, self._answers, self._commands = source, answers, commands
        self.is_busy, self.whose = is_busy, whose
        self._prompt: SpokenPrompt | None = None
        self._broken = False
        self._fed = 0.0
        self._said_unknown: set[str] = set()
        self._unknown_count = 0

    def feed(self, samples: Samples, t: float, lost: float = 0.0) -> list[Event]:
        self._fed += len(samples) / RATE
        zero = t + len(samples) / RATE - self._fed
        found: list[Event] = [self._trouble(why, zero) for why in self._unknown_words()]
        try:
            command = self._commands.feed(samples) if self._commands is not None else None
            answer = self._answers.feed(samples)
        except CompanionError as error:  # the engine has failed: the other senses continue
            self._commands, self._broken = None, True
            self._answers.expect(None)
            return [*found, self._trouble(error.fact, zero)]
        if command is not None:
            found.append(self._phrase(command, zero, "command"))
        elif answer is not None and not self.is_busy() and not self._is_called():
            found.append(self._phrase(answer, zero, "answer"))
        return found

    def answer(self, request: Request) -> bool | None:
        match request:
            case ExpectAnswers(prompt):
                self._expect(prompt)
            case ExpectCommands(names, commands, players) if self._commands is not None:
                self._commands.expect(names, commands, players)
        return None

    def close(self) -> None:
        """Close the speech engine of the answers."""
        self._answers.engine.close()

    def _expect(self, prompt: SpokenPrompt | None) -> None:
        before, self._prompt = self._prompt, prompt
        if prompt is None or self._broken:
            self._answers.expect(None)
            return
        grammar = {option.id: option.sayings for option in prompt.options}
        if before is not None and before.id == prompt.id:
            self._answers.refine(grammar, prompt.names)
        else:
            self._answers.expect(grammar, prompt.names)

    def _unknown_words(self) -> list[Fact]:
        """Return a fact with the words that the speech engines cannot recognise; [] if all were reported before."""
        words = [*self._answers.engine.unknown, *(self._commands.unknown if self._commands is not None else ())]
        if len(words) == self._unknown_count:
            return []
        self._unknown_count = len(words)
        fresh = list(dict.fromkeys(word for word in words if word.casefold() not in self._said_unknown))
        self._said_unknown |= {word.casefold() for word in fresh}
        return [fact("heard.unknown", words=fresh)] if fresh else []

    def _is_called(self) -> bool:
        return self._commands is not None and self._commands.is_called

    def _trouble(self, why: Fact, zero: float) -> Source:
        now = zero + self._fed
        return Source(onset=now, decided=now, source=self._source, status="online", detail=why)

    def _phrase(self, heard: HeardAnswer, zero: float, kind: str) -> Phrase:
        first = heard.options[0]
        slots = {"option": first.option, "odds": f"{first.log_odds:.2f}", "sure": "yes" if heard.sure else "no"}
        if self._prompt is not None:
            slots["prompt"] = self._prompt.id
        if len(heard.options) > 1:
            slots["or"] = heard.options[1].option
        phrase = Phrase(
            onset=zero + heard.start,
            decided=zero + self._fed,
            confidence=_share(first),
            source=self._source,
            text=first.option,
            kind="command" if kind == "command" else "answer",
            slots=slots,
        )
        return self.whose(phrase)


def _share(option: HeardOption) -> float:
    """Return an option's log-odds as a probability, 0..1."""
    return round(1 / (1 + math.exp(-max(-50.0, min(50.0, option.log_odds)))), 3)
