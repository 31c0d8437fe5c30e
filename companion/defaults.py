"""Defaults that commands and the library share; each stands here once."""

from __future__ import annotations

from typing import Final

TABLE_PORT: Final = 8765  # of the table's page
BOT_PACE_S: Final = 1.2  # seconds between two actions of bots
BOT_LEVEL: Final = "family"
