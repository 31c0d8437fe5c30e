"""A name by its owner's spoken take: its phones, and that the speech is heard with it where the dictionary is wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

from companion.senses.speech.phoneme_encoder import PhonemeEncoder
from companion.senses.speech.recogniser import RATE, judge
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser, phones_of
from measure.evaluate.speech import teach
from measure.evaluate.speech_labels import Row
from tests.needs import needs
from tests.senses.speech_synth import TEXTS, flite

SETTINGS = SpeechSettings.load()
PHONES = PhonemeEncoder()
NAMES = ("Xhosa", "Ann", "Ben")  # who says "Wootsya" for the first of them
spoken = needs("espeak-ng", "flite")


def within(said: np.ndarray) -> np.ndarray:
    """In a quiet room, with some of it before and after."""
    sound = np.random.default_rng(0).normal(0, 0.0005, len(said) + RATE)
    sound[RATE // 2 : RATE // 2 + len(said)] += said
    return sound.astype(np.float32)


def test_no_name_no_phones() -> None:
    rng = np.random.default_rng(0)
    for nothing in (np.zeros(0), np.zeros(RATE), rng.normal(0, 0.1, 4 * RATE), rng.normal(0, 0.1, 800)):
        assert phones_of(nothing.astype(np.float32), PHONES) == ()
    sphinx = SphinxRecogniser(SETTINGS)
    assert not sphinx.learn("Ann", np.zeros(RATE, np.float32))


@spoken
def test_a_take_sounds_like_what_was_said() -> None:
    phones = phones_of(within(flite("Wootsya", "slt")), PHONES)
    assert 3 <= len(phones) <= 12
    assert {"UW", "UH", "W"} & set(phones)
    assert {"S", "SH", "CH", "Z"} & set(phones)


@spoken
def test_a_name_is_heard_as_its_owner_says_it() -> None:
    sphinx = SphinxRecogniser(SETTINGS)
    sphinx.hand(NAMES, ("ruby", "jade", "pearl"))
    said = within(flite(TEXTS["speech"].format(name="Wootsya", gem="rubies"), "rms"))
    before = judge(sphinx.words(said), SETTINGS)
    assert before.name != "Xhosa"
    assert sphinx.learn("Xhosa", within(flite("Wootsya", "rms", 1.1)))
    after = judge(sphinx.words(said), SETTINGS)
    assert (after.verdict, after.name, after.gem) == ("heard", "Xhosa", "ruby")
    other = judge(sphinx.words(within(flite(TEXTS["speech"].format(name="Ben", gem="rubies"), "rms"))), SETTINGS)
    assert (other.verdict, other.name) == ("heard", "Ben")


@spoken
def test_only_the_gems_of_the_hand_are_weighed() -> None:
    sphinx = SphinxRecogniser(SETTINGS)
    said = within(flite(TEXTS["speech"].format(name="Ann", gem="opals"), "slt"))
    sphinx.hand(("Ann", "Ben"), ("ruby", "opal"))
    gem = next(w for w in sphinx.words(said) if w.place == SETTINGS.words.index("GEM"))
    assert (gem.word, set(gem.alternatives) <= {"ruby"}) == ("opal", True)
    sphinx.hand(("Ann", "Ben"), ("ruby", "jade"))
    gem = next(w for w in sphinx.words(said) if w.place == SETTINGS.words.index("GEM"))
    assert gem.word != "opal"


def test_a_measured_game_is_taught_each_name_by_its_player_and_forgets_the_last_one(tmp_path: Path) -> None:
    """The winner's own voice says the winner's name; the others' names are said by others."""
    lengths = {("Ann", "flite:awb"): 1, ("Ann", "pico:en-US"): 2, ("Ben", "flite:awb"): 3, ("Ben", "pico:en-US"): 4}
    for (name, voice), tenths in lengths.items():
        (tmp_path / "takes" / name).mkdir(parents=True, exist_ok=True)
        soundfile.write(tmp_path / "takes" / name / f"{voice}.wav", np.zeros(tenths * RATE // 10), RATE)

    class Learning(SphinxRecogniser):
        def learn(self, name: str, sound: np.ndarray) -> bool:
            learned.append((name, round(len(sound) * 10 / RATE)))
            return True

    learned: list[tuple[str, int]] = []
    recogniser = Learning(SETTINGS)
    recogniser.know({"Ann": ("AE N",)})
    row = Row(tmp_path / "0000.wav", "speech", "Ben", "ruby", 2.5, 6.0, "10", "pico:en-US")
    teach(recogniser, row, ("Ann", "Ben"))
    assert learned == [("Ann", 1), ("Ben", 4)]
    assert recogniser.takes["Ann"] == ()
