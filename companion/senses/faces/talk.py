"""Whether a mouth moves as in talk: lips that open and close again and again. A grin is held.

Somebody who smiles while they talk bares their teeth at every other syllable, and looks like a grin on any one frame.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.senses.faces.rhythm import Swings


class Talk:
    """Feed the lips' distance in time order; gives how surely they talk, 0..1.

    ``numbers`` (calibration/faces.toml, ``grin``): ``talk_swing``, the least movement that counts, in outer-eye
    distances; ``talk_s``, for how long a turn of it counts; ``talk_turns`` more than ``talk_few`` are surely talk.
    """

    def __init__(self, numbers: Mapping[str, float]) -> None:
        self._n = numbers
        self._swings = Swings(numbers["talk_swing"], window=numbers["talk_s"])

    def see(self, t: float, gap: float) -> float:
        """The lips are ``gap`` apart at ``t`` seconds."""
        self._swings.feed(t, gap)
        # Lips that open once, to a grin or to laugh, turn once or twice; their overshoot is no syllable.
        more = len(self._swings.turns) - self._n["talk_few"]
        return min(max(more / self._n["talk_turns"], 0.0), 1.0)

    def forget(self) -> None:
        """Nothing was seen for a while."""
        self._swings.clear()
