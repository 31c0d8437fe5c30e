"""Single keys from a terminal, without waiting for Enter; from a pipe, its characters one after the other."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any


class SingleKeys:
    """``read`` gives the key that was pressed, or "" for none. The terminal is put back as it was at the end."""

    def __init__(self) -> None:
        self._terminal = sys.stdin is not None and sys.stdin.isatty()
        self._kept: Any = None

    def __enter__(self) -> SingleKeys:
        if self._terminal and sys.platform != "win32":
            import termios
            import tty

            self._kept = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin.fileno())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._kept is not None and sys.platform != "win32":
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._kept)

    @property
    def interactive(self) -> bool:
        return self._terminal

    def read(self, seconds: float = 0.0) -> str:
        """One key; waits up to ``seconds`` for it. At the end of a pipe always ""."""
        if sys.stdin is None or sys.stdin.closed:
            return ""
        if not self._terminal:
            return sys.stdin.read(1)
        if sys.platform == "win32":
            return _windows(seconds)
        import os
        import select

        ready = select.select([sys.stdin], [], [], seconds)[0]
        return os.read(sys.stdin.fileno(), 1).decode("ascii", "ignore") if ready else ""


def _windows(seconds: float) -> str:
    if sys.platform != "win32":
        return ""
    import msvcrt
    import time

    end = time.monotonic() + seconds
    while not msvcrt.kbhit():
        if time.monotonic() >= end:
            return ""
        time.sleep(0.02)
    return msvcrt.getwch()
