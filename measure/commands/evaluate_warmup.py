"""``evaluate warmup SOUNDS``: what a warm-up gains, before and after, on voices, noises, faces and whole families."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer


def register(group: typer.Typer) -> None:
    group.command("warmup")(warmup)


def warmup(
    sounds: Annotated[Path, typer.Argument(help="A folder with voices/, animals/ and other/speech, as shared.")],
    faces: Annotated[Path | None, typer.Option(help="Labels of clips and stills of faces: labels.csv.")] = None,
    digits: Annotated[bool, typer.Option(help="Recorded voices that say digits, too.")] = True,
    people: Annotated[int, typer.Option(help="How many people make noises.")] = 16,
    families: Annotated[int, typer.Option(help="How many families of four play.")] = 4,
    learning: Annotated[int, typer.Option(help="How many families play an hour without a warm-up.")] = 0,
    strangers: Annotated[int, typer.Option(help="How many rendered strangers show faces (needs numba).")] = 0,
    seed: Annotated[int, typer.Option(help="Of people and families.")] = 9,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Each signal before and after its warm-up at the shipped operating point, and trades with and without one."""
    from companion.senses.sounds.noise_embedding import NoiseEmbedding
    from measure.evaluate import warmup_family, warmup_sounds
    from measure.evaluate.sounds_enrolment import load
    from measure.evaluate.warmup_noises import voices

    net = NoiseEmbedding()
    found: dict[str, Any] = {}
    if digits:
        found["digits"] = warmup_sounds.evaluate(load(sounds / "voices", net, _progress), _progress)
    if people:
        made = voices(sounds, people, net, seed, _progress)
        found["noises"] = warmup_sounds.evaluate(made, _progress)
    if families:
        found["families"] = warmup_family.evaluate(sounds, families, seed, _progress)
    if learning:
        from measure.evaluate import warmup_learning

        found["learning"] = warmup_learning.evaluate(sounds, learning, seed, _progress)
    if faces is not None or strangers:
        from measure.evaluate import warmup_faces

        if faces is not None:
            found["faces"] = warmup_faces.of_clips(faces, _progress)
        if strangers:
            found["strangers"] = warmup_faces.of_strangers(strangers, seed, _progress)
    print(json.dumps(found, indent=None if json_out else 1))


def _progress(name: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{name}", end="", file=sys.stderr, flush=True)
