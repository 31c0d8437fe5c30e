"""Show a practice drill in a terminal, with a live bar of how close the signal is to its threshold; or JSON lines."""

from __future__ import annotations

import json
import sys
import time
from contextlib import ExitStack, nullcontext
from typing import Any, Final

from prompt_toolkit.input import create_input
from rich.live import Live
from rich.text import Text

from companion.errors import DeviceUnavailable
from companion.events import Event, Roll, Source
from companion.facts import Fact, fact
from companion.practice.cue_drill import CueRun
from companion.practice.dice_check import CheckSummary, DiceRun, ReportCard
from companion.practice.drill_run import DrillRun
from companion.practice.drill_sitting import drive
from companion.practice.frenzy import Frenzy
from companion.practice.poker_face import PokerFace, blocks
from companion.sitting.sitting import Sitting
from companion.terminal.screen import console
from companion.words import Language, say, term
from companion.words.typed_words import small


class SingleKeys:
    """Context manager that reads single keys without Enter, and restores the terminal at the end."""

    def __init__(self) -> None:
        self.interactive = sys.stdin is not None and sys.stdin.isatty()
        self._pressed: list[str] = []

    def __enter__(self) -> SingleKeys:
        self._screen = ExitStack()
        if self.interactive:
            self._input = create_input()
            self._screen.enter_context(self._input.raw_mode())
        return self

    def __exit__(self, *error: object) -> None:
        self._screen.close()

    def read(self, seconds: float = 0.0) -> str:
        """Return one pressed key, after waiting up to ``seconds``; "" if none was pressed or the input has ended.

        If the input is no terminal, one character is returned without waiting.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        if sys.stdin is None or sys.stdin.closed:
            return ""
        if not self.interactive:
            return sys.stdin.read(1)
        end = time.monotonic() + seconds
        while not (found := self._news()) and time.monotonic() < end:
            time.sleep(0.02)
        if found == "\x03":  # in raw mode Ctrl-C arrives as a key
            raise KeyboardInterrupt
        return found

    def _news(self) -> str:
        self._pressed += [key.data for key in self._input.read_keys()]
        return self._pressed.pop(0) if self._pressed else ""

    def agrees(self, seconds: float) -> bool:
        """Return True if the next key within ``seconds`` means yes in one of our languages."""
        return self.read(seconds).casefold() in small("yes")


BAR_CHARS: Final = 30  # width of the live bar, in characters
STOP_KEY: Final = "q"
TRY_CODES: Final = ("practice.hit", "practice.wrong", "practice.late")
VERDICT_CODES: Final = ("practice.clean", "practice.teeth", "practice.unseen")
SILENT_CODES: Final = (
    "practice.done",
    "practice.done-short",
    "practice.taught",
)  # not printed: the end, or the next fact, says the same


class DrillDisplay:
    """Shows one practice drill as sentences, or with ``json_lines`` as one line of JSON for each fact."""

    def __init__(self, language: Language, *, json_lines: bool) -> None:
        self._lang, self._json = language, json_lines
        self._console = console(highlight=False, soft_wrap=True)
        self._live: Live | None = None

    def play(self, run: DrillRun, sitting: Sitting) -> None:
        """Run the drill until it ends or its camera and microphone do, and show it.

        Raises:
            DeviceUnavailable: Nothing was seen or heard.
        """
        run.facts.add(self.tell)
        sitting.observers.add(lambda event: self._after(run, event))
        if isinstance(run, CueRun) and run.legend:
            items = [fact("practice.legend-item", card=card, signal=signal) for card, signal in run.legend]
            self.text(fact("practice.legend", items=items))
        if isinstance(run, DiceRun):
            self._dice(run, sitting)
            return
        with self._bars():
            drive(sitting, run)
        self._on_end(run)

    def _on_end(self, run: DrillRun) -> None:
        if isinstance(run, PokerFace):
            if run.verdict is None or run.verdict.verdict == "unseen":
                raise DeviceUnavailable(run.summary)
        elif not run.began:
            raise DeviceUnavailable(run.missing_source)
        if isinstance(run, CueRun):
            self.result(run.summary, ("hits", "tries", "whole"))
        elif isinstance(run, Frenzy) and self._json:
            print(json.dumps({"trades": run.trades, "hand": run.hand, "whole": run.is_done}), flush=True)

    def tell(self, message: Fact) -> None:
        """Print a fact about the drill; facts that the next one repeats are left out."""
        if message.code in VERDICT_CODES:
            if message.values["verdict"] != "unseen":  # that one is raised as an error
                self._verdict(message)
        elif self._json:
            print(json.dumps({"note": note(message), **plain(message)}), flush=True)
        elif message.code not in SILENT_CODES:
            self._print(("  " if message.code in TRY_CODES else "") + say(message, self._lang))

    def _verdict(self, message: Fact) -> None:
        if not self._json:
            self._print(say("practice.strip", self._lang))
            self._print(f"|{blocks(message.values['strip'])}|")  # type: ignore[arg-type]
        self.result(message, ("verdict", "times", "strip"))

    def result(self, message: Fact, keys: tuple[str, ...]) -> None:
        """Print the drill's result.

        Args:
            message: The result.
            keys: Names of the values to print in JSON mode.
        """
        if self._json:
            print(json.dumps({k: message.to_dict()["values"][k] for k in keys}), flush=True)
        else:
            self._print(say(message, self._lang))

    def text(self, message: Fact) -> None:
        """Print a sentence; nothing in JSON mode."""
        if not self._json:
            self._print(say(message, self._lang))

    def _print(self, line: str) -> None:
        self._console.print(Text(line))

    # The live bar

    def _bars(self) -> Any:
        """Return a context in which the live bar is shown; in JSON mode or without a terminal it shows nothing."""
        if self._json or not self._console.is_terminal:
            return nullcontext()
        self._live = Live(Text(""), console=self._console, transient=True, auto_refresh=False)
        return self._live

    def _after(self, run: DrillRun, event: Event) -> None:
        if isinstance(event, Source) and event.status in ("frozen", "offline", "off") and event.detail is not None:
            self.text(event.detail)
        if self._live is None:
            return
        line, style = "", "yellow"
        if isinstance(run, Frenzy):
            line = say(run.summary, self._lang)
        elif isinstance(run, CueRun) and run.drill.asked is not None and run.coaching is not None:
            near = run.coaching.near
            full = round(BAR_CHARS * near)
            name = term("signal", run.drill.asked, self._lang)
            line = f"{name}  [{'█' * full}{'·' * (BAR_CHARS - full)}]  {say(run.coaching.as_fact, self._lang)}"
            style = "green" if near >= 1 else style
        self._live.update(Text(line, style=style), refresh=True)

    # The dice check

    def _dice(self, run: DiceRun, sitting: Sitting) -> None:
        """Run the dice check: print one line for each throw, and read one key to correct it.

        If the input is no terminal, the keys up to Enter belong to a throw.
        """
        self.text(fact("practice.dice-keys"))
        with SingleKeys() as keys:
            if not keys.interactive:
                sitting.observers.add(lambda event: _send_keys(run, keys) if isinstance(event, Roll) else None)
            drive(sitting, run, lambda: self._press(run, keys) if keys.interactive else None)

    def _press(self, run: DiceRun, keys: SingleKeys) -> None:
        key = keys.read()
        if key == STOP_KEY:
            run.stop()
        else:
            run.key(key)

    def session(self, summary: CheckSummary) -> None:
        """Print the results of this dice check: throws, doubts and light; nothing in JSON mode."""
        for told in summary.facts:
            self.text(told)

    def card(self, card: ReportCard) -> None:
        """Print the player's results of all dice checks."""
        found = card.fairness
        if self._json:
            values = {"throws": card.throws, "corrected": card.corrected, "asked": card.asked}
            fair = {"counts": found.counts, "chi_square": found.chi_square, "p": found.p}
            print(json.dumps({**values, **fair}), flush=True)
            return
        self.text(card.as_fact)
        if not card.missing:
            most = max(found.counts)
            for face, count in enumerate(found.counts, start=1):
                self._print(f"{face} {'█' * round(30 * count / most)} {count}")
        self.text(card.fair)


def _send_keys(run: DiceRun, keys: SingleKeys) -> None:
    """Pass keys from a pipe to the drill until the throw that is waiting for them is decided."""
    while run.pending is not None and (key := keys.read()):
        run.key(key)


def note(message: Fact) -> str:
    """Return the name of a fact in JSON lines: the last part of its code without "dice-".

    "taken" replaces "corrected".
    """
    name = message.code.rpartition(".")[2].removeprefix("dice-")
    return "taken" if name == "corrected" else name


def plain(message: Fact) -> dict[str, Any]:
    """Return the values of a fact as JSON values; nested facts get their code as ``code``."""
    return {k: _plain(v) for k, v in message.values.items()}


def _plain(value: object) -> object:
    if isinstance(value, Fact):
        return {"code": value.code, **plain(value)}
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else value
