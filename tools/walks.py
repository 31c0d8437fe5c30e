"""Which modules a frame, a sound, a throw and a tap pass until the page's state: ``python tools/walks.py [--stays]``.

Runs the bundled demo under a profile, in one thread. A walk begins where a station is fed, or a tap is taken, and ends
with the state of the laptop's page after the ruling. Prints the modules in the order in which they are entered first,
each with its stays: a module that is left and entered again has two. A leaf asks no other module: nobody has to read it
to follow the walk. ``--stays`` lists all of them in their order.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PACKAGE = str(ROOT / "companion") + "/"


class Passed(NamedTuple):
    """The modules on the way to a ruling, and from there to the page's state, one after the other."""

    ruled: list[str]
    shown: list[str]

    @property
    def stays(self) -> list[str]:
        return [name for name, _ in groupby(self.ruled + self.shown)]


class Walk:
    """The modules that are at work, one after the other.

    ``signals``: those of the piece in which each signal began. ``asking``: those that have called another.
    """

    def __init__(self) -> None:
        self.modules: list[str] = []
        self.signals: dict[tuple[str, float], tuple[str, list[str]]] = {}
        self.asking: set[str] = set()

    def begin(self) -> None:
        self.modules = []

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """For ``sys.setprofile``: the module that is entered, or gone back to."""
        name = module_of(frame if event in ("call", "c_call") else frame.f_back)
        if event in ("call", "return") and name and (not self.modules or self.modules[-1] != name):
            self.modules.append(name)
            if event == "call" and (caller := module_of(frame.f_back)) not in ("", name):
                self.asking.add(caller)

    @contextmanager
    def watched(self) -> Iterator[None]:
        sys.setprofile(self.note)
        try:
            yield
        finally:
            sys.setprofile(None)


def module_of(frame: FrameType | None) -> str:
    """Return the module of companion that is at work in a frame; "" where it is another's."""
    if frame is None or frame.f_code.co_name == "<module>" or not frame.f_code.co_filename.startswith(PACKAGE):
        return ""  # a module that is imported on the way is no stay
    return frame.f_code.co_filename.removeprefix(PACKAGE).removesuffix(".py").removesuffix("/__init__")


def feeds(station: Any, walk: Walk, kind: str) -> Callable[[Any], Any]:
    """Return the station's own ``feed``, with which a walk begins."""
    from companion.events import Signal

    feed: Callable[[Any], Any] = station.feed

    def begun(item: Any) -> Any:
        walk.begin()
        batch = feed(item)
        for event in batch.events:
            if isinstance(event, Signal) and event.phase == "on":
                walk.signals[event.name, event.onset] = kind, walk.modules
        if kind != "throw":
            walk.modules = []
        return batch

    return begun


def demo_walks() -> tuple[dict[str, Passed], set[str]]:
    """Return a frame and a sound to a trade, and a frame to the moves that a throw leaves; the modules that ask others.

    A trade is ruled a second after the signal that completes it. Its walk is the signal's, then the ruling's.
    """
    from companion.demo.story import acts, strangers, table
    from companion.events import Event, Ruling, Signal
    from companion.sitting.microphone_station import MicrophoneStation
    from companion.web.table import views  # noqa: F401 (what is imported on the way is no stay)

    found: dict[str, Passed] = {}
    asking: set[str] = set()
    with strangers():
        for act in acts():
            game, walk = table(act, "en"), Walk()
            latest: list[tuple[str, list[str]]] = []
            for worker in game.sitting.crew.workers.values():
                dice = act.game == "keep-smiling"
                kind = "throw" if dice else "sound" if isinstance(worker.station, MicrophoneStation) else "frame"
                worker.station.feed = feeds(worker.station, walk, kind)  # type: ignore[method-assign, union-attr]

            def look(event: Event) -> None:
                if isinstance(event, Signal) and event.phase == "on":
                    latest[:] = [walk.signals[event.name, event.onset]]  # noqa: B023 (called within this act)
                if isinstance(event, Ruling) and event.code in ("trade", "moves"):
                    kind, signal = latest[0] if event.code == "trade" else ("throw", [])  # noqa: B023
                    ruled, walk.modules = signal + walk.modules, []  # noqa: B023
                    state_of_page(game)  # noqa: B023
                    found.setdefault(f"{kind} to {event.code}", Passed(ruled, list(walk.modules)))  # noqa: B023

            game.sitting.observers.add(look)
            game.sitting.begin()
            with walk.watched():
                game.sitting.run_merged([(line.at or 0.0, line.text) for line in act.lines()])
            game.sitting.close(wait=3.0)
            asking |= walk.asking
    return found, asking


def tap_walk() -> tuple[Passed, set[str]]:
    """Return a tap on a phone's action to the page's state; the modules that ask others."""
    from companion.clock import ManualClock
    from companion.referee.desk_registry import header, match_of
    from companion.sitting.table_sitting import table_of

    game, walk = table_of(match_of(header("ftw", ["Ann", "Ben", "Cleo"], {}, 7, "en"), None), ManualClock(1.0)), Walk()
    game.sitting.begin()
    match = game.match
    actor = match.game.actors(match.state)[0]
    text = match.game.format(next(iter(match.game.legal(match.state, actor))), match.options)
    state_of_page(game)  # what is made once is made
    with walk.watched():
        game.taps.act(actor, text, "phone")
        ruled, walk.modules = walk.modules, []
        state_of_page(game)
    return Passed(ruled, walk.modules), walk.asking


def state_of_page(game: Any) -> None:
    from companion.rules.protocol import TABLE
    from companion.web.table.views import state_of

    state_of(game, TABLE, "en", laptop=True)


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--stays", action="store_true")
    wish = ask.parse_args()
    (walks, asking), (tap, tap_asking) = demo_walks(), tap_walk()
    for name, passed in {**walks, "tap to ruling": tap}.items():
        known = tap_asking if passed is tap else asking
        ruled, stays = set(passed.ruled), passed.stays
        counts = Counter(stays)
        print(
            f"{name}: {len(ruled)} modules to the ruling ({len(ruled - known)} of them leaves), "
            f"{len(counts)} to the page ({len(counts.keys() - known)} leaves), {len(stays)} stays"
        )
        lines = stays if wish.stays else [f"{module} ({n})" for module, n in counts.items()]
        print("  " + "\n  ".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
