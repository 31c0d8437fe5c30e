"""Parts of ``practise`` that run no drill: players, report, what to practise next, undo and forget."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.progress import track

from companion import private
from companion.config import settings
from companion.errors import BadInput, storing
from companion.facts import fact
from companion.practice.confirmed_plays import undo
from companion.practice.dice_check import card_of
from companion.practice.drill_request import DrillRequest
from companion.practice.drills import EARS_SENSE, EYES_SENSE, check_signal, name_of, of_sets
from companion.practice.report_page import page
from companion.practice.schedule import advice, reason
from companion.practice.statistics import Figures, report
from companion.practice.store import PracticeStore
from companion.terminal.screen import console
from companion.words import Language, say, term


@dataclass(frozen=True, kw_only=True)
class PractiseRequest(DrillRequest):
    """The options of one call of ``practise``."""

    camera: str
    mic: str
    lang: Language
    html: Path | None
    json_lines: bool
    add: bool | None
    hear: bool


def answer(wish: PractiseRequest, code: str, values: dict[str, Any]) -> None:
    """Print a message; in JSON mode print its values instead, or nothing if there are none."""
    if not wish.json_lines:
        print(say(code, wish.lang, name=wish.player, **values))
    elif values:
        print(json.dumps(values))


def players(store: PracticeStore, lang: Language, json_lines: bool) -> None:
    names = store.players()
    print(json.dumps({"players": names}) if json_lines else "\n".join(names) or say("report.none", lang))


def what_next(store: PracticeStore, wish: PractiseRequest) -> None:
    wanted = (check_signal(wish.signal),) if wish.signal else of_sets(wish.sets, (EYES_SENSE, EARS_SENSE))
    for a in advice(store, wish.player, wanted):
        why = say(reason(a), wish.lang)
        if wish.json_lines:
            due = None if a.due is None else a.due.astimezone().isoformat()
            print(json.dumps({"signal": a.signal, "due": due, "recall": round(a.recall, 3), "why": why}))
        else:
            print(f"{term('signal', a.signal, wish.lang):20} {why}")


def show_report(store: PracticeStore, wish: PractiseRequest) -> None:
    attempts = store.attempts(wish.player)
    shown, hidden = console(stderr=True), not sys.stderr.isatty()
    counted = track(attempts, say("report.counting", wish.lang), console=shown, transient=True, disable=hidden)
    found = report(counted, today=datetime.now().date())
    throws = store.throws(wish.player)
    if wish.html is not None:
        with storing("report.not-written", path=str(wish.html)):
            private.write(wish.html, page(wish.player, found, throws, wish.lang).encode())
    for signal, figures in found.signals.items():
        print(_line(signal, figures, found.confusion[signal], wish))
    if not wish.json_lines:
        if throws:
            card = card_of(throws)
            print(say(card.as_fact, wish.lang))
            if not card.missing:
                print(say(card.fair, wish.lang))
        if wish.html is not None:
            print(say("report.written", wish.lang, path=str(wish.html)))


def _line(signal: str, figures: Figures, confusions: dict[str, int], wish: PractiseRequest) -> str:
    """Return the line of the report about one signal, as text or JSON.

    Args:
        signal: The signal.
        figures: Its statistics.
        confusions: How often other signals were made instead, by signal.
        wish: The options of the call.
    """
    s = figures.reaction
    if wish.json_lines:
        values = {"tries": figures.tries, "hits": figures.hits, "streak": figures.streak, "made": confusions}
        return json.dumps({"signal": signal, "reaction_s": None if s is None else round(s.median, 3), **values})
    times = None if s is None else fact("report.line-times", median=s.median, low=s.low, high=s.high)
    return say(
        "report.line",
        wish.lang,
        name=name_of(signal, wish.lang),
        hits=figures.hits,
        tries=figures.tries,
        times=times,
        best=figures.best_streak,
    )


def take_back(store: PracticeStore, wish: PractiseRequest) -> None:
    added = store.last_addition(wish.player)
    if added is None:
        raise BadInput("practice.nothing-to-undo", name=wish.player)
    undo(added, settings().profiles)
    store.forget_addition(wish.player)
    answer(wish, "practice.undone", {"undone": list(added.signals)})


def forget(store: PracticeStore, wish: PractiseRequest) -> None:
    answer(wish, "practice.forgotten", {"deleted": store.delete(wish.player)})
