"""``referee GAME``, ``replay LOG``: a sitting at the table, and reading one again."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from companion.errors import BadInput, DeviceUnavailable, StorageError, speaking

if TYPE_CHECKING:
    from companion.clock import Clock
    from companion.referee.log import Log
    from companion.referee.match import Match
    from companion.rules.protocol import Language
    from companion.sitting.session import Feed, Session
    from companion.terminal.script import Line


def register(app: typer.Typer) -> None:
    app.command("referee")(referee)
    app.command("replay")(replay)


def referee(
    game: Annotated[str, typer.Argument(help="The game: face-off or keep-smiling.")],
    players: Annotated[str, typer.Option(help="Names in seating order from the camera's left: Ann,Ben,Cleo.")],
    camera: Annotated[list[str] | None, typer.Option(help="Camera number or name, clip, still or address.")] = None,
    cards: Annotated[str, typer.Option(help="physical: your own deck; digital: companion deals.")] = "physical",
    advanced: Annotated[bool, typer.Option(help="With Grin and Wild Thing cards.")] = False,
    signal_set: Annotated[str, typer.Option("--set", help="Signals of the first hand: A, B, C or D.")] = "B",
    suits: Annotated[str, typer.Option(help="Gems in play, one a player: ruby,jade,pearl.")] = "",
    target: Annotated[int, typer.Option(help="Points that end the game.")] = 500,
    dealer: Annotated[str, typer.Option(help="Who deals first; in keep-smiling, who throws first.")] = "",
    duel: Annotated[bool, typer.Option("--duel", help="keep-smiling: the duel variant.")] = False,
    lanes: Annotated[int, typer.Option(help="keep-smiling: steps from one start field to the other.")] = 12,
    pieces: Annotated[
        str, typer.Option(help="keep-smiling: physical: your own board, nothing is set up here; digital: typed unseen.")
    ] = "digital",
    seed: Annotated[int | None, typer.Option(help="For digital cards; default: drawn now, kept in the log.")] = None,
    log: Annotated[Path | None, typer.Option(help="Where to keep events and rulings (never pictures).")] = None,
    no_log: Annotated[bool, typer.Option("--no-log", help="Keep nothing after the game.")] = False,
    setup: Annotated[
        Path | None, typer.Option(help="keep-smiling: a file of calibrate dice; default: this machine's, for cameras.")
    ] = None,
    mic: Annotated[
        list[str] | None, typer.Option(help="Microphone number or name, default, or a file: hears animals and speech.")
    ] = None,
    realtime: Annotated[bool, typer.Option(help="Play clips at their own speed.")] = False,
    german: Annotated[bool, typer.Option("--de", help="Rulings in German.")] = False,
    json_lines: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
) -> None:
    """Referee a game at the table: cameras see the signals, keys say the rest."""
    from companion.referee.log import Log
    from companion.referee.replay import header, match_of

    language = "de" if german else "en"
    names = [name.strip() for name in players.split(",")]
    values: dict[str, Any] = {"cards": cards, "advanced": advanced, "signal_set": signal_set.upper(), "target": target}
    if suits:
        values["suits"] = [s.strip().lower() for s in suits.split(",")]
    if dealer:
        values["dealer"] = dealer
    if game == "keep-smiling":
        values = {"duel": duel, "lane_length": lanes, "pieces": pieces, **({"first": dealer} if dealer else {})}
    head = header(game, names, values, _seed(seed), language)
    with speaking(language):
        _check(head)
        store = Log.create(None if no_log else log or _default_log(game), head)
        match = match_of(head, store)
        _sit(match, store, camera or [], mic or [], realtime=realtime, json_lines=json_lines, setup=setup)


def _check(head: dict[str, Any]) -> None:
    """Raises BadInput for what makes no game, before anything is kept."""
    from companion.referee.replay import DESKS, match_of
    from companion.rules.errors import RulesError

    if head["game"] not in DESKS:
        known = ", ".join(DESKS)
        raise BadInput(
            f"companion referees {known}, not {head['game']!r}", f"companion leitet {known}, nicht {head['game']!r}"
        )
    try:
        match_of(head, None)
    except StorageError as error:
        wrong = error.__context__
        if isinstance(wrong, RulesError):
            raise BadInput(str(wrong), wrong.worded("de")) from None
        raise BadInput(str(wrong or error)) from None


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
    *,
    realtime: bool,
    json_lines: bool,
    setup: Path | None,
) -> None:
    from companion.clock import MonotonicClock
    from companion.sitting.session import Session
    from companion.terminal.help_text import help_text
    from companion.terminal.printer import JsonPrinter, Printer

    clock = MonotonicClock()
    feeds = _feeds(match, cameras, mics, clock, realtime, setup)
    session = Session(match, feeds, JsonPrinter() if json_lines else Printer(language=match.language))
    if match.game.name == "face-off" and mics:
        from companion.sitting.followers.victory import join

        join(session)
    if mics:
        from companion.sitting.followers.learning import join as learn_sounds

        learn_sounds(session)
    try:
        if not json_lines and sys.stdin.isatty():
            text = help_text(match.game.name, match.language)
            print(f"Log: {store.name}\n{text}" if store.name != "memory" else text)
        if not json_lines and mics:
            print(_advice(match), end="")
        session.begin()
        _play(session, clock)
        session.end()
    except KeyboardInterrupt:
        session.end()
    finally:
        _close(store)
    _verdict(session)


def _advice(match: Match) -> str:
    """A line for players who have not taught their sounds, before a hand of them."""
    from companion.senses.sounds.watching import advice

    said = advice(match.players, match.language) if match.game.name == "face-off" else ""
    return f"{said}\n" if said else ""


def _feeds(
    match: Match, cameras: list[str], mics: list[str], clock: Clock, realtime: bool, setup: Path | None
) -> list[Feed]:
    """Faces and sounds for Face Off!, dice for Keep Smiling!."""
    if match.game.name == "keep-smiling":
        from companion.sitting.dice_feed import open_dice

        return open_dice(cameras, match, clock=clock, realtime=realtime, setup=setup)
    if setup is not None:
        raise BadInput(
            "--setup is a dice calibration: it belongs to keep-smiling",
            "--setup ist eine Würfel-Kalibrierung: sie gehört zu keep-smiling",
        )
    from companion.sitting.feeds import open_feeds

    def active() -> tuple[str, ...]:
        return tuple(getattr(match.desk, "active", tuple)())

    players = list(match.players)
    return open_feeds(cameras, players, mics=mics, active=active, clock=clock, realtime=realtime)


def _play(session: Session, clock: Clock) -> None:
    from companion.terminal.script import read_lines

    if not any(feed.live for feed in session.feeds) and not sys.stdin.isatty():
        timed, after = read_lines(_lines(sys.stdin))
        session.run_clips(timed, after)
        return
    stopped = threading.Event()
    session.run_live(clock, lambda: _keys(sys.stdin, stopped, session.match), stopped)


def _lines(stream: TextIO) -> Iterator[str]:
    for text in stream:
        if text.strip().casefold() in ("quit", "exit"):
            return
        if text.strip().casefold() != "help":
            yield text


def _keys(stream: TextIO, stopped: threading.Event, match: Match) -> Iterator[Line]:
    from companion.terminal.help_text import help_text
    from companion.terminal.script import read_line

    for text in stream:
        word = text.strip().casefold()
        if word in ("quit", "exit"):
            stopped.set()
            return
        if word in ("help", "?"):
            print(help_text(match.game.name, match.language))
            continue
        try:
            line = read_line(text)
        except BadInput as error:
            print(error.worded(match.language), file=sys.stderr)
            continue
        if line is not None:
            yield line


def _close(store: Log) -> None:
    waiting = store.waiting()
    try:
        store.close()
    except StorageError:
        rescue = Path(f"companion-rescued-{datetime.now():%Y%m%d-%H%M%S}.jsonl")
        rescue.write_text("\n".join(waiting) + "\n", "utf-8")
        raise


def _verdict(session: Session) -> None:
    """Exit codes: 2 if a piped command was refused, 3 if a camera failed; what was ruled was said and kept."""
    if session.failed:
        raise DeviceUnavailable(str(session.failed[0]), session.failed[0].german)
    if not sys.stdin.isatty() and any(r.code == "refused" for r in session.match.rulings.values()):
        raise BadInput(
            "a command was refused; the rulings above stand, the log keeps them",
            "ein Befehl war nicht möglich; die Entscheidungen oben gelten, das Protokoll behält sie",
        )


def replay(
    log: Annotated[Path, typer.Argument(help="A log of companion referee.")],
    json_lines: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
    position: Annotated[bool, typer.Option(help="End with the position as text.")] = False,
) -> None:
    """Fold a log again: prints every ruling and checks that the same ones come out."""
    from companion.referee.log import Log
    from companion.referee.replay import replay as run
    from companion.terminal.printer import JsonPrinter, Printer

    store = Log.open(log)
    language: Language = "de" if store.header.get("language") == "de" else "en"
    show = JsonPrinter() if json_lines else Printer(language=language)
    differing, last = 0, None
    with speaking(language):
        for step, match in run(store):
            last = match
            show(step.event)
            if step.differs:
                differing += 1
                text = ("this ruling came out differently now", "diese Entscheidung fällt jetzt anders aus")
                print(f"companion: {text[language == 'de']}: {step.differs}", file=sys.stderr)
        if position and last is not None:
            print(last.game.dump(last.state))
        if differing:
            raise StorageError(
                f"{differing} rulings of {log} came out differently: it is damaged or of another version",
                f"{differing} Entscheidungen von {log} fallen anders aus: beschädigt oder von einer anderen Version",
            )
