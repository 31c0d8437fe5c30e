"""Drills on the page: what the senses observe goes in, what the page shows comes out as plain JSON values.

A run lives on the server's thread. ``eyes`` and ``ears`` say what it needs; ``see`` gives whether the page must be
drawn anew; ``state`` is in the page's language.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any, Final, Protocol

from companion.events import Roll
from companion.practice.attempt import Attempt, Throw
from companion.practice.coaching import Coaching
from companion.practice.dicecheck import DiceCheck, shown
from companion.practice.drills import Note, Plan
from companion.practice.frenzy import Frenzy, News, news_text
from companion.practice.looks import Look
from companion.practice.plays import Plays
from companion.practice.poker import Poker
from companion.practice.signals import is_mixed, senses_of, shown_as
from companion.practice.terminal import poker_attempt
from companion.practice.texts import how, name_of, say
from companion.practice.trainer import Observation, Trainer
from companion.practice.wild import Taught
from companion.words import say as told

NOTES: Final = 8  # lines that are shown
KIND = {
    "hit": "good",
    "wrong": "bad",
    "late": "bad",
    "traded": "good",
    "answered": "good",
    "missed": "bad",
    "beaten": "bad",
}


class Run(Protocol):
    """One drill under way."""

    @property
    def name(self) -> str: ...

    @property
    def eyes(self) -> bool: ...

    @property
    def ears(self) -> bool: ...

    @property
    def done(self) -> bool: ...

    def see(self, seen: Observation) -> bool: ...

    def state(self, lang: str) -> dict[str, Any]: ...

    @property
    def coaching(self) -> Coaching | None: ...

    @property
    def plays(self) -> Plays | None: ...


def asked_of(signal: str, lang: str, *, mixed: bool, hidden: bool) -> dict[str, Any]:
    """A cue for the page. ``hidden``: the number alone is shown, as on a card."""
    senses = senses_of(signal)
    return {
        "signal": signal, "name": name_of(signal, lang), "how": how(signal, lang), "hidden": hidden,
        "shown": shown_as(signal, mixed=mixed, language=lang), "face": "eyes" in senses, "noise": "ears" in senses,
    }  # fmt: skip


class CueRun:
    """learn, reaction, grin and wild: cue after cue."""

    def __init__(self, name: str, plan: Plan, keep: Callable[[Attempt], None], senses: set[str]) -> None:
        self.name, self.eyes, self.ears = name, "eyes" in senses, "ears" in senses
        self._order, self._every = plan.signals, {*plan.signals, *plan.among}
        self._mixed = is_mixed(self._every)
        self._trainer = Trainer(name, plan, keep)
        self._notes: list[Note] = []
        self._step: Taught | None = None
        self._said = ""

    @property
    def done(self) -> bool:
        return self._trainer.done

    @property
    def coaching(self) -> Coaching | None:
        return self._trainer.coaching

    @property
    def plays(self) -> Plays | None:
        return self._trainer.plays

    def see(self, seen: Observation) -> bool:
        notes = self._trainer.see(seen)
        if isinstance(seen, Taught):
            self._step = seen
            return True
        if isinstance(seen, Look) and seen.said:
            self._said = seen.said
            return True
        self._notes = [*self._notes, *(n for n in notes if n.is_try)][-NOTES:]
        return bool(notes)

    def state(self, lang: str) -> dict[str, Any]:
        trainer = self._trainer
        asked, upcoming = trainer.drill.asked, trainer.drill.upcoming
        hidden = self.name == "reaction"
        legend = (
            sorted({(shown_as(s, mixed=self._mixed, language=lang), name_of(s, lang)) for s in self._every})
            if hidden
            else []
        )
        done = say("done", lang, hits=trainer.hits, tries=trainer.tries)
        return {
            "began": trainer.began,
            "asked": None if asked is None else asked_of(asked, lang, mixed=self._mixed, hidden=hidden),
            "upcoming": None if hidden else asked_of(upcoming, lang, mixed=self._mixed, hidden=False),
            "legend": legend,
            "notes": [{"kind": KIND[n.kind], "text": _note(n, lang)} for n in self._notes],
            "hits": trainer.hits, "tries": trainer.tries, "of": len(self._order),
            "summary": done if self.done else "", "teach": self._teach(lang),
        }  # fmt: skip

    def _teach(self, lang: str) -> str:
        """What the lesson of a Wild Thing asks for now; "" when it is over."""
        step = self._step
        if self._said and not self._trainer.began:
            return self._said if lang == "en" else say("teach.face", lang)
        if step is None or step.taken >= step.of:
            return ""
        again = "" if not step.reason else f"{step.reason if lang == 'en' else say('teach.again', lang)}. "
        return again + say("teach", lang, n=step.taken + 1, of=step.of)


def _note(note: Note, lang: str) -> str:
    late = "" if note.onset is None else say("late.times", lang, onset=note.onset, known=note.recognised)
    made = name_of(note.made, lang)
    return f"{name_of(note.signal, lang)}: {say(note.kind, lang, late=late, made=made)}"


class FrenzyRun:
    """A hand against bots."""

    name = "frenzy"
    plays = None

    def __init__(self, frenzy: Frenzy, senses: set[str]) -> None:
        self.frenzy = frenzy
        self.eyes, self.ears = "eyes" in senses, "ears" in senses
        self._news: list[News] = []
        self._t, self._second = 0.0, -1
        self._near: Coaching | None = None

    @property
    def done(self) -> bool:
        return self.frenzy.done

    @property
    def coaching(self) -> Coaching | None:
        return self._near

    def see(self, seen: Observation) -> bool:
        self._t = max(self._t, seen.t)
        news = self.frenzy.step(self._t, seen.signals, ready=seen.ready)
        self._news = [*self._news, *news][-NOTES:]
        near = [c for s in self.frenzy.shown.values() if (c := seen.coached(s)) is not None]
        self._near = max(near, key=lambda c: c.near, default=None)
        second = int(self.frenzy.left(self._t))
        ticked, self._second = second != self._second, second
        return bool(news) or ticked

    def state(self, lang: str) -> dict[str, Any]:
        f = self.frenzy
        bots = [{"name": n, "signal": s, "says": name_of(s, lang), "shown": f.signals.get(s, 0)}
                for n, s in sorted(f.shown.items())]  # fmt: skip
        notes = [
            {"kind": KIND.get(n.key.partition(".")[2], ""), "text": news_text(n, lang)} for n in self._news
        ]  # fmt: skip
        return {
            "began": self._second >= 0 and f.left(self._t) < f.seconds, "asked": None, "notes": notes,
            "legend": [(str(n), name_of(s, lang)) for s, n in f.signals.items()],
            "frenzy": {"left": max(0, self._second), "hand": f.hand, "pick": f.pick, "bots": bots,
                       "trades": f.trades},
            "summary": notes[-1]["text"] if self.done and notes else "",
        }  # fmt: skip


class PokerRun:
    """The victory speech without teeth, with its strip of pictures afterwards."""

    name, eyes, ears = "poker", True, False
    plays = None
    coaching = None

    def __init__(self, player: str, seconds: float, keep: Callable[[Attempt], None]) -> None:
        self.poker = Poker(seconds)
        self.done = False
        self._player, self._keep = player, keep
        self._second = -1
        self._verdict: dict[str, Any] = {}

    def see(self, seen: Observation) -> bool:
        if self.done or not isinstance(seen, Look):
            return False
        began = self.poker.began
        self.poker.see(seen)
        if self.poker.done:
            self._judge()
            return True
        second = int(self.poker.told)
        ticked, self._second = second != self._second, second
        return ticked or began is not self.poker.began

    def _judge(self) -> None:
        found = self.poker.verdict(self._player)
        start = self.poker.frames[0].t
        self.done = True
        self._verdict = {"verdict": found.verdict, "times": [round(t - start, 1) for t in found.times]}
        self._strip = [
            {"at": round(s.at, 1), "teeth": None if s.teeth is None else round(s.teeth, 2), "src": _picture(s.mouth)}
            for s in self.poker.strip()
        ]
        self.poker.frames.clear()  # the pictures that are not on the strip go now
        if found.verdict != "unseen":
            self._keep(poker_attempt(clean=found.verdict == "clean"))

    def state(self, lang: str) -> dict[str, Any]:
        out: dict[str, Any] = {"began": self.poker.began or self.done, "asked": None, "notes": [], "summary": ""}
        told = self.poker.seconds if self.done else self.poker.told
        out["poker"] = {"told": round(told, 1), "seconds": self.poker.seconds}
        if self.done:
            times = ", ".join(f"{t:.1f} s" for t in self._verdict["times"])
            out["summary"] = say(self._verdict["verdict"], lang, times=times)
            out["poker"] |= {"strip": self._strip, **self._verdict}
        else:
            out["say"] = say("speech", lang, seconds=self.poker.seconds)
        return out


def _picture(mouth: Any) -> str:
    """(h, w, 3) RGB as the address of a JPEG; "" for none."""
    if mouth is None:
        return ""
    import cv2

    data = cv2.imencode(".jpg", mouth[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
    return "data:image/jpeg;base64," + base64.b64encode(data).decode("ascii")


class DiceRun:
    """The dice check: rolls come in by ``roll``, keys by ``key``."""

    name, eyes, ears, done = "dice", True, False, False
    plays = None
    coaching = None

    def __init__(self, count: int | None, keep: Callable[[Throw], None]) -> None:
        self.count = count
        self.check = DiceCheck(keep)
        self._last: tuple[str, dict[str, str]] | None = None

    def see(self, seen: Observation) -> bool:
        return False

    def roll(self, roll: Roll) -> None:
        self.check.roll(roll)
        self._last = None

    def key(self, key: str) -> None:
        taken = self.check.key(key)
        if taken is not None:
            word = "dice.corrected" if taken.corrected else "dice.taken"
            self._last = (word, {"read": shown(taken.read), "values": shown(taken.fell)})

    def finish(self) -> None:
        """The sitting ends: what still waits is taken."""
        self.check.accept()

    def state(self, lang: str) -> dict[str, Any]:
        reading = self.check.pending
        dice: dict[str, Any] = {"values": [], "marked": 0, "why": ""}
        if reading is not None:
            dice = {"values": list(reading.values), "marked": reading.marked, "why": told(reading.why or "", lang)}
        text = "" if self._last is None else say(self._last[0], lang, **self._last[1])
        return {"began": True, "asked": None, "notes": [{"kind": "good", "text": text}] if text else [],
                "dice": dice, "summary": ""}  # fmt: skip
