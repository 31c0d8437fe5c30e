"""``referee GAME``, ``replay LOG``: a sitting at the table, and reading one again."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.errors import BadInput, DeviceUnavailable, StorageError
from companion.facts import fact
from companion.terminal import options as opt
from companion.terminal.speaking import speaking
from companion.words import Language, say

if TYPE_CHECKING:
    from companion.referee.log import Log
    from companion.referee.match import Match
    from companion.sitting.seating import Table


def register(app: typer.Typer) -> None:
    app.command("referee")(referee)
    app.command("replay")(replay)


def referee(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The game: face-off or keep-smiling.")],
    players: opt.Players,
    camera: opt.Cameras = None,
    cards: opt.Cards = "",
    advanced: opt.Advanced = False,
    signal_set: opt.SignalSet = "",
    suits: opt.Suits = "",
    target: opt.Target = 500,
    dealer: opt.Dealer = "",
    duel: opt.Duel = False,
    lanes: opt.Lanes = 12,
    pieces: opt.Pieces = "",
    seed: opt.Seed = None,
    log: opt.LogFile = None,
    no_log: opt.NoLog = False,
    setup: opt.DiceSetup = None,
    mic: opt.Microphones = None,
    realtime: Annotated[bool, typer.Option(help="Play clips at their own speed.")] = False,
    german: opt.German = None,
    json_lines: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
) -> None:
    """Referee a game at the table: cameras see the signals, keys say the rest."""
    from companion.referee.desks import header, match_of
    from companion.referee.log import Log
    from companion.terminal.speaking import language_of

    language = language_of(german)
    names = [name.strip() for name in players.split(",")]
    with speaking(language):
        head = header(game, names, _values(context, game, language), _seed(seed), language)
        _check(head)
        store = Log.create(None if no_log else log or _default_log(game), head)
        _sit(match_of(head, store), store, camera or [], mic or [], language, realtime, json_lines, setup)


def _values(context: typer.Context, game: str, language: Language) -> dict[str, Any]:
    """The game's options: what was typed over the defaults for these senses. Raises BadInput for another game."""
    from companion.referee.desks import DESKS

    if game not in DESKS:
        raise BadInput("referee.games", known=list(DESKS), given=game)
    camera, mic = context.params["camera"], context.params["mic"]
    if game != "face-off":
        opt.ignored(language, opt.given(context, "mic"), "other-game", game=game)
    if context.params["no_log"]:
        opt.ignored(language, opt.given(context, "log"), "without-keep")
    return opt.values(context, game, language, camera=bool(camera), microphone=bool(mic))


def _check(head: dict[str, Any]) -> None:
    """Raises BadInput for what makes no game, before anything is kept."""
    from companion.referee.desks import match_of
    from companion.rules.errors import RulesError

    try:
        match_of(head, None)
    except StorageError as error:
        wrong = error.__cause__
        raise BadInput(wrong.fact if isinstance(wrong, RulesError) else error.fact) from None


def _seed(seed: int | None) -> int:
    import secrets

    return secrets.randbits(63) if seed is None else seed


def _default_log(game: str) -> Path:
    from companion.config import settings

    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return settings().games / f"{stamp}-{game}.sqlite"


def _sit(
    match: Match,
    store: Log,
    cameras: list[str],
    mics: list[str],
    language: Language,
    realtime: bool,
    json_lines: bool,
    setup: Path | None,
) -> None:
    from companion.clock import MonotonicClock
    from companion.people.known import keep_noises
    from companion.sitting.opening import open_crew
    from companion.sitting.seating import table_of
    from companion.terminal.printer import JsonPrinter, Printer

    table = table_of(match, MonotonicClock(), language=language, keep=keep_noises if mics else None)
    sitting = table.sitting
    sitting.observers.append(JsonPrinter() if json_lines else Printer(language=language))
    open_crew(sitting, cameras, mics if match.needs.hears else [], realtime=realtime, setup=setup)
    try:
        if not json_lines:
            _greet(match, store, language, mics, sees=bool(cameras))
        sitting.begin()
        _play(table, language, asks=not json_lines)
        _end(table)
    except KeyboardInterrupt:
        _end(table)
    finally:
        sitting.close(wait=3.0)
        _close(store)
    _verdict(table)


def _greet(match: Match, store: Log, language: Language, mics: list[str], *, sees: bool) -> None:
    from companion.people.known import advice
    from companion.terminal.help import help_of

    if sys.stdin.isatty():
        text = help_of(match, language, sees=match.needs.sees == "faces" and sees)
        print(f"Log: {store.name}\n{text}" if store.name != "memory" else text)
    if mics and match.needs.hears and (told := advice(match.players)) is not None:
        print(say(told, language))


def _play(table: Table, language: Language, *, asks: bool) -> None:
    from companion.referee.match import WORDS
    from companion.sitting.script import read_lines, typed
    from companion.terminal.asking import Asker
    from companion.terminal.keys import Keys, prompted

    sitting = table.sitting
    if not any(worker.live for worker in sitting.crew.workers.values()) and not sys.stdin.isatty():
        timed, after = read_lines(typed(sys.stdin))
        sitting.run_merged([(x.at or 0.0, x.text) for x in timed], [x.text for x in after])
        return
    lines, screen = prompted(table.match.players, (*table.match.game.commands, *WORDS))
    keys = Keys(lines, sitting, language)
    if asks:
        sitting.observers.append(Asker(sitting, language))
    with screen:
        sitting.crew.start()
        keys.start()
        while not keys.quit and not (keys.over and sitting.crew.over):
            sitting.pump(0.05)


def _end(table: Table) -> None:
    """Let what is pending be ruled, and say the score."""
    from companion.events import Command

    sitting = table.sitting
    sitting.rule_pending()
    assert sitting.match is not None
    now = sitting.match.now
    sitting.take(Command(onset=now, decided=now, source="keys", text="score"))


def _close(store: Log) -> None:
    waiting = store.waiting()
    try:
        store.close()
    except StorageError:
        rescue = _rescue(waiting)
        raise StorageError("log.rescued", n=len(waiting), name=store.name, path=str(rescue)) from None


def _rescue(lines: tuple[str, ...]) -> Path:
    """What a full disk refused, written elsewhere: beside us, else where temporary files go."""
    import tempfile

    name = f"companion-rescued-{datetime.now():%Y%m%d-%H%M%S}.jsonl"
    for folder in (Path.cwd(), Path.home(), Path(tempfile.gettempdir())):
        try:
            path = folder / name
            path.write_text("\n".join(lines) + "\n", "utf-8")
        except OSError:
            continue
        return path
    print("\n".join(lines), file=sys.stderr)
    return Path("-")


def _verdict(table: Table) -> None:
    """Exit codes: 2 if a piped command was refused, 3 if a camera failed; what was ruled was said and kept."""
    sitting = table.sitting
    assert sitting.match is not None
    for failure in sitting.crew.failures:
        raise DeviceUnavailable(failure.fact)
    if not sys.stdin.isatty() and any(r.code == "refused" for r in sitting.match.rulings.values()):
        raise BadInput("referee.refused-one")


def replay(
    log: Annotated[Path, typer.Argument(help="A log of companion referee.")],
    json_lines: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
    position: Annotated[bool, typer.Option(help="End with the position as text.")] = False,
    german: Annotated[bool, typer.Option("--de", help="Rulings in German; default: as it was played.")] = False,
) -> None:
    """Fold a log again: prints every ruling and checks that the same ones come out."""
    from companion.referee.log import Log
    from companion.referee.replay import damaged
    from companion.referee.replay import replay as run
    from companion.terminal.printer import JsonPrinter, Printer

    store = Log.open(log)
    language: Language = "de" if german or store.header.get("language") == "de" else "en"
    show = JsonPrinter(commands=True) if json_lines else Printer(language=language, commands=True)
    differing, last = 0, None
    with speaking(language):
        for step, match in run(store):
            last = match
            show(step.event)
            if step.differs is not None:
                differing += 1
                logged = fact("log.differently", line=say(step.differs.told, language))
                print(f"companion: {say(logged, language)}", file=sys.stderr)
        if position and last is not None:
            print(last.game.dump(last.state))
        if differing:
            raise damaged(differing, str(log))
