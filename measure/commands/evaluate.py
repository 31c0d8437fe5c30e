"""``evaluate WHAT LABELS``: a sense's figures on labelled data.

Another sense adds its own with a module ``measure.commands.evaluate_NAME`` that has ``register(app)``.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

MORE = ("answers", "dice", "evening", "sounds", "speech", "warmup")


def register(app: typer.Typer) -> None:
    group = typer.Typer(help="Score a sense on labelled data.", no_args_is_help=True)
    group.command("faces")(faces)
    for name in MORE:
        importlib.import_module(f"measure.commands.evaluate_{name}").register(group)
    app.add_typer(group, name="evaluate")


def faces(
    labels: Annotated[Path, typer.Argument(help="CSV: file,start_s,end_s,label,note; files beside it.")],
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    compare: Annotated[
        Path | None,
        typer.Option(help="A face_landmarker.task: raw blendshape thresholds on the same files, side by side."),
    ] = None,
    runs: Annotated[int, typer.Option(min=1, help="So many runs, regions moved by up to .05 pixels; mean, range.")] = 1,
) -> None:
    """Face signals on clips and stills: found, missed and false, per signal and per label."""
    from measure.evaluate import faces as evaluation
    from measure.evaluate import faces_runs

    if runs > 1:
        found = [evaluation.as_json(evaluation.evaluate(labels, _progress, seed)) for seed in range(runs)]
        summary = faces_runs.summarise(found)
        print(json.dumps(summary, ensure_ascii=False) if json_out else "\n".join(faces_runs.as_text(summary)))
        return

    result = evaluation.as_json(evaluation.evaluate(labels, _progress))
    if compare is not None:
        from measure.baselines.faces import compare as blendshapes

        result["blendshapes"] = blendshapes(labels, compare, _progress)
    if json_out:
        print(json.dumps(result, ensure_ascii=False))
        return
    for line in evaluation.as_text(result):
        print(line)
    if compare is not None:
        from measure.baselines.faces import as_text

        print("\n".join(as_text(result)))


def _progress(name: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{name}", end="", file=sys.stderr, flush=True)
