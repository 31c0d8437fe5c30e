"""Recognise answers and commands with Vosk, in any language that the user has a model for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from companion.senses.speech.aligned_answers import is_silent, log_odds_of, quiet_around
from companion.senses.speech.answer_engine import HeardOption
from companion.senses.speech.phoneme_encoder import ROW_S
from companion.senses.speech.phrase_network import Grammar
from companion.senses.speech.recogniser import RATE, Samples
from companion.senses.speech.vosk_model import VoskModel
from companion.words.spoken_words import fold_saying

_UNKNOWN_WORD = "[unk]"
_SILENCE_SAMPLES = RATE // 5  # silence appended to a sound, because Vosk waits for it
_BESIDE_S = 0.2  # seconds within which other talk counts as beside an answer


class VoskAnswers:
    """Implementation of ``AnswerEngine`` that uses Vosk.

    The word ``[unk]`` stands for all other talk; for a model without this word, common syllables do.

    Args:
        model: The model.
        rules: Table ``vosk`` of calibration/speech.toml.
    """

    title = "Vosk"

    def __init__(self, model: VoskModel, rules: Mapping[str, Any]) -> None:
        self._model, self._rules = model, rules
        self._grammar: Grammar = {}
        self._phrases: dict[str, str] = {}
        self._garbage: list[str] | None = None
        self._due = False  # the grammar's words were not looked up in the model yet
        self.unknown: list[str] = []

    def expect(self, grammar: Grammar, names: Collection[str]) -> None:
        """Set the grammar to listen for; the model is loaded only when the first sound that is not silent arrives."""
        self._grammar, self._due = grammar, True

    def listen(self, sound: Samples) -> list[HeardOption]:
        if is_silent(sound):
            return []
        if self._due:
            self._due = False
            self._check_words(self._grammar)
        if not self._phrases:
            return []
        self._model.expect([*self._phrases, *(g for g in self._garbage or () if g not in self._phrases)])
        found = self._model.hear(np.concatenate([sound, np.zeros(_SILENCE_SAMPLES, np.float32)]))
        return self._judge(found, sound)

    def _check_words(self, grammar: Grammar) -> None:
        """Keep the sayings whose words the model knows, list the unknown words, and choose the words for other talk."""
        words = {word.casefold() for sayings in grammar.values() for saying in sayings for word in saying}
        parts = sorted({part for word in words for part in word.split()})
        unknown = set(self._model.unknown_words(parts))
        if self._garbage is None:
            listed = [_UNKNOWN_WORD, *self._rules["syllables"]]
            missing = set(self._model.unknown_words(listed))
            self._garbage = [_UNKNOWN_WORD] if _UNKNOWN_WORD not in missing else [s for s in listed if s not in missing]
        self._phrases = {}
        lacking: dict[str, None] = {}
        for option, sayings in grammar.items():
            for saying in sayings:
                if silent := [word for word in saying if unknown & set(word.casefold().split())]:
                    lacking.update(dict.fromkeys(silent))
                else:
                    self._phrases.setdefault(fold_saying(saying), option)
        self.unknown = list(lacking)

    def close(self) -> None:
        self._model.close()

    def _judge(self, found: list[dict[str, Any]], sound: Samples) -> list[HeardOption]:
        """Return the options that were found with their log-odds, likeliest first.

        Args:
            found: Vosk's alternatives, as from ``VoskModel.hear``.
            sound: Samples at 16 kHz, (n,).
        """
        paths = [(self._option_of(one), one) for one in found]
        best: dict[str, dict[str, Any]] = {}
        for option, one in paths:
            if option and (option not in best or one["confidence"] > best[option]["confidence"]):
                best[option] = one
        out = []
        for option, one in best.items():
            rival = max((other["confidence"] for said, other in paths if said != option), default=-np.inf)
            out.append(self._weigh(option, one, one["confidence"] - rival, sound))
        return sorted(out, key=lambda heard: -heard.log_odds)

    def _option_of(self, one: Mapping[str, Any]) -> str:
        """Return the option said in one of Vosk's alternatives, ignoring talk before and after it; empty if none."""
        words = [word for word in str(one["text"]).split() if word not in (self._garbage or ())]
        return self._phrases.get(" ".join(words), "")

    def _weigh(self, option: str, one: Mapping[str, Any], lead: float, sound: Samples) -> HeardOption:
        """Return an option with its log-odds.

        Args:
            option: The option.
            one: Vosk's alternative that contains it.
            lead: Its confidence over that of the best other alternative, in log likelihood.
            sound: Samples at 16 kHz, (n,).
        """
        garbage = self._garbage or ()
        words = list(one.get("result") or ())
        said = [word for word in words if word["word"] not in garbage]
        start, end = (said[0]["start"], said[-1]["end"]) if said else (0.0, len(sound) / RATE)
        beside = [
            w for w in words if w["word"] in garbage and w["end"] > start - _BESIDE_S and w["start"] < end + _BESIDE_S
        ]
        before, after = quiet_around(sound, round(start / ROW_S), round(end / ROW_S))
        lead = min(max(lead, -self._rules["alone"]), self._rules["alone"])
        weights: Mapping[str, float] = self._rules["weights"]
        odds = (
            weights["bias"]
            + weights["lead"] * lead
            + weights["quiet"] * min(before, after)
            + weights["other"] * len(beside)
        )
        return HeardOption(option, log_odds_of(1 / (1 + np.exp(-odds))), float(start), float(end))
