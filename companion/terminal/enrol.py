"""``enrol NAME``: teach companion a player's face, or sounds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.errors import BadInput


def register(app: typer.Typer) -> None:
    app.command("enrol")(enrol)


def enrol(
    name: Annotated[str, typer.Argument(help="The player, as at the table.")],
    sounds: Annotated[
        bool, typer.Option("--sounds", help="Teach the player's animal sounds, three takes each.")
    ] = False,
    mic: Annotated[
        str, typer.Option(help="Microphone number or name, default, or a sound file with all takes in order.")
    ] = "",
    signal_set: Annotated[str, typer.Option("--set", help="Only this set's sounds: A, C or D.")] = "",
    wild: Annotated[bool, typer.Option("--wild", help="With the noise of this hand's Wild Thing.")] = False,
    takes: Annotated[
        Path | None, typer.Option(help="Teach from a folder of files such as cow_0.wav and talk_0.wav.")
    ] = None,
    camera: Annotated[str, typer.Option(help="For the face: camera number or name, or a clip.")] = "",
) -> None:
    """Teach companion a player's face (a calm look, each signal once), or with --sounds three takes of each sound.

    Numbers are kept, never a picture or a sound.
    """
    if not name.strip():
        raise BadInput("give the player's name: companion enrol Ann")
    if not sounds:
        if takes is not None or mic or wild:
            raise BadInput("--mic, --takes and --wild are for sounds: add --sounds")
        _face(name.strip(), camera)
        return
    from companion.people.lessons.sounds_lesson import at_microphone, from_files, signals_of
    from companion.senses.sounds.net import SoundNet

    wanted = signals_of(signal_set)
    if takes is not None:
        from_files(name.strip(), takes, SoundNet(), print)
        return
    from companion.clock import MonotonicClock
    from companion.config import settings
    from companion.sources.audio_opening import open_audio

    source = open_audio(mic or settings().microphone or "default", clock=MonotonicClock(), on_status=_status)
    try:
        at_microphone(name.strip(), source, wanted, SoundNet(), _say, wild)
    finally:
        source.close()


def _face(name: str, camera: str) -> None:
    from companion.config import settings, writable
    from companion.people.lessons.faces import teach
    from companion.senses.faces.profile import save
    from companion.senses.faces.sense import FaceSense
    from companion.sources import open_source

    folder = writable(settings().profiles)
    with open_source(camera or settings().camera) as source, FaceSense(source.name) as sense:
        profile = teach(name, source.frames(), sense, _say)
    save(profile, folder)
    _say(f"Kept for {name}: a calm face, {', '.join(profile.signals) or 'no signals yet'}. No picture is stored.")


def _say(line: str) -> None:
    print(line, flush=True)


def _status(event: object) -> None:
    detail = getattr(event, "detail", "")
    if getattr(event, "status", "online") != "online" and detail:
        print(detail, file=sys.stderr)
