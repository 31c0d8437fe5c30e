"""How long dice must lie still before they are read."""

from __future__ import annotations

import numpy as np
import pytest

from companion.senses.dice.dice_detector import Sighting
from companion.senses.dice.die_classifier import DieOpinion, Tilt
from companion.senses.dice.rest_rules import QUICK_REST_S, STILL_BORDER_S, all_thrown, at_rest, no_hand
from companion.senses.dice.tracks import DieTrack, DieTracks

REST = 1 / 3


def look(value: int, sure: float, heat: float = 0.9, cocked: float = 0.01) -> Sighting:
    chances = np.full(6, (1 - sure) / 5, np.float32)
    chances[value - 1] = sure
    return Sighting(50, 50, (30, 30, 70, 70), heat, chances, cocked, 46)


def track(
    value: int = 5,
    sure: float = 0.999,
    face: float = 0.99,
    heat: float = 0.9,
    since: float = 1.0,
    looks: int = 6,
    cocked: float = 0.01,
) -> DieTrack:
    """Return a die that came to rest at ``since`` seconds and was looked at so many times."""
    seen = look(value, sure, heat, cocked)
    out = DieTrack(
        50, 50, seen.box, since, since, (50, 50), opinions=[DieOpinion(face, seen.chances, Tilt((0, 0, -1), 0.1, -3))]
    )
    for _ in range(looks):
        out.vote(seen)
    out.pips = seen.chances / seen.chances.max()
    return out


def tracks(*all_: DieTrack) -> DieTracks:
    out = DieTracks()
    out.all, out.changed = list(all_), 0.5
    return out


def test_dice_beyond_doubt_are_read_sooner() -> None:
    lying = tracks(track(), track(2))
    assert not at_rest(lying, 1.0 + QUICK_REST_S - 0.05, 1.0, REST, 2)
    assert at_rest(lying, 1.0 + QUICK_REST_S + 0.01, 1.0, REST, 2)


@pytest.mark.parametrize(
    "doubtful",
    [track(sure=0.3), track(face=0.5), track(heat=0.4), track(looks=2), track(cocked=0.6)],
)
def test_one_doubtful_die_makes_all_wait_the_whole_rest(doubtful: DieTrack) -> None:
    lying = tracks(track(), doubtful)
    assert not at_rest(lying, 1.0 + QUICK_REST_S + 0.05, 1.0, REST, 2)
    assert at_rest(lying, 1.0 + REST + 0.01, 1.0, REST, 2)


@pytest.mark.parametrize(("heat", "waits"), [(0.3, False), (0.7, True)])
def test_clutter_that_is_plainly_no_die_is_not_waited_for(heat: float, waits: bool) -> None:
    lying = tracks(track(), track(2), track(sure=0.3, heat=heat))
    assert at_rest(lying, 1.0 + QUICK_REST_S + 0.01, 1.0, REST, 2) is not waits


@pytest.mark.parametrize(("face", "all_there"), [(0.97, True), (0.7, False)])
def test_a_dim_die_that_the_die_network_knows_is_plain_to_see(face: float, all_there: bool) -> None:
    dim = track(heat=0.56, face=face)
    dim.opinions = dim.opinions * 2
    assert bool(all_thrown(tracks(track(), dim), 2)) is all_there


@pytest.mark.parametrize("count", [None, 3])
def test_where_dice_may_be_missing_the_whole_rest_counts(count: int | None) -> None:
    lying = tracks(track(), track(2))
    assert not at_rest(lying, 1.0 + QUICK_REST_S + 0.05, 1.0, REST, count)
    assert at_rest(lying, 1.0 + REST + 0.01, 1.0, REST, count)


def test_a_picture_that_changed_or_a_die_that_moved_just_now_is_not_at_rest() -> None:
    assert not at_rest(tracks(track(), track(2)), 1.0 + REST, 0.9 + REST, REST, 2)
    assert not at_rest(tracks(track(since=1.2), track(2, since=1.2)), 1.0 + REST, 1.0, REST, 2)


def test_what_reaches_in_and_lies_still_is_no_hand_where_all_dice_are_in_view() -> None:
    """A large token between the dice and the border, say: without this nothing was ever read."""
    lying = tracks(track(), track(2))
    assert no_hand(lying, STILL_BORDER_S + 0.01, 2)
    assert not no_hand(lying, STILL_BORDER_S - 0.01, 2)
    assert not no_hand(lying, STILL_BORDER_S + 0.01, 3)
    assert not no_hand(lying, STILL_BORDER_S + 0.01, None)
    assert not no_hand(tracks(track(), track(2, heat=0.3)), STILL_BORDER_S + 0.01, 2)
