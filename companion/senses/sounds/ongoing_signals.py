"""What taken sounds become: one signal a sound, also where another player answers with the same noise right after.

A bout of clucks by one player is one signal; it ends when nothing of it was heard for a while. The same noise by
somebody else ends it at once and is a signal of its own, and so is one after a pause that either may have made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.senses.sounds.enrolled_players import NoiseVerdict
from companion.senses.sounds.sound_spans import SoundSpan

_ONE = 0.5  # share of the shorter of two cuts that makes them one sound
_BREATH = 30  # blocks of quiet after which a noise that two may have made is not taken for the first's going on


@dataclass(frozen=True)
class OngoingSignal:
    """A signal that is on: the sound, as far as it is heard, and by whom."""

    span: SoundSpan
    verdict: NoiseVerdict


class OngoingSignals:
    """Signals that takes have told and that are on, by name. `release` in blocks."""

    def __init__(self, release: int) -> None:
        self.release = release
        self.on: dict[str, OngoingSignal] = {}

    def hear(self, found: Sequence[SoundSpan]) -> None:
        """The newest sounds: what is on may go on with them."""
        for name, told in self.on.items():
            stop = max((s.stop for s in found if s.shares(told.span) > _ONE), default=0)
            if stop > told.span.stop:
                self.on[name] = replace(told, span=replace(told.span, stop=stop))

    def take(self, span: SoundSpan, verdict: NoiseVerdict) -> bool:
        """A sound that was accepted: whether it is a new signal rather than more of one that is on."""
        if any(span.shares(told.span) > _ONE for told in self.on.values()):
            return False
        name = verdict.match.name
        before = self.on.get(name)
        if before is not None and self._more(before, span, verdict):
            self.on[name] = replace(before, span=replace(before.span, stop=max(before.span.stop, span.stop)))
            return False
        return True

    @staticmethod
    def _more(before: OngoingSignal, span: SoundSpan, verdict: NoiseVerdict) -> bool:
        first = before.verdict
        if verdict.player is not None and first.player is not None:
            return verdict.player == first.player
        return span.start - before.span.stop < _BREATH and bool({*verdict.candidates} & {*first.candidates})

    def over(self, block: int) -> list[str]:
        """Signals of which nothing was heard for so long that they are over."""
        return [name for name, told in self.on.items() if block - told.span.stop > self.release]
