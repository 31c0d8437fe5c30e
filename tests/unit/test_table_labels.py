"""Noises that a table names as it plays: whose they become, and what takes them back."""

from __future__ import annotations

import numpy as np
import pytest

from companion.people.table_labels import MAX_TAKES, NoiseLabel, TableLabels
from companion.senses.sounds import view_fusion
from companion.senses.sounds.sound_features import (
    CEPSTRA_COUNT,
    CONFIRMED,
    OVERRULED,
    TAUGHT,
    NoiseProfile,
    NoiseTake,
    SoundFeatures,
)

NAMES = ("Ann", "Ben", "Cleo")
SURE = 6.0  # log-odds of two mouths that say whose it was


class Mouth:
    """Makes a noise of one person, a little otherwise each time."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._steps = self._rng.normal(0, 3, (30, CEPSTRA_COUNT))
        self._vector = self._rng.normal(0, 1, view_fusion.VECTOR_SIZE)

    def make(self) -> SoundFeatures:
        steps = self._steps + self._rng.normal(0, 0.2, self._steps.shape)
        vector = self._vector + self._rng.normal(0, 0.1, self._vector.shape)
        return SoundFeatures(steps.astype(np.float32), vector.astype(np.float32))


@pytest.fixture
def mouths() -> dict[str, Mouth]:
    return {name: Mouth(k) for k, name in enumerate(NAMES)}


def profiles_of(labels: TableLabels, **known: NoiseProfile) -> dict[str, NoiseProfile]:
    return labels.profiles({name: known.get(name, NoiseProfile(name)) for name in NAMES}, "1")


def trade(
    mouths: dict[str, Mouth], ruling: int, one: str, other: str, *, turned: bool = False, lean: float = 0.0
) -> NoiseLabel:
    """Return what names a trade of two; ``turned``: the second was heard first."""
    made = mouths[one].make(), mouths[other].make()
    return NoiseLabel(ruling, "cow", (one, other), made[::-1] if turned else made, -lean if turned else lean)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("lean", [SURE, float("inf")], ids=["mouths", "phones"])
def test_mouths_or_phones_say_whose_each_noise_of_a_trade_was(
    mouths: dict[str, Mouth], turned: bool, lean: float
) -> None:
    labels = TableLabels()
    label = trade(mouths, 7, "Ann", "Ben", turned=turned, lean=lean)
    labels.add(label)
    found = profiles_of(labels)
    mine, theirs = label.sounds[::-1] if turned else label.sounds
    assert [t.sound for t in found["Ann"].of("cow")] == [mine]
    assert [t.sound for t in found["Ben"].of("cow")] == [theirs]
    assert {t.kind for t in found["Ann"].takes} == {CONFIRMED}
    assert found["Cleo"].takes == []


def test_one_trade_by_ear_alone_is_nobodys_yet(mouths: dict[str, Mouth]) -> None:
    labels = TableLabels()
    labels.add(trade(mouths, 7, "Ann", "Ben"))
    assert all(not profile.takes for profile in profiles_of(labels).values())


@pytest.mark.parametrize("turned", [False, True])
def test_voices_of_several_trades_together_say_whose_each_noise_was(mouths: dict[str, Mouth], turned: bool) -> None:
    """Ann is in both trades: the noise that is in both is hers."""
    labels = TableLabels()
    first, second = trade(mouths, 7, "Ann", "Ben"), trade(mouths, 9, "Ann", "Cleo", turned=turned)
    labels.add(first)
    labels.add(second)
    found = profiles_of(labels)
    hers = second.sounds[::-1] if turned else second.sounds
    assert [t.sound for t in found["Ann"].of("cow")] == [first.sounds[0], hers[0]]
    assert [t.sound for t in found["Ben"].of("cow")] == [first.sounds[1]]
    assert [t.sound for t in found["Cleo"].of("cow")] == [hers[1]]


def test_the_same_two_again_leave_open_who_is_who(mouths: dict[str, Mouth]) -> None:
    labels = TableLabels()
    for ruling in (7, 9, 11):
        labels.add(trade(mouths, ruling, "Ann", "Ben"))
    assert all(not profile.takes for profile in profiles_of(labels).values())


def test_a_trade_that_is_taken_back_takes_its_labels_with_it(mouths: dict[str, Mouth]) -> None:
    labels = TableLabels()
    labels.add(trade(mouths, 7, "Ann", "Ben", lean=SURE))
    labels.add(trade(mouths, 9, "Ann", "Ben", lean=SURE))
    known = profiles_of(labels)
    assert labels.rulings == {7, 9}
    assert labels.remove({9})
    after = profiles_of(labels, **known)
    assert [len(after[name].of("cow")) for name in NAMES] == [1, 1, 0]
    labels.settle()  # the game is over: nobody takes it back any more
    assert not labels.remove({7})
    labels.clear()
    assert all(not profile.takes for profile in profiles_of(labels, **after).values())


def test_a_warm_ups_takes_stay_as_they_are_and_tell_voices_apart(mouths: dict[str, Mouth]) -> None:
    taught = NoiseProfile("Ann", [NoiseTake("cow", TAUGHT, mouths["Ann"].make()) for _ in range(3)], "1")
    labels = TableLabels()
    label = trade(mouths, 7, "Ann", "Ben", turned=True)
    labels.add(label)
    found = profiles_of(labels, Ann=taught)
    assert found["Ann"].takes == taught.takes
    assert [t.sound for t in found["Ben"].of("cow")] == [label.sounds[0]]


def test_what_was_overruled_stands_against_its_signal_unless_it_was_right_after_all(mouths: dict[str, Mouth]) -> None:
    labels = TableLabels()
    labels.add(trade(mouths, 7, "Ann", "Ben", lean=SURE))
    wrong, right = mouths["Cleo"].make(), mouths["Ann"].make()
    labels.overrule("Ann", "cow", wrong)
    labels.overrule("Ann", "cow", right)
    labels.add(NoiseLabel(9, "cow", ("Ann", "Cleo"), (right, mouths["Cleo"].make()), SURE))
    found = profiles_of(labels)
    assert [t.sound for t in found["Ann"].takes if t.kind == OVERRULED] == [wrong]
    assert len(found["Ann"].of("cow")) == 2


def test_the_newest_few_count_and_unsure_ones_ask_for_more(mouths: dict[str, Mouth]) -> None:
    labels = TableLabels()
    for ruling in range(1, MAX_TAKES + 4):
        labels.add(trade(mouths, ruling, "Ann", "Ben", lean=SURE))
    sure = profiles_of(labels)["Ann"]
    assert len(sure.of("cow")) == MAX_TAKES
    unsure = TableLabels()
    unsure.add(trade(mouths, 1, "Ann", "Ben", lean=1.6))
    assert profiles_of(unsure)["Ann"].own["cow"] > sure.own["cow"]
