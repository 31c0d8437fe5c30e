"""Drills in a terminal: a live bar of how near one is, a line a try; or JSON lines."""

from __future__ import annotations

import json
from contextlib import nullcontext
from datetime import datetime
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text

from companion.errors import DeviceUnavailable
from companion.practice.attempt import Attempt
from companion.practice.coaching import Coaching
from companion.practice.drills import Note, Plan
from companion.practice.frenzy import Frenzy, News, gem, news_text
from companion.practice.looks import Look
from companion.practice.observing import Watch
from companion.practice.plays import Plays
from companion.practice.poker import Poker, blocks
from companion.practice.signals import FACES, is_mixed, shown_as
from companion.practice.store import Store
from companion.practice.texts import Language, how, name_of, say
from companion.practice.trainer import Trainer
from companion.practice.wild import Taught

BAR = 30  # characters


class Terminal:
    """Shows one drill and keeps every finished try at once. ``out`` says where lines go, ``lang`` en or de."""

    def __init__(self, store: Store, player: str, *, lang: str, json_lines: bool) -> None:
        self._store, self._player, self._json = store, player, json_lines
        self._lang: Language = "de" if lang == "de" else "en"
        self._console = Console(highlight=False, soft_wrap=True)
        self._live: Live | None = None
        self._mixed = False

    def cues(self, drill: str, plan: Plan, watch: Watch) -> Plays:
        """A drill of cues, until it or the source ends. Raises DeviceUnavailable where no cue could be given."""
        order, every = plan.signals, {*plan.signals, *plan.among}
        trainer = Trainer(drill, plan, self._keep)
        self._mixed = is_mixed(every)
        if drill == "reaction":
            legend = sorted({(shown_as(s, mixed=self._mixed, language=self._lang), s) for s in every})
            self._text(", ".join(self.say("legend", shown=n, signal=self._name(s)) for n, s in legend))
        with self._bars():
            for seen in watch.observations():
                if isinstance(seen, Taught):
                    self._teach(seen)
                elif isinstance(seen, Look) and seen.said:
                    text = seen.said if self._lang == "en" else self.say("teach.face")
                    self._say({"note": "teach", "said": seen.said}, text)
                for note in trainer.see(seen):
                    self._note(drill, note)
                self._bar(trainer.drill.asked, trainer.coaching)
                if trainer.done:
                    break
        if not trainer.began:
            raise DeviceUnavailable(self.say("no.face" if any(s in FACES for s in order) else "no.sound"))
        key = "done" if trainer.drill.done else "done.short"
        text = self.say(key, hits=trainer.hits, tries=trainer.tries, all=len(order))
        self._say({"hits": trainer.hits, "tries": trainer.tries, "whole": trainer.drill.done}, text)
        return trainer.plays

    def frenzy(self, frenzy: Frenzy, watch: Watch) -> None:
        """A hand against bots. Raises DeviceUnavailable where it could not begin."""
        signals = ", ".join(f"{n} {self._name(s)}" for s, n in frenzy.signals.items())
        began, t = False, 0.0
        with self._bars():
            for seen in watch.observations():
                t = max(t, seen.t)
                for news in frenzy.step(t, seen.signals, ready=seen.ready):
                    if not began:
                        began = True
                        sets = frenzy.game.match.state.signal_set
                        text = self.say("frenzy.begin", set=sets, seconds=frenzy.seconds, signals=signals)
                        self._say({"note": "begin", "hand": frenzy.hand}, text)
                    self._news(frenzy, news)
                if self._live is not None:
                    hand = ", ".join(f"{n} {gem(suit, self._lang)}" for suit, n in frenzy.hand.items() if n)
                    line = f"{frenzy.left(t):4.0f} s   {self.say('frenzy.hand', hand=hand)}"
                    self._live.update(Text(line, style="yellow"), refresh=True)
                if frenzy.done:
                    break
        if not began:
            raise DeviceUnavailable(self.say("no.face"))
        self._say({"trades": frenzy.trades, "hand": frenzy.hand, "whole": frenzy.done}, "")

    def _news(self, frenzy: Frenzy, news: News) -> None:
        values = dict(news.values or {})
        found = {"note": news.key.partition(".")[2], "t": round(news.t, 3), "signal": news.signal, **values}
        self._say(found, news_text(news, self._lang))

    def poker(self, poker: Poker, watch: Watch) -> None:
        """The speech, judged afterwards. Raises DeviceUnavailable where it cannot be judged."""
        for seen in watch.observations():
            if not isinstance(seen, Look):
                continue
            began = poker.began
            poker.see(seen)
            if poker.began and not began:
                self._say({"note": "cue", "t": seen.t}, self.say("speech", seconds=poker.seconds))
            if poker.done:
                break
        if not poker.enough:
            raise DeviceUnavailable(self.say("short.speech", told=poker.told, seconds=poker.seconds))
        found = poker.verdict(self._player)
        if found.verdict == "unseen":
            raise DeviceUnavailable(self.say("unseen"))
        clean, start = found.verdict == "clean", poker.frames[0].t
        self._keep(poker_attempt(clean=clean))
        times = [round(t - start, 2) for t in found.times]
        at = ", ".join(f"{t:.1f} s" for t in times)
        strip = poker.strip(BAR)
        self._text(f"{self.say('strip')}\n|{blocks(strip)}|")
        text = self.say("clean") if clean else self.say("teeth", times=at)
        values = {"verdict": found.verdict, "times": times, "strip": [s.teeth for s in strip]}
        self._say(values, text)

    def _keep(self, attempt: Attempt) -> None:
        self._store.add(self._player, attempt)

    def _bars(self) -> Any:
        """The line that changes in place, where there is a terminal for it."""
        if self._json or not self._console.is_terminal:
            return nullcontext()
        self._live = Live(Text(""), console=self._console, transient=True, auto_refresh=False)
        return self._live

    def _bar(self, asked: str | None, said: Coaching | None) -> None:
        if self._live is None:
            return
        if asked is None or said is None:
            self._live.update(Text(""), refresh=True)
            return
        full = round(BAR * said.near)
        line = f"{self._name(asked)}  [{'█' * full}{'·' * (BAR - full)}]  {said.sentence(self._lang)}"
        self._live.update(Text(line, style="green" if said.near >= 1 else "yellow"), refresh=True)

    def _teach(self, step: Taught) -> None:
        """The lesson of a Wild Thing: what to do next, and what was wrong."""
        again = "" if not step.reason else step.reason if self._lang == "en" else self.say("teach.again")
        values = {"note": "teach", "taken": step.taken, "of": step.of, "reason": step.reason}
        text = self.say("teach", n=step.taken + 1, of=step.of) if step.taken < step.of else ""
        self._say(values, ". ".join(t for t in (again, text) if t))

    def _note(self, drill: str, note: Note) -> None:
        late = "" if note.onset is None else self.say("late.times", onset=note.onset, known=note.recognised)
        shown = shown_as(note.signal, mixed=self._mixed, language=self._lang) if note.signal else ""
        asked = f"{self._name(note.signal)} ({how(note.signal, self._lang)})"
        sentence = {
            "ready": self.say("ready"),
            "cue": self.say("cue.number.hidden", shown=shown) if drill == "reaction" else self.say("cue", signal=asked),
            "hit": "  " + self.say("hit", late=late),
            "wrong": "  " + self.say("wrong", made=self._name(note.made or ""), late=late),
            "late": "  " + self.say("late"),
            "done": "",
        }[note.kind]
        values = {"note": note.kind, "t": round(note.t, 3), "signal": note.signal, "made": note.made,
                  "onset_s": note.onset, "recognised_s": note.recognised}  # fmt: skip
        self._say(values, sentence)

    def say(self, key: str, **values: object) -> str:
        return say(key, self._lang, **values)

    def _name(self, signal: str) -> str:
        return name_of(signal, self._lang)

    def _text(self, sentence: str) -> None:
        """For people only."""
        if not self._json:
            self._console.print(Text(sentence))

    def _say(self, values: dict[str, Any], sentence: str) -> None:
        if self._json:
            print(json.dumps(values), flush=True)
        elif sentence:
            self._console.print(Text(sentence))


def poker_attempt(*, clean: bool) -> Attempt:
    """What a judged speech is kept as."""
    made = "poker_face" if clean else "teeth"
    return Attempt(drill="poker", asked="poker_face", made=made, hit=clean, at=datetime.now().astimezone())
