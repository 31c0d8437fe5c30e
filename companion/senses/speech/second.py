"""A second opinion: where Vosk and a model for it are here, it is asked about what the first look has left open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from companion.senses.speech.recogniser import Ears, Glance, Hearing, Learner, Recogniser, Samples, Word
from companion.senses.speech.settings import GEM, NAME, Language, Settings

_SURE = 0.9  # confidence from which a word that the first did not make out is believed
_CERTAIN = 0.95  # score of a name or gem from which the first is not doubted: what it mistook was under 0.9
_OPEN = 0.0  # score of a slot that is asked for


class Opinion(Protocol):
    """Who is asked: words of a whole utterance, with confidences as scores."""

    @property
    def title(self) -> str: ...

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: Language = "en") -> None: ...

    def words(self, sound: Samples) -> list[Word]: ...


class Both:
    """See ``recogniser.Recogniser``. The first decides what is glanced at; where it makes out half of the sentence, the
    second is asked too."""

    def __init__(self, first: Recogniser, second: Opinion, settings: Settings) -> None:
        self.first, self.second, self._settings = first, second, settings

    @property
    def title(self) -> str:
        return f"{self.first.title} and {self.second.title}"

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: Language = "en") -> None:
        self.first.hand(names, gems, language)
        self.second.hand(names, gems, language)

    def learn(self, name: str, sound: Samples) -> bool:
        """How its owner says a name: the first's to learn."""
        return isinstance(self.first, Learner) and self.first.learn(name, sound)

    @property
    def takes(self) -> Mapping[str, tuple[str, ...]]:
        return self.first.takes if isinstance(self.first, Learner) else {}

    def know(self, takes: Mapping[str, tuple[str, ...]]) -> None:
        if isinstance(self.first, Learner):
            self.first.know(takes)

    @property
    def phones(self) -> Ears | None:
        return self.first.phones if isinstance(self.first, Hearing) else None

    def glance(self, sound: Samples) -> Glance:
        return self.first.glance(sound)

    def words(self, sound: Samples) -> list[Word]:
        words = self.first.words(sound)
        heard = sum(bool(w.said) for w in words)
        if heard < self._settings.partly * len(self._settings.words):
            return words
        return merged(words, self.second.words(sound), self._settings)


def merged(first: list[Word], second: list[Word], settings: Settings) -> list[Word]:
    """The first's words, with the second's where it made out none. Two that name different players or gems leave it
    open unless the first is certain; a word that the first heard as another one (score 0) stays so."""
    by_place = {word.place: word for word in second if word.said}
    return [_one(word, by_place.get(word.place), settings) for word in first]


def _one(word: Word, other: Word | None, settings: Settings) -> Word:
    if other is None:
        return word
    slot = settings.words[word.place] in (NAME, GEM)
    if slot and word.said and word.said == other.said:
        return replace(word, score=max(word.score, settings.align["clear"]))
    if slot and word.said and word.score >= _CERTAIN:
        return word
    if slot and word.said:
        return replace(word, score=_OPEN, others=tuple(dict.fromkeys([other.said, *word.others])))
    if not word.said and word.score > 0 and other.score >= _SURE:
        return replace(other, score=_OPEN if slot else other.score)
    return word
