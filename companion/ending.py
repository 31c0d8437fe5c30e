"""Threads that work in native code, and the end of the program: they are stopped and waited for before Python goes.

A daemon thread that comes back from C++ when the interpreter has ended is torn out of it, and the whole process aborts;
what it still holds is told as a leak. So such a thread is a ``Work``: Python waits for it, and every command goes out
by ``leave``, which does not wait for ever.
"""

from __future__ import annotations

import _thread
import atexit
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NoReturn, TypeVar

T = TypeVar("T")
THREADS_END_TIMEOUT_S: Final = 5.0  # seconds that all threads together get to end: one may be loading its networks
SENSES_NICENESS: Final = 5  # how much nicer the senses are than pages and rulings
THREAD_START_TIMEOUT_S: Final = 0.5  # seconds in which one that was started begins; else it never will

_log = logging.getLogger(__name__)
_running: list[Work] = []
_failures: list[Exception] = []


class Work(threading.Thread):
    """Does ``work(*given)``; ``stop`` is called at the end of the program, where it has not ended by itself."""

    def __init__(
        self, name: str, work: Callable[..., Any], *given: object, stop: Callable[[], None] | None = None
    ) -> None:
        super().__init__(name=name, target=work, args=given, daemon=True)
        self.stop = stop
        self.begun = threading.Event()

    def start(self) -> None:
        _running.append(self)  # first: Ctrl-C may come while it starts, and it runs all the same
        super().start()

    def run(self) -> None:
        self.begun.set()
        try:
            super().run()
        finally:
            self.forget()

    def forget(self) -> None:
        """Stop waiting for it at the end of the program."""
        with suppress(ValueError):
            _running.remove(self)


class Duty(threading.Thread):
    """A daemon thread that the program is of no use without: where it breaks, the program ends with its reason.

    ``failure`` gives the reason of the first that broke; the command line turns it into an exit code.
    """

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        super().__init__(name=name, daemon=True)
        self._work = work

    def run(self) -> None:
        try:
            self._work()
        except Exception as error:  # the edge of a thread  # noqa: BLE001
            _failures.append(error)
            _thread.interrupt_main()  # as Ctrl-C does: what is open is closed in order


def failure() -> Exception | None:
    """Return why the first ``Duty`` broke; None where all of them work."""
    return _failures[0] if _failures else None


def give_way() -> None:
    """Rulings and pages go before what this thread and those that it starts compute (Linux alone tells them apart)."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), SENSES_NICENESS)


def beside(
    name: str, work: Callable[[], T], post: Callable[[Callable[[], None]], None], done: Callable[[T | None], None]
) -> None:
    """``work`` in a thread of its own; ``post`` brings ``done``, with what it gave, to the thread that asked.

    Where it breaks, that is logged and None is given: who asked goes on without.
    """

    def run() -> None:
        found = None
        try:
            found = work()
        except Exception:  # the edge of a thread  # noqa: BLE001
            _log.exception("%s", name)
        post(lambda: done(found))

    Work(name, run).start()


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Ctrl-C counts when this is over: native modules that are being imported print it, and go on as if it never came.

    In the main thread; others are not interrupted anyway. Raises KeyboardInterrupt at its end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)
    if came:
        raise KeyboardInterrupt


def stop_all(seconds: float = THREADS_END_TIMEOUT_S) -> bool:
    """Stop all that works and wait for it, so long at most; whether nothing is left."""
    until = time.monotonic() + seconds
    for work in list(_running):
        try:
            if work.stop is not None:
                work.stop()
        except Exception:  # the others are stopped nevertheless  # noqa: BLE001
            _log.exception("stopping %s", work.name)
    while (left := list(_running)) and (wait := until - time.monotonic()) > 0:
        if left[0].begun.wait(min(wait, THREAD_START_TIMEOUT_S)):
            left[0].join(wait)
        else:
            left[0].forget()
    return not left


atexit.register(stop_all)  # for those who use companion as a library


def leave(code: int) -> NoReturn:
    """End the program with this exit code. Where a thread does not come back, Python is not taken down around it."""
    with suppress(ValueError):  # outside the main thread; a second Ctrl-C changes nothing any more
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if stop_all():
        raise SystemExit(code)
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
