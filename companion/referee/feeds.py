"""Feeds for a match: a camera or clip with the face sense behind it."""

from __future__ import annotations

from companion.referee.match import Match
from companion.referee.session import Feed


def open_feeds(cameras: list[str], match: Match, *, realtime: bool = False) -> list[Feed]:
    """One feed a camera. Raises BadInput or DeviceUnavailable for what cannot be opened."""
    return []
