"""The sounds of the game by the names that the rules use, and thresholds from calibration/sounds.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion import resources

RATE: Final = 16000
SIGNALS: Final = ("chicken", "pig", "lamb", "turkey", "cow", "seal", "monkey", "donkey", "panting")
WILD: Final = "wild_thing"
SETS: Final[dict[str, tuple[str, ...]]] = {
    "A": ("chicken", "pig", "lamb", "turkey"),
    "B": (),
    "C": ("cow", "seal", "monkey", "donkey"),
    "D": ("panting",),
}
# Labels of the network that are no signal.
REJECTS: Final = ("speech", "laughter", "cough", "other")


def canonical(label: str) -> str | None:
    """The signal that a data set's label means, or None where it means no signal."""
    name = label.strip().lower().replace(" ", "_").replace("-", "_")
    name = resources.toml("calibration/sounds.toml")["aliases"].get(name, name)
    return name if name in SIGNALS or name == WILD else None


@dataclass(frozen=True)
class SoundSettings:
    """`hint`: log-odds from where a signal counts that nobody enrolled, by set and name; `heed`: log-odds from where a
    third network is asked about that, whose share of each signal is `third`; `unlike` is taken off where another
    sound is clearer than a signal's kin; `spread` turns the distance above the threshold into confidence;
    `speech_caution` is added while talk is likely. For enrolled players `accept`
    is the log-odds from where a sound is theirs, with 1, 2, 3... takes of it, `accept_lift` by how much a cohort may
    raise it, `talk` what is asked more of a sound that is surely talk, by takes as well, `echo` seconds
    after our own loudspeaker in which nothing counts. A sound is also compared with takes as they would be from afar,
    where it stands less than `clear` dB out of the room in talk, and where the room echoes for `echoing` seconds in an
    echo; those in talk, from afar and in an echo ask `elsewhere` more.
    `who` tells whose of several players' takes of one signal a sound is. `personal`: how a player's takes move it."""

    hint: Mapping[str, Mapping[str, float]]
    third: Mapping[str, float]
    unlike: Mapping[str, Any]
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
    def load(cls, values: Mapping[str, Any] | None = None) -> SoundSettings:
        """The shipped settings, or those of `values` in the file's own shape."""
        v = values if values is not None else resources.toml("calibration/sounds.toml")
        tables = {name: v[name] for name in ("hint", "third", "unlike", "who", "personal")}
        return cls(**tables, **v["decision"], **v["enrolled"])

    def threshold(self, name: str, active: tuple[str, ...]) -> float:
        """The hint threshold of `name` while `active` signals are candidates: its set's, or of all together."""
        wanted = set(active) - {WILD}
        table = next((letter for letter, names in SETS.items() if names and set(names) == wanted), "all")
        return float(self.hint.get(table, self.hint["all"]).get(name, self.wild))
