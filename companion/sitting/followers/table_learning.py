"""Learn noises from play at a table without a warm-up, once the table has agreed.

Noises that stand out are kept in memory for ``RECALL_S``. A noise is labelled with its player and signal, and then
stored as an example, a take (``people/table_labels``):

- A trade that the table enters, answers for or lets stand labels the two noises before it. If the trade is taken back,
    the two labels are removed.
- A tap on a signal labels the noise at that time.

Two players without takes may answer each other with like noises while their mouths move. The table is then asked once,
with buttons: "Ann and Cleo: pigs?"
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from companion.ending import run_in_thread
from companion.errors import BadInput
from companion.events import Command, Event, Ruling, Signal
from companion.facts import Fact, fact
from companion.people.profile_lookup import EveningMemory, MayLearn
from companion.people.table_labels import NoiseLabel
from companion.people.warmup.judging import Judging
from companion.referee.desk import SignalDesk, SignalTrade
from companion.referee.questions import QUESTION_TIMEOUT_S, Answer, Kind, Question
from companion.senses.sounds.settings import SIGNALS
from companion.senses.sounds.sound_features import TAUGHT, NoiseProfile, SoundFeatures
from companion.sitting.follower import Follower
from companion.sitting.followers.noise_pairs import (
    answering_pairs,
    best_pair,
    is_answer,
    lean_of,
    likeliest_signal,
    may_be,
    mouths_of,
    take_noises,
)
from companion.sitting.microphone_station import MicrophoneStation
from companion.sitting.requests import KnowNoises, NoiseKey, RecalledNoise, RecallNoises, UpdateNoises
from companion.sitting.sitting import Sitting

RECALL_S: Final = 30.0  # seconds for which a noise is kept, to be labelled
MAX_RECALLED: Final = 40  # most noises kept
ENTRY_S: Final = 20.0  # seconds from a trade's noises until the table enters it, at most
RULED_S: Final = 6.0  # seconds from a signal to the trade that it leads to, at most
SAME_ONSET_S: Final = 0.4  # most seconds between the onsets of a signal and its noise
TAP_S: Final = 2.0  # most seconds between a tap and the noise that it labels
TAP_WAITS_S: Final = 6.0  # seconds for which a tap waits for its noise, which is reported once it has ended
FREE_S: Final = 600.0  # seconds from the match's beginning in which the table is asked about every pair of noises
QUIET_S: Final = 180.0  # after that, least seconds between two such questions
PAIR_PATIENCE_S: Final = 15.0  # seconds for which such a question stays open
_TRADE_QUESTIONS: Final = ("whose-sound", "who-trades", "how-many")  # questions of the referee
AGREEMENTS: Final[Mapping[MayLearn, Kind]] = {"evening": "yes", "keep": "pick", "no": "no"}


@dataclass(frozen=True)
class PairGuess:
    """Two players who may have traded, about whom the table is asked.

    Attributes:
        number: Number of the question.
        at: When it was asked, seconds of the match.
        noises: The two noises, the earlier first.
        players: Who made the first noise, and who made the second.
        signal: The likeliest signal.
    """

    number: int
    at: float
    noises: tuple[RecalledNoise, RecalledNoise]
    players: tuple[str, str]
    signal: str


class TableLearning(Follower):
    """Follower that learns noises from play; adds the commands ``learn``, ``learn keep`` and ``learn no``.

    Args:
        sitting: A sitting with a match.
        evening: Memory for what is learned.
        bots: Names of bots, who make no noise.
        is_open: Returns True while another question is open, which must be answered first.
        judging: The networks that judge noises; None loads them.
    """

    def __init__(
        self,
        sitting: Sitting,
        evening: EveningMemory,
        bots: Iterable[str] = (),
        *,
        is_open: Callable[[], bool] = lambda: False,
        judging: Judging | None = None,
    ) -> None:
        assert sitting.match is not None
        self._sitting, self._match, self._evening = sitting, sitting.match, evening
        self._players = [name for name in self._match.players if name not in set(bots)]
        self._is_open = is_open
        self._by = judging or Judging()
        evening.labels.settle()
        self._noises: deque[RecalledNoise] = deque(maxlen=MAX_RECALLED)
        self._by_ruling: dict[int, tuple[NoiseKey, ...]] = {}
        self._named: deque[NoiseKey] = deque(maxlen=2 * MAX_RECALLED)  # keys of labelled noises
        self._sounds: dict[NoiseKey, SoundFeatures] = {}  # features of remembered noises
        self._signals: deque[Signal] = deque(maxlen=32)
        self._taps: deque[Signal] = deque(maxlen=8)
        self._ruled = max(self._match.rulings, default=0)
        self._pair: PairGuess | None = None
        self._pairs_asked = 0
        self._asked_at = -math.inf  # when the table was last asked who traded (s)
        self._since: float | None = None  # when the table was first asked whether it agrees
        sitting.words["learn"] = self._word
        sitting.crew.on_ear.add(self._join)

    # Agreement

    @property
    def is_on(self) -> bool:
        """True if the table has agreed that noises are learned from play."""
        return self._evening.may_learn in ("evening", "keep")

    def _word(self, rest: str, event: Command) -> Fact | None:
        """Handle ``learn``, ``learn keep`` and ``learn no``. Raises BadInput for anything else."""
        chosen = next((known for known in AGREEMENTS if known == (rest.strip().casefold() or "evening")), None)
        if chosen is None:
            raise BadInput("learn.which", given=rest)
        self.agree(chosen)
        return fact(f"learn.{chosen}")

    def agree(self, chosen: MayLearn) -> None:
        """Apply the table's decision about learning noises from play.

        "evening" learns for this evening, "keep" also stores what is learned, "no" deletes it.

        Raises:
            StorageError: A profile cannot be written.
        """
        self._evening.may_learn = chosen
        if chosen == "keep":
            for player in self._players:
                self._evening.agree(player, True)
        crew = self._sitting.crew
        if not self.is_on:
            self._noises.clear()
            self._sounds.clear()
            self._pair = None
            self._evening.labels.clear()
            self._update()
        for worker in crew.ears():
            worker.ask(RecallNoises(self._post_noise if self.is_on else None))
            worker.ask(KnowNoises(self._evening.sounds(self._players), self._players if self.is_on else ()))

    def _join(self, station: MicrophoneStation) -> None:
        """Set up learning at a microphone that is opened; called in its own thread."""
        if self.is_on:
            station.answer(RecallNoises(self._post_noise))
            station.answer(KnowNoises(self._evening.sounds(self._players), self._players))

    def _post_noise(self, noise: RecalledNoise) -> None:
        self._sitting.post(lambda: self.hear(noise))

    # Noises and taps

    def hear(self, noise: RecalledNoise) -> None:
        """Keep a noise that stood out, and label it if a tap waits for it."""
        if not self.is_on:
            return
        self._noises.append(noise)
        while self._noises and noise.end - self._noises[0].end > RECALL_S:
            self._sounds.pop(self._noises.popleft().key, None)
        for tap in list(self._taps):
            if self._is_beside(noise, tap):
                self._taps.remove(tap)
                self._label_tap(tap, noise)
                return
        if self._may_ask_pair():
            self._consider_pair(noise)

    def _time(self, t: float) -> float:
        return self._sitting.at(t)

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        if not self.is_on:
            self._ruled = max(self._match.rulings, default=0)
            return ()
        if isinstance(event, Signal) and event.phase == "on":
            self._on_signal(event)
        self._look_at_rulings()
        self._unlearn()
        return ()

    def _look_at_rulings(self) -> None:
        """Label the noises of the trades that were ruled since the last call.

        It is called after each event and as time passes, since time alone can bring a ruling too.
        """
        desk = self._match.desk
        for number in range(self._ruled + 1, max(self._match.rulings, default=0) + 1):
            ruling = self._match.rulings.get(number)
            if ruling is not None and isinstance(desk, SignalDesk):
                for trade in desk.trades_of(self._match, number):
                    self._label_trade(trade, ruling)
            self._ruled = number

    def _on_signal(self, event: Signal) -> None:
        if event.source != "tap":
            self._signals.append(event)
        elif event.name in SIGNALS and event.player in self._players:
            near = [n for n in self._unnamed() if self._is_beside(n, event)]
            fitting = [n for n in near if may_be(n, event.player)]
            if fitting:
                self._label_tap(event, fitting[-1])
            else:
                self._taps.append(event)

    def _is_beside(self, noise: RecalledNoise, tap: Signal) -> bool:
        first, last = self._time(noise.onset) - TAP_S, self._time(noise.end) + TAP_S
        return first <= tap.decided <= last

    def _unnamed(self) -> list[RecalledNoise]:
        named = set(self._named)
        return [noise for noise in self._noises if noise.key not in named]

    def _unlearn(self) -> None:
        """Remove the labels of trades that were taken back."""
        if (gone := self._evening.labels.rulings - set(self._match.groups())) and self._evening.labels.remove(gone):
            for ruling in gone:
                for key in self._by_ruling.pop(ruling, ()):
                    if key in self._named:
                        self._named.remove(key)
            self._update()

    # Labels

    def _label_tap(self, tap: Signal, noise: RecalledNoise) -> None:
        if tap.player is not None and may_be(noise, tap.player):
            player = tap.player
            self._named.append(noise.key)
            self._learn_noises((noise,), partial(self._add_label, 0, tap.name, (player,), math.inf))

    def _label_trade(self, trade: SignalTrade, ruling: Ruling) -> None:
        """Find the two noises of a trade, and label them."""
        if trade.signal not in SIGNALS or {trade.one, trade.other} - set(self._players):
            return
        if ruling.code == "trade":
            shown = self._shown_noises(trade, ruling)
            if shown is not None:
                self._on_pair_found(trade, ruling.number, shown, math.inf)
            return
        now = self._match.now
        found = [n for n in self._unnamed() if now - ENTRY_S <= self._time(n.onset) and self._time(n.end) <= now + 0.5]
        pairs = list(answering_pairs(found, (trade.one, trade.other)))
        if not pairs:
            return
        profiles = self._evening.sounds((trade.one, trade.other))
        takes = {profile.player: [take.sound for take in profile.of(trade.signal)] for profile in profiles}
        work = partial(best_pair, self._by, pairs, trade, tuple(self._match.needs.signals), takes)
        self._work(work, partial(self._on_pair_found, trade, ruling.number))

    def _shown_noises(self, trade: SignalTrade, ruling: Ruling) -> tuple[RecalledNoise, RecalledNoise] | None:
        """Return the noises of the two traders' recognised signals, in the traders' order; None if one is missing."""
        noises = []
        for player in (trade.one, trade.other):
            onsets = [s.onset for s in self._signals if (s.player, s.name) == (player, trade.signal)]
            near = [
                n
                for n in self._unnamed()
                if onsets
                and abs(self._time(n.onset) - onsets[-1]) < SAME_ONSET_S
                and onsets[-1] > ruling.onset - RULED_S
            ]
            noises += near[-1:]
        return (noises[0], noises[1]) if len(noises) == 2 and noises[0] is not noises[1] else None

    def _on_pair_found(
        self,
        trade: SignalTrade,
        ruling: int,
        found: tuple[RecalledNoise, RecalledNoise] | None,
        lean: float | None = None,
    ) -> None:
        if found is None or ruling not in self._match.groups():
            return
        self._by_ruling[ruling] = tuple(noise.key for noise in found)
        self._named += self._by_ruling[ruling]
        lean = lean_of(found, (trade.one, trade.other)) if lean is None else lean
        players = (trade.one, trade.other)
        self._learn_noises(found, partial(self._add_label, ruling, trade.signal, players, lean))

    def _learn_noises(self, noises: Sequence[RecalledNoise], done: Callable[[tuple[SoundFeatures, ...]], None]) -> None:
        """Compute the features of noises, unless they are known, and call ``done`` with them."""
        known = [self._sounds.get(noise.key) for noise in noises]

        def finish(sounds: tuple[SoundFeatures, ...] | None) -> None:
            if sounds is not None:
                self._sounds.update(zip((noise.key for noise in noises), sounds, strict=True))
                done(sounds)

        self._work(partial(take_noises, self._by, noises, known), finish)

    def overrule(self, signal: Signal, player: str) -> None:
        """Learn that a noise was not the player's signal, because the table took back the trade that it led to."""
        found = [n for n in self._noises if abs(n.onset - signal.onset) < SAME_ONSET_S and n.source == signal.source]
        if found and self.is_on:
            self._learn_noises(found[-1:], lambda sounds: self._add_overruled(player, signal.name, sounds[0]))

    def _add_overruled(self, player: str, signal: str, sound: SoundFeatures) -> None:
        self._evening.labels.overrule(player, signal, sound)
        self._update()

    def _add_label(
        self,
        ruling: int,
        signal: str,
        players: tuple[str, ...],
        lean: float,
        sounds: tuple[SoundFeatures, ...],
    ) -> None:
        if self.is_on and (ruling == 0 or ruling in self._match.groups()):
            self._evening.labels.add(NoiseLabel(ruling, signal, players, sounds, lean))
            self._update()

    def _update(self) -> None:
        """Send the profiles that the labels have changed to the evening's memory and the microphones."""
        known = {profile.player: profile for profile in self._evening.sounds(self._players)}
        base = {player: known.get(player, NoiseProfile(player)) for player in self._players}
        new = self._evening.labels.profiles(base, self._by.net.version)
        for player, profile in new.items():
            if [id(t) for t in profile.takes] != [id(t) for t in base[player].takes] or profile.own != base[player].own:
                self._evening.name_at_table(profile)
                for worker in self._sitting.crew.ears():
                    worker.ask(UpdateNoises(profile))

    def teaches(self, player: str, signal: str) -> bool:
        """Return True if this player's signal is learned from play, because no warm-up has taught it."""
        if not self.is_on or player not in self._players:
            return False
        known = self._evening.sounds([player])
        return not any(take.kind == TAUGHT for profile in known for take in profile.of(signal))

    def _work(self, work: Callable[[], object], done: Callable[..., None]) -> None:
        """Run ``work`` and call ``done`` with its result; in a thread if any source has one, else at once."""
        if any(worker.is_threaded for worker in self._sitting.crew.workers.values()):
            run_in_thread("learning a noise", work, self._sitting.post, done)
        else:
            done(work())

    # Pairs that are asked about

    def _may_ask_pair(self) -> bool:
        now = self._sitting.now()
        if self._pair is not None or not isinstance(self._match.desk, SignalDesk):
            return False
        return now < FREE_S or now - self._asked_at >= QUIET_S

    def _consider_pair(self, second: RecalledNoise) -> None:
        unnamed = [n for n in self._unnamed() if n is not second]
        for first in reversed(unnamed):
            makers = mouths_of((first, second)) if is_answer(first, second) else None
            if makers is None or self._is_told((first, second)) or set(makers) - set(self._players):
                continue
            active = tuple(name for name in self._match.needs.signals if name in SIGNALS)
            if any(self.teaches(player, name) for player in makers for name in active):
                work = partial(likeliest_signal, self._by, (first, second), active)
                self._work(work, partial(self._on_guess, (first, second), makers))
            return

    def _is_told(self, noises: Iterable[RecalledNoise]) -> bool:
        """Return True if all these noises were reported as signals of enrolled players.

        The referee then knows of them already.
        """
        onsets = [s.onset for s in self._signals if s.player is not None and "score" in s.evidence]
        return all(any(abs(self._time(n.onset) - onset) < SAME_ONSET_S for onset in onsets) for n in noises)

    def _on_guess(
        self, noises: tuple[RecalledNoise, RecalledNoise], makers: tuple[str, str], signal: str | None
    ) -> None:
        desk = self._match.desk
        if signal is None or not self._may_ask_pair() or not isinstance(desk, SignalDesk):
            return
        if desk.pair_command(self._match, *makers, signal) is None or {n.key for n in noises} & set(self._named):
            return
        now = self._sitting.now()
        self._asked_at = now
        self._pairs_asked += 1
        self._pair = PairGuess(self._pairs_asked, now, noises, makers, signal)

    def questions(self) -> Iterator[Question]:
        """Yield the question whether noises may be learned, and the question which signal two players made."""
        if self._is_asking():
            answers = tuple(Answer(name, fact(f"answer.learn-{name}"), kind=kind) for name, kind in AGREEMENTS.items())
            latest = self._sitting.now()  # sorts it after all other questions
            yield Question("learn", 0, fact("question.learn"), answers, None, "laptop", latest)
        pair = self._pair
        if pair is not None and self._is_pair_open(pair):
            one, other = pair.players
            told = fact("question.learn-pair", a=one, b=other, signal=pair.signal)
            signals = [pair.signal, *(n for n in self._match.needs.signals if n in SIGNALS and n != pair.signal)]
            answers = tuple(
                Answer(name, fact("answer.learn-pair", signal=name), kind="yes" if name == pair.signal else "pick")
                for name in signals
            )
            nothing = Answer("nobody", fact("answer.nobody-trades"), kind="no")
            yield Question("learn-pair", pair.number, told, (*answers, nothing), None, "all", pair.at)

    def _is_asking(self) -> bool:
        """Return True while the table is to be asked for its agreement.

        That is: until ``QUESTION_TIMEOUT_S`` after the first action, if it has not decided, a microphone is open and
        some noise of the hand is untaught.
        """
        if self._evening.may_learn is not None or self._is_open() or self._match.is_over:
            return False
        if not self._sitting.crew.ears() or not self._has_untaught():
            return False
        now = self._sitting.now()
        if self._since is None or not any(step.actor >= 0 for step in self._match.steps):
            self._since = now
        return now - self._since < QUESTION_TIMEOUT_S

    def _has_untaught(self) -> bool:
        active = {name for name in self._match.needs.signals if name in SIGNALS}
        taught = {profile.player: set(profile.signals) for profile in self._evening.sounds(self._players)}
        return any(active - taught.get(player, set()) for player in self._players)

    def _is_pair_open(self, pair: PairGuess) -> bool:
        desk = self._match.desk
        return isinstance(desk, SignalDesk) and desk.pair_command(self._match, *pair.players, pair.signal) is not None

    def tick(self, now: float) -> Iterable[Event]:
        if self.is_on:
            self._look_at_rulings()
            if any(question.code in _TRADE_QUESTIONS for question in self._match.questions()):
                self._asked_at = now
        while self._taps and now - self._taps[0].decided > TAP_WAITS_S:
            self._taps.popleft()
        if self._pair is not None and (now - self._pair.at > PAIR_PATIENCE_S or not self._is_pair_open(self._pair)):
            self._pair = None
        return ()

    def on_answer(self, question: Question, answer: Answer) -> None:
        """Apply the table's decision about learning, or enter the trade of the two players about whom it was asked.

        Raises:
            BadInput: The trade is no longer possible.
            StorageError: A profile cannot be written.
        """
        if question.code == "learn":
            self._word(answer.id, Command(onset=0.0, decided=0.0, text="learn"))
            return
        pair, self._pair = self._pair, None
        desk = self._match.desk
        if pair is None or answer.kind == "no" or not isinstance(desk, SignalDesk):
            return
        text = desk.pair_command(self._match, *pair.players, answer.id)
        if text is None:
            raise BadInput("question.gone")
        self._sitting.command(text)
