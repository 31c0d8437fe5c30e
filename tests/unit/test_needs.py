"""Every program that a test asks for stands in the one list that ``./run test`` installs from."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import needs

TESTS = Path(__file__).resolve().parents[1]
ASKING = {"needs", "require", "lacking", "server"}
OPTIONAL = {"text2wave"}  # another synthesiser of the measuring scripts; no test is skipped without it


@cache
def asked(path: Path) -> tuple[str, ...]:
    """Return the names that a test file gives to ``tests/needs.py``, and those that it looks for by itself."""
    return tuple(named(path))


def named(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
            if name in ASKING or name == "which":
                yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


FILES = [p for p in TESTS.rglob("*.py") if p.name not in ("needs.py", "test_run.py", "test_needs.py")]


def test_every_tool_that_a_test_asks_for_is_installed_by_the_test_command() -> None:
    found = {name for path in FILES for name in asked(path)}
    assert {"chromium", "espeak-ng", "flite", "pulseaudio", "strace"} <= found
    assert found - OPTIONAL <= set(needs.PACKAGES)


def test_nothing_in_the_list_is_asked_for_by_nobody() -> None:
    test_rows = {row[0] for row in needs.bootstrap().SYSTEM["test"]}
    assert test_rows <= set(itertools.chain.from_iterable(asked(path) for path in FILES))


def test_what_is_missing_is_said_with_the_line_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs._SET_UP, "present", lambda thing: False)
    said = needs.lacking("pactl", "paplay", "flite")
    assert said == "needs pactl, paplay, flite: apt-get install flite pulseaudio-utils"


def test_another_name_of_a_command_and_a_plug_in_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    boot = needs.bootstrap()
    monkeypatch.setattr(boot.shutil, "which", lambda name: name if name == "google-chrome" else None)
    assert boot.present("chromium")
    monkeypatch.setattr(boot.glob, "glob", lambda pattern: [pattern] if pattern.startswith("/usr/lib64") else [])
    assert boot.present("alsa-lib/libasound_module_pcm_pulse.so")
