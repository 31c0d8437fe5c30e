"""Sound in, phrases out: listens for the shout always, and for the speech whenever somebody has spoken that long.

Nothing is searched while it is said. The last seconds lie in a ring; whoever speaks up begins an utterance, a shout or
a claim ties what follows to the game. A tied utterance is glanced at again and again until the sentence has ended, and
so, less often, is what follows something that may have been a shout; any other one once, when it is over. What was said
is judged by the recogniser's look at the whole, and by that alone.
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

_LEAD_S = 0.3  # seconds of sound before the first that belong to an utterance


@dataclass
class _Utterance:
    """``began``: seconds fed before it.

    ``tied`` to the game by a shout or a claim; ``asked`` for by a claim; ``spoke``: somebody spoke up since it began.
    """

    began: float
    tied: bool
    asked: bool = False
    spoke: bool = False


class SpeechSense:
    """Times that are fed are of the session's clock.

    ``gems``: those that the hand is played with, all where none is given.
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
        self.trouble: Fact | None = None  # why no shout is heard
        try:
            self._shouts: ShoutListener | None = ShoutListener(
                self.settings, proof=ShoutProof(self.settings, recogniser.phones)
            )
        except DeviceUnavailable as error:
            self._shouts, self.trouble = None, error.fact
        self._zero = 0.0  # the clock's time of the first sample
        self._fed = 0.0  # seconds fed since
        self._utterance: _Utterance | None = None  # that is followed now
        self._wanted = False  # a claim waits for its turn
        self._next = 0.0  # seconds fed from when on a glance may be worth it
        self._noted: list[float] = []  # seconds at which there may have been a shout, until it is looked at
        self._perhaps: list[float] = []  # those after which the speech is waited for
        self._last = 0.0  # that was noted
        self._loudness = Loudness()

    def expect(self) -> None:
        """Follow what is said next as the speech, shout or no shout (somebody has claimed). From any thread."""
        self._wanted = True

    def expect_shout(self, possible: bool | None) -> None:
        """Set whether somebody can have won by now, None where nobody knows. From any thread."""
        if self._shouts is not None:
            odds: float = self.settings.proof["possible"]
            self._shouts.table = 0.0 if possible is None else odds if possible else -odds

    @property
    def is_following(self) -> bool:
        """Return whether what is said now is the game's own sentence: after a shout, or after a claim for a while."""
        now = self._utterance
        if now is None or not now.tied:
            return False
        return not now.asked or (now.spoke and self._fed - now.began > self.settings.shortest)

    def feed(self, samples: Samples, t: float, lost: float = 0.0) -> list[Phrase]:
        """[n] mono at 16 kHz, the first sample at ``t``. A gap in the sound ends what was being followed."""
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
        """Judge what was being followed as it stands, if anything was said: the sound has ended."""
        return self._close(self._utterance) if self._utterance is not None else []

    def _find_shouts(self, samples: Samples) -> list[Phrase]:
        """Phrases that the spotter heard; a shout ties what follows to the game."""
        found = self._shouts.feed(samples) if self._shouts is not None else []
        for shout in found:
            if shout.phrase == SHOUT_PHRASE and (self._utterance is None or not self._utterance.tied):
                self._open(shout.start - _LEAD_S, tied=True).spoke = True
        return [self._shout(shout) for shout in found]

    def _begin(self, speaks: bool, seconds: float) -> None:
        """Begin an utterance by a claim that waited, or by somebody who speaks up in the last ``seconds``."""
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
        """Follow an utterance to its end, and return what it was.

        A tied utterance is over when the sentence is, when nobody speaks for long, or when it takes too long; any other
        when nobody speaks.
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
        """Return the speech after something that may have been a shout: told as soon as all of it has been said."""
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
        if glance.begun < rules.align["begun"]:  # nobody is saying it, by two glances
            self._perhaps = [one for one in self._perhaps if now - one < rules.quickest]
        return []

    def _sound(self, began: float) -> Samples:
        return self._ring.read(int(began * RATE), self._ring.end)

    def _glance(self, began: float, least: float) -> tuple[Samples, SpeechGlance]:
        """At what was said since; the next one when what is left of the sentence can have been said."""
        sound = self._sound(began)
        glance = self.recogniser.glance(sound)
        self._next = self._fed + max(least, glance.words_left * self.settings.word)
        return sound, glance

    def _hear_speech(self, began: float, sound: Samples) -> list[Phrase]:
        """Return the speech, if all of it has been said by now."""
        heard = judge(self.recogniser.words(sound), self.settings)
        self._next += self.settings.look  # a look at the words takes longer than a glance: not at every one
        return self._report_speech(heard, began) if heard.verdict == "heard" else []

    def _close(self, now: _Utterance) -> list[Phrase]:
        self._utterance = None
        sound, answered = self._sound(now.began), now.asked and now.spoke
        if not now.spoke or len(sound) < RATE * (self.settings.shortest if now.tied else self.settings.quickest):
            self._wanted = self._wanted or (now.asked and not now.spoke)  # nobody has said anything yet
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
        slots = {self.settings.words.index(slot): slot for slot in heard.perhaps}  # said, but not clear
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
