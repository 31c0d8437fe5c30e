"""``practise [DRILL]``: practising signals alone, and seeing how one does."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.errors import BadInput, StorageError
from companion.words import say as told

if TYPE_CHECKING:
    from companion.practice.plays import Plays
    from companion.practice.terminal import Terminal

DRILLS = ("learn", "reaction", "frenzy", "poker", "grin", "wild", "dice")
OTHERS = ("next", "report", "undo", "forget")


def register(app: typer.Typer) -> None:
    app.command("practise")(practise)


@dataclass(frozen=True)
class Wish:
    """The options of one call."""

    drill: str
    player: str
    sets: str
    signal: str
    camera: str
    mic: str
    tries: int
    seconds: float
    count: int | None
    lang: str
    html: Path | None
    json_lines: bool
    add: bool | None
    hear: bool


def practise(
    drill: Annotated[
        str, typer.Argument(help=f"{', '.join(DRILLS[:-1])} or {DRILLS[-1]}; or {', '.join(OTHERS)}.")
    ] = "reaction",
    player: Annotated[str, typer.Option(help="Who practises; attempts are kept under this name.")] = "",
    signal_set: Annotated[str, typer.Option("--set", help="Signals of this set: A, B, C, D, several, or mixed.")] = "B",
    signal: Annotated[str, typer.Option(help="learn: this signal, such as eyes_wide. Default: the one due next.")] = "",
    camera: Annotated[str, typer.Option(help="Camera number or name, or a clip.")] = "",
    mic: Annotated[str, typer.Option(help="Microphone number or name, default, or a sound file.")] = "",
    tries: Annotated[int, typer.Option(min=1, max=200, help="How many cues.")] = 8,
    seconds: Annotated[
        float, typer.Option(min=0, max=600, help="poker: how long the speech may take (15); frenzy: the hand (90).")
    ] = 0.0,
    count: Annotated[int | None, typer.Option(min=1, max=30, help="dice: how many are thrown at a time.")] = None,
    lang: Annotated[str, typer.Option(help="Language: en or de.")] = "en",
    html: Annotated[Path | None, typer.Option(help="report: write one page with charts to this file.")] = None,
    add: Annotated[
        bool | None, typer.Option("--add/--no-add", help="Add hits to the player's profile; default: ask.")
    ] = None,
    hear: Annotated[bool, typer.Option("--hear", help="learn: play an example of the noise first.")] = False,
    serve: Annotated[bool, typer.Option("--serve", help="All drills on a page of this machine's browser.")] = False,
    port: Annotated[int, typer.Option(help="With --serve: the page's port. 0: any.")] = 8770,
    json_lines: Annotated[bool, typer.Option("--json", help="Print JSON lines.")] = False,
) -> None:
    """Practise signals alone: drills before a camera and microphone, a report, and what to practise next."""
    from companion.practice.signals import letters
    from companion.practice.store import Store, named

    if drill not in DRILLS + OTHERS:
        raise BadInput(f"there is no drill {drill!r}: give {', '.join(DRILLS)}, or {', '.join(OTHERS)}")
    if lang not in ("en", "de"):
        raise BadInput(f"practice speaks en and de, not {lang!r}")
    sets = letters(signal_set)
    if serve:
        from companion.web.practice.app import run

        run(camera, mic, port, player, lang)
        return
    with Store() as store:
        if drill == "report" and not player:
            _players(store, lang, json_lines)
            return
        wish = Wish(
            drill, named(player), sets, signal, camera, mic, tries, seconds, count, lang, html, json_lines, add, hear
        )
        {"report": _report, "next": _next, "undo": _undo, "forget": _forget}.get(drill, _drill)(store, wish)


def _players(store: Any, lang: str, json_lines: bool) -> None:
    from companion.practice.texts import say

    names = store.players()
    print(json.dumps({"players": names}) if json_lines else "\n".join(names) or say("report.none", lang))


def _drill(store: Any, wish: Wish) -> None:
    from companion.practice.observing import open_watch
    from companion.practice.terminal import Terminal

    if wish.drill == "dice":
        _dice(store, wish)
        return
    wanted, devices = _wanted(wish)
    terminal = Terminal(store, wish.player, lang=wish.lang, json_lines=wish.json_lines)
    sources = _sources(wish, devices)
    if wish.drill == "poker":
        from companion.practice.poker import Poker

        with open_watch(wish.player, *sources, ()) as watch:
            terminal.poker(Poker(wish.seconds or 15.0), watch)
    elif wish.drill == "frenzy":
        from companion.practice.frenzy import Frenzy

        keep = lambda attempt: store.add(wish.player, attempt)  # noqa: E731
        frenzy = Frenzy(wish.player, wish.sets, wish.seconds or 90.0, keep, language=wish.lang)
        with open_watch(wish.player, *sources, wanted) as watch:
            terminal.frenzy(frenzy, watch)
    else:
        _consent(store, wish, _cues(store, wish, terminal, wanted, sources))


def _cues(
    store: Any, wish: Wish, terminal: Terminal, wanted: tuple[str, ...], sources: tuple[str | None, str | None]
) -> Plays:
    from companion.practice.observing import open_watch
    from companion.practice.order import plan_of
    from companion.practice.signals import heard_with

    plan = plan_of(wish.drill, store, wish.player, wanted, wish.tries)
    if wish.hear and wish.drill == "learn":
        from companion.practice.example import play

        play(plan.signals[0])  # before the microphone is opened
    with open_watch(wish.player, *sources, heard_with(wanted)) as watch:
        return terminal.cues(wish.drill, plan, watch)


def _wanted(wish: Wish) -> tuple[tuple[str, ...], set[str]]:
    """The signals that may be asked for, and the senses that are needed. Raises BadInput."""
    from companion.practice.signals import EARS, EYES, known, of_sets, senses_for, senses_of
    from companion.rules.face_off.data import GRIN_SIGNAL, SIGNAL_SETS, WILD_SIGNAL

    given = {*((EYES,) if wish.camera else ()), *((EARS,) if wish.mic else ())}
    if wish.drill in ("grin", "poker"):
        return (GRIN_SIGNAL,), {EYES}
    if wish.drill == "wild":
        return (WILD_SIGNAL,), given or {EARS}
    if wish.signal:
        one = known(wish.signal)
        return (one,), given & set(senses_of(one)) or senses_for([one])
    if wish.drill == "frenzy" and len(wish.sets) != 1:
        raise BadInput("a hand has one signal set: give --set A, B, C or D")
    senses = given or senses_for(s for letter in wish.sets for s in SIGNAL_SETS[letter])
    wanted = of_sets(wish.sets, senses)
    if wanted in ((), (GRIN_SIGNAL,)):
        what = "--camera" if EYES not in senses else "--mic"
        raise BadInput(f"set {wish.sets} cannot be practised with these devices: give {what} as well")
    return wanted, senses


def _sources(wish: Wish, devices: set[str]) -> tuple[str | None, str | None]:
    from companion.config import settings
    from companion.practice.signals import EARS, EYES

    camera = (wish.camera or settings().camera) if EYES in devices else None
    return camera, (wish.mic or settings().microphone or "default") if EARS in devices else None


def _consent(store: Any, wish: Wish, plays: Plays) -> None:
    """Ask whether hits may go into the profile; without a terminal nothing is added unless --add says so."""
    from companion.config import settings, writable
    from companion.practice.keys import Keys
    from companion.practice.plays import add
    from companion.practice.texts import name_of, say

    if not plays.count:
        return
    what = ", ".join(name_of(s, wish.lang) for s in plays.signals)
    yes = wish.add
    if yes is None:
        if wish.json_lines or not sys.stdin.isatty():
            return
        print(say("keep", wish.lang, n=plays.count, name=wish.player, what=what))
        with Keys() as keys:
            yes = keys.read(60.0).lower() in ("y", "j")
    if not yes:
        if not wish.json_lines:
            print(say("not.kept", wish.lang))
        return
    added = add(plays, wish.player, writable(settings().profiles))
    store.note_addition(added)
    named = ", ".join(name_of(s, wish.lang) for s in added.signals)
    text = say("kept", wish.lang, name=wish.player, what=named or name_of("", wish.lang))
    print(json.dumps({"added": list(added.signals)}) if wish.json_lines else text)


def _undo(store: Any, wish: Wish) -> None:
    from companion.config import settings
    from companion.practice.plays import undo
    from companion.practice.texts import name_of, say

    added = store.last_addition(wish.player)
    if added is None:
        raise BadInput(say("nothing.to.undo", wish.lang, name=wish.player))
    undo(added, settings().profiles)
    store.forget_addition(wish.player)
    what = ", ".join(name_of(s, wish.lang) for s in added.signals)
    text = say("undone", wish.lang, what=what, name=wish.player)
    print(json.dumps({"undone": list(added.signals)}) if wish.json_lines else text)


def _forget(store: Any, wish: Wish) -> None:
    from companion.practice.texts import say

    count = store.delete(wish.player)
    text = say("forgotten", wish.lang, name=wish.player, n=count)
    print(json.dumps({"deleted": count}) if wish.json_lines else text)


def _dice(store: Any, wish: Wish) -> None:
    from companion.config import settings
    from companion.practice.dice_reading import DiceEyes
    from companion.practice.dice_terminal import DiceTerminal
    from companion.sources import open_source

    terminal = DiceTerminal(store, wish.player, lang=wish.lang, json_lines=wish.json_lines)
    with open_source(wish.camera or settings().camera) as source:
        terminal.run(source, DiceEyes(source.name, wish.count, live=source.live, calibrated=source.live))


def _next(store: Any, wish: Wish) -> None:
    from companion.practice.order import advice
    from companion.practice.schedule import reason
    from companion.practice.signals import EARS, EYES, known, of_sets
    from companion.practice.texts import name_of

    wanted = (known(wish.signal),) if wish.signal else of_sets(wish.sets, (EYES, EARS))
    for a in advice(store, wish.player, wanted):
        why = reason(a, wish.lang)
        if wish.json_lines:
            due = None if a.due is None else a.due.astimezone().isoformat()
            print(json.dumps({"signal": a.signal, "due": due, "recall": round(a.recall, 3), "why": why}))
        else:
            print(f"{name_of(a.signal, wish.lang):20} {why}")


def _report(store: Any, wish: Wish) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from companion.practice.report import page
    from companion.practice.statistics import report
    from companion.practice.texts import name_of, say

    attempts = store.attempts(wish.player)
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(say("report.counting", wish.lang), total=len(attempts))
        found = report(
            attempts, today=datetime.now().date(), progress=lambda n, of: bar.update(task, completed=n, total=of)
        )
    throws = store.throws(wish.player)
    if wish.html is not None:
        try:
            wish.html.write_text(page(wish.player, found, throws, wish.lang), encoding="utf-8")
        except OSError as error:
            why = (error.strerror or "unknown reason").lower()
            raise StorageError(f"{wish.html} cannot be written ({why}): give another file") from None
    for signal, f in found.signals.items():
        s = f.reaction
        if wish.json_lines:
            median = None if s is None else round(s.median, 3)
            print(json.dumps({"signal": signal, "tries": f.tries, "hits": f.hits, "reaction_s": median,
                              "streak": f.streak, "made": found.confusion[signal]}))  # fmt: skip
        else:
            times = "" if s is None else f", {s.median:.2f} s ({s.low:.2f}-{s.high:.2f})"
            values = {"hits": f.hits, "tries": f.tries, "times": times, "best": f.best_streak}
            print(say("report.line", wish.lang, name=name_of(signal, wish.lang), **values))
    if not wish.json_lines:
        _dice_card(throws, wish.lang)
        if wish.html is not None:
            print(say("report.written", wish.lang, file=wish.html))


def _dice_card(throws: Any, lang: str) -> None:
    from companion.practice.dicecheck import card_of, card_text

    if throws:
        card = card_of(throws)
        print(card_text(card, lang))
        if not card.missing:
            print(told(card.fairness.told(), lang))
