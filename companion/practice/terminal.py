"""Drills in a terminal: a live bar of how near the face is, a line a try; or JSON lines."""

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
from companion.practice.coaching import Coaching, Language, coach
from companion.practice.drills import Drill, Note, Plan
from companion.practice.looks import Look, looks
from companion.practice.poker import poker_face
from companion.practice.report import words
from companion.practice.store import Store

LIMITS = {"learn": 20.0, "reaction": 5.0, "grin": 5.0}  # seconds a cue stands
BAR = 30  # characters


class Terminal:
    """Runs one drill and keeps every finished try at once."""

    def __init__(self, store: Store, player: str, *, lang: str, json_lines: bool) -> None:
        self._store, self._player, self._json = store, player, json_lines
        self._lang: Language = "de" if lang == "de" else "en"
        self._console = Console(highlight=False, soft_wrap=True)
        self._live: Live | None = None

    def run(self, drill: str, order: tuple[str, ...], waits: tuple[float, ...], camera: str, seconds: float) -> None:
        """Until the drill or the source ends. Raises DeviceUnavailable where no face was ever ready."""
        shown = Live(Text(""), console=self._console, transient=True, auto_refresh=False)
        with nullcontext() if self._json or not self._console.is_terminal else shown as live:
            self._live = live
            if drill == "poker":
                self._poker(camera, seconds)
            else:
                self._tries(drill, Plan(order, waits, LIMITS[drill], strict=drill == "reaction"), camera)

    def _tries(self, name: str, plan: Plan, camera: str) -> None:
        drill, best, began, hits, tried = Drill(plan), 0.0, False, 0, 0
        for look in looks(camera):
            best = max(best, self._coached(drill, look))
            for note in drill.step(look.t, look.signals, ready=look.ready):
                began = True
                self._tell(note)
                if note.kind == "cue":
                    best = 0.0
                if note.is_try:
                    hits, tried = hits + (note.kind == "hit"), tried + 1
                    self._keep(name, note, best)
            if drill.done:
                break
        if not began:
            raise DeviceUnavailable("no calm face was seen for a second: sit before the camera with light on it")
        end = "" if drill.done else f" of {len(plan.signals)} cues; the picture ended before the others"
        self._say({"hits": hits, "tries": tried, "whole": drill.done}, f"{hits} hits in {tried} tries{end}")

    def _keep(self, name: str, note: Note, best: float) -> None:
        self._store.add(
            self._player,
            Attempt(
                drill=name, asked=note.signal, made=note.made, hit=note.kind == "hit", onset=note.onset,
                recognised=note.recognised, score=round(best, 4), at=datetime.now().astimezone(),
            ),
        )  # fmt: skip

    def _coached(self, drill: Drill, look: Look) -> float:
        """Shows the bar for the signal that is asked; gives its score in thresholds."""
        if drill.asked is None:
            return 0.0
        score, on = look.scores.get(drill.asked), look.settings.holds[drill.asked].on
        value, parts = (None, {}) if score is None else (score.value, score.parts)
        said = coach(drill.asked, value, parts, on, look.settings.numbers[drill.asked])
        self._bar(drill.asked, said)
        return 0.0 if value is None else max(value / on, 0.0)

    def _bar(self, signal: str, said: Coaching) -> None:
        if self._live is not None:
            full = round(BAR * said.near)
            line = f"{words(signal)}  [{'█' * full}{'·' * (BAR - full)}]  {said.sentence(self._lang)}"
            self._live.update(Text(line, style="green" if said.near >= 1 else "yellow"), refresh=True)

    def _tell(self, note: Note) -> None:
        late = "" if note.onset is None else f" after {note.onset:.2f} s, recognised after {note.recognised:.2f} s"
        sentence = {
            "ready": "your face is known: here it comes",
            "cue": f"show: {words(note.signal)}",
            "hit": f"  yes{late}",
            "wrong": f"  that was {words(note.made or '')}{late}",
            "late": "  not recognised in time",
            "done": "",
        }[note.kind]
        values = {"note": note.kind, "t": round(note.t, 3), "signal": note.signal, "made": note.made,
                  "onset_s": note.onset, "recognised_s": note.recognised}  # fmt: skip
        self._say(values, sentence)

    def _poker(self, camera: str, seconds: float) -> None:
        frames: list[tuple[float, float | None]] = []
        for look in looks(camera):
            if not frames and not look.ready:
                continue
            if not frames:
                self._say({"note": "cue", "t": look.t}, f"say your victory speech without teeth: {seconds:.0f} s")
            frames.append((look.t, look.teeth))
            if look.t - frames[0][0] >= seconds:
                break
        told = frames[-1][0] - frames[0][0] if frames else 0.0
        if told < 0.9 * seconds:
            raise DeviceUnavailable(
                f"only {told:.1f} of {seconds:.1f} s were seen with a known face: nothing is judged, try again"
            )
        found = poker_face(frames, self._player)
        if found.verdict == "unseen":
            raise DeviceUnavailable("your mouth was not seen long enough to judge: face the camera, with light on it")
        clean = found.verdict == "clean"
        made = "poker_face" if clean else "teeth"
        self._store.add(
            self._player,
            Attempt(drill="poker", asked="poker_face", made=made, hit=clean, at=datetime.now().astimezone()),
        )
        times = [round(t - frames[0][0], 2) for t in found.times]
        text = "no teeth: well done" if clean else "teeth at " + ", ".join(f"{t:.1f} s" for t in times)
        self._say({"verdict": found.verdict, "times": times}, text)

    def _say(self, values: dict[str, Any], sentence: str) -> None:
        if self._json:
            print(json.dumps(values), flush=True)
        elif sentence:
            self._console.print(Text(sentence))
