"""Decide which signals one seat's face shows: frames in, starts and ends of signals out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import TypeAlias

from companion.senses.faces.features import FaceFrame, upright
from companion.senses.faces.motions import MOTIONS, MotionSignal, TalkDetector
from companion.senses.faces.neutral_face import NeutralFace
from companion.senses.faces.second_look import SECOND_OPINIONS, SecondScores, second_opinion
from companion.senses.faces.settings import FaceSettings
from companion.senses.faces.signals import GATE_CLOSED, SignalScore, score_all, smile_of
from companion.senses.hysteresis import Edge, Hold, Hysteresis, HysteresisLevel

LookAgain: TypeAlias = Callable[[], SecondScores | None]
"""Function that returns a second opinion on the current frame; None where there is none."""
NEVER_REST_SIGNALS = ("tongue_out", "grin")  # signals that never count as a face at rest, however long they last


@dataclass(frozen=True, slots=True)
class SignalChange:
    """Start or end of a signal, with what decided it.

    Attributes:
        name: The signal.
        edge: Whether it starts or ends, and when.
        score: Its score on this frame; None if the face was not judged.
        frames: Number of frames since the signal's score first passed the threshold.
        hold: Its thresholds and times.
    """

    name: str
    edge: Edge
    score: SignalScore | None
    frames: int
    hold: Hold


class SignalJudge:
    """Decides which signals one face shows.

    It scores each frame against the neutral face, which it learns, and compares the scores with the signals'
    thresholds.
    """

    def __init__(self, settings: FaceSettings, profile: Mapping[str, float] | None = None) -> None:
        self.settings = settings
        self.neutral = NeutralFace(settings, profile)
        self.states = {name: Hysteresis(hold) for name, hold in settings.holds.items()}
        self.scores: dict[str, SignalScore] = {}
        self._motions: dict[str, MotionSignal] = {
            name: MOTIONS[name](numbers) for name, numbers in settings.numbers.items() if name in MOTIONS
        }
        self._rising = [name for name, numbers in settings.numbers.items() if "rise" in numbers]
        self._talk = TalkDetector(settings.numbers["grin"])
        self._frames = dict.fromkeys(self.states, 0)
        self._heard: dict[str, float] = {}
        self._lately: deque[tuple[float, dict[str, float]]] = deque()  # recent raw scores of signals with a ``rise``
        self._second: tuple[float, SecondScores] | None = None  # time and scores of the latest second opinion
        self._shifts = dict.fromkeys(SECOND_OPINIONS, 0.0)  # shift that this opinion adds to each score
        self._drawn: float | None = None  # time since which the mouth is drawn wide or together

    def hear(self, name: str, t: float) -> None:
        """Record that a microphone heard the noise of signal ``name`` at ``t`` seconds.

        For ``heard_s`` seconds, the signal then needs fewer movements. Signals without a noise are ignored.
        """
        if "heard_s" in self.settings.numbers.get(name, {}):
            self._heard[name] = t

    def _with_heard(self, name: str, t: float, score: SignalScore) -> SignalScore:
        """Return the score of a motion, raised if its noise was heard lately; a score of 0 is not raised."""
        numbers = self.settings.numbers[name]
        if score.value <= 0 or name not in self._heard or abs(t - self._heard[name]) > numbers["heard_s"]:
            return score
        return SignalScore(score.value + numbers["heard_swings"], {**score.parts, "heard": 1.0})

    def know(
        self,
        profile: Mapping[str, float],
        peaks: Mapping[str, float] | None = None,
        factors: Mapping[str, float] | None = None,
    ) -> None:
        """Use a known player's neutral face and thresholds.

        Args:
            profile: Neutral value of each measure; it replaces what was learned so far, unless empty.
            peaks: Score that the player kept up when teaching each signal, from which the thresholds follow.
            factors: Factors on the shipped thresholds; they take precedence over ``peaks``.
        """
        if profile:
            self.neutral = NeutralFace(self.settings, profile)
        for name, state in self.states.items():
            if name not in self._motions:
                state.hold = self.settings.personal_hold(name, (peaks or {}).get(name), (factors or {}).get(name))

    def forget(self) -> None:
        """Return to the state for an unknown person: learn the neutral face anew, with the shipped thresholds."""
        self.neutral = NeutralFace(self.settings)
        self._lately.clear()
        self._second = None
        self.know({})

    @property
    def shown_signals(self) -> list[str]:
        return [name for name, state in self.states.items() if state.is_on]

    def blind(self, t: float, frame: FaceFrame | None = None) -> list[SignalChange]:
        """Return the changes on a frame on which the face cannot be judged: turned away, too small or unseen.

        Args:
            t: Time of the frame, in seconds.
            frame: The face if it only looks away, for signals that turn the head; else None.
        """
        self.neutral.skip()
        self.scores = {}
        if frame is not None:
            self._move(frame, turned=True)
        return self._advance(t)

    def _move(self, frame: FaceFrame, *, turned: bool) -> None:
        for name, motion in self._motions.items():
            if motion.turned or not turned:
                self.scores[name] = self._with_heard(name, frame.t, motion.see(frame, self.neutral.beliefs))

    def see(self, frame: FaceFrame, look_again: LookAgain = lambda: None) -> list[SignalChange]:
        """Return the changes of signals on a frame; learn the neutral face from it if the face is calm.

        Args:
            frame: The frame.
            look_again: Function that returns a second opinion; called when a signal may begin.
        """
        frame = upright(frame, self.settings)
        self.scores = score_all(frame, self.neutral.beliefs, self.settings)
        self._talking(frame)
        self._track_rise(frame)
        self._move(frame, turned=False)
        self._ask_second_opinion(frame.t, look_again)
        changes = self._advance(frame.t)
        if self._calm(frame):
            self.neutral.learn(frame.t, frame.measures, frame.mouth, frame.face)
        else:
            self.neutral.skip()
        return changes

    def end(self, t: float) -> list[SignalChange]:
        """Return the ends of all shown signals: the seat is gone or the source ended."""
        edges = [(name, state, state.reset(t)) for name, state in self.states.items()]
        return [SignalChange(name, edge, None, self._frames[name], state.hold) for name, state, edge in edges if edge]

    def _advance(self, t: float) -> list[SignalChange]:
        changes = []
        for name, state in self.states.items():
            score = self.scores.get(name)
            edge = state.update(t, None if score is None else score.value)
            self._frames[name] = 0 if state.level is HysteresisLevel.QUIET and edge is None else self._frames[name] + 1
            if edge is not None and edge.on and name in self._motions:
                # A motion begins with its first swing, not when enough have been counted.
                edge = replace(edge, onset=min(edge.onset, self._motions[name].began))
            if edge is not None:
                changes.append(SignalChange(name, edge, score, self._frames[name], state.hold))
        return changes

    def _ask_second_opinion(self, t: float, look_again: LookAgain) -> None:
        """Shift scores that are near their threshold by a second opinion.

        While a signal is shown, the shift with which it began is kept.
        """
        near = [name for name in SECOND_OPINIONS if self._may_begin(name)]
        if near and (self._second is None or not 0 <= t - self._second[0] < self.settings.seats["second_s"]):
            seen = look_again()
            self._second = None if seen is None else (t, seen)
        for name in self._shifts:
            if name in near and self._second is not None:
                self._shifts[name] = second_opinion(name, self._second[1], self.settings.numbers[name])
            elif not self.states[name].is_on:
                self._shifts[name] = 0.0
            score = self.scores[name]
            if self._shifts[name] and score.value > GATE_CLOSED:
                parts = {**score.parts, "second_look": self._shifts[name]}
                self.scores[name] = replace(score, value=score.value + self._shifts[name], parts=parts)

    def _may_begin(self, name: str) -> bool:
        """Return True if the signal is not shown, but so near its threshold that a second opinion may start it."""
        state, reach = self.states[name], self.settings.numbers[name]["second_more"]
        return not state.is_on and self.scores[name].value >= state.hold.on - reach

    def _talking(self, frame: FaceFrame) -> None:
        """Lower the score of a grin while the mouth moves as in talk."""
        talks, score = self._talk.see(frame.t, frame.measures.gap), self.scores["grin"]
        if talks > 0 and score.value > GATE_CLOSED:
            value = score.value - self.settings.numbers["grin"]["talk_doubt"] * talks
            self.scores["grin"] = replace(score, value=value, parts={**score.parts, "talks": talks})

    def _track_rise(self, frame: FaceFrame) -> None:
        """Rule out signals whose score has not risen by ``rise`` within ``rise_s`` seconds, if they have these values.

        Once the neutral face is known, a rise of ``rise_known`` is enough. Earlier frames with a blink are ignored for
        signals of the eyes. The first frame, such as a single picture, is judged without this condition.
        """
        numbers, rise = self.settings.numbers, "rise_known" if self.neutral.ready else "rise"
        while len(self._lately) > 1 and frame.t - self._lately[0][0] > self.settings.neutral["lately_s"]:
            self._lately.popleft()
        blinks = frame.measures.eye < self.neutral.eye_shut or (frame.face.closed or 0.0) >= 0.5
        seen = {name: inf if blinks and "eye" in numbers[name] else self.scores[name].raw for name in self._rising}
        for name in self._rising:
            before = self._before(name, frame.t)
            if self.scores[name].raw < before + numbers[name][rise] and not self.states[name].is_on:
                self.scores[name] = replace(self.scores[name], value=GATE_CLOSED)
        self._lately.append((frame.t, seen))

    def _before(self, name: str, t: float) -> float:
        """Return the lowest raw score of the last ``rise_s`` seconds; the latest one if frames are rarer."""
        within = self.settings.numbers[name]["rise_s"]
        moment = [was[name] for at, was in self._lately if t - at <= within]
        return min(moment or [was[name] for _, was in self._lately][-1:], default=-inf)

    def _calm(self, frame: FaceFrame) -> bool:
        """Return True if the face may be at rest: slow, to the front, without smile or tongue, and no signal is near.

        The tongue's score is taken before any condition rules the signal out. A signal shown for very long is taken for
        the face at rest, except a tongue or a grin.
        """
        n = self.settings.neutral
        if frame.speed > n["calm_speed"] or abs(frame.yaw) > n["calm_yaw"] or abs(frame.pitch) > n["calm_pitch"]:
            return False
        if "tongue_out" in self.scores and self.scores["tongue_out"].raw >= n["calm_tongue"]:
            return False
        laughs = (frame.face.laughing or 0.0) >= n["calm_laugh"]
        return not (laughs or self._drawing(frame) or any(self._near(name, frame.t) for name in self.states))

    def _drawing(self, frame: FaceFrame) -> bool:
        """Return True if the mouth is drawn wide or pursed; if it is shut, only for the first ``stuck_s`` seconds."""
        n = self.settings.neutral
        # Relative to the prior, not to the learned face: a neutral that drifts must not confirm its own drift.
        smile = smile_of(frame, self.neutral.prior, self.settings.numbers["grin"])[0]
        self._drawn = (self._drawn or frame.t) if not -n["calm_purse"] <= smile <= n["calm_smile"] else None
        shut = frame.measures.gap < n["mouth_shut"]
        return self._drawn is not None and not (shut and frame.t - self._drawn >= n["stuck_s"])

    def _near(self, name: str, t: float) -> bool:
        """Return True if the signal is shown or nearly so.

        It is False for a signal that has been shown for ``stuck_s`` seconds, except a tongue or a grin. Until the
        neutral face is known, signals with a ``rise`` are near only while they are shown.
        """
        state = self.states[name]
        if "rise" in self.settings.numbers[name] and not self.neutral.ready:
            return state.is_on
        if state.is_on:
            return name in NEVER_REST_SIGNALS or t - state.onset < self.settings.neutral["stuck_s"]
        return self.scores[name].value >= state.hold.off
