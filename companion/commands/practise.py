"""``practise [DRILL]``: practising signals alone, and seeing how one does."""

from __future__ import annotations

import json
import random
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.errors import BadInput, StorageError

DRILLS = ("learn", "reaction", "grin", "poker")
OTHERS = ("next", "report", "forget")


def register(app: typer.Typer) -> None:
    app.command("practise")(practise)


def practise(
    drill: Annotated[str, typer.Argument(help="learn, reaction, grin or poker; or next, report, forget.")] = "reaction",
    player: Annotated[str, typer.Option(help="Who practises; attempts are kept under this name.")] = "",
    signal_set: Annotated[str, typer.Option("--set", help="Face signals of this set: B or D.")] = "B",
    signal: Annotated[str, typer.Option(help="learn: this signal, such as eyes_wide. Default: the one due next.")] = "",
    camera: Annotated[str, typer.Option(help="Camera number or name, or a clip.")] = "",
    tries: Annotated[int, typer.Option(min=1, max=200, help="How many cues.")] = 8,
    seconds: Annotated[float, typer.Option(min=1, max=120, help="poker: how long the speech may take.")] = 15.0,
    lang: Annotated[str, typer.Option(help="Language of the coaching: en or de.")] = "en",
    html: Annotated[Path | None, typer.Option(help="report: write one page with charts to this file.")] = None,
    json_lines: Annotated[bool, typer.Option("--json", help="Print JSON lines.")] = False,
) -> None:
    """Practise signals alone: drills before a camera or clip, a report, and what to practise next."""
    from companion.practice.store import Store, named

    if drill not in DRILLS + OTHERS:
        raise BadInput(f"there is no drill {drill!r}: give {', '.join(DRILLS)}, or {', '.join(OTHERS)}")
    wanted = _signals(signal_set, signal, drill)
    if lang not in ("en", "de"):
        raise BadInput(f"coaching speaks en and de, not {lang!r}")
    if drill == "report" and not player:
        with Store() as store:
            names = store.players()
        print(json.dumps({"players": names}) if json_lines else "\n".join(names) or "nobody has practised yet")
        return
    name = named(player)
    with Store() as store:
        if drill == "report":
            _report(store, name, html, json_lines)
        elif drill == "next":
            _next(store, name, wanted, json_lines)
        elif drill == "forget":
            count = store.delete(name)
            print(json.dumps({"deleted": count}) if json_lines else f"{name} and {count} attempts are deleted")
        else:
            from companion.config import settings
            from companion.practice.terminal import Terminal

            seed = random.Random()
            order = _order(store, name, wanted, tries, drill, seed)
            waits = tuple(seed.uniform(1.0, 2.5) for _ in order)
            Terminal(store, name, lang=lang, json_lines=json_lines).run(
                drill, order, waits, camera or settings().camera, seconds
            )


def _signals(signal_set: str, signal: str, drill: str) -> tuple[str, ...]:
    from companion.rules.face_off.data import GRIN_SIGNAL, SIGNAL_SETS

    faces = {letter: SIGNAL_SETS[letter] for letter in ("B", "D")}
    chosen = signal_set.upper()
    if chosen not in faces:
        raise BadInput(f"set {signal_set!r} cannot be practised before a camera: give B or D")
    if signal:
        everything = (*faces["B"], *faces["D"], GRIN_SIGNAL)
        if signal not in everything:
            raise BadInput(f"there is no face signal {signal!r}: give one of {', '.join(everything)}")
        return (signal,)
    return (GRIN_SIGNAL,) if drill == "grin" else (*faces[chosen], GRIN_SIGNAL)


def _advice(store: Any, name: str, wanted: tuple[str, ...]) -> list[Any]:
    from companion.practice.schedule import advise

    history = store.attempts(name) if name in store.players() else []
    return advise(history, wanted, datetime.now().astimezone())


def _order(
    store: Any, name: str, wanted: tuple[str, ...], tries: int, drill: str, seed: random.Random
) -> tuple[str, ...]:
    """learn: the signal due first, again and again; else all in turns, each round shuffled, the due ones oftener."""
    first = [a.signal for a in _advice(store, name, wanted)]
    if drill != "reaction":
        return (first[0],) * tries
    out: list[str] = []
    while len(out) < tries:
        turn = [*first, first[0]]
        seed.shuffle(turn)
        out += turn
    return tuple(out[:tries])


def _next(store: Any, name: str, wanted: tuple[str, ...], json_lines: bool) -> None:
    for a in _advice(store, name, wanted):
        due = None if a.due is None else a.due.astimezone()
        if json_lines:
            when = None if due is None else due.isoformat()
            print(json.dumps({"signal": a.signal, "due": when, "recall": round(a.recall, 3), "why": a.why}))
        else:
            when = "new" if due is None else f"due {due:%Y-%m-%d %H:%M}, recall {a.recall:.0%}"
            print(f"{a.signal.replace('_', ' '):20} {when} ({a.why})")


def _report(store: Any, name: str, html: Path | None, json_lines: bool) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from companion.practice.report import page, words
    from companion.practice.statistics import report

    attempts = store.attempts(name)
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("counting", total=len(attempts))
        found = report(attempts, progress=lambda done, of: bar.update(task, completed=done, total=of))
    if html is not None:
        try:
            html.write_text(page(name, found), encoding="utf-8")
        except OSError as error:
            why = (error.strerror or "unknown reason").lower()
            raise StorageError(f"{html} cannot be written ({why}): give another file") from None
    for signal, f in found.signals.items():
        median = None if f.reaction is None else round(f.reaction.median, 3)
        if json_lines:
            print(json.dumps({"signal": signal, "tries": f.tries, "hits": f.hits, "reaction_s": median,
                              "streak": f.streak, "made": found.confusion[signal]}))  # fmt: skip
        else:
            s = f.reaction
            late = "" if s is None else f", {s.median:.2f} s ({s.low:.2f}-{s.high:.2f})"
            print(f"{words(signal):20} {f.hits} of {f.tries}{late}, best streak {f.best_streak}")
    if html is not None and not json_lines:
        print(f"written: {html}")
