"""What the practice page shows of drills and of today's five minutes: JSON values with texts in the page's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.facts import Fact, fact
from companion.practice.cue_drill import CueRun
from companion.practice.dice_check import DiceRun
from companion.practice.drill_run import DrillRun
from companion.practice.drills import senses_of
from companion.practice.frenzy import Frenzy
from companion.practice.poker_face import PokerFace
from companion.practice.today import Unit, devices_of
from companion.senses.dice.verdict import without_typing
from companion.sources.picture_source import Image
from companion.sources.pixels import encode_jpeg
from companion.web.kit.page import data_url
from companion.web.practice.todays_round import TodaysRound
from companion.words import Language, say, term

NOTE_MARKS: Final = {
    "practice.hit": "good",
    "practice.wrong": "bad",
    "practice.late": "bad",
    "frenzy.traded": "good",
    "frenzy.answered": "good",
    "frenzy.missed": "bad",
    "frenzy.beaten": "bad",
    "practice.dice-taken": "good",
    "practice.dice-corrected": "good",
}
"""Fact code -> colour class of its line in the drill's list of results."""


def drill_of(run: DrillRun, notes: list[Fact], language: Language) -> dict[str, Any]:
    """Return the state of a drill as JSON values. ``notes`` are its results so far, oldest first."""
    return {
        "name": run.name,
        "eyes": run.eyes,
        "ears": run.ears,
        "done": run.is_done,
        "began": run.began,
        "asked": None,
        "notes": [_note(n, language) for n in notes],
        "summary": "",
        **_VIEWS[type(run)](run, language),
    }


def unit_shown(unit: Unit, language: Language) -> dict[str, Any]:
    """Return one short drill of today's five minutes, as JSON values: its drill, signal, name and devices."""
    name = term("signal", unit.signal, language) if unit.signal else ""
    return {"drill": unit.drill, "signal": unit.signal, "name": name, "devices": sorted(devices_of(unit))}


def round_shown(current: TodaysRound, language: Language) -> dict[str, Any]:
    """Return today's five minutes as JSON values: the units, and the index of the current one."""
    return {"at": current.at, "units": [unit_shown(unit, language) for unit in current.units]}


def is_listed(message: Fact) -> bool:
    """Return True if the page shows a fact in the drill's list of results."""
    return message.code in NOTE_MARKS or (message.code.startswith("frenzy.") and message.code != "frenzy.begin")


def _note(message: Fact, language: Language) -> dict[str, str]:
    tried = message.code.startswith("practice.") and "made" in message.values
    shown = fact("practice.tried", signal=message.values["signal"], what=message) if tried else message
    return {"kind": NOTE_MARKS.get(message.code, ""), "text": say(shown, language)}


def _cue(run: CueRun, signal: str, language: Language) -> dict[str, Any]:
    """Return a cue (a signal that a drill asks for) for the page.

    If ``hidden`` is true, the page shows only the number or word on its card, so that the player must recall the
    signal.
    """
    senses = senses_of(signal)
    return {
        "signal": signal,
        "name": term("signal", signal, language),
        "how": term("how", signal, language),
        "hidden": run.hidden,
        "shown": say(run.card(signal), language),
        "face": "eyes" in senses,
        "noise": "ears" in senses,
    }


def _cues(run: CueRun, language: Language) -> dict[str, Any]:
    asked = run.drill.asked
    return {
        "asked": None if asked is None else _cue(run, asked, language),
        "upcoming": None if run.hidden else _cue(run, run.drill.upcoming, language),
        "legend": [(say(card, language), term("signal", s, language)) for card, s in run.legend],
        "hits": run.hits,
        "tries": run.tries,
        "of": len(run.drill.plan.signals),
        "summary": say(run.summary, language) if run.is_done else "",
        "teach": say(run.teaching, language),
    }


def _frenzy(run: Frenzy, language: Language) -> dict[str, Any]:
    bots = [
        {"name": name, "signal": s, "says": term("signal", s, language), "shown": run.signals.get(s, 0)}
        for name, s in sorted(run.standing_signals.items())
    ]
    return {
        "legend": [(str(n), term("signal", s, language)) for s, n in run.signals.items()],
        "frenzy": {
            "left": int(run.remaining_s),
            "hand": run.hand,
            "pick": run.pick,
            "bots": bots,
            "trades": run.trades,
        },
        "summary": say(run.verdict, language),
    }


def _poker(run: PokerFace, language: Language) -> dict[str, Any]:
    poker: dict[str, Any] = {"told": round(run.seconds if run.is_done else run.watched_s, 1), "seconds": run.seconds}
    if run.verdict is None:
        return {"poker": poker, "say": say("practice.speech", language, seconds=run.seconds)}
    strip = [
        {"at": round(s.at, 1), "teeth": None if s.teeth is None else round(s.teeth, 2), "src": _picture(s.mouth)}
        for s in run.shots
    ]
    verdict = {"strip": strip, "verdict": run.verdict.verdict, "times": run.times}
    return {"poker": {**poker, **verdict}, "summary": say(run.summary, language)}


def _picture(mouth: Image | None) -> str:
    """Return an RGB picture, shape (h, w, 3), as the data URL of a JPEG; "" for None."""
    return "" if mouth is None else data_url(encode_jpeg(mouth[..., ::-1], mouth.shape[1], 80))


def _dice(run: DiceRun, language: Language) -> dict[str, Any]:
    reading = run.pending
    values, marked = ([], 0) if reading is None else (list(reading.values), reading.marked)
    why = "" if reading is None or reading.why is None else say(without_typing(reading.why), language)
    notes = [] if run.last is None else [_note(run.last, language)]
    counts, *more = [say(told, language) for told in run.session.facts] if run.is_done else [""]
    return {"dice": {"values": values, "marked": marked, "why": why, "came": more}, "notes": notes, "summary": counts}


_VIEWS: Final[dict[type[DrillRun], Callable[[Any, Language], dict[str, Any]]]] = {
    CueRun: _cues,
    Frenzy: _frenzy,
    PokerFace: _poker,
    DiceRun: _dice,
}
