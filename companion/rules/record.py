"""Game records: text files that hold a whole game and replay exactly. The grammar is in NOTATION.md."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from companion.facts import Value, fact
from companion.rules import registry
from companion.rules.errors import RecordError, RulesError
from companion.rules.notation import encodable, quote, read_integer, shorten_repr, tokens, write_integer
from companion.rules.options import Options
from companion.rules.protocol import CHANCE, TABLE, Actor, Game, Position

VERSION: Final = 1
MAGIC: Final = "companion-record"
_ACTORS: Final = {"chance": CHANCE, "table": TABLE}
Comments: TypeAlias = tuple[tuple[int, str], ...]  # (number of actions before it, text)
_STEP_PATTERN: Final = re.compile(r'([1-9][0-9]{0,8}) ("(?:[^"\\]|\\.)*"|[^\s"]+) (.+)')


@dataclass(frozen=True, slots=True)
class Step:
    """One action with its actor."""

    actor: Actor
    action: Any  # the game's own


@dataclass(frozen=True)
class Record:
    """A whole game: its options and seed, and all actions.

    ``comments`` are (number of actions before the comment, text); ``headers`` are (name, text) chosen by the user.
    """

    game: Game[Any, Any, Any]
    options: Options
    seed: int
    steps: tuple[Step, ...]
    comments: Comments = ()
    headers: tuple[tuple[str, str], ...] = ()

    def states(self) -> Iterator[Any]:
        """Yield all positions, from the first to the one after the last action."""
        state = self.game.start(self.options, self.seed)
        yield state
        for step in self.steps:
            state = self.game.apply(state, step.actor, step.action)
            yield state

    def write(self) -> str:
        """Return the record as a file's text.

        Raises:
            MalformedAction: A step is no action of the game.
            IllegalAction: A step was not allowed at that point.
            RecordError: A header or comment cannot be encoded.
        """
        *_, last = self.states()
        return "\n".join(_lines(self, last)) + "\n"


def read(text: str) -> Record:
    """Return the record that a text holds. Its actions must be legal, and it must be written as the same text again.

    Raises RecordError with the line's number otherwise.
    """
    if not isinstance(text, str):
        raise RecordError(fact("record.no.text"))
    reader = _Reader(text)
    try:
        return reader.record()
    except RecordError:
        raise
    except RulesError as error:
        raise _fault("replay", reader.at, why=error.fact) from None
    except (ValueError, TypeError, RecursionError):
        raise _fault("reading", reader.at) from None


def _fault(kind: str, line: int, **values: Value) -> RecordError:
    return RecordError(fact(f"record.no.{kind}", line=line, **values))


def _check_text(text: object) -> str:
    if not isinstance(text, str) or not encodable(text):
        raise RecordError(fact("record.no.kept", text=shorten_repr(text)))
    return text


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(record: Record, last: Position, version: int = 0, names: Collection[str] = ()) -> Iterator[str]:
    """Yield the lines of a record's file.

    Late options (added after the first version) are written only if they differ from the default.

    Args:
        record: The record.
        last: The position after the last action.
        version: The game's version to write; 0 for the present one. An older one has only the options in ``names``.
        names: Options that are written in any case.
    """
    game, options = record.game, record.options
    version = version or game.version
    yield f"{MAGIC} {VERSION}"
    yield f"game {game.name} {version}"
    yield "players " + " ".join(quote(name) for name in options.players)
    late = {spec.name: spec.default for spec in game.specs if spec.late}
    for name, value in game.option_values(options).items():
        if name in names or (version == game.version and (name not in late or value != late[name])):
            yield f"option {name} {_json(value)}"
    yield f"seed {write_integer(record.seed)}"
    yield from (f"header {quote(_check_text(name))} {_json(_check_text(text))}" for name, text in record.headers)
    for number, step in enumerate(record.steps, start=1):
        yield from _notes(record.comments, number - 1)
        yield f"{number} {_actor(step.actor, options)} {game.format(step.action, options)}"
    yield from _notes(record.comments, len(record.steps))
    yield from _closing(game, last, len(record.steps))


def _actor(actor: Actor, options: Options) -> str:
    if actor < 0:
        return next(name for name, number in _ACTORS.items() if number == actor)
    name = str(options.players[actor])
    return json.dumps(name, ensure_ascii=False) if name in _ACTORS else quote(name)


def _notes(notes: Comments, at: int) -> list[str]:
    return [f"; {' '.join(_check_text(text).split())}" for where, text in notes if where == at]


def _closing(game: Game[Any, Any, Any], state: Position, count: int) -> list[str]:
    """Return the last two lines: the result (``*`` if unfinished), and the number of actions with a checksum."""
    end = game.outcome(state)
    result = "result *"
    if end is not None:
        names = " ".join(quote(state.options.players[seat]) for seat in end.winners)
        result = f"result {end.termination} scores {' '.join(map(str, end.scores))} winners {names}".rstrip()
    return [result, f"end {count} {zlib.crc32(game.dump(state).encode()):08x}"]


class _Reader:
    """Reads the text of a record line by line; ``at`` is the number of the current line, from 1."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 1

    def record(self) -> Record:
        self._magic()
        game, version = self._game()
        names, values = tokens(self._field("players")), self._options()
        options = game.options(names, **{**self._implied_options(game, version), **values})
        seed = read_integer(self._field("seed"))
        if seed is None:
            raise _fault("seed", self.at - 1)
        headers = self._headers()
        steps, comments, last = self._steps(game, game.start(options, seed))
        found = Record(game, options, seed, steps, comments, headers)
        self._compare([*_lines(found, last, version, values)])
        return found

    def _compare(self, wanted: list[str]) -> None:
        """Check that the lines ``wanted``, as the record would be written, are those that were read.

        Raises RecordError with the number of the first line that differs.
        """
        kinds = {len(wanted) - 1: "other-result", len(wanted): "other-position"}
        for at, (line, found) in enumerate(zip(wanted, self.lines, strict=False), start=1):
            if found.rstrip("\r") != line:
                raise _fault(kinds.get(at, "writing"), at, wanted=line)
        if (rest := self.lines[len(wanted) :]) != [""]:
            raise _fault("after" if rest else "end", min(len(self.lines), len(wanted) + 1))

    def _line(self) -> str:
        """Return the current line. Raises RecordError after the last line: a whole record ends with an ``end`` line."""
        if self.at > len(self.lines) or (self.at == len(self.lines) and not self.lines[-1]):
            raise _fault("end", self.at - 1)
        return self.lines[self.at - 1].rstrip("\r")

    def _field(self, name: str) -> str:
        word, _, rest = self._line().partition(" ")
        if word != name:
            raise _fault("field", self.at, wanted=name, found=shorten_repr(self._line()))
        self.at += 1
        return rest

    def _magic(self) -> None:
        word, _, version = self.lines[0].rstrip("\r").partition(" ")
        if word != MAGIC:
            raise RecordError(fact("record.no.record", begin=f"{MAGIC} {VERSION}"))
        self._version(version, VERSION, "record")
        self.at = 2

    def _version(self, text: str, supported: int, what: str) -> int:
        number = read_integer(text) if len(text) <= 6 else None
        if number is None or number < 1:
            raise _fault(f"version-{what}", self.at)
        if number > supported:
            raise _fault(f"newer-{what}", self.at, version=number, known=supported)
        return number

    def _game(self) -> tuple[Game[Any, Any, Any], int]:
        name, _, version = self._field("game").partition(" ")
        game = registry.get(name)
        return game, self._version(version, game.version, "game")

    def _implied_options(self, game: Game[Any, Any, Any], version: int) -> dict[str, Any]:
        """Return the values that newer options have in a record of this ``version`` of the game."""
        implied: dict[str, Any] = {}
        for older in sorted(game.upgrades, reverse=True):
            if version <= older:
                implied |= game.upgrades[older]
        return implied

    def _options(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while self._line().startswith("option "):
            name, _, value = self._field("option").partition(" ")
            if name in values:
                raise _fault("option-twice", self.at - 1, name=shorten_repr(name))
            values[name] = json.loads(value)
        return values

    def _headers(self) -> tuple[tuple[str, str], ...]:
        headers = []
        while self._line().startswith("header "):
            words = tokens(self._field("header"))
            if len(words) != 2:
                raise _fault("header", self.at - 1)
            headers.append((words[0], words[1]))
        return tuple(headers)

    def _steps(self, game: Game[Any, Any, Any], state: Position) -> tuple[tuple[Step, ...], Comments, Position]:
        """Return the actions from this position on, the comments between them, and the last position."""
        steps: list[Step] = []
        comments: list[tuple[int, str]] = []
        while not (line := self._line()).startswith("result "):
            if line.startswith(";"):
                comments.append((len(steps), _check_text(line[2:])))
            else:
                step = self._step(line, len(steps) + 1, game, state)
                state = game.apply(state, step.actor, step.action)
                steps.append(step)
            self.at += 1
        return tuple(steps), tuple(comments), state

    def _step(self, line: str, number: int, game: Game[Any, Any, Any], state: Position) -> Step:
        found, options = _STEP_PATTERN.fullmatch(line), state.options
        if found is None or int(found[1]) != number:
            raise _fault("step", self.at, number=number)
        if found[2] in _ACTORS:
            actor = _ACTORS[found[2]]
        else:
            name = tokens(found[2])[0]
            if name not in options.players:
                raise _fault("player", self.at, name=shorten_repr(name))
            actor = options.players.index(name)
        return Step(actor, game.parse(found[3], state, actor))
