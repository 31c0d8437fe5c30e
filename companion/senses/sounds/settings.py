"""Thresholds of the sound sense, from calibration/sounds.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion import resources


@dataclass(frozen=True)
class Settings:
    """`hint`: log-odds from where a signal counts that nobody enrolled, by set and name; `heed`: log-odds from where a
    third network is asked about that, whose share of each signal is `third`; `spread` turns the distance
    above the threshold into confidence; `speech_caution` is added while talk is likely. For enrolled players `accept`
    is the log-odds from where a sound is theirs, with 1, 2, 3... takes of it, `accept_lift` by how much a cohort may
    raise it, `talk` what is asked more of a sound that is surely talk, by takes as well, `echo` seconds
    after our own loudspeaker in which nothing counts. A sound is also compared with takes as they would be from afar,
    where it stands less than `clear` dB out of the room in talk, and where the room echoes for `echoing` seconds in an
    echo; those in talk, from afar and in an echo ask `elsewhere` more.
    `who` tells whose of several players' takes of one signal a sound is. `personal`: how a player's takes move it."""

    hint: Mapping[str, Mapping[str, float]]
    third: Mapping[str, float]
    heed: float
    spread: float
    hysteresis: float
    hold: float
    release: float
    speech_caution: float
    wild: float
    accept: Sequence[float]
    accept_lift: float
    talk: Sequence[float]
    echo: float
    clear: float
    elsewhere: Sequence[float]
    echoing: float
    who: Mapping[str, float]
    personal: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def load(cls, values: Mapping[str, Any] | None = None) -> Settings:
        """The shipped settings, or those of `values` in the file's own shape."""
        v = values if values is not None else resources.toml("calibration/sounds.toml")
        return cls(
            hint=v["hint"], third=v["third"], **v["decision"], **v["enrolled"], who=v["who"], personal=v["personal"]
        )

    def threshold(self, name: str, active: tuple[str, ...]) -> float:
        """The hint threshold of `name` while `active` signals are candidates: its set's, or of all together."""
        return float(self.hint[self._table(active)].get(name, self.wild))

    def _table(self, active: tuple[str, ...]) -> str:
        name = "".join(sorted(_set_of(active)))
        return name if name in self.hint else "all"


def _set_of(active: tuple[str, ...]) -> set[str]:
    from companion.senses.sounds.names import SETS, WILD

    wanted = {name for name in active if name != WILD}
    return {letter for letter, names in SETS.items() if names and set(names) == wanted}
