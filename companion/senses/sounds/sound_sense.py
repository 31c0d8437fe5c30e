"""The sound sense: turns samples into `Signal` events, which start where the sound began.

The level meter finds where sounds stand out. While one does, the last second is scored every tenth of a second. Noises
that somebody has taught are recognised only by comparison with the takes (the recordings that teach them). Other noises
give hints by our own network's scores; near a threshold the audio tagger joins in. ``by`` in an event's evidence says
what decided it: "takes", "shows" (the dealer's demonstrations of this hand's Wild Thing) or "hint". A hint leads at
most to a question to the players.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from companion.events import Event, Phase, Signal
from companion.senses.hysteresis import Hold, Hysteresis, HysteresisLevel
from companion.senses.sounds import hints as scoring
from companion.senses.sounds.enrolled_players import EnrolledPlayers, NoiseVerdict, ripe
from companion.senses.sounds.finished_sounds import FinishedSound, FinishedSounds
from companion.senses.sounds.hints import Rhythm, SoundLook, doubt, rhythm
from companion.senses.sounds.levels import BLOCK_S, BLOCK_SAMPLES, LevelMeter, LevelMoment, Loudspeaker
from companion.senses.sounds.noise_embedding import EmbeddedSound, NoiseEmbedding
from companion.senses.sounds.ongoing_signals import OngoingSignal, OngoingSignals
from companion.senses.sounds.settings import RATE, SIGNALS, WILD_THING, SoundSettings
from companion.senses.sounds.sound_features import NoiseProfile
from companion.senses.sounds.sound_spans import Reverberation, SoundSpan, spans
from companion.senses.sounds.wild_thing import WildSound, embed
from companion.sources.audio import SampleRing

Array = npt.NDArray[np.float32]
HOP_BLOCKS = 10  # blocks between two scorings of the last second: 0.1 s
_FIRST_LOOK_BLOCKS = 25  # minimum blocks of sound before it is first scored
_AVERAGED_LOOKS = 3  # number of latest scores that are averaged
_WILD_SCALE_LOG_ODDS = 4.0  # log-odds over the threshold of a noise identical to the shows
_MIN_TALK_PROBABILITY = 0.8  # minimum probability of talk of a sound that is learned as this table's talk
_NEARLY_LOG_ODDS = 4.0  # log-odds below the threshold within which a sound was nearly a signal
_HOLD_BLOCKS = 25  # blocks of quiet that do not interrupt a signal
_TAIL_BLOCKS = 40  # blocks of quiet after which a sound is no longer scored


class SoundSense:
    """Recogniser of noises at one microphone. Feed samples in order of time.

    Attributes:
        watchers: Functions that get the scores of every second that is scored.
        refusals: Functions that get the verdict on every sound that was nearly a signal.
        on_finished: Function that gets every sound that stood out, once it is over; None for none.

    Args:
        source: Name of the microphone, for the events' ``source``.
        net: The networks; None loads the shipped ones.
        settings: The sound settings; None for the shipped ones.
        profiles: Profiles of the players.
        loudspeaker: Record of when our own loudspeaker sounds; sounds meanwhile are ignored.
        on_level: Function that gets the time (seconds) and level (dB full scale) of every 10 ms.
    """

    def __init__(
        self,
        source: str,
        *,
        net: NoiseEmbedding | None = None,
        settings: SoundSettings | None = None,
        profiles: Sequence[NoiseProfile] = (),
        loudspeaker: Loudspeaker | None = None,
        on_level: Callable[[float, float], None] | None = None,
    ) -> None:
        self.source = source
        self.net = net or NoiseEmbedding()
        self.settings = settings or SoundSettings.load()
        self.watchers: list[Callable[[SoundLook], None]] = []
        self.refusals: list[Callable[[NoiseVerdict], None]] = []
        self.on_finished: Callable[[FinishedSound], None] | None = None
        self._finished = FinishedSounds()
        self._on_level = on_level
        _ = self.net.tagger  # load now, so that a damaged file is reported before the game
        self.loudspeaker = loudspeaker or Loudspeaker(self.settings.echo)
        self.room = Reverberation()
        self._table: tuple[str, ...] = ()
        self.know(profiles)
        self.wild: WildSound | None = None  # this hand's Wild Thing; if set, it alone decides about that noise
        self._start()
        self.set_active((*SIGNALS, WILD_THING))

    def _start(self) -> None:
        self._levels, self._ring = LevelMeter(), SampleRing()
        self.enrolled.restart()
        self.room.restart()
        self._finished.restart()
        self._going = OngoingSignals(round(self.settings.release / BLOCK_S), self.settings.who)
        self._looks: list[dict[str, float]] = []
        self._origin: float | None = None
        self._told: deque[tuple[float, NoiseVerdict]] = deque(maxlen=32)

    def set_active(self, names: Sequence[str]) -> None:
        """Set the noises to listen for; names of other signals, such as faces, are ignored."""
        self.active = tuple(name for name in names if name in SIGNALS or name == WILD_THING)
        s = self.settings
        hold = Hold(on=0.0, off=-s.hysteresis, hold=s.hold, release=s.release, gap=0.15)
        self._states = {name: Hysteresis(hold) for name in self.active}
        self._looks = []

    def restart(self, names: Sequence[str]) -> None:
        """Forget all sound so far, because another recording follows, and set the noises to listen for."""
        self._start()
        self.set_active(names)

    def know(self, profiles: Sequence[NoiseProfile], table: Sequence[str] | None = None) -> None:
        """Set the profiles of all players.

        Args:
            profiles: Profiles of the players who have taught noises.
            table: Everybody who may make a noise, if noises are learned during the game; None leaves it unchanged.
        """
        self._table = self._table if table is None else tuple(table)
        self.enrolled = EnrolledPlayers(profiles, self.settings, self.net.version, self._table)

    def update(self, profile: NoiseProfile) -> None:
        """Replace the profile of one player."""
        self.enrolled.replace(profile)

    def learn_from_play(self, signal: Signal, player: str, *, stands: bool) -> NoiseProfile | None:
        """Add a signal's sound to its player's takes; return the profile to save, or None if the sound is not added.

        Args:
            signal: The signal, as reported.
            player: Who made it.
            stands: True if the play with this signal was accepted, False if the table overruled it.
        """
        told = list(self._told)  # a copy, as the microphone's thread may append
        verdict = next((v for onset, v in told if onset == signal.onset and v.match.name == signal.name), None)
        return None if verdict is None else self.enrolled.learn(player, verdict, stands=stands)

    def feed(self, samples: Array, t: float, lost: float = 0.0) -> list[Event]:
        """Process samples and return the events that they cause.

        Args:
            samples: Samples at 16 kHz, (n,).
            t: Time of the first sample, in seconds.
            lost: Seconds of sound lost before the first sample; more than 0.05 ends all signals and forgets the sound
                so far.
        """
        found: list[Event] = []
        if lost > 0.05 and self._origin is not None:
            found += self._end_all(t)
            self._start()
        self._origin = t - self._ring.end / RATE
        for start in range(0, len(samples), RATE):  # a second at a time, as the ring is short
            piece = samples[start : start + RATE]
            self._ring.write(piece)
            for moment in self._levels.feed(piece):
                found += self._moment(moment)
        return found

    def finish(self) -> list[Event]:
        """Return the last events of a recording that has ended, including the end of each signal that is still on."""
        if self._origin is None:
            return []
        end = self._origin + self._ring.end / RATE
        found = self.feed(np.zeros(RATE * 3 // 2, np.float32), end)
        return found + self._end_all(end + 1.5)

    def _time(self, block: int) -> float:
        return (self._origin or 0.0) + block * BLOCK_S

    def _end_all(self, t: float) -> list[Event]:
        edges = ((name, state.reset(t)) for name, state in self._states.items())
        found = [self._event(name, "off", edge.onset, t, 1.0, {}) for name, edge in edges if edge is not None]
        return [*found, *(self._end_signal(name, t) for name in list(self._going.on))]

    def _moment(self, moment: LevelMoment) -> list[Event]:
        block = moment.index + 1
        if self._on_level is not None:
            self._on_level(self._time(block), moment.level)
        quiet = self._levels.quiet_blocks > _TAIL_BLOCKS or not self._levels.onsets
        age = block - self._levels.bout
        if moment.on and not quiet and age >= _FIRST_LOOK_BLOCKS and block % HOP_BLOCKS == 0:
            return self._look(block, moment)
        if block % HOP_BLOCKS == 0:
            self._looks = []
            return self._advance(self._time(block), {}, {})
        return []

    def _look(self, block: int, moment: LevelMoment) -> list[Event]:
        """Score the second before ``block``, and compare new sounds with the takes; return the events."""
        now, end = self._time(block), block * BLOCK_SAMPLES
        hints = not self.enrolled.names.issuperset(self.active)
        heard = cache(lambda: self.net.hear(self._ring.read(end - RATE, end), hints))
        talking = cache(lambda: scoring.talk(heard().logits, self.net.labels))
        levels = np.array(self._levels.history)[-min(block - self._levels.bout, len(self._levels.history)) :]
        beat = rhythm(levels)
        mean = self._score_second(heard(), end, beat) if hints or self.watchers else {}  # otherwise takes alone decide
        for watcher in self.watchers:
            watcher(SoundLook(now, moment.level, moment.floor, mean, talking(), beat))
        if self.loudspeaker.sounding(now - 1.0, now):
            return self._advance(now, {}, {})
        evidence = {"pulses": beat.pulses, "longest": round(beat.longest, 2), "level": round(moment.level, 1)}
        found: list[SoundSpan] = []
        if self.enrolled or self.on_finished is not None:
            found = spans(np.array(self._levels.history), block)
        if (
            self.on_finished is not None
            and (sound := self._finished.hear(found, self._segment, self._time)) is not None
        ):
            self.on_finished(sound)
        told = self._compare_takes(block, found, talking, evidence) if self.enrolled else []
        over = self._margins(mean, talking(), block) if hints else {}
        return [*told, *self._advance(now, over, {"talk": round(talking(), 3), **evidence} if hints else evidence)]

    def _score_second(self, heard: EmbeddedSound, end: int, beat: Rhythm) -> dict[str, float]:
        """Return the log-odds of each active signal, averaged over the last three calls.

        Args:
            heard: Output of our network for the last second.
            end: Sample at which that second ends.
            beat: Rhythm of the sound so far.
        """
        raw = scoring.scores(heard.logits, self.net.labels, self.active)
        untaught = [value for name, value in raw.items() if name not in self.enrolled.names]
        if max(untaught, default=-math.inf) >= self.settings.heed:
            tagged = self.net.tagger.hear(self._ring.read(end - RATE, end))
            third = scoring.scores(tagged.logits, self.net.labels, self.active)
            caution = scoring.unlike(tagged.classes, self.settings.unlike)
            raw = scoring.blend(raw, third, self.settings.third)
            raw = {name: value - caution.get(name, 0.0) for name, value in raw.items()}
        self._looks = [*self._looks, {name: value - doubt(name, beat) for name, value in raw.items()}][
            -_AVERAGED_LOOKS:
        ]
        return {name: float(np.mean([look[name] for look in self._looks])) for name in self.active}

    def _margins(self, mean: dict[str, float], talking: float, block: int) -> dict[str, float]:
        """Return the log-odds of each signal over its hint threshold; at most the best one's is above 0.

        Noises that are taught get a value far below 0, because only comparison with takes recognises them. While such a
        noise is on, all signals get it, except a Wild Thing learned from shows.

        Args:
            mean: Log-odds of each signal.
            talking: Probability of talk, 0..1, which raises the thresholds.
            block: Number of the current block.
        """
        s = self.settings
        over = {name: v - s.threshold(name, self.active) - s.speech_caution * talking for name, v in mean.items()}
        for name in self.enrolled.names & set(over) if not self._going.on else set(over):
            over[name] = -s.hysteresis - 1.0
        if self.wild is not None and WILD_THING in over:
            samples = ripe(self._segment, block, self._levels)
            close = self.wild.margin(embed(samples, self.net)) if samples is not None else -1.0
            over[WILD_THING] = _WILD_SCALE_LOG_ODDS * close - (0.0 if close > 0 else s.hysteresis)
        best = max(over, key=lambda name: over[name], default="")
        return {name: value if name == best else min(value, -s.hysteresis - 0.01) for name, value in over.items()}

    def _compare_takes(
        self, block: int, found: Sequence[SoundSpan], talking: Callable[[], float], evidence: Mapping[str, float]
    ) -> list[Event]:
        """Compare the newest sound with the takes; return the events of signals that begin.

        Args:
            block: Number of the current block.
            found: Spans of the newest sound.
            talking: Function that returns the probability of talk, 0..1.
            evidence: Evidence that every event gets.
        """
        self._going.hear(found)
        for span in found[:1]:
            self.room.hear(np.array(self._levels.history), block, span)
        names = [name for name in self.active if name != WILD_THING or self.wild is None]
        judged = self.enrolled.judge(self._segment, self.net, names, found, self.room.seconds)
        if judged is None:
            return []
        verdict, new = judged[1], self._going.tell(*judged)
        if new:
            evidence = {"talk": round(talking(), 3), **evidence}
            return [event for told in new for event in self._begin_signal(told, block, evidence)]
        for refused in (
            self.refusals if -_NEARLY_LOG_ODDS < verdict.margin <= 0 and talking() < _MIN_TALK_PROBABILITY else ()
        ):
            refused(verdict)
        if verdict.margin < -self.settings.hysteresis and self.enrolled.listening and talking() > _MIN_TALK_PROBABILITY:
            self.enrolled.overhear(verdict.sound)
        return []

    def _begin_signal(self, signal: OngoingSignal, block: int, evidence: Mapping[str, float]) -> list[Event]:
        verdict, name = signal.verdict, signal.name
        now, onset = self._time(block), self._time(self._levels.onset_at(signal.span.start))
        found = [self._end_signal(name, onset, now)] if name in self._going.on else []
        self._going.begin(signal)
        self._told.append((round(onset, 3), verdict))
        match = {"score": round(verdict.match.score, 3), "bar": round(verdict.bar, 3)}
        more = {
            **evidence,
            **self._decision(name, verdict.margin, "takes"),
            **match,
            "candidates": [*verdict.candidates],
        }
        return [*found, self._event(name, "on", onset, now, self._sureness(verdict.margin), more, verdict.player)]

    def _decision(self, name: str, margin: float, by: str) -> dict[str, object]:
        """Return the part of an event's evidence that says what decided it.

        Args:
            name: The signal.
            margin: Log-odds over the threshold.
            by: What decided: "takes", "shows" or "hint".
        """
        return {"over": round(margin, 3), "threshold": round(self.settings.threshold(name, self.active), 3), "by": by}

    def _sureness(self, margin: float) -> float:
        return float(1 / (1 + np.exp(-margin / self.settings.spread)))

    def _end_signal(self, name: str, t: float, now: float | None = None) -> Event:
        told = self._going.last[name]
        self._going.on.remove(name)
        onset = min(t, self._time(told.span.stop))
        return self._event(name, "off", onset, t if now is None else now, 1.0, {}, told.verdict.player)

    def embedding(self, start: float, stop: float) -> Array | None:
        """Return the embedding of the sound that began between `start` and `stop` (seconds); None if none began.

        Only the last few seconds are available. The vector is as from ``wild_thing.embed``.
        """
        blocks = [round((t - (self._origin or 0.0)) / BLOCK_S) for t in (start, stop)]
        begun = [onset for onset in list(self._levels.onsets) if blocks[0] <= onset < blocks[1]]
        return embed(self._segment(begun[0], blocks[1]), self.net) if begun else None

    @property
    def onsets(self) -> list[float]:
        """Times of the latest onsets, in seconds, newest last."""
        return [self._time(block) for block in list(self._levels.onsets)]

    def going(self, name: str) -> bool:
        """Return True if the signal is on and its sound goes on; pauses up to 0.25 s are ignored."""
        if name in self._going.on:
            return self._ring.end // BLOCK_SAMPLES - self._going.last[name].span.stop < _HOLD_BLOCKS
        state = self._states.get(name)
        return state is not None and state.level is HysteresisLevel.ON

    def _segment(self, start: int, stop: int) -> Array:
        return self._ring.read(start * BLOCK_SAMPLES, stop * BLOCK_SAMPLES)

    def _advance(self, now: float, margins: Mapping[str, float], evidence: Mapping[str, float]) -> list[Event]:
        block = self._ring.end // BLOCK_SAMPLES
        found = [self._end_signal(name, now) for name in self._going.ended_signals(block)]
        found += [event for told in self._going.late(block) for event in self._begin_signal(told, block, evidence)]
        for name, state in self._states.items():
            edge = state.update(now, margins.get(name))
            if edge is None:
                continue
            if edge.on:
                onset = self._began(edge.onset)
                by = "shows" if name == WILD_THING and self.wild is not None else "hint"
                more = {**evidence, **self._decision(name, margins[name], by)}
                found.append(self._event(name, "on", onset, now, self._sureness(margins[name]), more))
            else:
                found.append(self._event(name, "off", edge.onset, now, 1.0, evidence))
        return found

    def _began(self, first_seen: float) -> float:
        """Return when a sound began that was first scored at `first_seen` (seconds).

        It is the earliest onset in the second before, or half a second before if there is none.
        """
        return next((t for t in self.onsets if first_seen - 1.1 <= t <= first_seen - 0.1), first_seen - 0.5)

    def _event(
        self,
        name: str,
        phase: Phase,
        onset: float,
        decided: float,
        confidence: float,
        evidence: Mapping[str, object],
        player: str | None = None,
    ) -> Signal:
        return Signal(
            onset=round(onset, 3),
            decided=round(decided, 3),
            confidence=round(min(0.999, confidence), 3),
            source=self.source,
            player=player,
            name=name,
            phase=phase,
            evidence=dict(evidence),
        )
