"""Face Off!: what the book says, example by example."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.rules.errors import AmbiguousAction, IllegalAction, MalformedAction, OptionsError
from companion.rules.face_off.actions import Action, Claim, Offer, offer
from companion.rules.face_off.data import GEM_VALUES, SIGNAL_SETS, signal_for, signals
from companion.rules.face_off.game import GAME
from companion.rules.history import History
from companion.rules.legal_actions import Listed
from companion.rules.protocol import CHANCE, TABLE

THREE = ("Ann", "Ben", "Cleo")
BASIC = "deal D8E1 D1E4R4 E4R5"  # Ann needs one diamond, Ben has it
ADVANCED = "deal D9gEwD E9gDwE R9gRwR"  # Ann lacks the diamond Grin card, Ben has it


class Table:
    """A game driven by notation: ``say("Ann: offer 2 ruby", ...)``."""

    def __init__(self, deal: str = BASIC, **options: Any) -> None:
        self.history = History(GAME, GAME.options(THREE, **options), 1)
        if self.state.options.digital:
            self.say(f"chance: {deal}")

    @property
    def state(self) -> Any:
        return self.history.state

    def say(self, *lines: str) -> Any:
        for line in lines:
            who, _, text = line.partition(": ")
            actor = {"chance": CHANCE, "table": TABLE}.get(who)
            actor = THREE.index(who) if actor is None else actor
            self.history.apply(actor, GAME.parse(text, self.state, actor))
        return self

    def refused(self, line: str, section: str) -> str:
        """Check that the line is illegal under a rule of that section, and that nothing changes."""
        before = self.state
        with pytest.raises(IllegalAction) as caught:
            self.say(line)
        assert section in caught.value.rule.section
        assert self.state == before
        return caught.value.code

    def hand(self, name: str) -> dict[str, Any]:
        hand: dict[str, Any] = GAME.view(self.state, THREE.index(name))["hand"]
        return hand


def won(**options: Any) -> Table:
    """Ann wins the diamonds in the basic game."""
    lines = ("Ann: offer 1 emerald", "Ben: offer 1 diamond", "table: trade Ann Ben", "Ann: claim diamond")
    return Table(**options).say(*lines)


def test_a_set_of_diamonds_is_worth_100_points() -> None:
    table = won()
    assert table.state.scores == (100, 0, 0)
    assert [tuple(e) for e in table.state.sheet] == [(1, 0, 100, "diamond")]


def test_a_set_of_rubies_is_worth_90_points_and_the_values_are_an_option() -> None:
    assert GEM_VALUES["ruby"] == 90
    assert Table("deal D9 E9 R9").say("Cleo: claim ruby").state.scores == (0, 0, 90)
    assert Table("deal D9 E9 R9", gem_values={"ruby": 35}).say("Cleo: claim ruby").state.scores == (0, 0, 35)


@pytest.mark.parametrize(
    ("name", "four"),
    [
        ("A", ("chicken", "pig", "lamb", "turkey")),
        ("B", ("tongue_out", "eyes_wide", "eyes_mouth_wide", "sour")),
        ("C", ("cow", "seal", "monkey", "donkey")),
        ("D", ("darting_tongue", "panting", "fish_gasp", "wet_dog_shake")),
    ],
)
def test_signal_sets_are_the_books(name: str, four: tuple[str, ...]) -> None:
    assert SIGNAL_SETS[name] == four
    assert [signal_for(name, n) for n in (1, 2, 3, 4)] == list(four)
    assert signals(name, False) == {signal: n for n, signal in enumerate(four, 1)}
    assert signals(name, True) == {**signals(name, False), "grin": 5, "wild_thing": 6}


def test_each_gets_nine_cards_of_as_many_suits_as_players() -> None:
    for count in range(3, 10):
        options = GAME.options([f"P{i}" for i in range(count)])
        state = GAME.start(options, 3)
        state = GAME.apply(state, CHANCE, GAME.draw(state))
        assert [sum(hand) for hand in state.hands] == [9] * count
        assert [sum(hand[i] for hand in state.hands) for i in range(9)] == [9] * count + [0] * (9 - count)


def test_there_are_1540_ways_to_deal_three_suits_to_three_players() -> None:
    """Three by three tables with all margins 9: (r+1)(r+2)(r2+3r+4)/8 (MacMahon) for r = 9."""
    assert GAME.legal(GAME.start(GAME.options(THREE), 1), CHANCE).count() == 10 * 11 * (81 + 27 + 4) // 8 == 1540
    assert GAME.legal(GAME.start(GAME.options(THREE, advanced=True), 1), CHANCE).count() == 1540 * 36


def test_advanced_players_get_one_grin_and_one_wild_thing_card_more() -> None:
    state = GAME.start(GAME.options(THREE, advanced=True), 3)
    state = GAME.apply(state, CHANCE, GAME.draw(state))
    for player in range(3):
        hand = GAME.view(state, player)["hand"]
        assert (len(hand["grin"]), len(hand["wild"])) == (1, 1)


@pytest.mark.parametrize(
    "deal", ["deal D9 E9", "deal D9 E9 R8", "deal D9 E8R1 E2R7", "deal D9gD E9 R9", "deal D9 E9 J9"]
)
def test_impossible_deals_are_refused(deal: str) -> None:
    state = GAME.start(GAME.options(THREE), 1)
    with pytest.raises(IllegalAction):
        GAME.apply(state, CHANCE, GAME.parse(deal, state, CHANCE))


def test_a_trade_swaps_as_many_cards_as_both_show() -> None:
    table = Table().say("Ben: offer 2 emerald", "Cleo: offer 2 ruby", "table: trade Ben Cleo")
    assert table.hand("Ben") == {"diamond": 1, "emerald": 2, "ruby": 6, "grin": [], "wild": []}
    assert table.hand("Cleo") == {"emerald": 6, "ruby": 3, "grin": [], "wild": []}
    assert table.state.offers == (None, None, None)


def test_the_two_suits_of_a_trade_may_agree() -> None:
    before = Table().state.hands
    assert Table().say("Ben: offer 3 ruby", "Cleo: offer 3 ruby", "table: trade Cleo Ben").state.hands == before


def test_trades_that_the_book_does_not_allow() -> None:
    table = Table()
    table.refused("Ann: offer 2 emerald", "The play")  # holds one
    table.refused("Ann: offer 1 ruby", "The play")  # holds none
    table.refused("Ann: withdraw", "trades")
    table.refused("Ann: offer grin diamond", "Advanced play")
    table.refused("Ann: call Ben", "Advanced play")
    table.refused("table: trade Ann Ben", "The play")  # nobody shows anything
    table.say("Ann: offer 1 emerald", "Ben: offer 2 ruby")
    table.refused("table: trade Ann Ben", "The play")  # one against two
    table.refused("table: trade Ann Ann", "trades")
    table.refused("Ann: trade Ann Ben", "actors")
    table.refused("table: offer 1 ruby", "actors")
    table.refused("table: verdict clean", "The win, advanced version")
    table.refused("table: confirm", "cards: physical")
    table.refused("Ann: next A", "The win")
    table.refused("Ann: claim jade", "Dealing the cards")
    table.refused("chance: deal D9 E9 R9", "Dealing the cards")


def test_three_showing_the_same_number_are_three_possible_trades() -> None:
    table = Table().say("Ann: offer 1 emerald", "Ben: offer 1 ruby")
    assert GAME.actors(table.state) == (0, 1, 2, TABLE)
    assert GAME.legal(table.state, TABLE).count() == 1
    table.say("Cleo: offer 1 ruby")
    texts = [GAME.format(trade, table.state.options) for trade in GAME.legal(table.state, TABLE)]
    assert texts == ["trade Ann Ben", "trade Ann Cleo", "trade Ben Cleo"]


def test_a_signal_is_changed_by_another_offer_and_taken_back_by_withdraw() -> None:
    table = Table().say("Ben: offer 4 ruby", "Ben: offer 2 ruby")
    assert GAME.view(table.state, TABLE)["shown"] == [None, "2", None]
    assert table.say("Ben: withdraw").state.offers == (None, None, None)


def test_the_winner_deals_next_and_chooses_the_signals() -> None:
    table = won(dealer="Ben")
    assert table.state.dealer == 0
    assert GAME.actors(table.state) == (0,)
    table.refused("Ben: next B", "The win")
    table.refused("Ann: offer 1 diamond", "The play")
    table.say("Ann: next C")
    assert (table.state.hand, table.state.signal_set, GAME.actors(table.state)) == (2, "C", (CHANCE,))


def test_a_false_call_lets_play_go_on_and_costs_what_the_option_says() -> None:
    assert Table().say("Ben: claim ruby").state.scores == (0, 0, 0)
    table = Table(false_claim_penalty=20).say("Ben: claim ruby", "Ann: offer 1 emerald")
    assert table.state.scores == (0, -20, 0)
    assert table.state.phase.name == "PLAY"


def test_the_first_at_the_target_wins_the_game() -> None:
    table = won(target=100)
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.termination) == ((100, 0, 0), (0,), "target")
    assert GAME.actors(table.state) == ()
    table.refused("Ann: next B", "The win")
    assert GAME.outcome(won(target=101).state) is None


def test_five_hundred_points_take_several_hands() -> None:
    table = Table()
    for hand in range(1, 6):
        if hand > 1:
            table.say("Ann: next A", "chance: " + BASIC)
        assert GAME.outcome(table.state) is None
        table.say("Ann: offer 1 emerald", "Ben: offer 1 diamond", "table: trade Ann Ben", "Ann: claim diamond")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == (500, 0, 0)


def advanced(*lines: str, **options: Any) -> Table:
    return Table(ADVANCED, advanced=True, **options).say(*lines)


def test_an_advanced_win_needs_all_eleven_cards_of_a_suit() -> None:
    table = advanced("Ann: claim diamond")
    assert table.state.phase.name == "PLAY"
    table.say("Ann: offer grin emerald", "Ben: offer grin diamond", "table: trade Ann Ben", "Ann: claim diamond")
    assert table.state.phase.name == "SPEECH"
    assert table.state.scores == (100, 0, 0)


def test_grin_and_wild_thing_cards_trade_one_for_one_under_their_own_signals_only() -> None:
    table = advanced("Ann: offer grin emerald", "Ben: offer wild emerald")
    table.refused("table: trade Ann Ben", "The play")
    table.refused("Ann: offer grin diamond", "Advanced play")  # Ben's
    table.say("Ben: offer grin diamond", "table: trade Ben Ann")
    assert (table.hand("Ann")["grin"], table.hand("Ben")["grin"]) == (["diamond"], ["emerald"])
    table.say("Ben: offer wild emerald", "Cleo: offer wild ruby", "table: trade Ben Cleo")
    assert (table.hand("Ben")["wild"], table.hand("Cleo")["wild"]) == (["ruby"], ["emerald"])


SPEECH = ("Ann: offer grin emerald", "Ben: offer grin diamond", "table: trade Ann Ben", "Ann: claim diamond")


def test_teeth_in_the_speech_cost_50_and_the_win_stands() -> None:
    table = advanced(*SPEECH, "table: verdict teeth")
    assert table.state.scores == (50, 0, 0)
    assert (table.state.dealer, table.state.phase.name) == (0, "NEXT")
    assert advanced(*SPEECH, "table: verdict clean").state.scores == (100, 0, 0)


def test_unseen_teeth_are_the_tables_to_judge() -> None:
    table = advanced(*SPEECH, "table: verdict unseen")
    assert GAME.actors(table.state) == (TABLE,)
    table.refused("table: verdict unseen", "advanced version")
    assert table.say("table: verdict teeth").state.scores == (50, 0, 0)
    table.refused("table: verdict clean", "advanced version")


def test_teeth_can_keep_a_player_under_the_target() -> None:
    table = advanced(*SPEECH, "table: verdict teeth", target=100)
    assert GAME.outcome(table.state) is None
    assert GAME.outcome(advanced(*SPEECH, "table: verdict clean", target=100).state) is not None


def test_the_dealer_of_the_advanced_game_makes_up_the_wild_thing_signal() -> None:
    table = advanced(*SPEECH, "table: verdict clean")
    table.refused('Ann: next B wild ""', "Advanced play")
    before = table.state
    table.say('Ann: next B wild "look like a \\"super-hero\\""')
    assert table.state.wild == 'look like a "super-hero"'
    table.history.undo(0)
    assert table.state == before
    won_basic = won()
    won_basic.refused('Ann: next B wild "kiss"', "Advanced play")


def test_a_mistaken_trade_costs_the_giver_50_and_is_undone() -> None:
    table = advanced("Ann: offer 2 diamond+wild:diamond", "Cleo: offer 2 ruby")
    before = table.state.hands
    assert GAME.view(table.state, TABLE)["shown"] == ["2", None, "2"]
    table.say("table: trade Ann Cleo")
    assert table.hand("Cleo") == {"diamond": 1, "ruby": 7, "grin": ["ruby"], "wild": ["diamond", "ruby"]}
    assert GAME.view(table.state, 2)["mistake_of"] == 0
    assert GAME.view(table.state, 1)["mistake_of"] is None
    assert "mistake_of" not in GAME.view(table.state, TABLE)
    table.refused("Ben: call Ann", "Advanced play")
    table.refused("Ann: call Cleo", "Advanced play")
    table.say("Cleo: call Ann")
    assert table.state.scores == (-50, 0, 0)
    assert table.state.hands == before
    table.refused("Cleo: call Ann", "Advanced play")
    table.say("Ann: offer 1 diamond", "Cleo: offer 1 ruby", "table: trade Ann Cleo")  # play resumes


@pytest.mark.parametrize(
    "wrong",
    [
        "1 wild:diamond",
        "1 grin:emerald",
        "2 grin:emerald+wild:diamond",
        "3 diamond+grin:emerald",
        "wild grin:emerald",
        "grin wild:diamond",
        "4 diamond+grin:emerald+wild:diamond",
    ],
)
def test_every_kind_of_mistake_can_be_called(wrong: str) -> None:
    table = advanced(f"Ann: offer {wrong}")
    shown = wrong.split()[0]
    answer = f"{shown} ruby"
    before = table.state.hands
    table.say(f"Cleo: offer {answer}", "table: trade Ann Cleo", "Cleo: call Ann")
    assert table.state.scores == (-50, 0, 0)
    assert table.state.hands == before


def test_two_mistakes_in_one_trade_can_both_be_called() -> None:
    table = advanced("Ann: offer 1 wild:diamond", "Cleo: offer 1 grin:ruby")
    before = table.state.hands
    table.say("table: trade Ann Cleo", "Ann: call Cleo", "Cleo: call Ann")
    assert table.state.scores == (-50, 0, -50)
    assert table.state.hands == before


def test_a_mistake_that_nobody_calls_stands_until_the_receiver_trades_again() -> None:
    table = advanced("Ann: offer 1 wild:diamond", "Cleo: offer 1 ruby", "table: trade Ann Cleo")
    table.say("Cleo: offer 1 ruby", "Ben: offer 1 emerald", "table: trade Ben Cleo")
    table.refused("Cleo: call Ann", "Advanced play")
    assert table.state.scores == (0, 0, 0)


def test_a_mistake_whose_return_has_been_traded_on_costs_50_but_cannot_be_undone() -> None:
    table = advanced(
        "Ann: offer 1 wild:diamond",
        "Cleo: offer 1 ruby",
        "table: trade Ann Cleo",
        "Ann: offer 1 ruby",
        "Ben: offer 1 emerald",
        "table: trade Ann Ben",
    )
    hands = table.state.hands
    table.say("Cleo: call Ann")
    assert table.state.scores == (-50, 0, 0)
    assert table.state.hands == hands


def test_a_proper_trade_is_no_mistake() -> None:
    table = advanced("Ann: offer grin emerald", "Ben: offer grin diamond", "table: trade Ann Ben")
    table.refused("Ben: call Ann", "Advanced play")


def test_what_a_handful_holds_is_seen_by_its_owner_alone() -> None:
    table = advanced("Ann: offer 2 diamond+wild:diamond")
    honest = advanced("Ann: offer 2 diamond")
    for viewer in (1, 2, TABLE):
        assert GAME.view(table.state, viewer) == GAME.view(honest.state, viewer)
    assert GAME.view(table.state, 0)["offered"] == {"diamond": 1, "grin": [], "wild": ["diamond"]}
    words = [GAME.tell(t.history.taken[-1].before, 0, t.history.taken[-1].action) for t in (table, honest)]
    assert words[0] == words[1]


def physical(*lines: str, **options: Any) -> Table:
    return Table(cards="physical", **options).say(*lines)


def test_with_the_physical_deck_the_table_confirms() -> None:
    table = physical("Ann: offer 2", "Cleo: offer 2", "table: trade Ann Cleo", "Ann: claim ruby")
    assert GAME.actors(table.state) == (TABLE,)
    table.refused("Ben: claim diamond", "The play")
    assert table.say("table: deny").state.scores == (0, 0, 0)
    table.say("Ann: claim ruby", "table: confirm")
    assert table.state.scores == (90, 0, 0)
    table.say("Ann: next D", "Ben: offer 4")
    assert table.state.hand == 2


def test_with_the_physical_deck_a_call_is_confirmed_too() -> None:
    lines = ("Ann: offer 1", "Cleo: offer 1", "table: trade Ann Cleo", "Cleo: call Ann")
    table = physical(*lines, advanced=True)
    assert table.say("table: confirm").state.scores == (-50, 0, 0)
    table = physical(*lines, "table: deny", advanced=True)
    assert table.state.scores == (0, 0, 0)
    table.refused("Cleo: call Ann", "Advanced play")
    table.say("Ann: claim diamond", "table: confirm", "table: verdict teeth")
    assert table.state.scores == (50, 0, 0)


def test_physical_cards_stay_unknown() -> None:
    table = physical()
    table.refused("Ann: offer 2 ruby", "The play")
    table.refused("Ann: offer grin", "Advanced play")
    assert "hand" not in GAME.view(table.state, 0)


def test_undo_takes_back_ones_own_signal_but_no_trade() -> None:
    table = Table().say("Ann: offer 1 emerald")
    table.history.undo(0)
    assert table.state.offers == (None, None, None)
    with pytest.raises(IllegalAction):
        table.history.undo(CHANCE)
    table.say("Ann: offer 1 emerald", "Ben: offer 1 diamond")
    for who in (0, TABLE):
        with pytest.raises(IllegalAction):
            table.history.undo(who)
    table.say("table: trade Ann Ben")
    with pytest.raises(IllegalAction):
        table.history.undo(TABLE)
    over = physical("Ann: offer 2", "Cleo: offer 2", "table: trade Ann Cleo")
    over.history.undo(TABLE)
    assert [o is not None for o in over.state.offers] == [True, False, True]


def test_house_limits_end_hands_and_games() -> None:
    table = Table(max_trades=1, max_hands=2).say("Ann: offer 1 emerald", "Ben: offer 1 diamond", "table: trade Ann Ben")
    assert (table.state.hand, table.state.phase.name) == (2, "DEAL")
    table.say("chance: " + BASIC, "Ann: offer 1 emerald", "Ben: offer 1 diamond", "table: trade Ann Ben")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.termination) == ((0, 1, 2), "hands")


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("OFFER 1 eme", "offer 1 emerald"),
        ("offer chicken Emerald", "offer 1 emerald"),
        ("offer 2", "offer 2 diamond"),
        ("claim Diamond", "claim diamond"),
        ("withdraw ", "withdraw"),
        ("trade ben ann", "trade Ann Ben"),
        ("call be", "call Ben"),
    ],
)
def test_short_forms_are_read(short: str, full: str) -> None:
    state = Table().state
    assert GAME.format(GAME.parse(short, state, 0), state.options) == full


def test_an_offer_that_fits_two_gems_is_ambiguous() -> None:
    with pytest.raises(AmbiguousAction) as caught:
        GAME.parse("offer 1", Table().state, 0)
    assert caught.value.choices == ("offer 1 diamond", "offer 1 emerald")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "offer",
        "offer 5 ruby",
        "offer 0 ruby",
        "offer 2 glass",
        "offer 2 ruby+ruby",
        "offer 2 wild+ruby",
        "claim",
        "claim x",
        "trade Ann",
        "trade Ann Zoe",
        "call Zoe",
        "next E",
        "next B wild",
        'next B wild "kiss',
        "verdict maybe",
        "confirm now",
        "deal",
        "deal X9",
        "dance",
        "offer 2 ruby\noffer 2 ruby",
        "offer oink ruby",
        "offer cow ruby",
        "deal D999 E9 R9",
    ],
)
def test_bad_notation_is_malformed(text: str) -> None:
    state = won().state if text.startswith("next") else Table().state
    with pytest.raises(MalformedAction):
        GAME.parse(text, state, 1)


def test_a_beginning_that_fits_two_names_is_ambiguous() -> None:
    state = GAME.start(GAME.options(("Anna", "Annika", "Ben"), cards="physical"), 1)
    with pytest.raises(AmbiguousAction) as caught:
        GAME.parse("trade Ann Ben", state, TABLE)
    assert caught.value.choices == ("trade Anna Ben", "trade Annika Ben")
    with pytest.raises(AmbiguousAction):
        GAME.parse(
            "offer 2 ruby+wild",
            Table("deal D9gEwD E9gDwE R9gRwR", advanced=True)
            .say("Ann: offer 1 wild:diamond", "Cleo: offer 1 ruby", "table: trade Ann Cleo")
            .state,
            2,
        )


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"suits": ["ruby", "jade"]}, "face-off.no.suits (n=3"),
        ({"suits": ["ruby", "ruby", "jade"]}, "no.twice (name=suits"),
        ({"suits": ["glass"]}, "no.choice (name=suits, value='glass'"),
        ({"suits": "ruby"}, "no.list (name=suits"),
        ({"gem_values": {"glass": 3}}, "no.choice (name=gem_values, value='glass'"),
        ({"gem_values": {"ruby": 0}}, "no.whole (name=gem_values/ruby"),
        ({"gem_values": 5}, "no.table (name=gem_values"),
        ({"cards": "paper"}, "no.choice (name=cards, value='paper'"),
        ({"advanced": 1}, "no.flag (name=advanced"),
        ({"signal_set": "E"}, "no.choice (name=signal_set, value='E'"),
        ({"signal_set": ["A"]}, "no.choice (name=signal_set"),
        ({"dealer": "Zoe"}, "no.name (name=dealer, value='Zoe'"),
        ({"dealer": 3}, "no.seat (name=dealer"),
        ({"dealer": True}, "no.seat (name=dealer"),
        ({"target": 0}, "no.whole (name=target"),
        ({"target": 2.5}, "no.whole (name=target"),
        ({"teeth_penalty": -1}, "no.whole (name=teeth_penalty"),
        ({"wild_signal": "x"}, "face-off.no.wild-option"),
        ({"advanced": True, "wild_signal": "a\nb"}, "no.text (name=wild_signal"),
        ({"wrong": 1}, "no.unknown (game=face-off"),
    ],
)
def test_impossible_options(values: dict[str, Any], word: str) -> None:
    with pytest.raises(OptionsError) as caught:
        GAME.options(THREE, **values)
    assert word in str(caught.value.fact)


def test_chosen_suits_stand_in_the_books_order() -> None:
    assert GAME.options(THREE, suits=("jade", "ruby", "opal")).suits == ("ruby", "opal", "jade")
    assert GAME.options(THREE).suits == ("diamond", "emerald", "ruby")


def test_the_wild_thing_signal_is_free_but_the_list_has_the_books_ideas() -> None:
    table = advanced(*SPEECH, "table: verdict clean")
    legal = GAME.legal(table.state, 0)
    assert legal.count() == 4 * 8
    assert GAME.parse('next A wild "wink twice"', table.state, 0) in legal
    assert all(choice in legal for choice in islice(legal, 40))


def test_a_bot_keeps_what_it_collects_however_often_it_is_asked() -> None:
    """Ann holds eight diamonds: she offers the emerald alone. Cleo's rubies are more than her emeralds."""
    table = Table()
    for seat, kept in ((0, "diamond"), (2, "ruby")):
        view, legal, random = GAME.view(table.state, seat), GAME.legal(table.state, seat), Random(1)
        offers = {GAME.choose(view, legal, random) for _ in range(200)}
        assert all(isinstance(offer, Offer) and offer.suit != kept for offer in offers)


def test_a_bot_answers_a_signal_that_stands() -> None:
    table = Table().say("Ben: offer 3 ruby")
    view, legal, random = GAME.view(table.state, 2), GAME.legal(table.state, 2), Random(1)
    assert {GAME.choose(view, legal, random) for _ in range(50)} == {offer(3, "emerald")}


def test_a_bot_that_thinks_of_false_claims_alone_makes_none() -> None:
    for table in (Table(), Table(cards="physical"), Table().say("Ann: offer 1 emerald")):
        claims: tuple[Action, ...] = tuple(Claim(suit) for suit in table.state.options.suits)
        few = Listed(GAME.legal(table.state, 0).check, table.state, 0, claims)
        chosen = GAME.choose(GAME.view(table.state, 0), few, Random(1))
        assert not isinstance(chosen, Claim)
        assert chosen in GAME.legal(table.state, 0)
