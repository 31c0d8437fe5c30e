"""What a wheel must hold, and what stays in a checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import COMMAND_MODULES
from tests.scripts import script

TOOL = Path(__file__).resolve().parents[2] / "tools" / "check_wheel.py"


@pytest.fixture(scope="module")
def check() -> Any:
    return script(TOOL)


@pytest.fixture
def whole(check: Any) -> set[str]:
    """Return the names of a wheel that lacks nothing."""
    licences = "tabletop_companion-0.dist-info/licenses/licenses/"
    found = {licences + f"{name}.txt" for name in ("MIT-fluentui-emoji", "BSD-pocketsphinx", "Apache-2.0")}
    return {line.removeprefix("lacks ") for line in check.lacks(found)} | found


def test_a_whole_wheel_is_whole(check: Any, whole: set[str]) -> None:
    assert {
        "companion/words/en/terms.ftl",
        "companion/words/de/typed.toml",
        "companion/_data/calibration/faces.toml",
    } <= whole
    assert "companion/_data/models/dice_detector/README.md" in whole
    assert check.lacks(whole) == []
    assert check.lacks({n for n in whole if "Apache" not in n}) == ["lacks the licence of the face networks"]
    assert "companion/_data/models/face_landmarks/model.onnx" in whole
    assert check.lacks({n for n in whole if "BSD" not in n}) == ["lacks the licence of the dictionary"]
    assert check.lacks({n for n in whole if "emoji" not in n}) == ["lacks the licence of the cards' pictures"]


@pytest.mark.parametrize(
    "name", ["measure/evaluate/dice.py", "measure/baselines/faces.py", "models/training/x.py", "tests/unit/test_x.py"]
)
def test_what_measures_stays_in_the_checkout(check: Any, whole: set[str], name: str) -> None:
    assert check.lacks(whole | {name}) == [f"should not hold {name}"]


def test_measuring_is_offered_in_a_checkout_only() -> None:
    source = "import sys; sys.modules['measure'] = None; from companion.cli import build; build(None); print('built')"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "built\n", done.stderr


def test_help_loads_no_command_and_no_network() -> None:
    loaded = loaded_by("--help")
    assert "companion.terminal.options" in loaded
    assert not loaded & {"cv2", "onnxruntime", "companion.terminal.table", "companion.terminal.referee"}


@pytest.mark.parametrize("command", sorted(set(COMMAND_MODULES) - {"record", "recordings"}))
def test_help_of_a_command_loads_no_sense_and_no_page(command: str) -> None:
    loaded = loaded_by(command)
    assert f"companion.terminal.{COMMAND_MODULES[command]}" in loaded
    assert not loaded & {"cv2", "numpy", "onnxruntime", "uvicorn"}


def loaded_by(word: str) -> set[str]:
    source = f"import sys; from companion.cli import only; only([{word!r}]); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60, check=True)
    return set(done.stdout.split())


def test_measuring_in_a_checkout() -> None:
    def offered(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "companion", *words, "-h"], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    evaluate = offered("evaluate")
    assert all(f" {name} " in evaluate for name in ("faces", "dice", "sounds", "enrolment", "speech"))
    assert "bench" in offered()
    done = subprocess.run(
        [sys.executable, "-m", "companion", "bench", "nothing"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "faces, log, rules, sounds, speech, table" in done.stderr
