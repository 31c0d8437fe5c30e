"""Followers for Face Off!: judge the victory speech by the winner's mouth, and learn the Wild Thing's noise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion import private
from companion.errors import BadInput, CompanionError
from companion.events import Command, Event, Phrase, Ruling, Seat, Signal, Source, Teeth
from companion.facts import Fact, fact
from companion.referee.speech_verdict import complete_speech
from companion.referee.victory_phrases import may_win
from companion.rules.face_off.state import Phase
from companion.senses.faces.geometry import mouth_crop, to_rgb
from companion.senses.speech.lexicon import letters_of
from companion.senses.speech.recogniser import RATE, Samples
from companion.senses.speech.settings import SpeechSettings
from companion.senses.speech.speech_sense import SpeechSense
from companion.senses.speech.sphinx_recogniser import SphinxRecogniser
from companion.sitting.camera_stations import CameraStation, FaceStation
from companion.sitting.follower import Follower
from companion.sitting.microphone_station import MicrophoneStation, SoundObserver
from companion.sitting.mouth_watch import FilmedMouth, MouthWatch, evidence_of, save_evidence
from companion.sitting.requests import (
    ExpectShout,
    ExpectSpeech,
    ForgetWild,
    HearNoise,
    LearnName,
    LearnWild,
    Request,
    TeachWild,
    WildShow,
)
from companion.sitting.sitting import Sitting
from companion.sitting.worker import Worker
from companion.sources.audio import decibels
from companion.sources.picture_source import Frame
from companion.words import Language

MAX_NOISE_LEAD_S = 0.4  # seconds by which a noise may begin before its face


class WildShows(Follower):
    """Follower that teaches the hand's Wild Thing to cameras and microphones; adds the command ``wild NAME``.

    The dealer shows it several times, and a camera learns the face from two of these shows. Its noise is learned only
    if it was made in both. From then on microphones listen for it, and what they hear supports the faces. A new hand
    forgets everything.
    """

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._noted = 0
        sitting.words["wild"] = self._word

    def _word(self, rest: str, event: Command) -> Fact | None:
        match = self._sitting.match
        seat = match.seat(rest or event.player) if match is not None else None
        if match is None or seat is None:
            raise BadInput("wild.write", names=list(match.players) if match is not None else [])
        self.teach(match.players[seat])
        return None

    def teach(self, player: str) -> None:
        """Start learning the Wild Thing from ``player`` at the first camera that sees them."""
        self._forget_noises()
        no_camera = BadInput("wild.no-camera")
        self._sitting.crew.ask_first_accepting(TeachWild(player), no_camera, self._sitting.refuse)

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        crew = self._sitting.crew
        if any(r.code == "new-hand" for r in rulings):
            self._forget_noises()
            crew.ask(crew.eyes(), ForgetWild())
        if isinstance(raw_event, Signal) and raw_event.phase == "on":
            crew.ask([w for w in crew.eyes() if _name(w) != raw_event.source], HearNoise(raw_event))
        if isinstance(event, Seat) and event.detail is not None:
            self._on_wild_shows(event.detail)
        return ()

    def _on_wild_shows(self, detail: Fact) -> None:
        """Pass the times of the dealer's shows to the microphones; once the face is learned, they learn the noise."""
        crew, shows, pair = self._sitting.crew, detail.values.get("shows"), detail.values.get("pair")
        if not isinstance(shows, (tuple, list)):
            return
        for number in range(self._noted, len(shows)):
            start, stop = shows[number]
            crew.ask(crew.ears(), WildShow(number, start - MAX_NOISE_LEAD_S, stop))
        self._noted = max(self._noted, len(shows))
        if isinstance(pair, (tuple, list)) and pair:
            crew.ask(crew.ears(), LearnWild(pair))

    def _forget_noises(self) -> None:
        self._noted = 0
        self._sitting.crew.ask(self._sitting.crew.ears(), ForgetWild())


def _name(worker: Worker) -> str:
    return str(getattr(worker.source, "name", worker.name))


_BLOCK_SAMPLES = RATE // 100
_MAX_TURN_DEG = 40.0  # head turn in degrees beyond which a mouth is not judged


class VictoryWatch(Follower):
    """Follower of Face Off! that judges the victory speech by sound and mouth; adds the command ``evidence``.

    Cameras report mouths to ``watch``; each microphone listens for the speech besides its noises. Make it before
    cameras and microphones are opened.
    """

    def __init__(self, sitting: Sitting, language: Language) -> None:
        assert sitting.match is not None
        self.match = sitting.match
        self.settings = SpeechSettings.load()
        self.watch = MouthWatch(self.settings, sitting.at)
        self._sitting, self._language = sitting, language
        self._names = tuple(name for name in self.match.players if letters_of(name))  # unspeakable ones claim by key
        self._hand = self.match.state.hand
        self._possible: bool | None = None  # whether a player can have won
        self._learners: list[SphinxRecogniser] = []
        sitting.words["evidence"] = self._evidence
        sitting.crew.on_look.append(self._look)
        sitting.crew.on_ear.add(self._join)

    def follow(self, event: Event, rulings: Sequence[Ruling], raw_event: Event) -> Iterable[Event]:
        """Return the verdict on the mouth if the event was the victory speech; tell microphones when to expect it."""
        state = self.match.state
        if state.hand != self._hand:
            self._hand = state.hand
            self.watch.forget()
        if rulings and (possible := self._may_win()) is not self._possible:
            self._possible = possible
            self._ask(ExpectShout(possible))
        waiting = state.phase in (Phase.CLAIM, Phase.SPEECH) and state.options.advanced
        if isinstance(event, Phrase) and event.kind == "speech":
            return self._judge_speech(event) if waiting else []
        if waiting and state.phase is Phase.SPEECH:
            self._ask(ExpectSpeech())
        return []

    def _may_win(self) -> bool | None:
        """Return True if some player can have won by the cards; None without digital cards or before the first trade.

        Before the first trade "Face Off!" is the dealer's call, who need not have won.
        """
        state = self.match.state
        return may_win(state, range(len(self.match.players))) if state.hands and state.trades else None

    def _ask(self, request: Request) -> None:
        """Send a request to every microphone, for its speech sense."""
        self._sitting.crew.ask(self._sitting.crew.ears(), request)

    def _join(self, station: MicrophoneStation) -> None:
        """Add a speech sense to a microphone; without a recogniser it hears noises alone, and the reason is shown."""
        try:
            heard = SphinxRecogniser(self.settings)
        except CompanionError as error:
            now = self._sitting.clock.now()
            why = Source(onset=now, decided=now, source=station.name, status="online", detail=error.fact)
            self._sitting.post(lambda: self._sitting.show(why))
            return
        if self._learners:  # a microphone that is opened later gets the names that the others have learned
            heard.know(self._learners[0].takes)
        self._learners.append(heard)
        gems = self.match.state.options.suits
        sense = SpeechSense(station.name, self._names, heard, self.settings, language=self._language, gems=gems)
        sense.expect_shout(self._possible)
        station.beside.append(SpeechEars(sense, self.watch))

    def _look(self, station: CameraStation, frame: Frame) -> None:
        if isinstance(station, FaceStation):
            watch_frame(self.watch, station, frame)

    def _judge_speech(self, speech: Phrase) -> list[Event]:
        """Return the verdict on the victory speech as an event.

        [] if the speech is incomplete, is not the claimant's, or names another player or gem than the claim.
        """
        player, gem = self.match.state.claim
        name = self.match.players[player]
        if speech.player not in (None, name):  # only the claimant's speech counts, and they may repeat it
            return []
        speech = complete_speech(speech, self.watch.settings, name, gem)
        said = (speech.slots["name"].casefold(), speech.slots["gem"])
        if speech.slots.get("heard") != "heard" or said != (name.casefold(), gem):
            return []
        verdict: Teeth = self.watch.verdict(speech, name).event
        speaker = self.watch.speaker(speech)
        if speaker is not None and speaker != name:
            other = fact("teeth.other", speaker=speaker, name=name)
            return [replace(verdict, verdict="unseen", times=(), why=other)]
        return [verdict]

    def _evidence(self, words: str, event: Command) -> Fact:
        """Return the evidence of the latest verdict (``evidence``), or write its pictures (``evidence FILE.png``).

        Raises:
            BadInput: The file's name does not end in .png.
            StorageError: The file cannot be written.
        """
        if words:
            return save_evidence(self.watch.judged, private.expand_user(words))
        return evidence_of(self.watch.judged)


class SpeechEars(SoundObserver):
    """Sound observer that runs the speech sense of a match, and reports the sound's levels to the mouth watch.

    The mouth watch finds the speaker by these levels.
    """

    def __init__(self, sense: SpeechSense, watch: MouthWatch) -> None:
        self.sense = sense
        self._watch = watch
        self._trouble: Fact | None = sense.trouble

    def feed(self, samples: Samples, t: float, lost: float = 0.0) -> list[Event]:
        """Return the phrases heard; the first call also reports what the speech sense lacks, if anything."""
        for k in range(0, len(samples) - _BLOCK_SAMPLES + 1, _BLOCK_SAMPLES):
            self._watch.level(t + k / RATE, decibels(samples[k : k + _BLOCK_SAMPLES]))
        found: list[Event] = []
        if self._trouble:
            found = [Source(onset=t, decided=t, source=self.sense.source, status="online", detail=self._trouble)]
            self._trouble = None
        return [*found, *(self.whose(phrase) for phrase in self.sense.feed(samples, t, lost))]

    def answer(self, request: Request) -> bool | None:
        match request:
            case ExpectSpeech():
                self.sense.expect()
            case ExpectShout(possible):
                self.sense.expect_shout(possible)
            case LearnName(player, samples):
                return self.sense.recogniser.learn(player, samples)
        return None

    def finish(self) -> list[Phrase]:
        return [self.whose(phrase) for phrase in self.sense.finish()]

    def whose(self, phrase: Phrase) -> Phrase:
        """Return a phrase with the player whose mouth moved during it.

        An unclear name in a speech is read as the speaker's.
        """
        if phrase.kind == "other":
            return phrase
        speaker = self._watch.speaker_now(phrase)
        if phrase.kind != "speech":
            return replace(phrase, player=speaker)
        return replace(complete_speech(phrase, self._watch.settings, speaker), player=speaker)


def watch_frame(watch: MouthWatch, station: FaceStation, item: Frame) -> None:
    """Report every seated player's mouth in a frame to ``watch``, with a picture only if teeth may show."""
    rgb = None
    for seat in station.sense.seats:
        frame = seat.frame
        if seat.player is None:
            continue
        if seat.fit is None or frame is None or frame.t != item.t:
            watch.see(seat.player, FilmedMouth(item.t, None))
            continue
        teeth = None if abs(frame.yaw) > _MAX_TURN_DEG else frame.mouth.teeth
        crop = None
        if teeth is not None and teeth >= watch.settings.teeth["off"]:
            rgb = to_rgb(item.image) if rgb is None else rgb
            crop = mouth_crop(rgb, seat.fit.points) if rgb is not None else None
        m = frame.measures
        watch.see(seat.player, FilmedMouth(item.t, teeth, crop), (m.gap, m.width, m.chin))
