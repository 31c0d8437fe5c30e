"""An evening by voice through a virtual microphone: a trade, a win, the next set, undo, the score, a move."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from companion.clock import MonotonicClock
from companion.events import Command, Event, Phrase, Signal, Statement
from companion.referee.desk_registry import header, match_of
from companion.rules.face_off.state import Phase
from companion.sitting.microphone_station import SoundObserver
from companion.sitting.table_sitting import TableSitting, table_of
from companion.sources.audio import Samples
from tests.needs import require
from tests.senses.pulse_server import Pulse, running_pulse
from tests.senses.speech_synth import RATE, espeak, flite

pytestmark = pytest.mark.alone
TRIES = 5  # times that somebody says it, as people do who were not heard
BREATH_S = 0.7  # from a question to its answer, as people take it
PATIENCE_S = 25.0  # until it is said again, on a machine that has other work; at once where it is asked back


@pytest.fixture(scope="module")
def pulse() -> Iterator[Pulse]:
    require("espeak-ng", "flite")
    require("pulseaudio", "paplay", "pactl", "libportaudio.so.2", "alsa-lib/libasound_module_pcm_pulse.so")
    with running_pulse() as server:
        yield server


class Evening(SoundObserver):
    """One table that listens to the virtual microphone, and somebody who speaks into it."""

    def __init__(self, folder: Path, language: str, game: str, names: list[str], **values: Any) -> None:
        self.folder, self.language = folder, language
        match = match_of(header(game, names, values, 7, language), None)
        self.game: TableSitting = table_of(match, MonotonicClock(), language=language)
        self.sitting = self.game.sitting
        self.seen: list[Event] = []
        self.sitting.observers.add(self.seen.append)
        self.sitting.go_on()
        self.sitting.begin()
        self.hears = False
        self.sitting.crew.ear("microphone", "pulse", (), join=lambda station: station.beside.append(self))
        self.sitting.crew.start()
        assert self.listen(30.0, lambda: self.hears), "no sound came from the microphone"

    def feed(self, samples: Samples, t: float, lost: float) -> tuple[Event, ...]:
        self.hears = True
        return ()

    @property
    def asked(self) -> str:
        questions = self.sitting.questions()
        return questions[0].code if questions else ""

    def listen(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            self.sitting.pump(0.05)
        return until()

    def tell(self, *events: Callable[[float], Event]) -> None:
        for event in events:
            self.sitting.take(event(self.sitting.now()))

    def say(self, text: str, until: Callable[[], bool]) -> None:
        """Say it until it has done what it should: once more where it is asked back, or nothing was heard of it."""
        voice = self.game.voice
        assert voice is not None
        asked_back = lambda: voice.heard is not None and not voice.heard.sure  # noqa: E731
        said = espeak(text, "de+f2") if self.language == "de" else flite(text, "slt")
        path = self.folder / "said.wav"
        soundfile.write(path, 0.5 * said / np.abs(said).max(), RATE)
        self.listen(BREATH_S)
        for _ in range(TRIES):
            player = threading.Thread(target=subprocess.run, args=(["paplay", str(path)],), daemon=True)
            player.start()
            self.listen(PATIENCE_S, lambda: until() or asked_back())
            if until() or self.listen(1.0, until):
                return
        told = [event for event in self.seen if isinstance(event, Statement)][-3:]
        pytest.fail(f"{text!r} did nothing; the table asks {self.asked!r}, heard {told}")


def shout(player: str | None) -> Callable[[float], Event]:
    return lambda t: Phrase(onset=t, decided=t, source="far", player=player, text="face off", kind="shout")


def signal(player: str | None) -> Callable[[float], Event]:
    return lambda t: Signal(onset=t, decided=t, source="far", player=player, name="chicken", phase="on")


SAID: dict[str, dict[str, str]] = {
    "en": {
        "trade": "Cleo.",
        "winner": "Number two.",
        "gem": "Rubies.",
        "all": "Yes, all of them.",
        "set": "Signal set Charlie.",
        "undo": "Companion, undo.",
        "other set": "Signal set Bravo.",
        "score": "Companion, score.",
        "move": "Bravo with the three.",
    },
    "de": {
        "trade": "Nummer zwei.",
        "winner": "Niemand hat gewonnen.",
        "gem": "Nummer eins.",
        "all": "Ja, alle.",
        "set": "Nummer zwei.",
        "undo": "Schiedsrichter, nimm das zurück.",
        "other set": "Nummer drei.",
        "score": "Schiedsrichter, Punktestand.",
        "move": "Berta mit der drei.",
    },
}


@pytest.mark.parametrize("language", SAID)
def test_an_evening_is_played_by_voice(language: str, pulse: Pulse, tmp_path: Path) -> None:
    said = SAID[language]
    options = {"cards": "physical", "suits": ["ruby", "pearl", "jade"], "signal_set": "A"}
    evening = Evening(tmp_path, language, "face-off", ["Ann", "Ben", "Cleo"], **options)
    match = evening.game.match
    try:
        evening.tell(shout("Ann"), signal("Ben"), signal(None))
        assert evening.asked == "whose-sound"
        evening.say(said["trade"], lambda: match.state.trades == 1)
        evening.sitting.on_typed_line("win Ben" if language == "de" else "win")
        if language == "en":
            evening.say(said["winner"], lambda: evening.asked == "which-gem")
        evening.say(said["gem"], lambda: evening.asked == "claim")
        evening.say(said["all"], lambda: match.state.phase is Phase.NEXT)
        evening.say(said["set"], lambda: match.state.hand == 2)
        first = match.state.signal_set
        evening.say(said["undo"], lambda: match.state.hand == 1)
        evening.say(said["other set"], lambda: match.state.hand == 2)
        assert match.state.signal_set != first
        told = match.last
        evening.say(
            said["score"], lambda: any(match.rulings[n].code == "score" for n in range(told + 1, match.last + 1))
        )
        assert match.state.scores == (0, 90, 0)
        spoken = [event for event in evening.seen if isinstance(event, Command) and event.source == "voice"]
        assert len(spoken) >= 6
    finally:
        evening.sitting.close(wait=10.0)


@pytest.mark.parametrize("language", SAID)
def test_a_move_of_keep_smiling_is_said(language: str, pulse: Pulse, tmp_path: Path) -> None:
    evening = Evening(tmp_path, language, "keep-smiling", ["Ann", "Ben"], pieces="physical")
    try:
        evening.sitting.on_typed_line("1 3 5")
        assert evening.game.match.needs.dice == 0
        evening.say(SAID[language]["move"], lambda: evening.game.match.needs.dice == 3)
        assert [e.text for e in evening.seen if isinstance(e, Command) and e.source == "voice"] == ["move b:3"]
    finally:
        evening.sitting.close(wait=10.0)
