"""The camera over the table as a feed for Keep Smiling!: it waits for what the game waits for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion import events
from companion.clock import Clock
from companion.errors import BadInput
from companion.referee.match import Match
from companion.rules.keep_smiling.position import phase
from companion.senses.dice import margins, tray
from companion.senses.dice.colour import LEAST_APART, DieSet, Lab, distance
from companion.senses.dice.colour import name as name_of
from companion.senses.dice.detector import Detector
from companion.senses.dice.sentences import say
from companion.senses.dice.sets import Expected
from companion.senses.dice.watch import DiceWatcher, Setup
from companion.sitting.session import Batch, Feed
from companion.sources import Source, open_source


class DiceFeed:
    """Frames of one source through the dice watcher.

    Sets are told apart when calibration named them after the players, or when the first throws differ in colour.
    """

    def __init__(self, source: Source, match: Match, status: list[events.Event], kept: Setup | None) -> None:
        self.source = source
        self._match = match
        self._status = status  # grows when the source's status changes
        known = {p.casefold() for p in match.players}
        named = kept is not None and len(kept.sets) == 2 and all(s.name.casefold() in known for s in kept.sets)
        setup = replace(kept or Setup(), sets=kept.sets if kept is not None and named else ())
        self._named = named
        self._patches: dict[str, list[Lab]] = {}
        self.watcher = DiceWatcher(Detector(), source.name, setup, margins.load(), Expected(3), live=source.live)

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def live(self) -> bool:
        return self.source.live

    def batches(self) -> Iterator[Batch]:
        """A batch a frame; ends with the source. Raises DeviceUnavailable or BadInput as the source does."""
        t = 0.0
        for frame in self.source.frames():
            t = frame.t
            wanted = self._wanted()
            if wanted != self.watcher.expected:
                self.watcher.expect(wanted)
            yield t, [*self.drain(), *self._told(self.watcher.update(t, frame.image))]
        yield t, [*self._told(self.watcher.finish()), *self.drain()]

    def close(self) -> None:
        self.source.close()

    def drain(self) -> list[events.Event]:
        """What the source said of itself since last asked."""
        return [self._status.pop(0) for _ in range(len(self._status))]

    def seat(self, number: int, name: str, t: float) -> events.Event:
        """Nobody sits before this camera. Raises BadInput."""
        raise BadInput(
            "the camera watches the dice: there are no seats", "die Kamera schaut auf die Würfel: es gibt keine Plätze"
        )

    def _wanted(self) -> Expected:
        """Three dice of the player on turn; two single dice in a duel."""
        state = self._match.state
        if phase(state) == "duel":
            return Expected(2)
        turn = next(s.name for s in self.watcher.setup.sets if self._is_turn(s.name)) if self._named else None
        return Expected(3, turn)

    def _is_turn(self, name: str) -> bool:
        return bool(name.casefold() == self._match.players[self._match.state.turn].casefold())

    def _learn(self, roll: events.Roll) -> list[events.Event]:
        """Whose dice have which colour, from the first throws that counted; nothing where both throw the same dice."""
        state = self._match.state
        if self._named or roll.refused or len(roll.values) != 3 or phase(state) != "roll":
            return []
        self._patches.setdefault(self._match.players[state.turn], []).extend(d.lab for d in self.watcher.counted)
        sets = sets_of_throws(self._patches)
        if not sets:
            return []
        self._named = True
        self.watcher.setup = replace(self.watcher.setup, sets=sets)
        said = say("apart", sets=", ".join(f"{s.name} {name_of(s.lab)}" for s in sets))
        return [events.Source(onset=roll.onset, decided=roll.decided, source=self.name, status="online", detail=said)]

    def _told(self, found: list[events.Event]) -> list[events.Event]:
        learned = [said for e in found if isinstance(e, events.Roll) for said in self._learn(e)]
        return [*map(self._plain, found), *learned]

    def _plain(self, event: events.Event) -> events.Event:
        """Everyday colour names say nothing about whose dice they are: only sets named after players count."""
        if isinstance(event, events.Roll) and not self._named:
            return replace(event, colours=())
        return event


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


def open_dice(
    cameras: list[str], match: Match, *, clock: Clock | None = None, realtime: bool = False, setup: Path | None = None
) -> list[Feed]:
    """The feed of the one camera over the table. ``setup``: a calibration, else this machine's, for live cameras.

    Raises BadInput or DeviceUnavailable.
    """
    given = None if setup is None else tray.given(setup)
    if len(cameras) > 1:
        raise BadInput(
            "one camera watches the dice: give one --camera",
            "auf die Würfel schaut eine Kamera: gib nur ein --camera an",
        )
    status: list[events.Event] = []
    feeds: list[Feed] = []
    for spec in cameras:
        source = open_source(spec, realtime=realtime, clock=clock, on_status=status.append)
        try:
            kept = given if given or not source.live else tray.load(tray.default_path())
            feeds.append(DiceFeed(source, match, status, kept))
        except BaseException:
            source.close()
            raise
    return feeds
