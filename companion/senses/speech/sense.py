"""Sound in, phrases out: listens for the shout always, and for the speech after it or when asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np

from companion.errors import DeviceUnavailable
from companion.events import Phrase
from companion.facts import Fact
from companion.senses.sounds.ring import Ring
from companion.senses.speech.judging import Heard, judge
from companion.senses.speech.recogniser import RATE, Recogniser, Samples
from companion.senses.speech.settings import GEM, NAME, Settings
from companion.senses.speech.shout import SHOUT, Found, Shouts
from companion.senses.speech.signal_sets import Chosen, Language, SignalSets

_KEPT = 6.0  # seconds of sound that are kept
_BEFORE = 0.3  # seconds of sound before the shout that the recogniser gets too
_RISE, _QUIETEST = 6.0, -55.0  # dB over the usual, and dB full scale, from where somebody speaks up
_WORTH = 3  # words understood on the way from which the utterance is judged at all
_WITHIN = 5  # words understood from which a pause is rather a stretch of noise within the sentence
_LOOK = 0.2  # seconds between two looks at what was understood so far


class SpeechSense:
    """Times that are fed are of the session's clock. ``watcher`` is told each judged utterance, spoken or not."""

    def __init__(
        self,
        source: str,
        names: tuple[str, ...],
        recogniser: Recogniser,
        settings: Settings | None = None,
        watcher: Callable[[Heard], None] | None = None,
        language: Language = "en",
    ) -> None:
        self.source = source
        self.settings = settings or Settings.load()
        self.recogniser = recogniser
        self.recogniser.hand(names)
        self._ring = Ring(_KEPT)
        self.trouble: Fact | None = None  # why no shout is heard
        try:
            self._shouts: Shouts | None = Shouts(self.settings)
        except DeviceUnavailable as error:
            self._shouts, self.trouble = None, error.fact
        self._watcher = watcher
        self._zero = 0.0  # the clock's time of the first sample
        self._fed = 0.0  # seconds fed since
        self._began: float | None = None  # seconds at which the recogniser's utterance began
        self._looked = 0.0
        self._progress = 0.0  # when the sentence was last seen to go on
        self._asked = self._wanted = False
        self._spoke = False  # somebody spoke up since the utterance began
        self._language = language
        self._sets: SignalSets | None = None  # while the next dealer may choose
        self._sets_zero = 0.0  # seconds fed before that
        self._levels: deque[float] = deque(maxlen=30)

    @property
    def listening(self) -> bool:
        """Whether a speech is being followed now."""
        return self._began is not None

    def expect(self) -> None:
        """Follow what is said next as the speech, shout or no shout (somebody has claimed). From any thread."""
        self._wanted = True

    def choose(self, due: bool) -> None:
        """Whether the next dealer chooses a signal set now. From any thread."""
        if not due:
            self._sets = None
        elif self._sets is None:
            self._wanted = self._asked = False  # the hand's speech is over
            self._sets_zero = self._fed
            self._sets = SignalSets(self.settings, self._language)

    def feed(self, samples: Samples, t: float, lost: float = 0.0) -> list[Phrase]:
        """[n] mono at 16 kHz, the first sample at ``t``. A gap in the sound ends what was being followed."""
        out: list[Phrase] = []
        if lost > 0.2 and self._began is not None:
            out += self._close()
        self._fed += len(samples) / RATE
        self._zero = t + len(samples) / RATE - self._fed
        if (sets := self._sets) is not None:
            out += [self._chosen(chosen) for chosen in sets.feed(samples)]
        self._ring.write(samples)
        found = self._shouts.feed(samples) if self._shouts is not None else []
        if self._began is not None:
            self.recogniser.feed(samples)
        for shout in found:
            out.append(self._shout(shout))
            if shout.phrase == SHOUT and self._began is None:
                self._open(max(0.0, shout.start - _BEFORE))
        if self._began is None and self._wanted:
            self._open(max(0.0, self._fed - 0.5))
            self._wanted, self._asked = False, True
        rises = self._rises(samples)
        self._spoke = self._spoke or rises
        if self._began is None and rises:
            self._open(max(0.0, self._fed - len(samples) / RATE - _BEFORE))
        if self._began is not None and self._fed - self._looked >= _LOOK:
            self._looked = self._fed
            if self._over():
                out += self._close()
        return out

    def finish(self) -> list[Phrase]:
        """The sound has ended: what was being followed is judged as it stands, if anything was said."""
        self._asked = self._asked and bool(self.recogniser.so_far())
        return self._close() if self._began is not None else []

    def _open(self, start: float) -> None:
        sound = self._ring.read(int(start * RATE), self._ring.end)
        self._began = self._fed - len(sound) / RATE
        self._progress = self._looked = self._fed
        self._asked = self._spoke = False
        self.recogniser.begin()
        self.recogniser.feed(sound)

    def _rises(self, samples: Samples) -> bool:
        """Somebody begins to speak: a speech may follow, even where no shout stood out."""
        level = float(10 * np.log10(np.mean(samples.astype(np.float64) ** 2) + 1e-10)) if len(samples) else -99.0
        usual = float(np.median(self._levels)) if self._levels else level if self._asked else -99.0
        if self._began is None or not self._levels:
            self._levels.append(level)
        return level > max(usual + _RISE, _QUIETEST)

    def _over(self) -> bool:
        """The last word is over, or nothing of the sentence came for a while, or it takes too long."""
        assert self._began is not None
        words = [w for w in self.recogniser.so_far() if w.said]
        heard_to = self._fed - self._began
        if words and words[-1].place == len(self.settings.words) - 1:
            return heard_to - words[-1].end >= self.settings.after
        if words:
            self._progress = max(self._progress, self._began + words[-1].end)
        within = len(words) >= _WITHIN or (self._asked and not words)
        patience = self.settings.silence * (2.0 if within else 1.0)
        return self._fed - self._progress > patience + 0.3 or heard_to > self.settings.longest

    def _close(self) -> list[Phrase]:
        assert self._began is not None
        worth = self._asked or sum(bool(w.said) for w in self.recogniser.so_far()) >= _WORTH
        heard = judge(self.recogniser.finish(), self.settings) if worth else None
        began, asked = self._began + self._zero, self._asked
        self._began = None
        if heard is None:
            return []
        if self._watcher is not None:
            self._watcher(heard)
        if heard.verdict == "not" and asked and not self._spoke:
            self._wanted = True  # nobody has said anything yet
        if heard.verdict == "not" and not (asked and self._spoke):
            return []
        return [self._phrase(heard, began)]

    def _phrase(self, heard: Heard, began: float) -> Phrase:
        slots = {self.settings.words.index(slot): slot for slot in heard.perhaps}  # said, but not clear
        words = tuple(
            (slots.get(w.place, w.said), round(began + w.start, 3), round(began + w.end, 3)) for w in heard.words
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
                "heard": heard.verdict, "name": heard.name, "gem": heard.gem, "missing": " ".join(heard.missing),
                "perhaps": "|".join(heard.perhaps.get(NAME, ())), "perhaps_gem": "|".join(heard.perhaps.get(GEM, ())),
                "by": self.recogniser.title,
            },
        )  # fmt: skip

    def _chosen(self, chosen: Chosen) -> Phrase:
        began = self._zero + self._sets_zero
        clear = len(chosen.sets) == 1
        return Phrase(
            onset=began + chosen.start,
            decided=self._zero + self._fed,
            confidence=round(1 / len(chosen.sets), 2),
            source=self.source,
            text=f"set {chosen.sets[0]}" if clear else "set",
            kind="set",
            slots={"set": chosen.sets[0] if clear else "", "perhaps": "|".join(chosen.sets)},
        )

    def _shout(self, found: Found) -> Phrase:
        return Phrase(
            onset=self._zero + found.start,
            decided=self._zero + self._fed,
            confidence=round(found.confidence, 2),
            source=self.source,
            text=found.phrase,
            kind="shout" if found.phrase == SHOUT else "wild_thing",
            slots={"slap": "heard"} if found.slap else {},
        )
