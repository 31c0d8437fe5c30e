"""The cards of a warm-up: what each player is asked for, one after the other; and what is observed of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.facts import Fact
from companion.senses.faces.features import FaceFrame
from companion.senses.faces.neutral_face import Beliefs
from companion.senses.faces.settings import load_shipped
from companion.senses.sounds.settings import SIGNALS as NOISES
from companion.senses.sounds.settings import WILD_THING

Kind: TypeAlias = Literal["calm", "show", "noise", "wild", "shout", "name"]
NOISE_TAKES: Final = 3  # of a noise
CALM_FACE_S: Final = 2.0  # seconds of a calm look


@dataclass(frozen=True, slots=True)
class WarmUpCard:
    """``signal``: of a show or a noise; ``takes``: how often it is asked for."""

    kind: Kind
    signal: str = ""
    takes: int = 1

    @property
    def key(self) -> str:
        """Its name among a player's cards: "calm", "show.grin", "noise.cow"."""
        return f"{self.kind}.{self.signal}" if self.signal else self.kind

    @property
    def as_fact(self) -> Fact:
        """Return what it asks for."""
        return Fact(f"warmup.ask-{self.kind}", {"signal": self.signal} if self.kind in ("show", "noise") else {})

    @property
    def needs_camera(self) -> bool:
        """Return whether a camera judges it; else a microphone does."""
        return self.kind in ("calm", "show", "wild")


def deal(
    signals: Collection[str], *, sees: bool, hears: bool, speaks: bool = False, dealer: bool = False
) -> list[WarmUpCard]:
    """Return one player's cards for the warm-up.

    ``signals``: those that count in this game; ``sees``, ``hears``: whether there is a camera, a microphone;
    ``speaks``: whether speech is listened to; ``dealer``: whether this player shows the hand's Wild Thing. A signal
    that is both a noise and a motion is asked for as a noise where there is a microphone.
    """
    faces = load_shipped().holds
    cards: list[WarmUpCard] = [WarmUpCard("calm")] if sees else []
    for name in signals:
        if name == WILD_THING:
            continue
        if hears and name in NOISES:
            cards.append(WarmUpCard("noise", name, NOISE_TAKES))
        elif sees and name in faces:
            cards.append(WarmUpCard("show", name))
    if WILD_THING in signals and sees and dealer:
        cards.append(WarmUpCard("wild", WILD_THING))
    if hears and speaks:
        cards += [WarmUpCard("shout"), WarmUpCard("name")]
    return cards


def missing(cards: Sequence[WarmUpCard], face: Collection[str] | None, noises: Collection[str]) -> list[WarmUpCard]:
    """Return the cards for a player who is known: a calm look, and what was not taught.

    ``face``: the faces that are known, None: no face is. Of a player who is not known at all, every card.
    """
    if face is None and not noises:
        return list(cards)
    known = {"calm": (), "show": face or (), "noise": noises, "wild": face or ()}
    return [card for card in cards if card.kind in known and card.signal not in known[card.kind]]


Array = npt.NDArray[np.float32]


@dataclass(frozen=True)
class FaceObservation:
    """One frame of a ``player``'s face at ``t`` seconds. ``frame`` None: the face is not in view.

    ``light``: mean brightness of the face, 0..255; ``behind``: that of the picture; ``faces``: how many are in it;
    ``shown``: signals that are on; ``scores`` and ``on``: of each signal, and the threshold that counts.
    """

    t: float
    frame: FaceFrame | None = None
    light: float = 255.0
    behind: float = 255.0
    faces: int = 1
    beliefs: Beliefs = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    on: Mapping[str, float] = field(default_factory=dict)
    shown: frozenset[str] = frozenset()
    bones: tuple[float, ...] = ()
    crowd: bool = False
    """More faces than the camera is for: whose is whose is not sure."""
    player: str = ""


@dataclass(frozen=True)
class NoiseObservation:
    """A sound that stood out of the room, from ``onset`` to ``end`` (s). ``room`` and ``level``: dB full scale.

    ``owner``: whose phone heard it, None: the table's microphone; ``shared``: other microphones may have heard it too.
    ``mouths``: how much each player's mouth moved with it, 0..1.
    """

    onset: float
    end: float
    samples: Array
    room: float
    level: float
    source: str = ""
    owner: str | None = None
    mouths: Mapping[str, float] = field(default_factory=dict)
    shared: bool = False


@dataclass(frozen=True)
class MicrophoneLevels:
    """What a microphone hears of the room.

    A microphone's level now and the room's floor, dB full scale; ``dead``: nothing comes; ``busy``: it never pauses;
    ``tail``: how long the last sound took to fall by 30 dB, seconds, where it was heard. ``owner`` as of a noise.
    """

    t: float
    level: float
    floor: float
    dead: bool = False
    busy: bool = False
    tail: float | None = None
    owner: str | None = None


@dataclass(frozen=True)
class WordObservation:
    """A word for a card: the shout was heard, or a name was learned (``good``). ``player`` None: of whoever's turn."""

    kind: str
    good: bool
    player: str | None = None
