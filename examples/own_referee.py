"""Referee a game of one's own, first to smile three times: ``python examples/own_referee.py clip.mp4``."""

import sys
from collections import Counter
from collections.abc import Iterable

from companion.events import Event, Signal
from companion.sitting import watch


def referee(events: Iterable[Event], target: int = 3) -> str:
    """Return the first who has grinned ``target`` times; each grin counts once, from when it began."""
    score: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Signal) and event.phase == "on" and event.name == "grin":
            who = event.player or f"seat {event.evidence.get('seat', 1)}"
            score[who] += 1
            print(f"{event.onset:6.2f} s  {who} grins: {score[who]}")
            if score[who] == target:
                return f"{who} wins"
    return "nobody got there"


if __name__ == "__main__":
    print(referee(watch(sys.argv[1])))
