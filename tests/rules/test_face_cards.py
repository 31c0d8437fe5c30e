"""Face Cards, rule by rule: every sentence of the book that an engine can keep, played out with named cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.facts import fact
from companion.rules.errors import AmbiguousAction, IllegalAction, MalformedAction, OptionsError, RecordError
from companion.rules.face_cards.actions import PASS, Answer, Camera, Deal, Guess, Lay
from companion.rules.face_cards.check import RULES
from companion.rules.face_cards.game import GAME, move
from companion.rules.protocol import CHANCE, TABLE
from tests.wording import fact_like

NAMES = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül")
DECK = {"people": 40, "animals": 40, "objects": 40}  # 1-40 people, 41-80 animals, 81-120 objects


def play(state: Any, *lines: str) -> Any:
    """Apply lines like ``Anna lay 1 2``; ``chance`` and ``table`` are the other actors."""
    for line in lines:
        who, text = line.split(" ", 1)
        actor = {"chance": CHANCE, "table": TABLE}.get(who)
        actor = NAMES.index(who) if actor is None else actor
        state = GAME.apply(state, actor, GAME.parse(text, state, actor))
        assert GAME.audit(state) is None
    return state


def dealt(players: int = 3, hands: list[list[int]] | None = None, **values: Any) -> Any:
    """Return a game after the first deal, Anna with the camera.

    Anna holds 1.., Ben 8.. and so on, 120 is in the box.
    """
    options = GAME.options(NAMES[:players], **{**DECK, **values})
    size = options.hand
    hands = hands or [list(range(p * size + 1, (p + 1) * size + 1)) for p in range(players)]
    cards = [card for hand in hands for card in hand] + [120]
    return play(GAME.start(options, 1), "chance deal " + " ".join(map(str, cards)), "table camera Anna")


def shown(state: Any, *lays: str, fill: str = "") -> Any:
    """All have laid, and the centre is open."""
    state = play(state, *lays)
    return play(state, f"chance deal {fill}") if fill else state


def counts(state: Any) -> list[int]:
    return [len(album) for album in state.albums]


# Preparation


@pytest.mark.parametrize(("players", "hand", "fill"), [(3, 7, 3), (4, 7, 3), (5, 7, 1), (6, 6, 1), (7, 6, 1)])
def test_hand_size_and_cards_added_by_player_count(players: int, hand: int, fill: int) -> None:
    state = dealt(players)
    assert [len(h) for h in state.hands] == [hand] * players
    assert state.box == (120,)
    for p in range(players):
        state = GAME.apply(state, p, Lay((state.hands[p][0], state.hands[p][1])))
    state = GAME.apply(state, CHANCE, GAME.draw(state))
    assert len(state.centre) == players + fill


@pytest.mark.parametrize(("players", "rounds"), [(3, 9), (4, 8), (5, 10), (6, 6), (7, 7)])
def test_length_by_player_count(players: int, rounds: int) -> None:
    assert GAME.options(NAMES[:players]).rounds == rounds


def test_the_deck_has_142_cards_and_up_to_ten_own_ones_in_three_categories() -> None:
    options = GAME.options(NAMES[:3])
    assert len(options.deck) == 142
    assert set(options.categories[1:]) == {"people", "animals", "objects"}
    more = GAME.options(NAMES[:3], blank_people=4, blank_animals=3, blank_objects=3)
    assert len(more.deck) == 152
    assert more.categories[143:] == ("people",) * 4 + ("animals",) * 3 + ("objects",) * 3
    with pytest.raises(OptionsError, check=fact_like(r"face-cards\.no\.blanks \(most=10")):
        GAME.options(NAMES[:3], blank_people=6, blank_objects=5)


def test_the_table_or_chance_gives_the_camera() -> None:
    state = GAME.start(GAME.options(NAMES[:3]), 4)
    state = GAME.apply(state, CHANCE, GAME.draw(state))
    assert GAME.actors(state) == (TABLE,)
    assert GAME.apply(state, TABLE, Camera(2)).camera == 2
    lot = GAME.start(GAME.options(NAMES[:3], first="chance"), 4)
    lot = GAME.apply(lot, CHANCE, GAME.draw(lot))
    assert GAME.actors(lot) == (CHANCE,)
    assert GAME.draw(lot) in GAME.legal(lot, CHANCE)


# Pairing and guessing


def test_all_lay_at_once_in_any_order() -> None:
    state = dealt()
    assert GAME.actors(state) == (0, 1, 2)
    state = play(state, "Cem lay 15 16")
    assert GAME.actors(state) == (0, 1)
    assert GAME.undoable(dealt(), 2, Lay((15, 16)))
    with pytest.raises(IllegalAction) as error:
        play(state, "Cem lay 17 18")
    assert error.value.rule is RULES["pair"]


BASE = ("Anna lay 1 2", "Ben lay 8 9", "Cem lay 15 16")


def test_the_centre_shows_the_other_cards_mixed_with_three_of_the_pile() -> None:
    state = shown(dealt(), *BASE, fill="90 50 30")
    assert state.centre == (2, 9, 16, 30, 50, 90)
    assert GAME.view(state, TABLE)["fronts"] == [[1], [8], [15]]
    assert GAME.actors(state) == (0,)
    assert not GAME.undoable(state, 0, Guess(8, 9))


def test_a_right_guess_of_one_category_gives_both_a_picture() -> None:
    state = play(shown(dealt(), *BASE, fill="90 50 30"), "Anna guess 8 9")
    assert state.albums == ((9,), (8,), ())
    assert state.box == (120,)
    assert GAME.actors(state) == (1,)


def test_two_categories_give_both_a_bonus_from_the_box_then_from_the_pile() -> None:
    hands = [[1, 2, 3, 4, 5, 6, 7], [8, 41, 10, 11, 12, 13, 14], [15, 16, 17, 18, 19, 20, 21]]
    state = shown(dealt(hands=hands), "Anna lay 1 2", "Ben lay 8 41", "Cem lay 15 16", fill="90 50 30")
    state = play(state, "Anna guess 8 41")
    assert counts(state) == [2, 1, 0]  # the box had one card: the guesser has it, the owner draws from the pile
    assert GAME.actors(state) == (CHANCE,)
    state = play(state, "chance deal 77")
    assert state.albums == ((41, 120), (8, 77), ())
    assert GAME.actors(state) == (1,)


def test_a_wrong_guess_changes_nothing_but_the_turn() -> None:
    before = shown(dealt(), *BASE, fill="90 50 30")
    state = play(before, "Anna guess 8 16")
    assert (state.albums, state.centre, state.laid) == (before.albums, before.centre, before.laid)
    assert GAME.actors(state) == (1,)


def test_everyone_guesses_once_then_the_rest_goes_to_the_box_and_the_camera_left() -> None:
    state = play(shown(dealt(), *BASE, fill="90 50 30"), "Anna guess 8 9", "Ben guess 1 16", "Cem guess 1 30")
    assert state.round == 1
    assert state.camera == 1
    assert sorted(state.box) == [1, 2, 15, 16, 30, 50, 90, 120]
    assert GAME.actors(state) == (CHANCE,)
    state = play(state, "chance deal 31 32 33 34 35 36")
    assert [len(hand) for hand in state.hands] == [7, 7, 7]
    assert set(state.hands[0]) >= {31, 32}


def test_top_round_the_last_player_with_only_the_own_pair_left_goes_without() -> None:
    """Book: everyone guessed so well that the last player could only guess the own pair."""
    state = shown(dealt(), *BASE, fill="90 50 30")
    state = play(state, "Anna guess 8 9", "Ben guess 1 2")
    assert state.round == 1  # Cem's turn was skipped, the round is over
    assert counts(state) == [2, 2, 0]


def test_flop_round_with_the_same_cards_up_to_the_limit() -> None:
    state = shown(dealt(max_flop_rounds=2), *BASE, fill="90 50 30")
    wrong = ("Anna guess 8 16", "Ben guess 1 16", "Cem guess 1 9")
    again = play(state, *wrong)
    assert (again.round, again.flops, again.camera, GAME.actors(again)) == (0, 1, 0, (0,))
    assert (again.centre, again.laid) == (state.centre, state.laid)
    twice = play(again, *wrong)
    assert twice.flops == 2
    assert play(twice, *wrong).round == 1
    right = play(again, "Anna guess 8 9", "Ben guess 1 16", "Cem guess 1 30")
    assert (right.round, counts(right)) == (1, [1, 1, 0])  # one right guess is enough


def test_the_game_ends_after_its_rounds_with_the_most_pictures_and_ties_share() -> None:
    state = dealt(starts_each=1, max_flop_rounds=0)
    for starter in range(3):
        lays = {p: state.hands[p][:2] for p in range(3)}
        for p in range(3):
            state = GAME.apply(state, p, Lay(lays[p]))
        state = GAME.apply(state, CHANCE, GAME.draw(state))
        assert GAME.outcome(state) is None
        for turn in range(3):
            p = (starter + turn) % 3
            other = 1 if p == 0 else 0
            pair = lays[other]
            if starter == 0 and turn == 0:
                state = GAME.apply(state, p, Guess(*pair))
            else:
                front = next(x for q in range(3) if q != p for (x, _) in state.laid[q])
                wrong = next(c for c in state.centre if c not in [a for ps in state.laid for pr in ps for a in pr])
                state = GAME.apply(state, p, Guess(front, wrong))
        if GAME.actors(state):
            state = GAME.apply(state, CHANCE, GAME.draw(state))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.termination) == ((1, 1, 0), (0, 1), "rounds")
    with pytest.raises(IllegalAction) as error:
        GAME.apply(state, 0, Guess(1, 2))
    assert error.value.rule is RULES["end"]


def test_the_box_becomes_the_pile_when_it_runs_out() -> None:
    options = GAME.options(NAMES[:3], people=26, animals=0, objects=4)
    state = GAME.start(options, 3)
    state = play(
        state,
        "chance deal " + " ".join(map(str, range(1, 23))),
        "table camera Anna",
        *BASE,
        "chance deal 23 24 25",
        "Anna guess 8 9",
        "Ben guess 1 16",
        "Cem guess 1 23",
    )
    assert state.pile == (26, 27, 28, 29, 30)
    assert len(state.box) == 8
    with pytest.raises(IllegalAction) as error:  # a card of the box before the pile is used up
        play(state, "chance deal 26 27 28 29 22 30")
    assert error.value.rule is RULES["deal"]
    state = play(state, "chance deal 26 27 28 29 30 22")
    assert (22 in state.hands[2], len(state.pile), state.box) == (True, 7, ())


def test_the_game_ends_early_when_the_cards_are_used_up() -> None:
    options = GAME.options(NAMES[:3], variant="risiko", people=25, animals=0, objects=0)
    state = play(
        GAME.start(options, 3),
        "chance deal " + " ".join(map(str, range(1, 23))),
        "table camera Anna",
        "Anna lay 1 2 3 4",
        "Ben lay 8 9 10 11",
        "Cem lay 15 16 17 18",
        "chance deal 23 24 25",
        "Anna guess 8 9",
        "Anna guess 10 11",
        "Anna guess 15 16",
        "Anna guess 17 18",
        "Ben guess 1 2",
        "Ben guess 3 4",
    )
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.termination) == ((6, 4, 2), "cards")


def second_round(variant: str, rights: int, shortage: str, cards: int = 25) -> Any:
    """Three players with so few cards that each right guess of the first round is felt: where the second guesses."""
    options = GAME.options(
        NAMES[:3], variant=variant, first="chance", people=cards, animals=0, objects=0, shortage=shortage
    )

    def guess(state: Any, actor: int, random: Random) -> Any:
        legal = GAME.legal(state, actor)
        if state.phase != "guess":
            return GAME.draw(state) if actor == CHANCE else legal.sample(random)
        if state.held:
            return PASS
        pairs = {pair for pairs in state.laid for pair in pairs}
        found = sum(line[3] >= 0 for line in state.log)
        fits = [a for a in legal if isinstance(a, Guess) and ((a.one, a.other) in pairs) is (found < rights)]
        return fits[0] if fits else legal.sample(random)

    state, random = GAME.start(options, 1), Random(1)
    for _ in range(200):
        actor = random.choice(GAME.actors(state))
        state = GAME.apply(state, actor, guess(state, actor, random))
        if state.phase == "over" or (state.round == 1 and state.phase == "guess"):
            return state
    raise AssertionError(state)


@pytest.mark.parametrize(
    ("variant", "rights", "extra"),
    [
        ("base", 0, 3),
        ("base", 1, 2),
        ("base", 2, 0),
        ("kenner", 0, 3),
        ("kenner", 1, 2),
        ("kenner", 2, 0),
        ("risiko", 1, 2),
        ("risiko", 2, 0),
        ("koenner", 0, 0),
    ],
)
def test_cards_that_run_short_thin_the_centre_out_and_everybody_starts_again(
    variant: str, rights: int, extra: int
) -> None:
    """The book lets everybody start equally often, in all variants: only what was laid has to be given back."""
    state = second_round(variant, rights, "fewer", 22 if variant == "koenner" else 25)
    assert (state.phase, state.round) == ("guess", 1)
    laid = sum(len(pairs) for pairs in state.laid) * (2 if variant == "koenner" else 1)
    assert len(state.centre) - laid == extra
    assert GAME.load(GAME.dump(state)) == state
    assert GAME.audit(state) is None


@pytest.mark.parametrize(("variant", "rights"), [("base", 3), ("kenner", 3), ("risiko", 3), ("koenner", 1)])
def test_the_game_ends_where_somebody_cannot_be_given_back_what_they_laid(variant: str, rights: int) -> None:
    state = second_round(variant, rights, "fewer", 22 if variant == "koenner" else 25)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.termination, state.round) == ("cards", 1)
    assert sum(outcome.scores) >= 2 * rights
    owed = {"base": 2, "koenner": 2, "kenner": 1 + 1, "risiko": 4}[variant]
    assert len(state.pile) + len(state.box) < 3 * owed


def test_a_table_may_end_the_game_when_the_centre_cannot_be_filled_as_version_1_did() -> None:
    old, new = (second_round("base", 1, shortage) for shortage in ("end", "fewer"))
    assert (old.phase, new.phase) == ("over", "guess")
    assert GAME.dump(old).startswith("face-cards 1 ")
    assert GAME.dump(new).startswith("face-cards 2 ")
    assert GAME.load(GAME.dump(old)) == old
    assert GAME.load(GAME.dump(old)).options.shortage == "end"


# Variants


def test_kenner_one_card_less_and_an_open_card_each_round() -> None:
    options = GAME.options(NAMES[:3], variant="kenner", **DECK)
    state = play(GAME.start(options, 1), "chance deal " + " ".join(map(str, [*range(1, 19), 120])), "table camera Ben")
    assert [len(hand) for hand in state.hands] == [6, 6, 6]
    state = play(state, "chance deal 61 62 63")
    assert GAME.view(state, TABLE)["fronts"] == [[61], [62], [63]]
    assert GAME.legal(state, 0).count() == 6
    state = play(state, "Anna lay 1", "Ben lay 7", "Cem lay 13", "chance deal 90 91 92")
    assert state.centre == (1, 7, 13, 90, 91, 92)
    state = play(state, "Ben guess 63 13", "chance deal 99", "Cem guess 61 7", "Anna guess 62 90")
    assert state.round == 1
    state = play(state, "chance deal 31 32 33 34 35 36")  # one card each to the hand, then the open cards
    assert [len(hand) for hand in state.hands] == [6, 6, 6]
    assert GAME.view(state, TABLE)["fronts"] == [[34], [35], [36]]


def test_koenner_both_cards_in_the_centre_nothing_added_and_the_owner_confirms() -> None:
    state = play(dealt(variant="koenner"), "Anna lay 2 1", "Ben lay 8 9", "Cem lay 15 16")
    assert state.centre == (1, 2, 8, 9, 15, 16)
    assert GAME.view(state, TABLE)["fronts"] == [[], [], []]
    assert GAME.legal(state, 0).count() == 6
    with pytest.raises(IllegalAction) as error:
        play(state, "Anna guess 1 2")
    assert error.value.rule is RULES["not-own"]
    state = play(state, "Anna guess 16 15")
    assert state.albums == ((16,), (), (15,))
    assert GAME.actors(state) == (1,)
    top = play(state, "Ben guess 1 2")  # only Ben's pair is left for nobody but Ben; Cem may still guess it
    assert GAME.actors(top) == (2,)
    assert [GAME.format(a, state.options) for a in GAME.legal(top, 2)] == ["guess 8 9"]


@pytest.mark.parametrize(("players", "centre"), [(3, 9), (4, 9), (5, 10)])
def test_risiko_two_pairs_and_at_least_nine_cards_in_the_centre(players: int, centre: int) -> None:
    state = dealt(players, variant="risiko")
    assert GAME.legal(state, 0).count() == 7 * 6 * 5 * 4 // 2
    for p in range(players):
        first = p * 7 + 1
        state = GAME.apply(state, p, Lay((first, first + 1, first + 2, first + 3)))
    if GAME.actors(state) == (CHANCE,):
        state = GAME.apply(state, CHANCE, GAME.draw(state))
    assert len(state.centre) == centre


RISKY = ("Anna lay 1 2 3 4", "Ben lay 8 41 10 11", "Cem lay 15 16 17 18")


def risky() -> Any:
    hands = [[1, 2, 3, 4, 5, 6, 7], [8, 41, 10, 11, 12, 13, 14], [15, 16, 17, 18, 19, 20, 21]]
    return shown(dealt(hands=hands, variant="risiko"), *RISKY, fill="90 91 92")


def test_risiko_passing_keeps_what_the_turn_won_and_there_is_no_bonus() -> None:
    state = play(risky(), "Anna guess 8 41")
    assert GAME.actors(state) == (0,)
    assert counts(state) == [0, 1, 0]  # Ben has his picture at once; Anna's is at stake, and nobody gets a bonus
    state = play(state, "Anna guess 15 16", "Anna pass")
    assert counts(state) == [2, 1, 1]
    assert GAME.actors(state) == (1,)


def test_risiko_a_wrong_guess_sends_the_turns_pictures_to_the_box() -> None:
    state = play(risky(), "Anna guess 8 41", "Anna guess 15 18")
    assert counts(state) == [0, 1, 0]
    assert state.box == (120, 41)
    assert GAME.actors(state) == (1,)


def test_risiko_the_first_guess_is_a_duty_and_the_last_pair_ends_the_turn() -> None:
    state = risky()
    with pytest.raises(IllegalAction) as error:
        play(state, "Anna pass")
    assert error.value.rule is RULES["pass"]
    state = play(state, "Anna guess 8 41", "Anna guess 10 11", "Anna guess 15 16", "Anna guess 17 18")
    assert counts(state) == [4, 2, 2]
    assert GAME.actors(state) == (1,)


def test_risiko_is_for_three_to_five() -> None:
    with pytest.raises(OptionsError, check=fact_like(r"face-cards\.no\.risiko")):
        GAME.options(NAMES[:6], variant="risiko")


# Refusals, notation


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("Ben guess 1 2", RULES["turn"]),
        ("Anna guess 1 9", RULES["not-own"]),
        ("Anna guess 8 2", RULES["not-own"]),
        ("Anna guess 8 77", RULES["guess"]),
        ("Anna guess 77 9", RULES["guess"]),
        ("Anna lay 3 4", RULES["step"]),
        ("Anna pass", RULES["pass"]),
        ("table right", RULES["turn"]),
    ],
)
def test_refused_guesses_name_the_rule(line: str, broken: Any) -> None:
    state = shown(dealt(), *BASE, fill="90 50 30")
    before = GAME.dump(state)
    with pytest.raises(IllegalAction) as error:
        play(state, line)
    assert error.value.rule is broken
    assert GAME.dump(state) == before


def test_the_english_book_forbids_only_the_own_pair() -> None:
    state = shown(dealt(not_own="pair"), *BASE, fill="90 50 30")
    assert GAME.legal(state, 0).count() == 12
    assert GAME.legal(shown(dealt(), *BASE, fill="90 50 30"), 0).count() == 10
    assert play(state, "Anna guess 8 2").turn == 1


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (Lay((1, 1)), IllegalAction),
        (Lay((1,)), IllegalAction),
        (Lay((1, 2, 3)), IllegalAction),
        (Lay((1, 9)), IllegalAction),
        (Lay((1, 999)), MalformedAction),
        (Lay((True, 2)), MalformedAction),
        (Lay([1, 2]), MalformedAction),  # type: ignore[arg-type]
        (Guess(1, 2), IllegalAction),
        (Camera(1), IllegalAction),
        (Deal((1,)), IllegalAction),
        (Camera(7), MalformedAction),
        (Answer(False, True), MalformedAction),
        ("lay 1 2", MalformedAction),
        (None, MalformedAction),
    ],
)
def test_hostile_lays(action: Any, kind: type[Exception]) -> None:
    state = dealt()
    with pytest.raises(kind):
        GAME.apply(state, 0, action)
    assert state == dealt()


def test_short_forms() -> None:
    state = shown(dealt(), *BASE, fill="90 50 30")
    assert GAME.parse("Guess 8 9", state, 0) == Guess(8, 9)
    with pytest.raises(AmbiguousAction) as error:
        GAME.parse("guess 9", state, 0)
    assert error.value.choices == ("guess 8 9", "guess 15 9")
    last = play(state, "Anna guess 15 16")
    assert GAME.actors(last) == (1,)
    assert GAME.parse("guess 2", last, 1) == Guess(1, 2)
    for text in ("", "dance", "guess", "guess 8 nine", "guess 08 9", "camera Nobody", "right Ben Cem bonus"):
        with pytest.raises(MalformedAction):
            GAME.parse(text, state, 0)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pile", "1,2"),
        ("turn", "7"),
        ("phase", "tea"),
        ("camera", "3"),
        ("waiting", "0"),
        ("seed", "x"),
        ("hit", "2"),
        ("hands", "1/2"),
        ("people", "9999"),
        ("centre", "2,9"),
        ("asked", "0,8,9"),
        ("log", "0,1"),
        ("draws", "-1"),
    ],
)
def test_impossible_positions_are_refused(field: str, value: str) -> None:
    state = shown(dealt(), *BASE, fill="90 50 30")
    words = [f"{field}={value}" if word.startswith(field + "=") else word for word in GAME.dump(state).split(" ")]
    with pytest.raises(RecordError):
        GAME.load(" ".join(words))


def test_tellings_say_what_the_table_saw_and_no_more() -> None:
    state = dealt()
    assert GAME.tell(state, 0, Lay((1, 2))) == fact("face-cards.laid", who="Anna", up=None)
    state = shown(state, *BASE, fill="90 50 30")
    guess = fact("face-cards.names", who="Anna", one=8, owner="Ben", other=9)
    assert GAME.tell(state, 0, Guess(8, 9)) == fact("face-cards.right", guess=guess, who="Anna", owner="Ben")
    guess = fact("face-cards.names", who="Anna", one=8, owner="Ben", other=16)
    assert GAME.tell(state, 0, Guess(8, 16)) == fact("face-cards.wrong", guess=guess, lost=None)


def test_an_own_pair_is_seen_by_its_owner_alone_until_the_cards_are_shown() -> None:
    state = play(dealt(), "Ben lay 8 9")
    assert GAME.view(state, 1)["pairs"] == [[8, 9]]
    for viewer in (0, 2, TABLE):
        view = GAME.view(state, viewer)
        assert view["fronts"] == [[], [], []]
        assert not {"8", "9"} & set(view["categories"])
        assert [view.get("pairs", []), view["centre"]] == [[], []]


def test_move_keeps_the_old_position() -> None:
    state = shown(dealt(), *BASE, fill="90 50 30")
    text = GAME.dump(state)
    move(state, 0, Guess(8, 9))
    assert GAME.dump(state) == text
