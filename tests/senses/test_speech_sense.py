"""When the speech sense looks at what was said, and what it makes of it: tied to the game or spoken up alone."""

from __future__ import annotations

import numpy as np
import pytest

from companion.events import Phrase
from companion.senses.speech.keyword_spotter import MAX_SHOUT_S
from companion.senses.speech.loudness import Loudness
from companion.senses.speech.phrase_detector import SHOUT_PHRASE, FoundPhrase
from companion.senses.speech.recogniser import RATE, SpeechGlance, SpokenWord
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.speech_sense import SpeechSense
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser

SETTINGS = SpeechSettings.load()
BLOCK = 1600
RNG = np.random.default_rng(0)


def room(seconds: float) -> np.ndarray:
    return RNG.normal(0, 0.0005, int(seconds * RATE)).astype(np.float32)


def voice(seconds: float) -> np.ndarray:
    """Something loud with pauses in it, a quarter of the time as in talk."""
    t = np.arange(int(seconds * RATE)) / RATE
    return np.asarray(0.1 * RNG.normal(0, 1, len(t)) * (np.sin(2 * np.pi * 1.7 * t) > -0.7), dtype=np.float32)


class Recorded(SphinxRecogniser):
    """A recogniser that notes what it is shown.

    It hears the sentence, or its first words, where the loud sound of at least ``needs`` seconds is over.
    """

    title = "recorded"
    phones = None  # type: ignore[assignment]

    def __init__(
        self, needs: float = 3.0, places: int = 14, fit: float = 0.0, left: int = 0, begun: float = 1.0
    ) -> None:
        self.needs, self.places, self.fit, self.left, self.begun = needs, places, fit, left, begun
        self.glances, self.looks = list[float](), list[float]()

    def hand(self, names: tuple[str, ...], gems: tuple[str, ...] = (), language: str = "en") -> None:
        self.handed = (names, gems)

    def _loud(self, sound: np.ndarray) -> np.ndarray:
        return np.flatnonzero(np.abs(sound) > 0.02)

    def glance(self, sound: np.ndarray) -> SpeechGlance:
        self.glances.append(len(sound) / RATE)
        loud = self._loud(sound)
        return SpeechGlance(float(loud[-1] / RATE) if len(loud) else 0.0, self.fit, self.left, self.begun)

    def words(self, sound: np.ndarray) -> list[SpokenWord]:
        self.looks.append(len(sound) / RATE)
        loud = self._loud(sound)
        if not len(loud) or (loud[-1] - loud[0]) / RATE < self.needs:
            return []
        said = [{"NAME": "Ann", "GEM": "ruby"}.get(w, w) for w in SETTINGS.words][: self.places]
        return [SpokenWord(w, k, loud[0] / RATE + k / 5, loud[0] / RATE + k / 5 + 0.15) for k, w in enumerate(said)]


class Shouted:
    """A recogniser that tells a shout at one second, and takes a second look at what may have been one at another."""

    def __init__(self, at: float, perhaps: float = -1.0, words: float = 1.0) -> None:
        self._at, self._fed, self._words = at, 0.0, words
        self._maybe, self.perhaps = perhaps, -np.inf

    def is_shout_likely(self, start: float) -> bool:
        assert start == self._maybe
        assert self._fed > start + MAX_SHOUT_S, "too early: the shout may not be over"
        return self._words > 0.5

    def feed(self, samples: np.ndarray) -> list[FoundPhrase]:
        self._fed += len(samples) / RATE
        if 0 <= self._maybe <= self._fed - 0.6:
            self.perhaps = self._maybe
        told, self._at = (self._at + 0.6 <= self._fed, self._at) if self._at >= 0 else (False, -1.0)
        if not told:
            return []
        start, self._at = self._at, -1.0
        return [FoundPhrase(SHOUT_PHRASE, start, self._fed, 1.0)]


def hear(
    recogniser: Recorded,
    sound: np.ndarray,
    shout: float = -1.0,
    claim: float = -1.0,
    perhaps: float = -1.0,
    words: float = 1.0,
) -> list[Phrase]:
    """Return what the sense tells of the sound, with a shout, a claim and a possible shout at these seconds."""
    sense = SpeechSense("mic", ("Ann", "Ben"), recogniser, SETTINGS, gems=("ruby", "jade"))
    sense._shouts = Shouted(shout, perhaps, words)  # type: ignore[assignment]
    out: list[Phrase] = []
    for k in range(0, len(sound), BLOCK):
        if 0 <= claim < k / RATE:
            claim = -1.0
            sense.expect()
        out += sense.feed(sound[k : k + BLOCK], k / RATE)
    return [p for p in out if p.kind in ("speech", "other")]


SAID = np.concatenate([room(2.0), voice(4.0), room(3.0)])


def test_a_speech_that_is_spoken_up_alone_is_heard() -> None:
    recogniser = Recorded()
    (speech,) = hear(recogniser, SAID)
    assert (speech.slots["heard"], speech.slots["name"], speech.slots["gem"]) == ("heard", "Ann", "ruby")
    assert recogniser.handed == (("Ann", "Ben"), ("ruby", "jade"))
    assert speech.onset == pytest.approx(2.0, abs=0.1)
    assert speech.decided == pytest.approx(6.0 + SETTINGS.pause, abs=0.35)
    assert len(recogniser.glances) == len(recogniser.looks) == 1, "what nobody shouted before is looked at once"


def test_after_a_shout_it_is_told_as_soon_as_the_sentence_is_over() -> None:
    recogniser = Recorded()
    (speech,) = hear(recogniser, SAID, shout=2.1)
    assert speech.decided <= 6.0 + SETTINGS.after + SETTINGS.look + 0.15
    assert max(recogniser.glances) < SETTINGS.longest + 1
    assert len(recogniser.looks) <= 2


LOUD = np.concatenate([room(2.0), voice(4.0), np.clip(voice(9.0), -0.019, 0.019)])  # nobody falls silent after it


def test_after_what_may_have_been_a_shout_it_is_told_soon_in_company_that_talks_on() -> None:
    (alone,), (speech,) = hear(Recorded(), LOUD), hear(Recorded(), LOUD, perhaps=2.1)
    assert alone.decided > 10.0, "without it the end of the company's talk is waited for"
    assert speech.decided <= 6.0 + SETTINGS.after + SETTINGS.watch + 0.15
    assert speech.slots["heard"] == "heard"
    assert speech.onset == pytest.approx(2.0, abs=0.15)


def test_what_has_not_the_words_of_a_shout_is_not_watched() -> None:
    recogniser = Recorded()
    (speech,) = hear(recogniser, LOUD, perhaps=2.1, words=0.0)
    assert speech.decided > 10.0
    assert len(recogniser.glances) == 1, "when the company's talk is over"


def test_what_may_have_been_a_shout_ties_nothing_to_the_game() -> None:
    partly, other = Recorded(places=9), Recorded(fit=-2.5)
    assert hear(partly, SAID, perhaps=2.1) == []
    assert hear(other, SAID, perhaps=2.1) == []
    assert other.looks == []
    assert len(other.glances) <= 2 + SETTINGS.longest / SETTINGS.watch, "seldom, and not for ever"


def test_what_nobody_is_saying_so_far_is_not_waited_for() -> None:
    waited, given_up = Recorded(fit=-2.5), Recorded(fit=-2.5, begun=0.0)
    for recogniser in (waited, given_up):
        assert hear(recogniser, LOUD, perhaps=2.1) == []
    assert len(given_up.glances) == 3 < len(waited.glances), "two at what may be it, one at the end"


def test_no_glance_is_taken_while_words_of_the_sentence_are_left() -> None:
    often, seldom = Recorded(fit=-2.5), Recorded(fit=-2.5, left=7)
    for recogniser in (often, seldom):
        hear(recogniser, LOUD, shout=2.1)
    assert 1 < len(seldom.glances) < len(often.glances)
    assert np.diff(seldom.glances).min() >= 7 * SETTINGS.word


def test_what_was_said_before_the_shout_is_not_looked_at() -> None:
    recogniser = Recorded()
    sound = np.concatenate([room(1.0), voice(4.0), voice(4.0), room(3.0)])
    hear(recogniser, sound, shout=5.0)
    assert max(recogniser.looks) < 6.5


@pytest.mark.parametrize(
    ("tie", "kinds"),
    [({}, []), ({"shout": 2.1}, ["partly"]), ({"claim": 1.0}, ["partly"])],
)
def test_the_rest_is_asked_for_only_where_a_shout_or_a_claim_ties_it_to_the_game(
    tie: dict[str, float], kinds: list[str]
) -> None:
    assert [p.slots["heard"] for p in hear(Recorded(places=9), SAID, **tie)] == kinds


@pytest.mark.parametrize(("tie", "kinds"), [({}, []), ({"shout": 2.1}, []), ({"claim": 1.0}, ["not"])])
def test_other_talk_is_a_complaint_only_after_a_claim(tie: dict[str, float], kinds: list[str]) -> None:
    assert [p.slots["heard"] for p in hear(Recorded(places=2), SAID, **tie)] == kinds


def test_what_is_not_worth_a_look_costs_none() -> None:
    recogniser = Recorded(fit=-2.5)
    assert hear(recogniser, SAID) == []
    assert (len(recogniser.glances), recogniser.looks) == (1, [])
    short = Recorded()
    assert hear(short, np.concatenate([room(2.0), voice(0.7), room(2.0)])) == []
    assert (short.glances, short.looks) == ([], []), "no sentence is that short"


def test_a_claim_waits_for_somebody_to_speak() -> None:
    sound = np.concatenate([room(9.0), voice(4.0), room(3.0)])
    (speech,) = hear(Recorded(), sound, claim=1.0)
    assert speech.slots["heard"] == "heard"
    assert hear(Recorded(), room(20.0), claim=1.0) == []


def test_talk_without_an_end_is_looked_at_in_pieces() -> None:
    recogniser = Recorded(places=2)
    hear(recogniser, np.concatenate([room(1.0), voice(40.0)]))
    assert len(recogniser.glances) >= 3
    assert sum(recogniser.glances) < 45, "no sound is looked at twice"


@pytest.mark.parametrize("gain", [0.05, 1.0, 6.0])
@pytest.mark.parametrize("block", [160, 1600, 5000])
def test_somebody_speaks_up_at_any_level(gain: float, block: int) -> None:
    loudness = Loudness()
    quiet, said = ((part * gain).astype(np.float32) for part in (room(3.0), voice(1.0)))
    sound = np.concatenate([quiet, said, quiet])
    spoke = [loudness.feed(sound[k : k + block], (k + block) / RATE) for k in range(0, len(sound), block)]
    times = np.flatnonzero(spoke) * block / RATE
    assert times.min() == pytest.approx(3.0, abs=0.06 + block / RATE)
    assert loudness.last == pytest.approx(4.0, abs=0.15)
    assert not any(Loudness().feed(quiet[k : k + block], k / RATE) for k in range(0, len(quiet), block))
