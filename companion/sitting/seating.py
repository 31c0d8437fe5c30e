"""A sitting with all that its match asks for: the Wild Thing, the victory, learning, taps, bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.clock import Clock
from companion.events import Signal
from companion.referee.match import Match
from companion.sitting.followers.blind import Blind
from companion.sitting.followers.bots import Bots
from companion.sitting.followers.dice import DiceTaught
from companion.sitting.followers.faces import Faces
from companion.sitting.followers.learning import Learning
from companion.sitting.followers.taps import Taps
from companion.sitting.sitting import Sitting
from companion.words import Language


@dataclass
class Table:
    """One game on the table. ``victory`` judges the speech, where the game has one."""

    sitting: Sitting
    taps: Taps
    bots: Bots
    victory: Any = None
    wild: Any = None
    faces: Faces | None = None

    @property
    def match(self) -> Match:
        assert self.sitting.match is not None
        return self.sitting.match


def table_of(
    match: Match,
    clock: Clock,
    *,
    language: Language = "en",
    bots: Iterable[int] = (),
    pace: float = 1.2,
    keep: Callable[[Any], None] | None = None,
) -> Table:
    """``keep`` saves a player's noises when play has taught them; None learns nothing."""
    sitting = Sitting(match, clock)
    sitting.followers.append(Blind())
    wild = victory = faces = None
    if "phrases" in match.game.senses:
        from companion.sitting.followers.victory import Victory
        from companion.sitting.followers.wild import WildShows

        wild, victory = WildShows(sitting), Victory(sitting, language)
        sitting.followers += [wild, victory]
    if "dice" in match.game.senses:
        sitting.followers.append(DiceTaught(sitting))
    if keep is not None and "signals" in match.game.senses:
        sitting.followers.append(Learning(match, lambda signal, player: _confirm(sitting, signal, player, keep)))
    if "signals" in match.game.senses:
        faces = Faces(sitting)
        sitting.followers.append(faces)
    taps = Taps(sitting)
    players = Bots(taps, bots, pace)
    sitting.followers += [taps, players]
    return Table(sitting, taps, players, victory, wild, faces)


def _confirm(sitting: Sitting, signal: Signal, player: str, keep: Callable[[Any], None]) -> None:
    """The microphone that heard it learns from a play that the table let stand."""
    sitting.crew.ask(sitting.crew.ears(), lambda ear: ear.confirm(signal, player, keep))
