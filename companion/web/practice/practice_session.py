"""The practice page's hub: the current player, the running drill and the progress. It runs on the server's thread."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, TypeVar

from companion.config import settings, writable
from companion.errors import BadInput, CompanionError
from companion.events import Event
from companion.facts import Fact, fact
from companion.people.attempt import Attempt
from companion.people.profile_lookup import EveningMemory
from companion.practice.confirmed_plays import AddedPlays, ConfirmedPlays, add, undo
from companion.practice.dice_check import DiceRun, card_of
from companion.practice.drill_request import DrillRequest, run_of
from companion.practice.drill_run import DrillRun
from companion.practice.drill_sitting import sitting_of
from companion.practice.drills import EARS_SENSE, EYES_SENSE, letters, of_sets, senses_of
from companion.practice.face_samples import FaceSample
from companion.practice.noise_samples import NoiseSample
from companion.practice.report_page import confusion_rows, total_of, week_of
from companion.practice.schedule import advice, reason
from companion.practice.statistics import Report, report, streaks
from companion.practice.store import PracticeStore, check_name
from companion.practice.today import (
    LEARN_TRIES,
    REACTION_TRIES,
    Unit,
    fastest,
    latest_sets,
    signals_of,
    units_of,
    what_got_better,
    what_is_next,
)
from companion.rules.face_off.data import GRIN_SIGNAL, SIGNAL_SETS
from companion.sitting.warmup.tasks import KeptRows
from companion.web.kit.devices import SensingHub
from companion.web.kit.door import Door
from companion.web.kit.page import Page, cell_shown
from companion.web.practice.todays_round import TodaysRound
from companion.web.practice.views import drill_of, is_listed, round_shown, unit_shown
from companion.words import Language, say, term

COACHING_INTERVAL_S: Final = 0.12  # seconds between two coaching messages
MAX_NOTES: Final = 8  # results that a drill's list shows
MAX_NEXT_SIGNALS: Final = 6  # signals that are suggested for the next practice
T = TypeVar("T")
SIGNALS: Final = of_sets("ABCD", (EYES_SENSE, EARS_SENSE))
LISTED_SETS: Final = (*SIGNAL_SETS.items(), ("", (GRIN_SIGNAL,)))


class PracticeSession(SensingHub):
    """The hub of the practice page: one player and one drill at a time. Pages watch the running drill."""

    def __init__(self, path: Path | None = None) -> None:
        super().__init__(Door())
        self.player = ""
        self.sets = "B"
        """The letters of the chosen signal sets, such as "AB"."""
        self.run_now: DrillRun | None = None
        self.round: TodaysRound | None = None
        """Today's five minutes; None while they are not running."""
        self.trouble: Fact | None = None
        self.speech, self.hand, self.tries = 15.0, 90.0, 6
        """Seconds of a speech, seconds of a hand, number of cues of a drill."""
        self.learn_tries, self.cues = LEARN_TRIES, REACTION_TRIES
        """In today's five minutes: the most tries of a signal to learn, and the most cues of other units."""
        self._path = path
        self._coached = 0.0
        self._wish: dict[str, Any] = {}
        self._notes: list[Fact] = []
        self._drawn = 0
        self._added: AddedPlays | None = None
        self._offered = False
        self._report: Report | None = None
        self._before: list[Attempt] = []
        self._since: list[Attempt] = []
        """Attempts before (``_before``) and since (``_since``) the drill or the five minutes began."""
        self._kept = KeptRows(self.post, EveningMemory(), self.notify_pages)
        self._sheet_of = ""
        """The player whose sheet is computed or up to date; "" after the profile has changed."""

    @cached_property
    def store(self) -> PracticeStore:
        """The database of attempts, opened at first use on the server's thread.

        Raises StorageError if it cannot be opened.
        """
        return PracticeStore(self._path)

    def report(self) -> Report:
        """Return the player's statistics, computed anew after each attempt.

        Raises StorageError if they cannot be read.
        """
        if self._report is None:
            there = self.player in self.store.players()
            self._report = report(self.store.attempts(self.player) if there else [], today=datetime.now().date())
        return self._report

    # The player and the drill

    def choose(self, name: str) -> None:
        """Stop what runs, and set the current player. Raises BadInput for an invalid name."""
        self.stop()
        self.player, self._report = check_name(name), None
        self._before, self._since = [], []
        try:
            self.sets = latest_sets(self._attempts(), self.sets)
            self.trouble = next(iter(self.store.troubles(self.player)), None)
        except CompanionError as error:
            self.trouble = error.fact

    def forget(self) -> None:
        """Delete the current player and all attempts of this player."""
        self.stop()
        if self.player in self.store.players():
            self.store.delete(self.player)
        self.player, self._report = "", None

    def choose_sets(self, sets: str) -> None:
        """Set which signal sets are practised, such as "AB". Raises BadInput for letters that are no sets."""
        self.sets = letters(sets)

    def begin_today(self) -> None:
        """Begin today's five minutes: several short drills (units) of the signals that are due.

        Raises:
            BadInput: No player is chosen, or a unit cannot be done.
            StorageError: The player's data are damaged or cannot be read.
        """
        if not self.player:
            raise BadInput("practice.who-first")
        self.stop()
        now = datetime.now().astimezone()
        self._start_counting()
        self.round = TodaysRound(units_of(advice(self.store, self.player, signals_of(self.sets)), self.sets, now), now)
        self._begin_unit(self.round.unit)

    def begin_next_unit(self) -> None:
        """Begin the next unit of today's five minutes. Raises BadInput if there is none."""
        current, run = self.round, self.run_now
        if current is None or current.next_unit is None:
            raise BadInput("practice.nothing-next")
        if run is not None and run.plays is not None:
            current.plays.join(run.plays)
        self._end_run()
        current.at += 1
        self._begin_unit(current.unit)

    def _begin_unit(self, unit: Unit) -> None:
        tries = min(unit.tries, self.learn_tries if unit.drill == "learn" else self.cues)
        senses = frozenset(senses_of(unit.signal)) if unit.signal else frozenset[str]()
        self._begin(
            DrillRequest(
                drill=unit.drill,
                player=self.player,
                sets=unit.sets,
                signal=unit.signal,
                senses=senses,
                tries=tries,
                seconds=min(unit.seconds, self.hand),
            )
        )

    def _start_counting(self) -> None:
        """Start a new list of attempts, which the results compare with all attempts before it."""
        self._before, self._since = self._attempts(), []

    def _attempts(self) -> list[Attempt]:
        return self.store.attempts(self.player) if self.player in self.store.players() else []

    def begin(self, wish: dict[str, Any]) -> None:
        """Start the drill that the page asks for (see ``_request``).

        Raises:
            BadInput: No player is chosen, or the drill cannot be done.
            StorageError: The player's profile is damaged.
        """
        if not self.player:
            raise BadInput("practice.who-first")
        self.stop()
        request = self._request(wish)
        self._start_counting()
        self._begin(request)
        self._wish = wish

    def _begin(self, request: DrillRequest) -> None:
        self._added, self._offered, self.trouble, self._notes = None, False, None, []
        store = self.store
        run = run_of(request, store, self._keep_attempt, partial(self._store, store.add_throw))
        sitting = sitting_of(run, self.clock)
        run.facts.add(self._on_message)
        self.run_now = run
        self.attend(sitting, (self.player,))

    def _request(self, wish: dict[str, Any]) -> DrillRequest:
        """Return the drill for the page's ``{drill, sets?, signal?, sense?}``. Invalid ``sets`` become set B."""
        drill, sets, signal, senses = str(wish.get("drill")), wish.get("sets"), "", frozenset[str]()
        if drill == "learn" and isinstance(wish.get("signal"), str) and (named := senses_of(wish["signal"])):
            signal, senses = wish["signal"], frozenset(named)
        elif drill == "wild":
            senses = frozenset([EYES_SENSE if wish.get("sense") == EYES_SENSE else EARS_SENSE])
        fits = isinstance(sets, str) and sets and all(letter in SIGNAL_SETS for letter in sets)
        return DrillRequest(
            drill=drill,
            player=self.player,
            sets="".join(sorted({*str(sets)})) if fits else "B",
            signal=signal,
            senses=senses,
            tries=self.tries,
            seconds=self.speech if drill == "poker" else self.hand,
        )

    def again(self) -> None:
        """Start the same drill again, or today's five minutes if they are running."""
        if self.round is not None:
            self.begin_today()
        else:
            self.begin(self._wish)

    def leave(self) -> None:
        """Stop the running drill. A dice check that has read a throw shows its summary first."""
        run = self.run_now
        if isinstance(run, DiceRun) and not run.is_done:
            run.stop()
            if run.session.readings:
                self.dismiss()
                return
        self.stop()

    def stop(self) -> None:
        """Stop the running drill or five minutes, and return to the choice of drills. Attempts so far stay stored."""
        self._end_run()
        self.round = None

    def _end_run(self) -> None:
        if self.run_now is not None:
            self.run_now.finish()
        self.dismiss()
        self.run_now = None
        self._sheet_of = ""  # a drill may have added to the profile

    def _keep_attempt(self, attempt: Attempt) -> None:
        self._since.append(attempt)
        self._store(self.store.add, attempt)

    def _store(self, keep: Callable[[str, T], None], what: T) -> None:
        """Store one result of the player by ``keep(player, what)``.

        An error is shown on the page, and the drill goes on.
        """
        self._report = None
        try:
            keep(self.player, what)
        except CompanionError as error:
            self.trouble = error.fact

    # Events

    def _on_message(self, message: Fact) -> None:
        if is_listed(message):
            self._notes = [*self._notes, message][-MAX_NOTES:]

    def shows(self, event: Event) -> bool:
        return False  # ``on_event`` updates pages when the drill has news

    def on_event(self, event: Event) -> None:
        run = self.run_now
        if run is None:
            return
        if isinstance(event, (FaceSample, NoiseSample)):
            self._coach(run, event)
        if run.news != self._drawn or run.is_done:
            self._drawn = run.news
            self.notify_pages()

    def tick(self) -> None:
        super().tick()
        if self.run_now is not None and self.run_now.is_done and self.sitting is not None:
            self.dismiss()  # close cameras and microphones
            self.notify_pages()

    def _coach(self, run: DrillRun, event: FaceSample | NoiseSample) -> None:
        now, said = self.clock.now(), run.coaching
        if now - self._coached < COACHING_INTERVAL_S:
            return
        self._coached = now
        level = {"level": round(event.level, 1)} if isinstance(event, NoiseSample) else {}
        near = None if said is None else round(said.near, 3)

        def message(language: Language) -> dict[str, Any]:
            text = "" if said is None else say(said.as_fact, language)
            return {"t": "coach", "near": near, "text": text, **level}

        self.tell_laptops(message)

    # The profile

    def keep_plays(self, *, yes: bool) -> None:
        """Record whether the player wants the drill's successful plays in the profile, and add them if so.

        Raises StorageError if the profile cannot be written.
        """
        plays = self._plays_to_offer()
        self._offered = True
        if yes and plays is not None:
            self._added = add(plays, self.player, writable(settings().profiles))
            self.store.note_addition(self._added)
            self._sheet_of = ""

    def _plays_to_offer(self) -> ConfirmedPlays | None:
        """Return the successful plays that the player may add to the profile now; None if there are none.

        They are offered at the end of a drill; in today's five minutes only at the end of the last unit.
        """
        run, current = self.run_now, self.round
        if run is None or not run.is_done or (current is not None and current.next_unit is not None):
            return None
        plays = ConfirmedPlays()
        for part in (None if current is None else current.plays, run.plays):
            if part is not None:
                plays.join(part)
        return plays if plays.count else None

    def undo(self) -> None:
        """Remove from the profile the plays that were added last.

        Raises BadInput if none were added, StorageError if the profile cannot be written.
        """
        added = self.store.last_addition(self.player)
        if added is None:
            raise BadInput("practice.nothing-to-undo", name=self.player)
        undo(added, settings().profiles)
        self.store.forget_addition(self.player)
        self._added, self._offered = None, True
        self._sheet_of = ""

    def close(self) -> None:
        super().close()
        with suppress(CompanionError):
            if "store" in self.__dict__:
                self.store.close()

    # What pages show

    def state(self, page: Page) -> dict[str, Any]:
        language = self.language(page)
        out = super().state(page) | {
            "player": self.player,
            "sets": self.sets,
            "lang": language,
            "sources": self.sources(language),
            "drill": None,
            "trouble": say(self.trouble, language),
            "signals": [
                {"set": letter, "signal": s, "name": term("signal", s, language)}
                for letter, four in LISTED_SETS
                for s in four
            ],
        }
        try:
            out["players"] = self.store.players()
            if self.run_now is not None:
                out["drill"] = self._drill(self.run_now, language)
            elif self.player:
                out["progress"] = self._progress(language)
        except CompanionError as error:  # the page shows that the database cannot be read
            out |= {"players": [], "trouble": say(error.fact, language)}
        return out

    def sources(self, language: Language) -> list[dict[str, Any]]:
        """Return the devices that Python opens, and those of pages that have trouble.

        Returns:
            ``kind`` and ``trouble`` ("" for none) of each.
        """
        now = {s["kind"]: s for s in self.devices.sources(language)}
        owned = [k for k, spec in (("camera", self.devices.camera), ("microphone", self.devices.microphone)) if spec]
        kinds = dict.fromkeys([*owned, *(k for k, s in now.items() if s["trouble"])])
        return [{"kind": k, "trouble": now[k]["trouble"] if k in now else ""} for k in kinds]

    def _drill(self, run: DrillRun, language: Language) -> dict[str, Any]:
        out = drill_of(run, self._notes, language)
        if isinstance(run, DiceRun):
            card = card_of(self.store.throws(self.player))
            thrown = self.devices.throws.to_json(language) if run.pending is not None else None
            if thrown is not None and len(thrown["dice"]) == len(out["dice"]["values"]):
                out["dice"]["thrown"] = thrown
            out["card"] = {
                "text": say(card.as_fact, language),
                "more": say(card.fair, language),
                "throws": card.throws,
                "chart": not card.missing,
            }
        if plays := self._plays_to_offer():
            names = ", ".join(term("signal", s, language) for s in plays.signals)
            out["plays"] = {"count": plays.count, "names": names, "asked": not self._offered}
        out |= self._how_it_goes(run, language)
        if self._added is not None:
            added = list(self._added.signals)
            told = fact("practice.kept-page", added=added) if added else fact("practice.not-kept")
            out["added"] = say(told, language)
        return out

    def _how_it_goes(self, run: DrillRun, language: Language) -> dict[str, Any]:
        """Return the player's progress in a drill, as JSON values.

        Returns:
            ``streak`` (successes in a row), ``best`` (fastest time, seconds), ``record`` (True if faster than ever
            before), ``round`` (the place in today's five minutes) and, at the end, ``came`` (what got better, what is
            next).
        """
        best, before = fastest(self._since), fastest(self._before)
        now = datetime.now().astimezone()
        out: dict[str, Any] = {
            "streak": streaks(a.hit for a in self._since)[0],
            "best": None if best is None else round(best, 2),
            "record": best is not None and before is not None and best < before,
            "round": None if self.round is None else round_shown(self.round, language),
        }
        whole = self.round is None or self.round.next_unit is None
        if run.is_done and whole and self._since:
            signals = signals_of(self.sets if self.round is not None else self._sets_of_run())
            then = what_is_next(advice(self.store, self.player, signals), now)
            out["came"] = [say(one, language) for one in (what_got_better(self._before, self._since), then)]
        return out

    def _sets_of_run(self) -> str:
        """Return the signal sets to which the drill's signals belong."""
        return latest_sets(self._since, self.sets)

    def _sheet(self, language: Language) -> list[dict[str, Any]] | None:
        """Return the grades of the player's stored signals; None while they are computed in the background."""
        if self._sheet_of != self.player:
            self._sheet_of = self.player
            self._kept.ask([self.player], SIGNALS)
        cells = self._kept.rows.get(self.player)
        return None if cells is None else [cell_shown(c, language) for c in cells]

    def _progress(self, language: Language) -> dict[str, Any]:
        found = self.report()
        made, rows = confusion_rows(found, language)
        now = datetime.now().astimezone()
        due = [
            a
            for a in advice(self.store, self.player, SIGNALS)
            if a.signal in of_sets(self.sets, (EYES_SENSE, EARS_SENSE))
        ]
        today = units_of([a for a in due if a.signal in signals_of(self.sets)], self.sets, now)
        return {
            "total": say(total_of(found), language),
            "tries": found.total.tries,
            "week": say(week_of(found), language),
            "next": [
                {
                    "signal": a.signal,
                    "name": term("signal", a.signal, language),
                    "why": say(reason(a), language),
                    "due": a.due is None or a.due <= now,
                }
                for a in due[:MAX_NEXT_SIGNALS]
            ],
            "today": [unit_shown(unit, language) for unit in today],
            "sheet": self._sheet(language),
            "made": made,
            "confusion": rows,
            "dice": len(self.store.throws(self.player)),
            "undo": self.store.last_addition(self.player) is not None,
        }
