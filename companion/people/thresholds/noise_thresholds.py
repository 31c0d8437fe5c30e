"""Three takes of each noise: the player's own thresholds, checked by leaving one take out; a bad take is dropped.

The shipped threshold is where a stranger's noise counts. How far each take lies over it when the others alone are
known says how surely the next one will be taken; how near the player's other noises, the room, talk and the others'
takes come says how far the threshold may go down. It goes down for noises that are made a little
otherwise each time and are like nothing else; it never goes up by takes alone, so that nobody is worse off: what comes
near is told on the sheet, and a noise that was overruled stands against its signal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.senses.sounds.enrolled_players import accepts
from companion.senses.sounds.noise_matcher import CachedDistances, NoiseMatcher, warped_distances
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import NEGATIVE, OVERRULED, NoiseProfile, NoiseTake, SoundFeatures, cohort

MIN_TAKES = 3  # takes from which on a threshold of one's own is set
UNMEASURED_LOG_ODDS = -9.0  # log-odds where nothing was measured
ODD_TAKE_LOG_ODDS = 3.0  # log-odds by which one take lies behind all its fellows and is dropped


@dataclass(frozen=True)
class TakeDistances:
    """One signal on its own takes.

    ``margins``: log-odds of each take over the threshold, the others alone known; ``rival``: the highest that anything
    else reaches, and ``like`` which signal that is ("" for the room or talk).
    """

    margins: tuple[float, ...]
    rival: float
    like: str = ""
    other: str = ""
    """Whose noise the rival is; "" for the player's own, the room or talk."""

    @property
    def worst(self) -> float:
        return min(self.margins, default=UNMEASURED_LOG_ODDS)


@dataclass(frozen=True)
class LearnedNoises:
    """``profile`` with thresholds of its own, without takes that were odd; what each signal measured."""

    profile: NoiseProfile
    measured: Mapping[str, TakeDistances]


def distances(profile: NoiseProfile, other_profiles: Sequence[NoiseProfile]) -> CachedDistances:
    """Return warped distances of everything that is compared to the player's takes, worked out once."""
    takes = [t.sound for t in profile.takes if t.kind != NEGATIVE]
    steps = [s.steps for s in takes]
    rest = [t.sound for p in (profile, *other_profiles) for t in p.takes]
    out: dict[tuple[int, int], float] = {}
    for sound in [*rest, *cohort()]:
        row = warped_distances(sound, steps) if steps else ()
        out.update({(id(sound), id(take)): float(value) for take, value in zip(takes, row, strict=True)})
    return out


@dataclass(frozen=True)
class Table:
    """Whoever plays: a player's takes are measured against the other profiles.

    ``cached_distances``: distances that were worked out before, so that each is worked out once.
    """

    other_profiles: Sequence[NoiseProfile]
    settings: SoundSettings
    cached_distances: CachedDistances

    def measure(self, profile: NoiseProfile, name: str) -> TakeDistances:
        """Return how surely ``name`` is told from the rest, by its own takes; thresholds are those of ``profile``."""
        whole = self._matcher(profile)
        rivals = [(t.sound, t.name, "") for t in profile.takes if t.kind != OVERRULED and t.name != name]
        rivals += [(s, n, o.player) for o in self.other_profiles for s, n in _signal_takes(o) if n != name]
        reached = [
            (accepts(m, self.settings), n, o) for s, n, o in rivals if (m := whole.compare(s, (name,))) is not None
        ]
        value, like, other = max(reached, default=(UNMEASURED_LOG_ODDS, "", ""))
        return TakeDistances(self._margins(profile, name), round(value, 3), like, other)

    def _margins(self, profile: NoiseProfile, name: str) -> tuple[float, ...]:
        mine = profile.of(name)
        margins = []
        for take in mine if len(mine) > 1 else ():
            found = self._matcher(_less(profile, take)).compare(take.sound, (name,))
            if found is not None:
                margins.append(round(accepts(found, self.settings) + self._fewer(len(mine)), 3))
        return tuple(margins)

    def _fewer(self, count: int) -> float:
        """Return what the threshold asks more with one take less: it is no fault of the takes."""
        accept = self.settings.accept
        return float(accept[min(count - 1, len(accept)) - 1] - accept[min(count, len(accept)) - 1])

    def _matcher(self, profile: NoiseProfile) -> NoiseMatcher:
        """Return the matcher as the running sense has it (``EnrolledPlayers``)."""
        strange = [
            sound
            for other in self.other_profiles
            for sound, name in _signal_takes(other)
            if name not in profile.signals
        ]
        return NoiseMatcher(profile, True, [*cohort(), *strange], self.cached_distances)

    def odd(self, profile: NoiseProfile, name: str) -> NoiseTake | None:
        """Return the one take that is far from all the others; None where they agree, or where nothing tells which."""
        takes = profile.of(name)
        margins = self._margins(profile, name) if len(takes) >= MIN_TAKES else ()
        if not margins or len(margins) != len(takes) or min(margins) >= 0:
            return None
        worst = takes[margins.index(min(margins))]
        rest = self._margins(_less(profile, worst), name)
        others_taken = sum(m > 0 for m in margins)  # with it
        better = (
            min(rest, default=UNMEASURED_LOG_ODDS) >= min(margins) + ODD_TAKE_LOG_ODDS
            and sum(m > 0 for m in rest) > others_taken
        )
        return worst if better else None


def _signal_takes(profile: NoiseProfile) -> list[tuple[SoundFeatures, str]]:
    """Its takes of signals; not those of other sounds."""
    return [(take.sound, take.name) for take in profile.takes if take.kind != NEGATIVE]


def _less(profile: NoiseProfile, one: NoiseTake) -> NoiseProfile:
    return replace(profile, takes=[take for take in profile.takes if take is not one])


def settle(profile: NoiseProfile, other_profiles: Sequence[NoiseProfile], settings: SoundSettings) -> LearnedNoises:
    """Return the profile with what its takes say of its thresholds; the shipped one stays where they say nothing."""
    plain = replace(profile, own={})
    table = Table(other_profiles, settings, distances(plain, other_profiles))
    for name in plain.signals:
        if (odd := table.odd(plain, name)) is not None:
            plain = _less(plain, odd)
    found = {name: table.measure(plain, name) for name in plain.signals}
    own = {name: by for name, m in found.items() if (by := offset(m, settings)) != 0.0}
    return LearnedNoises(replace(plain, own=own), {n: _shift_threshold(m, own.get(n, 0.0)) for n, m in found.items()})


def offset(m: TakeDistances, settings: SoundSettings) -> float:
    """Return log-odds by which a signal's threshold is moved: 0 keeps the shipped one."""
    p = settings.personal
    if len(m.margins) < MIN_TAKES:
        return 0.0
    down = max(m.worst - p["slack"], -p["down"], m.rival + p["clear"])
    return round(min(down, 0.0), 3)


def _shift_threshold(m: TakeDistances, by: float) -> TakeDistances:
    return replace(m, margins=tuple(round(v - by, 3) for v in m.margins), rival=round(m.rival - by, 3))
