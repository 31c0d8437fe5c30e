"""Sittings: each runs one match on one clock, with a worker for each camera and microphone.

``watch`` yields the events of cameras, clips and a microphone. ``Sitting`` with a ``referee.match.Match`` also referees
them.
"""

from __future__ import annotations

from companion.sitting.event_stream import watch
from companion.sitting.sitting import Observer, Sitting

__all__ = ["Observer", "Sitting", "watch"]
