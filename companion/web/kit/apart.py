"""Work that waits for a disk, beside the server's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


def apart(work: Callable[[], T], then: Callable[[T], None]) -> Awaitable[None] | None:
    """``work`` in a thread, ``then`` with what it gave on the loop again: to be awaited. Without a loop both at once.

    Raises, there or here, what ``work`` raises. What has begun is brought to its end though nobody waits any more.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        then(work())
        return None

    async def both() -> None:
        then(await asyncio.to_thread(work))

    return asyncio.shield(asyncio.ensure_future(both()))
