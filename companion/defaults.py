"""Defaults that commands and the library share: the table's port, the bots' level and the time between their acts."""

from __future__ import annotations

from typing import Final

TABLE_PORT: Final = 8765  # port of the laptop's page
BOT_PACE_S: Final = 1.2  # seconds between two actions of bots
BOT_LEVEL: Final = "family"
