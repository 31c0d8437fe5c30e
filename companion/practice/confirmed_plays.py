"""Collect signals that were recognised in a drill, add them to the player's profile with consent, and undo that.

What was played is known for sure, as it was both asked for and recognised. For a noise the sense's features are stored,
for a face the neutral measures and the score. The sound itself stays in memory until the drill ends.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Annotated, Final

from companion.decoder import Bounds, Word
from companion.people.lessons.noise_takes import fault, take
from companion.people.person import Person
from companion.people.store import FACE_FILE, SOUNDS_FILE, People
from companion.practice.drills import EARS_SENSE, Note, senses_of
from companion.practice.face_samples import FaceSample
from companion.practice.noise_samples import HeardNoise, NoiseSample
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds import sound_features as sounds
from companion.senses.sounds.noise_embedding import NoiseEmbedding

PRACTISED_KIND: Final = "practised"  # kind of the stored noises (takes) that practice adds, by which undo finds them
MAX_PLAYS: Final = 6  # most takes of a signal that one addition adds, and that it keeps of those before
MAX_LOOK_AGE_S: Final = 60.0  # longer than any cue waits
MAX_NOISE_END_WAIT_S: Final = 4.0  # seconds after a noise's onset for which a drill waits for its end
MAX_PAIR_GAP_S: Final = 0.3  # most seconds between the onsets of a recognised signal and of its noise


@dataclass
class ConfirmedPlays:
    """What a player did at each cue that was answered with the right signal (a hit).

    Attributes:
        noises: The noises.
        peaks: For each face signal, the best score of each hit.
        neutral: Measures of the neutral face.
    """

    noises: list[HeardNoise] = field(default_factory=list)
    peaks: dict[str, list[float]] = field(default_factory=dict)
    neutral: dict[str, float] = field(default_factory=dict)
    _hits: list[tuple[str, float]] = field(default_factory=list)
    _looks: deque[tuple[float, dict[str, float]]] = field(default_factory=deque)  # time in seconds, scores by signal

    def see(self, sample: FaceSample | NoiseSample) -> None:
        """Record the neutral face, and the scores of the face signals."""
        if not isinstance(sample, FaceSample):
            return
        if sample.neutral:
            self.neutral = dict(sample.neutral)
        self._looks.append((sample.t, {name: score.value for name, score in sample.scores.items()}))
        while self._looks[0][0] < sample.t - MAX_LOOK_AGE_S:
            self._looks.popleft()

    def hit(self, note: Note) -> None:
        """Record that the right signal was recognised after a cue, with its best score since the cue."""
        if note.onset is None or note.recognised is None:
            raise ValueError("a hit has its times")
        cue = note.t - note.recognised
        self._hits.append((note.signal, cue + note.onset))
        scores = [look[note.signal] for t, look in self._looks if t >= cue and note.signal in look]
        if scores:
            self.peaks.setdefault(note.signal, []).append(max(scores))
        self._looks.clear()

    def add_noise(self, noise: HeardNoise) -> None:
        """Add a noise that has ended if it belongs to a hit; others are ignored."""
        if any(name == noise.signal and abs(onset - noise.onset) <= MAX_PAIR_GAP_S for name, onset in self._hits):
            self.noises.append(noise)

    def join(self, later: ConfirmedPlays) -> None:
        """Add the plays of a later drill, so that consent is asked for once."""
        self.noises += later.noises
        for name, peaks in later.peaks.items():
            self.peaks.setdefault(name, []).extend(peaks)
        self.neutral = later.neutral or self.neutral

    def waits(self, t: float) -> bool:
        """Return True while the noise of the latest hit has not ended.

        After ``MAX_NOISE_END_WAIT_S`` seconds from the noise's onset it is False in any case.
        """
        if not self._hits or EARS_SENSE not in senses_of(self._hits[-1][0]):
            return False
        name, onset = self._hits[-1]
        return t - onset < MAX_NOISE_END_WAIT_S and not any(
            n.signal == name and abs(onset - n.onset) <= MAX_PAIR_GAP_S for n in self.noises
        )

    @property
    def scores(self) -> dict[str, float]:
        """The usual score of each face signal: the median over its hits of their best scores."""
        return {name: float(median(peaks)) for name, peaks in self.peaks.items()}

    @property
    def count(self) -> int:
        return len(self.noises) + sum(len(peaks) for peaks in self.peaks.values())

    @property
    def signals(self) -> list[str]:
        """The signals with at least one hit, noises first."""
        return list(dict.fromkeys([*(n.signal for n in self.noises), *self.peaks]))


@dataclass(frozen=True)
class AddedPlays:
    """What was added to a player's profile at one consent, so that it can be undone.

    Attributes:
        player: The player.
        takes: Number of noise recordings (their features) that were added.
        created: True if there was no face profile before.
        scores: Earlier scores in a changed face profile, by signal; None for a signal that it did not have.
        signals: The signals that were added or changed.
    """

    player: str
    takes: Annotated[int, Bounds(0, 1000)] = 0
    created: bool = False
    scores: Mapping[Word, float | None] = field(default_factory=dict)
    signals: tuple[Word, ...] = ()


def add(plays: ConfirmedPlays, player: str, folder: Path, net: NoiseEmbedding | None = None) -> AddedPlays:
    """Add plays to the player's profiles; noises of poor quality are left out.

    Args:
        plays: The plays.
        player: The player.
        folder: Folder in which players are stored.
        net: The network that computes features of noises; None loads it if needed.

    Returns:
        What was added, for ``undo``.

    Raises:
        StorageError: A profile cannot be read or written.
    """
    heard = _add_noises(plays, player, folder, net)
    faced = {name: score for name, score in plays.scores.items() if plays.neutral}
    known = People(folder).face(player)
    old: dict[str, float | None] = {}
    if faced:
        before = dict(known.signals) if known is not None else {}
        old = {name: before.get(name) for name in faced} if known is not None else {}
        best = {**before, **{n: (v + before.get(n, v)) / 2 for n, v in faced.items()}}
        whole = known if known is not None else Face(player, plays.neutral)
        People(folder).keep_face(replace(whole, signals=best))
    signals = tuple(dict.fromkeys([*heard, *faced]))
    return AddedPlays(player, len(heard), bool(faced) and known is None, old, signals)


def _add_noises(plays: ConfirmedPlays, player: str, folder: Path, net: NoiseEmbedding | None) -> list[str]:
    usable = [n for n in plays.noises if not fault(n.samples)]
    if not usable:
        return []
    net = net or NoiseEmbedding()
    takes = _newest([sounds.NoiseTake(n.signal, PRACTISED_KIND, take(n.samples, net)) for n in usable])
    before = People(folder).sounds(player) or sounds.NoiseProfile(player, [], net.version)
    # Older takes are thinned before the new ones join, never by them: ``undo`` leaves what was there.
    People(folder).keep_sounds(replace(before, takes=[*_newest(before.takes), *takes]))
    return [t.name for t in takes]


def _newest(takes: Sequence[sounds.NoiseTake]) -> list[sounds.NoiseTake]:
    """Return the takes (stored noises); of those from practice, only the newest ``MAX_PLAYS`` of each signal."""
    counts: Counter[str] = Counter(t.name for t in takes if t.kind == PRACTISED_KIND)
    out = []
    for one in takes:
        if one.kind == PRACTISED_KIND:
            counts[one.name] -= 1
            if counts[one.name] >= MAX_PLAYS:
                continue
        out.append(one)
    return out


def undo(added: AddedPlays, folder: Path) -> None:
    """Undo ``add``: remove the noises that it added, and restore the face profile.

    If nothing but the name is left of the player, the player is deleted.

    Raises:
        StorageError: A profile cannot be read or written.
    """
    people = People(folder)
    _drop(people, added.player, added.takes)
    known = people.face(added.player)
    if known is not None and added.created:
        people.drop(added.player, FACE_FILE)
    elif known is not None and added.scores:
        now = {**known.signals, **{n: v for n, v in added.scores.items() if v is not None}}
        left = {n: v for n, v in now.items() if added.scores.get(n, v) is not None}
        people.keep_face(replace(known, signals=left))
    person = people.find(added.player)
    if person is not None and person == Person(person.name):  # only the name is left: delete it as well
        people.delete(added.player)


def _drop(people: People, player: str, count: int) -> None:
    profile = people.sounds(player)
    if profile is None or count == 0:
        return
    gone = {id(t) for t in [t for t in profile.takes if t.kind == PRACTISED_KIND][-count:]}
    rest = [t for t in profile.takes if id(t) not in gone]
    if any(t.kind != sounds.NEGATIVE for t in rest) or not gone:
        people.keep_sounds(replace(profile, takes=rest))
    else:
        people.drop(player, SOUNDS_FILE)
