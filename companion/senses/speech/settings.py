"""Settings of speech recognition, from calibration/speech.toml: the sentence, its words, thresholds and times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion import resources

NAME_SLOT, GEM_SLOT = "NAME", "GEM"
Language: TypeAlias = str  # name of a folder in companion/words; ``sentence`` has the victory speech's other languages


@dataclass(frozen=True)
class SpeechSettings:
    """The values of calibration/speech.toml, which explains each one; times in seconds, shares in 0..1."""

    words: tuple[str, ...]
    needed: frozenset[str]
    heard: float
    partly: float
    longest: float
    shortest: float
    silence: float
    pause: float
    look: float
    watch: float
    watched: float
    word: float
    quickest: float
    after: float
    longest_gap: float
    gems: Mapping[str, tuple[str, ...]]
    decoys: Mapping[str, tuple[str, ...]]
    align: Mapping[str, float]
    sentence: Mapping[str, Mapping[str, Any]]
    answers: Mapping[str, Any]
    commands: Mapping[str, float]
    vosk: Mapping[str, Any]
    shout: Mapping[str, float]
    proof: Mapping[str, Any]
    teeth: Mapping[str, float]

    @classmethod
    def load(cls, values: Mapping[str, Any] | None = None) -> SpeechSettings:
        """Return the settings from ``values``, which are structured like the file; None loads the shipped file."""
        v = values if values is not None else resources.toml("calibration/speech.toml")
        speech = dict(v["speech"])
        return cls(
            words=tuple(speech.pop("words")),
            needed=frozenset(speech.pop("needed")),
            gems={gem: tuple(spoken) for gem, spoken in v["gems"].items()},
            decoys={word: tuple(dict.fromkeys(others)) for word, others in v["decoys"].items()},
            **{
                table: v[table]
                for table in ("align", "sentence", "answers", "commands", "vosk", "shout", "proof", "teeth")
            },
            **speech,
        )
