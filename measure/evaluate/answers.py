"""How well answers and commands are heard: synthesised voices say them over talk, beside hours of talk that is none.

``trials`` are answers to cards of two to six answers, ``beside_talk`` counts what is heard where nobody answers.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

import numpy as np

from companion.facts import fact
from companion.referee.questions import Answer, Question, yes_no
from companion.senses.speech.answer_engine import AnswerEngine
from companion.senses.speech.answer_listener import AnswerListener, HeardAnswer
from companion.senses.speech.command_listener import CommandListener
from companion.senses.speech.recogniser import Samples as Heard
from companion.senses.speech.settings import SpeechSettings
from companion.sitting.answer_grammar import SpokenPrompt, prompt_of
from companion.words.spoken_words import fold_saying, sayings, spoken_table, words_of
from models.training.voices.rooms import room
from models.training.voices.source import RATE, Rng, Samples
from models.training.voices.table_talk import VOICES, Part, speak, talk

NAMES: Final = {
    "choose": ("Ann", "Ben", "Cleo", "Jürgen"),
    "kept": ("Mia", "Tom", "Lena", "Karim"),
}
LEVELS_DB: Final = (30, 20, 15, 10, 5)
_BLOCK = RATE // 10
_LEAD_S, _TAIL_S = 2.5, 2.5


@dataclass(frozen=True)
class Trial:
    """One answer said over talk: what was meant, and what was heard of it."""

    level: int
    voice: str
    said: str
    meant: str
    heard: HeardAnswer | None
    delay: float = 0.0

    @property
    def outcome(self) -> str:
        """Return "right", "wrong", "asked" (the right one among them), "asked wrong" or "missed"."""
        if self.heard is None:
            return "missed"
        options = [option.option for option in self.heard.options]
        if self.heard.sure:
            return "right" if options[0] == self.meant else "wrong"
        return "asked" if self.meant in options else "asked wrong"


@dataclass
class TalkCount:
    """What was heard in talk beside an open question."""

    minutes: float = 0.0
    taken: int = 0
    asked: int = 0
    commands: int = 0
    looks: int = 0
    gate_looks: int = 0
    gate_work: float = 0.0
    work: float = 0.0
    heard: list[str] = field(default_factory=list)


def cards(rng: Rng, names: Sequence[str]) -> Question:
    """Return a question as the games ask it, of two to six answers."""
    kind = int(rng.integers(6))
    gems = ("diamond", "emerald", "ruby", "sapphire", "pearl", "opal", "amethyst", "topaz", "jade")
    nobody = Answer("nobody", fact("answer.nobody-won"), kind="no")
    if kind == 0:
        answers = (*(Answer(f"seat{k}", fact("answer.is", value=n)) for k, n in enumerate(names)), nobody)
    elif kind == 1:
        pairs = [(a, b) for k, a in enumerate(names) for b in names[k + 1 :]][: int(rng.integers(1, 6))]
        told = (Answer(f"p{a}{b}", fact("answer.two", a=a, b=b)) for a, b in pairs)
        answers = (*told, Answer("nobody", fact("answer.nobody-trades"), kind="no"))
    elif kind == 2:
        answers = yes_no(str(rng.choice(["claim", "mistake", "dice"])))
    elif kind == 3:
        chosen = rng.choice(gems, int(rng.integers(2, 6)), replace=False)
        answers = tuple(Answer(str(g), fact("answer.gem", gem=str(g))) for g in chosen)
    elif kind == 4:
        answers = tuple(Answer(x, fact("answer.set", set=x, signals=["cow"])) for x in "ABCD")
    else:
        answers = tuple(Answer(x, fact("answer.cards", shown=x)) for x in ("1", "2", "3", "4", "grin"))
    return Question("asked", kind, fact("question.who-won"), answers)


def expect(listener: AnswerListener, prompt: SpokenPrompt) -> None:
    listener.expect({o.id: o.sayings for o in prompt.options}, prompt.names)


def commands(make: Callable[[str], AnswerEngine], language: str, rules: Mapping[str, float]) -> CommandListener:
    """Return what listens for every command that Face Off! knows, with four players."""
    table = spoken_table(language, "command")
    listener = CommandListener(make(language), make(language), rules)
    plain = {name: sayings(said, {}, language) for name, said in table.items() if name not in ("trade", "worth")}
    for shown in ("1", "2", "3", "4", "grin"):
        for a, b in permutations(NAMES["kept"], 2):
            said = sayings(table["trade"], {"a": a, "b": b, "shown": shown}, language, NAMES["kept"])
            plain[f"trade {a} {b} {shown}"] = said
    names = [words_of(name) for name in spoken_table(language, "call")["names"]]
    listener.expect(names, plain, NAMES["kept"])
    return listener


def said_commands(
    make: Callable[[str], AnswerEngine], language: str, part: Part, count: int, seed: int = 2
) -> Counter[str]:
    """Return how commands after the call name ended, at 15 dB and more: "right", "wrong", "missed"."""
    rng, rules = np.random.default_rng(seed), SpeechSettings.load().commands
    voices, out = VOICES[language][part], Counter[str]()
    table = spoken_table(language, "command")
    plain = [name for name in table if name not in ("trade", "worth")]
    call = str(spoken_table(language, "call")["names"][0])
    listener = commands(make, language, rules)
    for k in range(count):
        command = plain[k % len(plain)]
        text = f"{call}, {rng.choice(table[command])}"
        sound, _ = scene(rng, speak(rng, text, voices[k % len(voices)]), (30, 20, 15)[k % 3], language, voices)
        found = [h for at in range(0, len(sound), _BLOCK) if (h := listener.feed(sound[at : at + _BLOCK])) is not None]
        options = [heard.options[0].option for heard in found]
        out["right" if options == [command] else "wrong" if options else "missed"] += 1
    return out


def scene(rng: Rng, said: Samples, level: float, language: str, voices: Sequence[str]) -> tuple[Heard, float]:
    """Return an answer in a room, so many dB over talk and hiss, and the second in which it ends."""
    wet = room(rng, said)
    dry = len(said)
    wet = wet[: dry + RATE // 3]
    count = int((_LEAD_S + _TAIL_S) * RATE) + len(wet)
    company = room(rng, talk(rng, language, tuple(voices), count / RATE))[:count]
    power = float(np.sqrt(np.mean(wet[:dry] ** 2)))
    company *= power * 10 ** (-level / 20) / (float(np.sqrt(np.mean(company**2))) + 1e-9)
    sound = company + rng.normal(0, power * 10 ** (-45 / 20), count)
    begin = int(_LEAD_S * RATE)
    sound[begin : begin + len(wet)] += wet
    return np.asarray(0.3 * sound / np.abs(sound).max(), np.float32), (begin + dry) / RATE


def trials(
    make: Callable[[str], AnswerEngine], language: str, part: Part, count: int, seed: int = 0
) -> Iterator[Trial]:
    """Yield answers by every voice of a part in turn, at every level."""
    rng, rules = np.random.default_rng(seed), SpeechSettings.load().answers
    voices, engine = VOICES[language][part], make(language)
    for k in range(count):
        voice, level = voices[k % len(voices)], LEVELS_DB[(k // len(voices)) % len(LEVELS_DB)]
        prompt = prompt_of(cards(rng, NAMES[part]), language, NAMES[part])
        option = prompt.options[int(rng.integers(len(prompt.options)))]
        usual = option.sayings[: max(1, len(option.sayings) - 1)]  # its place on the card is seldom said
        text = " ".join(usual[int(rng.integers(len(usual)))])
        sound, end = scene(rng, speak(rng, text, voice), level, language, voices)
        listener = AnswerListener(engine, rules)
        expect(listener, prompt)
        found: HeardAnswer | None = None
        delay = 0.0
        for at in range(0, len(sound), _BLOCK):
            heard = listener.feed(sound[at : at + _BLOCK])
            if heard is not None and (found is None or (heard.sure and not found.sure)):
                found, delay = heard, (at + _BLOCK) / RATE - end
        yield Trial(level, voice, text, option.id, found, delay)


def beside_talk(
    make: Callable[[str], AnswerEngine], language: str, part: Part, minutes: int, seed: int = 1
) -> TalkCount:
    """Count what is heard in minutes of talk, another question open in each."""
    rng, rules = np.random.default_rng(seed), SpeechSettings.load().answers
    engine, count = make(language), TalkCount()
    for _ in range(minutes):
        prompt = prompt_of(cards(rng, NAMES[part]), language, NAMES[part])
        listener = AnswerListener(engine, rules)
        expect(listener, prompt)
        sound = talk(rng, language, VOICES[language][part], 60.0)
        heard_sound: Heard = np.asarray(0.2 * room(rng, sound)[: len(sound)], np.float32)
        gate = commands(make, language, rules=SpeechSettings.load().commands)
        began = time.process_time()
        for at in range(0, len(heard_sound), _BLOCK):
            if (called := gate.feed(heard_sound[at : at + _BLOCK])) is not None:
                count.commands += 1
                count.heard.append(f"command {called.options[0].option} {called.options[0].log_odds:.1f}")
        count.gate_work += time.process_time() - began
        count.gate_looks += gate.looks
        began = time.process_time()
        for at in range(0, len(heard_sound), _BLOCK):
            if (heard := listener.feed(heard_sound[at : at + _BLOCK])) is not None:
                option = prompt.option(heard.options[0].option)
                said = "" if option is None else fold_saying(option.sayings[0])
                count.heard.append(f"{said} {heard.options[0].log_odds:.1f}")
                count.taken += heard.sure
                count.asked += not heard.sure
        count.work += time.process_time() - began
        count.minutes += 1
        count.looks += listener.looks
    return count


def by_level(found: Sequence[Trial]) -> dict[int, Counter[str]]:
    """Return how trials ended, by dB over talk."""
    out: dict[int, Counter[str]] = {level: Counter() for level in LEVELS_DB}
    for trial in found:
        out[trial.level][trial.outcome] += 1
    return out
