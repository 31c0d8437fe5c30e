"""Names of the game's noises as the rules use them, and the settings in calibration/sounds.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion import resources

RATE: Final = 16000
SIGNALS: Final = ("chicken", "pig", "lamb", "turkey", "cow", "seal", "monkey", "donkey", "panting")
WILD_THING: Final = "wild_thing"
NOISE_SETS: Final[dict[str, tuple[str, ...]]] = {
    "A": ("chicken", "pig", "lamb", "turkey"),
    "B": (),
    "C": ("cow", "seal", "monkey", "donkey"),
    "D": ("panting",),
}
# Labels of the network that are not signals.
REJECT_LABELS: Final = ("speech", "laughter", "cough", "other")


def canonical(label: str) -> str | None:
    """Return the signal that a label in a data set stands for; None if it stands for no signal."""
    name = label.strip().lower().replace(" ", "_").replace("-", "_")
    name = resources.toml("calibration/sounds.toml")["aliases"].get(name, name)
    return name if name in SIGNALS or name == WILD_THING else None


@dataclass(frozen=True)
class SoundSettings:
    """The values of calibration/sounds.toml, which explains each one.

    ``accept``, ``talk`` and ``strangers`` hold one value for each number of takes of a signal, from 1 on. ``elsewhere``
    has one value for ``IN_TALK``, ``FROM_AFAR`` and ``IN_ECHO`` each.
    """

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
    strangers: Sequence[float] = (11.5, 10.6, 10.0)

    @classmethod
    def load(cls, values: Mapping[str, Any] | None = None) -> SoundSettings:
        """Return the settings from `values`, which are structured like the file; None loads the shipped file."""
        v = values if values is not None else resources.toml("calibration/sounds.toml")
        tables = {name: v[name] for name in ("hint", "third", "unlike", "who", "personal")}
        return cls(**tables, **v["decision"], **v["enrolled"])

    def threshold(self, name: str, active: tuple[str, ...]) -> float:
        """Return the log-odds from which signal `name` gives a hint without takes.

        Args:
            name: The signal.
            active: Signals in play; if they are exactly one set of the rules, that set's thresholds are used.
        """
        wanted = set(active) - {WILD_THING}
        table = next((letter for letter, names in NOISE_SETS.items() if names and set(names) == wanted), "all")
        return float(self.hint.get(table, self.hint["all"]).get(name, self.wild))
