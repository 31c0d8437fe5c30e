"""Stations of cameras: the face sense with who sits where and the Wild Thing, and the dice watcher."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from companion import events
from companion.errors import BadInput
from companion.facts import fact
from companion.senses.dice.colour import LEAST_APART, DieSet, Lab, distance
from companion.senses.dice.colour import name as name_of
from companion.senses.dice.detector import Detector
from companion.senses.dice.margins import load as load_margins
from companion.senses.dice.sets import Expected
from companion.senses.dice.watch import DiceWatcher, Setup
from companion.senses.faces.profile import Profile
from companion.senses.faces.sense import FaceSense
from companion.sitting.mouths import Mouth, Mouths
from companion.sitting.places import Places
from companion.sitting.thrown import ThrowSeen, throw_of
from companion.sitting.wild import WildThing
from companion.sitting.worker import Batch
from companion.sources.frame import Frame

Look = Callable[[Any, Frame], Iterable[events.Event] | None]
"""Sees a station's frame after its sense, in the worker's thread; what it gives comes after the sense's events."""


def seen(station: Any, frame: Frame) -> list[events.Event]:
    """What the looks at this station say of the frame."""
    return [event for look in station.looks for event in look(station, frame) or ()]


class FaceStation:
    """Frames of one camera through the face sense. ``looks`` see each frame after the sense, in the worker's thread."""

    def __init__(self, source: Any, players: list[str], mouths: Mouths, *, workers: int = 2) -> None:
        self.sense = FaceSense(source.name, workers=workers)
        self.failure = self.sense.failure
        self.places = Places(self.sense, players)
        self.wild = WildThing(self.sense)
        self.looks: list[Look] = []
        self._mouths = mouths
        self._t = 0.0

    def items(self, source: Any) -> Iterable[Frame]:
        frames: Iterable[Frame] = source.frames()
        return frames

    def feed(self, item: Frame) -> Batch:
        t = self._t = item.t
        if item.stale:
            return Batch(t, seen(self, item))
        found = self.sense.process(item.image, t)
        placed = [*self.places.update(t), *self.wild.update(t)]
        self._mouths.put(self, self._seen())
        return Batch(t, [*found, *placed, *seen(self, item)])

    def finish(self) -> Batch:
        self._mouths.drop(self)
        return Batch(self._t, list(self.sense.finish()))

    def close(self) -> None:
        """The face models go back."""
        self.sense.close()

    def hear(self, noise: events.Signal) -> Iterable[events.Event]:
        """Another source heard a signal: it speaks for a Wild Thing or a motion that this camera sees."""
        self.wild.hear(noise)
        self.sense.hear(noise.name, noise.player, noise.decided)
        return ()

    def forget_wild(self) -> Iterable[events.Event]:
        """The hand is over: its Wild Thing counts no more."""
        self.wild.forget()
        return ()

    def correct(self, x: float, y: float, value: int) -> list[events.Event]:
        """No dice lie before this camera. Raises BadInput."""
        raise BadInput("dice.no-tap")

    def seat(self, number: int, name: str) -> list[events.Event]:
        """By command: the face in seat ``number`` is ``name``. Raises BadInput for no such seat or player."""
        return [self.places.assign(number, name, self._t)]

    def know(self, player: str, profile: Profile | None) -> Iterable[events.Event]:
        """What is known of a player's face from now on."""
        self.places.know(player, profile)
        return ()

    def own(self, player: str, own: Mapping[str, float]) -> Iterable[events.Event]:
        """The player's thresholds are these parts of the shipped ones from now on."""
        self.places.own(player, own)
        for seat in self.sense.seats:
            if seat.player == player:
                peaks = seat.profile.signals if seat.profile is not None else None
                seat.judge.know({}, peaks, own)
        return ()

    def _seen(self) -> list[Mouth]:
        out: list[Mouth] = []
        for seat in self.sense.seats:
            if seat.player is not None and seat.frame is not None:
                m = seat.frame.measures
                out.append((seat.player, seat.frame.t, (m.gap, m.width, m.chin)))
        return out


class DiceStation:
    """Frames of the camera over the table through the dice watcher; it is told what the game waits for.

    Sets are told apart when calibration named them after the players, or when the first throws differ in colour.
    """

    def __init__(self, source: Any, players: Iterable[str], kept: Setup | None) -> None:
        self.name = source.name
        self.looks: list[Look] = []
        self.view: Any = None
        """The watcher's latest view of its dice."""
        self.thrown: ThrowSeen | None = None
        """The latest throw that was told, with its picture."""
        known = {p.casefold() for p in players}
        named = kept is not None and len(kept.sets) == 2 and all(s.name.casefold() in known for s in kept.sets)
        setup = replace(kept or Setup(), sets=kept.sets if kept is not None and named else ())
        self._named = named
        self._patches: dict[str, list[Lab]] = {}
        self._dice, self._turn = 3, ""
        self._t = 0.0
        detector = Detector()
        self.die = detector.die  # loaded now: what is wrong with it is said before the first throw
        self.watcher = DiceWatcher(detector, source.name, setup, load_margins(), Expected(3), live=source.live)
        self.watcher.on_view = self._viewed

    def items(self, source: Any) -> Iterable[Frame]:
        frames: Iterable[Frame] = source.frames()
        return frames

    def hear(self, noise: events.Signal) -> Iterable[events.Event]:
        """Noises say nothing about dice."""
        return ()

    def forget_wild(self) -> Iterable[events.Event]:
        return ()

    def expect(self, dice: int, turn: str) -> Iterable[events.Event]:
        """The game waits for so many dice of this player; 0: for none now."""
        self._dice, self._turn = dice, turn
        return ()

    def know_sets(self) -> None:
        """The watcher's sets are named after the players now."""
        self._named = True

    def correct(self, x: float, y: float, value: int) -> list[events.Event]:
        """Somebody tapped the die at (x, y), shares of the picture: it shows ``value``. Raises BadInput for no die."""
        roll = corrected(self.watcher, self._t, x, y, value)
        if self.thrown is not None:
            self.thrown = self.thrown.corrected(roll, self.watcher.counted, self.watcher.setup.region)
        return self._told([roll])

    def named(self, values: tuple[int, ...]) -> Iterable[events.Event]:
        """The table typed or accepted what the latest roll shows: the dice's looks are kept for the evening."""
        self.watcher.named(values)
        return ()

    def feed(self, item: Frame) -> Batch:
        self._t = item.t
        if (wanted := self._wanted()) != self.watcher.expected:
            self.watcher.expect(wanted)
        found = self._told(self.watcher.update(item.t, item.image))
        region = self.watcher.setup.region
        self.thrown = throw_of(found, self.watcher.counted, region, item.image) or self.thrown
        return Batch(item.t, [*found, *seen(self, item)])

    def finish(self) -> Batch:
        return Batch(self._t, self._told(self.watcher.finish()))

    def own(self, player: str, own: Mapping[str, float]) -> Iterable[events.Event]:
        """No face is judged before this camera."""
        return ()

    def seat(self, number: int, name: str) -> list[events.Event]:
        """Nobody sits before this camera. Raises BadInput."""
        raise BadInput("seat.dice-camera")

    def _viewed(self, view: Any) -> None:
        self.view = view

    def _wanted(self) -> Expected:
        """Three dice of the player on turn; two single dice in a duel."""
        if self._dice == 2:
            return Expected(2)
        return Expected(3, next((s.name for s in self.watcher.setup.sets if self._is_turn(s.name)), None))

    def _is_turn(self, name: str) -> bool:
        return self._named and name.casefold() == self._turn.casefold()

    def _learn(self, roll: events.Roll) -> list[events.Event]:
        """Whose dice have which colour, from the first throws that counted; nothing where both throw the same dice."""
        if self._named or roll.refused or len(roll.values) != 3 or self._dice != 3:
            return []
        self._patches.setdefault(self._turn, []).extend(d.lab for d in self.watcher.counted)
        sets = sets_of_throws(self._patches)
        if not sets:
            return []
        self._named = True
        self.watcher.setup = replace(self.watcher.setup, sets=sets)
        apart = fact("dice.apart", sets=[fact("dice.set", name=s.name, colour=name_of(s.lab)) for s in sets])
        return [events.Source(onset=roll.onset, decided=roll.decided, source=self.name, status="online", detail=apart)]

    def _told(self, found: list[events.Event]) -> list[events.Event]:
        learned = [said for e in found if isinstance(e, events.Roll) for said in self._learn(e)]
        return [*map(self._plain, found), *learned]

    def _plain(self, event: events.Event) -> events.Event:
        """Everyday colour names say nothing about whose dice they are: only sets named after players count."""
        if isinstance(event, events.Roll) and not self._named:
            return replace(event, colours=())
        return event


def corrected(watcher: DiceWatcher | None, t: float, x: float, y: float, value: int) -> events.Roll:
    """The latest roll with the tapped die showing ``value``. Raises BadInput where none was read or none lies there."""
    roll = watcher.correct(t, x, y, value) if watcher is not None and 1 <= value <= 6 else None
    if roll is None:
        raise BadInput("dice.no-tap")
    return roll


def sets_of_throws(patches: dict[str, list[Lab]]) -> tuple[DieSet, ...]:
    """Each player's colour when both have thrown twice in clearly different colours; else nothing."""
    if len(patches) < 2 or any(len(p) < 6 for p in patches.values()):
        return ()
    sets = []
    spread = 0.0
    for player, labs in patches.items():
        middle = np.median(np.array(labs), 0)
        lab = (float(middle[0]), float(middle[1]), float(middle[2]))
        spread = max(spread, *(distance(lab, other) for other in labs))
        sets.append(DieSet(player, lab))
    apart = distance(sets[0].lab, sets[1].lab)
    return tuple(sets) if apart >= 1.5 * LEAST_APART and apart > 2 * spread else ()
