"""The shout: found over noise and dated by its first sound, two of them told apart, talk and slaps are none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion import resources
from companion.errors import DeviceUnavailable
from companion.events import Phrase, Source
from companion.facts import Fact
from companion.senses.speech import keyword_spotter
from companion.senses.speech.keyword_spotter import KeywordSpotter, ShoutListener
from companion.senses.speech.loudness import BLOCK_SAMPLES, Gain
from companion.senses.speech.phrase_detector import SHOUT_PHRASE, WILD_PHRASE, FoundPhrase, PhraseDetector
from companion.senses.speech.recogniser import RATE
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.speech_sense import SpeechSense
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from companion.sitting.followers.victory_watch import SpeechEars
from companion.sitting.mouth_watch import MouthWatch
from models.training.voices.shouting import slap
from models.training.voices.source import Speaker
from tests.needs import needs
from tests.senses.speech_synth import TEXTS, espeak, flite, room

SETTINGS = SpeechSettings.load()
RULES = SETTINGS.proof["phrases"][SHOUT_PHRASE]
START = 2.0
spoken = needs("espeak-ng", "flite")


def hear(sound: np.ndarray, block: int = 1600) -> list[FoundPhrase]:
    shouts = ShoutListener(SETTINGS)
    return [f for k in range(0, len(sound), block) for f in shouts.feed(sound[k : k + block].astype(np.float32))]


def over(*said: tuple[np.ndarray, float], decibels: float = 20.0, seconds: float = 6.0) -> np.ndarray:
    """Return what is said (sound, when) in a room, over two who talk on; the first is ``decibels`` over them."""
    rng = np.random.default_rng(4)
    talk = [
        espeak(text, voice)
        for text, voice in ((TEXTS["texts"]["talk"][0], "en-gb"), (TEXTS["texts"]["german"][3], "de"))
    ]
    noise = sum(np.resize(t, int(seconds * RATE)) for t in talk)
    out = rng.normal(0, 0.0005, int(seconds * RATE))
    level = np.sqrt(np.mean(said[0][0] ** 2) / np.mean(noise**2)) * 10 ** (-decibels / 20) if said else 0.3
    out += noise * level
    for sound, at in said:
        wet = np.convolve(sound, room(0.25))[: len(out) - int(at * RATE)]
        out[int(at * RATE) : int(at * RATE) + len(wet)] += wet
    return out


@spoken
@pytest.mark.parametrize(
    ("decibels", "voice"),
    [
        *((level, voice) for level in (15.0, 30.0) for voice in ("en-us+f3", "en-gb+m7", "en-gb-scotland")),
        (30.0, "flite:awb"),  # at 15 dB it is heard at a fifth of this talk's places, as the network before did
    ],
)
def test_the_shout_is_found_and_dated_soon_after_it(voice: str, decibels: float) -> None:
    said = flite("Face off!", voice[6:]) if voice.startswith("flite") else espeak("Face off!", voice)
    (found,) = hear(over((said, START), decibels=decibels))
    assert found.phrase == SHOUT_PHRASE
    assert found.start == pytest.approx(START, abs=0.1)
    assert START + 0.3 < found.report_time < START + len(said) / RATE + 0.4
    assert 0.5 <= found.confidence <= 1.0


@spoken
def test_pieces_of_any_length_give_the_same() -> None:
    sound = over((flite("Face off!", "rms"), START))
    assert hear(sound, 777) == hear(sound, 16000) == hear(sound)


@spoken
@pytest.mark.parametrize("decibels", [-24.0, -12.0, 12.0, 24.0])
def test_the_level_changes_nothing(decibels: float) -> None:
    sound = over((flite("Face off!", "rms"), START), (espeak("Wild thing, wild thing!", "en-gb", 150), START + 1.5))
    as_it_is, moved = hear(sound), hear(sound * 10 ** (decibels / 20))
    assert as_it_is
    assert [(f.phrase, f.start, f.report_time) for f in moved] == [(f.phrase, f.start, f.report_time) for f in as_it_is]
    assert [f.excess_log_odds for f in moved] == pytest.approx([f.excess_log_odds for f in as_it_is], abs=0.02)


def test_the_gain_follows_the_room_and_not_what_is_said_in_it() -> None:
    rng = np.random.default_rng(1)
    blocks = [
        rng.normal(0, 0.003 if k < 100 else 0.1, BLOCK_SAMPLES) for k in range(106)
    ]  # half a second, 30 dB louder
    gain, softer, silent = Gain(), Gain(), Gain()
    gains = [gain(block) for block in blocks]
    assert max(gains[50:]) / min(gains[50:]) < 1.1
    assert 10 * np.log10(np.mean((blocks[50] * gains[50]) ** 2)) == pytest.approx(-50, abs=1)
    assert [softer(block / 16) * 1 / 16 for block in blocks] == pytest.approx(gains)
    assert [silent(np.zeros(BLOCK_SAMPLES)) for _ in range(9)] == [pytest.approx(10**1.5)] * 9


@spoken
def test_talk_is_no_shout() -> None:
    talk = [*TEXTS["texts"]["talk"][7:13], TEXTS["texts"]["talk"][22], TEXTS["texts"]["talk"][28]]
    lines = [flite(text.format(name="Tom", gem="pearls"), "awb") for text in talk]
    lines += [espeak(text.format(name="Tom"), "de+m1") for text in TEXTS["texts"]["german"][:4]]
    lines += [
        espeak("Then you have to say face off before you say anything else.", "en-gb+f3"),
        espeak("Stop!", "en-gb"),
    ]
    assert hear(np.concatenate([x for line in lines for x in (line, np.zeros(RATE // 2))])) == []


@pytest.mark.parametrize(
    "sound", [np.zeros(3 * RATE), np.full(2 * RATE, 1.0), np.random.default_rng(0).normal(0, 0.2, 4 * RATE)]
)
def test_silence_and_hiss_are_nothing(sound: np.ndarray) -> None:
    assert hear(sound) == []


def test_a_slap_alone_is_nothing_and_is_heard() -> None:
    rng = np.random.default_rng(2)
    sound = rng.normal(0, 0.001, 5 * RATE)
    for at in (1.5, 2.5, 3.4):
        hit = slap(rng, Speaker.draw(rng)) * 0.7
        sound[int(at * RATE) : int(at * RATE) + len(hit)] += hit
    assert hear(sound) == []
    net = KeywordSpotter()
    scores, _, _ = net(sound[: net.lead + (4 * RATE // net.step) * net.step].astype(np.float32))
    assert (scores[2] > 0).any(), "the slaps are heard"


def told(face_off: float, slapped: bool, onset: float = 1.0, end: float = 1.6) -> list[FoundPhrase]:
    """Return what scores of one shout lead to, with a slap a tenth of a second before it or without."""
    phrases = PhraseDetector(SETTINGS, lambda phrase, start, now: -RULES["enough"])
    out: list[FoundPhrase] = []
    for k in range(150):
        now = 0.02 * k
        high = face_off if end <= now <= end + 0.2 else -8.0
        hit = 3.0 if slapped and abs(now - onset + 0.1) < 0.05 else -8.0
        out += phrases.step(now, np.array([high, -8.0, hit], np.float32), np.full(2, max(0.0, now - onset), np.float32))
    return out


def test_a_slap_makes_a_shout_more_believable() -> None:
    clear = RULES["enough"] / RULES["score"]
    doubtful = clear - 0.5 * SETTINGS.shout["slap"]
    assert told(doubtful, slapped=False) == []
    (found,) = told(doubtful, slapped=True)
    assert found.slap
    assert found.start == pytest.approx(1.0, abs=0.001)
    assert told(-8.0, slapped=True) == []
    assert not told(clear + 1, slapped=False)[0].slap


@spoken
def test_what_the_table_knows_speaks_for_a_shout_or_against_it() -> None:
    sound = over((espeak("Face off!", "en-us+f3"), START), decibels=15.0).astype(np.float32)
    odds = SETTINGS.proof["possible"]

    def sureness(possible: bool | None) -> float:
        sense = SpeechSense("table", ("Ann",), SphinxRecogniser())
        sense.expect_shout(possible)
        (shout,) = [p for k in range(0, len(sound), 1600) for p in sense.feed(sound[k : k + 1600], k / RATE)]
        return float(np.log(shout.confidence / (1 - shout.confidence)))

    nobody_knows = sureness(None)
    assert sureness(True) > nobody_knows + 0.5 * odds
    assert sureness(False) == pytest.approx(nobody_knows - odds, abs=0.2)


@spoken
@pytest.mark.parametrize("gap", [0.1, 0.3, 0.6])
def test_two_shouts_over_each_other_are_ordered_or_too_close_never_guessed(gap: float) -> None:
    first, second = espeak("Face off!", "en-gb-x-rp+m7", 160), espeak("Face off!", "en-us+f2", 150, 70)
    found = hear(over((first, START), (second, START + gap), decibels=25.0))
    assert {f.phrase for f in found} == {SHOUT_PHRASE}
    assert len(found) <= 2
    if len(found) == 2:
        assert found[1].start - found[0].start == pytest.approx(gap, abs=0.12)
    else:
        assert gap < 0.5, "half a second apart both are heard"
        assert START - 0.1 < found[0].start < START + gap + 0.1


@spoken
@pytest.mark.parametrize(("text", "count"), [("Wild thing, wild thing!", 1), ("Wild thing!", 0)])
def test_wild_thing_counts_said_twice(text: str, count: int) -> None:
    found = hear(over((espeak(text, "en-gb-scotland", 150), START), decibels=20.0))
    assert [f.phrase for f in found] == [WILD_PHRASE] * count
    assert all(f.start == pytest.approx(START, abs=0.15) for f in found)


@pytest.mark.parametrize(
    ("scores", "gap", "heard"),
    [
        ((-1.3, 3.0), 0.9, True),  # a clear one makes up for one that was drowned, whichever came first
        ((3.0, -1.3), 0.9, True),
        ((-1.3, 3.0), 2.2, False),  # not for one of two seconds ago
        ((1.0, 1.0), 2.2, True),
        ((-1.8, -1.8), 0.9, False),
        ((6.0, -4.0), 0.9, False),  # said once
        ((6.0, -8.0), 0.9, False),
    ],
)
def test_a_clear_wild_thing_makes_up_for_a_drowned_one_in_the_same_breath(
    scores: tuple[float, float], gap: float, heard: bool
) -> None:
    enough = SETTINGS.proof["phrases"][WILD_PHRASE]["enough"]
    phrases, length = PhraseDetector(SETTINGS, lambda phrase, start, now: -enough), 0.6
    out: list[FoundPhrase] = []
    for k in range(250):
        now = 0.02 * k
        score, age = -8.0, 0.0
        for onset, value in zip((1.0, 1.0 + gap), scores, strict=True):
            if onset + length <= now <= onset + length + 0.2:
                score, age = value, now - onset
        out += phrases.step(now, np.array([-8.0, score, -8.0], np.float32), np.array([0.0, age], np.float32))
    assert [f.phrase for f in out] == [WILD_PHRASE] * heard
    assert [f.start for f in out] == pytest.approx([1.0] * heard, abs=0.01)


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "model.onnx"
    file.write_bytes(resources.path(keyword_spotter.NAME).read_bytes()[:5000])
    monkeypatch.setattr(keyword_spotter, "NAME", str(file))
    return file


def test_a_damaged_or_missing_model_is_told_and_the_rest_goes_on(damaged: Path) -> None:
    with pytest.raises(DeviceUnavailable) as error:
        ShoutListener(SETTINGS)
    assert error.value.fact.code == "shout.damaged"
    assert isinstance(why := error.value.fact.values["why"], Fact)
    assert why.code == "model.garbage", "its bytes alone: no hash lies beside it"
    sense = SpeechSense("mic", ("Ann", "Ben"), SphinxRecogniser(SETTINGS), SETTINGS)
    assert sense.trouble is not None
    assert sense.trouble.code == "shout.damaged"
    ears = SpeechEars(sense, MouthWatch(SETTINGS))
    events = [e for k in range(30) for e in ears.feed(np.zeros(1600, np.float32), k / 10)]
    assert [(type(e), e.detail) for e in events if isinstance(e, Source)] == [(Source, sense.trouble)]
    assert not any(isinstance(e, Phrase) for e in events)
    damaged.unlink()
    with pytest.raises(DeviceUnavailable) as error:
        KeywordSpotter()
    assert isinstance(why := error.value.fact.values["why"], Fact)
    assert why.code == "model.missing"
