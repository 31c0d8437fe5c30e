"""What every game must do, for every game, variant and player count: the protocol's promises as tests."""

from __future__ import annotations

import ast
import collections.abc
import doctest
import json
import subprocess
import sys
import typing
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import companion.rules
from companion.facts import Fact
from companion.rules import registry
from companion.rules.drawing import draw_view, picture
from companion.rules.errors import IllegalAction, MalformedAction, OptionsError, RecordError, RulesError
from companion.rules.playout import playout, random_player, sensible_player
from companion.rules.protocol import CHANCE, SHARED_VIEW_FIELDS, TABLE, Game, Outcome
from tests.rules.rules_cases import NAMES, Case, each_case, everyone, hidden_twin, positions, walk

FILES = {
    "__init__",
    "actions",
    "options",
    "state",
    "check",
    "legal",
    "view",
    "notation",
    "position",
    "bot",
    "game",
    "highlights",
}
LISTED = 300  # how much of a listing is looked at
TRIED = 14  # how many of these actions are tried a position
COUNTED = 5_000  # longest listing that is counted in full

each_game = pytest.mark.parametrize("name", registry.names())


def listed(case: Case, state: Any, actor: int) -> list[Any]:
    """Return some of the legal actions, from all over the listing."""
    actions = list(islice(case.game.legal(state, actor), LISTED))
    return Random(len(actions)).sample(actions, TRIED) if len(actions) > TRIED else actions


@each_case
def test_the_same_seed_gives_the_same_game(case: Case) -> None:
    one = playout(case.game, case.options(), 5, limit=80)
    other = playout(case.game, case.options(), 5, limit=80)
    assert one.state == other.state
    assert case.game.dump(one.state) == case.game.dump(other.state)


@each_case
def test_actors_are_those_who_have_a_legal_action(case: Case) -> None:
    for state in positions(case):
        actors = case.game.actors(state)
        assert actors
        assert case.game.outcome(state) is None
        assert len(set(actors)) == len(actors)
        for actor in everyone(case):
            legal = case.game.legal(state, actor)
            assert bool(legal) is (actor in actors), (actor, actors)


@each_case
def test_listed_actions_apply_and_leave_the_old_position_alone(case: Case) -> None:
    for state in positions(case):
        before = case.game.dump(state)
        for actor in case.game.actors(state):
            legal = case.game.legal(state, actor)
            for action in [*listed(case, state, actor), legal.sample(Random(1)), legal.sample(Random(2))]:
                assert action in legal
                after = case.game.apply(state, actor, action)
                assert case.game.audit(after) is None
        assert case.game.dump(state) == before


@each_case
def test_nothing_is_listed_twice_and_the_count_agrees(case: Case) -> None:
    for state in positions(case)[::3]:
        for actor in case.game.actors(state):
            legal = case.game.legal(state, actor)
            actions = list(islice(legal, COUNTED))
            assert len(set(actions)) == len(actions)
            if len(actions) < COUNTED:
                assert legal.count() == len(legal) == len(actions)


@each_case
def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(case: Case) -> None:
    game = case.game
    seen = {m.action: None for sensible in (False, True) for m in walk(case, 1, sensible)}
    pool = Random(4).sample(list(seen), min(25, len(seen)))
    refused = 0
    for state in positions(case)[::2]:
        before = game.dump(state)
        for actor in everyone(case):
            legal = game.legal(state, actor)
            for action in pool:
                if action in legal:
                    game.apply(state, actor, action)
                    continue
                with pytest.raises((IllegalAction, MalformedAction)) as caught:
                    game.apply(state, actor, action)
                refused += 1
                if isinstance(caught.value, IllegalAction):
                    rule = caught.value.rule
                    assert rule.book
                    assert rule.section
                    assert rule.key.startswith(f"{game.name}.")
                    assert caught.value.code.startswith((f"{game.name}.no.", "rules.no."))
                    assert caught.value.fact.values["rule"] == rule.fact
        assert game.dump(state) == before
    assert refused


@each_case
def test_what_is_no_action_is_malformed(case: Case) -> None:
    state = walk(case)[0].state
    actor = case.game.actors(state)[0]
    good = walk(case)[0].action
    for junk in (None, 5, "offer", object(), (), [], {}, case.options()):
        assert junk not in case.game.legal(state, actor)
        with pytest.raises(MalformedAction):
            case.game.apply(state, actor, junk)
    for stranger in (case.players, 99, -3, "Ann", None, 0.5):
        assert not case.game.legal(state, stranger)
        with pytest.raises(RulesError):
            case.game.apply(state, stranger, good)


@each_case
def test_chance_draws_a_legal_action_and_only_when_it_is_its_turn(case: Case) -> None:
    drawn = 0
    for state in positions(case):
        if CHANCE in case.game.actors(state):
            action = case.game.draw(state)
            assert action == case.game.draw(state)
            assert action in case.game.legal(state, CHANCE)
            drawn += 1
        else:
            with pytest.raises(RulesError):
                case.game.draw(state)
    assert drawn or not any(m.actor == CHANCE for m in walk(case))


@each_case
def test_views_are_json_and_hide_other_players_secrets(case: Case) -> None:
    game, hidden = case.game, 0
    for at, state in enumerate(positions(case)):
        for viewer in (*range(case.players), TABLE):
            view = game.view(state, viewer)
            assert json.loads(json.dumps(view)) == view
            twin = hidden_twin(game, state, viewer, Random(at))
            if twin is None:
                continue
            hidden += 1
            assert twin != state
            assert game.audit(twin) is None
            assert game.view(twin, viewer) == view
            if viewer in game.actors(state):
                assert listed(case, twin, viewer) == listed(case, state, viewer)
    physical = "physical" in case.game.option_values(case.options()).values()
    assert hidden or physical, "no position had anything hidden"


@each_case
def test_the_seed_is_in_no_view(case: Case) -> None:
    seed = 987_654_321_987
    states = [case.game.start(case.options(), seed)]
    playout(case.game, case.options(), seed, limit=40, watch=lambda s, a, x: states.append(s))
    for state in states:
        for viewer in (*range(case.players), TABLE):
            assert str(seed) not in json.dumps(case.game.view(state, viewer))


@each_case
def test_actions_round_trip_through_text(case: Case) -> None:
    game, options = case.game, case.options()
    for state in positions(case)[::2]:
        for actor in game.actors(state):
            for action in [*listed(case, state, actor), game.legal(state, actor).sample(Random(9))]:
                text = game.format(action, options)
                assert text == text.strip()
                assert "\n" not in text
                read = game.parse(text, state, actor)
                assert read == action
                assert game.format(read, options) == text


@each_case
def test_positions_round_trip_through_text(case: Case) -> None:
    game = case.game
    for state in positions(case):
        text = game.dump(state)
        assert "\n" not in text
        assert text.startswith(f"{game.name} {game.version} ")
        read = game.load(text)
        assert read == state
        assert game.dump(read) == text
        assert game.actors(read) == game.actors(state)
        for actor in game.actors(state):
            assert listed(case, read, actor) == listed(case, state, actor)


@each_case
def test_damaged_positions_are_refused(case: Case) -> None:
    game = case.game
    text = game.dump(positions(case)[-1])
    head = f"{game.name} {game.version} "
    for cut in {*range(0, len(text), max(1, len(text) // 40)), len(text) - 1}:
        with pytest.raises(RecordError):
            game.load(text[:cut])
    for other in ("", "chess 1 {}", text.replace(head, f"{game.name} {game.version + 1} "), head + "{}", head * 2):
        with pytest.raises(RecordError):
            game.load(other)


@pytest.mark.slow
@each_case
def test_play_ends_with_an_outcome(case: Case) -> None:
    game, ended = case.game, 0
    for policy in (random_player, sensible_player):
        result = playout(game, case.quick(), 2, policy, limit=3_000 if ended or policy is random_player else 30_000)
        assert game.audit(result.state) is None
        if result.outcome is None:
            continue
        ended += 1
        assert game.actors(result.state) == ()
        assert isinstance(result.outcome, Outcome)
        assert len(result.outcome.scores) == case.players
        assert result.outcome.winners
        assert set(result.outcome.winners) <= set(range(case.players))
        assert result.outcome.termination
        for actor in everyone(case):
            legal = game.legal(result.state, actor)
            assert not legal
            assert legal.count() == 0
            for met in walk(case)[:5]:
                with pytest.raises(RulesError):
                    game.apply(result.state, actor, met.action)
        assert game.load(game.dump(result.state)) == result.state
        for viewer in (*range(case.players), TABLE):
            json.dumps(game.view(result.state, viewer))
    assert ended, "neither sensible nor random play came to an end"


@each_case
def test_every_action_is_told_as_a_fact_and_public_text_hides_what_lies_face_down(case: Case) -> None:
    game = case.game
    for sensible in (False, True):
        for met in walk(case, 1, sensible):
            told = game.tell(met.state, met.actor, met.action)
            assert Fact.from_dict(json.loads(json.dumps(told.to_dict()))).to_dict() == told.to_dict()
            assert told.code.startswith((f"{game.name}.", "rules."))
            public = game.public(met.action, case.options())
            assert game.format(met.action, case.options()).startswith(public)


@each_case
def test_every_view_is_drawn_with_what_it_holds_and_no_other_hand(case: Case) -> None:
    for at, state in enumerate(positions(case)):
        for viewer in (*range(case.players), TABLE):
            view = case.game.view(state, viewer)
            text = draw_view(view)
            assert text.startswith(f"{case.name}, round {view['round']}, {view['phase']}: ")
            assert all(name in text for name in view["players"])
            twin = hidden_twin(case.game, state, viewer, Random(at))
            assert twin is None or draw_view(case.game.view(twin, viewer)) == text
            for card in view.get("hand", ()):
                assert str(card) in text
        ElementTree.fromstring(picture(view))


@each_case
def test_points_are_answered_in_every_position(case: Case) -> None:
    game = case.game
    for state in positions(case):
        for viewer in (*range(case.players), TABLE):
            points = game.points(state, viewer)
            assert list(points) == (game.view(state, viewer)["scores"] or [])
            assert len(points) in (0, case.players)


@each_case
def test_views_have_one_schema(case: Case) -> None:
    """The keys that ``protocol.py`` lists, with the meaning that it gives them."""
    game = case.game
    for state in positions(case):
        for viewer in (*range(case.players), TABLE):
            view = game.view(state, viewer)
            assert tuple(view)[: len(SHARED_VIEW_FIELDS)] == SHARED_VIEW_FIELDS
            assert view["game"] == game.name
            assert view["viewer"] == viewer
            assert view["players"] == list(case.options().players)
            assert view["actors"] == list(game.actors(state))
            assert view["turn"] is None or view["turn"] in range(case.players)
            assert type(view["round"]) is int
            assert view["round"] >= 1
            assert not {"you", "acts"} & set(view)
        for stranger in (-1, -3, 99, case.players, None, "Ann", True, 0.0):
            with pytest.raises(MalformedAction):
                game.view(state, stranger)
            with pytest.raises(MalformedAction):
                game.points(state, stranger)
    first = game.start(case.options(), 1)
    assert game.view(first, TABLE)["round"] == 1


@each_case
def test_options_survive_json(case: Case) -> None:
    options = case.options()
    values = json.loads(json.dumps(case.game.option_values(options)))
    assert case.game.options(options.players, **values) == options


@each_game
def test_impossible_players_and_options_are_refused(name: str) -> None:
    game = registry.get(name)
    few, many = game.player_count[0] - 1, game.player_count[-1] + 1
    lots = tuple(f"P{i}" for i in range(many))
    right = list(lots[: game.player_count[0]])
    for players in (
        lots[:few],
        lots,
        [],
        [right[0], *right[:-1]],
        ["", *right[1:]],
        ["a\nb", *right[1:]],
        "Ann",
        [3, *right[1:]],
        [right[0].lower() + " ", right[0].upper(), *right][: len(right)],
    ):
        with pytest.raises(OptionsError):
            game.options(players)
    with pytest.raises(OptionsError):
        game.options(right, no_such_option=1)


@each_game
def test_each_game_says_what_it_is(name: str) -> None:
    game = registry.get(name)
    assert game.name == name
    assert game.version >= 1
    options = game.options(NAMES[: game.player_count[0]])
    assert tuple(game.option_values(options)) == tuple(spec.name for spec in game.specs)
    for spec in game.specs:
        assert spec.game == name
        assert spec.help == f"option.{name}.{spec.name}"
    assert game.senses <= {"signals", "phrases", "teeth", "dice"}
    assert set(game.secret) <= set(typing.get_args(sys.modules[f"{_package(game)}.actions"].Action))


@each_game
def test_each_function_has_the_arguments_that_the_protocol_names(name: str) -> None:
    """``game_of`` takes functions by their names; their types are checked here, where no type checker sees them."""
    game = registry.get(name)
    hints = typing.get_type_hints(Game)
    parts = {field: kind for field, kind in hints.items() if typing.get_origin(kind) is collections.abc.Callable}
    assert {"check", "move", "legal", "describe"} <= set(parts)
    state = sys.modules[f"{_package(game)}.state"].State
    for field, kind in parts.items():
        function, wanted = getattr(game, field), typing.get_args(kind)
        if field in ("options", "apply", "veil", "dump", "load"):  # any arguments, or functions that all games share
            continue
        given = typing.get_type_hints(function)
        returned = given.pop("return")
        assert len(given) == len(wanted[0]), field
        if len(wanted[0]) and wanted[0][0].__name__ == "S":
            assert next(iter(given.values())) is state, field
        if typing.get_origin(wanted[1]) is None and isinstance(wanted[1], type) and wanted[1] is not object:
            assert returned == wanted[1], field


def _package(game: Game[Any, Any, Any]) -> str:
    return game.check.__module__.rpartition(".")[0]


@each_game
def test_each_folder_has_the_same_files(name: str) -> None:
    folder = Path(registry.__file__).parent / name.replace("-", "_")
    files = {path.stem for path in folder.glob("*.py")}
    assert files >= FILES
    assert files - {"data"} <= FILES


def test_the_rules_need_nothing_but_the_standard_library() -> None:
    """A Python without site-packages imports and plays all games."""
    root = Path(registry.__file__).parents[2]
    code = (
        f"import sys; sys.path.insert(0, {str(root)!r})\n"
        "from companion.rules import history, record, registry\n"
        "from companion.rules.playout import playout\n"
        "for name in registry.names():\n"
        "    game = registry.get(name)\n"
        "    playout(game, game.options(['P%d' % i for i in range(game.player_count[0])]), 1, limit=50)\n"
        "own = {m for m in sys.modules if m.startswith('companion')}\n"
        "known = sys.stdlib_module_names | {'companion', '__main__'}\n"
        "print(sorted({m.partition('.')[0] for m in sys.modules} - known))\n"
        "print(sorted(m for m in own if not m.startswith('companion.rules')))"
    )
    call = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "[]\n['companion', 'companion.facts', 'companion.names']\n", done.stderr


ADAPTERS = Path(companion.rules.__file__).with_name("adapters.py")  # imports its extra where it is asked for
SOURCES = sorted(set(Path(companion.rules.__file__).parent.rglob("*.py")) - {ADAPTERS})


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_no_import_outside_the_standard_library_and_facts(source: Path) -> None:
    """Only ``companion.facts`` and ``companion.names`` are allowed beside the standard library."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else names
        for name in names:
            inside = name in ("companion.facts", "companion.names") or name.split(".")[:2] == ["companion", "rules"]
            assert inside or name.partition(".")[0] in sys.stdlib_module_names, name


def test_the_adapters_import_their_extra_only_when_it_is_used() -> None:
    top = {
        node for node in ast.parse(ADAPTERS.read_text("utf-8")).body if isinstance(node, ast.Import | ast.ImportFrom)
    }
    names = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in top}
    outside = {str(name) for name in names if str(name).split(".")[:2] != ["companion", "rules"]}
    assert outside <= sys.stdlib_module_names | {"collections.abc"}


def test_the_registry_knows_names_in_every_spelling_and_no_others() -> None:
    assert registry.names() == ("face-off", "keep-smiling", "face-cards", "ftw", "factum")
    assert registry.get("Face Off!").name == "face-off"
    assert registry.get("FTW?!").name == "ftw"
    with pytest.raises(OptionsError):
        registry.get("chess")


def test_the_example_in_the_package_is_true() -> None:
    result = doctest.testmod(companion.rules)
    assert result.attempted > 10
    assert result.failed == 0
