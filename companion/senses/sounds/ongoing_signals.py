"""What taken sounds become: one signal a sound, also where another player answers with the same noise right after.

A bout of clucks by one player is one signal; it ends when nothing of it was heard for a while. The same noise by
somebody else ends it at once and is a signal of its own. Whose it is, all cuts of it say together: while they leave
that open, it waits a little for more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from companion.senses.sounds.enrolled_players import NoiseVerdict
from companion.senses.sounds.sound_spans import SoundSpan

_SAME_SHARE = 0.5  # share of the shorter of two cuts that makes them one sound
_ANSWER_BONUS_LOG_ODDS = (
    1.5  # log-odds that a noise may lack where it answers another player's same noise, or is answered by it
)
_MAX_ANSWER_GAP_BLOCKS = 200  # blocks from the end of the one to the beginning of the other
_SURE_PLAYER_PROBABILITY = 0.9  # probability that it is one player's, and the other is not
_SHARED_NOISE_WAIT_BLOCKS = 80  # blocks after the first cut for which a noise waits that may be several players'
_MAX_CUTS = 11  # cuts of a sound, beside the newest


@dataclass(frozen=True)
class OngoingSignal:
    """A signal that is on: the sound, as far as it is heard, by whom, and the `cuts` of it that were taken."""

    span: SoundSpan
    verdict: NoiseVerdict
    cuts: tuple[tuple[SoundSpan, NoiseVerdict], ...]

    @property
    def name(self) -> str:
        return self.verdict.match.name

    def is_of(self, other: OngoingSignal) -> bool:
        """Return whether it is cut out of the same sound."""
        return any(self.span.shares(span) > _SAME_SHARE for span, _ in other.cuts)

    def lasting(self, stop: int) -> OngoingSignal:
        return replace(self, span=replace(self.span, stop=max(self.span.stop, stop)))

    def with_cuts(self, more: OngoingSignal) -> OngoingSignal:
        """More of it. Whose it was it stays, though all cuts together may say otherwise."""
        cuts = (*self.cuts[-_MAX_CUTS:], *more.cuts)
        own = self.verdict.against  # whoever is taught, or goes, in the middle of a sound is left out
        against = {player: fmean(cut.against[player] for _, cut in cuts if player in cut.against) for player in own}
        return replace(self.lasting(more.span.stop), verdict=replace(self.verdict, against=against), cuts=cuts)

    def follows(self, first: OngoingSignal) -> bool:
        """Return whether it is the same noise as the first, soon after it."""
        return self.name == first.name and 0 <= self.span.start - first.span.stop < _MAX_ANSWER_GAP_BLOCKS

    def answers(self, first: OngoingSignal) -> bool:
        """Return whether it follows the first, and is surely by one player who did not make that."""
        theirs = first.verdict.chances
        two = max(chance * (1 - theirs.get(player, 0.0)) for player, chance in self.verdict.chances.items())
        return self.follows(first) and two > _SURE_PLAYER_PROBABILITY


class OngoingSignals:
    """Signals that takes have told, by name, and which are on. `release` in blocks; `who`: see SoundSettings."""

    def __init__(self, release: int, who: Mapping[str, float]) -> None:
        self.release, self._who = release, who
        self.on: list[str] = []
        self.last: dict[str, OngoingSignal] = {}  # also those that are over
        self._open: dict[str, OngoingSignal] = {}  # not told yet: it is open whose they are
        self._nearly: list[OngoingSignal] = []

    def hear(self, found: Sequence[SoundSpan]) -> None:
        """Let signals go on with the newest sounds."""
        for name in self.on:
            told = self.last[name]
            self.last[name] = told.lasting(max((s.stop for s in found if s.shares(told.span) > _SAME_SHARE), default=0))

    def tell(self, span: SoundSpan, verdict: NoiseVerdict) -> list[OngoingSignal]:
        """Return the new signals that a sound makes: it by itself, as an answer, or with one before that it answers."""
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
        """Yield it, once it is told whose it is."""
        this = replace(this, verdict=self._whose(this))
        if this.verdict.player is not None:
            yield this
        else:
            self._open[this.name] = this

    def _whose(self, this: OngoingSignal) -> NoiseVerdict:
        """Left open also where it would make a trade with the one before, and both together are not sure enough."""
        found = this.verdict.by(self._who)
        before, player = self.last.get(this.name), found.player
        theirs = before.verdict.player if before is not None and this.follows(before) else None
        if before is None or player is None or theirs is None or theirs == player:
            return found
        if found.chances[player] * before.verdict.chances.get(theirs, 0.0) >= self._who["both"]:
            return found
        return replace(found, player=None, candidates=tuple(dict.fromkeys((*found.fitting(self._who), theirs))))

    def _more(self, signals: dict[str, OngoingSignal], this: OngoingSignal) -> Iterator[OngoingSignal]:
        """Yield a further cut of a sound. One that was told stays whose it is."""
        found = signals.pop(this.name).with_cuts(this)
        if signals is self.last:
            signals[this.name] = found
        else:
            yield from self._attribute(found)

    def late(self, block: int) -> list[OngoingSignal]:
        """Return those of which it stays open whose they are."""
        waited = [
            name for name, told in self._open.items() if block - told.cuts[0][0].stop >= _SHARED_NOISE_WAIT_BLOCKS
        ]
        return self._new(self._open.pop(name) for name in waited)

    def _new(self, signals: Iterable[OngoingSignal]) -> list[OngoingSignal]:
        """Return those that are not more of one that is on."""
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
        """Return signals of which nothing was heard for so long that they are over."""
        return [name for name in self.on if block - self.last[name].span.stop > self.release]
