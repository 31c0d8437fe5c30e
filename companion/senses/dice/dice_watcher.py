"""Watch a table's frames for throws: run the networks bit by bit, and judge and report a roll once its dice lie still.

A roll is judged when all dice have lain still for ``TraySetup.rest`` seconds (0.25) and no hand is in view. It is
reported once. Dice that lie unchanged after a hand passed by are no new roll.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress

import numpy as np

from companion.events import Event, Roll, Source
from companion.facts import Fact, fact
from companion.senses.dice.corrections import DiceCorrections
from companion.senses.dice.crops import Image
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.dice_judge import judge
from companion.senses.dice.dice_margins import DiceMargins
from companion.senses.dice.dice_scene import DiceCandidates, DiceScene, ExpectedDice
from companion.senses.dice.die_colour import patch, split
from companion.senses.dice.die_faces import weigh_size, without_parts
from companion.senses.dice.frame_jobs import (
    FRAME_BUDGET_PX,
    IDLE_INTERVAL_S,
    JUDGING_COST_PX,
    PASS_JOB,
    FrameJobs,
    TableLooks,
)
from companion.senses.dice.frame_motion import MOTION_WIDTH_PX, BumpWatch, FrameMotion, MotionWatch
from companion.senses.dice.recent_roll import RecentRoll
from companion.senses.dice.rest_rules import PLAIN_FACE_CHANCE, QUICK_REST_S, RestPatience, all_thrown, at_rest, no_hand
from companion.senses.dice.resting_dice import CERTAIN_DIE_SCORE, RestingDice, is_unmoved
from companion.senses.dice.seen_die import SeenDie, with_colours
from companion.senses.dice.table_plane import TablePlane
from companion.senses.dice.tracks import MIN_PLAIN_HEAT, DieTrack
from companion.senses.dice.tray import TraySetup, pixels
from companion.senses.dice.verdict import MIN_SEEN_SCORE, DiceVerdict

# Sightings beyond the expected number of dice that get closer looks: the other player's dice, and clutter.
MAX_SPARE_SIGHTINGS = 4


@dataclass(frozen=True, slots=True, eq=False)
class WatcherView:
    """The watcher's state after a frame, for drawing over the picture.

    Attributes:
        dice: The dice, with places in pixels of the whole picture.
        settled: True if all dice lie still.
        hand: True if a hand is in view.
    """

    dice: tuple[SeenDie, ...]
    settled: bool
    hand: bool


@dataclass(slots=True)
class DiceWatcher:
    """Reads thrown dice from frames in time order; ``update`` returns the events of each frame.

    Args:
        detector: The networks.
        source: Name of the camera, for the events.
        setup: Calibration of the table.
        margins: Thresholds for accepting a reading.
        expected: The roll that the game waits for.
        live: Skip frames that equal the previous one, as a live camera repeats them when it hangs.
        on_view: Called after each frame with the dice in view.
        taught: Corrections that later readings use.
    """

    detector: DiceDetector
    source: str = ""
    setup: TraySetup = field(default_factory=TraySetup)
    margins: DiceMargins = field(default_factory=DiceMargins)
    expected: ExpectedDice = field(default_factory=ExpectedDice)
    live: bool = False
    counted: tuple[SeenDie, ...] = field(default=(), init=False)  # the dice of the latest roll
    on_view: Callable[[WatcherView], None] | None = None
    taught: DiceCorrections = field(default_factory=DiceCorrections)  # corrections of this evening
    _last_roll: RecentRoll | None = field(default=None, init=False)
    _motion: MotionWatch = field(default_factory=MotionWatch, init=False)
    _bump: BumpWatch = field(default_factory=BumpWatch, init=False)
    _plane: TablePlane = field(default_factory=TablePlane, init=False)
    _looks: TableLooks = field(init=False)
    _jobs: FrameJobs = field(default_factory=FrameJobs, init=False)
    _lying: RestingDice = field(default_factory=RestingDice, init=False)
    _patience: RestPatience = field(default_factory=RestPatience, init=False)
    _quiet_since: float = field(default=0.0, init=False)
    _moved: float = field(default=0.0, init=False)
    _stirring: bool = field(default=False, init=False)
    _latest: tuple[float, Image] | None = field(default=None, init=False)
    _patches: list[tuple[float, float, float]] = field(default_factory=list, init=False)
    _read: bool = field(default=False, init=False)  # a roll was accepted, and nothing has moved since
    _proven: bool = field(default=False, init=False)  # the dice's size is calibrated, or a roll was accepted at it

    def __post_init__(self) -> None:
        self._looks = TableLooks(self.detector)
        _ = self.detector.classifier  # load now, so that a missing model is reported before the game
        patch(
            np.zeros((8, 8, 3), np.uint8), 4, 4, 8
        )  # warm up: OpenCV builds its colour tables at the first call, 0.15 s

    def update(self, t: float, image: Image) -> list[Event]:
        """Return the events of one frame: a Roll once dice have come to rest, and Source events with remarks.

        Args:
            t: Time of the frame, in seconds.
            image: The frame, (h, w, 3) uint8 BGR.
        """
        part, corner = self._part(image)
        motion = self._motion.update(t, part)
        if self.live and motion.same:
            return []  # a frozen camera shows nothing new
        hand, disturbed = self._follow(t, part, motion)
        self._lying.look(self._motion.latest, MOTION_WIDTH_PX / part.shape[1])
        self._work(t, part, hand)
        settled = self._is_at_rest(t, hand)
        still = t - self._quiet_since >= self.setup.rest
        if still and not hand and not self._looks.tracks.all:
            self._lying.mark_reported(())  # the table was cleared
        judged = settled and not disturbed and self._patience.due(t)
        out = self._decide(t, part) if judged else []
        self._latest = (t, part)
        if still and self._bump.notices(self.setup.thumb, part):
            self._plane = TablePlane()
            out.append(self._remark(t, t, fact("dice.bumped")))
        if self.on_view is not None:
            dice = tuple(k.die().within(left=corner[0], top=corner[1]) for k in self._looks.tracks.all)
            self.on_view(WatcherView(dice, settled, hand))
        return out

    def finish(self) -> list[Event]:
        """Judge a roll that is still waiting, as no more frames will come, and return its events."""
        self._patience.hurried = True
        return self._decide(*self._latest) if self._latest is not None and self._patience.pending else []

    def expect(self, expected: ExpectedDice) -> None:
        """Set the roll that the game waits for; a refused roll on the table is judged again with it."""
        self.expected = expected
        if not self._read:
            self._patience = RestPatience()

    def correct(self, t: float, x: float, y: float, value: int) -> Roll | None:
        """Return the latest roll with one die corrected, which somebody tapped; None if there is no die.

        Colour and reading of the die are stored in ``taught`` for later rolls.

        Args:
            t: Time of the correction, in seconds.
            x: Place of the tap, as a share of the picture's width.
            y: Place of the tap, as a share of the picture's height.
            value: The die's true value, 1 to 6.

        Raises:
            ValueError: The value is not 1 to 6.
        """
        told = (
            self._last_roll.correct_at(self.taught, x, y, value, self.margins.live())
            if self._last_roll is not None
            else None
        )
        if told is None:
            return None
        self._last_roll, self.counted = told, told.verdict.dice
        if not told.verdict.refused:
            self._patience.done = self._proven = self._read = True
        return told.event(t, self.source)

    def learn_values(self, values: tuple[int, ...]) -> int:
        """Store misread dice of the latest roll in ``taught``, given its true values; return how many."""
        return (
            self._last_roll.learn_values(self.taught, values, self.margins.live()) if self._last_roll is not None else 0
        )

    def _part(self, image: Image) -> tuple[Image, tuple[int, int]]:
        """Return the play area, and its left top corner in the picture."""
        left, top, right, bottom = pixels(self.setup.region, image)
        part = image[top : max(top + 32, bottom), left : max(left + 32, right)]
        return np.ascontiguousarray(part), (left, top)

    def _follow(self, t: float, part: Image, motion: FrameMotion) -> tuple[bool, bool]:
        """Record the motion on a frame, and whether it starts a new throw.

        Returns:
            Whether a hand is in view, and whether a hand or other motion disturbs the dice.
        """
        stirred = motion.changed > self._least_change(part)
        first, self._moved = self._latest is None, t if stirred else self._moved
        hand = motion.foreign > self.setup.hand and motion.foreign > self._dice_share(part)
        hand = hand and not no_hand(self._looks.tracks, t - self._moved, self.expected.count)
        if stirred != self._stirring:
            self._stirring = stirred
            self._looks.scale.restart()  # dice of another size may have come
        if stirred or hand:
            self._quiet_since = t
            self._read, self._patience = False, RestPatience()
            self._bump.on_motion()
            if not first:  # the first picture is all new
                self._lying.on_motion(t)
                self._plane = self._plane.with_refused_learned()
        return hand, stirred or hand

    def _dice_share(self, part: Image) -> float:
        """Return the share of the picture that the dice may cover; something larger at the border may be a hand."""
        area = sum(k.size**2 for k in self._looks.tracks.all)
        return float(1.6 * area / (part.shape[0] * part.shape[1]))

    def _least_change(self, part: Image) -> float:
        """Return the minimum share of the picture that a rolling die changes."""
        edge = self._looks.scale.edge
        share = 0.4 * edge**2 / (part.shape[0] * part.shape[1])
        return float(np.clip(share, 0.0015, 0.004)) if edge else 0.004

    def _work(self, t: float, part: Image, hand: bool) -> None:
        """Run the network jobs for which this frame has time.

        One job a frame is enough while something moves, and once the dice have been read.
        """
        looks, patience = self._looks, self._patience
        if looks.scale.edge == 0.0 and self.setup.edge is not None:
            looks.scale.edge, self._proven = self.setup.edge * max(part.shape[:2]), True
        if self._rests(t):
            return
        costs = looks.costs(part, self._resting(t), scaled=self._is_scale_known())
        urgent = t > self._quiet_since and not patience.done and not patience.asked
        judging = self._is_at_rest(t, hand) and patience.due(t)
        budget = (FRAME_BUDGET_PX if urgent else 0) - (JUDGING_COST_PX if judging else 0)
        for job in self._jobs.next(t, costs, budget, least=0 if judging else 1):
            if job == PASS_JOB:
                calm = t - self._quiet_since > 0.15
                looks.look(t, part, calm=calm, calibrated=self.setup.edge is not None)
            else:
                looks.do(job, part, lambda: self._resting(t))

    def _rests(self, t: float) -> bool:
        """Return True if no network needs to run on this frame.

        That is so if the table is still, its dice have been read or it is empty, and the last job ran less than
        ``IDLE_INTERVAL_S`` ago.
        """
        empty = not self._looks.tracks.all and self._looks.scale.rounds > 0
        still = t - self._quiet_since >= self.setup.rest
        return (self._patience.done or empty) and still and t - self._jobs.latest < IDLE_INTERVAL_S

    def _resting(self, t: float) -> list[DieTrack]:
        """Return the dice that lie still and need more looks, likely dice of this throw first."""
        if self._patience.done or t - self._quiet_since < 0.05:
            return []
        still_ones = [k for k in self._looks.tracks.all if t - k.since > 0.05 and k.last_seen == self._looks.passed]
        likely = sorted(still_ones, key=lambda k: (self._lying.lay(k), -k.heat))
        return likely[: self.setup.most if self.expected.count is None else self.expected.count + MAX_SPARE_SIGHTINGS]

    def _is_scale_known(self) -> bool:
        """Return True if the size of the dice in the picture is certain.

        It is if it was calibrated, a roll was read at it, all sizes were searched, or clear dice lie in view.
        """
        tracks = self._looks.tracks
        known = self._proven or self._looks.scale.rounds > 0 or tracks.clear_cut()
        return known or bool(all_thrown(tracks, self.expected.count))

    def _is_at_rest(self, t: float, hand: bool) -> bool:
        tracks = self._looks.tracks
        if hand or not tracks.all or not self._is_scale_known():
            return False
        return at_rest(tracks, t, self._quiet_since, self.setup.rest, self.expected.count)

    def _decide(self, t: float, part: Image) -> list[Event]:
        """Judge the dice on the table, and return the events to report.

        There are none if nothing new lies there or more looks are needed.
        """
        scene, dice = self._build_scene(part)
        lying, tracks = self._lying, self._looks.tracks
        count, face = self.expected.count or 0, scene.margins.face
        nothing_new = lying.is_unchanged(dice, tracks) or lying.only_put(dice, tracks, self.counted, count, face)
        if nothing_new and not self._patience.asked:
            self._patience.later(t)
            return []
        before = [lying.before(d, tracks) for d in dice]
        verdict = judge(scene, self._candidates(dice, before))
        if not lying.has_moved:
            lying.mark_reported(dice)  # whatever the verdict: they lay there before the first throw
        if not self._patience.now(t, verdict):
            return []
        self.counted = verdict.dice
        lying.mark_reported(dice)
        if not verdict.dice and (all(before) or not lying.has_moved):
            return []  # nothing was thrown: only the other player's dice lie there
        return [] if self._is_clutter(verdict) else self._tell(t, verdict, scene)

    def _build_scene(self, part: Image) -> tuple[DiceScene, list[SeenDie]]:
        """Return the current scene, and all candidates in it."""
        l, u, r, d = self.setup.region
        w, h = part.shape[1] / (r - l), part.shape[0] / (d - u)
        corner = int(l * w), int(u * h)
        scene = DiceScene(part, self.expected, self.margins, self.setup.sets, self._plane, corner, (w, h))
        seen = weigh_size(without_parts([k.die() for k in self._looks.tracks.all], scene))
        margins = self.margins.live(alone=len(seen) == 1 and not self._plane.shown)
        margins = replace(margins.after_doubt() if self._patience.doubted else margins, most=self.setup.most)
        dice = with_colours(part, [d for d in seen if d.score >= MIN_SEEN_SCORE])
        return replace(scene, margins=margins), scene.with_lean(self.taught.apply(dice))

    def _candidates(self, dice: Sequence[SeenDie], before: Sequence[bool]) -> DiceCandidates:
        """Return the candidates for this throw.

        If the number of dice is known and no set is expected, those that lay there before are left out. If too few are
        new, the unmoved dice of the latest roll are included again.

        Args:
            dice: All candidates on the table.
            before: For each candidate, True if it lay there before the throw.
        """
        least, count = self.margins.score, self.expected.count
        fresh = [not lay and d.score >= least for d, lay in zip(dice, before, strict=True)]
        lay_there = tuple(before) if self._lying.has_moved else (True,) * len(dice)
        if self._by_set() or count is None or not any(fresh) or not any(before):
            return DiceCandidates(tuple(dice), lay_there)
        few = sum(fresh) < count
        if few:
            fresh = [not lay or is_unmoved(d, self.counted) for d, lay in zip(dice, before, strict=True)]
        left = 0 if few else sum(d.score > MIN_PLAIN_HEAT for d, new in zip(dice, fresh, strict=True) if not new)
        return DiceCandidates(tuple(compress(dice, fresh)), tuple(compress(lay_there, fresh)), left)

    def _by_set(self) -> bool:
        """Return True if only the dice of one player's set are expected."""
        return self.expected.set is not None and bool(self.setup.sets)

    def _is_clutter(self, verdict: DiceVerdict) -> bool:
        """Return True if the verdict should not be reported, as it is about things that are not dice.

        That is a doubtful find before anything was thrown, or a refusal about objects none of which is clearly a die.
        """
        dice = (*verdict.dice, *verdict.other_dice)
        plain = any(d.score >= MIN_PLAIN_HEAT or d.face >= PLAIN_FACE_CHANCE for d in dice)
        doubtful = not self._lying.has_moved and min(d.score for d in dice) < CERTAIN_DIE_SCORE
        return doubtful or (verdict.refused is not None and not plain)

    def _tell(self, t: float, verdict: DiceVerdict, scene: DiceScene) -> list[Event]:
        """Return the event of the roll, followed by remarks and hints; learn from the roll if it is accepted."""
        posed = list(scene.dice_poses(verdict.dice).values())
        if not verdict.refused:
            self._proven = self._read = True
            self._learn_sets(verdict.dice)
            self._plane = self._plane.with_roll(posed)
        elif verdict.doubt == "cocked":
            self._plane = self._plane.with_refused(posed)
        since = self._since(t, verdict.dice)
        self._last_roll = RecentRoll(verdict, scene, since)
        remarks = (*verdict.remarks, *self._last_roll.hints())
        return [self._last_roll.event(t, self.source), *(self._remark(since, t, remark) for remark in remarks)]

    def _remark(self, since: float, t: float, detail: Fact) -> Source:
        return Source(onset=since, decided=t, source=self.source, status="online", detail=detail)

    def _since(self, t: float, dice: Sequence[SeenDie]) -> float:
        """Return the time in seconds when these dice came to rest, whatever other candidates did."""
        places = {(d.x, d.y) for d in dice}
        lain = [k.since for k in self._looks.tracks.all if (k.x, k.y) in places]
        return min(max([self._quiet_since, *lain]), t - min(self.setup.rest, QUICK_REST_S))

    def _learn_sets(self, dice: Sequence[SeenDie]) -> None:
        """Learn the colours of two dice sets from the first throws, if the setup asks for it and has no sets."""
        if self.setup.learn_sets and not self.setup.sets:
            self._patches += [d.lab for d in dice]
            found = split(self._patches[-24:])
            if found is not None:
                self.setup = replace(self.setup, sets=found)
