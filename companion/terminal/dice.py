"""``dice SOURCE`` reads rolls; ``calibrate dice SOURCE`` prepares the camera over the table."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from companion import events
from companion.clock import MonotonicClock
from companion.errors import BadInput
from companion.events.codec import encode
from companion.facts import Fact, fact
from companion.senses.dice import tray
from companion.senses.dice.dice_detector import DiceDetector
from companion.senses.dice.die_colour import DieSet, name
from companion.senses.dice.die_faces import common_size
from companion.senses.dice.fairness import fairness
from companion.senses.dice.tray_calibration import Calibration, drawn
from companion.senses.dice.tray_calibration import calibrate as find
from companion.sitting.event_stream import run
from companion.sitting.requests import NameDice
from companion.sitting.sitting import Sitting
from companion.sitting.throw_station import ThrowStation
from companion.sources import open_source
from companion.sources.picture_source import FrameSource, Image
from companion.sources.pixels import settled
from companion.terminal.command_line import language_of
from companion.terminal.options import Camera, Lang, Source, one_source
from companion.words import Language, say


def register(app: typer.Typer) -> None:
    app.command("dice")(dice)
    group = typer.Typer(no_args_is_help=True)
    group.command("dice")(calibrate)
    group.callback()(_group)
    app.add_typer(group, name="calibrate")


def _group() -> None:
    """Prepare a camera."""


def dice(
    source: Source = "",
    camera: Camera = "",
    count: Annotated[int | None, typer.Option(min=1, max=30, help="usage.dice.count")] = None,
    colours: Annotated[int, typer.Option(min=1, max=2, help="usage.dice.colours")] = 1,
    most: Annotated[int, typer.Option(min=1, max=30, help="usage.dice.most")] = 12,
    json_lines: Annotated[bool, typer.Option("--json", help="usage.all.json-lines")] = False,
    setup: Annotated[Path | None, typer.Option(help="usage.dice.setup")] = None,
    realtime: Annotated[bool, typer.Option(help="usage.all.realtime")] = False,
    lang: Lang = None,
) -> None:
    """Read every roll that a camera, clip or picture shows. Exit code 1: nothing could be read."""
    language = language_of(lang)
    given = None if setup is None else tray.given(setup)
    looked_at = one_source(source, camera)
    clock = MonotonicClock()
    rolls = TypedRolls(json_lines=json_lines, language=language)
    sitting = Sitting(None, clock, observers=[rolls])

    def make(opened: FrameSource) -> ThrowStation:
        kept = tray.load(tray.default_path()) if given is None and opened.live else given
        return ThrowStation(opened, kept, count=count, colours=colours, most=most)

    try:
        worker = sitting.crew.add(
            "camera",
            lambda told: open_source(looked_at, realtime=realtime, clock=clock, on_status=told),
            make,
        )
        _run(sitting, rolls, worker.live)
    finally:
        sitting.close(wait=3.0)
    rolls.end()
    raise typer.Exit(0 if rolls.read else 1)


def _run(sitting: Sitting, rolls: TypedRolls, live: bool) -> None:
    """A clip to its end; a camera until Ctrl-C, while rolls may be typed."""

    def read() -> None:
        for text in sys.stdin:
            sitting.post(partial(_typed, sitting, rolls, text))

    if live and sys.stdin.isatty():
        rolls.keys = True
        threading.Thread(target=read, name="typing", daemon=True).start()
    run(sitting)


def _typed(sitting: Sitting, rolls: TypedRolls, text: str) -> None:
    """A typed roll counts, and the reader keeps the looks of its dice."""
    if values := rolls.typed(text, sitting.now()):
        sitting.crew.ask(sitting.crew.workers.values(), NameDice(values))


def calibrate(
    source: Source = "",
    camera: Camera = "",
    colours: Annotated[int, typer.Option(min=1, max=2, help="usage.calibrate-dice.colours")] = 1,
    names: Annotated[str, typer.Option(help="usage.calibrate-dice.names")] = "",
    picture: Annotated[Path | None, typer.Option(help="usage.calibrate-dice.picture")] = None,
    out: Annotated[Path | None, typer.Option(help="usage.calibrate-dice.out")] = None,
    json_out: Annotated[bool, typer.Option("--json", help="usage.all.json")] = False,
    lang: Lang = None,
) -> None:
    """Find play area, scale and colours; check light and sharpness; say what to improve. Exit code 1: not ready."""
    called = tuple(n.strip() for n in names.split(",") if n.strip())
    language = language_of(lang)
    if called and len(called) != colours:
        raise BadInput("calibrate.names", n=len(called), colours=colours)
    detector = DiceDetector()
    with open_source(one_source(source, camera, "0")) as opened:
        frame = settled(opened)
    found = find(detector, frame.image, colours, called)
    if picture is not None and not _written(picture, drawn(frame.image, found)):
        raise BadInput("calibrate.no-picture", path=str(picture))
    if found.ready:
        tray.save(found.setup, out or tray.default_path())
    print(json.dumps(as_json(found, language)) if json_out else as_text(found, language))
    raise typer.Exit(0 if found.ready else 1)


def _written(path: Path, image: Image) -> bool:
    """Whether there is such a place, and its name that of a picture."""
    import cv2

    try:
        return cv2.imwrite(str(path), image)
    except cv2.error:  # an ending that is no picture's
        return False


def corrected(roll: events.Roll, typed: str) -> tuple[int, ...]:
    """The roll as typed: a digit for each unread die, all values, or ``a``: as it lies; () for anything else."""
    if typed.strip().casefold() in ("a", "accept"):
        return roll.best
    digits = [int(c) for c in typed if c in "123456"]
    return roll.filled(digits) if digits else ()


def line(roll: events.Roll, *, keys: bool = False, language: str = "en") -> str:
    """One line for people: what was read, or why not; with ``keys``, what can be typed then."""
    return say(told(roll, keys=keys), language)


def told(roll: events.Roll, *, keys: bool = False) -> Fact:
    """The same as a fact."""
    shown = [str(v) if v else "?" for v in roll.values]
    if roll.refused:
        accept = fact("dice.accept", best=list(roll.best)) if keys and roll.best else None
        seen = fact("dice.seen", values=shown) if shown else None
        return fact("dice.refused", why=roll.refused, seen=seen, accept=accept)
    colours = fact("dice.colours", colours=list(roll.colours)) if roll.colours else None
    return fact("dice.read", values=shown, colours=colours, total=sum(roll.values))


def summary(rolls: int, values: Sequence[int]) -> Fact:
    """How often each number fell in so many rolls, and whether that is fair."""
    found = fairness(values)
    counts = [fact("dice.count", face=k, n=n) for k, n in enumerate(found.counts, start=1)]
    return fact("dice.summary", rolls=rolls, counts=counts, fairness=found.told())


def _called(known: DieSet) -> Fact:
    """A set's name, and its colour where the name does not tell."""
    colour = name(known.lab)
    if colour in known.name:
        return fact("calibrate.colour", colour=known.name)
    return fact("calibrate.set", name=known.name, colour=colour)


def as_json(found: Calibration, language: str = "en") -> dict[str, object]:
    """The calibration as plain values."""
    return {
        "ready": found.ready, "region": found.setup.region, "edge": found.setup.edge,
        "dice": [{"value": d.value, "colour": d.colour, "pixels": round(d.size)} for d in found.dice],
        "sets": [{"name": s.name, "lab": s.lab} for s in found.setup.sets],
        "advice": [{**a.to_dict(), "text": say(a, language)} for a in found.advice],
    }  # fmt: skip


def as_text(found: Calibration, language: str = "en") -> str:
    """The calibration in sentences."""
    said: list[Fact] = []
    if found.dice:
        dice = [fact("calibrate.die", colour=d.colour, value=d.value) for d in found.dice]
        pixels = round(common_size(found.dice))
        said.append(fact("calibrate.dice", n=len(found.dice), pixels=pixels, dice=dice))
        left, top, right, bottom = (round(100 * v) for v in found.setup.region)
        said.append(fact("calibrate.area", left=left, right=right, top=top, bottom=bottom))
        sets = [_called(s) for s in found.setup.sets]
        said.append(fact("calibrate.sets", sets=sets or fact("calibrate.no-sets")))
    said += [*found.advice, fact("calibrate.ready" if found.ready else "calibrate.not-ready")]
    return "\n".join(say(part, language) for part in said)


class TypedRolls:
    """Looks on at a sitting. ``read``: how many rolls were; ``keys``: somebody at a terminal watches and can type."""

    def __init__(self, *, json_lines: bool, language: Language) -> None:
        self.read = 0
        self.keys = False
        self._json, self._language = json_lines, language
        self._last: events.Roll | None = None
        self._values: list[int] = []

    def __call__(self, event: events.Event) -> None:
        if isinstance(event, events.Source) and not (self._json or event.detail):
            return
        if isinstance(event, events.Roll):
            self._last = event
            if not event.refused:
                self.read += 1
                self._values += event.values
        if self._json:
            print(encode(event), flush=True)
        elif isinstance(event, events.Roll):
            print(line(event, keys=self.keys, language=self._language), flush=True)
        elif isinstance(event, events.Source) and event.detail is not None:
            print(say(event.detail, self._language), flush=True)

    def typed(self, text: str, t: float) -> tuple[int, ...]:
        """A line typed meanwhile corrects the latest roll: its values now, () where nothing was corrected."""
        roll = self._last
        values = corrected(roll, text) if roll is not None else ()
        if roll is not None and values:
            colours = roll.colours if len(values) == len(roll.colours) else ()
            self(events.Roll(onset=roll.onset, decided=t, source="typed", values=values, colours=colours))
        return values

    def end(self) -> None:
        """What it came to."""
        if self._json:
            return
        if self._last is None:
            print(say("dice.never-still", self._language))
        elif self.read > 1:
            print(say(summary(self.read, self._values), self._language))
