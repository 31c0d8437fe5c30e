"""Vosk's opinion of a whole utterance, with a model folder that lies on this machine and was looked at first.

Vosk's own downloader is never used: it fetches without a hash and ends the program when that fails.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import BadInput, DeviceUnavailable
from companion.senses.speech.lexicon import letters_of
from companion.senses.speech.recogniser import RATE, Recogniser, Samples, SpeechGlance, SpokenWord
from companion.senses.speech.settings import GEM, NAME, Language, SpeechSettings

NEEDED = ("am/final.mdl", "conf/mfcc.conf", "graph/phones/word_boundary.int")
_GRAPHS = (("graph/HCLr.fst", "graph/Gr.fst"), ("graph/HCLG.fst",))  # a grammar of ours needs the first kind
_LEAST = 0.35  # confidence under which a word counts as something else
_BLOCK = RATE // 5  # samples that it is given at a time
_DITHER = 2.0  # 16-bit steps; digital silence upsets its features


def check_folder(folder: Path) -> None:
    """Raises BadInput for what is no Vosk model that takes a grammar, saying what is missing."""
    if not folder.is_dir():
        raise BadInput("vosk.no-folder", folder=str(folder))
    missing = [name for name in NEEDED if not (folder / name).is_file()]
    if not any(all((folder / name).is_file() for name in graph) for graph in _GRAPHS):
        missing.append(_GRAPHS[0][0])
    if missing:
        raise BadInput("vosk.incomplete", folder=str(folder), missing=missing[0])
    if not (folder / _GRAPHS[0][0]).is_file():
        raise BadInput("vosk.fixed", folder=str(folder))


class VoskRecogniser:
    """Names that the model does not know are not checked. One thread at a time.

    Raises BadInput for a folder that is no model or whose words are of another language, DeviceUnavailable where the
    library does not run.
    """

    title = "Vosk"

    def __init__(self, folder: Path, settings: SpeechSettings | None = None) -> None:
        check_folder(folder)
        self.settings = settings or SpeechSettings.load()
        try:
            import vosk

            vosk.SetLogLevel(-1)
            self._module: Any = vosk
            with _silenced():
                self._model: Any = vosk.Model(model_path=str(folder))
        except (ImportError, OSError) as error:
            raise DeviceUnavailable("vosk.no-library", why=str(error)) from None
        except Exception as error:  # Vosk raises bare Exception for a model it cannot read  # noqa: BLE001
            raise BadInput("vosk.unreadable", folder=str(folder), why=str(error)) from None
        self._names: tuple[str, ...] = ()
        self._gems: tuple[str, ...] = ()
        self._check_words(folder)

    def _check_words(self, folder: Path) -> None:
        """A model of another language loads without a word and hears nothing."""
        with _silenced():
            lacking = [w for w in self.settings.words if w not in (NAME, GEM) and not self._knows(w)]
            lacking += [
                forms[0] for forms in self.settings.gems.values() if not any(self._knows(form) for form in forms)
            ]
        if lacking:
            few = list(dict.fromkeys(lacking))[:3]
            raise BadInput("vosk.foreign", folder=str(folder), count=len(lacking), words=few)

    def _knows(self, word: str) -> bool:
        return int(self._model.vosk_model_find_word(word)) >= 0

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = ()) -> None:
        """Its model is English: a sentence in another language is the first recogniser's alone."""
        self._names, self._gems = names, gems

    def words(self, sound: Samples) -> list[SpokenWord]:
        """The words of the sentence in [n] mono float32 at 16 kHz."""
        weighed = _of_hand(self.settings, self._gems)
        with _silenced():
            known = [w for w in vocabulary(self._names, weighed) if self._knows(w)]
            recogniser = self._module.KaldiRecognizer(self._model, RATE, json.dumps([*known, "[unk]"]))
            recogniser.SetWords(True)
            noise = np.random.default_rng(1).normal(0, _DITHER, len(sound))
            pcm = np.clip(sound * 32768.0 + noise, -32768, 32767).astype("<i2")
            found: list[dict[str, Any]] = []
            for k in range(0, len(pcm), _BLOCK):
                if recogniser.AcceptWaveform(pcm[k : k + _BLOCK].tobytes()):
                    found += json.loads(recogniser.Result()).get("result", [])
            found += json.loads(recogniser.FinalResult()).get("result", [])
        return place(found, self._names, weighed)


@contextmanager
def _silenced() -> Iterator[None]:
    """The library's warnings come from below Python, whatever level it was told: they go nowhere meanwhile."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _of_hand(settings: SpeechSettings, gems: tuple[str, ...]) -> SpeechSettings:
    return replace(settings, gems={g: said for g, said in settings.gems.items() if not gems or g in gems})


def vocabulary(names: tuple[str, ...], settings: SpeechSettings) -> list[str]:
    """Every word that may be said: the sentence, gems, names in plain letters, decoys."""
    words = [w for w in settings.words if w not in (NAME, GEM)]
    words += [form for forms in settings.gems.values() for form in forms]
    words += [w for name in names for w in _plain(name).split()]
    words += [decoy for decoys in settings.decoys.values() for decoy in decoys]
    return list(dict.fromkeys(words))


def place(found: list[dict[str, Any]], names: tuple[str, ...], settings: SpeechSettings) -> list[SpokenWord]:
    """Vosk's words into the places of the sentence: the longest common order of both (by least edits)."""
    heard = [w for w in found if w.get("conf", 1.0) >= _LEAST]
    meanings = [_meaning(names, settings, k) for k in range(len(settings.words))]
    n, m = len(heard), len(meanings)
    best = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            same = heard[i]["word"] in meanings[j]
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + 1 if same else 0)
    out: list[SpokenWord] = []
    i = j = 0
    while i < n and j < m:
        word = heard[i]
        said = meanings[j].get(word["word"])
        if said is not None and best[i][j] == best[i + 1][j + 1] + 1:
            out.append(SpokenWord(said, j, float(word["start"]), float(word["end"]), float(word.get("conf", 1.0))))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return out


def _meaning(names: tuple[str, ...], settings: SpeechSettings, k: int) -> dict[str, str]:
    """Spoken word -> what it means in the place ``k``."""
    word = settings.words[k]
    if word == NAME:
        return {part: name for name in names for part in _plain(name).split()}
    if word == GEM:
        return {form: gem for gem, forms in settings.gems.items() for form in forms}
    return {word: word}


def _plain(name: str) -> str:
    return " ".join(filter(None, (letters_of(part) for part in name.replace("-", " ").split())))


_SURE = 0.9  # confidence from which a word that the first did not make out is believed
_CERTAIN = 0.95  # score of a name or gem from which the first is not doubted: what it mistook was under 0.9
_OPEN = 0.0  # score of a slot that is asked for


class CombinedRecogniser(Recogniser):
    """The first decides what is glanced at; where it makes out half of the sentence, Vosk is asked too."""

    def __init__(self, first: Recogniser, second: VoskRecogniser, settings: SpeechSettings) -> None:
        self.first, self.second, self._settings = first, second, settings
        self.title, self.phones = f"{first.title} and {second.title}", first.phones

    @property
    def takes(self) -> Mapping[str, tuple[str, ...]]:  # type: ignore[override]  # only read
        return self.first.takes

    def learn(self, name: str, sound: Samples) -> bool:
        return self.first.learn(name, sound)

    def know(self, takes: Mapping[str, tuple[str, ...]]) -> None:
        self.first.know(takes)

    def glance(self, sound: Samples) -> SpeechGlance:
        return self.first.glance(sound)

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: Language = "en") -> None:
        self.first.hand(names, gems, language)
        self.second.hand(names, gems)

    def words(self, sound: Samples) -> list[SpokenWord]:
        words = self.first.words(sound)
        heard = sum(bool(w.said) for w in words)
        if heard < self._settings.partly * len(self._settings.words):
            return words
        return merged(words, self.second.words(sound), self._settings)


def merged(first: list[SpokenWord], second: list[SpokenWord], settings: SpeechSettings) -> list[SpokenWord]:
    """The first's words, with the second's where it made out none. Two that name different players or gems leave it
    open unless the first is certain; a word that the first heard as another one (score 0) stays so."""
    by_place = {word.place: word for word in second if word.said}
    return [_one(word, by_place.get(word.place), settings) for word in first]


def _one(word: SpokenWord, other: SpokenWord | None, settings: SpeechSettings) -> SpokenWord:
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
