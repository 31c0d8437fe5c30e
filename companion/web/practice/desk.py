"""The practice page's state: who practises, the drill that runs, progress. Everything runs on the server's thread."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from companion.clock import Clock
from companion.config import settings, writable
from companion.errors import BadInput, CompanionError
from companion.events import Roll
from companion.practice.attempt import Attempt, Throw
from companion.practice.dicecheck import card_of, card_text
from companion.practice.frenzy import Frenzy
from companion.practice.order import advice, plan_of
from companion.practice.plays import Added, add, undo
from companion.practice.report import confusion_rows, total_text
from companion.practice.schedule import reason
from companion.practice.signals import EARS, EYES, heard_with, of_sets, senses_for, senses_of
from companion.practice.statistics import Report, report
from companion.practice.store import Store, named
from companion.practice.texts import name_of, say
from companion.practice.trainer import Observation
from companion.rules.face_off.data import GRIN_SIGNAL, SIGNAL_SETS, WILD_SIGNAL
from companion.web.practice.devices import Devices
from companion.web.practice.runs import CueRun, DiceRun, FrenzyRun, PokerRun, Run
from companion.web.table.guard import Door
from companion.web.table.hub import Hub, Page
from companion.words import say as told

COACH: Final = 0.12  # seconds between two sentences of coaching


_LISTED: Final = (*SIGNAL_SETS.items(), ("", (GRIN_SIGNAL,)))


class Desk(Hub):
    """A table without a game on it: one person, one drill at a time."""

    def __init__(self, path: Path | None = None, *, clock: Clock | None = None) -> None:
        super().__init__(None, Door(), clock=clock)
        self.devices = Devices(self)
        self.senses = self.devices
        self.player = ""
        self.lang = "en"
        self.run_now: Run | None = None
        self.trouble = ""
        self.speech, self.hand, self.tries = 15.0, 90.0, 6  # seconds, seconds, cues: what is usual
        self._path = path
        self._coached = 0.0
        self._wish: dict[str, Any] = {}
        self._added: Added | None = None
        self._offered = False
        self._report: Report | None = None

    @cached_property
    def store(self) -> Store:
        """Opened on the server's thread, where it is used. Raises StorageError."""
        return Store(self._path)

    def report(self) -> Report:
        """The player's figures, computed again after a new attempt. Raises StorageError."""
        if self._report is None:
            there = self.player in self.store.players()
            self._report = report(self.store.attempts(self.player) if there else [], today=datetime.now().date())
        return self._report

    def choose(self, name: str) -> None:
        """Who practises from now on. Raises BadInput."""
        self.stop()
        self.player, self._report = named(name), None

    def speak(self, lang: str) -> None:
        self.lang = "de" if lang == "de" else "en"

    def forget(self) -> None:
        """The player and all attempts are deleted. Raises BadInput."""
        self.stop()
        if self.player in self.store.players():
            self.store.delete(self.player)
        self.player, self._report = "", None

    def begin(self, wish: dict[str, Any]) -> None:
        """Start a drill. Raises BadInput for one that cannot be."""
        if not self.player:
            raise BadInput("say who practises first")
        self.stop()
        self._added, self._offered, self.trouble = None, False, ""
        run, noises = self._made(wish)
        self._wish = wish
        self.run_now = run
        self.devices.begin(run, self.player, noises)

    def again(self) -> None:
        """The same drill once more."""
        self.begin(self._wish)

    def _made(self, wish: dict[str, Any]) -> tuple[Run, tuple[str, ...]]:
        drill, sets = str(wish.get("drill")), _sets(wish.get("sets"))
        if drill == "poker":
            return PokerRun(self.player, _number(wish, "seconds", self.speech, 1, 120), self._keep), ()
        if drill == "dice":
            count = wish.get("count")
            return DiceRun(count if isinstance(count, int) and 1 <= count <= 30 else None, self._throw), ()
        if drill == "frenzy":
            if len(sets) != 1:
                raise BadInput("a hand has one signal set: choose one of A, B, C and D")
            seconds = _number(wish, "seconds", self.hand, 2, 600)
            frenzy = Frenzy(self.player, sets, seconds, self._keep, language=self.lang)
            return FrenzyRun(frenzy, senses_for(SIGNAL_SETS[sets])), SIGNAL_SETS[sets]
        if drill not in ("learn", "reaction", "grin", "wild"):
            raise BadInput("there is no such drill: reload the page")
        wanted, senses = self._wanted(drill, sets, wish.get("signal"), wish.get("sense"))
        tries = round(_number(wish, "tries", self.tries, 1, 50))
        plan = plan_of(drill, self.store, self.player, wanted, tries)
        return CueRun(drill, plan, self._keep, senses), heard_with(wanted)

    def _wanted(self, drill: str, sets: str, signal: object, sense: object) -> tuple[tuple[str, ...], set[str]]:
        if drill in ("grin", "wild"):
            one = GRIN_SIGNAL if drill == "grin" else WILD_SIGNAL
            return (one,), {EYES} if drill == "grin" or sense == EYES else {EARS}
        if drill == "learn" and isinstance(signal, str) and senses_of(signal):
            return (signal,), set(senses_of(signal))
        senses = senses_for(s for letter in sets for s in SIGNAL_SETS[letter])
        return of_sets(sets, senses), senses

    def _keep(self, attempt: Attempt) -> None:
        self._stored(lambda: self.store.add(self.player, attempt))

    def _throw(self, throw: Throw) -> None:
        self._stored(lambda: self.store.add_throw(self.player, throw))

    def _stored(self, work: Any) -> None:
        """What cannot be kept is said on the page; the drill goes on."""
        self._report = None
        try:
            work()
        except CompanionError as error:
            self.trouble = str(error)

    def see(self, seen: Observation) -> None:
        """An observation of a sense."""
        run = self.run_now
        if run is None or run.done:
            return
        drawn = run.see(seen)
        now = self.clock.now()
        if now - self._coached >= COACH:
            self._coached = now
            self._coach(run, seen)
        if run.done:
            self.devices.stop()
        if drawn or run.done:
            self.changed()

    def _coach(self, run: Run, seen: Observation) -> None:
        said = run.coaching
        message: dict[str, Any] = {"t": "coach", "near": None, "text": ""}
        if said is not None:
            message |= {"near": round(said.near, 3), "text": said.sentence("de" if self.lang == "de" else "en")}
        level = getattr(seen, "level", None)
        if level is not None:
            message["level"] = round(level, 1)
        self.laptops(message)

    def rolled(self, roll: Roll) -> None:
        """The dice came to rest."""
        if isinstance(self.run_now, DiceRun):
            self.run_now.roll(roll)
            self.changed()

    def stop(self) -> None:
        """Back to the choice of drills; every try so far is kept."""
        if isinstance(self.run_now, DiceRun):
            self.run_now.finish()
        self.devices.stop()
        self.run_now = None

    def keep_plays(self, *, yes: bool) -> None:
        """The player's word on whether the plays go into the profile. Raises StorageError."""
        run = self.run_now
        self._offered = True
        if yes and run is not None and run.done and run.plays is not None and run.plays.count:
            self._added = add(run.plays, self.player, writable(settings().profiles))
            self.store.note_addition(self._added)

    def undo(self) -> None:
        """Take the newest addition to the profile back. Raises BadInput, StorageError."""
        added = self.store.last_addition(self.player)
        if added is None:
            raise BadInput(say("nothing.to.undo", self.lang, name=self.player))
        undo(added, settings().profiles)
        self.store.forget_addition(self.player)
        self._added, self._offered = None, True

    def close(self) -> None:
        super().close()
        if "store" in self.__dict__:
            self.store.close()

    def state(self, page: Page) -> dict[str, Any]:
        """All that the page shows now."""
        out: dict[str, Any] = {
            "t": "state", "v": self.version, "role": page.session.role, "player": self.player, "lang": self.lang,
            "sources": self.devices.sources(), "trouble": self.trouble, "drill": None,
            "signals": [{"set": letter, "signal": s, "name": name_of(s, self.lang)} for letter, four in _LISTED
                        for s in four],
        }  # fmt: skip
        try:
            out["players"] = self.store.players()
            if self.run_now is not None:
                out["drill"] = self._drill(self.run_now)
            elif self.player:
                out["progress"] = self._progress()
        except CompanionError as error:  # a database that cannot be read is a sentence on the page
            out |= {"players": [], "trouble": str(error)}
        return out

    def _drill(self, run: Run) -> dict[str, Any]:
        out = {"name": run.name, "eyes": run.eyes, "ears": run.ears, "done": run.done, **run.state(self.lang)}
        if isinstance(run, DiceRun):
            card = card_of(self.store.throws(self.player))
            more = (
                told(card.fairness.told(), self.lang) if not card.missing else say("dice.more", self.lang, n=card.missing)
            )
            out["card"] = {"text": card_text(card, self.lang), "more": more, "throws": card.throws,
                           "chart": not card.missing}  # fmt: skip
        if run.done and run.plays is not None and run.plays.count:
            names = ", ".join(name_of(s, self.lang) for s in run.plays.signals)
            out["plays"] = {"count": run.plays.count, "names": names, "asked": not self._offered}
        if self._added is not None:
            what = ", ".join(name_of(s, self.lang) for s in self._added.signals)
            out["added"] = say("kept.page", self.lang, what=what or name_of("", self.lang))
        return out

    def _progress(self) -> dict[str, Any]:
        found = self.report()
        made, rows = confusion_rows(found, self.lang)
        now = datetime.now().astimezone()
        signals: Sequence[str] = of_sets("ABCD", (EYES, EARS))
        return {
            "total": total_text(found, self.lang), "tries": found.total.tries,
            "next": [{"signal": a.signal, "name": name_of(a.signal, self.lang), "why": reason(a, self.lang),
                      "due": a.due is None or a.due <= now} for a in advice(self.store, self.player, signals)[:6]],
            "made": made, "confusion": rows, "dice": len(self.store.throws(self.player)),
            "undo": self.store.last_addition(self.player) is not None,
        }  # fmt: skip


def _sets(value: object) -> str:
    if not isinstance(value, str) or not value or any(c not in SIGNAL_SETS for c in value):
        return "B"
    return "".join(sorted(set(value)))


def _number(wish: dict[str, Any], key: str, usual: float, least: float, most: float) -> float:
    value = wish.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return usual
    return min(max(float(value), least), most)
