"""The command line. Each module of ``companion.terminal`` adds its commands with ``register(app)``.

Command functions import what they need inside, so that ``companion --help`` starts without OpenCV or MediaPipe.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.errors import CompanionError
from companion.memory import one_heap
from companion.terminal.renamed import Commands
from companion.terminal.speaking import language_of

COMMANDS = (
    "table", "watch", "referee", "enrol", "profiles", "practise", "models", "demo", "rules", "dice", "doctor", "record",
    "tournament",
)  # fmt: skip
MEASURING = ("evaluate", "bench", "soak")  # in a checkout only

app = typer.Typer(
    name="companion",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _checkout() -> Path | None:
    """The checkout that this package lies in; None where it was installed from a wheel."""
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
    """Options of companion itself; ``lang`` is read before all (``terminal.usage``)."""
    language_of(lang)


def build(checkout: Path | None = None) -> typer.Typer:
    """The app with its commands; those that measure come from ``checkout``."""
    for name in COMMANDS:
        importlib.import_module(f"companion.terminal.{name}").register(app)
    if checkout is not None:
        sys.path.append(str(checkout))
        for name in MEASURING:
            importlib.import_module(f"measure.commands.{name}").register(app)
    return app


def _forget_recordings() -> None:
    """Recordings for bug reports end after a week, whichever command is started next."""
    import platformdirs

    named = os.environ.get("COMPANION_DATA_FOLDER")
    home = Path(named) if named else platformdirs.user_data_path("companion", appauthor=False)
    kept = home / "recordings"
    if kept.is_dir() and any(kept.iterdir()):  # else nothing is imported for it
        import time

        from companion.sitting import recording

        recording.expire(kept, time.time())


def main() -> None:
    """Entry point: one sentence and the right exit code for every known error. What is written is this user's alone."""
    os.umask(0o077)
    one_heap()
    try:
        _forget_recordings()
        build(_checkout())(prog_name="companion")
    except CompanionError as error:
        print(f"companion: {error.worded(error.language)}", file=sys.stderr)
        raise SystemExit(error.exit_code) from None
    except KeyboardInterrupt:
        print("companion: stopped", file=sys.stderr)
        raise SystemExit(130) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
