"""Frames in, settled rolls out. Scale and place are found once and then followed; one network pass a frame.

A roll is settled when all dice have lain still for a quarter of a second and no hand is in view. It is given once; the
same dice in the same places after a passing hand are not a new roll.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion import events
from companion.facts import fact
from companion.senses.dice import sets, still
from companion.senses.dice.colour import split
from companion.senses.dice.detector import Detector
from companion.senses.dice.lying import CERTAIN, Lying, unmoved
from companion.senses.dice.motion import WIDTH, MotionWatch, moved, thumb
from companion.senses.dice.pace import Pace
from companion.senses.dice.pictures import Image
from companion.senses.dice.pips import count_pips
from companion.senses.dice.plane import Plane
from companion.senses.dice.reading import Margins, SeenDie, choose, coloured
from companion.senses.dice.rest import FACE, QUICK, all_thrown, at_rest, no_hand
from companion.senses.dice.rolls import View as View
from companion.senses.dice.rolls import roll_of, shifted
from companion.senses.dice.rota import BUDGET, CLOSER, COUNT, GLANCE, IDLE, JUDGE, SECOND, THIRD, Job, Rota
from companion.senses.dice.said import Said
from companion.senses.dice.scale import ScaleSearch
from companion.senses.dice.screen import without_screens
from companion.senses.dice.second_live import confirm, hear, unconfirmed, unheard
from companion.senses.dice.sets import Expected
from companion.senses.dice.setup import Region as Region
from companion.senses.dice.setup import Setup as Setup
from companion.senses.dice.taught import Taught
from companion.senses.dice.tracks import PLAIN, Track, Tracks

SPARE = 4
"""How many more sightings than dice were thrown get closer looks: the other player's dice, and clutter."""
FOREIGN = 1.6
"""At a calibrated tray nothing larger or smaller by this factor is a die: perspective and a mixed set are less."""


@dataclass(slots=True)
class DiceWatcher:
    """Feed frames in time order; ``update`` gives the events of that frame."""

    detector: Detector
    source: str = ""
    setup: Setup = field(default_factory=Setup)
    margins: Margins = field(default_factory=Margins)
    expected: Expected = field(default_factory=Expected)
    live: bool = False
    counted: tuple[SeenDie, ...] = field(default=(), init=False)
    """The dice of the latest roll."""
    on_view: Callable[[View], None] | None = None
    taught: Taught = field(default_factory=Taught)
    """Corrections of this evening."""
    _said: Said | None = field(default=None, init=False)
    _motion: MotionWatch = field(default_factory=MotionWatch, init=False)
    _plane: Plane = field(default_factory=Plane, init=False)
    _tracks: Tracks = field(default_factory=Tracks, init=False)
    _scale: ScaleSearch = field(default_factory=ScaleSearch, init=False)
    _quiet_since: float = field(default=0.0, init=False)
    _moved: float = field(default=0.0, init=False)
    _stirring: bool = field(default=False, init=False)
    _looks: int = field(default=0, init=False)
    _fresh: int = field(default=0, init=False)
    _seen: float = field(default=0.0, init=False)
    """When the last pass was."""
    _rota: Rota = field(default_factory=Rota, init=False)
    _lying: Lying = field(default_factory=Lying, init=False)
    _pace: Pace = field(default_factory=Pace, init=False)
    _latest: tuple[float, Image] | None = field(default=None, init=False)
    _patches: list[tuple[float, float, float]] = field(default_factory=list, init=False)
    _read: bool = field(default=False, init=False)
    """A roll was read, and nothing has moved since."""
    _bumped: bool = field(default=False, init=False)
    _checked: bool = field(default=False, init=False)
    _proven: bool = field(default=False, init=False)
    """The scale is calibrated, or a roll was read at it."""

    def __post_init__(self) -> None:
        d = self.detector
        _ = d.wide, d.die, d.second, d.third  # what cannot be loaded is told before the game

    def update(self, t: float, image: Image) -> list[events.Event]:
        """One frame at ``t`` seconds, (h, w, 3) uint8 BGR. Events: a Roll when one has settled."""
        part, x0, y0 = self._part(image)
        motion = self._motion.update(t, part)
        if self.live and motion.same:
            return []  # a frozen camera shows nothing new
        self._fresh += 1
        stirred = motion.changed > self._least_change(part)
        self._moved = t if stirred else self._moved
        hand = motion.foreign > self.setup.hand and motion.foreign > self._dice_share(part)
        hand = hand and not no_hand(self._tracks, t - self._moved, self.expected.count)
        if stirred or hand:
            self._quiet_since = t
        if stirred != self._stirring:
            self._stirring = stirred
            self._scale.restart()  # dice of another size may have come
        if (stirred or hand) and self._fresh > 1:  # the first picture is all new
            self._lying.moved(t)
            self._plane.taken()
        self._lying.look(self._motion.latest, WIDTH / part.shape[1])
        self._work(t, part, hand)
        settled = self._settled(t, hand)
        if not self._tracks.all and not hand and t - self._quiet_since >= self.setup.rest:
            self._lying.told(())  # the table was cleared
        out: list[events.Event] = []
        if stirred or hand:
            self._checked = self._read = False
            self._pace = Pace()  # without any change in the picture there is no second roll
        elif settled and self._pace.due(t):
            out = self._decide(t, part)
        self._latest = (t, part)
        out += self._bump(t, part)
        if self.on_view is not None:
            dice = tuple(shifted(k.die(), x0, y0) for k in self._tracks.all)
            self.on_view(View(dice, settled, hand))
        return out

    def finish(self) -> list[events.Event]:
        """No more frames: what was still being looked at is said now."""
        self._pace.hurried = True
        return self._decide(*self._latest) if self._latest is not None and self._pace.pending else []

    def expect(self, expected: Expected) -> None:
        """Change what the game waits for; a refused roll that lies there is judged again by it."""
        self.expected = expected
        if not self._read:
            self._pace = Pace()

    def correct(self, t: float, x: float, y: float, value: int) -> events.Roll | None:
        """Somebody tapped a die of the latest roll at (x, y), shares of the picture, and named its value.

        The roll anew; None where no die is. The look is kept in ``taught``. Raises ValueError for a value not 1 to 6.
        """
        said = self._said.tapped(self.taught, x, y, value, self.margins.live()) if self._said is not None else None
        if said is None:
            return None
        self._said, self.counted = said, said.judged.reading.dice
        if not said.judged.reading.refused:
            self._pace.finish()
            self._proven = self._read = True
        return roll_of(said.judged.reading, said.judged.sets, said.since, t, self.source)

    def named(self, values: tuple[int, ...]) -> int:
        """Somebody told what the latest roll shows: its look is kept in ``taught``. How many dice were kept."""
        return self._said.named(self.taught, values, self.margins.live()) if self._said is not None else 0

    def _part(self, image: Image) -> tuple[Image, int, int]:
        h, w = image.shape[:2]
        l, u, r, d = self.setup.region
        x0, y0 = int(l * w), int(u * h)
        part = image[y0 : max(y0 + 32, int(d * h)), x0 : max(x0 + 32, int(r * w))]
        return np.ascontiguousarray(part), x0, y0

    def _dice_share(self, part: Image) -> float:
        """What the dice themselves may cover: dice thrown in over the border are no hand."""
        area = sum(k.size**2 for k in self._tracks.all)
        return 1.6 * area / (part.shape[0] * part.shape[1])

    def _least_change(self, part: Image) -> float:
        """The share of the picture that a rolling die changes at least."""
        share = 0.4 * self._scale.edge**2 / (part.shape[0] * part.shape[1])
        return float(np.clip(share, 0.0015, 0.004)) if self._scale.edge else 0.004

    def _work(self, t: float, part: Image, hand: bool) -> None:
        """A frame's share of the work. In a still picture nothing is new, so each job can have a frame of its own."""
        if self._scale.edge == 0.0 and self.setup.edge is not None:
            self._scale.edge, self._proven = self.setup.edge * max(part.shape[:2]), True
        costs = self._costs(t, part)
        idle = self._pace.done or (not self._tracks.all and self._scale.rounds > 0)
        if idle and t - self._quiet_since >= self.setup.rest and t - self._rota.latest < IDLE:
            return
        urgent = t > self._quiet_since and not self._pace.done and not self._pace.asked
        judging = self._settled(t, hand) and self._pace.due(t)
        budget = (BUDGET if urgent else 0) - (JUDGE if judging else 0)
        for job in self._rota.next(t, costs, budget, least=0 if judging else 1):
            if job == "search":
                self._scale.search(self.detector, part)
            elif job == "pass":
                self._look(t, part)
            elif job == "closer":
                resting = self._resting(t)
                for _ in range(self._times(resting)):
                    self._closer(part, resting)
            elif job == "count":
                self._count(part, self._resting(t))
            elif job == "second" and (track := unheard(self._resting(t))):
                hear(self.detector, part, track)
            elif job == "third" and (track := unconfirmed(self._resting(t))):
                confirm(self.detector, part, track)

    def _costs(self, t: float, part: Image) -> dict[Job, float]:
        """The jobs that there are now, and what they cost."""
        if self._scale.edge == 0.0:
            return {"search": self._scale.cost(part)}
        costs: dict[Job, float] = {"pass": GLANCE * part.shape[0] * part.shape[1] * self._scale.scale(part) ** 2}
        if not self._tracks.all or not self._scaled():
            costs["search"] = self._scale.cost(part)
        if resting := self._resting(t):
            costs["closer"] = CLOSER * len(resting) * self._times(resting)
            if any(k.uncounted for k in resting):
                costs["count"] = COUNT
            if unheard(resting):
                costs["second"] = SECOND
            if unconfirmed(resting):
                costs["third"] = THIRD
        return costs

    def _times(self, resting: list[Track]) -> int:
        """Closer looks a frame: a doubtful roll that somebody waits for gets two, if they fit."""
        return 2 if self._pace.pending and 2 * CLOSER * len(resting) <= BUDGET else 1

    def _resting(self, t: float) -> list[Track]:
        """The dice that lie still and whose votes are still wanted."""
        if self._pace.done or t - self._quiet_since < 0.05:
            return []
        still_ones = [k for k in self._tracks.all if t - k.since > 0.05 and k.seen == self._seen]
        likely = sorted(still_ones, key=lambda k: (self._lying.lay(k), -float(np.mean(k.heats or [0.0]))))
        return likely[: self.setup.most if self.expected.count is None else self.expected.count + SPARE]

    def _look(self, t: float, part: Image) -> None:
        """One pass at the dice's size."""
        found = self.detector.look(part, self._scale.scale(part), least=0.3, quick=True)
        most = 2.0 if self.setup.edge is None else FOREIGN
        found = [s for s in found if 1 / most < s.size / self._scale.edge < most]
        sizes = [s.size for s in found if s.heat > 0.6]
        if sizes:
            self._scale.edge += 0.1 * (float(np.median(sizes)) - self._scale.edge)
        self._tracks.update(t, found, calm=t - self._quiet_since > 0.15)
        self._seen = t

    def _closer(self, part: Image, resting: list[Track]) -> None:
        """One closer look at each die that lies still, for the votes."""
        self._looks += 1
        how = still.LOOKS[self._looks % len(still.LOOKS)]
        looks = self.detector.look_closely(part, [(k.x, k.y, k.size) for k in resting], how)
        for track, look in zip(resting, looks, strict=True):
            if look is not None:
                track.vote(look)
        way = still.WAYS[self._looks % len(still.WAYS)]
        said = self.detector.die.look(part, [(k.x, k.y, k.size) for k in resting], way)
        for track, opinion in zip(resting, said, strict=True):
            track.said.append(opinion)

    def _count(self, part: Image, resting: list[Track]) -> None:
        """Count the pips of one die."""
        if (track := next((k for k in resting if k.uncounted), None)) and (tilt := track.tilt):
            track.pips = count_pips(part, track.x, track.y, track.size, tilt)

    def _scaled(self) -> bool:
        """Whether the size is out of doubt: a roll was read at it, all sizes were searched, or plain dice lie there."""
        return bool(self._proven or self._scale.rounds or self._tracks.clear_cut() or self._all_thrown())

    def _all_thrown(self) -> list[Track]:
        return all_thrown(self._tracks, self.expected.count)

    def _settled(self, t: float, hand: bool) -> bool:
        if hand or not self._tracks.all or not self._scaled():
            return False
        return at_rest(self._tracks, t, self._quiet_since, self.setup.rest, self.expected.count)

    def _decide(self, t: float, part: Image) -> list[events.Event]:
        seen, place = [k.die() for k in self._tracks.all], self._place(part)
        seen = still.weigh_size(still.without_parts(seen, *still.standing(self._plane, place)))
        margins = self.margins.live(alone=len(seen) == 1 and not self._plane.shown)
        margins = replace(margins.doubted() if self._pace.doubted else margins, most=self.setup.most)
        dice = coloured(part, [d for d in seen if d.score >= 0.5 * margins.known_score])
        dice = still.leaned(self.taught.applied(dice), self._plane, place)
        if not self._pace.asked and (
            self._lying.unchanged(dice, self._tracks)
            or self._lying.only_put(dice, self._tracks, self.counted, self.expected.count or 0, margins.face)
        ):
            self._pace.later(t)
            return []
        by_set = self.expected.set is not None and bool(self.setup.sets)
        thrown, left = (dice, 0) if by_set else self._thrown(dice)
        reading = without_screens(part, choose(thrown, None if by_set else self.expected.count, margins))
        lying = [self._lying.before(d, self._tracks) or not self._lying.stirred for d in dice]
        order = [next(k for k, d in enumerate(dice) if d is r or (d.x, d.y) == (r.x, r.y)) for r in reading.dice]
        judged = sets.judge(reading, [lying[k] for k in order], self.setup.sets, self.expected, margins)
        if not self._lying.stirred:
            self._lying.told(dice)  # whatever is said of them: they lay there before the first throw
        # A doubt about what does not count is no reason to wait; but which dice count may be in doubt.
        if not self._pace.now(t, reading if judged.reading.doubt == "colour" else judged.reading):
            return []
        self.counted = judged.reading.dice
        self._lying.told(dice)
        if not judged.reading.dice and all(lying):
            return []  # nothing was thrown: only the other player's dice lie there
        worst = min(d.score for d in reading.dice)
        clutter = not any(d.score >= PLAIN or d.face >= FACE for d in reading.dice)
        if (not self._lying.stirred and worst < CERTAIN) or (judged.reading.refused and clutter):
            return []  # clutter, before the first throw or on a cleared table: remembered, and nothing to speak of
        posed = list(still.posed(judged.reading.dice, place).values())
        if not judged.reading.refused:
            self._proven = self._read = True
            self._learn(judged.reading.dice)
            self._plane.learn(posed)
        elif judged.reading.doubt == "cocked":
            self._plane.refused(posed)
        since = self._since(t, judged.reading.dice)
        self._said = Said(judged, since, *self._frame(part))
        out: list[events.Event] = [roll_of(judged.reading, judged.sets, since, t, self.source)]
        lying_still = [fact("dice.left-one" if left == 1 else "dice.left", n=left)] if left else []
        for remark in (*judged.remarks, *lying_still, *self._said.hints(part, margins)):
            out.append(events.Source(onset=since, decided=t, source=self.source, status="online", detail=remark))
        return out

    def _since(self, t: float, dice: Sequence[SeenDie]) -> float:
        """When these came to rest; clutter that is seen and lost again in the meantime is of no account."""
        places = {(d.x, d.y) for d in dice}
        lain = [k.since for k in self._tracks.all if (k.x, k.y) in places]
        return min(max([self._quiet_since, *lain]), t - min(self.setup.rest, QUICK))

    def _frame(self, part: Image) -> tuple[tuple[int, int], tuple[float, float]]:
        """Where the play area begins in the picture, and the picture's sides, pixels."""
        l, u, r, d = self.setup.region
        w, h = part.shape[1] / (r - l), part.shape[0] / (d - u)
        return (int(l * w), int(u * h)), (w, h)

    def _place(self, part: Image) -> still.Place:
        (x0, y0), (w, h) = self._frame(part)
        return lambda die: ((die.x + x0 - 0.5 * w) / w, (die.y + y0 - 0.5 * h) / w)

    def _thrown(self, dice: list[SeenDie]) -> tuple[list[SeenDie], int]:
        """The dice of this throw, and how many lie there since before. Where too few are new, kept ones may count."""
        new = [d for d in dice if not self._lying.before(d, self._tracks)]
        fresh = [d for d in new if d.score >= self.margins.score_live]
        if self.expected.count is None or not fresh or len(new) == len(dice):
            return dice, 0
        if len(fresh) < self.expected.count:
            return [d for d in dice if d in new or unmoved(d, self.counted)], 0
        return fresh, sum(d.score > PLAIN for d in dice) - sum(d.score > PLAIN for d in fresh)

    def _learn(self, dice: tuple[SeenDie, ...]) -> None:
        """Two colours from the first throws, when calibration did not show them."""
        if self.setup.learn_sets and not self.setup.sets:
            self._patches += [d.lab for d in dice]
            found = split(self._patches[-24:])
            if found is not None:
                self.setup = replace(self.setup, sets=found)

    def _bump(self, t: float, part: Image) -> list[events.Event]:
        """Once after each stir: does the camera still look where it looked when it was calibrated? Said once."""
        if self._checked or self._bumped or not self.setup.thumb or t - self._quiet_since < self.setup.rest:
            return []
        self._checked = True
        reference = np.array(self.setup.thumb, np.float32)
        self._bumped = reference.shape[1] == WIDTH and moved(reference, thumb(part)) > 0.02
        if not self._bumped:
            return []
        self._plane.forget()
        return [events.Source(onset=t, decided=t, source=self.source, status="online", detail=fact("dice.bumped"))]


def track_of(watcher: DiceWatcher) -> tuple[Track, ...]:
    """The tracks as they stand, for tests and tuning."""
    return tuple(watcher._tracks.all)  # noqa: SLF001
