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
from companion.facts import fact
from companion.terminal.speaking import speaking
from companion.words import Language, say, term

if TYPE_CHECKING:
    from companion.practice.cues import CueRun
    from companion.practice.run import Run
    from companion.practice.store import Store
    from companion.sitting.worker import Worker
    from companion.terminal.practise_show import Show

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
    lang: Language
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
        raise BadInput("practice.no-drill", given=drill, drills=list(DRILLS), others=list(OTHERS))
    if lang not in ("en", "de"):
        raise BadInput("practice.no-language", given=lang)
    language: Language = "de" if lang == "de" else "en"
    with speaking(language):
        sets = letters(signal_set)
        if serve:
            from companion.web.practice.app import run

            run(camera, mic, port, player, language)
            return
        with Store() as store:
            if drill == "report" and not player:
                _players(store, language, json_lines)
                return
            wish = Wish(
                drill, named(player), sets, signal, camera, mic, tries, seconds, count, language, html, json_lines,
                add, hear,
            )  # fmt: skip
            {"report": _report, "next": _next, "undo": _undo, "forget": _forget}.get(drill, _drill)(store, wish)


def _players(store: Store, lang: Language, json_lines: bool) -> None:
    names = store.players()
    print(json.dumps({"players": names}) if json_lines else "\n".join(names) or say("report.none", lang))


def _drill(store: Store, wish: Wish) -> None:
    from companion.practice.cues import CueRun
    from companion.practice.dicecheck import DiceRun, card_of
    from companion.terminal.practise_show import Show

    run = _run_of(store, wish)
    show = Show(wish.lang, json_lines=wish.json_lines)
    if wish.hear and wish.drill == "learn" and isinstance(run, CueRun):
        from companion.practice.example import play

        play(run.drill.plan.signals[0])  # before the microphone is opened
    _sit(run, wish, show)
    if isinstance(run, DiceRun):
        show.card(card_of(store.throws(wish.player)))
    elif isinstance(run, CueRun):
        _consent(store, wish, run)


def _run_of(store: Store, wish: Wish) -> Run:
    """The drill that was asked for. Raises BadInput."""
    from companion.practice.cues import CueRun
    from companion.practice.order import plan_of
    from companion.practice.signals import heard_with

    def keep(attempt: Any) -> None:
        store.add(wish.player, attempt)

    if wish.drill == "dice":
        from companion.practice.dicecheck import DiceRun

        return DiceRun(wish.player, wish.count, lambda throw: store.add_throw(wish.player, throw))
    wanted, senses = _wanted(wish)
    if wish.drill == "poker":
        from companion.practice.poker import Poker

        return Poker(wish.player, wish.seconds or 15.0, keep, parts=30)
    if wish.drill == "frenzy":
        from companion.practice.frenzy import Frenzy

        frenzy = Frenzy(wish.player, wish.sets, wish.seconds or 90.0, keep)
        frenzy.eyes, frenzy.ears = "eyes" in senses, "ears" in senses
        return frenzy
    plan = plan_of(wish.drill, store, wish.player, wanted, wish.tries)
    return CueRun(wish.drill, wish.player, plan, keep, senses, heard_with(wanted))


def _sit(run: Run, wish: Wish, show: Show) -> None:
    """Open what the drill needs, and let it run."""
    from companion.clock import MonotonicClock
    from companion.config import settings
    from companion.people.known import noises_of
    from companion.practice.watching import sitting_of
    from companion.sources import open_source
    from companion.sources.audio_opening import open_audio

    clock, players = MonotonicClock(), [wish.player]
    sitting = sitting_of(run, clock)
    camera, mic = wish.camera or settings().camera, wish.mic or settings().microphone or "default"

    def eye(realtime: bool) -> Worker:
        return sitting.crew.eye(
            "camera", lambda told: open_source(camera, clock=clock, on_status=told, realtime=realtime),
            players, workers=1, restarts=True,
        )  # fmt: skip

    try:
        live = run.eyes and eye(realtime=False).live
        if run.ears:
            ear = sitting.crew.ear(
                "microphone", lambda told: open_audio(mic, clock=clock, on_status=told, realtime=live),
                noises_of(players), player=wish.player, restarts=True,
            )  # fmt: skip
            if run.eyes and ear.live and not live:  # the clip is played at its own speed beside the microphone
                eye(realtime=True)
        show.play(run, sitting)
    finally:
        sitting.close()


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
        raise BadInput("practice.one-set")
    senses = given or senses_for(s for letter in wish.sets for s in SIGNAL_SETS[letter])
    wanted = of_sets(wish.sets, senses)
    if wanted in ((), (GRIN_SIGNAL,)):
        raise BadInput("practice.other-device", set=wish.sets, what="--mic" if EYES in senses else "--camera")
    return wanted, senses


def _consent(store: Store, wish: Wish, run: CueRun) -> None:
    """Ask whether hits may go into the profile; without a terminal nothing is added unless --add says so."""
    from companion.config import settings, writable
    from companion.practice.plays import add
    from companion.terminal.practise_keys import Keys

    plays, yes = run.plays, wish.add
    if not plays.count:
        return
    if yes is None:
        if wish.json_lines or not sys.stdin.isatty():
            return
        print(say("practice.keep", wish.lang, n=plays.count, name=wish.player, what=plays.signals))
        with Keys() as keys:
            yes = keys.read(60.0).lower() in ("y", "j")
    if not yes:
        _print(wish, "practice.not-kept", {})
        return
    added = add(plays, wish.player, writable(settings().profiles))
    store.note_addition(added)
    _print(wish, "practice.kept" if added.signals else "practice.not-kept", {"added": list(added.signals)})


def _print(wish: Wish, code: str, values: dict[str, Any]) -> None:
    """A sentence, or its values as JSON, where there are any."""
    if not wish.json_lines:
        print(say(code, wish.lang, name=wish.player, **values))
    elif values:
        print(json.dumps(values))


def _undo(store: Store, wish: Wish) -> None:
    from companion.config import settings
    from companion.practice.plays import undo

    added = store.last_addition(wish.player)
    if added is None:
        raise BadInput("practice.nothing-to-undo", name=wish.player)
    undo(added, settings().profiles)
    store.forget_addition(wish.player)
    _print(wish, "practice.undone", {"undone": list(added.signals)})


def _forget(store: Store, wish: Wish) -> None:
    _print(wish, "practice.forgotten", {"deleted": store.delete(wish.player)})


def _next(store: Store, wish: Wish) -> None:
    from companion.practice.order import advice
    from companion.practice.schedule import reason
    from companion.practice.signals import EARS, EYES, known, of_sets

    wanted = (known(wish.signal),) if wish.signal else of_sets(wish.sets, (EYES, EARS))
    for a in advice(store, wish.player, wanted):
        why = say(reason(a), wish.lang)
        if wish.json_lines:
            due = None if a.due is None else a.due.astimezone().isoformat()
            print(json.dumps({"signal": a.signal, "due": due, "recall": round(a.recall, 3), "why": why}))
        else:
            print(f"{term('signal', a.signal, wish.lang):20} {why}")


def _report(store: Store, wish: Wish) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from companion.practice.dicecheck import card_of
    from companion.practice.report import page
    from companion.practice.statistics import report

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
            why = (error.strerror or type(error).__name__).lower()
            raise StorageError("report.not-written", path=str(wish.html), why=why) from None
    for signal, figures in found.signals.items():
        print(_line(signal, figures, found.confusion[signal], wish))
    if not wish.json_lines:
        if throws:
            card = card_of(throws)
            print(say(card.told, wish.lang))
            if not card.missing:
                print(say(card.fair, wish.lang))
        if wish.html is not None:
            print(say("report.written", wish.lang, path=str(wish.html)))


def _line(signal: str, figures: Any, made: dict[str, int], wish: Wish) -> str:
    """One signal's figures."""
    from companion.practice.signals import name_of

    s = figures.reaction
    if wish.json_lines:
        values = {"tries": figures.tries, "hits": figures.hits, "streak": figures.streak, "made": made}
        return json.dumps({"signal": signal, "reaction_s": None if s is None else round(s.median, 3), **values})
    times = None if s is None else fact("report.line-times", median=s.median, low=s.low, high=s.high)
    return say(
        "report.line", wish.lang, name=name_of(signal, wish.lang), hits=figures.hits, tries=figures.tries, times=times,
        best=figures.best_streak,
    )  # fmt: skip
