"""The terminal at the table: questions with numbers, answers in words, help of the game at hand, a whole prompt."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from companion.clock import ManualClock
from companion.events import Phrase
from companion.referee.desk_registry import header, match_of
from companion.referee.match import Match
from companion.rules.face_off.state import Phase
from companion.sitting.table_sitting import TableSitting, table_of
from companion.terminal.console import QuestionPrompts, TypedLines, help_of
from companion.words import say

NAMES = ["Ann", "Ben", "Cleo"]


def match(game: str = "face-off", names: list[str] = NAMES, **values: Any) -> Match:
    options: dict[str, Any] = {"cards": "physical", "suits": ["ruby", "pearl", "jade"]} if game == "face-off" else {}
    made = match_of(header(game, names, {**options, **values}, 7, "en"), None)
    made.begin()
    return made


class Terminal:
    """A sitting with what is typed and what is printed."""

    def __init__(self, made: Match, language: Any = "en") -> None:
        self.table: TableSitting = table_of(made, ManualClock(1.0))
        self.lines: list[str] = []
        self.sitting = self.table.sitting
        self.sitting.observers.add(QuestionPrompts(self.sitting, language, self.lines.append))
        self.language = language

    def type(self, *texts: str) -> None:
        for text in texts:
            keys = TypedLines(iter([text]), self.sitting, self.language)
            keys.start()
            keys.join(5)
            self.sitting.pump()
            self.sitting.pump()


def test_a_question_is_printed_once_with_numbers_and_answered_by_one() -> None:
    made = match()
    terminal = Terminal(made)
    made.fold(Phrase(onset=-10, decided=0, text="face off", kind="shout"))  # the dealer's call opens the hand
    terminal.sitting.take(Phrase(onset=1, decided=1, text="face off", kind="shout"))
    terminal.sitting.pump()
    assert terminal.lines == ["  ? Who has won?  1 Ann  2 Ben  3 Cleo  4 nobody: play on"]
    terminal.type("trade Ann Ben 1")
    assert len(terminal.lines) == 1
    terminal.type("2")
    assert terminal.lines[1] == "  ? Ben has won: with which gem?  1 ruby  2 pearl  3 jade  4 somebody else"
    terminal.type("Perle")  # in either language
    assert made.state.phase is Phase.CLAIM
    terminal.type("ja")
    assert made.state.scores == (0, 60, 0)
    terminal.type("C")
    assert (made.state.hand, made.state.signal_set) == (2, "C")


def test_german_from_the_win_to_the_next_hand() -> None:
    made = match()
    terminal = Terminal(made, "de")
    terminal.type("Ann und Ben tauschen 3", "gewonnen", "Ann", "Rubin", "stimmt", "weiter D")
    assert (made.state.hand, made.state.signal_set, made.state.scores) == (2, "D", (90, 0, 0))
    assert terminal.lines[0] == "  ? Wer hat gewonnen?  1 Ann  2 Ben  3 Cleo  4 niemand: weiterspielen"
    terminal.type("rückgängig")
    assert made.state.hand == 1


def test_the_wild_thing_in_words_of_ones_own() -> None:
    made = match(advanced=True)
    terminal = Terminal(made)
    terminal.type("win Ann ruby", "yes", "yes", "B", "9 an owl that yawns")
    assert made.state.wild == "an owl that yawns"


def test_where_dice_are_due_numbers_are_dice() -> None:
    from companion.events import Roll
    from companion.facts import fact

    made = match("keep-smiling", ["Ann", "Ben"], pieces="physical")
    terminal = Terminal(made)
    terminal.sitting.take(
        Roll(onset=1, decided=1, values=(3, 0, 6), refused=fact("roll.again"), best=(3, 5, 6), source="camera")
    )
    terminal.type("2")  # the die that could not be read, not the second answer
    assert sorted(made.state.dice) == [2, 3, 6]


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_lists_what_the_game_at_hand_knows(language: Any) -> None:
    basic, advanced = help_of(match(), language), help_of(match(advanced=True), language)
    for word in ("wild Ann", "PNG" if language == "en" else "beweis"):
        assert word.casefold() not in basic.casefold()
        assert word.casefold() in advanced.casefold() or word == "PNG"
    assert ("seat 2" in basic or "gesicht 2" in basic) is False  # no camera watches
    assert "2 Ann" in help_of(match(), language, sees=True)
    real = help_of(match("keep-smiling", ["Ann", "Ben"], pieces="physical"), language)
    typed = help_of(match("keep-smiling", ["Ann", "Ben"], duel=True), language)
    assert "S G N S G S" in real
    assert "S G N S G S" not in typed
    assert ("duel" in typed.casefold(), "duel" in real.casefold()) == (True, False)


@pytest.mark.parametrize(("language", "head"), [("en", "At other times:"), ("de", "Zu anderen Zeiten:")])
def test_help_begins_with_what_can_be_typed_now(language: Any, head: str) -> None:
    made = match()
    now, later = help_of(made, language).split(head)
    trade, claim = ("trade Ann", "confirm") if language == "en" else ("tausche Ann", "bestätigen")
    assert (trade in now, claim in later) == (True, True)
    Terminal(made).sitting.command("win Ann ruby")
    now, later = help_of(made, language).split(head)
    assert (trade in later, claim in now) == (True, True)


def test_what_is_unknown_is_answered_with_the_words_of_this_game() -> None:
    from tests.wording import worded

    made = match()
    terminal = Terminal(made)
    (ruling,) = terminal.sitting.command("bananas")
    assert "win NAME GEM" in worded(ruling)
    assert "wild NAME" not in worded(ruling)
    assert "wild NAME" in worded(Terminal(match(advanced=True)).sitting.command("bananas")[0])


SCRIPT = """
import sys, threading, time
from companion.terminal.console import prompt_lines
lines, screen = prompt_lines(["Ann", "Ben"], ["trade"])
typed = []
with screen:
    def read():
        for text in lines:
            typed.append(text)
            break
    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    for k in range(6):
        time.sleep(0.4)
        print(f"ruling number {k}")
    thread.join(20)
print("typed:", typed)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_the_prompt_is_not_split_by_what_is_printed(tmp_path: Path) -> None:
    """Half a line is typed, rulings come, the rest is typed: the line is whole, each ruling stands on its own."""
    pytest.importorskip("prompt_toolkit")
    master, slave = os.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    run = subprocess.Popen([sys.executable, "-c", SCRIPT], stdin=slave, stdout=slave, stderr=slave, env=env)
    os.close(slave)
    seen = b""

    def read(until: bytes, seconds: float) -> None:
        nonlocal seen
        end = time.monotonic() + seconds
        while until not in seen and time.monotonic() < end:
            if select.select([master], [], [], 0.1)[0]:
                try:
                    seen += os.read(master, 4096)
                except OSError:
                    return
            if b"\x1b[6n" in seen:  # it asks where the cursor is
                os.write(master, b"\x1b[1;1R")
                seen = seen.replace(b"\x1b[6n", b"")

    try:
        read(b"> ", 20)
        os.write(master, b"trade Ann B")
        read(b"ruling number 5", 20)
        os.write(master, b"en\r")
        read(b"typed:", 20)
        read(b"]", 5)
    finally:
        run.kill()
        run.wait(10)
        os.close(master)
    assert b"typed: ['trade Ann Ben']" in seen
    after = seen[seen.index(b"ruling number 1") :]
    assert b"trade Ann B" in after  # the half line is shown again under what came
    assert b"Bruling" not in seen.replace(b"\r", b"").replace(b"\n", b"!")


@pytest.mark.parametrize(("language", "word"), [("en", "help"), ("en", "?"), ("de", "hilfe")])
def test_a_piped_help_says_what_can_be_typed_where_it_stands(language: str, word: str) -> None:
    command = [sys.executable, "-m", "companion", "referee", "face-off", "--players", "Ann,Ben,Cleo"]
    given = [*command, "--cards", "physical", "--no-log", "--lang", language]
    typed = f"win Ann ruby\n{word}\nconfirm\n"
    done = subprocess.run(given, input=typed, capture_output=True, text=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    before, _, after = done.stdout.partition(say("help.now", language))
    assert "confirm / deny" in after.splitlines()[1] or "bestätigen" in after.splitlines()[1]
    assert "#2" in before
    assert "#3" in after
    lines = subprocess.run(
        [*given, "--json"], input=typed, capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    assert all(line.startswith("{") for line in lines.stdout.splitlines())
    assert "confirm / deny" in lines.stderr or "bestätigen" in lines.stderr
