"""How companion was installed, and the command lines that install or repair it the same way."""

from __future__ import annotations

import importlib.util
import sys
from importlib import metadata
from pathlib import Path
from typing import Literal, TypeAlias

from companion.names import quote_for_shell

DISTRIBUTION_NAME = "tabletop-companion"
"""The name of the distribution on a package index. The package and the command are named ``companion``."""

Way: TypeAlias = Literal["checkout", "uv", "pipx", "pip"]


def way() -> Way:
    """Return how companion was installed: "checkout", "uv" or "pipx" (as a tool), or "pip" (any other environment)."""
    if (Path(__file__).resolve().parent.parent / "pyproject.toml").is_file():
        return "checkout"
    if (Path(sys.prefix) / "uv-receipt.toml").is_file():
        return "uv"
    if (Path(sys.prefix) / "pipx_metadata.json").is_file():
        return "pipx"
    return "pip"


def again() -> str:
    """Return the command line that reinstalls companion in the way in which it was installed."""
    lines = {
        "checkout": "./run doctor",
        "uv": f"uv tool install --reinstall {DISTRIBUTION_NAME}",
        "pipx": f"pipx reinstall {DISTRIBUTION_NAME}",
    }
    return lines.get(way()) or pip("install", "--force-reinstall", DISTRIBUTION_NAME)


def pip(*words: str) -> str:
    """Return a command line that runs pip on this environment; by uv or pipx if it has no pip."""
    if importlib.util.find_spec("pip") is not None:
        return " ".join(map(quote_for_shell, (sys.executable, "-m", "pip", *words)))
    if way() == "pipx":
        return " ".join(("pipx", "runpip", DISTRIBUTION_NAME, *words))
    return " ".join(map(quote_for_shell, ("uv", "pip", words[0], "--python", sys.executable, *words[1:])))


def version() -> str:
    """Return the installed version; "0" if the code runs without being installed."""
    try:
        return metadata.version(DISTRIBUTION_NAME)
    except metadata.PackageNotFoundError:
        return "0"


def requirements() -> list[str]:
    """Return the requirement lines of the installed distribution; a line for an extra names it in its marker."""
    try:
        return list(metadata.requires(DISTRIBUTION_NAME) or ())
    except metadata.PackageNotFoundError:
        return []
