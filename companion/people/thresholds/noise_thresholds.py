"""Personal thresholds of a player's noises, from three takes (recordings) of each; an outlier take is dropped.

The shipped threshold is set for unknown players. Each take is compared with only the others, which shows how reliably
the next noise will be accepted. The player's other noises, the room, talk and other players' takes show how far the
threshold may go down. It goes down for noises that vary from take to take and are like nothing else. Takes never raise
it: noises that are too similar are reported at the end of the warm-up instead, and noises that the table overrules
become counter-examples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.senses.sounds.enrolled_players import accepts
from companion.senses.sounds.noise_matcher import CachedDistances, NoiseMatcher, warped_distances
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import NEGATIVE, OVERRULED, NoiseProfile, NoiseTake, SoundFeatures, cohort

MIN_TAKES = 3  # least takes for a personal threshold
UNMEASURED_LOG_ODDS = -9.0  # means "not measured"
ODD_TAKE_LOG_ODDS = 3.0  # log-odds below all others at which a take is dropped as an outlier


@dataclass(frozen=True)
class TakeDistances:
    """How one signal's takes compare with each other and with other sounds.

    Attributes:
        margins: Log-odds of each take over the threshold when compared with only the others.
        rival: Highest log-odds over the threshold that any other sound reaches.
        like: Signal of that sound; "" for the room or talk.
    """

    margins: tuple[float, ...]
    rival: float
    like: str = ""
    other: str = ""
    """Player whose noise the rival is; "" for the player's own, the room or talk."""

    @property
    def worst(self) -> float:
        return min(self.margins, default=UNMEASURED_LOG_ODDS)


@dataclass(frozen=True)
class LearnedNoises:
    """A noise profile with personal thresholds and without outlier takes, and the measurements of each signal."""

    profile: NoiseProfile
    measured: Mapping[str, TakeDistances]


def distances(profile: NoiseProfile, other_profiles: Sequence[NoiseProfile]) -> CachedDistances:
    """Return the warped distances of all sounds to the player's takes, computed once, by pairs of ``id``.

    The sounds are the takes of all players and the shipped sounds that are no signal.
    """
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
    """Measures a player's takes against those of the other players.

    Attributes:
        other_profiles: Profiles of the other players.
        settings: The sound settings.
        cached_distances: Warped distances, as from ``distances``.
    """

    other_profiles: Sequence[NoiseProfile]
    settings: SoundSettings
    cached_distances: CachedDistances

    def measure(self, profile: NoiseProfile, name: str) -> TakeDistances:
        """Return how well the takes of signal ``name`` are told from other sounds, at the thresholds of ``profile``."""
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
        """Return by how many log-odds the threshold is higher with one take less than ``count``.

        It is added to margins, because a take compared with only the others faces that higher threshold.
        """
        accept = self.settings.accept
        return float(accept[min(count - 1, len(accept)) - 1] - accept[min(count, len(accept)) - 1])

    def _matcher(self, profile: NoiseProfile) -> NoiseMatcher:
        """Return a noise matcher set up as in a game (see ``EnrolledPlayers``)."""
        strange = [
            sound
            for other in self.other_profiles
            for sound, name in _signal_takes(other)
            if name not in profile.signals
        ]
        return NoiseMatcher(profile, True, [*cohort(), *strange], self.cached_distances)

    def odd(self, profile: NoiseProfile, name: str) -> NoiseTake | None:
        """Return the take of signal ``name`` that is unlike all others; None if there is none, or if it is unclear."""
        takes = profile.of(name)
        margins = self._margins(profile, name) if len(takes) >= MIN_TAKES else ()
        if not margins or len(margins) != len(takes) or min(margins) >= 0:
            return None
        worst = takes[margins.index(min(margins))]
        rest = self._margins(_less(profile, worst), name)
        others_taken = sum(m > 0 for m in margins)  # while the worst take is kept
        better = (
            min(rest, default=UNMEASURED_LOG_ODDS) >= min(margins) + ODD_TAKE_LOG_ODDS
            and sum(m > 0 for m in rest) > others_taken
        )
        return worst if better else None


def _signal_takes(profile: NoiseProfile) -> list[tuple[SoundFeatures, str]]:
    """Return pairs of sound and signal of the profile's takes, without recordings of the room and of talk."""
    return [(take.sound, take.name) for take in profile.takes if take.kind != NEGATIVE]


def _less(profile: NoiseProfile, one: NoiseTake) -> NoiseProfile:
    return replace(profile, takes=[take for take in profile.takes if take is not one])


def settle(profile: NoiseProfile, other_profiles: Sequence[NoiseProfile], settings: SoundSettings) -> LearnedNoises:
    """Return the profile with personal thresholds and without outlier takes, and the measurements of each signal.

    A signal keeps the shipped threshold if its takes give no reason to lower it.

    Args:
        profile: The player's profile.
        other_profiles: Profiles of the other players.
        settings: The sound settings.
    """
    plain = replace(profile, own={})
    table = Table(other_profiles, settings, distances(plain, other_profiles))
    for name in plain.signals:
        if (odd := table.odd(plain, name)) is not None:
            plain = _less(plain, odd)
    found = {name: table.measure(plain, name) for name in plain.signals}
    own = {name: by for name, m in found.items() if (by := offset(m, settings)) != 0.0}
    return LearnedNoises(replace(plain, own=own), {n: _shift_threshold(m, own.get(n, 0.0)) for n, m in found.items()})


def offset(m: TakeDistances, settings: SoundSettings) -> float:
    """Return the log-odds to add to a signal's threshold: negative to lower it, 0 to keep the shipped one."""
    p = settings.personal
    if len(m.margins) < MIN_TAKES:
        return 0.0
    down = max(m.worst - p["slack"], -p["down"], m.rival + p["clear"])
    return round(min(down, 0.0), 3)


def _shift_threshold(m: TakeDistances, by: float) -> TakeDistances:
    return replace(m, margins=tuple(round(v - by, 3) for v in m.margins), rival=round(m.rival - by, 3))
