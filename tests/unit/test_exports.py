"""What a stranger builds on: every name that a package exports is there, and says what it is."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import pytest

PACKAGES = (
    "companion.rules",
    "companion.senses.faces",
    "companion.senses.sounds",
    "companion.senses.speech",
    "companion.senses.dice",
    "companion.sources",
    "companion.sitting",
    "companion.events",
)


def members(of: type) -> list[tuple[str, Any]]:
    """Return the public methods and properties that a class itself defines; fields are told below them."""
    fields = getattr(of, "__dataclass_fields__", {})
    public = [(k, v) for k, v in vars(of).items() if not k.startswith("_") and k not in fields]
    found = [(k, v.fget if isinstance(v, property) else v) for k, v in public]
    return [(k, v) for k, v in found if inspect.isfunction(v)]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_exported_name_says_what_it_is(package: str) -> None:
    module = import_module(package)
    assert module.__doc__
    assert module.__all__
    silent = []
    for name in module.__all__:
        thing = getattr(module, name)
        if inspect.isclass(thing) or inspect.isroutine(thing):
            silent += [] if inspect.getdoc(thing) else [name]
        if inspect.isclass(thing):
            silent += [f"{name}.{k}" for k, v in members(thing) if not v.__doc__]
    assert not silent
