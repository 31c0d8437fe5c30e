"""Background threads, and how they are stopped at the end of the program.

If a daemon thread returns from C++ after the interpreter has ended, the whole process aborts. So a thread that runs
native code is a ``Work``: at the end of every command ``leave`` stops it and waits, ``THREADS_END_TIMEOUT_S`` seconds
at most.
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
THREADS_END_TIMEOUT_S: Final = 5.0  # seconds for all threads to end; one may be loading its networks
SENSES_NICENESS: Final = 5  # nice value of the senses' threads; 0 is that of pages and rulings
THREAD_START_TIMEOUT_S: Final = 0.5  # seconds in which a started thread begins to run, if it ever does

_log = logging.getLogger(__name__)
_running: list[Work] = []
_failures: list[Exception] = []


class Work(threading.Thread):
    """A thread that runs ``work(*given)``; the program stops it and waits for it before it ends.

    Args:
        name: The thread's name.
        work: The function to run.
        arguments: Its arguments.
        stop: Called at the end of the program to make ``work`` return; None if it returns by itself.
    """

    def __init__(
        self, name: str, work: Callable[..., Any], *arguments: object, stop: Callable[[], None] | None = None
    ) -> None:
        super().__init__(name=name, target=work, args=arguments, daemon=True)
        self.stop = stop
        self.begun = threading.Event()

    def start(self) -> None:
        _running.append(self)  # before the start, since the thread runs even if Ctrl-C interrupts the start
        super().start()

    def run(self) -> None:
        self.begun.set()
        try:
            super().run()
        finally:
            self.forget()

    def forget(self) -> None:
        """Take this thread off the list of those that the program waits for."""
        with suppress(ValueError):
            _running.remove(self)


class Duty(threading.Thread):
    """A daemon thread without which the program cannot go on: if it raises an error, the program ends.

    ``failure`` returns the first such error, and the command line turns it into an exit code.
    """

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        super().__init__(name=name, daemon=True)
        self._work = work

    def run(self) -> None:
        try:
            self._work()
        except Exception as error:  # the edge of a thread  # noqa: BLE001
            _failures.append(error)
            _thread.interrupt_main()  # acts like Ctrl-C, so that everything is closed in order


def failure() -> Exception | None:
    """Return the error of the first ``Duty`` that failed; None if there is none."""
    return _failures[0] if _failures else None


def give_way() -> None:
    """Lower the priority of this thread and those it starts, so that rulings and pages run first. Linux only."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), SENSES_NICENESS)


def run_in_thread(
    name: str, work: Callable[[], T], post: Callable[[Callable[[], None]], None], done: Callable[[T | None], None]
) -> None:
    """Run ``work`` in a thread of its own, and then ``done`` with its result in the caller's thread.

    Args:
        name: The thread's name, also for the log.
        work: The function to run. If it raises an error, that is logged and the result is None.
        post: Runs a function in the caller's thread.
        done: Called with the result.
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
    """Delay Ctrl-C until the block ends, then raise KeyboardInterrupt.

    It protects the import of native modules, which would print the interrupt and continue. In other threads than the
    main one, which Ctrl-C never interrupts, it does nothing.
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
    """Stop all ``Work`` threads and wait for them.

    Args:
        seconds: The longest wait for all of them together.

    Returns:
        True if all have ended.
    """
    until = time.monotonic() + seconds
    for work in list(_running):
        try:
            if work.stop is not None:
                work.stop()
        except Exception:  # the other threads must still be stopped  # noqa: BLE001
            _log.exception("stopping %s", work.name)
    while (left := list(_running)) and (wait := until - time.monotonic()) > 0:
        if left[0].begun.wait(min(wait, THREAD_START_TIMEOUT_S)):
            left[0].join(wait)
        else:
            left[0].forget()
    return not left


atexit.register(stop_all)  # for programs that use companion as a library


def leave(code: int) -> NoReturn:
    """End the program with this exit code, after stopping all ``Work`` threads.

    If one does not end in time, the process exits at once, without Python's own clean-up.
    """
    with suppress(ValueError):  # raised outside the main thread; from here on Ctrl-C is ignored
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if stop_all():
        raise SystemExit(code)
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
