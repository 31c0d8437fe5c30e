"""The command line. Each module of ``companion.terminal`` is a command of its name, or adds several by ``register``.

Only the module of the command that is typed is loaded; its functions import what they need inside, so that
``companion table --help`` starts without OpenCV or MediaPipe, too.
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
"""Command -> its module of ``companion.terminal``."""
MALLOPT_ARENA_MAX = -8
"""``M_ARENA_MAX`` of GNU's malloc.h."""
CHECKOUT_ONLY_COMMANDS = ("evaluate", "bench", "soak")  # in a checkout only

app = typer.Typer(
    name="companion",
    cls=OldOptionCommands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich takes a third of the start
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _checkout() -> Path | None:
    """Return the checkout that this package lies in; None where it was installed from a wheel."""
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
    """Read the options of companion itself; ``lang`` is read before all (``terminal.command_line``)."""
    language_of(lang)


def build(checkout: Path | None = None) -> typer.Typer:
    """Return the app with all its commands; those that measure come from ``checkout``."""
    return _complete(app, COMMAND_MODULES, checkout)


def only(asked: Collection[str]) -> typer.Typer:
    """Return the app with the commands that ``asked`` names; of the others the name alone, as reading takes long."""
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
    """Add a group's commands, once however often the app is built."""
    commands = importlib.import_module(module)
    if hasattr(commands, "register"):
        commands.register(found)
    else:
        name = module.rpartition(".")[2]
        found.command(name)(expand_option_groups(getattr(commands, name)))


def _delete_expired_data() -> None:
    """Delete recordings, and the list of phones that are in, a week after their end, whichever command is started."""
    import time

    import platformdirs

    named = os.environ.get("COMPANION_DATA_FOLDER")
    try:
        home = Path(named) if named else platformdirs.user_data_path("companion", appauthor=False)
        kept = home / "recordings"
        anything = kept.is_dir() and any(kept.iterdir())
    except (OSError, RuntimeError):  # no home, or no way into it: whatever needs one says so
        return
    joined = home / "table" / "joined.json"  # written whenever somebody comes in: all in it are over then
    with contextlib.suppress(OSError):
        if joined.stat().st_mtime < time.time() - 7 * 86400:
            joined.unlink()
    if anything:  # else nothing is imported for it
        from companion.sitting import recording

        recording.expire(kept, time.time())


def one_heap() -> bool:
    """Use one heap for all threads, where the C library is GNU's, and return whether it is.

    Called once, when the program starts.

    By default every new thread gets a heap of its own, which keeps what was freed in it. The face sense starts and ends
    threads of MediaPipe's with every game: over nine hours of play resident memory swung between 500 and 618 MB, with
    one heap it stays within one.
    """
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(OSError, AttributeError):
        return bool(ctypes.CDLL("libc.so.6").mallopt(MALLOPT_ARENA_MAX, 1))
    return False


def use_line_buffering() -> None:
    """Write whole lines, so that Ctrl-C comes between two, also where Python buffers nothing (``-u``)."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.write_through:
        sys.stdout.reconfigure(line_buffering=True, write_through=False)


def main() -> None:
    """Run the command line. What is written is this user's alone."""
    os.umask(0o077)
    use_line_buffering()
    open_streams()
    code = _run()
    if (broken := ending.failure()) is not None:  # in a thread that all depends on: that has ended the program
        code = _explain(broken)
    ending.leave(code)


def _run() -> int:
    """Carry out what was typed; the exit code, with one sentence for every known error."""
    try:
        if not {"-h", "--help", "--version"} & set(sys.argv):
            one_heap()
            _delete_expired_data()
        asked = build(_checkout()) if "_COMPANION_COMPLETE" in os.environ else only(sys.argv)
        asked(prog_name="companion")
    except SystemExit as left:  # typer's way to give an exit code
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
    """Print why the program ends, and return its exit code. A fault of ours is told as Python tells it."""
    if isinstance(error, CompanionError):
        print(f"companion: {error.message_in(error.language)}", file=sys.stderr)
        return error.exit_code
    traceback.print_exception(type(error), error, error.__traceback__)
    return 1
