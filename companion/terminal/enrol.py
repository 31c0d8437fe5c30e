"""``enrol NAME``: record a player's face or noises at a camera or microphone, and store the profile."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.errors import BadInput
from companion.facts import Fact, fact
from companion.terminal.command_line import language_of
from companion.terminal.options import Lang
from companion.words import Language, say

if TYPE_CHECKING:
    from companion.events import Source
    from companion.people.lessons.noise_lesson import NoiseCourse


def enrol(
    name: Annotated[str, typer.Argument(help="usage.enrol.name")],
    sounds: Annotated[bool, typer.Option("--sounds", help="usage.enrol.sounds")] = False,
    mic: Annotated[str, typer.Option(help="usage.enrol.mic")] = "",
    signal_set: Annotated[str, typer.Option("--set", help="usage.enrol.signal-set")] = "",
    wild: Annotated[bool, typer.Option("--wild", help="usage.enrol.wild")] = False,
    takes: Annotated[Path | None, typer.Option(help="usage.enrol.takes")] = None,
    camera: Annotated[str, typer.Option(help="usage.enrol.camera")] = "",
    lang: Lang = None,
) -> None:
    """Teach companion a player's face (a calm look, each signal once), or with --sounds three takes of each sound.

    Numbers are kept, never a picture or a sound.
    """
    language = language_of(lang)
    if not name.strip():
        raise BadInput("enrol.no-name")
    if sounds:
        _sounds(name.strip(), mic, signal_set, wild, takes, language)
        return
    if takes is not None or mic or wild:
        raise BadInput("enrol.sounds-only")
    _face(name.strip(), camera, language)


def _face(name: str, camera: str, language: Language) -> None:
    from companion.config import settings
    from companion.people.store import People
    from companion.senses.faces.face_sense import FaceSense
    from companion.sitting.warmup.face_enrolment import FaceEnrolment
    from companion.sources import open_source

    people = People()
    with (
        open_source(camera or settings().camera) as source,
        FaceSense(source.name, needs_life=not source.is_still) as sense,
    ):
        lesson = FaceEnrolment(name, sense)
        _say(lesson.begin(), language)
        for frame in source.frames():
            _say(lesson.see(frame.image, frame.t), language)
            if lesson.is_done:
                break
        profile = lesson.profile()
    people.keep_face(profile)
    learned = [fact("enrol.signal", signal=signal) for signal in profile.signals]
    _say([fact("enrol.kept", name=name, signals=learned or fact("enrol.no-signals"))], language)


def _sounds(name: str, mic: str, signal_set: str, wild: bool, takes: Path | None, language: Language) -> None:
    from companion.people.lessons.noise_lesson import NoiseCourse, closing, from_files, signals_of
    from companion.people.store import People
    from companion.people.warmup.sheet import noise_cell
    from companion.senses.sounds.noise_embedding import NoiseEmbedding

    wanted = signals_of(signal_set)
    if takes is not None:
        lesson, said = from_files(name, takes, NoiseEmbedding())
        _say(said, language)
    else:
        course = NoiseCourse(name, wanted, NoiseEmbedding(), wild=wild)
        _listen(course, mic, language)
        lesson = course.lesson
    kept = closing(lesson)
    people = People()
    settled = lesson.learn(people.sounds(name))
    people.keep_sounds(settled.profile)
    cells = [noise_cell(name, signal, measured).as_fact for signal, measured in settled.measured.items()]
    _say([*kept, fact("warmup.row", player=name, cells=cells)], language)


def _listen(course: NoiseCourse, mic: str, language: Language) -> None:
    from companion.clock import MonotonicClock
    from companion.config import settings
    from companion.sources.audio_files import open_audio

    source = open_audio(
        mic or settings().microphone or "default", clock=MonotonicClock(), on_status=partial(_status, language)
    )
    try:
        _say(course.begin(), language)
        for chunk in source.chunks():
            _say(course.feed(chunk), language)
            if course.step == "done":
                return
        _say(course.finish(), language)
    finally:
        source.close()


def _say(facts: Iterable[Fact], language: Language) -> None:
    for what in facts:
        print(say(what, language), flush=True)


def _status(language: Language, event: Source) -> None:
    if event.status != "online" and event.detail:
        print(say(event.detail, language), file=sys.stderr)
