"""Single keys: from a terminal without Enter, from a pipe one after the other."""

from __future__ import annotations

import contextlib
import io
import os
import sys

import pytest

from companion.terminal.drill_display import SingleKeys
from companion.words import say
from companion.words.messages import languages


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo terminal is not there on Windows")
def test_a_key_counts_at_once_and_the_terminal_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    import pty
    import termios

    hand, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        before = termios.tcgetattr(stdin)
        with contextlib.suppress(RuntimeError), SingleKeys() as keys:
            assert keys.interactive
            assert keys.read(0.01) == ""
            os.write(hand, b"3\t")
            assert keys.read(5.0) == "3"
            assert keys.read(5.0) == "\t"
            raise RuntimeError("the drill fails")
        assert termios.tcgetattr(stdin) == before
    os.close(hand)


@pytest.mark.parametrize("language", languages())
def test_the_keys_that_consent_is_asked_with_are_understood(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = say("practice.keep", language, n=1, name="Ann", what=["cow"])
    yes, no = asked.rpartition("[")[2].rstrip("]").split("/")
    monkeypatch.setattr(sys, "stdin", io.StringIO(yes + yes.upper() + no))
    with SingleKeys() as keys:
        assert [keys.agrees(0.0) for _ in range(4)] == [True, True, False, False]


def test_a_pipe_gives_its_letters_and_then_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("5\n"))
    with SingleKeys() as keys:
        assert not keys.interactive
        assert [keys.read() for _ in range(4)] == ["5", "\n", "", ""]


def test_no_input_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with SingleKeys() as keys:
        assert keys.read() == ""
