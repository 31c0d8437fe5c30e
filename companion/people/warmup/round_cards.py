"""Changes to the cards of a warm-up: deal, ask, close, skip and repeat cards, and show the grades at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import BadInput
from companion.facts import Fact, fact
from companion.people.warmup import round_messages as messages
from companion.people.warmup.cards import WarmUpCard
from companion.people.warmup.judging import Judging
from companion.people.warmup.pile import Pile, without
from companion.people.warmup.round import WarmUpRound
from companion.people.warmup.sheet import WarmUpResult, result_of


def result_now(now: WarmUpRound, player: str, by: Judging) -> WarmUpResult:
    """Return what a player has taught so far, with thresholds measured against the others' takes.

    It takes about a second.
    """
    others = [r.sounds for p, r in now.results.items() if p != player and r.sounds is not None]
    return result_of(now.piles[player], now.signals, now.known_profiles.get(player), others, by)


class CardTurn:
    """Processing of one event of a warm-up: it changes the state and collects requests for the caller.

    Attributes:
        now: The state; each change replaces it.
        asked: The requests, in order.

    Args:
        now: The state before.
        t: Time, in seconds of the match's clock.
        by: What faces and noises are judged by.
    """

    def __init__(self, now: WarmUpRound, t: float, by: Judging) -> None:
        self.now, self.t, self.by = now, t, by
        self.asked: list[messages.RoundRequest] = []

    def put(self, **changes: Any) -> None:  # fields of WarmUpRound, whose types differ
        self.now = replace(self.now, **changes)

    def put_pile(self, pile: Pile) -> None:
        self.put(piles={**self.now.piles, pile.player: pile})

    def say(self, player: str | None, what: Fact | None, *, asks: bool = False) -> None:
        """Request to show a message, unless it is the player's latest one already.

        Args:
            player: The player; None for everybody.
            what: The message; None for none.
            asks: True if a card asks for its signal, which is always shown.
        """
        key, said = player or "", self.now.messages
        if what is None or (not asks and said.get(key) == what):
            return
        self.put(messages={**said, key: what})
        if player is not None and player in self.now.piles and not asks:
            self.put_pile(self.now.piles[player].with_verdict(what))
        self.asked.append(messages.Say(player, what))

    # Beginning and ending

    def deal(self, event: messages.Dealt) -> None:
        if event.joins_round and self.now.has_begun:
            self.deal_beside(event)
        else:
            self.deal_anew(event)

    def deal_beside(self, event: messages.Dealt) -> None:
        """Deal cards to players who join a warm-up that is going on; the others' cards and results stay."""
        now = self.now
        for player in event.cards:
            self.forget(player)
            self.put(messages=without(self.now.messages, player), faint=without(self.now.faint, player))
        self.put(
            piles={**now.piles, **{player: Pile.of(player, cards) for player, cards in event.cards.items()}},
            signals=event.signals,
            phones=(now.phones - event.cards.keys()) | event.phones,
            departed=now.departed - event.cards.keys(),
            known_profiles={**now.known_profiles, **event.known_profiles},
            pictures={**now.pictures, **dict.fromkeys(event.cards, self.t)},
            faces={**now.faces, **dict.fromkeys(event.cards, self.t)},
            sounds={**now.sounds, **dict.fromkeys(event.cards, self.t)},
            open=True,
        )
        self.say(None, fact("warmup.begin", players=list(event.cards)))
        if self.now.is_over:
            self.finish()
        for player in event.cards:
            self.ask(player)

    def deal_anew(self, event: messages.Dealt) -> None:
        old = self.now
        self.now = WarmUpRound(
            {player: Pile.of(player, cards) for player, cards in event.cards.items()},
            event.signals,
            event.phones,
            event.known_profiles,
            open=True,
            since=self.t,
            asking=old.asking,
            tasks=old.tasks,
            room=old.room,
            advice=old.advice,
        )
        self.say(None, fact("warmup.begin", players=list(event.cards)))
        self.next(None)

    def add_cards(self, event: messages.Added) -> None:
        """Add cards that a new camera or microphone makes possible, if the warm-up is going on."""
        if not self.now.open:
            return
        had_turn, fresh = self.now.turn, [p for p in event.cards if not self.now.has_cards_out(p)]
        for player, cards in event.cards.items():
            self.put_pile(self.now.piles[player].with_cards(cards))
            self.forget(player)
        self.put(
            phones=(self.now.phones - set(fresh)) | (event.phones & set(fresh)),
            pictures={**self.now.pictures, **dict.fromkeys(event.cards, self.t)},
            faces={**self.now.faces, **dict.fromkeys(event.cards, self.t)},
            sounds={**self.now.sounds, **dict.fromkeys(event.cards, self.t)},
        )
        for player in self.now.piles:
            if player in fresh or (player == self.now.turn != had_turn):
                self.ask(player)

    def stop(self) -> None:
        for player, pile in self.now.piles.items():
            if not pile.is_done and player not in self.now.departed:
                self.put(departed=self.now.departed | {player})
                if pile.takes or pile.calm:
                    self.learn(player)
        self.finish()

    def finish(self) -> None:
        if not self.now.open or self.now.learning:
            return
        self.put(open=False)
        self.sheet()

    def sheet(self) -> None:
        """Request to show the sheet of grades as it is now, after computing what is missing or out of date."""
        for player in self.now.piles:
            if self.now.active(player) is not None:
                self.put(results=without(self.now.results, player))
            self.work_out(player)
        self.asked.append(messages.ShowSheet())

    def work_out(self, player: str) -> None:
        """Compute what a player has taught if there is no result yet."""
        if player not in self.now.results:
            self.put(results={**self.now.results, player: result_now(self.now, player, self.by)})

    def forget(self, player: str) -> None:
        """Drop a player's result, and ignore that of a task that is still running."""
        self.put(results=without(self.now.results, player), learning=without(self.now.learning, player))

    def learn(self, player: str) -> None:
        self.forget(player)
        number = self.now.tasks + 1
        self.put(tasks=number, learning={**self.now.learning, player: number})
        self.asked.append(messages.Learn(player, number))

    def on_learned(self, event: messages.Learned) -> None:
        player = event.result.player
        if self.now.learning.get(player) == event.number:
            self.forget(player)
            self.put(results={**self.now.results, player: event.result})
        if event.result.taught and event.asks and player not in self.now.asking:
            self.put(asking=(*self.now.asking, player))
            self.say(player, fact("warmup.keep", player=player))
        if self.now.is_over:
            self.finish()

    def on_consent(self, event: messages.Agreed) -> None:
        self.put(asking=tuple(p for p in self.now.asking if p != event.player))
        self.say(event.player, fact("warmup.kept" if event.yes else "warmup.not-kept", player=event.player))

    # The cards

    def choose(self, event: messages.Chosen) -> None:
        verb = event.verb
        if not self.now.piles or (verb not in ("again", "sheet") and not self.now.open):
            raise BadInput("warmup.not-on")
        if verb == "stop":
            self.stop()
        elif verb == "sheet":
            self.sheet()
        else:
            self.choose_card(verb, self.now.turn if event.player is None else event.player, event.key)

    def choose_card(self, verb: messages.CardVerb, player: str | None, key: str | None) -> None:
        if verb == "again" and player is None:
            player = next((p for p in self.now.piles if self.weak(p)), None)
        pile = None if player is None else self.now.piles.get(player)
        if pile is None:
            raise BadInput("warmup.nobody", names=list(self.now.piles))
        who = pile.player
        self.put(messages=without(self.now.messages, who))
        if verb == "leave":
            self.put(departed=self.now.departed | {who})
        elif verb in ("again", "redo"):
            pile = pile.again(self.weak(who)) if verb == "again" else pile.redo(key)
            self.forget(who)
            self.put(departed=self.now.departed - {who}, open=True)
        else:
            pile = pile.skip("later" if verb == "later" else "skipped")
        self.put_pile(pile)
        self.next(who)

    def weak(self, player: str) -> list[str]:
        self.work_out(player)
        return self.now.weak(player)

    def next(self, player: str | None) -> None:
        """Ask for the next card; request to learn what a player has taught after the player's last card.

        Args:
            player: Player whose card was closed; None after dealing to everybody.
        """
        if player is not None and (self.now.piles[player].is_done or player in self.now.departed):
            self.learn(player)
        if self.now.is_over:
            self.finish()
            return
        who = player if self.now.active(player) is not None else self.now.turn
        for name in self.now.piles:
            if name == who or (player is None and name in self.now.phones):
                self.ask(name)

    def move(self, event: messages.Moved) -> None:
        """Move open cards to the phones that see or hear their player, or to the laptop, and ask for them there."""
        before = self.now
        moved = {p for p in before.piles if before.has_cards_out(p) and (p in before.phones) != (p in event.phones)}
        self.put(phones=before.phones ^ moved)
        for player in moved:
            self.put(sounds={**self.now.sounds, player: self.t}, pictures={**self.now.pictures, player: self.t})
        for player in before.piles:
            if player in moved or (player == self.now.turn != before.turn):
                self.ask(player)

    def ask(self, player: str) -> None:
        pile = self.now.active(player)
        if pile is None or pile.card is None:
            return
        self.put(faint=without(self.now.faint, player))
        self.say(player, pile.card.as_fact, asks=True)
        if pile.card.kind == "wild":
            self.asked.append(messages.ShowWild(player))

    def on_pile_update(self, before: Pile, after: Pile, *, bar: bool = False) -> None:
        """Replace a player's cards after an observation, show the message, and go on if the first open card was closed.

        Args:
            before: The cards before the observation.
            after: The cards after it.
            bar: True to request that the progress bar is updated.
        """
        player, card = before.player, before.card
        self.put_pile(after)
        if bar:
            self.asked.append(messages.Bars(player, {"near": round(after.top.near, 3)}))
        self.say(player, after.verdict if after.verdict != before.verdict else None)
        if card is not None and after.status[card.key] != "open":
            self.on_card_closed(player, card)

    def on_card_closed(self, player: str, card: WarmUpCard) -> None:
        """Request to use a new face at once, if the card was the calm face, and ask for the next card."""
        self.forget(player)
        pile = self.now.piles[player]
        if card.kind == "calm" and pile.status[card.key] == "done":
            face, _ = pile.face(self.by)
            if face is not None:
                self.asked.append(messages.KnowNow(player, face))
        self.next(player)
