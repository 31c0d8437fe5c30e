"""The enrolled players of a table: whose takes a sound is like, once it is long enough or over."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.senses.sounds.hints import talk
from companion.senses.sounds.levels import BLOCK_S, LevelMeter
from companion.senses.sounds.noise_embedding import EmbeddedSound, NoiseEmbedding
from companion.senses.sounds.noise_matcher import (
    NoiseMatch,
    NoiseMatcher,
    add_overruled,
    elsewhere,
    embed_sounds,
    learn,
    warped_distances,
)
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import (
    FROM_AFAR,
    IN_ECHO,
    IN_TALK,
    NEGATIVE,
    STEP_S,
    NoiseProfile,
    NoiseTake,
    SoundFeatures,
    cepstra,
    cohort,
)
from companion.senses.sounds.sound_spans import QUIET_BLOCKS, SoundSpan

Array = npt.NDArray[np.float32]
_JUDGE_ONGOING_BLOCKS = 75  # blocks of sound after which it is judged though it goes on
_TOO_LATE_BLOCKS = 95  # blocks of a sound that is over from where on it was judged while it went on, or comes too late
_MAX_COMPARED_BLOCKS = 120  # blocks of a sound that are compared
_LEAD_BLOCKS = 2  # blocks kept before the onset
_SAME_SHARE, _SAME_ONGOING_SHARE = (
    0.7,
    0.9,
)  # share that two cuts have in common to be one sound: both whole, or one while it goes on
_HOPELESS_LOG_ODDS = (
    8.0  # log-odds under the threshold from where on no other room makes a sound one of the takes; 5.3 was met
)
_STRANGE_DISTANCE = (
    0.7  # usual distances to the nearest take in the first view, from where it is none; 3 of 1,088 were further
)
_MAX_TALK_SOUNDS = 24  # sounds of talk at this table that are kept: about the first minute of it


@dataclass(frozen=True)
class NoiseVerdict:
    """The best match of a sound, and whether it is accepted.

    The best match; `candidates` are the `player`, or those of whom the table may be asked where several fit equally
    (None), by the log-odds `against` each who taught it; `over` is above 0 where it is accepted.
    """

    sound: SoundFeatures
    match: NoiseMatch
    margin: float
    bar: float
    against: Mapping[str, float]
    player: str | None = None
    candidates: tuple[str, ...] = ()
    strangers: frozenset[str] = frozenset()
    """Those in `against` who have no takes of the signal: they may have made it, but are never named by takes."""

    @property
    def chances(self) -> dict[str, float]:
        """The likeliest first."""
        ranked = sorted(self.against.items(), key=lambda item: item[1])
        odds = {player: math.exp(ranked[0][1] - value) for player, value in ranked}
        return {player: value / sum(odds.values()) for player, value in odds.items()}

    def fitting(self, who: Mapping[str, float]) -> tuple[str, ...]:
        """Return those who may have made the sound, the likeliest first."""
        return tuple(player for player, p in self.chances.items() if p >= who["fits"])

    def by(self, who: Mapping[str, float]) -> NoiseVerdict:
        """Return the same verdict, with whose the sound is."""
        first, *_ = fitting = self.fitting(who)
        if self.chances[first] >= who["sure"] and first not in self.strangers:
            return replace(self, player=first, candidates=(first,))
        return replace(self, player=None, candidates=fitting)


def sound_of(samples: Array, net: NoiseEmbedding, heard: EmbeddedSound | None = None) -> SoundFeatures:
    """Return the features of one sound's samples, at most 1.2 s from its onset; ``heard``: by our network."""
    samples = samples[: int(_MAX_COMPARED_BLOCKS * BLOCK_S * 16000)]
    heard = heard or net.hear(samples)
    vector = heard.embedding / (np.linalg.norm(heard.embedding) + 1e-9)
    steps = cepstra(heard.mel)
    used = max(4, round(len(samples) / 16000 / STEP_S))
    parts = [vector, net.general.describe(samples), net.tagger.describe(samples)]
    return SoundFeatures(steps[-used:], np.concatenate(parts).astype(np.float32), talk=talk(heard.logits, net.labels))


def ripe(segment: Callable[[int, int], Array], block: int, levels: LevelMeter) -> Array | None:
    """Return the samples since the sound's onset where it has lasted long enough, or is over; None where it goes on."""
    onset = next((o for o in levels.onsets if block - o <= _MAX_COMPARED_BLOCKS), levels.onsets[-1])
    age, quiet = block - onset, levels.quiet_blocks
    if age - quiet < 5 or (age < _JUDGE_ONGOING_BLOCKS and quiet < QUIET_BLOCKS):
        return None
    return segment(max(0, onset - _LEAD_BLOCKS), block - max(0, quiet - 2))


def _is_complete(span: SoundSpan) -> bool:
    """Return whether all of it that is compared has been heard."""
    return span.has_ended or span.length >= _MAX_COMPARED_BLOCKS


def _alike(one: SoundSpan, other: SoundSpan, share: float) -> bool:
    """Return whether two cuts are of one sound: `share` of what they cover together is common to both."""
    stops = [min(span.stop, span.start + _MAX_COMPARED_BLOCKS) for span in (one, other)]
    common = min(stops) - max(one.start, other.start)
    return common >= share * (max(stops) - min(one.start, other.start))


def bar(match: NoiseMatch, settings: SoundSettings) -> float:
    """Return the log-odds from which a match is accepted.

    They are the shipped ones, or those that a cohort of strangers reaches for this signal; moved by what the player's
    own takes have shown, and higher where the sound may be talk.
    """
    accept, talking = (values[min(match.takes, len(values)) - 1] for values in (settings.accept, settings.talk))
    return max(accept, min(match.lift, accept + settings.accept_lift)) + match.own + talking * math.sqrt(match.talk)


def accepts(match: NoiseMatch, settings: SoundSettings) -> float:
    """Return how far a match is over its threshold; above 0 it is accepted."""
    return match.score - bar(match, settings)


class EnrolledPlayers:
    """All profiles of the table. False where nobody has taught a sound."""

    def __init__(
        self, profiles: Sequence[NoiseProfile], settings: SoundSettings, model: str, table: Sequence[str] = ()
    ) -> None:
        """Prepare everybody's takes.

        Args:
            profiles: What is known of each player.
            settings: Thresholds.
            model: Version of the networks that hear now.
            table: Everybody who may make a noise; who has no takes of a signal may have made it as well. Empty: only
                who has takes.
        """
        self._settings, self._model, self._table = settings, model, tuple(table)
        self._taught = [profile for profile in profiles if profile.signals]
        self._room: list[SoundFeatures] = []
        self._judged: deque[SoundSpan] = deque(maxlen=32)
        self.matchers = [self._matcher(p) for p in self._taught]
        self._elsewhere = [self._rooms(p) for p in self._taught]

    def _rooms(self, profile: NoiseProfile) -> dict[int, NoiseMatcher]:
        """Return the player's takes as they would be heard in talk, from afar and in an echo (``IN_TALK``...)."""
        found = {k: elsewhere(profile, k) for k in range(max((len(t.sound.beside) for t in profile.takes), default=0))}
        return {k: self._matcher(other) for k, other in found.items() if other is not None}

    def _matcher(self, profile: NoiseProfile) -> NoiseMatcher:
        """Return the matcher; takes heard by another version of the networks are compared by their steps alone.

        What is no signal of this player: the shipped cohort, what was heard of this room, and the others' takes of
        signals that this player did not teach.
        """
        whole = profile.model in ("", self._model)
        others = [
            take.sound
            for other in self._taught
            if other.player != profile.player
            for take in other.takes
            if take.kind != NEGATIVE and take.name not in profile.signals
        ]
        return NoiseMatcher(profile, whole, [*cohort(), *self._room, *others])

    @property
    def listening(self) -> bool:
        """Return whether talk of this table is still kept."""
        return len(self._room) < _MAX_TALK_SOUNDS

    def overhear(self, sound: SoundFeatures) -> None:
        """Learn from talk of this table, which is no signal: it raises the thresholds that it comes near."""
        if self.listening and not any(sound is known for known in self._room):
            self._room.append(sound)
            for matcher in [*self.matchers, *(m for rooms in self._elsewhere for m in rooms.values())]:
                matcher.widen([sound])

    def replace(self, profile: NoiseProfile) -> None:
        """Set what is known of one player; the others stay as they are."""
        others = [k for k, known in enumerate(self._taught) if known.player != profile.player]
        new = [profile] if profile.signals else []
        self._taught = [*(self._taught[k] for k in others), *new]
        self.matchers = [*(self.matchers[k] for k in others), *map(self._matcher, new)]
        self._elsewhere = [*(self._elsewhere[k] for k in others), *map(self._rooms, new)]

    def learn(self, player: str, verdict: NoiseVerdict, *, stands: bool) -> NoiseProfile | None:
        """Return the player's profile after a play that stood or was overruled; None if nothing is learned."""
        for i, matcher in enumerate(self.matchers):
            if matcher.profile.player == player and verdict.match.name in matcher.names:
                new = (self._learn_confirmed if stands else self._learn_overruled)(matcher, verdict)
                if new is not None:
                    self._taught[i] = new
                    self.matchers[i], self._elsewhere[i] = self._matcher(new), self._rooms(new)
                return new
        return None

    def _learn_confirmed(self, matcher: NoiseMatcher, verdict: NoiseVerdict) -> NoiseProfile | None:
        """Only what the takes accept by themselves is learned, so wrong confirmations cannot drag a profile away."""
        own = matcher.compare(verdict.sound, (verdict.match.name,))
        taken = own is not None and accepts(own, self._settings) > 0
        return learn(matcher.profile, verdict.match.name, verdict.sound) if taken else None

    def _learn_overruled(self, matcher: NoiseMatcher, verdict: NoiseVerdict) -> NoiseProfile | None:
        """None where a taught take would be lost by it: then it was not the noise that was wrong."""
        name, old = verdict.match.name, matcher.profile
        new = add_overruled(old, name, verdict.sound)
        for take in old.of(name):
            rest = [t for t in old.takes if t is not take]
            with_it = [t for t in new.takes if t is not take]
            before, after = (replace(old, takes=rest), replace(new, takes=with_it))
            if self._takes(before, take, name) >= 0 > self._takes(after, take, name):
                return None
        return new

    def _takes(self, profile: NoiseProfile, take: NoiseTake, name: str) -> float:
        """How far a take is over the threshold when only this profile is known; 0 where nothing is left to compare."""
        found = self._matcher(profile).compare(take.sound, (name,)) if profile.of(name) else None
        return 0.0 if found is None else accepts(found, self._settings)

    def __bool__(self) -> bool:
        return bool(self.matchers)

    @property
    def names(self) -> set[str]:
        """Signals that takes decide about."""
        return {name for matcher in self.matchers for name in matcher.names}

    def restart(self) -> None:
        """Count the blocks anew: nothing that was judged is still around."""
        self._judged.clear()

    def judge(
        self,
        segment: Callable[[int, int], Array],
        net: NoiseEmbedding,
        active: Sequence[str],
        found: Sequence[SoundSpan],
        echo: float | None = None,
    ) -> tuple[SoundSpan, NoiseVerdict] | None:
        """Return the surest verdict on sounds that can be judged now and were not yet.

        Each is judged when it is over, one that goes
        on when it is long enough and once more when nothing that follows would be compared. `echo`: of the room, s.
        """
        verdicts: list[tuple[SoundSpan, NoiseVerdict]] = []
        for span in found:
            if not self._due(span):
                continue
            self._judged.append(span)
            start = max(0, span.start - _LEAD_BLOCKS)
            samples = segment(start, min(span.stop, start + _MAX_COMPARED_BLOCKS))
            heard = net.hear(samples)
            if (
                not self.listening
                and min(matcher.first_view(heard.embedding) for matcher in self.matchers) > _STRANGE_DISTANCE
            ):
                continue
            clear = span.clear > self._settings.clear
            verdict = self.verdict(sound_of(samples, net, heard), active, clear, echo)
            verdicts += [(span, verdict)] if verdict is not None else []
        return max(verdicts, key=lambda x: x[1].margin, default=None)

    def _due(self, span: SoundSpan) -> bool:
        whole = _is_complete(span)
        if span.length < _JUDGE_ONGOING_BLOCKS if not whole else span.has_ended and span.length > _TOO_LATE_BLOCKS:
            return False
        return not any(
            _alike(span, known, _SAME_SHARE if whole == _is_complete(known) else _SAME_ONGOING_SHARE)
            for known in self._judged
        )

    def verdict(
        self, sound: SoundFeatures, active: Sequence[str], clear: bool = True, echo: float | None = None
    ) -> NoiseVerdict | None:
        """Return who taught something like `sound`; players whose takes of it are about as near share it.

        It is also compared with what the takes would be from afar, where it does not stand out of the room `clear`ly in
        talk, and in an echo where the room has one.
        """
        views = embed_sounds([sound]) if any(matcher.whole for matcher in self.matchers) else None
        found: list[tuple[float, NoiseMatch]] = []
        near: dict[str, Array] = {}
        for matcher, away in self._near(sound, self.matchers):
            near[matcher.profile.player] = away
            if (match := matcher.compare(sound, active, away, views)) is not None:
                found.append((accepts(match, self._settings), match))
        if max((over for over, _ in found), default=-np.inf) > -_HOPELESS_LOG_ODDS:
            rooms = [FROM_AFAR, *([] if clear else [IN_TALK])]
            rooms += [IN_ECHO] if echo is not None and echo > self._settings.echoing else []
            found += self._matched_elsewhere(sound, active, rooms, views)
        return self._verdict_of(sound, found, near, views) if found else None

    def _matched_elsewhere(
        self, sound: SoundFeatures, active: Sequence[str], kinds: Sequence[int], views: Mapping[str, Array] | None
    ) -> Iterator[tuple[float, NoiseMatch]]:
        """Yield matches with the takes as they would be heard in rooms of these kinds, which ask more."""
        rooms = [(self._settings.elsewhere[k], m[k]) for m in self._elsewhere for k in kinds if k in m]
        for (more, _), (matcher, away) in zip(rooms, self._near(sound, [m for _, m in rooms]), strict=True):
            if (match := matcher.compare(sound, active, away, views)) is not None:
                yield accepts(match, self._settings) - more, match

    def _verdict_of(
        self,
        sound: SoundFeatures,
        found: Sequence[tuple[float, NoiseMatch]],
        near: Mapping[str, Array],
        views: Mapping[str, Array] | None,
    ) -> NoiseVerdict:
        """Return the best of the matches (how far over the threshold, match), and whose it is."""
        over, best = max(found, key=lambda x: x[0])
        who, makers = self._settings.who, [m for m in self.matchers if best.name in m.names]
        views = views if all(maker.whole for maker in makers) else None
        away = {m.profile.player: m.as_voices(best.name, sound, near[m.profile.player], views) for m in makers}
        against = {player: sum(who[view] * value for view, value in apart.items()) for player, apart in away.items()}
        strangers = self._strangers(against, best.takes)
        verdict = NoiseVerdict(
            sound, best, over, best.score - over, {**against, **strangers}, strangers=frozenset(strangers)
        ).by(who)
        mine = (m for _, m in found if (m.player, m.name) == (verdict.player, best.name))
        return replace(verdict, match=next(mine, best))

    def _strangers(self, makers: Collection[str], takes: int) -> dict[str, float]:
        """Return the log-odds against those at the table who are none of `makers`, all together as one maker."""
        strangers = [player for player in self._table if player not in makers]
        usual = self._settings.strangers[min(takes, len(self._settings.strangers)) - 1]
        return {player: usual + math.log(len(strangers)) for player in strangers}

    @staticmethod
    def _near(sound: SoundFeatures, matchers: Sequence[NoiseMatcher]) -> Iterator[tuple[NoiseMatcher, Array]]:
        """Warped distances to everybody's takes, worked out together: that is a third of the time."""
        near, start = warped_distances(sound, [steps for m in matchers for steps in m.steps]), 0
        for matcher in matchers:
            yield matcher, near[start : start + len(matcher.steps)]
            start += len(matcher.steps)
