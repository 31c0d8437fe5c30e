"""The task that lets a table's time pass: it ends when it is told to, whatever comes in at that moment."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from companion.web.kit.door import Door
from companion.web.kit.hub import PageHub


async def _ends(wakes: int, turns: int) -> bool:
    """Whether ``run`` ends on one cancel that comes ``turns`` turns of the loop after ``wakes`` posts."""
    hub = PageHub(Door())
    running = asyncio.ensure_future(hub.run())
    await asyncio.sleep(0.01)
    for _ in range(wakes):
        hub._posted.set()  # what a source's post does, on the loop's own thread
    for _ in range(turns):
        await asyncio.sleep(0)
    running.cancel()
    done, _ = await asyncio.wait([running], timeout=1)
    if not done:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
    return bool(done)


@pytest.mark.parametrize("wakes", [0, 1, 2])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_one_word_ends_it_although_something_comes_in_at_that_moment(wakes: int, turns: int) -> None:
    assert asyncio.run(_ends(wakes, turns))
