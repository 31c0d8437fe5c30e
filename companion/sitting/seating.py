"""A sitting with all that its match asks for: the Wild Thing, the victory, learning, taps, bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from companion.people.evening import Evening
    from companion.sitting.warmup.follower import WarmUps


@dataclass
class Table:
    """One game on the table. ``victory`` judges the speech, where the game has one."""

    sitting: Sitting
    taps: Taps
    bots: Bots
    victory: Any = None
    wild: Any = None
    faces: Faces | None = None
    warmup: WarmUps | None = None

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
    evening: Evening | None = None,
) -> Table:
    """``keep`` saves a player's noises when play has taught them; None learns nothing. ``evening``: what the games
    before have learned of the players."""
    sitting = Sitting(match, clock)
    sitting.followers.append(Blind())
    wild = victory = faces = None
    if "phrases" in match.game.senses:
        from companion.sitting.followers.victory import Victory
        from companion.sitting.followers.wild import WildShows

        wild, victory = WildShows(sitting), Victory(sitting, language)
        sitting.followers += [wild, victory]
    warmup: WarmUps | None = None
    if "dice" in match.game.senses:
        sitting.followers.append(DiceTaught(sitting))
    if "signals" in match.game.senses:
        from companion.sitting.warmup.follower import WarmUps

        warmup = WarmUps(sitting, evening)
        if keep is not None:
            sitting.followers.append(_learning(sitting, match, warmup, keep))
        faces = Faces(sitting)
        sitting.followers += [faces, warmup]
    if "dice" in match.game.senses:
        from companion.sitting.warmup.dice import DiceWarmUp

        sitting.followers.append(DiceWarmUp(sitting))
    taps = Taps(sitting)
    players = Bots(taps, bots, pace)
    sitting.followers += [taps, players]
    return Table(sitting, taps, players, victory, wild, faces, warmup)


def _learning(sitting: Sitting, match: Match, warmup: WarmUps, keep: Callable[[Any], None]) -> Learning:
    """The microphone that heard a play learns from it; the warm-up's sheet counts it."""

    def confirm(signal: Signal, player: str) -> None:
        warmup.tally.confirmed(player, signal.name)
        sitting.crew.ask(sitting.crew.ears(), lambda ear: ear.confirm(signal, player, keep))

    def blunt(signal: Signal, player: str) -> None:
        warmup.tally.overruled(player, signal.name)
        sitting.crew.ask(sitting.crew.ears(), lambda ear: ear.blunt(signal, player, keep))

    return Learning(match, confirm, blunt)
