"""The recogniser that travels with companion: PocketSphinx's words and lengths laid over what models/phones hears
(``aligning``)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.senses.speech.aligning import Aligner
from companion.senses.speech.lexicon import shipped
from companion.senses.speech.phones import Phones
from companion.senses.speech.recogniser import Glance, Samples, Word
from companion.senses.speech.settings import Language, Settings
from companion.senses.speech.takes import phones_of

_TAKES = 3  # of one name that are kept


class Sphinx:
    """See ``recogniser.Recogniser``. One thread at a time; a glance takes 0.03 of the sound's time, the words 0.1;
    twice that where another language is spoken besides English."""

    title = "PocketSphinx"

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings.load()
        self.phones = Phones(self.settings.align["weight"])
        self._made: tuple[tuple[str, ...], tuple[str, ...], Language] | None = None
        self._takes: dict[str, tuple[str, ...]] = {}
        self._aligners: list[Aligner] = []

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: Language = "en") -> None:
        if self._made == (names, gems, language):
            return
        spoken: tuple[Language, ...] = ("en",) if language == "en" else ("en", language)
        self._aligners = [
            Aligner(names, self.settings, shipped(), gems, self._takes, each, self.phones) for each in spoken
        ]
        self._made = (names, gems, language)

    def learn(self, name: str, sound: Samples) -> bool:
        """How its owner says a name: [n] mono float32 at 16 kHz, the name alone. False where too little was said.

        Takes effect at once. Up to three takes of a name stand beside each other and beside the dictionary's.
        """
        phones = phones_of(sound, self.phones)
        if not phones:
            return False
        self._takes[name] = tuple(dict.fromkeys([*self._takes.get(name, ()), " ".join(phones)]))[-_TAKES:]
        self._again()
        return True

    def _again(self) -> None:
        """The takes have changed: the names are weighed with them from now on."""
        if self._made is not None:
            made, self._made = self._made, None
            self.hand(*made)

    @property
    def takes(self) -> dict[str, tuple[str, ...]]:
        """Name -> its owner's takes, each as phones: what another one of these can be told (``know``)."""
        return dict(self._takes)

    def know(self, takes: Mapping[str, tuple[str, ...]]) -> None:
        """What another microphone's recogniser has learned of names."""
        self._takes.update(takes)
        self._again()

    def glance(self, sound: Samples) -> Glance:
        return max((aligner.glance(sound) for aligner in self._ready()), key=lambda glance: glance.fit)

    def words(self, sound: Samples) -> list[Word]:
        """In the language in which most of the sentence's words were made out."""
        return max((aligner.words(sound) for aligner in self._ready()), key=_made_out)

    def _ready(self) -> list[Aligner]:
        if not self._aligners:
            raise ValueError("hand() comes before looking at a sound")
        return self._aligners


def _made_out(words: list[Word]) -> tuple[float, float]:
    """Share of the words that were made out, and how well they fit."""
    said = [word.fit for word in words if word.said]
    return (len(said) / len(words), sum(said) / len(said)) if said else (0.0, 0.0)
