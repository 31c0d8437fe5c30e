"""The examples run, as a stranger runs them."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion import resources
from companion.events import Signal

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def ran(name: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def cut(seconds: float, to: Path) -> Path:
    """Return the beginning of the demo's clip, half as large."""
    import cv2

    clip = cv2.VideoCapture(str(resources.path("demo/demo.mp4")))
    rate, size = clip.get(cv2.CAP_PROP_FPS), tuple(int(clip.get(k)) // 2 for k in (3, 4))
    out = cv2.VideoWriter(str(to), cv2.VideoWriter.fourcc(*"mp4v"), rate, size)
    for _ in range(int(seconds * rate)):
        out.write(cv2.resize(clip.read()[1], size, interpolation=cv2.INTER_AREA))
    out.release()
    return to


@pytest.mark.slow
def test_signals_of_a_clip(tmp_path: Path) -> None:
    lines = ran("signals_of_a_clip.py", str(cut(9.0, tmp_path / "clip.mp4"))).splitlines()
    assert len(lines) >= 2
    assert all(0.0 <= float(line.split()[0]) <= 9.0 for line in lines)


@pytest.mark.slow
def test_dice_on_a_picture(tmp_path: Path) -> None:
    import cv2

    clip = cv2.VideoCapture(str(resources.path("demo/dice.mp4")))
    clip.set(cv2.CAP_PROP_POS_FRAMES, clip.get(cv2.CAP_PROP_FRAME_COUNT) - 3)
    found, frame = clip.read()
    assert found
    cv2.imwrite(str(tmp_path / "throw.png"), frame)
    out = ran("dice_on_a_picture.py", str(tmp_path / "throw.png"), "3")
    assert [int(line.split()[0]) in range(1, 7) for line in out.splitlines() if " at " in line] == [True] * 3


def test_own_referee(capsys: pytest.CaptureFixture[str]) -> None:
    referee = runpy.run_path(str(EXAMPLES / "own_referee.py"))["referee"]

    def grin(t: float, player: str | None, name: str = "grin") -> Signal:
        return Signal(onset=t, decided=t, source="x", player=player, name=name, phase="on", confidence=1.0)

    events = [grin(1, "Ann"), grin(2, "Ben"), grin(3, "Ann", "sour"), grin(4, "Ann"), grin(5, "Ann"), grin(6, "Ben")]
    assert referee(events) == "Ann wins"
    assert "  5.00 s  Ann grins: 3" in capsys.readouterr().out
    assert referee(events[:3]) == "nobody got there"


@pytest.mark.slow
def test_a_few_tries_at_ftw_win_more_games_than_none() -> None:
    example = runpy.run_path(str(EXAMPLES / "learn_ftw.py"))
    learnt = example["learn"](4, Random(1))
    assert example["share"](learnt, 500) > example["share"]([0.0] * 4, 500) + 0.1
