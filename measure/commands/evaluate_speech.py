"""``evaluate speech INDEX.csv``: the shout and the victory speech on labelled sound files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("speech")(speech)


def speech(
    index: Annotated[
        Path, typer.Argument(help="CSV: file,label (speech,shout,wild,pair,near,talk),name,gem,onset_s,end_s,snr")
    ],
    players: Annotated[str, typer.Option(help="The players' names, as in the game.")] = "Ann,Ben,Cleo,Jürgen",
    shouts_only: Annotated[bool, typer.Option(help="Only the shouts: no speech is recognised.")] = False,
    hands: Annotated[bool, typer.Option(help="Each file with as many gems as players, not with all nine.")] = False,
    taught: Annotated[bool, typer.Option(help="Each player has said the own name in the warm-up: takes/.")] = False,
    german: Annotated[bool, typer.Option("--de", help="A German table: the sentence in German, too.")] = False,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Share heard, name and gem right, false accepts, delay, and the shout."""
    from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
    from measure.evaluate.speech import evaluate, evaluate_shouts

    names = tuple(name.strip() for name in players.split(","))
    if shouts_only:
        result = evaluate_shouts(index, _progress)
    else:
        result = evaluate(index, names, SphinxRecogniser(), _progress, "de" if german else "en", hands, taught)
    _progress("")
    print(json.dumps(result, ensure_ascii=False, indent=None if json_out else 2))


def _progress(name: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{name}", end="", file=sys.stderr, flush=True)
