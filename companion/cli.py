"""The command line. Each module of ``companion.commands`` adds its commands with ``register(app)``.

Command functions import what they need inside, so that ``companion --help`` starts without OpenCV or MediaPipe.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys

import typer

from companion.errors import CompanionError

COMMANDS = (
    *("table", "watch", "referee", "evaluate", "enrol", "profiles", "practise", "models", "demo"),
    *("rules", "dice", "sounds", "doctor", "bench"),
)

app = typer.Typer(
    name="companion",
    help="An offline, private referee for tabletop play. Nothing leaves this machine or is recorded unasked.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def build() -> typer.Typer:
    """The app with every command module that is installed."""
    for name in COMMANDS:
        module = f"companion.commands.{name}"
        if importlib.util.find_spec(module) is not None:
            importlib.import_module(module).register(app)
    return app


def main() -> None:
    """Entry point: one sentence and the right exit code for every known error."""
    try:
        build()(prog_name="companion")
    except CompanionError as error:
        print(f"companion: {error}", file=sys.stderr)
        raise SystemExit(error.code) from None
    except KeyboardInterrupt:
        print("companion: stopped", file=sys.stderr)
        raise SystemExit(130) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
