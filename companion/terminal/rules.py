"""``rules list|show|replay|selfplay`` and ``play``: the games without cameras or microphones."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.errors import BadInput, StorageError, system_says
from companion.facts import fact
from companion.rules import record, registry
from companion.rules.errors import RulesError
from companion.rules.history import History
from companion.rules.playout import DUEL_POLICY
from companion.rules.playout import selfplay as played
from companion.rules.protocol import Game
from companion.rules.search import LEVELS
from companion.terminal.command_line import language_of
from companion.terminal.options import Lang
from companion.terminal.rules_view import scores_of
from companion.terminal.screen import console
from companion.terminal.terminal_game import TerminalGame
from companion.words import say, term

GameName = Annotated[str, typer.Argument(metavar="GAME", help="usage.rules.game")]
Values = Annotated[list[str] | None, typer.Option("-o", "--option", help="usage.rules.option")]
Variant = Annotated[str, typer.Option(help="usage.rules.variant")]


def register(app: typer.Typer) -> None:
    rules = typer.Typer(no_args_is_help=True)
    rules.command("list")(list_games)
    rules.command("show")(show)
    rules.command("replay")(replay)
    rules.command("selfplay")(selfplay)
    app.add_typer(rules, name="rules")
    app.command("play")(play)


def list_games(lang: Lang = None) -> None:
    """List the games with their numbers of players and their variants."""
    language = language_of(lang)
    for name in registry.names():
        game = registry.get(name)
        count = game.player_count
        several = "games.seats" if len(count) > 1 else "games.seats-one"
        seats = say(several, language, low=count[0], high=count[-1])
        title = term("game", name, language)
        typer.echo(say("games.row", language, name=name, title=title, seats=seats, variants=list(game.variants)))


def show(game: GameName, lang: Lang = None) -> None:
    """Print a game's description, options and variants."""
    language = language_of(lang)
    chosen = find(game)
    options = chosen.options([f"P{i}" for i in range(chosen.player_count[0])])
    values = chosen.option_values(options)
    typer.echo(f"{term('game', chosen.name, language)}\n\n{say(f'about.{chosen.name}', language)}\n")
    typer.echo(say("games.options", language))
    for spec in chosen.specs:
        text = json.dumps(values[spec.name], ensure_ascii=False)
        among = f" ({', '.join(spec.choices)})" if spec.kind == "choice" else ""
        typer.echo(f"  {spec.name} = {text}{among}\n      {say(spec.help, language)}")
    typer.echo("\n" + say("games.variants", language))
    for name, given in chosen.variants.items():
        typer.echo(f"  {name}" + "".join(f" -o {key}={_text(value)}" for key, value in given.items()))


def replay(
    file: Annotated[Path, typer.Argument(help="usage.rules-replay.file")],
    lang: Lang = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="usage.rules-replay.quiet")] = False,
) -> None:
    """Read a game record, check it action by action, and print what happened."""
    language = language_of(lang)
    record = read_record(file)
    state = None
    for step, state in zip((*record.steps, None), record.states(), strict=True):
        if step is not None and not quiet:
            typer.echo(say(record.game.tell(state, step.actor, step.action), language))
    end = record.game.outcome(state)
    names = record.options.players
    if end is None:
        typer.echo(say("games.goes-on", language, n=len(record.steps), path=str(file)))
        return
    winners = [names[w] for w in end.winners]
    typer.echo(say("games.ended", language, n=len(record.steps), scores=scores_of(names, end.scores), winners=winners))


def selfplay(
    game: GameName,
    games: Annotated[int, typer.Option("-n", min=1, help="usage.rules-selfplay.games")] = 100,
    seed: Annotated[int, typer.Option(help="usage.rules-selfplay.seed")] = 1,
    players: Annotated[int, typer.Option(help="usage.rules-selfplay.players")] = 0,
    policy: Annotated[str, typer.Option(help="usage.rules-selfplay.policy")] = "duel",
    variant: Variant = "",
    option: Values = None,
    limit: Annotated[int, typer.Option(min=1, help="usage.rules-selfplay.limit")] = 200_000,
    json_out: Annotated[bool, typer.Option("--json", help="usage.rules-selfplay.json")] = False,
) -> None:
    """Let bots play many games and print the statistics."""
    from rich.progress import track

    chosen = find(game)
    names = [f"P{i + 1}" for i in range(players or chosen.player_count[0])]
    options = options_of(chosen, names, variant, option)
    if policy != DUEL_POLICY and not set(policy.split(":", 1)) <= set(LEVELS):
        raise BadInput("games.policy", known=[DUEL_POLICY, *LEVELS], given=policy)
    begin = time.perf_counter()
    playing = played(chosen, options, games, seed, policy, limit, LEVELS)
    bar = track(playing, term("game", chosen.name), games, console=console(stderr=True), transient=True)
    sums = deque(bar, maxlen=1).pop()
    seconds = time.perf_counter() - begin
    result = {
        "game": chosen.name,
        "seed": seed,
        **sums.summary(),
        "seconds": round(seconds, 3),
        "actions_a_second": round(sums.actions / seconds),
    }
    typer.echo(json.dumps(result) if json_out else _table(result))


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="usage.rules.game")] = "",
    players: Annotated[str, typer.Option(help="usage.play.players")] = "",
    bots: Annotated[int, typer.Option(min=-1, help="usage.play.bots")] = -1,
    variant: Variant = "",
    option: Values = None,
    seed: Annotated[int | None, typer.Option(help="usage.play.seed")] = None,
    save: Annotated[Path | None, typer.Option(help="usage.play.save")] = None,
    resume: Annotated[Path | None, typer.Option(help="usage.play.resume")] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal, passing the machine round; bots fill the empty seats."""
    import secrets

    language = language_of(lang)
    if resume is not None:
        history, save = History.of(read_record(resume)), save or resume
    else:
        seed = secrets.randbits(48) if seed is None else seed
        history = _begin(game, _names(players), bots, variant, option, seed)
    TerminalGame(history, _names(history.headers.get("people", "")), save, language).run()


def _begin(game: str, humans: list[str], bots: int, variant: str, option: list[str] | None, seed: int) -> History:
    """Return a new game of people and bots.

    Args:
        game: Name of the game.
        humans: Names of the people.
        bots: Number of bots; below 0 as many as the game needs.
        variant: Name of a variant, or "".
        option: Options as NAME=VALUE.
        seed: Seed of the game's random numbers.

    Raises:
        BadInput: These values do not make a game.
    """
    if not game:
        raise BadInput("games.which", example="companion play face-off --players Ann,Ben")
    chosen = find(game)
    missing = max(0, chosen.player_count[0] - len(humans)) if bots < 0 else bots
    names = [*humans, *(f"Bot {i + 1}" for i in range(missing))]
    history = History(chosen, options_of(chosen, names, variant, option), seed=seed)
    history.headers["people"] = ",".join(humans)
    return history


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def find(name: str) -> Game[Any, Any, Any]:
    """Return the game with this name.

    Raises:
        BadInput: There is none.
    """
    try:
        return registry.get(name)
    except RulesError as error:
        raise BadInput(error.fact) from None


def options_of(game: Game[Any, Any, Any], names: list[str], variant: str, settings: list[str] | None) -> Any:
    """Return the options of a game: those of a variant, with some changed.

    Args:
        game: The game.
        names: Names of the players.
        variant: Name of a variant, or "".
        settings: Changes as NAME=VALUE.

    Raises:
        BadInput: There is no such variant, or an option is not valid.
    """
    if variant and variant not in game.variants:
        raise BadInput("games.no-variant", game=game.name, given=variant, known=list(game.variants))
    values: dict[str, object] = dict(game.variants[variant]) if variant else {}
    specs = {spec.name: spec for spec in game.specs}
    for text in settings or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput("games.option-form", given=text)
        key = name.strip().replace("-", "_")
        values[key] = specs[key].parse(value) if key in specs else value
    try:
        return game.options(names, **values)
    except RulesError as error:
        raise BadInput(error.fact) from None


def _text(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value)


def read_record(file: Path) -> Any:
    """Return the game record in a file.

    Raises:
        BadInput: The file is no game record.
        StorageError: The file cannot be read.
    """
    try:
        text = file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise BadInput("games.no-file", path=str(file)) from None
    except UnicodeDecodeError:
        raise BadInput("games.no-text", path=str(file)) from None
    except OSError as error:
        raise StorageError("games.unreadable", path=str(file), why=system_says(error)) from None
    try:
        return record.read(text)
    except RulesError as error:
        raise StorageError("games.no-record", path=str(file), why=error.fact) from None


def _table(result: Mapping[str, Any]) -> str:
    """Return the statistics of self-play as text."""
    lines = [say("selfplay.head", **result)]
    if "sensible" in result:
        lines.append(say("selfplay.duel", **result["sensible"]))
    ends = [fact("selfplay.end", name=name, n=count) for name, count in result["terminations"].items()]
    seats = [fact("selfplay.share", share=share) for share in result["wins_by_seat"]]
    return "\n".join([*lines, say("selfplay.ends", **{**result, "seats": seats, "ends": ends or "-"})])
