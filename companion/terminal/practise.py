"""``practise [DRILL]``: practising signals alone, and seeing how one does."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from companion import resources
from companion.clock import MonotonicClock
from companion.config import settings, writable
from companion.errors import BadInput, DeviceUnavailable
from companion.people.profile_lookup import noises_of
from companion.practice.confirmed_plays import add
from companion.practice.cue_drill import CueRun
from companion.practice.dice_check import DiceRun, card_of
from companion.practice.drill_request import DRILLS, run_of
from companion.practice.drill_run import DrillRun
from companion.practice.drill_sitting import sitting_of
from companion.practice.drills import EARS, EYES, letters
from companion.practice.store import PracticeStore, named
from companion.senses.sounds.settings import SIGNALS
from companion.terminal import practise_records as records
from companion.terminal.command_line import language_of
from companion.terminal.drill_display import DrillDisplay, SingleKeys
from companion.terminal.options import Lang
from companion.terminal.practise_records import PractiseRequest, answer
from companion.web.practice.app import run
from companion.words import say

OTHERS = {
    "next": records.what_next, "report": records.show_report, "undo": records.take_back, "forget": records.forget
}  # fmt: skip


def practise(
    drill: Annotated[str, typer.Argument(help="usage.practise.drill")] = "reaction",
    player: Annotated[str, typer.Option(help="usage.practise.player")] = "",
    signal_set: Annotated[str, typer.Option("--set", help="usage.practise.signal-set")] = "B",
    signal: Annotated[str, typer.Option(help="usage.practise.signal")] = "",
    camera: Annotated[str, typer.Option(help="usage.practise.camera")] = "",
    mic: Annotated[str, typer.Option(help="usage.practise.mic")] = "",
    tries: Annotated[int, typer.Option(min=1, max=200, help="usage.practise.tries")] = 8,
    seconds: Annotated[float, typer.Option(min=0, max=600, help="usage.practise.seconds")] = 0.0,
    count: Annotated[int | None, typer.Option(min=1, max=30, help="usage.practise.count")] = None,
    lang: Lang = None,
    html: Annotated[Path | None, typer.Option(help="usage.practise.html")] = None,
    add: Annotated[bool | None, typer.Option("--add/--no-add", help="usage.practise.add")] = None,
    hear: Annotated[bool, typer.Option("--hear", help="usage.practise.hear")] = False,
    serve: Annotated[bool, typer.Option("--serve", help="usage.practise.serve")] = False,
    port: Annotated[int, typer.Option(help="usage.practise.port")] = 8770,
    json_lines: Annotated[bool, typer.Option("--json", help="usage.practise.json-lines")] = False,
) -> None:
    """Practise signals alone: drills before a camera and microphone, a report, and what to practise next."""
    if drill not in (*DRILLS, *OTHERS):
        raise BadInput("practice.no-drill", given=drill, drills=list(DRILLS), others=list(OTHERS))
    language = language_of(lang)
    sets = letters(signal_set)
    if serve:
        run(camera, mic, port, player, language)
        return
    with PracticeStore() as store:
        if drill == "report" and not player:
            records.players(store, language, json_lines)
            return
        wish = PractiseRequest(
            drill=drill, player=named(player), sets=sets, signal=signal, camera=camera, mic=mic, tries=tries,
            senses=frozenset([EYES] * bool(camera) + [EARS] * bool(mic)), seconds=seconds, count=count, parts=30,
            lang=language, html=html, json_lines=json_lines, add=add, hear=hear,
        )  # fmt: skip
        for trouble in store.troubles(wish.player):
            print(say(trouble, language), file=sys.stderr)
        (_practised if drill in DRILLS else OTHERS[drill])(store, wish)


def _practised(store: PracticeStore, wish: PractiseRequest) -> None:
    """One drill: its sources are opened, it is shown, and its hits may go into the profile."""
    run = run_of(wish, store, partial(store.add, wish.player), partial(store.add_throw, wish.player))
    show = DrillDisplay(wish.lang, json_lines=wish.json_lines)
    if wish.hear and wish.drill == "learn" and isinstance(run, CueRun):
        _play_example(run.drill.plan.signals[0])  # before the microphone is opened
    _sit(run, wish, show)
    if isinstance(run, DiceRun):
        show.card(card_of(store.throws(wish.player)))
    elif isinstance(run, CueRun):
        _consent(store, wish, run)


def _play_example(signal: str) -> None:
    """An example of a noise through this machine's loudspeaker, until it is over.

    Raises BadInput for a signal without a noise, DeviceUnavailable where nothing can play it.
    """
    if signal not in SIGNALS:
        raise BadInput("practice.no-noise", signal=signal)
    import soundfile

    samples, rate = soundfile.read(str(resources.path(f"practice/figures/{signal}.flac")), dtype="float32")
    try:
        import sounddevice

        sounddevice.play(samples, rate, blocking=True)
    except Exception as error:  # PortAudio missing (OSError), or any of its own errors  # noqa: BLE001
        raise DeviceUnavailable("practice.no-loudspeaker", why=str(error)) from None


def _sit(run: DrillRun, wish: PractiseRequest, show: DrillDisplay) -> None:
    """Open what the drill needs, and let it run."""
    players = [wish.player]
    sitting = sitting_of(run, MonotonicClock())
    camera, mic = wish.camera or settings().camera, wish.mic or settings().microphone or "default"

    try:
        live = run.eyes and sitting.crew.eye("camera", camera, players, workers=1).live
        if run.ears:
            known = noises_of(players, lambda trouble: print(say(trouble, wish.lang), file=sys.stderr))
            ear = sitting.crew.ear("microphone", mic, known, realtime=live, player=wish.player)
            if run.eyes and ear.live and not live:  # the clip is played at its own speed beside the microphone
                sitting.crew.eye("camera", camera, players, realtime=True, workers=1)
        show.play(run, sitting)
    finally:
        sitting.close(wait=3.0)


def _consent(store: PracticeStore, wish: PractiseRequest, run: CueRun) -> None:
    """Ask whether hits may go into the profile; without a terminal nothing is added unless --add says so."""
    plays, yes = run.plays, wish.add
    if not plays.count:
        return
    if yes is None:
        if wish.json_lines or not sys.stdin.isatty():
            return
        print(say("practice.keep", wish.lang, n=plays.count, name=wish.player, what=plays.signals))
        with SingleKeys() as keys:
            yes = keys.agrees(60.0)
    if not yes:
        answer(wish, "practice.not-kept", {})
        return
    added = add(plays, wish.player, writable(settings().profiles))
    store.note_addition(added)
    answer(wish, "practice.kept" if added.signals else "practice.not-kept", {"added": list(added.signals)})
