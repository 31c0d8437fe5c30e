"""The command line: builds the app, runs a command, and turns errors into exit codes.

``COMMAND_MODULES`` names the module of ``companion.terminal`` for each command. A module has a function of the same
name, or adds several commands by ``register``. Only the module of the command that was typed is loaded. Its functions
import what they need when they run, so that ``companion table --help`` works without OpenCV or MediaPipe.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import io
import os
import sys
import traceback
from collections.abc import Collection, Iterable
from copy import copy
from functools import cache
from pathlib import Path
from typing import Annotated, Final

import typer

from companion import ending
from companion.errors import CompanionError
from companion.terminal.command_line import OldOptionCommands, language_of
from companion.terminal.options import expand_option_groups
from companion.terminal.screen import open_streams

COMMAND_MODULES: Final = {
    "table": "table",
    "watch": "watch",
    "referee": "referee",
    "replay": "referee",
    "enrol": "enrol",
    "profiles": "profiles",
    "practise": "practise",
    "demo": "demo",
    "rules": "rules",
    "play": "rules",
    "dice": "dice",
    "calibrate": "dice",
    "doctor": "doctor",
    "record": "record",
    "recordings": "record",
    "tournament": "tournament",
    "speech-model": "speech_model",
}
"""Command -> module of ``companion.terminal`` that defines it."""
MALLOPT_ARENA_MAX = -8
"""The option ``M_ARENA_MAX`` of ``mallopt`` in the GNU C library."""
CHECKOUT_ONLY_COMMANDS = ("evaluate", "bench", "soak")  # modules of ``measure.commands``, which wheels do not have

app = typer.Typer(
    name="companion",
    cls=OldOptionCommands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # importing rich takes a third of the start-up time
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _checkout() -> Path | None:
    """Return the root of the checkout that holds this package; None if it was installed from a wheel."""
    root = Path(__file__).resolve().parent.parent
    return root if (root / "measure" / "commands" / "bench.py").is_file() else None


def _version(asked: bool) -> None:
    if asked:
        from companion.installation import version

        typer.echo(f"companion {version()}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="usage.companion.version", callback=_version, is_eager=True)
    ] = False,
    lang: Annotated[str | None, typer.Option(help="usage.companion.lang")] = None,
) -> None:
    """Check the options that come before the command; ``lang`` has been used for the help texts already."""
    language_of(lang)


def build(checkout: Path | None = None) -> typer.Typer:
    """Return the command line with all commands.

    Args:
        checkout: The root of a checkout, which adds the commands that measure; None for none.
    """
    return _complete(app, COMMAND_MODULES, checkout)


def only(asked: Collection[str]) -> typer.Typer:
    """Return the command line in which only the commands in ``asked`` work.

    All others have a name but do nothing, because loading their modules takes long.
    """
    found = copy(app)
    found.registered_commands, found.registered_groups = [], []
    for name in COMMAND_MODULES:
        if name not in asked:
            found.command(name)(lambda: None)
    return _complete(found, [name for name in COMMAND_MODULES if name in asked], _checkout())


def _complete(found: typer.Typer, names: Iterable[str], checkout: Path | None) -> typer.Typer:
    for name in names:
        _add(found, f"companion.terminal.{COMMAND_MODULES[name]}")
    if checkout is not None:
        sys.path.append(str(checkout))
        for name in CHECKOUT_ONLY_COMMANDS:
            _add(found, f"measure.commands.{name}")
    return found


@cache
def _add(found: typer.Typer, module: str) -> None:
    """Add a module's commands to the command line ``found``. The cache prevents adding them twice."""
    commands = importlib.import_module(module)
    if hasattr(commands, "register"):
        commands.register(found)
    else:
        name = module.rpartition(".")[2]
        found.command(name)(expand_option_groups(getattr(commands, name)))


def _delete_expired_data() -> None:
    """Delete expired recordings, and the list of joined phones a week after its last change. Runs with any command."""
    import time

    import platformdirs

    named = os.environ.get("COMPANION_DATA_FOLDER")
    try:
        home = Path(named) if named else platformdirs.user_data_path("companion", appauthor=False)
        kept = home / "recordings"
        anything = kept.is_dir() and any(kept.iterdir())
    except (OSError, RuntimeError):  # no home folder, or no access: commands that need it report it
        return
    joined = home / "table" / "joined.json"  # written at each join, so all sessions in it have expired
    with contextlib.suppress(OSError):
        if joined.stat().st_mtime < time.time() - 7 * 86400:
            joined.unlink()
    if anything:  # else the import is not needed
        from companion.sitting import recording

        recording.expire(kept, time.time())


def one_heap() -> bool:
    """Make the GNU C library use one heap for all threads. Called once, when the program starts.

    By default each new thread gets its own heap, which keeps freed memory. The face sense starts and ends MediaPipe
    threads with every game. In nine hours of play, resident memory varied between 500 and 618 MB; with one heap it
    varies by less than 1 MB.

    Returns:
        True if it took effect; False where the C library is another one.
    """
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(OSError, AttributeError):
        return bool(ctypes.CDLL("libc.so.6").mallopt(MALLOPT_ARENA_MAX, 1))
    return False


def use_line_buffering() -> None:
    """Make standard output write whole lines even with Python's ``-u``, so that Ctrl-C does not cut a line."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.write_through:
        sys.stdout.reconfigure(line_buffering=True, write_through=False)


def main() -> None:
    """Run the command line and exit. Files that it writes are readable by this user only."""
    os.umask(0o077)
    use_line_buffering()
    open_streams()
    code = _run()
    if (broken := ending.failure()) is not None:  # a failed Duty has ended the program
        code = _explain(broken)
    ending.leave(code)


def _run() -> int:
    """Run the command that was typed, and return the exit code. A known error is printed as one sentence."""
    try:
        if not {"-h", "--help", "--version"} & set(sys.argv):
            one_heap()
            _delete_expired_data()
        asked = build(_checkout()) if "_COMPANION_COMPLETE" in os.environ else only(sys.argv)
        asked(prog_name="companion")
    except SystemExit as left:  # typer exits by it with an exit code
        return left.code if isinstance(left.code, int) else 0
    except CompanionError as error:
        return _explain(error)
    except KeyboardInterrupt:
        print("companion: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:  # noqa: BLE001
        return _explain(error)
    return 0


def _explain(error: Exception) -> int:
    """Print an error and return its exit code. A known error is one sentence, any other a traceback."""
    if isinstance(error, CompanionError):
        print(f"companion: {error.message_in(error.language)}", file=sys.stderr)
        return error.exit_code
    traceback.print_exception(type(error), error, error.__traceback__)
    return 1
