"""What taken sounds become: one signal a sound, also where another player answers with the same noise right after.

A bout of clucks by one player is one signal; it ends when nothing of it was heard for a while. The same noise by
somebody else ends it at once and is a signal of its own. What several may have made is theirs who just made a near one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.senses.sounds.enrolled_players import NoiseVerdict
from companion.senses.sounds.noise_matcher import apart
from companion.senses.sounds.sound_spans import SoundSpan

_ONE = 0.5  # share of the shorter of two cuts that makes them one sound
_ANSWER = 0.5  # log-odds that a noise may lack where it answers another player's same noise, or is answered by it
_ANSWERED = 200  # blocks from the end of the one to the beginning of the other
_OTHERS = 0.7  # usual distances between them; .9 of two players' are further, .2 of one player's
_SOON = 80  # blocks after a noise's beginning before which its parts are its maker's, whatever they are like


@dataclass(frozen=True)
class OngoingSignal:
    """A signal that is on: the sound, as far as it is heard, and by whom."""

    span: SoundSpan
    verdict: NoiseVerdict

    def answers(self, first: OngoingSignal) -> bool:
        """Whether it is the same noise as the first, right after it and surely by somebody else."""
        mine, theirs = self.verdict, first.verdict
        after = 0 <= self.span.start - first.span.stop < _ANSWERED
        others = mine.match.name == theirs.match.name and not {*mine.fitting} & {*theirs.fitting}
        return after and others and apart(mine.sound, theirs.sound) > _OTHERS

    def repeats(self, first: OngoingSignal) -> bool:
        """Whether it is near the first and soon after it, and theirs as well as another's."""
        mine, theirs = self.verdict, first.verdict
        unsure = mine.player is None and theirs.player in mine.fitting
        return unsure and self.span.start - first.span.stop < _ANSWERED and apart(mine.sound, theirs.sound) <= _OTHERS

    def goes_on(self, first: OngoingSignal, going: bool) -> bool:
        """Whether it is more of the first: a part of it, or by the same player while it is `going` on."""
        mine, theirs = self.verdict.player, first.verdict.player
        if self.span.shares(first.span) > _ONE and self.span.stop <= first.span.stop:
            return mine == theirs or (theirs is not None and self.span.start - first.span.start < _SOON)
        return going and mine is not None and mine == theirs


class OngoingSignals:
    """Signals that takes have told and that are on, by name. `release` in blocks."""

    def __init__(self, release: int) -> None:
        self.release = release
        self.on: dict[str, OngoingSignal] = {}
        self._last: dict[str, OngoingSignal] = {}  # also those that are over
        self._nearly: list[OngoingSignal] = []

    def hear(self, found: Sequence[SoundSpan]) -> None:
        """The newest sounds: what is on may go on with them."""
        for name, told in self.on.items():
            stop = max((s.stop for s in found if s.shares(told.span) > _ONE), default=0)
            if stop > told.span.stop:
                self.on[name] = self._last[name] = replace(told, span=replace(told.span, stop=stop))

    def believed(self, this: OngoingSignal) -> list[OngoingSignal]:
        """The signals that a sound makes: it by itself, as an answer, or with one before that it answers."""
        over, name = this.verdict.over, this.verdict.match.name
        if over > 0:
            if name in self._last and this.repeats(self._last[name]):
                by = self._last[name].verdict
                this = replace(this, verdict=replace(this.verdict, player=by.player, fitting=by.candidates))
            nearly, self._nearly = [first for first in self._nearly if this.answers(first)], []
            return [*sorted(nearly, key=lambda first: first.verdict.over)[-1:], this]
        if over <= -_ANSWER:
            return []
        if name not in self.on:
            self._nearly = [*self._nearly[-7:], this]
        return [this] if name in self._last and this.answers(self._last[name]) else []

    def take(self, this: OngoingSignal) -> bool:
        """A sound that is believed: whether it is a new signal rather than more of one that is on."""
        if any(this.span.shares(told.span) > _ONE for told in self.on.values()):
            return False
        before = self._last.get(name := this.verdict.match.name)
        if before is None or not this.goes_on(before, name in self.on):
            self._last[name] = this
        elif name in self.on:
            stop = max(before.span.stop, this.span.stop)
            self.on[name] = self._last[name] = replace(before, span=replace(before.span, stop=stop))
        return self._last[name] is this

    def over(self, block: int) -> list[str]:
        """Signals of which nothing was heard for so long that they are over."""
        return [name for name, told in self.on.items() if block - told.span.stop > self.release]
