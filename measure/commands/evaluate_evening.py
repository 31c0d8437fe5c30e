"""``evaluate evening SOUNDS``: an evening of talk, laughter and things with all that listens, and what it tells."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer


def register(group: typer.Typer) -> None:
    group.command("evening")(evening)


def evening(
    sounds: Annotated[Path, typer.Argument(help="A folder with voices/, animals/ and other/, as shared.")],
    more: Annotated[Path | None, typer.Option(help="Further recordings, a folder for each kind.")] = None,
    minutes: Annotated[float, typer.Option(help="How long it is.", min=0.2, max=6000.0)] = 20.0,
    each: Annotated[float, typer.Option(help="Minutes of a part, which has a seed of its own.", min=0.2)] = 5.0,
    seed: Annotated[int, typer.Option(help="Which evening, and which players.")] = 1,
    plays: Annotated[bool, typer.Option(help="Six trades and a win in each part.")] = False,
    kept: Annotated[
        Path | None, typer.Option(help="Where parts are kept: what stands there is not heard again.")
    ] = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Count false shouts, noises, trades and questions of an evening; with --plays also what is found."""
    from measure.evaluate.evening import evaluate

    found = evaluate(sounds, more, minutes, each, seed, plays, kept, _progress)
    print(json.dumps(found, ensure_ascii=False, indent=None if json_out else 1))


def _progress(name: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{name}", end="", file=sys.stderr, flush=True)
