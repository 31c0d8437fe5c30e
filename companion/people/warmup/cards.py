"""The cards of a warm-up, each of which asks a player for one signal, and the observations that answer them."""

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
NOISE_TAKES: Final = 3  # takes of each noise
CALM_FACE_S: Final = 2.0  # seconds for which the face must be calm


@dataclass(frozen=True, slots=True)
class WarmUpCard:
    """One request to a player.

    Attributes:
        kind: What is asked for: a calm face, a show of a face signal, a noise, the Wild Thing, the shout, or the name.
        signal: The signal of a show or a noise; "" for other kinds.
        takes: How many times it is to be made.
    """

    kind: Kind
    signal: str = ""
    takes: int = 1

    @property
    def key(self) -> str:
        """Name that identifies the card among the player's cards, such as "calm", "show.grin" or "noise.cow"."""
        return f"{self.kind}.{self.signal}" if self.signal else self.kind

    @property
    def as_fact(self) -> Fact:
        """The request of the card, as a fact to show."""
        return Fact(f"warmup.ask-{self.kind}", {"signal": self.signal} if self.kind in ("show", "noise") else {})

    @property
    def needs_camera(self) -> bool:
        """True if a camera judges the card, False if a microphone does."""
        return self.kind in ("calm", "show", "wild")


def deal(
    signals: Collection[str], *, sees: bool, hears: bool, speaks: bool = False, dealer: bool = False
) -> list[WarmUpCard]:
    """Return the cards for one player.

    A signal that is both a noise and a motion is asked for as a noise if there is a microphone.

    Args:
        signals: Signals that are used in the game.
        sees: True if there is a camera.
        hears: True if there is a microphone.
        speaks: True if the game listens to speech.
        dealer: True if this player makes up the hand's Wild Thing.
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
    """Return the cards that a player still has to do: the calm face, and signals that were not taught before.

    The shout and the name are left out, except for a player of whom nothing is known, who needs all cards.

    Args:
        cards: All cards of the player.
        face: Face signals taught before; None if there is no face profile.
        noises: Noises taught before.
    """
    if face is None and not noises:
        return list(cards)
    known = {"calm": (), "show": face or (), "noise": noises, "wild": face or ()}
    return [card for card in cards if card.kind in known and card.signal not in known[card.kind]]


Array = npt.NDArray[np.float32]


@dataclass(frozen=True)
class FaceObservation:
    """One camera frame for a player.

    Attributes:
        t: Time, seconds.
        frame: The face; None if it is not in view.
        light: Mean brightness of the face, 0..255.
        behind: Mean brightness of the picture, 0..255.
        faces: Number of faces in the picture.
        beliefs: Estimates of the face at rest.
        scores: Score of each signal.
        on: Threshold in effect of each signal.
        shown: Signals that are recognised now.
        bones: Measures that identify the face; empty if unknown.
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
    """True if the picture has more faces than the camera has players, so that it is unclear whose is whose."""
    player: str = ""


@dataclass(frozen=True)
class NoiseObservation:
    """A finished sound that stood out from the room's noise.

    Attributes:
        onset: Beginning, seconds.
        end: End, seconds.
        samples: The sound (n,), 16 kHz.
        room: Level of the room's noise, dB full scale.
        level: Level of the sound's loudest part, dB full scale.
        source: Name of the microphone.
        owner: Player whose phone heard it; None for a microphone of the table.
        mouths: How well each player's mouth moved with the sound, 0..1.
        shared: True if other microphones may have heard it too.
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
    """Levels at one microphone at a moment.

    Attributes:
        t: Time, seconds.
        level: Level now, dB full scale.
        floor: Level of the room's noise, dB full scale.
        dead: True if no sound arrives.
        busy: True if there has been no pause in the sound for a while, as with music.
        tail: Seconds in which the last sound faded by 30 dB; None if none was heard.
        owner: Player whose phone it is; None for a microphone of the table.
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
    """The result of listening for the word that a card asks for.

    Attributes:
        kind: "shout" or "name".
        good: True if the shout was recognised or the name was learned.
        player: Player of the card; None for the player in turn at the laptop.
    """

    kind: str
    good: bool
    player: str | None = None
