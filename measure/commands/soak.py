"""``soak``: hours of play at full speed, with memory, threads, files, queues and the time of every step."""

from __future__ import annotations

import os
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("soak")(soak)


def soak(
    hours: Annotated[float, typer.Option(help="Of play.", min=0.1, max=100.0)] = 8.0,
    fps: Annotated[float, typer.Option(help="Pictures a second while a hand is played.", min=1.0, max=30.0)] = 5.0,
) -> None:
    """Play for hours as fast as the senses go, through camera, microphone, speech, dice, log and pages."""
    from measure.commands.bench import machine
    from measure.soak.run import Window, soak, verdict

    def told(window: Window) -> None:
        print(window.line(), flush=True)

    print(f"{machine()}, load {os.getloadavg()[0]:.1f}", flush=True)
    wrong = verdict(soak(hours, fps, told))
    print("\n".join(wrong) if wrong else "nothing grew, nothing got slower")
    raise typer.Exit(1 if wrong else 0)
