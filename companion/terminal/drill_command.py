"""Run one practice drill in the terminal: open camera and microphone, show the drill, offer to add hits to the profile.

A hit is a signal that the player made correctly.
"""

from __future__ import annotations

import sys
from functools import partial

from companion import resources
from companion.clock import MonotonicClock
from companion.config import settings, writable
from companion.errors import BadInput, DeviceUnavailable
from companion.people.profile_lookup import noises_of
from companion.practice.confirmed_plays import add
from companion.practice.cue_drill import CueRun
from companion.practice.dice_check import DiceRun, card_of
from companion.practice.drill_request import run_of
from companion.practice.drill_run import DrillRun
from companion.practice.drill_sitting import sitting_of
from companion.practice.store import PracticeStore
from companion.senses.sounds.settings import SIGNALS
from companion.terminal.drill_display import DrillDisplay, SingleKeys
from companion.terminal.practise_records import PractiseRequest, answer
from companion.words import say


def drill(store: PracticeStore, wish: PractiseRequest) -> None:
    run = run_of(wish, store, partial(store.add, wish.player), partial(store.add_throw, wish.player))
    show = DrillDisplay(wish.lang, json_lines=wish.json_lines)
    if wish.hear and wish.drill == "learn" and isinstance(run, CueRun):
        _play_example(run.drill.plan.signals[0])  # before the microphone is opened
    _sit(run, wish, show)
    if isinstance(run, DiceRun):
        show.session(run.session)
        show.card(card_of(store.throws(wish.player)))
    elif isinstance(run, CueRun):
        _ask_consent(store, wish, run)


def _play_example(signal: str) -> None:
    """Play an example of a noise through the loudspeaker, and return when it is over.

    Raises:
        BadInput: The signal is not a noise.
        DeviceUnavailable: No loudspeaker works.
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
    """Open the camera and the microphone that the drill needs, and run the drill to its end."""
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


def _ask_consent(store: PracticeStore, wish: PractiseRequest, run: CueRun) -> None:
    """Ask whether the hits may be added to the player's profile, and if so add them.

    Without a terminal, or in JSON mode, nothing is asked, and hits are added only with ``--add``.
    """
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
