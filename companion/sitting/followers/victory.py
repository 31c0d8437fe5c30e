"""Joins eyes and ears for the advanced win: a speech that was heard brings the verdict on the winner's mouth."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from companion.events import Event, Phrase, Ruling, Source
from companion.referee import evidence
from companion.referee.victory import Mouth, MouthWatch, because, completed, crop_of
from companion.rules.face_off.state import Phase
from companion.senses.faces.sense import FaceSense, to_rgb
from companion.senses.speech.lexicon import letters_of
from companion.senses.speech.recogniser import RATE, Samples
from companion.senses.speech.sense import SpeechSense
from companion.senses.speech.settings import Settings

if TYPE_CHECKING:
    from companion.referee.match import Match
    from companion.sitting.session import Session

_BLOCK = RATE // 100
_TURNED = 40.0  # degrees beyond which a mouth is not judged


class Victory:
    """Follows one match. ``watch`` gets the mouths of all cameras; ``ears`` hear the speech."""

    def __init__(self, match: Match, watch: MouthWatch, ears: list[SpeechSense]) -> None:
        self.match = match
        self.watch = watch
        self.ears = ears
        self._hand = match.state.hand

    def follow(self, event: Event) -> list[Event]:
        """What follows from an event that has just been counted: the verdict on the mouth, if it was the speech."""
        state = self.match.state
        if state.hand != self._hand:
            self._hand = state.hand
            self.watch.forget()
        for ear in self.ears:
            ear.choose(state.phase is Phase.NEXT)
        if isinstance(event, Ruling):
            return []
        waiting = state.phase in (Phase.CLAIM, Phase.SPEECH) and state.options.advanced
        if isinstance(event, Phrase) and event.kind == "speech":
            return self._judged(event) if waiting else []
        if waiting and state.phase is Phase.SPEECH:
            for ear in self.ears:
                ear.expect()
        return []

    def _judged(self, speech: Phrase) -> list[Event]:
        """The verdict, if the whole speech was heard and is the one that was claimed."""
        player, gem = self.match.state.claim
        name = self.match.players[player]
        speech = completed(speech, self.watch.settings, name, gem)
        said = (speech.slots["name"].casefold(), speech.slots["gem"])
        if speech.slots.get("heard") != "heard" or said != (name.casefold(), gem):
            return []
        judged = self.watch.verdict(speech, name)
        speaker = self.watch.speaker(speech)
        if speaker is not None and speaker != name:
            unseen = replace(judged.event, verdict="unseen", times=())
            return [because(unseen, "teeth-other", speaker=speaker, name=name)]
        return [judged.event]

    def evidence(self, words: str) -> str:
        """The answer to ``evidence`` and ``evidence FILE.png``. Raises BadInput or StorageError."""
        if words:
            return evidence.save(self.watch.judged, Path(words), self.match.language)
        return evidence.told(self.watch.judged, self.match.language)


class SpeechEars:
    """The speech sense on a microphone of the match; gives the levels that tell whose mouth moved with it."""

    def __init__(self, sense: SpeechSense, watch: MouthWatch) -> None:
        self.sense = sense
        self._watch = watch
        self._trouble = sense.trouble

    def feed(self, samples: Samples, t: float, lost: float = 0.0) -> list[Event]:
        """The phrases; before the first of them, once, what the sense has to do without."""
        for k in range(0, len(samples) - _BLOCK + 1, _BLOCK):
            power = float(np.mean(samples[k : k + _BLOCK].astype(np.float64) ** 2))
            self._watch.level(t + k / RATE, 10 * float(np.log10(power + 1e-10)))
        trouble, self._trouble = self._trouble, ""
        told = (
            [Source(onset=t, decided=t, source=self.sense.source, status="online", detail=trouble)] if trouble else []
        )
        return [*told, *(self._whose(phrase) for phrase in self.sense.feed(samples, t, lost))]

    def finish(self) -> list[Phrase]:
        return [self._whose(phrase) for phrase in self.sense.finish()]

    def _whose(self, phrase: Phrase) -> Phrase:
        """A shout and "Wild thing" get the player whose mouth moved with them. The speech names its own: where it was
        not clear which name was said, the speaker's is taken."""
        if phrase.kind == "other":
            return phrase
        speaker = self._watch.speaker(phrase)
        if phrase.kind != "speech":
            return replace(phrase, player=speaker)
        return completed(phrase, self._watch.settings, speaker)


def join(session: Session) -> Victory:
    """Make a Face Off! session hear the shout and the speech and judge the mouth over it."""
    from companion.senses.sounds.table import TableEars
    from companion.senses.speech.choosing import recogniser
    from companion.sitting.feeds import FaceFeed

    settings = Settings.load()
    watch = MouthWatch(settings)
    names = tuple(name for name in session.match.players if letters_of(name))  # others claim by key
    senses = []
    for feed in session.feeds:
        if isinstance(feed, FaceFeed):
            feed.on_frame = partial(watch_frame, watch)
        elif isinstance(feed, TableEars):
            sense = SpeechSense(feed.name, names, recogniser(settings), settings, language=session.match.language)
            feed.hear_beside(SpeechEars(sense, watch))
            senses.append(sense)
    victory = Victory(session.match, watch, senses)
    session.follow = victory.follow
    session.asides["evidence"] = victory.evidence
    return victory


def watch_frame(watch: MouthWatch, sense: FaceSense, image: npt.NDArray[Any], t: float) -> None:
    """Give every seated player's mouth on this frame to ``watch``; a picture only where teeth may show."""
    rgb = None
    for seat in sense.seats:
        frame = seat.frame
        if seat.player is None:
            continue
        if seat.fit is None or frame is None or frame.t != t:
            watch.see(seat.player, Mouth(t, None))
            continue
        teeth = None if abs(frame.yaw) > _TURNED else frame.mouth.teeth
        crop = None
        if teeth is not None and teeth >= watch.settings.teeth["off"]:
            rgb = to_rgb(image) if rgb is None else rgb
            crop = crop_of(rgb, seat.fit.points) if rgb is not None else None
        m = frame.measures
        watch.see(seat.player, Mouth(t, teeth, crop), (m.gap, m.width, m.chin))
