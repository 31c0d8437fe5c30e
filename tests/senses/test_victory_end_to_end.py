"""A rendered winner gives a synthesised victory speech to the referee's camera and microphone: the whole last act."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.needs import needs
from tests.senses.speech_synth import RATE, espeak, flite

FILES = Path(__file__).parent / "speech_data"  # made by make_speech_clips --test
COMMANDS = ["@9.6 confirm", "@9.7 evidence", "next C wild kiss"]


def referee(clip: str, log: Path) -> list[dict]:
    """Return what the command prints for the clip with its sound, as JSON values."""
    said = [sys.executable, "-m", "companion", "referee", "face-off", "--players", "Ann,Ben,Cleo", "--advanced"]
    said += ["--suits", "ruby,jade,pearl", "--dealer", "Ann", "--camera", f"{FILES / clip}=Ann"]
    said += ["--mic", str(FILES / "speech.flac"), "--log", str(log), "--json"]
    done = subprocess.run(said, input="\n".join(COMMANDS) + "\n", capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@needs("espeak-ng", "flite")
@pytest.mark.parametrize(
    ("text", "language", "chosen"), [("Signal set Charlie.", [], "C"), ("Satz Anton.", ["--lang", "de"], "A")]
)
def test_the_winner_chooses_the_next_signals_by_voice(
    text: str, language: list[str], chosen: str, tmp_path: Path
) -> None:
    said = espeak(text, "de") if language else flite(text, "rms")
    sound = np.random.default_rng(0).normal(0, 0.002, 8 * RATE)
    sound[4 * RATE : 4 * RATE + len(said)] += said
    soundfile.write(tmp_path / "said.wav", sound, RATE)
    command = [sys.executable, "-m", "companion", "referee", "face-off", "--players", "Ann,Ben,Cleo"]
    command += ["--suits", "ruby,jade,pearl", "--dealer", "Ann", "--mic", str(tmp_path / "said.wav")]
    command += ["--log", str(tmp_path / "log.sqlite"), "--json", *language]
    typed = "@0.5 win Ann ruby\n@1 confirm\n@7.9 undo\n"
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    rulings = of([json.loads(line) for line in done.stdout.splitlines()], "ruling")
    codes = [r["code"] for r in rulings]
    assert codes[codes.index("new-hand", 1) :][:2] == ["new-hand", "undone"], "once it stood for a second, it counted"
    assert rulings[codes.index("new-hand", 1)]["values"]["set"] == chosen
    assert 5.5 < rulings[codes.index("new-hand", 1)]["decided"] < 7.5


def of(events: list[dict], event: str, **values: str) -> list[dict]:
    return [e for e in events if e["type"] == event and all(e[k] == v for k, v in values.items())]


@pytest.mark.parametrize(
    ("clip", "verdict", "score"), [("talking_teeth.mp4", "teeth", 40), ("talking_no_teeth.mp4", "clean", 90)]
)
def test_from_the_shout_to_the_points(clip: str, verdict: str, score: int, tmp_path: Path) -> None:
    events = referee(clip, tmp_path / "log.sqlite")
    (shout,) = of(events, "phrase", kind="shout")
    assert shout["onset"] == pytest.approx(3.4, abs=0.3)
    (speech,) = of(events, "phrase", kind="speech")
    assert (speech["slots"]["heard"], speech["slots"]["name"], speech["slots"]["gem"]) == ("heard", "Ann", "ruby")
    assert speech["decided"] == pytest.approx(8.4, abs=0.7)
    (teeth,) = of(events, "teeth")
    assert (teeth["verdict"], teeth["player"]) == (verdict, "Ann")
    rulings = of(events, "ruling")
    codes = [r["code"] for r in rulings]
    # nothing was shown before: the dealer's call opens the hand, or asks where it was not clear whose it was
    call, *rest = [c for c in codes if c in ("opened", "opening-asked", "shout", "claim", "verdict")]
    assert call == ("opened" if shout["player"] == "Ann" else "opening-asked")
    assert rest == ["claim", "verdict"]  # the speech claims
    assert ("wild-call" in codes) == (verdict == "teeth")
    (evidence,) = of(events, "ruling", code="evidence")
    told = evidence["values"]["what"]["values"]
    assert (told["name"], told["verdict"]) == ("Ann", verdict)
    pictures = [part["values"]["n"] for part in told["shown"] if part["code"] == "evidence.pictures"]
    assert pictures == ([3] if verdict == "teeth" else [])
    assert rulings[-1]["values"]["scores"]["values"]["all"][0]["values"] == {"name": "Ann", "points": score}
    assert any(r["code"] == "new-hand" and r["values"]["set"] == "C" for r in rulings)
    kept = (tmp_path / "log.sqlite").read_bytes()
    assert b"evidence" not in kept
    assert b"PNG" not in kept
