"""The engines against slow simulators of our own, that know nothing of them: a job of its own, not part of the suite.

    PYTHONPATH=. python tests/fuzz/crosscheck_rules.py --seconds 60 [--game factum]

Each simulator follows the book (and RULINGS.md) sentence by sentence on plain sets, lists and names, from the actions
alone. In every position of random and sensible play-outs it says who may act, which actions there are (all that can be
written are tried), and what everybody has; the engine has to agree. The games with a second reading among the tests
already (FTW?!, Keep Smiling!, Face Cards) are compared by those, ``tests/rules/test_*_reference.py``, with more seeds.
The first difference is printed with the seed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

from companion.rules import registry
from companion.rules.face_off.actions import Call, Claim, Confirm, Deal, Deny, Next, Offer, Trade, Verdict, Withdraw
from companion.rules.factum.actions import Best, Decide, Judge, Lay, Owner, Teams, Tell, Volunteer, Vote
from companion.rules.playout import playout, random_player, sensible_player
from companion.rules.protocol import CHANCE, TABLE
from tests.rules.rules_cases import NAMES

GEMS = ("diamond", "emerald", "ruby", "sapphire", "pearl", "opal", "amethyst", "topaz", "jade")
VALUE = dict(
    zip(
        ("diamond", "ruby", "emerald", "sapphire", "pearl", "opal", "amethyst", "topaz", "jade"),
        (100, 90, 80, 70, 60, 50, 40, 30, 20),
        strict=True,
    )
)


class FaceOff:
    """Hands as counters of card names; digital cards, the book's options."""

    def __init__(self, options: Any) -> None:
        self.n, self.advanced = len(options.players), options.advanced
        self.gems = GEMS[: self.n]
        self.points = [0] * self.n
        self.dealer, self.phase = 0, "deal"
        self.clear()

    def clear(self) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in range(self.n)]
        self.shown: dict[int, tuple[int, Counter[str], bool]] = {}  # seat -> what is shown, the cards, a mistake
        self.got: dict[int, tuple[int, Counter[str], Counter[str], bool, int]] = {}
        self.trades, self.winner = 0, -1
        self.undone: set[int] = set()  # numbers of trades

    def actors(self) -> set[int]:
        if self.phase == "play":
            shows = Counter(count for count, _, _ in self.shown.values())
            return {*range(self.n)} | ({TABLE} if any(k > 1 for k in shows.values()) else set())
        waits = {"deal": {CHANCE}, "speech": {TABLE}, "unseen": {TABLE}, "next": {self.dealer}}
        return waits.get(self.phase, set())

    def handful(self, action: Offer) -> Counter[str] | None:
        """Return the cards of an offer that can be made at all; None for a shape that no offer has."""
        special = {5: "grin", 6: "wild"}
        if action.shown in special:
            if not self.advanced:
                return None
            if not action.wrong:
                return Counter([f"{special[action.shown]}:{action.suit}"]) if action.suit else None
            fits = len(action.wrong) == 1 and action.suit is None and action.wrong[0][:4] != special[action.shown]
            return Counter(action.wrong) if fits else None
        plain = action.shown - len(action.wrong)
        if plain < 0 or len(set(action.wrong)) < len(action.wrong) or (action.wrong and not self.advanced):
            return None
        if (plain == 0) is not (action.suit is None):
            return None
        return Counter(action.wrong) + Counter({action.suit or "": plain})

    def may(self, actor: int, action: Any) -> bool:
        kind = type(action)
        if actor not in self.actors() and not (self.phase == "play" and actor == TABLE):
            return False
        if self.phase == "play" and actor >= 0:
            if kind is Offer:
                cards = self.handful(action)
                return cards is not None and all(self.hands[actor][c] >= k for c, k in cards.items())
            if kind is Claim:
                return action.suit in self.gems
            if kind is Withdraw:
                return actor in self.shown
            last = self.got.get(actor)
            return kind is Call and self.advanced and last is not None and last[0] == action.giver and last[3]
        if self.phase == "play":
            both = kind is Trade and action.one != action.other and {action.one, action.other} <= self.shown.keys()
            return both and self.shown[action.one][0] == self.shown[action.other][0]
        if self.phase in ("speech", "unseen"):
            return kind is Verdict and not (self.phase == "unseen" and action.found == "unseen")
        return kind is Next and bool(action.wild) is self.advanced

    def candidates(self) -> list[Any]:
        specials = [f"{kind}:{gem}" for kind in ("grin", "wild") for gem in self.gems]
        wrong = [(), *combinations(specials, 1), *combinations(specials, 2)] if self.advanced else [()]
        out: list[Any] = [Offer(k, gem, w) for k in range(1, 7) for gem in (None, *self.gems) for w in wrong]
        out += [Claim(gem) for gem in GEMS] + [Call(p) for p in range(self.n)] + [Withdraw(), Confirm(), Deny()]
        out += [Trade(a, b) for a, b in product(range(self.n), repeat=2) if a <= b]
        out += [Verdict(found) for found in ("clean", "teeth", "unseen")]
        return out + [Next(name, wild) for name in "ABCD" for wild in ("", "kiss")]

    def do(self, actor: int, action: Any) -> None:
        kind = type(action)
        if kind is Deal:
            for hand, counts in zip(self.hands, action.hands, strict=True):
                hand.update({gem: k for gem, k in zip(GEMS, counts, strict=False) if k})
                for at, name in ((9, "grin"), (10, "wild")):
                    hand.update(f"{name}:{gem}" for i, gem in enumerate(GEMS) if counts[at] >> i & 1)
            self.phase = "play"
        elif kind is Offer:
            cards = self.handful(action)
            assert cards is not None
            self.shown[actor] = (action.shown, cards, bool(action.wrong))
        elif kind is Withdraw:
            del self.shown[actor]
        elif kind is Trade:
            self.trade(action.one, action.other)
        elif kind is Claim:
            self.claim(actor, action.suit)
        elif kind is Call:
            self.mistake(actor, action.giver)
        elif kind is Verdict:
            if action.found == "unseen":
                self.phase = "unseen"
                return
            self.points[self.winner] -= 50 * (action.found == "teeth")
            self.phase = "over" if self.points[self.winner] >= 500 else "next"
        elif kind is Next:
            self.clear()
            self.phase = "deal"

    def trade(self, one: int, other: int) -> None:
        self.trades += 1
        (_, mine, slip), (_, yours, other_slip) = self.shown.pop(one), self.shown.pop(other)
        self.hands[one] = self.hands[one] - mine + yours
        self.hands[other] = self.hands[other] - yours + mine
        self.got[one] = (other, mine, yours, other_slip, self.trades)
        self.got[other] = (one, yours, mine, slip, self.trades)

    def claim(self, actor: int, gem: str) -> None:
        hand = self.hands[actor]
        whole = hand[gem] == 9 and (not self.advanced or (hand[f"grin:{gem}"] and hand[f"wild:{gem}"]))
        if not whole:
            return
        self.points[actor] += VALUE[gem]
        self.winner = self.dealer = actor
        self.shown = {}
        done = self.points[actor] >= 500
        self.phase = "speech" if self.advanced else "over" if done else "next"

    def mistake(self, caller: int, giver: int) -> None:
        _, gave, got, _, number = self.got.pop(caller)
        self.points[giver] -= 50
        self.shown.pop(caller, None)
        self.shown.pop(giver, None)
        still = all(self.hands[caller][c] >= k for c, k in got.items())
        still = still and all(self.hands[giver][c] >= k for c, k in gave.items())
        if still and number not in self.undone:
            self.undone.add(number)
            self.hands[caller] = self.hands[caller] - got + gave
            self.hands[giver] = self.hands[giver] - gave + got

    def agrees(self, state: Any) -> bool:
        hands = [Counter({gem: k for gem, k in zip(GEMS, hand, strict=False) if k}) for hand in state.hands]
        for hand, counts in zip(hands, state.hands, strict=True):
            for at, name in ((9, "grin"), (10, "wild")):
                hand.update(f"{name}:{gem}" for i, gem in enumerate(GEMS) if counts[at] >> i & 1)
        mine = [+hand for hand in self.hands] if state.hands else []
        return tuple(self.points) == state.scores and mine == hands and state.phase.name.lower() == self.phase


class Factum:
    """Digital cards: hands as sets, the round's cards by owner."""

    def __init__(self, options: Any) -> None:
        self.n = len(options.players)
        self.hands: list[set[int]] = [set() for _ in range(self.n)]
        self.points, self.phase, self.teller, self.judge = [0] * self.n, "setup", -1, -1
        self.served, self.round, self.best, self.paid = [-1] * self.n, 0, -1, False
        self.fresh()

    def fresh(self) -> None:
        self.side: set[int] = set()
        self.tell_guess, self.story = False, 0
        self.cards: dict[int, int] = {}  # card -> owner; -1 from the pile, -2 the story
        self.votes: dict[int, Any] = {}
        self.tied: list[int] = []
        self.ties, self.decider = 0, -9

    def others(self) -> set[int]:
        return {*range(self.n)} - self.side

    def layers(self) -> set[int]:
        return self.others() if self.tell_guess else self.side

    def voters(self) -> set[int]:
        return (self.side if self.tell_guess else self.others()) - {self.teller, self.judge}

    def actors(self) -> set[int]:
        everybody = {*range(self.n)}
        return {
            "setup": {CHANCE},
            "deal": {CHANCE},
            "fill": {CHANCE},
            "teams": {CHANCE},
            "over": set[int](),
            "volunteer": everybody - {self.teller},
            "tell": {self.teller},
            "judge": self.others(),
            "decide": {self.judge},
            "lay": self.layers() - {p for p in self.cards.values() if p >= 0},
            "vote": self.voters() - self.votes.keys(),
            "break": {self.decider},
            "best": everybody - {self.teller, self.best} - self.votes.keys(),
        }[self.phase]

    def may(self, actor: int, action: Any) -> bool:
        if actor not in self.actors():
            return False
        kind, phase = type(action), self.phase
        if kind in (Tell, Lay):
            return phase == kind.__name__.lower() and action.card in self.hands[actor]
        if kind is Vote:
            return phase in ("vote", "break") and action.card in self.tied
        if kind is Teams:
            half = (self.n + 1) // 2
            good = phase == "teams" and len(action.members) == half and self.teller in action.members
            return good and list(action.members) == sorted(set(action.members))
        return {Volunteer: "volunteer", Judge: "judge", Decide: "decide", Best: "best"}.get(kind) == phase

    def candidates(self) -> list[Any]:
        out: list[Any] = [Volunteer(), Judge(), Decide(True), Decide(False), Best(True), Best(False)]
        out += [Owner(0), Owner(-2)]
        cards = {*range(1, 12), *self.cards, *(card for hand in self.hands for card in hand)}
        out += [kind(card) for kind in (Tell, Lay, Vote) for card in cards]
        return out + [Teams(team) for size in (2, 3) for team in combinations(range(self.n), size)]

    def do(self, actor: int, action: Any) -> None:
        name = type(action).__name__
        getattr(self, f"do_{name.lower()}")(actor, action)

    def do_deal(self, actor: int, action: Any) -> None:
        cards = list(action.cards)
        if self.phase == "fill":
            self.cards.update(dict.fromkeys(cards, -1))
            self.open()
            return
        for hand in self.hands:
            while len(hand) < 5:
                hand.add(cards.pop(0))
        self.phase = "volunteer"

    def do_volunteer(self, actor: int, action: Any) -> None:
        self.teller, self.phase = actor, "teams"
        self.served[actor] = self.round

    def do_teams(self, actor: int, action: Any) -> None:
        self.side, self.phase = {*action.members}, "tell"

    def do_tell(self, actor: int, action: Any) -> None:
        self.hands[actor].remove(action.card)
        self.story, self.phase = action.card, "judge"
        self.cards[action.card] = -2

    def do_judge(self, actor: int, action: Any) -> None:
        self.judge, self.phase = actor, "decide"
        self.served[actor] = self.round

    def do_decide(self, actor: int, action: Any) -> None:
        self.tell_guess, self.phase = action.tellers, "lay"

    def do_lay(self, actor: int, action: Any) -> None:
        self.hands[actor].remove(action.card)
        self.cards[action.card] = actor
        if not self.layers() - {*self.cards.values()}:
            self.phase = "fill"
            if len(self.cards) >= 5:
                self.open()

    def open(self) -> None:
        self.phase, self.tied, self.votes = "vote", sorted(self.cards), {}

    def do_vote(self, actor: int, action: Any) -> None:
        self.votes[actor] = action.card
        if self.phase == "vote" and self.voters() - self.votes.keys():
            return
        count = Counter(self.votes.values())
        first = [card for card in self.tied if count[card] == max(count.values())]
        if len(first) == 1:
            self.score(first[0])
            return
        self.ties += 1
        self.tied, self.votes = first, {}
        if self.ties >= 3:
            self.phase = "break"
            self.decider = min(self.voters(), key=lambda p: (self.served[p], (p - self.teller) % self.n))

    def score(self, card: int) -> None:
        owner = self.cards[card]
        right = owner == -2
        winners = self.side if right is self.tell_guess else self.others()
        for p in winners:
            self.points[p] += 1
        self.points[self.teller if self.teller in winners else self.judge] += 1
        if owner >= 0:
            self.points[owner] += 1
        self.votes = {}
        if max(self.points) >= 15:
            self.phase = "over"
        elif self.best < 0:
            self.best = self.teller
            self.end()
        else:
            self.phase = "best"

    def do_best(self, actor: int, action: Any) -> None:
        self.votes[actor] = action.new
        if self.actors():
            return
        new, old = sum(self.votes.values()), len(self.votes) - sum(self.votes.values())
        if new > old:
            self.points[self.best] -= 3 * self.paid
            self.points[self.teller] += 3
            self.best, self.paid = self.teller, True
        elif old > new:
            self.points[self.best] += 3 * (not self.paid)
            self.paid = True
        self.end()

    def end(self) -> None:
        if max(self.points) >= 15:
            self.phase = "over"
            return
        self.round += 1
        self.fresh()
        self.phase, self.judge = "deal", -1

    def agrees(self, state: Any) -> bool:
        hands = [tuple(sorted(hand)) for hand in self.hands]
        return tuple(self.points) == state.scores and hands == list(state.hands) and state.phase == self.phase


BOOKS: dict[str, tuple[Any, list[dict[str, Any]], tuple[int, ...]]] = {
    "face-off": (FaceOff, [{}, {"advanced": True}], (3, 4)),
    "factum": (Factum, [{}], (4, 5, 6)),
}


def compare(name: str, values: dict[str, Any], players: int, seed: int, limit: int = 160) -> int:
    """One play-out; gives the number of positions. Raises AssertionError where engine and simulator differ."""
    game, policy = registry.get(name), sensible_player if seed % 2 else random_player
    options = game.options(NAMES[:players], **values)
    book, random, met = BOOKS[name][0](options), Random(seed), 0

    def see(state: Any, actor: int, action: Any) -> None:
        nonlocal met
        met += 1
        assert {*game.actors(state)} == book.actors(), (seed, "actors", game.dump(state))
        assert book.agrees(state), (seed, "position", game.dump(state))
        if met % 3 == 0:  # every action that can be written
            for who in (*range(players), TABLE):
                legal = game.legal(state, who)
                for one in book.candidates():
                    assert (one in legal) is book.may(who, one), (seed, who, one, game.dump(state))
        assert actor == CHANCE or book.may(actor, action), (seed, actor, action)
        book.do(actor, action)

    playout(game, options, seed, policy, limit=limit + random.randrange(40), watch=see)
    return met


def run(name: str, seconds: float) -> int:
    """Positions compared in so many seconds."""
    end, seed, met = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        for values in BOOKS[name][1]:
            for players in BOOKS[name][2]:
                met += compare(name, values, players, seed)
        seed += 1
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="for each game")
    parser.add_argument("--game", choices=BOOKS)
    asked = parser.parse_args()
    for name in [asked.game] if asked.game else BOOKS:
        print(f"{name}: {run(name, asked.seconds)} positions, no difference", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
