"""The speech sense: turns samples into phrases. It listens for the shout "Face Off!", and for the victory speech.

The last seconds of sound are kept in a ring buffer. An utterance starts when somebody begins to speak. It is tied to
the game if a shout or a claim of victory came before. A tied utterance is checked repeatedly with a cheap alignment
until the sentence has ended. The talk after a possible shout is checked in the same way, less often. Any other
utterance is checked once, when it is over. The verdict comes only from recognising the words of the whole utterance.

In calibration/speech.toml, an utterance after a shout ends after ``silence`` seconds of quiet, or after ``longest``
seconds in all. After a possible shout, the speech is awaited for ``watched`` seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import DeviceUnavailable
from companion.events import Phrase
from companion.facts import Fact
from companion.senses.speech.keyword_spotter import MAX_SHOUT_S, ShoutListener
from companion.senses.speech.loudness import Loudness
from companion.senses.speech.phrase_detector import SHOUT_PHRASE, FoundPhrase, ShoutProof
from companion.senses.speech.recogniser import RATE, HeardSentence, Samples, SpeechGlance, judge
from companion.senses.speech.settings import GEM_SLOT, NAME_SLOT, Language, SpeechSettings
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from companion.sources.audio import SampleRing

_LEAD_S = 0.3  # seconds of an utterance before speech is noticed


@dataclass
class _Utterance:
    """Speech that is going on.

    Attributes:
        began: Its start, in seconds fed.
        tied: True if a shout or a claim of victory came before, so that the victory speech is expected.
        asked: True if it is tied by a claim.
        spoke: True if somebody has spoken since it began.
    """

    began: float
    tied: bool
    asked: bool = False
    spoke: bool = False


class SpeechSense:
    """Recogniser of phrases at one microphone. Times passed to its methods are of the session's clock.

    Args:
        source: Name of the microphone, for the phrases' ``source``.
        names: Names of the players.
        recogniser: Recogniser of the victory speech.
        settings: The speech settings; None for the shipped ones.
        language: Language in which the victory speech may be said besides English.
        gems: Gems that may be named in this hand; empty for all.
    """

    def __init__(
        self,
        source: str,
        names: tuple[str, ...],
        recogniser: SphinxRecogniser,
        settings: SpeechSettings | None = None,
        language: Language = "en",
        gems: tuple[str, ...] = (),
    ) -> None:
        self.source = source
        self.settings = settings or SpeechSettings.load()
        self.recogniser = recogniser
        self.recogniser.hand(names, gems, language)
        self._ring = SampleRing(self.settings.longest + 2.0)
        self.trouble: Fact | None = None  # reason why shouts cannot be heard
        try:
            self._shouts: ShoutListener | None = ShoutListener(
                self.settings, proof=ShoutProof(self.settings, recogniser.phones)
            )
        except DeviceUnavailable as error:
            self._shouts, self.trouble = None, error.fact
        self._zero = 0.0  # time of the first sample, on the session's clock
        self._fed = 0.0  # seconds of sound fed so far
        self._utterance: _Utterance | None = None  # the current utterance
        self._wanted = False  # a claim is pending
        self._next = 0.0  # seconds fed at which the next alignment is due
        self._noted: list[float] = []  # onsets of possible shouts not checked yet, in seconds fed
        self._perhaps: list[float] = []  # onsets of possible shouts after which the speech is awaited
        self._last = 0.0  # onset of the latest possible shout noted, in seconds fed
        self._loudness = Loudness()

    def expect(self) -> None:
        """Treat the next utterance as the victory speech even without a shout, because a player claimed victory.

        Any thread may call it.
        """
        self._wanted = True

    def expect_shout(self, possible: bool | None) -> None:
        """Set whether a player can have won by now, which makes shouts likelier or less likely; None if unknown.

        Any thread may call it.
        """
        if self._shouts is not None:
            odds: float = self.settings.proof["possible"]
            self._shouts.table = 0.0 if possible is None else odds if possible else -odds

    @property
    def is_following(self) -> bool:
        """True while the current utterance is treated as the victory speech.

        It is after a shout; after a claim, once somebody has spoken and the utterance is longer than ``shortest``
        seconds.
        """
        now = self._utterance
        if now is None or not now.tied:
            return False
        return not now.asked or (now.spoke and self._fed - now.began > self.settings.shortest)

    def feed(self, samples: Samples, t: float, lost: float = 0.0) -> list[Phrase]:
        """Process samples and return the phrases that are complete.

        Args:
            samples: Samples at 16 kHz, (n,).
            t: Time of the first sample, in seconds.
            lost: Seconds of sound lost before the first sample; more than 0.2 ends the current utterance.
        """
        out = self.finish() if lost > 0.2 else []
        seconds = len(samples) / RATE
        self._fed += seconds
        self._zero = t + seconds - self._fed
        self._ring.write(samples)
        out += self._find_shouts(samples)
        self._begin(self._loudness.feed(samples, self._fed), seconds)
        if self._utterance is not None:
            out += self._follow_utterance(self._utterance)
        if self._shouts is not None and (self._utterance is None or not self._utterance.tied):
            out += self._watch_after_shout(self._shouts)
        return out

    def finish(self) -> list[Phrase]:
        """End the current utterance because the sound has ended; return the victory speech if it was said."""
        return self._close(self._utterance) if self._utterance is not None else []

    def _find_shouts(self, samples: Samples) -> list[Phrase]:
        """Return the shouts and "Wild thing" in the samples; after a shout, what follows is tied to the game."""
        found = self._shouts.feed(samples) if self._shouts is not None else []
        for shout in found:
            if shout.phrase == SHOUT_PHRASE and (self._utterance is None or not self._utterance.tied):
                self._open(shout.start - _LEAD_S, tied=True).spoke = True
        return [self._shout(shout) for shout in found]

    def _begin(self, speaks: bool, seconds: float) -> None:
        """Begin an utterance if a claim is pending or somebody began to speak.

        Args:
            speaks: True if somebody speaks in the newest samples.
            seconds: Length of the newest samples.
        """
        now = self._utterance
        if self._wanted and (now is None or not now.tied):
            began, spoke = (self._fed - 0.5, False) if now is None else (now.began, now.spoke)
            now = self._open(began, tied=True)
            self._wanted, now.asked, now.spoke = False, True, spoke
        if speaks and now is not None:
            now.spoke = True
        elif speaks:
            self._open(self._fed - seconds - _LEAD_S, tied=False)

    def _open(self, start: float, tied: bool) -> _Utterance:
        self._utterance = _Utterance(max(0.0, start), tied)
        self._next = 0.0 if tied else self._next
        return self._utterance

    def _follow_utterance(self, now: _Utterance) -> list[Phrase]:
        """Check the current utterance; return the victory speech once it is over, else an empty list.

        Every utterance is over after a pause, or when it is too long. A tied one is over also when the sentence is
        complete.
        """
        rules = self.settings
        quiet, length = self._fed - max(self._loudness.last, now.began), self._fed - now.began
        patience = rules.pause if not now.tied else rules.silence if now.spoke or not now.asked else 2 * rules.silence
        if quiet > patience or length > rules.longest:
            return self._close(now)
        if now.tied and now.spoke and length > rules.quickest and self._fed >= self._next:
            sound, glance = self._glance(now.began, rules.look)
            if glance.fit > rules.align["worth"] and length - glance.ended >= rules.after:
                return self._hear_speech(now.began, sound)
        return []

    def _watch_after_shout(self, shouts: ShoutListener) -> list[Phrase]:
        """Return the victory speech after a possible shout, as soon as it is complete; until then an empty list."""
        rules, now = self.settings, self._fed
        if shouts.perhaps > self._last + rules.shout["apart"]:
            self._last = shouts.perhaps
            self._noted.append(shouts.perhaps)
        while self._noted and now - self._noted[0] > MAX_SHOUT_S:
            if shouts.is_shout_likely(one := self._noted.pop(0)):
                self._perhaps.append(one)
        self._perhaps = [one for one in self._perhaps if now - one < rules.watched]
        if not self._perhaps or now < self._next:
            return []
        began = max(0.0, self._perhaps[0] - _LEAD_S)
        if now - began <= rules.quickest:
            return []
        sound, glance = self._glance(began, rules.watch)
        if glance.fit > rules.align["alone"]:
            return self._hear_speech(began, sound) if now - began - glance.ended >= rules.after else []
        if glance.begun < rules.align["begun"]:  # nobody is saying the sentence
            self._perhaps = [one for one in self._perhaps if now - one < rules.quickest]
        return []

    def _sound(self, began: float) -> Samples:
        return self._ring.read(int(began * RATE), self._ring.end)

    def _glance(self, began: float, least: float) -> tuple[Samples, SpeechGlance]:
        """Align the sentence with the sound since ``began`` (seconds fed), and set when the next alignment is due.

        It is due when the remaining words can have been said, but not within ``least`` seconds.

        Returns:
            The sound, and the result of the alignment.
        """
        sound = self._sound(began)
        glance = self.recogniser.glance(sound)
        self._next = self._fed + max(least, glance.words_left * self.settings.word)
        return sound, glance

    def _hear_speech(self, began: float, sound: Samples) -> list[Phrase]:
        """Recognise the words of the sound; return the victory speech if all of it was said, else an empty list."""
        heard = judge(self.recogniser.words(sound), self.settings)
        self._next += self.settings.look  # delay the next glance, as recognising the words takes longer
        return self._report_speech(heard, began) if heard.verdict == "heard" else []

    def _close(self, now: _Utterance) -> list[Phrase]:
        self._utterance = None
        sound, answered = self._sound(now.began), now.asked and now.spoke
        if not now.spoke or len(sound) < RATE * (self.settings.shortest if now.tied else self.settings.quickest):
            self._wanted = self._wanted or (
                now.asked and not now.spoke
            )  # keep the claim pending, as nobody has spoken yet
            if not answered:
                return []
        elif not now.tied and self.recogniser.glance(sound).fit < self.settings.align["alone"]:
            return []
        heard = judge(self.recogniser.words(sound), self.settings)
        if heard.verdict == "heard" or (now.tied and heard.verdict == "partly") or answered:
            return self._report_speech(heard, now.began)
        return []

    def _report_speech(self, heard: HeardSentence, began: float) -> list[Phrase]:
        self._utterance, self._noted, self._perhaps, self._last = None, [], [], self._fed
        return [self._phrase(heard, began + self._zero)]

    def _phrase(self, heard: HeardSentence, began: float) -> Phrase:
        slots = {
            self.settings.words.index(slot): slot for slot in heard.perhaps
        }  # names and gems that were said unclearly
        words = tuple(
            (slots.get(w.place, w.word), round(began + w.start, 3), round(began + w.end, 3)) for w in heard.words
        )
        return Phrase(
            onset=began + heard.start,
            decided=self._zero + self._fed,
            confidence=heard.coverage,
            source=self.source,
            text="" if heard.verdict == "not" else " ".join(said for said, _, _ in words),
            kind="other" if heard.verdict == "not" else "speech",
            words=words,
            slots={
                "heard": heard.verdict,
                "name": heard.name,
                "gem": heard.gem,
                "by": self.recogniser.title,
            },
            missing=heard.missing,
            alternatives={"name": heard.perhaps.get(NAME_SLOT, ()), "gem": heard.perhaps.get(GEM_SLOT, ())},
        )

    def _shout(self, found: FoundPhrase) -> Phrase:
        return Phrase(
            onset=self._zero + found.start,
            decided=self._zero + self._fed,
            confidence=round(found.confidence, 2),
            source=self.source,
            text=found.phrase,
            kind="shout" if found.phrase == SHOUT_PHRASE else "wild_thing",
            slots={"slap": "heard"} if found.slap else {},
        )
