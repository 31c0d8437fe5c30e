"""Which recogniser: PocketSphinx, with Vosk beside it where there is a folder for it. Nothing is fetched here."""

from __future__ import annotations

from pathlib import Path

from companion.config import settings as machine
from companion.senses.speech.fetching import KNOWN, place_of
from companion.senses.speech.recogniser import Recogniser
from companion.senses.speech.settings import Settings


def model_folder() -> Path | None:
    """The Vosk folder that is configured, or was fetched; None for the model that travels with companion."""
    configured = machine().speech_model
    if configured is not None:
        return configured
    fetched = place_of(KNOWN["vosk-small-en"], models_folder())
    return fetched if fetched.is_dir() else None


def models_folder() -> Path:
    """Where fetched models lie."""
    return machine().data_folder / "models"


def recogniser(settings: Settings | None = None) -> Recogniser:
    """Raises BadInput for a configured folder that is no model, CompanionError where nothing runs."""
    from companion.senses.speech.sphinx import Sphinx

    settings = settings or Settings.load()
    folder = model_folder()
    if folder is None:
        return Sphinx(settings)
    from companion.senses.speech.second import Both
    from companion.senses.speech.vosk import Vosk

    return Both(Sphinx(settings), Vosk(folder, settings), settings)
