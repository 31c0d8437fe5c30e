"""Names of a package that are loaded when somebody asks for them: the package itself stays light to import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, where: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a package's ``__getattr__``: ``where`` gives the module below ``package`` of each name it exports."""

    def load_attribute(name: str) -> Any:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{where[name]}"), name)

    return load_attribute
