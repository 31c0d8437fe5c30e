"""A sitting from its sources' first picture or sound to their last."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.sitting.sitting import Sitting


def running(sitting: Sitting, until: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Until the sources are over, or ``until``.

    Files alone are merged by their own times, at full speed. With a camera or microphone each source has its thread,
    and the caller has a turn after what came in each twentieth of a second.
    """
    crew = sitting.crew
    if not any(worker.live for worker in crew.workers.values()):
        sitting.run_merged(until=until)
        return
    crew.start()
    while not (until() or crew.over):
        sitting.pump(0.05)
        yield
    sitting.pump()  # what came last


def run(
    sitting: Sitting, until: Callable[[], bool] = lambda: False, between: Callable[[], None] = lambda: None
) -> None:
    """``running`` for who has nothing to give on; ``between`` is the turn after each pump."""
    for _ in running(sitting, until):
        between()
