"""``bench [WHAT...]``: this machine's figures against the budgets of the design.

A module of ``measure.bench`` takes part by having ``bench(seconds) -> rows``, each row with ``as_dict()`` and
``within``; ``bench(seconds, clip=...)`` if it needs pictures; and ``lines(rows)`` if it has a table of its own.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.errors import BadInput


def register(app: typer.Typer) -> None:
    app.command("bench")(bench)


def bench(
    what: Annotated[list[str] | None, typer.Argument(help="faces, rules, ...; default: all.")] = None,
    clip: Annotated[Path | None, typer.Option(help="A clip with at least one face; default: the demo's.")] = None,
    seconds: Annotated[float, typer.Option(help="About how long each takes.", min=0.5, max=3600.0)] = 12.0,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure this machine against the budgets: faces against raw FaceMesh, rules, and what else is installed."""
    names = what or _names()
    for name in names:
        if name not in _names():
            raise BadInput("measure.unknown-bench", name=name, known=list(_names()))
    result: dict[str, Any] = {"machine": machine()}
    if not json_out:
        print(result["machine"])
    for name in names:
        module = importlib.import_module(f"measure.bench.{name}")
        rows = _run(module, seconds, clip)
        result[name] = [row.as_dict() for row in rows]
        if not json_out:
            print("\n".join(module.lines(rows) if hasattr(module, "lines") else _plain(name, result[name])), flush=True)
    if json_out:
        print(json.dumps(result, ensure_ascii=False))


def _names() -> list[str]:
    import measure.bench as package

    return sorted(m.name for m in pkgutil.iter_modules(package.__path__) if not m.name.startswith("_"))


def _run(module: Any, seconds: float, clip: Path | None) -> list[Any]:
    if "clip" in inspect.signature(module.bench).parameters:
        return list(module.bench(seconds, clip=clip))
    return list(module.bench(seconds))


def _plain(name: str, rows: list[dict[str, Any]]) -> list[str]:
    return [f"{name}:"] + ["  " + ", ".join(f"{k} {v}" for k, v in row.items()) for row in rows]


def machine() -> str:
    """Return the machine in words: processor, cores that this program may use, system."""
    import os
    import platform

    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        model = named[0] if named else model
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{model}, {cores} cores, {platform.system()}, Python {platform.python_version()}"
