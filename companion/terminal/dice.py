"""``dice SOURCE`` reads throws of dice; ``calibrate dice SOURCE`` sets up the camera over the table."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.ending import Duty
from companion.errors import BadInput
from companion.terminal.command_line import language_of
from companion.terminal.options import Camera, Lang, Source, one_source

if TYPE_CHECKING:
    from companion.sitting.camera_stations import CameraStation
    from companion.sitting.sitting import Sitting
    from companion.sitting.throw_picture import ThrowPicture
    from companion.sources.picture_source import Frame, FrameSource, Image
    from companion.terminal.dice_text import TypedRolls


def register(app: typer.Typer) -> None:
    app.command("dice")(dice)
    group = typer.Typer(no_args_is_help=True)
    group.command("dice")(calibrate)
    group.callback()(_group)
    app.add_typer(group, name="calibrate")


def _group() -> None:
    """Do nothing; this function stands for the command group ``calibrate``, whose help is in help.ftl."""


def dice(
    source: Source = "",
    camera: Camera = "",
    count: Annotated[int | None, typer.Option(min=1, max=30, help="usage.dice.count")] = None,
    colours: Annotated[int, typer.Option(min=1, max=2, help="usage.dice.colours")] = 1,
    most: Annotated[int, typer.Option(min=1, max=30, help="usage.dice.most")] = 12,
    json_lines: Annotated[bool, typer.Option("--json", help="usage.all.json-lines")] = False,
    setup: Annotated[Path | None, typer.Option(help="usage.dice.setup")] = None,
    realtime: Annotated[bool, typer.Option(help="usage.all.realtime")] = False,
    picture: Annotated[Path | None, typer.Option(help="usage.dice.picture")] = None,
    lang: Lang = None,
) -> None:
    """Read every throw that a camera, clip or picture shows. Exit code 1: nothing could be read."""
    from companion.clock import MonotonicClock
    from companion.senses.dice import tray
    from companion.sitting.sitting import Sitting
    from companion.sitting.throw_station import ThrowStation
    from companion.sources import open_source
    from companion.terminal.dice_text import TypedRolls

    language = language_of(lang)
    if picture is not None:
        _check_picture_name(picture)
    given = None if setup is None else tray.load_named_tray(setup)
    looked_at = one_source(source, camera)
    clock = MonotonicClock()
    rolls = TypedRolls(json_lines=json_lines, language=language)
    sitting = Sitting(None, clock, observers=[rolls])

    def make(opened: FrameSource) -> ThrowStation:
        kept = tray.load(tray.default_path()) if given is None and opened.live else given
        station = ThrowStation(opened, kept, count=count, colours=colours, max_dice=most)
        if picture is not None:
            station.looks.append(RingedPicture(picture))
        return station

    try:
        worker = sitting.crew.add(
            "camera",
            lambda on_status: open_source(looked_at, realtime=realtime, clock=clock, on_status=on_status),
            make,
        )
        _run(sitting, rolls, worker.live)
    finally:
        sitting.close(wait=3.0)
    rolls.end()
    raise typer.Exit(0 if rolls.read else 1)


def _check_picture_name(path: Path) -> None:
    """Check, before a camera is opened, that a picture can be written.

    Raises:
        BadInput: ``path`` is no name of a picture, or its folder is missing.
    """
    import cv2

    if not cv2.haveImageWriter(str(path)) or not path.parent.is_dir():
        raise BadInput("calibrate.no-picture", path=str(path))


class RingedPicture:
    """Observer of the dice camera that saves the picture of the latest throw, with its dice circled."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._written: ThrowPicture | None = None

    def __call__(self, station: CameraStation, frame: Frame) -> None:
        """Write the picture if there is a new throw.

        Raises:
            BadInput: The file cannot be written.
        """
        from companion.sitting.throw_picture import draw_rings

        if station.thrown is None or station.thrown is self._written:
            return
        self._written = station.thrown
        if not _write_picture(self._path, draw_rings(station.thrown)):
            raise BadInput("calibrate.no-picture", path=str(self._path))


def _run(sitting: Sitting, rolls: TypedRolls, live: bool) -> None:
    """Read a clip to its end, or a camera until Ctrl-C, while corrections may be typed at a terminal."""
    from companion.sitting.event_stream import run

    def read() -> None:
        for text in sys.stdin:
            sitting.post(partial(_on_typed_roll, sitting, rolls, text))

    if live and sys.stdin.isatty():
        rolls.keys = True
        Duty("typing", read).start()
    run(sitting)


def _on_typed_roll(sitting: Sitting, rolls: TypedRolls, text: str) -> None:
    """Correct the latest throw by a typed line, and tell the dice sense the values.

    It remembers how these dice looked.
    """
    from companion.sitting.requests import NameDice

    if values := rolls.correct(text, sitting.now()):
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
    from companion.senses.dice import tray
    from companion.senses.dice.dice_detector import DiceDetector
    from companion.senses.dice.tray_calibration import calibrate as find
    from companion.senses.dice.tray_calibration import draw_calibration
    from companion.sources import open_source
    from companion.sources.pixels import sharpest_frame
    from companion.terminal.dice_text import as_json, as_text

    called = tuple(n.strip() for n in names.split(",") if n.strip())
    language = language_of(lang)
    if called and len(called) != colours:
        raise BadInput("calibrate.names", n=len(called), colours=colours)
    detector = DiceDetector()
    with open_source(one_source(source, camera, "0")) as opened:
        frame = sharpest_frame(opened)
    found = find(detector, frame.image, colours, called)
    if picture is not None and not _write_picture(picture, draw_calibration(frame.image, found)):
        raise BadInput("calibrate.no-picture", path=str(picture))
    if found.ready:
        tray.save(found.setup, out or tray.default_path())
    print(json.dumps(as_json(found, language)) if json_out else as_text(found, language))
    raise typer.Exit(0 if found.ready else 1)


def _write_picture(path: Path, image: Image) -> bool:
    """Write a picture; return False if the folder is missing or the name has no picture format's ending."""
    import cv2

    try:
        return cv2.imwrite(str(path), image)
    except cv2.error:  # an ending that is no picture's
        return False
