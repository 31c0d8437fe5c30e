"""The recogniser that travels with companion: PocketSphinx's English model laid over utterances (``aligning``)."""

from __future__ import annotations

from companion.senses.speech.aligning import Aligner
from companion.senses.speech.lexicon import shipped
from companion.senses.speech.recogniser import Glance, Samples, Word
from companion.senses.speech.settings import Settings
from companion.senses.speech.takes import phones_of


class Sphinx:
    """See ``recogniser.Recogniser``. One thread at a time; a glance takes 0.03 of the sound's time, the words 0.1."""

    title = "PocketSphinx"

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings.load()
        self._made: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._takes: dict[str, tuple[str, ...]] = {}
        self._aligner: Aligner | None = None

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = ()) -> None:
        if self._made == (names, gems):
            return
        self._aligner = Aligner(names, self.settings, shipped(), gems, self._takes)
        self._made = (names, gems)

    def learn(self, name: str, sound: Samples) -> bool:
        """How its owner says a name: [n] mono float32 at 16 kHz, the name alone. False where too little was said.

        Takes effect at once; ``hand`` has been called. Two takes of a name stand beside each other.
        """
        phones = phones_of(sound)
        if not phones:
            return False
        self._takes[name] = tuple(dict.fromkeys([*self._takes.get(name, ()), " ".join(phones)]))[-_TAKES:]
        if self._made is not None:
            made, self._made = self._made, None
            self.hand(*made)
        return True

    def glance(self, sound: Samples) -> Glance:
        return self._ready().glance(sound)

    def words(self, sound: Samples) -> list[Word]:
        return self._ready().words(sound)

    def _ready(self) -> Aligner:
        if self._aligner is None:
            raise ValueError("hand() comes before looking at a sound")
        return self._aligner


_TAKES = 3  # of one name that are kept
