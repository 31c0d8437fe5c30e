"""The bundled demo, read from ``game.json``. It consists of acts: games with a clip, its sound and typed commands."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from companion import resources
from companion.clock import MonotonicClock
from companion.config import VARIABLE_PREFIX
from companion.errors import storing
from companion.referee.desk_registry import header, match_of
from companion.referee.log_header import LogHeader
from companion.sitting.table_sitting import TableSitting, table_of
from companion.sitting.typed_sources import ScriptLine, open_crew, read_lines
from companion.words import Language


@dataclass(frozen=True)
class DemoAct:
    """One game of the demo.

    Attributes:
        game: The game's name.
        players: The players' names.
        options: The game's options.
        seed: Seed of the game's random numbers.
        clip: Path of the video.
        sound: Path of the sound, "" for none.
        commands: Lines that are typed during the game, each beginning with its time.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    clip: str
    sound: str
    commands: tuple[str, ...]

    def head(self, language: Language) -> LogHeader:
        """Return the header of a log of this game."""
        return header(self.game, self.players, self.options, self.seed, language)

    def lines(self) -> list[ScriptLine]:
        """Return the typed commands with their times, in order of time."""
        return read_lines(self.commands)[0]


def acts() -> list[DemoAct]:
    """Return the demo's acts in order. Raises ResourceMissing if the demo is not installed."""
    told = json.loads(resources.path("demo/game.json").read_text("utf-8"))["acts"]
    return [
        DemoAct(
            game=a["game"],
            players=tuple(a["players"]),
            options=a["options"],
            seed=a["seed"],
            clip=_path(a["clip"]),
            sound=_path(a.get("sound", "")),
            commands=tuple(a["commands"]),
        )
        for a in told
    ]


def _path(name: str) -> str:
    return str(resources.path(f"demo/{name}")) if name else ""


def table(act: DemoAct, language: Language, *, realtime: bool = False) -> TableSitting:
    """Return the act as a sitting (a game with its cameras and microphones) that is ready to run.

    Its clip and sound are opened like a camera and a microphone.

    Args:
        act: The act.
        language: The game's language.
        realtime: True to play the clip at the speed it was filmed.
    """
    made = table_of(match_of(act.head(language), None), MonotonicClock(), language=language)
    open_crew(made.sitting, [act.clip], [act.sound] if act.sound else [], realtime=realtime)
    return made


@contextmanager
def strangers() -> Iterator[None]:
    """Let the program use an empty data folder inside this block, so that the demo's players are strangers to it.

    Profiles that are kept on this machine then do not apply to them, even if they have the same names.
    """
    name = f"{VARIABLE_PREFIX}DATA_FOLDER"
    before = os.environ.get(name)
    with storing("config.not-writable", folder=os.environ.get("TMPDIR") or "/tmp", variable="TMPDIR"):
        temporary = tempfile.TemporaryDirectory()
    with temporary as folder:
        os.environ[name] = folder
        try:
            yield
        finally:
            del os.environ[name]
            if before is not None:
                os.environ[name] = before
