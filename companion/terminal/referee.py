"""``referee GAME`` and ``replay LOG``: referee a game at the table, and check its log by refereeing it again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.ending import defer_interrupts
from companion.errors import BadInput, DeviceUnavailable, StorageError
from companion.facts import fact
from companion.terminal import broker_options, logs
from companion.terminal import options as opt
from companion.terminal.command_line import language_of
from companion.words import Language, say
from companion.words.messages import FALLBACK_LANGUAGE, parse_language

if TYPE_CHECKING:
    from companion.club.table.broker_feed import BrokerFeed
    from companion.referee.log_writer import Ledger
    from companion.referee.match import Match
    from companion.sitting.table_sitting import TableSitting

REPEATED_RULINGS = 5  # rulings that are printed again when a sitting is resumed


def register(app: typer.Typer) -> None:
    app.command("referee")(opt.expand_option_groups(referee))
    app.command("replay")(replay)


def referee(
    *,
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="usage.referee.game")] = "",
    players: opt.Players = "",
    camera: opt.Cameras = None,
    options: opt.GameOptions,
    mic: opt.Microphones = None,
    warm_up: Annotated[bool, typer.Option("--warm-up", help="usage.referee.warm-up")] = False,
    realtime: Annotated[bool, typer.Option(help="usage.all.realtime")] = False,
    lang: opt.Lang = None,
    json_lines: Annotated[bool, typer.Option("--json", help="usage.all.json-lines")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="usage.referee.resume")] = False,
    broker: broker_options.BrokerOptions,
) -> None:
    """Referee a game at the table: cameras see the signals, keys say the rest."""
    from companion.config import settings
    from companion.referee.desk_registry import match_of
    from companion.referee.kept_games import new_log
    from companion.referee.log import Log
    from companion.referee.log_writer import ledger_of

    language = language_of(lang)
    if resume:
        with broker_options.outward_of(broker, context, language) as outward:
            match, ledger = logs.gone_on_with(Path(game) if game else options.log, outward)
            _sit(context, match, ledger, language if lang is not None else _played_in(ledger), outward, options.setup)
        return
    if not players:
        raise BadInput("referee.who")
    _check(context, game, language)
    head = opt.head(context, options, game, players, language, camera=bool(camera), microphone=bool(mic), bots=False)
    match = match_of(head, None)
    path = None if options.no_log else options.log or new_log(settings().games, game)
    with broker_options.outward_of(broker, context, language) as outward:
        created = Log.create(path, head)
        match.log = ledger = ledger_of(created) if outward is None else outward.keeper(created)
        _sit(context, match, ledger, language, outward, options.setup)


def _played_in(ledger: Ledger) -> Language:
    return parse_language(ledger.header.language) or FALLBACK_LANGUAGE


def _check(context: typer.Context, game: str, language: Language) -> None:
    """Warn of options that have no effect.

    Raises:
        BadInput: The referee does not know the game.
    """
    from companion.referee.desk_registry import DESKS

    if game not in DESKS:
        raise BadInput("referee.games", known=list(DESKS), given=game)
    if game != "face-off":
        opt.warn_ignored(language, opt.typed_parameters(context, "mic"), "other-game", game=game)
    if context.params["no_log"]:
        opt.warn_ignored(language, opt.typed_parameters(context, "log"), "without-keep")


def _sit(
    context: typer.Context,
    match: Match,
    ledger: Ledger,
    language: Language,
    outward: BrokerFeed | None,
    setup: Path | None,
) -> None:
    """Referee the game until it ends or somebody quits.

    Raises:
        DeviceUnavailable: A camera or microphone failed.
        BadInput: A piped command was refused.
        StorageError: Something could not be written to the log.
    """
    from companion.clock import MonotonicClock
    from companion.people.profile_lookup import EveningMemory
    from companion.sitting.table_sitting import table_of
    from companion.sitting.typed_sources import open_crew
    from companion.terminal.printer import JsonPrinter, Printer

    asked, evening = context.params, EveningMemory()
    resumed, json_lines, mics, cameras = asked["resume"], asked["json_lines"], asked["mic"] or [], asked["camera"] or []
    table = table_of(
        match, MonotonicClock(), language=language, keep=evening.update_from_play if mics else None, evening=evening
    )
    sitting, before = table.sitting, match.last if resumed else 0
    sitting.observers.add(JsonPrinter() if json_lines else Printer(language=language))
    if outward is not None:
        outward.laid(sitting)
    open_crew(sitting, cameras, mics if match.needs.hears else [], realtime=asked["realtime"], setup=setup)
    try:
        if not json_lines:
            _greet(match, ledger, language, mics, sees=bool(cameras))
        if resumed:
            _went_on(table)
        else:
            sitting.begin()
            if asked["warm_up"]:
                sitting.command("warmup")
        _play(table, language, asks=not json_lines)
        _end(table)
    except KeyboardInterrupt:
        _end(table)
    finally:
        sitting.close(wait=3.0)
        logs.close(ledger)
    _verdict(table, before)


def _went_on(table: TableSitting) -> None:
    """Continue the game's clock where it stopped, and print the last rulings again."""
    table.sitting.go_on()
    numbers = sorted(table.match.rulings)[-REPEATED_RULINGS:]
    for number in numbers:
        table.sitting.show(table.match.rulings[number])


def _greet(match: Match, ledger: Ledger, language: Language, mics: list[str], *, sees: bool) -> None:
    from companion.people.profile_lookup import advice
    from companion.terminal.console import help_of

    if sys.stdin.isatty():
        text = help_of(match, language, sees=match.needs.sees == "faces" and sees)
        print(f"Log: {ledger.name}\n{text}" if ledger.name != "memory" else text)
    if mics and match.needs.hears and (told := advice(match.players)) is not None:
        print(say(told, language))


def _play(table: TableSitting, language: Language, *, asks: bool) -> None:
    from companion.referee.match import TABLE_COMMANDS
    from companion.sitting.typed_sources import read_lines, script_lines
    from companion.terminal.console import QuestionPrompts, TypedLines, help_command, prompt_lines

    sitting = table.sitting
    if not any(worker.live for worker in sitting.crew.workers.values()) and not sys.stdin.isatty():
        out = sys.stdout if asks else sys.stderr  # stdout has JSON lines only
        help_word = help_command(sitting, language, out)
        sitting.words.update({"help": help_word, "?": help_word})
        timed, after = read_lines(script_lines(sys.stdin))
        sitting.run_merged([(x.at or 0.0, x.text) for x in timed], [x.text for x in after])
        return
    lines, screen = prompt_lines(table.match.players, (*table.match.game.commands, *TABLE_COMMANDS))
    keys = TypedLines(lines, sitting, language)
    if asks:
        sitting.observers.add(QuestionPrompts(sitting, language))
    with screen:
        sitting.crew.start()
        keys.start()
        while not keys.quit and not (keys.over and sitting.crew.is_over):
            with defer_interrupts():  # so that a ruling is printed whole
                sitting.pump(0.05)


def _end(table: TableSitting) -> None:
    """Let the referee decide what is still undecided, and print the score."""
    from companion.events import Command

    table.sitting.rule_pending()
    now = table.match.now
    table.sitting.take(Command(onset=now, decided=now, source="keys", text="score"))
    table.sitting.drain()


def _verdict(table: TableSitting, before: int) -> None:
    """Raise the error that sets the command's exit code, if something failed.

    Args:
        table: The sitting, which has ended.
        before: Number of the last ruling before this sitting; only later rulings matter.

    Raises:
        DeviceUnavailable: A camera or microphone failed (exit code 3).
        BadInput: A piped command was refused (exit code 2).
    """
    for failure in table.sitting.crew.failures:
        raise DeviceUnavailable(failure.fact)
    if not sys.stdin.isatty() and any(r.code == "refused" for n, r in table.match.rulings.items() if n > before):
        raise BadInput("referee.refused-one")


def replay(
    log: Annotated[Path, typer.Argument(help="usage.replay.log", readable=False)],
    json_lines: Annotated[bool, typer.Option("--json", help="usage.all.json-lines")] = False,
    position: Annotated[bool, typer.Option(help="usage.replay.position")] = False,
    lang: Annotated[str | None, typer.Option(help="usage.replay.lang")] = None,
) -> None:
    """Referee the events in a log again: print every ruling, and check that the rulings are the same."""
    from companion.referee.log import Log
    from companion.referee.replay import replay as run
    from companion.terminal.printer import JsonPrinter, Printer

    store = Log.open(log)
    language = language_of(lang or _played_in(store))
    show = JsonPrinter(commands=True) if json_lines else Printer(language=language, commands=True)
    differing, last = 0, None
    for step, match in run(store):
        last = match
        show(step.event)
        if step.differs is not None:
            differing += 1
            logged = fact("log.differently", line=say(step.differs.as_fact, language))
            print(f"companion: {say(logged, language)}", file=sys.stderr)
    if position and last is not None:
        print(last.game.dump(last.state))
    if differing:
        raise StorageError("log.differs", n=differing, log=str(log))
