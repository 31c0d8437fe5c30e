"""Frenzy: a hand against bots, driven by made-up signals; what is kept of it."""

from __future__ import annotations

import pytest

from companion.events import Signal
from companion.facts import Fact
from companion.people.attempt import Attempt
from companion.practice.frenzy import Frenzy


def on(name: str, t: float) -> Signal:
    return Signal(name=name, phase="on", onset=t - 0.3, decided=t)


def off(name: str, t: float) -> Signal:
    return Signal(name=name, phase="off", onset=t, decided=t)


class Hand:
    """A hand with a player who answers what a bot shows, or does nothing."""

    def __init__(
        self, *, seconds: float = 40.0, answers: bool = True, seed: int = 5, player: str = "Ann", bots: int = 2
    ) -> None:
        self.kept: list[Attempt] = []
        self.frenzy = Frenzy(player, "B", seconds, self.kept.append, seed=seed, bots=bots)
        self.news: list[Fact] = []
        self.frenzy.facts.add(self.news.append)
        self.answers = answers
        self.shows: tuple[str, float] | None = None

    def play(self) -> Hand:
        t = 3.0  # the senses' clock does not begin at 0
        while not self.frenzy.is_done:
            self.frenzy.step(t, self._signals(t))
            t = round(t + 0.1, 3)
        return self

    def _signals(self, t: float) -> list[Signal]:
        if self.shows and t >= self.shows[1]:
            name, self.shows = self.shows[0], None
            return [off(name, t)]
        if self.answers and self.shows is None and self.frenzy.standing_signals:
            name = next(iter(self.frenzy.standing_signals.values()))
            self.shows = (name, t + 2.0)
            return [on(name, t)]
        return []

    def keys(self) -> list[str]:
        return [n.code.partition(".")[2] for n in self.news]


def test_answering_the_bots_trades_and_is_kept() -> None:
    hand = Hand().play()
    assert hand.frenzy.trades >= 2
    hits = [a for a in hand.kept if a.hit]
    assert len(hits) == hand.frenzy.trades
    assert {a.drill for a in hand.kept} == {"frenzy"}
    assert all(a.made == a.asked for a in hits)
    timed = [a for a in hits if a.onset is not None]
    assert all(0 <= a.onset <= a.recognised < 12 for a in timed)  # type: ignore[operator]
    assert sum(hand.frenzy.hand.values()) == 9
    assert hand.keys()[-1] in ("won", "lost", "over")


def test_ignoring_the_bots_is_a_miss_and_time_runs_out() -> None:
    hand = Hand(seconds=25.0, answers=False, seed=11).play()
    assert hand.frenzy.trades == 0
    assert hand.kept
    assert all(not a.hit and a.made is None for a in hand.kept)
    assert hand.keys().count("missed") + hand.keys().count("beaten") == len(hand.kept)
    assert hand.keys()[-1] in ("over", "lost")


def test_the_picked_gem_is_given_and_a_signal_without_cards_is_none() -> None:
    hand = Hand()
    frenzy = hand.frenzy
    frenzy.step(0.0, [])
    most = max(frenzy.hand, key=lambda s: frenzy.hand[s])
    frenzy.pick = most
    frenzy.step(0.1, [on("tongue_out", 0.1)])
    offered = [n.values for n in hand.news if n.code == "frenzy.offered"]
    assert [(v["n"], v["suit"]) for v in offered] == [(1, most)]


def test_a_signal_without_the_cards_for_it_offers_nothing() -> None:
    hands = (Frenzy("Ann", "B", 40.0, lambda attempt: None, seed=seed) for seed in range(40))
    poor = next(f for f in hands if sorted(f.hand.values())[-2] < 4)  # four cards of one gem alone, which is kept
    poor.step(0.0, [])
    news: list[Fact] = []
    poor.facts.add(news.append)
    poor.step(0.1, [on("sour", 0.1)])
    assert [(n.code, n.values["n"]) for n in news if n.values["signal"] == "sour"] == [("frenzy.none", 4)]
    assert poor.match.state.offers[0] is None


def test_nothing_begins_before_the_player_is_ready() -> None:
    hand = Hand()
    hand.frenzy.step(1.0, [on("grin", 1.0)], ready=False)
    assert hand.news == []
    assert not hand.frenzy.began
    assert hand.frenzy.remaining_s == hand.frenzy.seconds


def test_the_same_seed_and_signals_give_the_same_hand() -> None:
    one, two = Hand(seed=3).play(), Hand(seed=3).play()
    assert one.news == two.news
    assert one.frenzy.hand == two.frenzy.hand


@pytest.mark.parametrize("player", ["Ann Marie", "Jörg-Peter", "Łucja", "robo", "trade"])
def test_every_name_trades_with_every_bot(player: str) -> None:
    """Who has traded is read from a ruling's values; with four at the table several answer one signal."""
    hand = Hand(player=player, bots=3, seed=7).play()
    assert hand.frenzy.trades >= 1
    assert sum(a.hit for a in hand.kept) == hand.frenzy.trades
    partners = {n.values["name"] for n in hand.news if n.code in ("frenzy.traded", "frenzy.answered")}
    assert partners <= set(hand.frenzy.match.players[1:])
