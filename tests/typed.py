"""The command line as tests type it: made of its functions once, and copied for each command."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

from typer import Typer
from typer.main import get_command


def command(app: Typer) -> Any:
    """Return what ``typer.main.get_command`` gives: that takes longer than most commands that are typed."""
    return _copied(_made(app, _size(app)))


@cache
def _made(app: Typer, size: int) -> Any:
    return get_command(app)


def _size(app: Typer) -> int:
    """How many commands it has: ``cli.build`` adds those that measure later."""
    groups = [group.typer_instance for group in app.registered_groups]
    return len(app.registered_commands) + sum(1 + _size(group) for group in groups if group is not None)


def _copied(made: Any) -> Any:
    """Its help is put into words when it is used."""
    found = copy(made)
    found.params = [copy(param) for param in made.params]
    if hasattr(made, "commands"):
        found.commands = {name: _copied(below) for name, below in made.commands.items()}
    return found
