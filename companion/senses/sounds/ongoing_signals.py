"""Turn sounds that match takes into signals: one for each noise, and a new one if another player makes the same noise.

Clucks of one player in a row are one signal, which ends when it was not heard for a while. The same noise by another
player ends it at once. One sound may be cut in several ways; all cuts together decide who made it. While that is not
clear, the signal waits 0.8 s for further cuts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from companion.senses.sounds.enrolled_players import NoiseVerdict
from companion.senses.sounds.sound_spans import SoundSpan

_SAME_SHARE = 0.5  # common part, as a share of the shorter of two spans, from which they are one sound
_ANSWER_BONUS_LOG_ODDS = (
    1.5  # log-odds that a noise may be below its threshold if it answers another player's, or is answered
)
_MAX_ANSWER_GAP_BLOCKS = 200  # maximum blocks from the end of a noise to the start of its answer
_SURE_PLAYER_PROBABILITY = 0.9  # minimum probability that an answer is another player's
_SHARED_NOISE_WAIT_BLOCKS = 80  # blocks after its first cut for which a noise waits while its player is not clear
_MAX_CUTS = 11  # maximum earlier cuts of a sound that are kept


@dataclass(frozen=True)
class OngoingSignal:
    """A signal, with the cuts of its sound so far.

    Attributes:
        span: Blocks of the sound so far.
        verdict: The verdict on the sound, with its player.
        cuts: Pairs of span and verdict of each cut that was accepted.
    """

    span: SoundSpan
    verdict: NoiseVerdict
    cuts: tuple[tuple[SoundSpan, NoiseVerdict], ...]

    @property
    def name(self) -> str:
        return self.verdict.match.name

    def is_of(self, other: OngoingSignal) -> bool:
        """Return True if both are cut out of the same sound."""
        return any(self.span.shares(span) > _SAME_SHARE for span, _ in other.cuts)

    def lasting(self, stop: int) -> OngoingSignal:
        return replace(self, span=replace(self.span, stop=max(self.span.stop, stop)))

    def with_cuts(self, more: OngoingSignal) -> OngoingSignal:
        """Return the signal with the cuts of ``more`` added.

        The log-odds against each player become the mean over all cuts; ``player`` stays.
        """
        cuts = (*self.cuts[-_MAX_CUTS:], *more.cuts)
        own = self.verdict.against  # players enrolled or removed during the sound are left out
        against = {player: fmean(cut.against[player] for _, cut in cuts if player in cut.against) for player in own}
        return replace(self.lasting(more.span.stop), verdict=replace(self.verdict, against=against), cuts=cuts)

    def follows(self, first: OngoingSignal) -> bool:
        """Return True if it is the same noise as ``first`` and begins within 2 s after its end."""
        return self.name == first.name and 0 <= self.span.start - first.span.stop < _MAX_ANSWER_GAP_BLOCKS

    def answers(self, first: OngoingSignal) -> bool:
        """Return True if it follows ``first``, and two different players made them with a probability over 0.9."""
        theirs = first.verdict.chances
        two = max(chance * (1 - theirs.get(player, 0.0)) for player, chance in self.verdict.chances.items())
        return self.follows(first) and two > _SURE_PLAYER_PROBABILITY


class OngoingSignals:
    """Signals recognised by takes at one microphone: those that are on, and the latest of each name.

    Args:
        release: Number of blocks without the sound after which a signal is over.
        who: Table ``who`` of calibration/sounds.toml.
    """

    def __init__(self, release: int, who: Mapping[str, float]) -> None:
        self.release, self._who = release, who
        self.on: list[str] = []
        self.last: dict[str, OngoingSignal] = {}  # including those that are over
        self._open: dict[str, OngoingSignal] = {}  # not reported yet: their player is not clear
        self._nearly: list[OngoingSignal] = []

    def hear(self, found: Sequence[SoundSpan]) -> None:
        """Extend each signal that is on to the end of the newest spans that belong to the same sound."""
        for name in self.on:
            told = self.last[name]
            self.last[name] = told.lasting(max((s.stop for s in found if s.shares(told.span) > _SAME_SHARE), default=0))

    def tell(self, span: SoundSpan, verdict: NoiseVerdict) -> list[OngoingSignal]:
        """Return the new signals that begin because a span was judged.

        A sound just below its threshold also begins a signal if it answers another player's noise, or if it is
        answered.
        """
        this = OngoingSignal(span, verdict, ((span, verdict),))
        return self._new(self._recognise(this)) if verdict.margin > -_ANSWER_BONUS_LOG_ODDS else []

    def _recognise(self, this: OngoingSignal) -> Iterator[OngoingSignal]:
        name, taken = this.name, this.verdict.margin > 0
        for known in (self._open, self.last):
            if name in known and this.is_of(known[name]):
                if taken:
                    yield from self._more(known, this)
                return
        if not taken and name in self.last and this.answers(self.last[name]):
            yield this
        elif not taken:
            self._nearly = [*self._nearly[-7:], this]
        else:
            nearly, self._nearly = [first for first in self._nearly if this.answers(first)], []
            yield from sorted(nearly, key=lambda first: first.verdict.margin)[-1:]
            if name in self._open:
                yield self._open.pop(name)
            yield from self._attribute(this)

    def _attribute(self, this: OngoingSignal) -> Iterator[OngoingSignal]:
        """Yield the signal if its player is clear, else keep it waiting for further cuts."""
        this = replace(this, verdict=self._whose(this))
        if this.verdict.player is not None:
            yield this
        else:
            self._open[this.name] = this

    def _whose(self, this: OngoingSignal) -> NoiseVerdict:
        """Return the verdict with the player, or with candidates if the player is not clear.

        A noise that follows another player's makes a trade. The player then also counts as unclear if the two players
        are not likely enough together.
        """
        found = this.verdict.by(self._who)
        before, player = self.last.get(this.name), found.player
        theirs = before.verdict.player if before is not None and this.follows(before) else None
        if before is None or player is None or theirs is None or theirs == player:
            return found
        if found.chances[player] * before.verdict.chances.get(theirs, 0.0) >= self._who["both"]:
            return found
        return replace(found, player=None, candidates=tuple(dict.fromkeys((*found.fitting(self._who), theirs))))

    def _more(self, signals: dict[str, OngoingSignal], this: OngoingSignal) -> Iterator[OngoingSignal]:
        """Add a cut to a signal; yield the signal if it was waiting and its player is clear now.

        Args:
            signals: The signals that are waiting, or those already reported, by name.
            this: The cut.
        """
        found = signals.pop(this.name).with_cuts(this)
        if signals is self.last:
            signals[this.name] = found
        else:
            yield from self._attribute(found)

    def late(self, block: int) -> list[OngoingSignal]:
        """Return the signals that have waited for 0.8 s and are reported without a player now."""
        waited = [
            name for name, told in self._open.items() if block - told.cuts[0][0].stop >= _SHARED_NOISE_WAIT_BLOCKS
        ]
        return self._new(self._open.pop(name) for name in waited)

    def _new(self, signals: Iterable[OngoingSignal]) -> list[OngoingSignal]:
        """Return those signals that do not continue a signal that is on; the others extend that signal."""
        return [this for this in signals if not self._goes_on(this)]

    def _goes_on(self, this: OngoingSignal) -> bool:
        if any(name != this.name and this.span.shares(self.last[name].span) > _SAME_SHARE for name in self.on):
            return True
        before = self.last.get(this.name) if this.name in self.on else None
        if before is None or None is this.verdict.player or this.verdict.player != before.verdict.player:
            return False
        self.last[this.name] = before.with_cuts(this)
        return True

    def begin(self, signal: OngoingSignal) -> None:
        self.on = [*dict.fromkeys([*self.on, signal.name])]
        self.last[signal.name] = signal

    def ended_signals(self, block: int) -> list[str]:
        """Return the names of the signals that are over at this block, after ``release`` blocks without their sound."""
        return [name for name in self.on if block - self.last[name].span.stop > self.release]
