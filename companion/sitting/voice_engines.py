"""Which engine hears answers and commands at a table: the shipped one in its languages."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.events import Source
from companion.senses.speech.aligned_answers import AlignedAnswers
from companion.senses.speech.answer_listener import AnswerListener
from companion.senses.speech.command_listener import CommandListener
from companion.senses.speech.phoneme_encoder import PhonemeEncoder
from companion.senses.speech.pronouncing import PRONOUNCED
from companion.senses.speech.settings import SpeechSettings
from companion.sitting.answer_ears import AnswerEars
from companion.sitting.followers.victory_watch import SpeechEars
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.sitting import Sitting
from companion.words import Language


def listen_beside(sitting: Sitting, language: Language, station: MicrophoneStation) -> None:
    """Put an engine beside a microphone's other senses; where none can be, that is said and taps do."""
    if language not in PRONOUNCED:
        return
    speech = next((sense for sense in station.beside if isinstance(sense, SpeechEars)), None)
    settings = speech.sense.settings if speech is not None else SpeechSettings.load()
    try:
        recogniser = speech.sense.recogniser if speech is not None else None
        phones = recogniser.phones if recogniser is not None else PhonemeEncoder(settings.align["weight"])
        takes = recogniser.takes if recogniser is not None else None
        engines = [AlignedAnswers(language, settings, phones, takes) for _ in range(3)]
    except CompanionError as error:
        now = sitting.clock.now()
        why = Source(onset=now, decided=now, source=station.name, status="online", detail=error.fact)
        sitting.post(lambda: sitting.show(why))
        return
    ears = AnswerEars(
        station.name,
        AnswerListener(engines[0], settings.answers),
        CommandListener(engines[1], engines[2], settings.commands),
    )
    if speech is not None:
        ears.is_busy = lambda: speech.sense.is_following
        ears.whose = speech.whose
    station.beside.append(ears)
