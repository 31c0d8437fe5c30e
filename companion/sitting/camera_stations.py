"""Camera stations, which run the senses on a camera's frames: one for faces, and one for the dice of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from companion import events
from companion.errors import BadInput
from companion.events import Event, Roll
from companion.facts import fact
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_margins import load as load_margins
from companion.senses.dice.dice_scene import ExpectedDice
from companion.senses.dice.dice_watcher import DiceWatcher, WatcherView
from companion.senses.dice.die_colour import MIN_SET_DISTANCE_LAB, DieSet, Lab, distance, middle
from companion.senses.dice.die_colour import name as name_of
from companion.senses.dice.tray import TraySetup
from companion.senses.faces.face_sense import FaceSense
from companion.sitting import requests
from companion.sitting.mouths import Mouth, Mouths
from companion.sitting.requests import CorrectDie
from companion.sitting.seat_places import SeatPlaces
from companion.sitting.throw_picture import ThrowPicture, throw_of
from companion.sitting.wild_thing import WildThing
from companion.sitting.worker import Batch
from companion.sources.picture_source import Frame, FrameSource

Look: TypeAlias = "Callable[[CameraStation, Frame], Iterable[Event] | None]"
"""Called with a station and a frame after the sense, in the worker's thread; its events follow the sense's events."""


class CameraStation:
    """Base class of camera stations, which run the senses on the frames of one camera.

    Attributes:
        looks: Observers that are called with each frame after the sense (see ``Look``).
        view: What the dice watcher saw in the latest frame; None for a camera over faces.
        thrown: The latest throw, with its picture.
    """

    def __init__(self) -> None:
        self.looks: list[Look] = []
        self.view: WatcherView | None = None
        self.thrown: ThrowPicture | None = None

    def items(self, source: FrameSource) -> Iterable[Frame]:
        return source.frames()

    def read_dice(self, watcher: DiceWatcher, frame: Frame) -> list[Event]:
        """Feed a frame to a dice watcher, keep the picture of a throw that it reports, and return its events."""
        found = watcher.update(frame.t, frame.image)
        self.thrown = throw_of(found, watcher.counted, watcher.setup.region, frame.image) or self.thrown
        return found

    def set_view(self, view: WatcherView) -> None:
        self.view = view

    def correct_roll(self, watcher: DiceWatcher | None, t: float, die: CorrectDie) -> Roll:
        """Return the latest roll, with ``die.value`` for the die that was tapped.

        Raises:
            BadInput: No roll was read, no die lies at that place, or the value is not 1 to 6.
        """
        roll = watcher.correct(t, die.x, die.y, die.value) if watcher is not None and 1 <= die.value <= 6 else None
        if watcher is None or roll is None:
            raise BadInput("dice.no-tap")
        if self.thrown is not None:
            self.thrown = self.thrown.with_correction(roll, watcher.counted, watcher.setup.region)
        return roll

    def run_observers(self, frame: Frame) -> list[Event]:
        """Call every observer in ``looks`` with a frame, and return their events."""
        return [event for look in self.looks for event in look(self, frame) or ()]


class FaceStation(CameraStation):
    """Station of a camera that watches faces: finds faces and signals, seats players and recognises the Wild Thing."""

    serves = "faces"
    mirrored = False
    """Whether pages show its picture mirrored: True for a live camera, False for a recording."""

    def __init__(self, source: FrameSource, players: list[str], mouths: Mouths, *, workers: int = 2) -> None:
        super().__init__()
        # Faces need not move in a still, nor where one person practises: whoever is in view is the player.
        moves = not getattr(source, "is_still", False) and len(players) != 1
        self.sense = FaceSense(source.name, workers=workers, needs_life=moves)
        self.failure = self.sense.failure
        self.mirrored = bool(source.live)
        self.places = SeatPlaces(self.sense, players, self.sense.is_undecided, mirrored=self.mirrored)
        self.wild = WildThing(self.sense)
        self._mouths = mouths
        self._t = 0.0

    def feed(self, item: Frame) -> Batch:
        t = self._t = item.t
        if item.stale:
            return Batch(t, self.run_observers(item))
        found = self.sense.process(item.image, t)
        placed = [*self.places.update(t), *self.wild.update(t)]
        self._mouths.put(self, self._mouth_measures())
        return Batch(t, [*found, *placed, *self.run_observers(item)])

    def finish(self) -> Batch:
        self._mouths.drop(self)
        return Batch(self._t, list(self.sense.finish()))

    def close(self) -> None:
        """Free the face models."""
        self.sense.close()

    def answer(self, request: requests.Request) -> Iterable[events.Event]:
        """Carry out a request to a camera over faces; other requests are ignored.

        Raises:
            BadInput: There is no such seat or player, the player who shows the Wild Thing is not in view, or a die was
                tapped.
        """
        match request:
            case requests.SeatFace(number, name):
                return [self.places.assign(number, name, self._t)]
            case requests.KnowFace(player, profile):
                self.places.know(player, profile)
            case requests.OwnThresholds(player, parts):
                self._set_factors(player, parts)
            case requests.HearNoise(noise):
                self.wild.hear(noise)
                self.sense.hear(noise.name, noise.player, noise.decided)
            case requests.TeachWild(player):
                self.wild.teach(player)
            case requests.ForgetWild():
                self.wild.forget()
            case requests.CorrectDie():
                raise BadInput("dice.no-tap")
        return ()

    def _set_factors(self, player: str, parts: Mapping[str, float]) -> None:
        self.places.set_factors(player, parts)
        for seat in self.sense.seats:
            if seat.player == player:
                peaks = seat.profile.signals if seat.profile is not None else None
                seat.judge.know({}, peaks, parts)

    def _mouth_measures(self) -> list[Mouth]:
        out: list[Mouth] = []
        for seat in self.sense.seats:
            if seat.player is not None and seat.frame is not None:
                m = seat.frame.measures
                out.append((seat.player, seat.frame.t, (m.gap, m.width, m.chin)))
        return out


class DiceStation(CameraStation):
    """Station of the camera over the table: reads the dice that the game expects.

    Each player's set is recognised by colour, if calibration named the sets after the players or if the first throws
    clearly differ in colour.
    """

    serves = "dice"

    def __init__(self, source: FrameSource, players: Iterable[str], stored_tray: TraySetup | None) -> None:
        super().__init__()
        self.name = source.name
        known = {p.casefold() for p in players}
        named = (
            stored_tray is not None
            and len(stored_tray.sets) == 2
            and all(s.name.casefold() in known for s in stored_tray.sets)
        )
        setup = replace(stored_tray or TraySetup(), sets=stored_tray.sets if stored_tray is not None and named else ())
        self._named = named
        self._patches: dict[str, list[Lab]] = {}
        self._dice, self._turn = 3, ""
        self._t = 0.0
        self.watcher = DiceWatcher(
            DiceDetector(), source.name, setup, load_margins(), ExpectedDice(3), live=source.live
        )
        self.watcher.on_view = self.set_view

    def know_sets(self) -> None:
        """Record that the watcher's sets are now named after the players."""
        self._named = True

    def answer(self, request: requests.Request) -> Iterable[events.Event]:
        """Carry out a request to a camera over dice; other requests are ignored.

        Raises:
            BadInput: A tapped die cannot be corrected (see ``correct_roll``), or the request needs a camera over faces.
        """
        match request:
            case requests.ExpectDice(dice, thrower):
                self._dice, self._turn = dice, thrower
            case requests.CorrectDie():
                return self._translate_events([self.correct_roll(self.watcher, self._t, request)])
            case requests.NameDice(values):
                self.watcher.learn_values(values)
            case requests.SeatFace():
                raise BadInput("seat.dice-camera")
            case requests.TeachWild():
                raise BadInput("wild.no-camera")
        return ()

    def feed(self, item: Frame) -> Batch:
        self._t = item.t
        if (wanted := self._expected_dice()) != self.watcher.expected:
            self.watcher.expect(wanted)
        return Batch(item.t, [*self._translate_events(self.read_dice(self.watcher, item)), *self.run_observers(item)])

    def finish(self) -> Batch:
        return Batch(self._t, self._translate_events(self.watcher.finish()))

    def _expected_dice(self) -> ExpectedDice:
        """Return what the watcher should expect: three dice of the player on turn, or two single dice in a duel."""
        if self._dice == 2:
            return ExpectedDice(2)
        return ExpectedDice(3, next((s.name for s in self.watcher.setup.sets if self._is_turn(s.name)), None))

    def _is_turn(self, name: str) -> bool:
        return self._named and name.casefold() == self._turn.casefold()

    def _learn(self, roll: events.Roll) -> list[events.Event]:
        """Learn the colour of each player's dice from the first accepted rolls; return a notice once they are known.

        Nothing is learned if both players throw the same dice, or if the sets are named already.
        """
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

    def _translate_events(self, found: list[events.Event]) -> list[events.Event]:
        learned = [said for e in found if isinstance(e, events.Roll) for said in self._learn(e)]
        return [*map(self._plain, found), *learned]

    def _plain(self, event: events.Event) -> events.Event:
        """Return the event; a roll loses its colours unless the sets are named after the players."""
        if isinstance(event, events.Roll) and not self._named:
            return replace(event, colours=())
        return event


def sets_of_throws(patches: dict[str, list[Lab]]) -> tuple[DieSet, ...]:
    """Return each player's set with its typical colour.

    Args:
        patches: Player -> the colours of the dice that the player has thrown so far.

    Returns:
        A set for each player, or () until both have thrown twice in clearly different colours.
    """
    if len(patches) < 2 or any(len(p) < 6 for p in patches.values()):
        return ()
    sets = []
    spread = 0.0
    for player, labs in patches.items():
        lab = middle(labs)
        spread = max(spread, *(distance(lab, other) for other in labs))
        sets.append(DieSet(player, lab))
    apart = distance(sets[0].lab, sets[1].lab)
    return tuple(sets) if apart >= 1.5 * MIN_SET_DISTANCE_LAB and apart > 2 * spread else ()
