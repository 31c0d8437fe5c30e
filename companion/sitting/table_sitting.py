"""Assemble a sitting with all followers that its game needs.

There are followers for the Wild Thing, the victory speech, learning, spoken answers, warm-ups, taps and bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from companion.clock import Clock
from companion.defaults import BOT_LEVEL, BOT_PACE_S
from companion.events import Signal
from companion.people.profile_lookup import EveningMemory
from companion.referee.match import Match
from companion.senses.sounds.sound_features import NoiseProfile
from companion.sitting.follower import SilentSources
from companion.sitting.followers.bots import Bots
from companion.sitting.followers.face_naming import FaceNaming
from companion.sitting.followers.learning import DiceLearning, NoiseLearning
from companion.sitting.followers.spoken_answers import SpokenAnswers
from companion.sitting.followers.table_learning import TableLearning
from companion.sitting.followers.taps import Taps
from companion.sitting.followers.victory_watch import VictoryWatch, WildShows
from companion.sitting.requests import JudgePlay
from companion.sitting.sitting import Sitting
from companion.sitting.voice_engines import listen_beside
from companion.sitting.warmup.dice_warmup import DiceWarmUp
from companion.sitting.warmup.follower import WarmUps
from companion.words import Language


@dataclass
class TableSitting:
    """A match with its sitting and followers; a follower is None if the game has no use for it."""

    match: Match
    sitting: Sitting
    taps: Taps
    bots: Bots
    victory: VictoryWatch | None = None
    wild: WildShows | None = None
    faces: FaceNaming | None = None
    warmup: WarmUps | None = None
    voice: SpokenAnswers | None = None
    learning: TableLearning | None = None


def table_of(
    match: Match,
    clock: Clock,
    *,
    language: Language = "en",
    bots: Iterable[int] = (),
    pace: float = BOT_PACE_S,
    keep: Callable[[NoiseProfile], None] | None = None,
    evening: EveningMemory | None = None,
    level: str = BOT_LEVEL,
) -> TableSitting:
    """Build the sitting of a match with its followers.

    Args:
        match: The match.
        clock: Clock of the sitting.
        language: Language that people speak.
        bots: Seats that bots play.
        pace: Seconds between two actions of bots.
        keep: Stores a player's noise profile when play has changed it; None: no noises are learned from play.
        evening: What earlier games of the evening have learned of the players.
        level: Level of the bots, a key of ``rules.search.LEVELS``.
    """
    sitting, bots = Sitting(match, clock), set(bots)
    sitting.followers.append(SilentSources())
    wild = victory = faces = learning = None
    if "phrases" in match.game.senses:
        wild, victory = WildShows(sitting), VictoryWatch(sitting, language)
        sitting.followers += [wild, victory]
    voice = SpokenAnswers(sitting, language, bots)
    voice.listeners.add(partial(listen_beside, sitting, language))
    sitting.followers.insert(0, voice)  # before the warm-up, which would hold spoken answers
    warmup: WarmUps | None = None
    if "dice" in match.game.senses:
        sitting.followers.append(DiceLearning(sitting))
    if "signals" in match.game.senses:
        warmup = WarmUps(sitting, evening, bots={match.players[seat] for seat in bots})
        if keep is not None:
            learning = TableLearning(
                sitting, warmup.evening, {match.players[seat] for seat in bots}, is_open=lambda: warmup.is_asking
            )
            sitting.followers += [_learning(sitting, match, warmup, keep, learning), learning]
        faces = FaceNaming(sitting)
        sitting.followers += [faces, warmup]
    if "dice" in match.game.senses:
        sitting.followers.append(DiceWarmUp(sitting))
    taps = Taps(sitting)
    players = Bots(taps, bots, pace, level=level)
    sitting.followers += [taps, players]
    return TableSitting(match, sitting, taps, players, victory, wild, faces, warmup, voice, learning)


def _learning(
    sitting: Sitting,
    match: Match,
    warmup: WarmUps,
    keep: Callable[[NoiseProfile], None],
    learning: TableLearning,
) -> NoiseLearning:
    """Return the follower that reports, for each signal that led to a trade, whether the trade stood.

    It tells the microphones, which learn from it, and the warm-up's tally.
    """

    def on_judgement(signal: Signal, player: str, stands: bool) -> None:
        warmup.tally.count_judgement(player, signal.name, stands=stands)
        if learning.teaches(player, signal.name):
            if not stands:
                learning.overrule(signal, player)
            return
        sitting.crew.ask(sitting.crew.ears(), JudgePlay(signal, player, stands, keep))

    return NoiseLearning(match, on_judgement)
