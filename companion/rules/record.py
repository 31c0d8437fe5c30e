"""The game record: a text file that holds a whole game and replays to the byte. Grammar in NOTATION.md."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from companion.facts import Value, fact
from companion.rules import registry
from companion.rules.errors import RecordError, RulesError
from companion.rules.notation import encodable, quote, read_whole, shown, tokens, write_whole
from companion.rules.options import Options
from companion.rules.protocol import CHANCE, TABLE, Actor, Game, Position

VERSION: Final = 1
MAGIC: Final = "companion-record"
_ACTORS: Final = {"chance": CHANCE, "table": TABLE}
Comments: TypeAlias = tuple[tuple[int, str], ...]  # (number of actions before it, text)
_STEP: Final = re.compile(r'([1-9][0-9]{0,8}) ("(?:[^"\\]|\\.)*"|[^\s"]+) (.+)')


@dataclass(frozen=True, slots=True)
class Step:
    """One action with its actor."""

    actor: Actor
    action: Any  # the game's own


@dataclass(frozen=True)
class Record:
    """A game as values. ``comments`` are (number of actions before it, text); ``headers`` are free (name, text)."""

    game: Game[Any, Any, Any]
    options: Options
    seed: int
    steps: tuple[Step, ...]
    comments: Comments = ()
    headers: tuple[tuple[str, str], ...] = ()

    def states(self) -> Iterator[Any]:
        """The positions, from the first to the one after the last action."""
        state = self.game.start(self.options, self.seed)
        yield state
        for step in self.steps:
            state = self.game.apply(state, step.actor, step.action)
            yield state

    def write(self) -> str:
        """The file's text. Raises the game's errors if the actions do not replay, RecordError for a header or comment
        that no file can keep."""
        game, lines = self.game, [f"{MAGIC} {VERSION}", f"game {self.game.name} {self.game.version}"]
        lines.append(_players(self.options))
        lines += [line for _, line in _options(game, self.options)]
        state = game.start(self.options, self.seed)
        lines.append(f"seed {write_whole(self.seed)}")
        lines += [_header(name, text) for name, text in self.headers]
        notes = list(self.comments)
        for number, step in enumerate(self.steps, start=1):
            lines += _notes(notes, number - 1)
            lines.append(_step(number, step, game, self.options))
            state = game.apply(state, step.actor, step.action)
        lines += _notes(notes, len(self.steps))
        return "\n".join([*lines, *_closing(game, state, len(self.steps))]) + "\n"


def read(text: str) -> Record:
    """The record of this text, replayed and compared with its result. Raises RecordError with the line's number."""
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


def _kept(text: object) -> str:
    if not isinstance(text, str) or not encodable(text):
        raise RecordError(fact("record.no.kept", text=shown(text)))
    return text


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _players(options: Options) -> str:
    return "players " + " ".join(quote(name) for name in options.players)


def _options(game: Game[Any, Any, Any], options: Options, *, every: bool = False) -> Iterator[tuple[str, str]]:
    """(name, line) of the options; those that came later only where they are not the default, or ``every`` one."""
    late = {spec.name: spec.default for spec in game.specs if spec.late}
    for name, value in game.option_values(options).items():
        if every or name not in late or value != late[name]:
            yield name, f"option {name} {_json(value)}"


def _header(name: object, text: object) -> str:
    return f"header {quote(_kept(name))} {_json(_kept(text))}"


def _step(number: int, step: Step, game: Game[Any, Any, Any], options: Options) -> str:
    return f"{number} {_actor(step.actor, options)} {game.format(step.action, options)}"


def _actor(actor: Actor, options: Options) -> str:
    if actor < 0:
        return next(name for name, number in _ACTORS.items() if number == actor)
    name = str(options.players[actor])
    return json.dumps(name, ensure_ascii=False) if name in _ACTORS else quote(name)


def _notes(notes: list[tuple[int, str]], at: int) -> list[str]:
    return [f"; {' '.join(_kept(text).split())}" for where, text in notes if where == at]


def _closing(game: Game[Any, Any, Any], state: Position, count: int) -> list[str]:
    """The result (``*`` while the game goes on), the number of actions and the checksum of the last position."""
    end = game.outcome(state)
    result = "result *"
    if end is not None:
        names = " ".join(quote(state.options.players[seat]) for seat in end.winners)
        result = f"result {end.termination} scores {' '.join(map(str, end.scores))} winners {names}".rstrip()
    return [result, f"end {count} {zlib.crc32(game.dump(state).encode()):08x}"]


class _Reader:
    """Line by line; ``at`` is the number of the current line."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 1

    def record(self) -> Record:
        self._magic()
        game, version = self._game()
        names = self._field("players")
        values = self._options()
        options = game.options(tokens(names), **{**self._implied(game, version), **values})
        self._written(_players(options), f"players {names}", 3)
        self._in_order(values, dict(_options(game, options, every=True)))
        if version == game.version:
            for at, (name, line) in enumerate(_options(game, options), start=4):
                if name not in values:
                    raise _fault("writing", at, wanted=line)
        seed = read_whole(self._field("seed"))
        if seed is None:
            raise _fault("seed", self.at - 1)
        headers = self._headers()
        steps, comments = self._steps(game, game.start(options, seed))
        return Record(game, options, seed, steps, comments, headers)

    def _in_order(self, values: dict[str, Any], lines: dict[str, str]) -> None:
        """The options are written as they would be, in their order."""
        for at, (found, name) in enumerate(zip(values, [n for n in lines if n in values], strict=True), start=4):
            self._written(lines[name], f"option {found} {_json(values[found])}", at)

    def _written(self, wanted: str, found: str, at: int) -> None:
        """What is read is written back to the byte, or refused."""
        if found != wanted or self.lines[at - 1].rstrip("\r") != wanted:
            raise _fault("writing", at, wanted=wanted)

    def _line(self) -> str:
        """The current line. Raises RecordError past the end: every record ends with an ``end`` line."""
        if self.at > len(self.lines) or (self.at == len(self.lines) and not self.lines[-1]):
            raise _fault("end", self.at - 1)
        return self.lines[self.at - 1].rstrip("\r")

    def _field(self, name: str) -> str:
        word, _, rest = self._line().partition(" ")
        if word != name:
            raise _fault("field", self.at, wanted=name, found=shown(self._line()))
        self.at += 1
        return rest

    def _magic(self) -> None:
        word, _, version = self.lines[0].rstrip("\r").partition(" ")
        if word != MAGIC:
            raise RecordError(fact("record.no.record", begin=f"{MAGIC} {VERSION}"))
        self._version(version, VERSION, "record")
        self.at = 2

    def _version(self, text: str, known: int, what: str) -> int:
        number = read_whole(text) if len(text) <= 6 else None
        if number is None or number < 1:
            raise _fault(f"version-{what}", self.at)
        if number > known:
            raise _fault(f"newer-{what}", self.at, version=number, known=known)
        return number

    def _game(self) -> tuple[Game[Any, Any, Any], int]:
        name, _, version = self._field("game").partition(" ")
        game = registry.get(name)
        if game.name != name:
            raise _fault("writing", self.at - 1, wanted=f"game {game.name} {version}")
        return game, self._version(version, game.version, "game")

    def _implied(self, game: Game[Any, Any, Any], version: int) -> dict[str, Any]:
        """What an older version of the game played by."""
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
                raise _fault("option-twice", self.at - 1, name=shown(name))
            values[name] = json.loads(value)
        return values

    def _headers(self) -> tuple[tuple[str, str], ...]:
        headers = []
        while self._line().startswith("header "):
            words = tokens(self._field("header"))
            if len(words) != 2:
                raise _fault("header", self.at - 1)
            self._written(_header(words[0], words[1]), self.lines[self.at - 2].rstrip("\r"), self.at - 1)
            headers.append((words[0], words[1]))
        return tuple(headers)

    def _steps(self, game: Game[Any, Any, Any], state: Position) -> tuple[tuple[Step, ...], Comments]:
        """The actions from this position on, and the comments between them."""
        steps: list[Step] = []
        comments: list[tuple[int, str]] = []
        while not (line := self._line()).startswith("result "):
            if line.startswith(";"):
                self._written(f"; {' '.join(line[1:].split())}", line, self.at)
                comments.append((len(steps), _kept(line[2:])))
            else:
                step = self._step(line, len(steps) + 1, game, state)
                state = game.apply(state, step.actor, step.action)
                steps.append(step)
            self.at += 1
        self._compare(_closing(game, state, len(steps)))
        return tuple(steps), tuple(comments)

    def _step(self, line: str, number: int, game: Game[Any, Any, Any], state: Position) -> Step:
        found, options = _STEP.fullmatch(line), state.options
        if found is None or int(found[1]) != number:
            raise _fault("step", self.at, number=number)
        if found[2] in _ACTORS:
            actor = _ACTORS[found[2]]
        else:
            name = tokens(found[2])[0]
            if name not in options.players:
                raise _fault("player", self.at, name=shown(name))
            actor = options.players.index(name)
        action = game.parse(found[3], state, actor)
        self._written(_step(number, Step(actor, action), game, options), line, self.at)
        return Step(actor, action)

    def _compare(self, closing: list[str]) -> None:
        """The two last lines are those that the replay gives. A line end follows them, and nothing else."""
        for wanted, what in zip(closing, ("result", "position"), strict=True):
            if self._line() != wanted:
                raise _fault(f"other-{what}", self.at, wanted=wanted)
            self.at += 1
        if self.lines[self.at - 1 :] != [""]:
            raise _fault("after" if self.at <= len(self.lines) else "end", min(self.at, len(self.lines)))
