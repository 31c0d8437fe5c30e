"""Warm-up of the dice: with both sets in view, learn their colours, size and light, and report what is hard to read.

The command ``warmup`` asks the camera over the table. The set on the left is the first player's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.errors import BadInput
from companion.events import Command, Event, Source
from companion.facts import Fact, fact
from companion.senses.dice.die_colour import MIN_SET_DISTANCE_LAB, DieSet, distance, name
from companion.senses.dice.seen_die import SeenDie
from companion.senses.dice.tray_calibration import Calibration, calibrate
from companion.sitting.camera_stations import CameraStation, DiceStation
from companion.sitting.follower import Follower
from companion.sitting.sitting import Sitting
from companion.sources.picture_source import Frame

MIN_SURE_CHANCE: Final = 0.8  # probability of the value below which a resting die counts as hard to read
MIXED_UP_FACTOR: Final = 1.5  # multiple of the least colour distance below which two sets may be confused


class DiceWarmUp(Follower):
    """Follower that adds the command ``warmup`` to the sitting of a game with dice: it calibrates them."""

    def __init__(self, sitting: Sitting) -> None:
        assert sitting.match is not None
        self._sitting, self._players = sitting, sitting.match.players
        self._wanted = False
        sitting.words["warmup"] = self._word
        sitting.crew.on_look.append(self._look)

    def _word(self, rest: str, event: Command) -> Fact | None:
        if not any(isinstance(w.station, DiceStation) for w in self._sitting.crew.workers.values()):
            raise BadInput("warmup.no-dice-camera")
        self._wanted = True
        return fact("warmup.ask-dice", players=list(self._players))

    def _look(self, station: CameraStation, frame: Frame) -> tuple[Event, ...]:
        """Calibrate from the next frame after the command, and return the report; called in the camera's thread."""
        if not self._wanted or not isinstance(station, DiceStation):
            return ()
        self._wanted = False
        found = calibrate(station.watcher.detector, frame.image, 2, self._players)
        setup = assign_sets(found, self._players)
        if setup:
            station.watcher.setup = replace(
                station.watcher.setup,
                sets=setup,
                edge=found.setup.edge,
                region=found.setup.region,
                thumb=found.setup.thumb,
            )
            station.know_sets()
        said = dice_fact(found, setup)
        return (Source(onset=frame.t, decided=frame.t, source=station.name, status="online", detail=said),)


def assign_sets(found: Calibration, players: Sequence[str]) -> tuple[DieSet, ...]:
    """Return the sets with the players' names: the left set is the first player's.

    The result is () unless there are two sets and two players.
    """
    sets = found.setup.sets
    if len(sets) != 2 or len(players) != 2:
        return ()
    middles = []
    for one in sets:
        mine = [d.x for d in found.dice if _of(d, sets) is one]
        middles.append(float(np.median(mine)) if mine else 0.0)
    order = (0, 1) if middles[0] <= middles[1] else (1, 0)
    return tuple(DieSet(players[k], sets[i].lab) for k, i in enumerate(order))


def dice_fact(found: Calibration, sets: Sequence[DieSet]) -> Fact:
    """Return the report of the warm-up: the dice read, the players' sets, and what will be hard to read."""
    dice = [fact("calibrate.die", colour=d.colour, value=d.value) for d in found.dice]
    whose = [fact("dice.set", name=s.name, colour=name(s.lab)) for s in sets]
    hard = [*found.advice, *_hard(found.dice, sets)]
    return fact(
        "warmup.dice",
        n=len(found.dice),
        dice=dice,
        sets=whose or fact("calibrate.no-sets"),
        hard=hard or fact("warmup.dice-easy"),
    )


def _hard(dice: Sequence[SeenDie], sets: Sequence[DieSet]) -> list[Fact]:
    out = []
    unsure = [d for d in dice if d.sure < MIN_SURE_CHANCE]
    if unsure:
        names = list(dict.fromkeys(d.colour for d in unsure))
        out.append(fact("warmup.dice-unsure", n=len(unsure), colours=names))
    if len(sets) == 2 and distance(sets[0].lab, sets[1].lab) < MIXED_UP_FACTOR * MIN_SET_DISTANCE_LAB:
        out.append(fact("warmup.dice-near"))
    return out


def _of(die: SeenDie, sets: Sequence[DieSet]) -> DieSet:
    return min(sets, key=lambda s: distance(die.lab, s.lab))
