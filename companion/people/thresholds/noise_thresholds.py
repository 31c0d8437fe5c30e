"""Three takes of each noise: the player's own thresholds, checked by leaving one take out; a bad take is dropped.

The shipped threshold is where a stranger's noise counts. How far each take lies over it when the others alone are
known says how surely the next one will be taken; how near the player's other noises, the room, talk and the others'
takes come says how far the threshold may go down. It goes down for noises that are made a little
otherwise each time and are like nothing else; it never goes up by takes alone, so that nobody is worse off: what comes
near is told on the sheet, and a noise that was overruled stands against its signal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.senses.sounds.enrolled_players import accepts
from companion.senses.sounds.noise_matcher import Known, NoiseMatcher, warped
from companion.senses.sounds.settings import SoundSettings
from companion.senses.sounds.sound_features import NEGATIVE, OVERRULED, NoiseProfile, NoiseTake, cohort

LEAST = 3  # takes from which on a threshold of one's own is set
ODD = 3.0  # log-odds by which one take lies behind all its fellows and is dropped


@dataclass(frozen=True)
class TakeDistances:
    """One signal on its own takes. ``margins``: log-odds of each take over the threshold, the others alone known;
    ``rival``: the highest that anything else reaches, and ``like`` which signal that is ("" for the room or talk)."""

    margins: tuple[float, ...]
    rival: float
    like: str = ""
    other: str = ""
    """Whose noise the rival is; "" for the player's own, the room or talk."""

    @property
    def worst(self) -> float:
        return min(self.margins, default=-9.0)


@dataclass(frozen=True)
class LearnedNoises:
    """``profile`` with thresholds of its own; what each signal measured; signals of which one take was dropped."""

    profile: NoiseProfile
    measured: Mapping[str, TakeDistances] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()


def distances(profile: NoiseProfile, others: Sequence[NoiseProfile]) -> Known:
    """Warped distances of everything that is compared to the player's takes, worked out once."""
    takes = [t.sound for t in profile.takes if t.kind != NEGATIVE]
    steps = [s.steps for s in takes]
    rest = [t.sound for p in (profile, *others) for t in p.takes]
    out: dict[tuple[int, int], float] = {}
    for sound in [*rest, *cohort()]:
        row = warped(sound, steps) if steps else ()
        out.update({(id(sound), id(take)): float(value) for take, value in zip(takes, row, strict=True)})
    return out


def measure(
    profile: NoiseProfile,
    name: str,
    others: Sequence[NoiseProfile],
    settings: SoundSettings,
    known: Known | None = None,
) -> TakeDistances:
    """How surely ``name`` is told from the rest, by its own takes; thresholds are those of ``profile``."""
    known = distances(profile, others) if known is None else known
    mine = profile.of(name)
    margins = []
    for take in mine if len(mine) > 1 else ():
        rest = replace(profile, takes=[t for t in profile.takes if t is not take])
        found = _matcher(rest, others, known).compare(take.sound, (name,))
        if found is not None:
            margins.append(round(accepts(found, settings) + _fewer(len(mine), settings), 3))
    whole = _matcher(profile, others, known)
    rivals = [(t.sound, t.name, "") for t in profile.takes if t.kind != OVERRULED and t.name != name]
    rivals += [(t.sound, t.name, o.player) for o in others for t in o.takes if t.kind != NEGATIVE and t.name != name]
    reached = [(accepts(m, settings), n, o) for s, n, o in rivals if (m := whole.compare(s, (name,))) is not None]
    value, like, other = max(reached, default=(-9.0, "", ""))
    return TakeDistances(tuple(margins), round(value, 3), like, other)


def _fewer(count: int, settings: SoundSettings) -> float:
    """What the threshold asks more with one take less: it is no fault of the takes."""
    accept = settings.accept
    return float(accept[min(count - 1, len(accept)) - 1] - accept[min(count, len(accept)) - 1])


def _matcher(profile: NoiseProfile, others: Sequence[NoiseProfile], known: Known) -> NoiseMatcher:
    """As the running sense has it (``Enrolled``)."""
    strange = [t.sound for o in others for t in o.takes if t.kind != NEGATIVE and t.name not in profile.signals]
    return NoiseMatcher(profile, True, [*cohort(), *strange], known)


def settle(profile: NoiseProfile, others: Sequence[NoiseProfile], settings: SoundSettings) -> LearnedNoises:
    """The profile with what its takes say of its thresholds; the shipped one stays where they say nothing."""
    plain = replace(profile, own={})
    known = distances(plain, others)
    dropped = []
    for name in plain.signals:
        odd = _odd(plain, name, others, settings, known)
        if odd is not None:
            plain = replace(plain, takes=[t for t in plain.takes if t is not odd])
            dropped.append(name)
    found = {name: measure(plain, name, others, settings, known) for name in plain.signals}
    own = {name: by for name, m in found.items() if (by := offset(m, settings)) != 0.0}
    shifted = {name: _shifted(m, own.get(name, 0.0)) for name, m in found.items()}
    return LearnedNoises(replace(plain, own=own), shifted, tuple(dropped))


def offset(m: TakeDistances, settings: SoundSettings) -> float:
    """Log-odds by which a signal's threshold is moved: 0 keeps the shipped one."""
    p = settings.personal
    if len(m.margins) < LEAST:
        return 0.0
    down = max(m.worst - p["slack"], -p["down"], m.rival + p["clear"])
    return round(min(down, 0.0), 3)


def _shifted(m: TakeDistances, by: float) -> TakeDistances:
    return replace(m, margins=tuple(round(v - by, 3) for v in m.margins), rival=round(m.rival - by, 3))


def _odd(
    profile: NoiseProfile, name: str, others: Sequence[NoiseProfile], settings: SoundSettings, known: Known
) -> NoiseTake | None:
    """The one take that is far from all the others; None where they go together, or where nothing tells which it is."""
    takes = profile.of(name)
    if len(takes) < LEAST:
        return None
    margins = measure(profile, name, others, settings, known).margins
    if len(margins) != len(takes) or min(margins) >= 0:
        return None
    worst = takes[margins.index(min(margins))]
    rest = measure(replace(profile, takes=[t for t in profile.takes if t is not worst]), name, others, settings, known)
    others_taken = sum(m > 0 for m in margins)  # with it
    return worst if rest.worst >= min(margins) + ODD and sum(m > 0 for m in rest.margins) > others_taken else None
