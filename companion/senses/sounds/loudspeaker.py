"""What companion itself plays must not count: whoever plays says when it begins and ends, on the session's clock."""

from __future__ import annotations

from collections import deque

LONGEST = 30.0  # seconds after which speech whose end nobody told counts as over: its page was closed


class Loudspeaker:
    """Times during which our own loudspeaker sounds, with the echo after it, in seconds of the session's clock.

    One thread tells, others may ask.
    """

    def __init__(self, echo: float) -> None:
        self._echo = echo
        self._spans: deque[tuple[float, float]] = deque(maxlen=64)
        self._since: float | None = None

    def plays(self, start: float, seconds: float) -> None:
        """A sound of known length."""
        self._spans.append((start, start + seconds + self._echo))

    def begins(self, t: float) -> None:
        """A sound begins whose length is not known: speech."""
        self.ends(t)
        self._since = t

    def ends(self, t: float) -> None:
        """What began is over."""
        since, self._since = self._since, None
        if since is not None:
            self.plays(since, min(max(0.0, t - since), LONGEST))

    def sounding(self, start: float, stop: float) -> bool:
        """Whether any of it fell between `start` and `stop`."""
        since = self._since
        going = since is not None and since < stop and start < since + LONGEST + self._echo
        return going or any(a < stop and start < b for a, b in list(self._spans))
