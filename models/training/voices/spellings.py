"""Spellings of the signals and table talk, from spellings.toml beside this file."""

from __future__ import annotations

from pathlib import Path

import tomllib

_FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
SPELLINGS: dict[str, tuple[str, ...]] = {label: tuple(texts) for label, texts in _FILE["signals"].items()}
TALK: tuple[str, ...] = tuple(_FILE["negatives"]["speech"])
VARIANTS: tuple[str, ...] = tuple(_FILE["voices"]["espeak"].split())
MORE_VARIANTS: tuple[str, ...] = tuple(_FILE["voices"]["espeak_more"].split())
