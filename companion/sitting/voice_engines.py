"""Choose the speech engine for answers and commands: Vosk if the settings name a model, else the shipped one."""

from __future__ import annotations

from collections.abc import Callable

from companion.config import settings as machine_settings
from companion.errors import CompanionError
from companion.events import Source
from companion.private import expand_user
from companion.senses.speech.aligned_answers import AlignedAnswers
from companion.senses.speech.answer_engine import AnswerEngine
from companion.senses.speech.answer_listener import AnswerListener
from companion.senses.speech.command_listener import CommandListener
from companion.senses.speech.phoneme_encoder import PhonemeEncoder
from companion.senses.speech.pronouncing import PRONOUNCED_LANGUAGES
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.vosk_answers import VoskAnswers
from companion.senses.speech.vosk_model import VoskModel
from companion.sitting.answer_ears import AnswerEars
from companion.sitting.followers.victory_watch import SpeechEars
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.sitting import Sitting
from companion.words import Language


def listen_beside(sitting: Sitting, language: Language, station: MicrophoneStation) -> None:
    """Add spoken answers and commands to a microphone's station; if no engine works, show why and go on without."""
    speech = next((sense for sense in station.beside if isinstance(sense, SpeechEars)), None)
    settings = speech.sense.settings if speech is not None else SpeechSettings.load()
    try:
        ears = _ears(language, station, settings, speech)
    except CompanionError as error:
        now = sitting.clock.now()
        why = Source(onset=now, decided=now, source=station.name, status="online", detail=error.fact)
        sitting.post(lambda: sitting.show(why))
        return
    if ears is None:
        return
    if speech is not None:
        ears.is_busy = lambda: speech.sense.is_following
        ears.whose = speech.whose
    station.beside.append(ears)


def _ears(
    language: Language, station: MicrophoneStation, settings: SpeechSettings, speech: SpeechEars | None
) -> AnswerEars | None:
    """Return the answer listener of one microphone; None if no engine knows the language.

    Raises CompanionError if an engine cannot be loaded.
    """
    shipped = _shipped_engines(language, settings, speech) if language in PRONOUNCED_LANGUAGES else None
    folder = machine_settings().speech_model
    if folder:
        model = VoskModel(expand_user(folder))
        engines: list[AnswerEngine] = [VoskAnswers(model, settings.vosk) for _ in range(3)]
        calling = shipped() if shipped is not None else engines[2]  # for the call name; the shipped one is cheaper
    elif shipped is not None:
        engines, calling = [shipped(), shipped()], shipped()
    else:
        return None
    commands = CommandListener(calling, engines[1], settings.commands)
    return AnswerEars(station.name, AnswerListener(engines[0], settings.answers), commands)


def _shipped_engines(
    language: Language, settings: SpeechSettings, speech: SpeechEars | None
) -> Callable[[], AnswerEngine]:
    """Return a factory of shipped engines that share one network, the victory speech's if there is one."""
    recogniser = speech.sense.recogniser if speech is not None else None
    phones = recogniser.phones if recogniser is not None else PhonemeEncoder(settings.align["weight"])
    takes = recogniser.takes if recogniser is not None else None
    return lambda: AlignedAnswers(language, settings, phones, takes)
