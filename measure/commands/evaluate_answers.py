"""``evaluate answers LANGUAGE``: answers and commands that synthesised voices say, beside hours of talk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer


def register(app: typer.Typer) -> None:
    app.command("answers")(answers)


def answers(
    language: Annotated[str, typer.Argument(help="en, de; with --vosk also another, such as ko.")],
    part: Annotated[str, typer.Option(help="choose or kept: which of the ten voices.")] = "kept",
    count: Annotated[int, typer.Option(min=1, help="Answers that are said.")] = 150,
    minutes: Annotated[int, typer.Option(min=0, help="Of talk beside an open question.")] = 60,
    commands: Annotated[int, typer.Option(min=0, help="Commands that are said.")] = 33,
    vosk: Annotated[Path | None, typer.Option(help="A Vosk model's folder: its engine instead.")] = None,
    seed: Annotated[int, typer.Option(help="Draws what is said.")] = 0,
) -> None:
    """Right, asked, wrong and missed answers by dB over talk; false ones an hour; delay; work."""
    import numpy as np

    from companion.senses.speech.aligned_answers import AlignedAnswers
    from companion.senses.speech.answer_engine import AnswerEngine
    from companion.senses.speech.settings import SpeechSettings
    from companion.senses.speech.vosk_answers import VoskAnswers
    from companion.senses.speech.vosk_model import VoskModel
    from measure.evaluate import answers as evaluation

    settings = SpeechSettings.load()
    model = VoskModel(vosk) if vosk is not None else None
    chosen: Any = "kept" if part == "kept" else "choose"

    def make(spoken: str) -> AnswerEngine:
        return VoskAnswers(model, settings.vosk) if model is not None else AlignedAnswers(spoken, settings)

    found = list(evaluation.trials(make, language, chosen, count, seed))
    for level, outcomes in evaluation.by_level(found).items():
        print(json.dumps({"dB": level, **outcomes}))
    delays = [trial.delay for trial in found if trial.outcome == "right"]
    if delays:
        print(json.dumps({"delay": [round(float(q), 2) for q in np.percentile(delays, (50, 95))]}))
    if commands:
        print(json.dumps({"commands": evaluation.said_commands(make, language, chosen, commands, seed)}))
    if minutes:
        talk = evaluation.beside_talk(make, language, chosen, minutes, seed)
        print(json.dumps(vars(talk), ensure_ascii=False))
    if model is not None:
        model.close()
