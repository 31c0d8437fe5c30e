"""A sitting: one inbox, one clock, one match; every source in a worker of its own.

``watch`` gives the events of cameras, clips and a microphone; ``Sitting`` with a ``referee.match.Match`` referees them.
"""

from __future__ import annotations

from companion.sitting.event_stream import watch
from companion.sitting.sitting import Observer, Sitting

__all__ = ["Observer", "Sitting", "watch"]
