"""``evaluate dice LABELS``: whole rolls read right on labelled photos, beside two baselines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer


def register(group: typer.Typer) -> None:
    group.command("dice")(dice)


def dice(
    labels: Annotated[
        Path, typer.Argument(help='JSON: images -> {"boxes": [[x0, y0, x1, y1, value]]} or {"values": []}.')
    ],
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    baselines: Annotated[bool, typer.Option(help="Run the two public ways of reading beside it.")] = True,
    failures: Annotated[bool, typer.Option(help="Name every image that was refused or wrong.")] = False,
) -> None:
    """Whole rolls right (with and without knowing how many dice), dice found, refusals; per set, the first folder."""
    from measure.baselines.dice import BASELINES
    from measure.evaluate.dice import evaluate

    report = evaluate(labels, BASELINES if baselines else {})
    if json_out:
        print(json.dumps(report, ensure_ascii=False))
        return
    print("Dice read by companion; 'right' is the whole roll with the number of dice known")
    _table(report)
    for name, other in report["baselines"].items():
        print(f"\nBaseline: {name} (never refuses)")
        _table(other)
    if failures:
        for f in report["failures"]:
            why = f" (refused: {f['refused']})" if f["refused"] else ""
            print(f"{f['image']}: is {f['truth']}, read {f['read']}{why}")


def _table(report: dict[str, Any]) -> None:
    head = f"{'set':<24}{'images':>7}{'right':>7}{'refused':>9}{'wrong':>7}{'right, count unknown':>22}"
    print(head + f"{'precision':>11}{'recall':>8}{'ms':>6}")
    for name, s in [*report["sets"].items(), ("all", report["total"])]:
        _row(name, s, s)
        _row("  six dice or fewer", s["six_or_fewer"], s["six_or_fewer"])


def _row(name: str, s: dict[str, Any], d: dict[str, Any]) -> None:
    n = s["images"]
    share = f"{100 * s['exact_known_share']:.0f}%" if n else "-"
    print(
        f"{name[:23]:<24}{n:>7}{s['exact_known']:>4}{share:>5}{s['refused']:>7}{s['wrong']:>7}{s['exact']:>20}"
        f"{d['precision']:>13.3f}{d['recall']:>8.3f}{d['ms_per_image']:>6.0f}"
    )
