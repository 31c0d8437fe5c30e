"""Enrol one player's face at a camera, without a game (``companion enrol``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.errors import BadInput
from companion.facts import Fact
from companion.people.warmup import round_messages as messages
from companion.people.warmup.cards import FaceObservation, WarmUpCard
from companion.people.warmup.judging import Judging
from companion.people.warmup.round import WarmUpRound
from companion.people.warmup.round_fold import step
from companion.senses.faces.face_sense import FaceSense
from companion.senses.faces.settings import FaceProfile
from companion.sitting.warmup.source_observers import glance
from companion.sources.picture_source import Image

ENROLLED_SIGNALS: Final = ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour", "grin")


class FaceEnrolment:
    """Warm-up of one player's face and signals from frames; the nearest face is taken for the player's.

    Call ``begin``, then ``see`` with each frame until ``is_done``. ``begin`` and ``see`` return the messages to show;
    ``profile`` returns the result.
    """

    def __init__(self, player: str, sense: FaceSense, signals: Sequence[str] = ENROLLED_SIGNALS) -> None:
        self._player, self._sense, self._signals = player, sense, tuple(signals)
        self._by, self._round = Judging(), WarmUpRound()

    @property
    def is_done(self) -> bool:
        return self._round.has_begun and self._round.is_over

    def begin(self) -> list[Fact]:
        cards = [WarmUpCard("calm"), *(WarmUpCard("show", signal) for signal in self._signals)]
        return self._take(0.0, messages.Dealt({self._player: cards}, self._signals))

    def see(self, image: Image, t: float) -> list[Fact]:
        """Observe the player in one frame (h, w, 3), BGR, at ``t`` seconds, and return the messages to show."""
        self._sense.process(image, t)
        seats = [seat for seat in self._sense.seats if seat.frame is not None]
        if not seats:
            return self._take(t, FaceObservation(t, faces=0, player=self._player))
        nearest = max(seats, key=lambda seat: 0.0 if seat.frame is None else seat.frame.size)
        seen = glance(nearest, t, float(image[::16, ::16].mean()), len(seats))
        return self._take(t, replace(seen, player=self._player))

    def _take(self, t: float, event: messages.RoundEvent) -> list[Fact]:
        self._round, asked = step(self._round, t, event, self._by)
        for request in asked:
            if isinstance(request, messages.KnowNow):
                for seat in self._sense.seats:
                    seat.assign_player(self._player, request.face)
        return [request.what for request in asked if isinstance(request, messages.Say) and request.player is not None]

    def profile(self) -> FaceProfile:
        """Return the learned face profile, with the signals that were completed.

        Raises:
            BadInput: No calm face was seen for long enough.
        """
        pile = self._round.piles.get(self._player)
        face = None if pile is None else pile.face(self._by)[0]
        if pile is None or face is None:
            raise BadInput("lesson.face.no-face", player=self._player)
        return replace(
            face, signals={name: value for name, value in face.signals.items() if name in pile.completed_signals}
        )
