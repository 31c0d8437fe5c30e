"""A sitting: one inbox, one clock, one match; every source in a worker of its own.

``watch`` gives the events of cameras, clips and a microphone; ``Sitting`` with a ``referee.match.Match`` referees them.
"""

from __future__ import annotations

from companion.sitting.sitting import Observer, Sitting
from companion.sitting.watching import watch

__all__ = ["Observer", "Sitting", "watch"]
