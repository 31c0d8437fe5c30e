"""The speech sense on labelled sound files: heard, name and gem right, false accepts, delays, shouts."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.events import Phrase
from companion.senses.speech.keyword_spotter import ShoutListener
from companion.senses.speech.phrase_detector import SHOUT_PHRASE, WILD_PHRASE
from companion.senses.speech.recogniser import RATE
from companion.senses.speech.settings import Language, SpeechSettings
from companion.senses.speech.speech_sense import SpeechSense
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from companion.sources.audio_files import read
from measure.evaluate.shouts import PairFigures, ShoutFigures, found_in, share, shares, spread
from measure.evaluate.speech_labels import Row, read_index

_BLOCK = RATE // 10


def gems_of(row: Row, count: int, settings: SpeechSettings) -> tuple[str, ...]:
    """Return a hand as it is played: as many gems as players, the one that is said among them, the same every time."""
    rng = random.Random(row.path.name)
    said = row.gem or rng.choice(sorted(settings.gems))
    return (said, *rng.sample([gem for gem in sorted(settings.gems) if gem != said], count - 1))


def phrases_of(
    path: Path,
    names: tuple[str, ...],
    recogniser: SphinxRecogniser,
    settings: SpeechSettings,
    language: Language = "en",
    gems: tuple[str, ...] = (),
) -> tuple[list[Phrase], float, float]:
    """Return the phrases heard in a file fed in blocks, its seconds, and the computing seconds of the slowest block."""
    sense = SpeechSense(path.name, names, recogniser, settings, language=language, gems=gems)
    samples = read(path)
    out: list[Phrase] = []
    slowest = 0.0
    for k in range(0, len(samples), _BLOCK):
        since = time.process_time()
        out += sense.feed(samples[k : k + _BLOCK], k / RATE)
        slowest = max(slowest, time.process_time() - since)
    return [*out, *sense.finish()], len(samples) / RATE, slowest


@dataclass
class Figures:
    """Counts over files, grown one by one. Lists of bool: was it as it should be; lists of float: seconds."""

    heard: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))  # by the row's snr
    right: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))  # name and gem, of those heard
    by: dict[str, dict[str, list[bool]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    asked: list[bool] = field(default_factory=list)  # of those not heard: what was missing was asked for
    computing: list[float] = field(default_factory=list)  # seconds that the decision itself took
    accepted: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))  # by label
    delays: list[float] = field(default_factory=list)
    phrases: dict[str, ShoutFigures] = field(
        default_factory=lambda: {p: ShoutFigures(p) for p in (SHOUT_PHRASE, WILD_PHRASE)}
    )
    pairs: PairFigures = field(default_factory=lambda: PairFigures(SpeechSettings.load().shout["mixed"]))

    def add(self, row: Row, phrases: list[Phrase], seconds: float, computing: float = 0.0) -> None:
        """Add what was heard in one file; ``computing``: seconds that the slowest piece of its sound took."""
        speech = next((p for p in phrases if p.kind == "speech" and p.slots["heard"] == "heard"), None)
        if row.label != "speech":
            self.accepted[row.label].append(speech is not None)
        self.add_phrases(
            row, [(p.text, p.onset, p.decided) for p in phrases if p.kind in ("shout", "wild_thing")], seconds
        )
        if row.label == "speech":
            self._speech(row, speech, any(p.kind == "speech" for p in phrases))
            if speech is not None:
                self.computing.append(computing)
                self.delays += [speech.decided - row.end] if row.end is not None else []

    def _speech(self, row: Row, speech: Phrase | None, asked: bool) -> None:
        heard = speech is not None
        self.heard[row.snr].append(heard)
        if not heard:
            self.asked.append(asked)
        right = speech is not None and (speech.slots["name"], speech.slots["gem"]) == (row.name, row.gem)
        if heard:
            self.right[row.snr].append(right)
        for kind, value in (("synthesiser", row.voice.partition(":")[0]), ("room", row.room)):
            if value:
                self.by[f"heard_by_{kind}"][value].append(heard)
            if value and heard:
                self.by[f"right_of_heard_by_{kind}"][value].append(right)

    def add_phrases(self, row: Row, heard: list[tuple[str, float, float]], seconds: float) -> None:
        """(phrase, first sound, told) of all that was heard in one file."""
        for phrase, figures in self.phrases.items():
            figures.add(row, [(onset, told) for name, onset, told in heard if name == phrase], seconds)
        self.pairs.add(row, [onset for name, onset, _ in heard if name == SHOUT_PHRASE])

    def shouts_as_json(self) -> dict[str, Any]:
        return {
            "shout": {**self.phrases[SHOUT_PHRASE].as_json(), "two_by_gap_s": self.pairs.as_json()},
            "wild_thing": self.phrases[WILD_PHRASE].as_json(),
        }

    def as_json(self) -> dict[str, Any]:
        """All figures as plain values; counts beside every share."""
        return {
            "heard": shares(self.heard),
            "name_and_gem_right_of_heard": shares(self.right),
            **{kind: {k: share(v) for k, v in sorted(values.items())} for kind, values in self.by.items()},
            "not_heard_but_asked_for_the_rest": share(self.asked),
            "false_accepts": {label: share(values) for label, values in self.accepted.items()},
            "delay_after_last_word_s": spread(self.delays),
            "computing_of_the_decision_s": spread(self.computing),
            **self.shouts_as_json(),
        }


def teach(recogniser: SphinxRecogniser, row: Row, names: tuple[str, ...]) -> None:
    """Teach each name as a player says it in the warm-up, from takes/NAME/VOICE.wav beside the row's file."""
    recogniser.know(dict.fromkeys(names, ()))
    for name in names:
        takes = sorted((row.path.parent / "takes" / name).glob("*.wav"))
        own = [take for take in takes if (take.stem == row.voice) == (name == row.name)]
        if own:
            recogniser.learn(name, read(random.Random(row.path.name + name).choice(own)))


def evaluate(
    index: Path,
    names: tuple[str, ...],
    recogniser: SphinxRecogniser,
    progress: Callable[[str], None] = lambda _: None,
    language: Language = "en",
    hands: bool = False,
    taught: bool = False,
) -> dict[str, Any]:
    """Return the figures of every file of the index, heard as from a microphone.

    Raises BadInput.

    ``language``: the table's; ``hands``: each file with the gems of one hand, not with all; ``taught``: every player
    has said the own name in the warm-up (see ``teach``).
    """
    settings, figures = SpeechSettings.load(), Figures()
    for row in read_index(index):
        progress(row.path.name)
        gems = gems_of(row, len(names), settings) if hands else ()
        if taught:
            teach(recogniser, row, names)
        figures.add(row, *phrases_of(row.path, names, recogniser, settings, language, gems))
    return {"recogniser": recogniser.title, **figures.as_json()}


def evaluate_shouts(index: Path, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return the shouts alone: no recogniser runs, an hour of talk takes seconds.

    Raises BadInput, DeviceUnavailable.
    """
    settings, figures = SpeechSettings.load(), Figures()
    for row in read_index(index):
        progress(row.path.name)
        samples = read(row.path)
        figures.add_phrases(row, found_in(samples, ShoutListener(settings), _BLOCK), len(samples) / RATE)
    return figures.shouts_as_json()
