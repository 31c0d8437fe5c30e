"""``evaluate sounds``, ``evaluate kinds`` and ``evaluate enrolment``: the sound sense on clips, kinds and takes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer


def register(app: typer.Typer) -> None:
    app.command("sounds")(sounds)
    app.command("kinds")(kinds)
    app.command("enrolment")(enrolment)


def sounds(
    index: Annotated[Path, typer.Argument(help="CSV with the columns file and label; files beside it.")],
    signal_set: Annotated[str, typer.Option("--set", help="Only this set's signals are candidates: A, C or D.")] = "",
    minutes: Annotated[
        float, typer.Option(help="False signals in so many minutes of the clips that are none, in a row.", max=6000)
    ] = 0.0,
    seed: Annotated[int, typer.Option(help="Which evening --minutes draws.")] = 1,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Recall of each signal and false signals, with nobody enrolled."""
    if minutes > 0:
        from measure.evaluate import sounds_minutes

        _show(sounds_minutes.evaluate(index, signal_set, minutes, seed, _progress), json_out)
        return
    from measure.evaluate.sounds import evaluate

    _show(evaluate(index, signal_set, _progress), json_out)


def kinds(
    folder: Annotated[Path, typer.Argument(help="The shared folder of recordings, with index.csv.")],
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Each of the nine kinds on real recordings: told with nobody enrolled, and after one take."""
    from measure.evaluate.sounds_kinds import evaluate

    _show(evaluate(folder, _progress), json_out)


def enrolment(
    folder: Annotated[Path, typer.Argument(help="A folder a speaker with files WORD_TAKE.flac, .wav or .ogg.")],
    takes: Annotated[
        list[int] | None, typer.Option(help="How many takes are enrolled; several allowed. Default 1, 3 and 5.")
    ] = None,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Enrol the first takes of real voices, test on the rest, two words as unknown sounds."""
    from measure.evaluate.sounds_enrolment import evaluate

    _show(evaluate(folder, takes or [1, 3, 5], _progress), json_out)


def _show(result: dict[str, Any], json_out: bool) -> None:
    _progress("")
    print(json.dumps(result, ensure_ascii=False, indent=None if json_out else 2))


def _progress(name: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{name}", end="", file=sys.stderr, flush=True)
