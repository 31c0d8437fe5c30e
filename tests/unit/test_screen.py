"""The one filter where the terminal is written: no sign of a name or a path steers it."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.terminal.screen import CleanStream, clean_text, console

STEERING = "\x1b[2J\x1b]0;owned\x07\x9b31m\r\x08\x7f\u202e\u2066"
PACKAGE = Path(__file__).resolve().parents[2] / "companion"


def test_every_control_sign_is_written_out_and_letters_stay() -> None:
    assert clean_text("\x1b[2J") == "\\x1b[2J"
    assert not set(STEERING) & set(clean_text(STEERING)) - set("[2J]0;owned31m")
    plain = "Zoë \U0001f468\u200d\U0001f469\u200d\U0001f467\ttab\nשלום"
    assert clean_text(plain) == plain


def test_a_clean_stream_cleans_lines_too() -> None:
    below = io.StringIO()
    stream = CleanStream(below)
    assert stream.write("a\x1b") == 2
    stream.writelines(["b\x07", "c"])
    print("d\x9b", file=stream)  # type: ignore[call-overload]
    assert below.getvalue() == "a\\x1bb\\x07cd\\x9b\n"


def test_a_console_styles_and_words_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.text import Text

    below = io.StringIO()
    shown = console(file=below, force_terminal=True, color_system="standard", highlight=False)
    shown.print(Text("\x1b[8mhidden\u202e", style="bold"))
    assert "\x1b[1m" in below.getvalue()
    assert "\x1b[8m" not in below.getvalue()
    assert "\\x1b[8mhidden\\u202e" in below.getvalue()


@pytest.mark.parametrize(
    "words",
    [
        ("replay", f"no{STEERING}.sqlite"),
        ("watch", f"no{STEERING}.mp4"),
        ("profiles", "delete", f"No{STEERING}"),
        ("profiles", "export", f"No{STEERING}"),
        ("profiles", "import", f"no{STEERING}.json"),
        ("rules", "show", f"no{STEERING}"),
        ("dice", f"no{STEERING}.jpg"),
        (f"no{STEERING}",),
        ("referee", "face-off", "--players", f"Ann{STEERING},Ben"),
    ],
)
def test_no_command_writes_what_steers_a_terminal(words: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        timeout=120,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "COMPANION_DATA_FOLDER": str(tmp_path / "data"), "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
    )
    said = (done.stdout + done.stderr).decode().replace("\r\n", "\n")
    assert done.returncode != 0
    assert said
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", said), repr(said)


def test_only_the_screen_makes_consoles_and_reaches_the_stream_below() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.name != "screen.py":
            text = path.read_text("utf-8")
            assert "import Console" not in text, path
            assert not re.search(r"sys\.(__)?std(out|err)(__)?\.(buffer|write)\b|sys\.__std", text), path
