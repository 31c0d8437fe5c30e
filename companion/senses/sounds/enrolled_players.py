"""Compare sounds with all players' takes (recordings that teach a noise): which signal is it, and whose?

A sound is compared when it is over, or when it has lasted for 0.75 s.
"""

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
_JUDGE_ONGOING_BLOCKS = 75  # blocks after which a sound is judged while it goes on
_TOO_LATE_BLOCKS = 95  # length in blocks above which a finished sound is skipped: judged already, or too late
_MAX_COMPARED_BLOCKS = 120  # maximum blocks of a sound that are compared
_LEAD_BLOCKS = 2  # blocks kept before the onset
_SAME_SHARE, _SAME_ONGOING_SHARE = (
    0.7,
    0.9,
)  # share of their union from which two spans are one sound: of equal completeness, or one complete and one not
_HOPELESS_LOG_ODDS = 8.0  # sounds further below the threshold are not compared in other rooms (at most 5.3 is gained)
_STRANGE_DISTANCE = (
    0.7  # distance to the nearest take (``first_view``) above which a sound is skipped; 3 of 1,088 were further
)
_MAX_TALK_SOUNDS = 24  # maximum sounds of talk at this table that are kept: about its first minute


@dataclass(frozen=True)
class NoiseVerdict:
    """The signal in all players' takes that a sound matches best, and who made the sound.

    Attributes:
        sound: Features of the sound.
        match: The best match.
        margin: Log-odds of the match over its threshold; above 0 it is accepted.
        bar: The threshold, in log-odds.
        against: Log-odds against each player who may have made the sound; only their differences matter.
        player: Who made the sound; None if that is not clear.
        candidates: The player; if that is not clear, the players whom the table is asked about.
    """

    sound: SoundFeatures
    match: NoiseMatch
    margin: float
    bar: float
    against: Mapping[str, float]
    player: str | None = None
    candidates: tuple[str, ...] = ()
    strangers: frozenset[str] = frozenset()
    """Players in `against` without takes of the signal: they may have made it, but takes never name them."""

    @property
    def chances(self) -> dict[str, float]:
        """Probability that each player made the sound, 0..1, likeliest first."""
        ranked = sorted(self.against.items(), key=lambda item: item[1])
        odds = {player: math.exp(ranked[0][1] - value) for player, value in ranked}
        return {player: value / sum(odds.values()) for player, value in odds.items()}

    def fitting(self, who: Mapping[str, float]) -> tuple[str, ...]:
        """Return the players whose probability reaches ``fits`` of the table, likeliest first.

        Args:
            who: Table ``who`` of calibration/sounds.toml.
        """
        return tuple(player for player, p in self.chances.items() if p >= who["fits"])

    def by(self, who: Mapping[str, float]) -> NoiseVerdict:
        """Return the verdict with ``player`` set if one is likely enough, else with ``candidates``.

        Args:
            who: Table ``who`` of calibration/sounds.toml.
        """
        first, *_ = fitting = self.fitting(who)
        if self.chances[first] >= who["sure"] and first not in self.strangers:
            return replace(self, player=first, candidates=(first,))
        return replace(self, player=None, candidates=fitting)


def sound_of(samples: Array, net: NoiseEmbedding, heard: EmbeddedSound | None = None) -> SoundFeatures:
    """Return the features of one sound, from its first 1.2 s.

    Args:
        samples: The sound from its onset on, at 16 kHz, (n,).
        net: The networks.
        heard: Output of ``net.hear`` for the samples, if it was computed already.
    """
    samples = samples[: int(_MAX_COMPARED_BLOCKS * BLOCK_S * 16000)]
    heard = heard or net.hear(samples)
    vector = heard.embedding / (np.linalg.norm(heard.embedding) + 1e-9)
    steps = cepstra(heard.mel)
    used = max(4, round(len(samples) / 16000 / STEP_S))
    parts = [vector, net.general.describe(samples), net.tagger.describe(samples)]
    return SoundFeatures(steps[-used:], np.concatenate(parts).astype(np.float32), talk=talk(heard.logits, net.labels))


def ripe(segment: Callable[[int, int], Array], block: int, levels: LevelMeter) -> Array | None:
    """Return the samples since the sound's onset if it is over or has lasted for 0.75 s, else None.

    Args:
        segment: Function that returns the samples of the blocks from a start up to a stop.
        block: Number of the current block.
        levels: The level meter.
    """
    onset = next((o for o in levels.onsets if block - o <= _MAX_COMPARED_BLOCKS), levels.onsets[-1])
    age, quiet = block - onset, levels.quiet_blocks
    if age - quiet < 5 or (age < _JUDGE_ONGOING_BLOCKS and quiet < QUIET_BLOCKS):
        return None
    return segment(max(0, onset - _LEAD_BLOCKS), block - max(0, quiet - 2))


def _is_complete(span: SoundSpan) -> bool:
    """Return True if the sound is over or has lasted for 1.2 s, more than which is never compared."""
    return span.has_ended or span.length >= _MAX_COMPARED_BLOCKS


def _alike(one: SoundSpan, other: SoundSpan, share: float) -> bool:
    """Return True if two spans are cut out of one sound: they share at least `share` (0..1) of their union."""
    stops = [min(span.stop, span.start + _MAX_COMPARED_BLOCKS) for span in (one, other)]
    common = min(stops) - max(one.start, other.start)
    return common >= share * (max(stops) - min(one.start, other.start))


def bar(match: NoiseMatch, settings: SoundSettings) -> float:
    """Return the threshold of a match, in log-odds.

    It starts from the shipped threshold for this number of takes. It is higher if sounds that are no signal come near
    the takes, or if the sound may be talk. The player's own offset is added.
    """
    accept, talking = (values[min(match.takes, len(values)) - 1] for values in (settings.accept, settings.talk))
    return max(accept, min(match.lift, accept + settings.accept_lift)) + match.own + talking * math.sqrt(match.talk)


def accepts(match: NoiseMatch, settings: SoundSettings) -> float:
    """Return the log-odds of a match minus its threshold; the match is accepted above 0."""
    return match.score - bar(match, settings)


class EnrolledPlayers:
    """The players who have taught noises, and the comparison of sounds with their takes.

    It is False (``bool``) if nobody has taught a noise.
    """

    def __init__(
        self, profiles: Sequence[NoiseProfile], settings: SoundSettings, model: str, table: Sequence[str] = ()
    ) -> None:
        """Build a matcher for each player, and for each player's takes as they would sound in other rooms.

        Args:
            profiles: Profiles of the players.
            settings: The sound settings.
            model: Version of the networks in use.
            table: Everybody who may make a noise, also without takes; if empty, only players with takes.
        """
        self._settings, self._model, self._table = settings, model, tuple(table)
        self._taught = [profile for profile in profiles if profile.signals]
        self._room: list[SoundFeatures] = []
        self._judged: deque[SoundSpan] = deque(maxlen=32)
        self.matchers = [self._matcher(p) for p in self._taught]
        self._elsewhere = [self._rooms(p) for p in self._taught]

    def _rooms(self, profile: NoiseProfile) -> dict[int, NoiseMatcher]:
        """Return matchers for the player's takes as they would sound in other rooms.

        The keys are ``IN_TALK``, ``FROM_AFAR`` and ``IN_ECHO``.
        """
        found = {k: elsewhere(profile, k) for k in range(max((len(t.sound.beside) for t in profile.takes), default=0))}
        return {k: self._matcher(other) for k, other in found.items() if other is not None}

    def _matcher(self, profile: NoiseProfile) -> NoiseMatcher:
        """Return a matcher for the player's takes.

        Takes recorded with another version of the networks are compared by their cepstra alone. As sounds that are not
        this player's signals it gets three kinds: the shipped ones, talk heard at this table, and other players' takes
        of signals that this player did not teach.
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
        """True while talk at this table is still collected as examples of sounds that are no signal."""
        return len(self._room) < _MAX_TALK_SOUNDS

    def overhear(self, sound: SoundFeatures) -> None:
        """Add talk at this table to the sounds that are no signal; signals that it comes near get higher thresholds."""
        if self.listening and not any(sound is known for known in self._room):
            self._room.append(sound)
            for matcher in [*self.matchers, *(m for rooms in self._elsewhere for m in rooms.values())]:
                matcher.widen([sound])

    def replace(self, profile: NoiseProfile) -> None:
        """Replace the profile of one player."""
        others = [k for k, known in enumerate(self._taught) if known.player != profile.player]
        new = [profile] if profile.signals else []
        self._taught = [*(self._taught[k] for k in others), *new]
        self.matchers = [*(self.matchers[k] for k in others), *map(self._matcher, new)]
        self._elsewhere = [*(self._elsewhere[k] for k in others), *map(self._rooms, new)]

    def learn(self, player: str, verdict: NoiseVerdict, *, stands: bool) -> NoiseProfile | None:
        """Add a noise from the game to its player's takes; return the new profile, or None if it is not added.

        Args:
            player: Who made the noise.
            verdict: The verdict on the noise.
            stands: True if the play with this noise was accepted, False if the table overruled it.
        """
        for i, matcher in enumerate(self.matchers):
            if matcher.profile.player == player and verdict.match.name in matcher.names:
                new = (self._learn_confirmed if stands else self._learn_overruled)(matcher, verdict)
                if new is not None:
                    self._taught[i] = new
                    self.matchers[i], self._elsewhere[i] = self._matcher(new), self._rooms(new)
                return new
        return None

    def _learn_confirmed(self, matcher: NoiseMatcher, verdict: NoiseVerdict) -> NoiseProfile | None:
        """Return the profile with a confirmed sound added; None if the player's own takes would not have accepted it.

        This prevents wrong confirmations from changing a profile step by step.
        """
        own = matcher.compare(verdict.sound, (verdict.match.name,))
        taken = own is not None and accepts(own, self._settings) > 0
        return learn(matcher.profile, verdict.match.name, verdict.sound) if taken else None

    def _learn_overruled(self, matcher: NoiseMatcher, verdict: NoiseVerdict) -> NoiseProfile | None:
        """Return the profile with an overruled sound as a counter-example; None if a take would be rejected then.

        If it would, the noise was probably right and the play was overruled for another reason.
        """
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
        """Return the log-odds of a take over its threshold, compared with the takes in a profile; 0 if there are none.

        Args:
            profile: The profile.
            take: The take.
            name: The signal.
        """
        found = self._matcher(profile).compare(take.sound, (name,)) if profile.of(name) else None
        return 0.0 if found is None else accepts(found, self._settings)

    def __bool__(self) -> bool:
        return bool(self.matchers)

    @property
    def names(self) -> set[str]:
        """Names of the signals that some player has taught."""
        return {name for matcher in self.matchers for name in matcher.names}

    def restart(self) -> None:
        """Forget which spans were judged, because the block numbers start again from 0."""
        self._judged.clear()

    def judge(
        self,
        segment: Callable[[int, int], Array],
        net: NoiseEmbedding,
        active: Sequence[str],
        found: Sequence[SoundSpan],
        echo: float | None = None,
    ) -> tuple[SoundSpan, NoiseVerdict] | None:
        """Judge the spans that are due; return the one with the highest margin and its verdict, or None.

        A span is judged once the sound is over. A long sound is judged after 0.75 s, and again when 1.2 s were heard.

        Args:
            segment: Function that returns the samples of the blocks from a start up to a stop.
            net: The networks.
            active: Signals in play.
            found: Spans of the newest sound.
            echo: Reverberation time of the room, in seconds; None if unknown.
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
        """Return the best match of a sound and who made it; None if no signal in play was taught.

        The sound is compared with the takes as recorded and as they would sound from afar. Unless it is ``clear``, it
        is also compared with the takes as they would sound in talk; if the room echoes, also with the takes in an echo.

        Args:
            sound: Features of the sound.
            active: Signals in play.
            clear: True if the sound stands out clearly from other sounds.
            echo: Reverberation time of the room, in seconds; None if unknown.
        """
        views = embed_sounds([sound]) if any(matcher.all_views for matcher in self.matchers) else None
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
        """Yield pairs of margin and match with the takes as they would sound in other rooms, at higher thresholds.

        Args:
            sound: Features of the sound.
            active: Signals in play.
            kinds: Kinds of rooms: ``IN_TALK``, ``FROM_AFAR`` or ``IN_ECHO``.
            views: The sound's embeddings, as from ``embed_sounds``; None to compare cepstra alone.
        """
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
        """Return the verdict on a sound for the match with the highest margin.

        Args:
            sound: Features of the sound.
            found: Pairs of margin and match.
            near: Warped distances to the takes of each player.
            views: The sound's embeddings, as from ``embed_sounds``; None to compare cepstra alone.
        """
        over, best = max(found, key=lambda x: x[0])
        who, makers = self._settings.who, [m for m in self.matchers if best.name in m.names]
        views = views if all(maker.all_views for maker in makers) else None
        away = {m.profile.player: m.as_voices(best.name, sound, near[m.profile.player], views) for m in makers}
        against = {player: sum(who[view] * value for view, value in apart.items()) for player, apart in away.items()}
        strangers = self._strangers(against, best.takes)
        verdict = NoiseVerdict(
            sound, best, over, best.score - over, {**against, **strangers}, strangers=frozenset(strangers)
        ).by(who)
        mine = (m for _, m in found if (m.player, m.name) == (verdict.player, best.name))
        return replace(verdict, match=next(mine, best))

    def _strangers(self, makers: Collection[str], takes: int) -> dict[str, float]:
        """Return the log-odds against each player at the table who has no takes of the signal.

        All of them together are as likely as one player with takes whose distance is usual.

        Args:
            makers: Players with takes of the signal.
            takes: Number of takes of the best match.
        """
        strangers = [player for player in self._table if player not in makers]
        usual = self._settings.strangers[min(takes, len(self._settings.strangers)) - 1]
        return {player: usual + math.log(len(strangers)) for player in strangers}

    @staticmethod
    def _near(sound: SoundFeatures, matchers: Sequence[NoiseMatcher]) -> Iterator[tuple[NoiseMatcher, Array]]:
        """Yield each matcher with the warped distances from the sound to its takes.

        All distances are computed in one call, which takes a third of the time.
        """
        near, start = warped_distances(sound, [steps for m in matchers for steps in m.steps]), 0
        for matcher in matchers:
            yield matcher, near[start : start + len(matcher.steps)]
            start += len(matcher.steps)
