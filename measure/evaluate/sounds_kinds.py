"""The nine kinds of noise on real recordings: told where nobody taught them, and after one take.

The folder is the shared one (`index.csv`). Untaught, each recording of an animal is a clip of its own; the networks
learned from many of them. Taught once, a recording is the take, one of each kind of the set together, and it is heard
again slower and faster over talk 10 dB under it. Recordings of other things, kept from training, must tell nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.people.lessons.noise_takes import in_talk, take
from companion.senses.sounds.settings import NOISE_SETS, RATE
from companion.senses.sounds.sound_features import TAUGHT, NoiseProfile, NoiseTake
from companion.senses.sounds.sound_sense import SoundSense
from companion.sources.audio import Samples
from measure.evaluate.sounds import Remembering, Row, hear
from models.training.voices.recordings import Recording, load

_TAUGHT: Final = 3  # recordings of a kind that are taught, in turn
_TAKE: Final = int(1.2 * RATE)  # samples of a take
_SPEEDS: Final = (0.93, 1.08)  # at which it is heard again


class ToldByKind:
    """What was told of clips, by kind and way; beside them of ``others``, which are no animals."""

    def __init__(self, others: list[Samples], progress: Callable[[str], None]) -> None:
        self.net, self._others, self._progress = Remembering(), others, progress
        self.told: dict[str, dict[str, list[str]]] = {
            n: defaultdict(list) for names in NOISE_SETS.values() for n in names
        }

    def hear(self, who: SoundSense, way: str, clips: Mapping[str, list[Samples]]) -> None:
        """Hear the clips of the kinds in play, all of them at once."""
        self._progress(f"{way}: {', '.join(clips)}")
        active = tuple(clips)
        false = [self._first(who, one, active) for one in self._others] if clips else []
        for name in active:
            self.told[name][way] += [self._first(who, one, active) for one in clips[name]]
            self.told[name][f"{way} false"] += ["x" if one == name else "" for one in false]

    def _first(self, who: SoundSense, samples: Samples, active: tuple[str, ...]) -> str:
        self.net.forget()
        result = hear(Row(Path(), "", None), who, active, samples)
        return result.told[0][0] if result.told else ""


def evaluate(folder: Path, progress: Callable[[str], None] = lambda name: None) -> dict[str, Any]:
    """Return for each kind, ``untaught`` and ``taught_once``: clips, told right, told as another, others told as it."""
    recordings = load(folder)
    heard = ToldByKind([_plain(one) for one in recordings if one.held and one.group.startswith("other")], progress)
    sense, taught = (SoundSense("clip", net=heard.net) for _ in range(2))
    for active in NOISE_SETS.values():
        kinds = {name: [_plain(r) for r in recordings if r.label == name] for name in active}
        heard.hear(sense, "untaught", kinds)
        for k in range(_TAUGHT):
            shown = {name: clips[k] for name, clips in kinds.items() if k < len(clips)}
            taught.know(_taught(shown, heard.net))
            heard.hear(taught, "taught_once", {name: _again(x) for name, x in shown.items()})
    return {
        name: {way: _row(name, told, way) for way in ("untaught", "taught_once")} for name, told in heard.told.items()
    }


def _plain(recording: Recording) -> Samples:
    return recording.samples.astype(np.float32)


def _taught(shown: dict[str, Samples], net: Remembering) -> list[NoiseProfile]:
    takes = [NoiseTake(name, TAUGHT, take(samples[:_TAKE], net)) for name, samples in shown.items()]
    return [NoiseProfile("Ann", takes, net.version)] if takes else []


def _again(samples: Samples) -> list[Samples]:
    """Return the recording at other speeds over talk."""
    at, last = np.arange(len(samples)), len(samples) - 1
    return [in_talk(np.interp(np.arange(0, last, s), at, samples).astype(np.float32)) for s in _SPEEDS]


def _row(name: str, lists: dict[str, list[str]], way: str) -> dict[str, int]:
    told, false = lists[way], lists[f"{way} false"]
    wrong = sum(one not in ("", name) for one in told)
    return {
        "clips": len(told),
        "right": told.count(name),
        "another": wrong,
        "false": false.count("x"),
        "of": len(false),
    }
