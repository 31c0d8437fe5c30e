"""Prints the signals of a clip, a camera or a picture: ``python examples/signals_of_a_clip.py clip.mp4``."""

import sys

from companion.events import Signal
from companion.sitting import watch

for event in watch(sys.argv[1]):
    if isinstance(event, Signal) and event.phase == "on":
        print(f"{event.onset:7.2f} s  {event.name}  {event.confidence:.2f}")
