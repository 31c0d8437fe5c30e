"""The bundled demo as acts: each a game with its clip, its sound and what the table types. Read from ``game.json``."""

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
    """One game of the demo. ``clip`` and ``sound`` ("" for none) are paths; ``commands`` carry their times."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    clip: str
    sound: str
    commands: tuple[str, ...]

    def head(self, language: Language) -> LogHeader:
        """Return what a log of this game begins with."""
        return header(self.game, self.players, self.options, self.seed, language)

    def lines(self) -> list[ScriptLine]:
        """Return what the table types, in the order of time."""
        return read_lines(self.commands)[0]


def acts() -> list[DemoAct]:
    """Return the demo's acts in order.

    Raises ResourceMissing where it is not installed.
    """
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
    """Return the act ready to be run: its files are opened as ``referee`` opens a camera and a microphone."""
    made = table_of(match_of(act.head(language), None), MonotonicClock(), language=language)
    open_crew(made.sitting, [act.clip], [act.sound] if act.sound else [], realtime=realtime)
    return made


@contextmanager
def strangers() -> Iterator[None]:
    """Meanwhile nobody is known: profiles that this machine keeps of an Ann or a Ben are not the demo's."""
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
