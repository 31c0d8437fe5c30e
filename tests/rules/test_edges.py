"""The engines at their edges, over all five games: equal-looking values, seeds, counts, secrets, strangers' text."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import IntEnum
from random import Random
from typing import Any

import pytest

from companion.rules import record, registry
from companion.rules.errors import AmbiguousAction, MalformedAction, OptionsError, RecordError, RulesError
from companion.rules.face_off.actions import Offer, offer
from companion.rules.history import History
from companion.rules.playout import playout, sensible_player
from companion.rules.protocol import CHANCE, TABLE
from tests.rules.rules_cases import NAMES, Case, everyone, hidden_twin, positions, smallest, walk

CASES = smallest()
each_case = pytest.mark.parametrize("case", CASES, ids=[f"{c.name}-{c.variant}" for c in CASES])
each_game = pytest.mark.parametrize("name", registry.names())


class Number(IntEnum):
    """Equal to whole numbers, and none."""

    MINUS = -1
    ZERO = 0
    ONE = 1
    TWO = 2
    THREE = 3


def alike(value: Any) -> Iterator[Any]:
    """Values that compare equal to this one (or hold the same things) and are of another type."""
    if type(value) is int:
        yield float(value)
        if value in (0, 1):
            yield bool(value)
        if value in set(Number):
            yield Number(value)
    elif type(value) is bool:
        yield int(value)
    elif type(value) is str:
        yield type("Text", (str,), {})(value)
    elif type(value) is tuple:
        yield list(value)
        yield frozenset(value)
        yield type("Row", (tuple,), {})(value)
        for at, part in enumerate(value):
            yield from ((*value[:at], other, *value[at + 1 :]) for other in alike(part))


def forged(action: Any) -> Iterator[Any]:
    """Yield the action with one value that only looks right."""
    if is_dataclass(action):
        names = [f.name for f in fields(action) if f.init]
        kind: Any = type(action)
        for name in names:
            for value in alike(getattr(action, name)):
                yield kind(**{n: value if n == name else getattr(action, n) for n in names})
    else:
        for at, part in enumerate(action):
            for value in alike(part):
                yield type(action)(*action[:at], value, *action[at + 1 :])


def same(one: Any, other: Any) -> bool:
    """Whether two values are alike down to the types of their parts."""
    if type(one) is not type(other):
        return False
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.init)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@each_case
def test_values_that_only_compare_equal_are_malformed(case: Case) -> None:
    game, tried = case.game, 0
    kinds: dict[type, list[Any]] = {}
    for met in (*walk(case), *walk(case, 1, True)):
        kinds.setdefault(type(met.action), []).append(met)
    for mets in kinds.values():
        for met in Random(1).sample(mets, min(4, len(mets))):
            before = game.dump(met.state)
            for wrong in list(forged(met.action))[:400]:
                if same(wrong, met.action):
                    continue  # made right when it was built
                tried += 1
                assert wrong not in game.legal(met.state, met.actor), wrong
                with pytest.raises(MalformedAction):
                    game.apply(met.state, met.actor, wrong)
            assert game.dump(met.state) == before
            for actor in (float(met.actor), met.actor == 1, Number(max(met.actor, -1))):
                with pytest.raises(MalformedAction):
                    game.apply(met.state, actor, met.action)
                assert not game.legal(met.state, actor)
    assert tried


def test_an_offer_of_a_float_leaves_no_trace_in_the_offers_of_others() -> None:
    """The shared offers are kept by value; 1.0 == 1, but its cards are no counts."""
    Offer(3.0, "opal")  # type: ignore[arg-type]
    assert all(type(count) is int for count in Offer(3, "opal").cards)
    offer(True, "topaz")
    assert type(offer(1, "topaz").shown) is int


@each_case
def test_actions_can_be_counted_or_are_refused_at_once(case: Case) -> None:
    """``count`` and ``len`` answer at once in every position, chance's too, or raise OverflowError."""
    for state in positions(case):
        for actor in case.game.actors(state):
            legal = case.game.legal(state, actor)
            try:
                count = legal.count()
            except OverflowError:
                assert actor == CHANCE
                count = sys.maxsize + 1
            assert count > 0
            if count > sys.maxsize:
                with pytest.raises(OverflowError):
                    len(legal)
            else:
                assert len(legal) == count


@pytest.mark.parametrize(("players", "ways"), [(3, 1540), (4, 2309384)])
def test_deals_of_face_off_are_counted(players: int, ways: int) -> None:
    """3 x 3 tables with all sums 9: C(11,4) + C(12,4) + C(13,4) (MacMahon); the other was listed once."""
    game = registry.get("face-off")
    deals = game.legal(game.start(game.options(NAMES[:players]), 1), CHANCE)
    assert deals.count() == ways
    if players == 3:
        assert sum(1 for _ in deals) == ways
    advanced = game.options(NAMES[:players], advanced=True)
    factor = {3: 36, 4: 576}[players]
    assert game.legal(game.start(advanced, 1), CHANCE).count() == ways * factor


def test_deals_of_many_players_are_not_counted() -> None:
    game = registry.get("face-off")
    with pytest.raises(OverflowError):
        game.legal(game.start(game.options(NAMES[:9]), 1), CHANCE).count()


SEEDS = (0, 1, -1, 2**63, -(2**64), 10**99, 10**100, -(10**120), 3**20_000)


@each_game
@pytest.mark.parametrize("seed", SEEDS, ids=[f"{len(hex(s))} digits" for s in SEEDS])
def test_any_whole_seed_goes_through_positions_and_records(name: str, seed: int) -> None:
    game = registry.get(name)
    history = History(game, game.options(NAMES[: game.player_count[0]]), seed)
    for _ in range(2):
        assert game.load(game.dump(history.state)) == history.state
        text = history.record().write()
        assert record.read(text).write() == text
        assert record.read(text).seed == seed
        if CHANCE in game.actors(history.state):
            history.draw()


@each_game
@pytest.mark.parametrize("seed", [True, False, 1.0, "7", None, b"7", (7,), float("inf"), Number.ONE])
def test_other_seeds_are_refused_at_the_start(name: str, seed: Any) -> None:
    game = registry.get(name)
    with pytest.raises(OptionsError) as caught:
        game.start(game.options(NAMES[: game.player_count[0]]), seed)
    assert caught.value.code == "option.no.seed"


@each_game
@pytest.mark.parametrize("junk", [None, b"deal", 5, 1.5, [], {}, object(), "\ud800", "a\udfffb", "x" * 100_000])
def test_parsers_refuse_what_is_no_text(name: str, junk: Any) -> None:
    game = registry.get(name)
    state = game.start(game.options(NAMES[: game.player_count[0]]), 1)
    for actor in (0, CHANCE, TABLE):
        with pytest.raises(MalformedAction):
            game.parse(junk, state, actor)
    with pytest.raises(RecordError):
        game.load(junk)
    with pytest.raises(RecordError):
        record.read(junk)
    if not isinstance(junk, str):
        with pytest.raises(OptionsError):
            registry.get(junk)


@each_game
def test_half_characters_come_into_no_record(name: str) -> None:
    game = registry.get(name)
    names = NAMES[: game.player_count[0]]
    with pytest.raises(OptionsError):
        game.options(["A\ud800", *names[1:]])
    history = History(game, game.options(names), 1)
    history.headers["Place"] = "\ud800"
    with pytest.raises(RecordError) as caught:
        history.record().write()
    assert caught.value.code == "record.no.kept"
    history.headers = {"\udc00": "x"}
    with pytest.raises(RecordError):
        history.record().write()
    history.headers = {}
    history.comment("so \udc00")
    with pytest.raises(RecordError):
        history.record().write()
    plain = History(game, game.options(names), 1).record().write()
    with pytest.raises(RecordError):
        record.read(plain.replace("\nseed 1\n", '\nseed 1\nheader Place "\\ud800"\n'))


@each_case
def test_records_are_written_in_one_way_only(case: Case) -> None:
    """What would not be written back to the byte is refused by its line."""
    history = History(case.game, case.options(), 7)
    for met in walk(case)[:3]:
        history.apply(met.actor, met.action)
    history.headers["Place"] = "home"
    text = history.record().write()
    assert record.read(text).write() == text
    first = text.split("\n")[2].removeprefix("players ").split(" ")[0]
    for old, new in (
        ("\nseed 7\n", "\nseed 007\n"),
        ("\nseed 7\n", "\nseed +7\n"),
        ("\nseed 7\n", "\nseed ٧\n"),
        ("\nseed 7\n", "\nseed 7 \n"),
        ("\nseed 7\n", "\nseed 0x7\n"),
        ("\n1 ", "\n01 "),
        ("\n1 ", "\n١ "),
        ("\n1 ", "\n1  "),
        (f"players {first} ", f'players "{first}" '),
        (f"players {first} ", f"players  {first} "),
        ('header Place "home"', 'header "Place" "home"'),
        ('header Place "home"', "header Place home"),
        ("companion-record 1", "companion-record 01"),
        (f"game {case.name} ", f"game {case.name.upper()} "),
        (f"game {case.name} {case.game.version}", f"game {case.name} 0{case.game.version}"),
        ("\nend 3 ", "\nend 03 "),
    ):
        assert old in text, old
        with pytest.raises(RecordError):
            record.read(text.replace(old, new, 1))
    lines = text.split("\n")
    option = next(i for i, line in enumerate(lines) if line.startswith("option "))
    for wrong in (
        [*lines[:option], lines[option], *lines[option:]],
        [*lines[:option], lines[option].replace(" ", "  "), *lines[option + 1 :]],
        [*lines[:option], lines[option] + " ", *lines[option + 1 :]],
    ):
        with pytest.raises(RecordError):
            record.read("\n".join(wrong))


def test_counts_that_two_digits_do_not_hold_are_refused() -> None:
    game = registry.get("face-off")
    state = game.start(game.options(NAMES[:3]), 1)
    for hand in ("D100", "D99D9", "D099", "D0", "D٩"):
        with pytest.raises(MalformedAction):
            game.parse(f"deal {hand} E9 R9", state, CHANCE)


@each_case
def test_what_all_may_read_of_a_refusal_tells_no_hand(case: Case) -> None:
    """Two positions that look alike from the table refuse in public by the same words, whatever the hands hold."""
    game, random, compared = case.game, Random(2), 0
    texts = [game.format(met.action, case.options()) for met in walk(case)] + ["offer 2", "offer 2 ruby+wild", "lay 3"]
    for at, state in enumerate(positions(case)):
        twin = hidden_twin(game, state, TABLE, random)
        if twin is None:
            continue
        for actor in everyone(case):
            for text in random.sample(texts, min(12, len(texts))):
                said = [refusal(game, one, actor, text) for one in (state, twin)]
                if None not in said:
                    compared += 1
                    assert said[0] == said[1], (at, actor, text)
    assert compared or "physical" in case.variant


def refusal(game: Any, state: Any, actor: int, text: str) -> Any:
    """Return what all may read when the action is refused, None where it is not."""
    try:
        game.apply(state, actor, game.parse(text, state, actor))
    except RulesError as error:
        return error.public
    return None


def test_what_a_hand_holds_is_for_its_owner_alone() -> None:
    game = registry.get("face-off")
    state = game.start(game.options(["Ann", "Ben", "Cleo"]), 1)
    state = game.apply(state, CHANCE, game.parse("deal D5E4 E5R4 R5D4", state, CHANCE))
    for actor, text, code, public in (
        (1, "offer 4 diamond", "face-off.no.not-held", "face-off.no.your-cards"),
        (1, "offer 2", "face-off.no.several", "face-off.no.say-gem"),
    ):
        with pytest.raises(RulesError) as caught:
            game.apply(state, actor, game.parse(text, state, actor))
        assert caught.value.code == code
        assert caught.value.secret
        said: Any = caught.value.public
        said = said.values["what"] if said.code == "rules.cited" else said
        assert said.code == public
        assert not {"diamond", "emerald", "ruby"} & set(str(said).replace("(", " ").split())


def test_memory_hides_the_own_pieces_after_the_set_up() -> None:
    game = registry.get("keep-smiling")
    options = game.options(["Ann", "Ben"], memory=True)
    state = game.start(options, 3)
    state = game.apply(state, 0, game.parse("place S G N S G", state, 0))
    assert game.view(state, 0)["kinds"] == list("SGNSG")  # Ben still sets up
    state = game.apply(state, 1, game.parse("place G S N S G", state, 1))
    met: list[Any] = []
    end = playout(game, options, 3, sensible_player, watch=lambda s, a, x: met.append(s)).state
    hidden = [s for s in met if game.view(s, 0)["phase"] != "place"]
    assert hidden
    for one in (state, *hidden):
        for viewer in (0, 1):
            view = game.view(one, viewer)
            assert view["kinds"] is None
            assert all(chair["kind"] is None for chair in view["chairs"])
    assert game.view(end, 0)["kinds"] is not None
    assert all(chair["kind"] for chair in game.view(end, TABLE)["chairs"])
    assert game.load(game.dump(state)) == state
    assert " memory=yes ." in game.dump(state)
    off = game.start(game.options(["Ann", "Ben"]), 3)
    assert "memory" not in game.dump(off)
    assert "memory" not in History(game, off.options, 3).record().write()  # as before there was the option
    text = History(game, options, 3).record().write()
    assert "option memory true\n" in text
    again: Any = record.read(text).options
    assert again.memory


def test_physical_pieces_all_off_the_lanes_can_be_saved_before_the_chairs_are_turned_over() -> None:
    game = registry.get("keep-smiling")
    options = game.options(["Ann", "Ben"], pieces="physical")
    empty = 0
    for seed in range(100, 160):
        met: list[Any] = []

        def watch(state, actor, action, met=met):
            met.append(state)

        playout(game, options, seed, watch=watch)
        for state in met:
            if game.view(state, TABLE)["phase"] == "reveal":
                empty += all(gone is None for lane in game.view(state, TABLE)["lanes"] for gone in lane["gone"])
                assert game.audit(state) is None
                assert game.load(game.dump(state)) == state
    assert empty


@pytest.mark.slow
@each_case
def test_json_positions_and_fields_of_any_number_are_read_or_refused(case: Case) -> None:
    """Every number of a position made absurd: refused, or a position that can be viewed and played on."""
    game, random = case.game, Random(5)
    for state in positions(case)[::4]:
        words = game.dump(state).split(" ")
        for at, word in enumerate(words[2:], start=2):
            for wrong in ("123456789012345678", "-5", "99"):
                digits = [i for i, c in enumerate(word) if c.isdigit() and c.isascii()]
                if not digits:
                    continue
                spot = random.choice(digits)
                text = " ".join([*words[:at], word[:spot] + wrong + word[spot + 1 :], *words[at + 1 :]])
                try:
                    read = game.load(text)
                except RecordError:
                    continue
                assert game.dump(read) == text
                for actor in game.actors(read):
                    action = game.draw(read) if actor == CHANCE else game.legal(read, actor).sample(random)
                    after = game.apply(read, actor, action)
                    json.dumps(game.view(after, TABLE))


def ambiguity(game: Any, text: str, state: Any, actor: int) -> AmbiguousAction | None:
    try:
        game.parse(text, state, actor)
    except AmbiguousAction as error:
        return error
    except MalformedAction:
        return None
    return None


@pytest.mark.slow
@each_case
def test_an_ambiguous_action_lists_its_choices(case: Case) -> None:
    """In full forms that are read, each as another action, and the first of them in what is said."""
    game, met = case.game, 0
    texts = {game.format(step.action, case.options()) for step in walk(case)} | {"5", "offer 1", "offer 2", "call A"}
    for state in positions(case):
        for actor in game.actors(state):
            for text in sorted(texts):
                short = text.rpartition(" ")[0] or text
                for typed in (short, " ".join(text.split()[:2]), text):
                    error = ambiguity(game, typed, state, actor)
                    if error is None:
                        continue
                    met += 1
                    assert len(error.choices) > 1
                    actions = [game.parse(choice, state, actor) for choice in error.choices]
                    assert len({game.format(action, case.options()) for action in actions}) == len(actions)
                    assert error.choices[0] in str(error.what) or "names" in error.what.values
    always = {("ftw", "default"), ("keep-smiling", "default"), ("face-cards", "base")}
    assert met or (case.name, case.variant) not in always
