"""One drill in the terminal: its sources are opened, it is shown, and its hits may go into the profile."""

from __future__ import annotations

import sys

from companion import resources
from companion.clock import MonotonicClock
from companion.config import settings, writable
from companion.errors import BadInput, DeviceUnavailable
from companion.people.attempt import Attempt
from companion.people.profile_lookup import noises_of
from companion.practice.confirmed_plays import add
from companion.practice.cue_drill import CueRun
from companion.practice.dice_check import DiceRun, card_of
from companion.practice.drill_run import DrillRun
from companion.practice.drill_sitting import sitting_of
from companion.practice.drills import EARS, EYES, heard_with, known, of_sets, senses_for, senses_of
from companion.practice.frenzy import Frenzy
from companion.practice.poker_face import PokerFace
from companion.practice.schedule import plan_of
from companion.practice.store import PracticeStore
from companion.rules.face_off.data import GRIN_SIGNAL, SIGNAL_SETS, WILD_SIGNAL
from companion.senses.sounds.settings import SIGNALS
from companion.sitting.worker import Worker
from companion.sources import open_source
from companion.sources.audio_files import open_audio
from companion.terminal.drill_display import DrillDisplay, SingleKeys
from companion.terminal.practise_records import PractiseRequest, answer
from companion.words import say


def drill(store: PracticeStore, wish: PractiseRequest) -> None:
    run = _run_of(store, wish)
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


def _run_of(store: PracticeStore, wish: PractiseRequest) -> DrillRun:
    """The drill that was asked for. Raises BadInput."""

    def keep(attempt: Attempt) -> None:
        store.add(wish.player, attempt)

    if wish.drill == "dice":
        return DiceRun(wish.player, wish.count, lambda throw: store.add_throw(wish.player, throw))
    wanted, senses = _wanted(wish)
    if wish.drill == "poker":
        return PokerFace(wish.player, wish.seconds or 15.0, keep, parts=30)
    if wish.drill == "frenzy":
        frenzy = Frenzy(wish.player, wish.sets, wish.seconds or 90.0, keep)
        frenzy.eyes, frenzy.ears = "eyes" in senses, "ears" in senses
        return frenzy
    plan = plan_of(wish.drill, store, wish.player, wanted, wish.tries)
    return CueRun(wish.drill, wish.player, plan, keep, senses, heard_with(wanted))


def _sit(run: DrillRun, wish: PractiseRequest, show: DrillDisplay) -> None:
    """Open what the drill needs, and let it run."""
    clock, players = MonotonicClock(), [wish.player]
    sitting = sitting_of(run, clock)
    camera, mic = wish.camera or settings().camera, wish.mic or settings().microphone or "default"

    def eye(realtime: bool) -> Worker:
        return sitting.crew.eye(
            "camera", lambda told: open_source(camera, clock=clock, on_status=told, realtime=realtime),
            players, workers=1,
        )  # fmt: skip

    try:
        live = run.eyes and eye(realtime=False).live
        if run.ears:
            ear = sitting.crew.ear(
                "microphone", lambda told: open_audio(mic, clock=clock, on_status=told, realtime=live),
                noises_of(players, lambda trouble: print(say(trouble, wish.lang), file=sys.stderr)),
                player=wish.player,
            )  # fmt: skip
            if run.eyes and ear.live and not live:  # the clip is played at its own speed beside the microphone
                eye(realtime=True)
        show.play(run, sitting)
    finally:
        sitting.close(wait=3.0)


def _wanted(wish: PractiseRequest) -> tuple[tuple[str, ...], set[str]]:
    """The signals that may be asked for, and the senses that are needed. Raises BadInput."""
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
