"""The game record: a text file that holds a whole game and replays to the byte. Grammar in NOTATION.md."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.rules import registry
from companion.rules.errors import RecordError, RulesError
from companion.rules.notation import quote, tokens
from companion.rules.protocol import CHANCE, TABLE, Actor, Game

VERSION: Final = 1
MAGIC: Final = "companion-record"
_ACTORS: Final = {"chance": CHANCE, "table": TABLE}
_STEP: Final = re.compile(r'(\d{1,9}) ("(?:[^"\\]|\\.)*"|[^\s"]+) (.+)')


@dataclass(frozen=True, slots=True)
class Step:
    """One action with its actor."""

    actor: Actor
    action: Any


@dataclass(frozen=True)
class Record:
    """A game as values. ``comments`` are (number of actions before it, text); ``headers`` are free (name, text)."""

    game: Game[Any, Any, Any]
    options: Any
    seed: int
    steps: tuple[Step, ...]
    comments: tuple[tuple[int, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()

    def states(self) -> Iterator[Any]:
        """The positions, from the first to the one after the last action."""
        state = self.game.start(self.options, self.seed)
        yield state
        for step in self.steps:
            state = self.game.apply(state, step.actor, step.action)
            yield state

    def write(self) -> str:
        """The file's text. Raises the game's errors if the actions do not replay."""
        game, lines = self.game, [f"{MAGIC} {VERSION}", f"game {self.game.name} {self.game.version}"]
        lines.append("players " + " ".join(quote(p) for p in self.options.players))
        lines += [f"option {name} {_json(value)}" for name, value in game.option_values(self.options).items()]
        lines.append(f"seed {self.seed}")
        lines += [f"header {quote(name)} {_json(text)}" for name, text in self.headers]
        notes = list(self.comments)
        state = game.start(self.options, self.seed)
        for number, step in enumerate(self.steps, start=1):
            lines += _notes(notes, number - 1)
            lines.append(f"{number} {_actor(step.actor, self.options)} {game.format(step.action, self.options)}")
            state = game.apply(state, step.actor, step.action)
        lines += _notes(notes, len(self.steps))
        return "\n".join([*lines, *_closing(game, state, len(self.steps))]) + "\n"


def read(text: str) -> Record:
    """The record of this text, replayed and compared with its result. Raises RecordError with the line's number."""
    reader = _Reader(text)
    try:
        return reader.record()
    except RecordError:
        raise
    except RulesError as error:
        raise RecordError(f"Line {reader.at} of the record does not replay: {error}") from None
    except (ValueError, TypeError, RecursionError):
        raise RecordError(f"Line {reader.at} of the record cannot be read; the file is damaged there.") from None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _actor(actor: Actor, options: Any) -> str:
    if actor < 0:
        return next(name for name, number in _ACTORS.items() if number == actor)
    name = str(options.players[actor])
    return json.dumps(name, ensure_ascii=False) if name in _ACTORS else quote(name)


def _notes(notes: list[tuple[int, str]], at: int) -> list[str]:
    return [f"; {' '.join(text.split())}" for where, text in notes if where == at]


def _closing(game: Game[Any, Any, Any], state: Any, count: int) -> list[str]:
    """The result (``*`` while the game goes on), the number of actions and the checksum of the last position."""
    end = game.outcome(state)
    result = "result *"
    if end is not None:
        names = game_players(game, state, end.winners)
        result = f"result {end.termination} scores {' '.join(map(str, end.scores))} winners {' '.join(names)}".rstrip()
    return [result, f"end {count} {zlib.crc32(game.dump(state).encode()):08x}"]


def game_players(game: Game[Any, Any, Any], state: Any, seats: tuple[int, ...]) -> list[str]:
    """The names at these seats, quoted."""
    return [quote(str(state.options.players[seat])) for seat in seats]


class _Reader:
    """Line by line; ``at`` is the number of the current line."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 1

    def record(self) -> Record:
        self._magic()
        game = self._game()
        options = game.options(tokens(self._field("players")), **self._options())
        seed = int(self._field("seed"))
        headers = self._headers()
        return self._steps(game, options, seed, headers)

    def _line(self) -> str:
        """The current line. Raises RecordError past the end: every record ends with an ``end`` line."""
        if self.at > len(self.lines) or (self.at == len(self.lines) and not self.lines[-1]):
            raise RecordError(f"The record is cut short after line {self.at - 1}; a whole one closes with: end")
        return self.lines[self.at - 1].rstrip("\r")

    def _field(self, name: str) -> str:
        word, _, rest = self._line().partition(" ")
        if word != name:
            raise RecordError(f"Line {self.at} of the record should begin with: {name}; it is {self._line()[:40]!r}.")
        self.at += 1
        return rest

    def _magic(self) -> None:
        word, _, version = self.lines[0].rstrip("\r").lstrip("\ufeff").partition(" ")
        if word != MAGIC:
            raise RecordError(f"This is no game record; one begins with: {MAGIC} {VERSION}.")
        self._version(version, VERSION, "record")
        self.at = 2

    def _version(self, text: str, known: int, what: str) -> None:
        if not re.fullmatch(r"[0-9]{1,6}", text):
            raise RecordError(f"Line {self.at} of the record gives no version of the {what}.")
        if int(text) > known:
            raise RecordError(f"This {what} is of version {text}, newer than {known}; update the program to read it.")

    def _game(self) -> Game[Any, Any, Any]:
        name, _, version = self._field("game").partition(" ")
        game = registry.get(name)
        self._version(version, game.version, "game")
        return game

    def _options(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while self._line().startswith("option "):
            name, _, value = self._field("option").partition(" ")
            values[name] = json.loads(value)
        return values

    def _headers(self) -> tuple[tuple[str, str], ...]:
        headers = []
        while self._line().startswith("header "):
            words = tokens(self._field("header"))
            if len(words) != 2:
                raise RecordError(f'Line {self.at - 1} of the record should be as in: header Place "at home".')
            headers.append((words[0], words[1]))
        return tuple(headers)

    def _steps(self, game: Game[Any, Any, Any], options: Any, seed: int, headers: Any) -> Record:
        state = game.start(options, seed)
        steps: list[Step] = []
        comments: list[tuple[int, str]] = []
        while not (line := self._line()).startswith("result "):
            if line.startswith(";"):
                comments.append((len(steps), line[1:].strip()))
            else:
                step = self._step(line, len(steps) + 1, game, options, state)
                state = game.apply(state, step.actor, step.action)
                steps.append(step)
            self.at += 1
        self._compare(_closing(game, state, len(steps)))
        return Record(game, options, seed, tuple(steps), tuple(comments), headers)

    def _step(self, line: str, number: int, game: Game[Any, Any, Any], options: Any, state: Any) -> Step:
        found = _STEP.fullmatch(line)
        if found is None or int(found[1]) != number:
            raise RecordError(f"Line {self.at} of the record should be action {number}, as in: {number} Ann ...")
        if found[2] in _ACTORS:
            actor = _ACTORS[found[2]]
        else:
            name = tokens(found[2])[0]
            if name not in options.players:
                raise RecordError(f"Line {self.at} of the record: nobody here is called {name!r}.")
            actor = options.players.index(name)
        return Step(actor, game.parse(found[3], state, actor))

    def _compare(self, closing: list[str]) -> None:
        """The two last lines are those that the replay gives, and nothing follows them."""
        for wanted, what in zip(closing, ("result", "last position"), strict=True):
            if self._line() != wanted:
                raise RecordError(
                    f"Line {self.at} of the record does not fit its actions: the {what} should be {wanted!r}; "
                    "an action was changed or is missing.")
            self.at += 1
        if any(line.strip() for line in self.lines[self.at - 1:]):
            raise RecordError(f"Line {self.at} of the record comes after its end; cut it off.")


__all__ = ["Record", "Step", "read"]
