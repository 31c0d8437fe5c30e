"""Vosk behind the same interface, with a model folder that lies on this machine and was looked at first.

Vosk's own downloader is never used: it fetches without a hash and ends the program when that fails.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.errors import BadInput, DeviceUnavailable
from companion.senses.speech.lexicon import letters_of
from companion.senses.speech.recogniser import RATE, Samples, Word
from companion.senses.speech.settings import GEM, NAME, Settings
from companion.senses.speech.sphinx import Dither

NEEDED = ("am/final.mdl", "conf/mfcc.conf", "graph/phones/word_boundary.int")
_GRAPHS = (("graph/HCLr.fst", "graph/Gr.fst"), ("graph/HCLG.fst",))  # a grammar of ours needs the first kind
_LEAST = 0.35  # confidence under which a word counts as something else


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


class Vosk:
    """See ``recogniser.Recogniser``. Names that the model does not know are heard as "some name" and not checked."""

    title = "Vosk"

    def __init__(self, folder: Path, settings: Settings | None = None) -> None:
        check_folder(folder)
        self.settings = settings or Settings.load()
        try:
            import vosk

            vosk.SetLogLevel(-1)
            self._module: Any = vosk
            self._model: Any = vosk.Model(model_path=str(folder))
        except (ImportError, OSError) as error:
            raise DeviceUnavailable("vosk.no-library", why=str(error)) from None
        except Exception as error:  # Vosk raises bare Exception for a model it cannot read
            raise BadInput("vosk.unreadable", folder=str(folder), why=str(error)) from None
        self._names: tuple[str, ...] = ()
        self._recogniser: Any = None
        self._done: list[dict[str, Any]] = []
        self._dither = Dither()

    def hand(self, names: tuple[str, ...]) -> None:
        self._names = names

    def begin(self) -> None:
        words = vocabulary(self._names, self.settings)
        known = [w for w in words if self._model.vosk_model_find_word(w) >= 0]
        self._recogniser = self._module.KaldiRecognizer(self._model, RATE, json.dumps([*known, "[unk]"]))
        self._recogniser.SetWords(True)
        self._recogniser.SetPartialWords(True)
        self._done, self._dither = [], Dither()

    def feed(self, samples: Samples) -> None:
        if self._recogniser.AcceptWaveform(self._dither.pcm(samples)):
            self._done += json.loads(self._recogniser.Result()).get("result", [])

    def so_far(self) -> list[Word]:
        partial = json.loads(self._recogniser.PartialResult()).get("partial_result", [])
        return place([*self._done, *partial], self._names, self.settings)

    def finish(self) -> list[Word]:
        self._done += json.loads(self._recogniser.FinalResult()).get("result", [])
        return place(self._done, self._names, self.settings)


def vocabulary(names: tuple[str, ...], settings: Settings) -> list[str]:
    """Every word that may be said: the sentence, gems, names in plain letters, decoys."""
    words = [w for w in settings.words if w not in (NAME, GEM)]
    words += [form for forms in settings.gems.values() for form in forms]
    words += [w for name in names for w in _plain(name).split()]
    words += [decoy for decoys in settings.decoys.values() for decoy in decoys]
    return list(dict.fromkeys(words))


def place(found: list[dict[str, Any]], names: tuple[str, ...], settings: Settings) -> list[Word]:
    """Vosk's words into the places of the sentence: the longest common order of both (by least edits)."""
    heard = [w for w in found if w.get("conf", 1.0) >= _LEAST]
    meanings = [_meaning(names, settings, k) for k in range(len(settings.words))]
    n, m = len(heard), len(meanings)
    best = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            same = heard[i]["word"] in meanings[j]
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + 1 if same else 0)
    out: list[Word] = []
    i = j = 0
    while i < n and j < m:
        word = heard[i]
        said = meanings[j].get(word["word"])
        if said is not None and best[i][j] == best[i + 1][j + 1] + 1:
            out.append(Word(said, j, float(word["start"]), float(word["end"])))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return out


def _meaning(names: tuple[str, ...], settings: Settings, k: int) -> dict[str, str]:
    """Spoken word -> what it means in the place ``k``."""
    word = settings.words[k]
    if word == NAME:
        return {part: name for name in names for part in _plain(name).split()}
    if word == GEM:
        return {form: gem for gem, forms in settings.gems.items() for form in forms}
    return {word: word}


def _plain(name: str) -> str:
    return " ".join(filter(None, (letters_of(part) for part in name.replace("-", " ").split())))
