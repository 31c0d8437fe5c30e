"""Frenzy: a hand against bots, driven by made-up signals; what is kept of it."""

from __future__ import annotations

from companion.events import Signal
from companion.practice.attempt import Attempt
from companion.practice.frenzy import Frenzy, News


def on(name: str, t: float) -> Signal:
    return Signal(name=name, phase="on", onset=t - 0.3, decided=t)


def off(name: str, t: float) -> Signal:
    return Signal(name=name, phase="off", onset=t, decided=t)


class Hand:
    """A hand with a player who answers what a bot shows, or does nothing."""

    def __init__(self, *, seconds: float = 40.0, answers: bool = True, seed: int = 5) -> None:
        self.kept: list[Attempt] = []
        self.frenzy = Frenzy("Ann", "B", seconds, self.kept.append, seed=seed)
        self.news: list[News] = []
        self.answers = answers
        self.shows: tuple[str, float] | None = None

    def play(self) -> Hand:
        t = 3.0  # the senses' clock does not begin at 0
        while not self.frenzy.done:
            self.news += self.frenzy.step(t, self._signals(t))
            t = round(t + 0.1, 3)
        return self

    def _signals(self, t: float) -> list[Signal]:
        if self.shows and t >= self.shows[1]:
            name, self.shows = self.shows[0], None
            return [off(name, t)]
        if self.answers and self.shows is None and self.frenzy.shown:
            name = next(iter(self.frenzy.shown.values()))
            self.shows = (name, t + 2.0)
            return [on(name, t)]
        return []

    def keys(self) -> list[str]:
        return [n.key.partition(".")[2] for n in self.news]


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
    news = frenzy.step(0.1, [on("tongue_out", 0.1)])
    assert [n.values for n in news if n.key == "frenzy.offered"] == [{"n": 1, "suit": most}]


def test_a_signal_without_the_cards_for_it_offers_nothing() -> None:
    hands = (Frenzy("Ann", "B", 40.0, lambda attempt: None, seed=seed) for seed in range(40))
    poor = next(f for f in hands if sorted(f.hand.values())[-2] < 4)  # four cards of one gem alone, which is kept
    poor.step(0.0, [])
    news = poor.step(0.1, [on("sour", 0.1)])
    assert [(n.key, n.values) for n in news if n.signal == "sour"] == [("frenzy.none", {"n": 4})]
    assert poor.game.match.state.offers[0] is None


def test_nothing_begins_before_the_player_is_ready() -> None:
    frenzy = Hand().frenzy
    assert frenzy.step(1.0, [on("grin", 1.0)], ready=False) == []
    assert frenzy.left(5.0) == frenzy.seconds


def test_the_same_seed_and_signals_give_the_same_hand() -> None:
    one, two = Hand(seed=3).play(), Hand(seed=3).play()
    assert one.news == two.news
    assert one.frenzy.hand == two.frenzy.hand
