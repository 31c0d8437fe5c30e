"""Plays that practice confirmed: what is gathered, added to a profile, and taken back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.people.store import People
from companion.practice.confirmed_plays import MAX_PLAYS, PRACTISED_KIND, ConfirmedPlays, add, undo
from companion.practice.drills import Note
from companion.practice.face_samples import FaceSample
from companion.practice.noise_samples import HeardNoise
from companion.senses.faces import settings as faces
from companion.senses.faces.settings import load_shipped
from companion.senses.faces.signals import SignalScore
from companion.senses.sounds import sound_features as sounds
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from tests.practice_clips import noise

CALM = {"eye": 0.09, "width": 0.55}


@pytest.fixture(scope="module")
def net() -> NoiseEmbedding:
    return NoiseEmbedding()


def moo(signal: str = "cow", onset: float = 2.0) -> HeardNoise:
    return HeardNoise(signal, onset, noise(("cow",), before=0.2, rest=0.3))


def look(t: float, **scores: float) -> FaceSample:
    given = {name: SignalScore(value, {}) for name, value in scores.items()}
    return FaceSample(onset=t, decided=t, ready=True, scores=given, settings=load_shipped(), on={}, neutral=CALM)


def hit(signal: str, onset_at: float) -> Note:
    return Note("hit", onset_at + 0.4, signal, signal, 1.0, 1.4)


def test_only_what_was_asked_and_hit_is_gathered() -> None:
    plays = ConfirmedPlays()
    plays.hit(hit("cow", 2.0))
    plays.add_noise(moo("cow", 2.05))
    plays.add_noise(moo("cow", 4.0))  # nobody asked for this one
    plays.add_noise(moo("seal", 2.0))
    assert [n.onset for n in plays.noises] == [2.05]
    plays.see(look(5.0, grin=0.7, sour=0.1))
    plays.see(look(5.1, grin=0.5))
    plays.hit(hit("grin", 5.0))
    for t, score in ((8.0, 0.9), (11.0, 0.4)):
        plays.see(look(t, grin=score))
        plays.hit(hit("grin", t))
    assert plays.scores == {"grin": 0.7}  # the middle of three
    assert plays.neutral == CALM
    assert (plays.count, plays.signals) == (4, ["cow", "grin"])


def test_added_and_taken_back_leaves_nothing(tmp_path: Path, net: NoiseEmbedding) -> None:
    added = add(ConfirmedPlays(noises=[moo()], peaks={"grin": [0.7]}, neutral=CALM), "Ann", tmp_path, net)
    assert (added.takes, added.created, added.signals) == (1, True, ("cow", "grin"))
    profile = People(tmp_path).sounds("Ann")
    assert profile is not None
    assert [(t.name, t.kind) for t in profile.takes] == [("cow", PRACTISED_KIND)]
    undo(added, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_was_taught_stays_when_an_addition_goes(tmp_path: Path, net: NoiseEmbedding) -> None:
    add(ConfirmedPlays(noises=[moo("pig")]), "Ann", tmp_path, net)
    taught = People(tmp_path).sounds("Ann")
    assert taught is not None
    taught.takes[:] = [sounds.NoiseTake("pig", sounds.TAUGHT, taught.takes[0].sound)]
    People(tmp_path).keep_sounds(taught)
    People(tmp_path).keep_face(faces.FaceProfile("Ann", {"eye": 0.1, "width": 0.6}, {"grin": 0.9, "sour": 0.2}))
    added = add(
        ConfirmedPlays(noises=[moo(), moo()], peaks={"sour": [0.5], "eyes_wide": [0.3]}, neutral=CALM),
        "Ann",
        tmp_path,
        net,
    )
    known = People(tmp_path).face("Ann")
    assert known is not None
    assert known.neutral == {"eye": 0.1, "width": 0.6}  # the taught calm face stays
    assert known.signals == {"grin": 0.9, "sour": pytest.approx(0.35), "eyes_wide": 0.3}
    undo(added, tmp_path)
    known, heard = People(tmp_path).face("Ann"), People(tmp_path).sounds("Ann")
    assert known is not None
    assert heard is not None
    assert known.signals == {"grin": 0.9, "sour": 0.2}
    assert [(t.name, t.kind) for t in heard.takes] == [("pig", sounds.TAUGHT)]


def test_an_addition_can_be_undone_after_the_profile_was_deleted(tmp_path: Path, net: NoiseEmbedding) -> None:
    added = add(ConfirmedPlays(noises=[moo()], peaks={"grin": [0.7]}, neutral=CALM), "Ann", tmp_path, net)
    People(tmp_path).delete("Ann")
    undo(added, tmp_path)
    assert list(tmp_path.iterdir()) == []
    again = add(ConfirmedPlays(peaks={"grin": [0.7]}, neutral=CALM), "Ann", tmp_path, net)
    assert again.created


def test_practice_keeps_the_newest_few_of_a_signal(tmp_path: Path, net: NoiseEmbedding) -> None:
    for _ in range(3):
        add(ConfirmedPlays(noises=[moo(), moo(), moo("pig")]), "Ann", tmp_path, net)
    profile = People(tmp_path).sounds("Ann")
    assert profile is not None
    assert sum(t.name == "cow" for t in profile.takes) == 6
    assert sum(t.name == "pig" for t in profile.takes) == 3
    before = [t.name for t in profile.takes]
    many = [moo(name) for name in ("cow", "pig") for _ in range(MAX_PLAYS + 1)]
    added = add(ConfirmedPlays(noises=many), "Ann", tmp_path, net)
    assert added.takes == 2 * MAX_PLAYS  # the limit is one for each signal
    undo(added, tmp_path)
    profile = People(tmp_path).sounds("Ann")
    assert profile is not None
    assert [t.name for t in profile.takes] == before


def test_the_score_of_a_hit_is_the_best_since_its_own_cue() -> None:
    plays = ConfirmedPlays()
    plays.see(look(1.0, grin=0.95))  # somebody laughed before the cue
    plays.see(look(5.1, grin=0.5))
    plays.hit(hit("grin", 5.0))
    assert plays.scores == {"grin": 0.5}


def test_a_noise_that_is_of_no_use_is_left_out(tmp_path: Path, net: NoiseEmbedding) -> None:
    silent = HeardNoise("cow", 1.0, np.zeros(16000, np.float32))
    added = add(ConfirmedPlays(noises=[silent]), "Ann", tmp_path, net)
    assert (added.takes, added.signals) == (0, ())
    assert People(tmp_path).sounds("Ann") is None
