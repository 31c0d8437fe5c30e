"""The one filter between companion and the terminal: signs that would steer it are written as text.

Names, paths and what files hold come from others. An escape sequence in them could clear the screen, colour a ruling
away or retitle the window, and a sign that turns the reading direction could show a path as another one.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, TextIO, cast

_CONTROL_SIGNS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""All control signs but tab and newline, and those that set the reading direction of what follows them."""


def clean_text(text: str) -> str:
    r"""Return the text with every sign that steers a terminal written out, as ``\x1b`` is."""
    return _CONTROL_SIGNS.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


class CleanStream:
    """A text stream that writes ``clean_text``; all else is the stream's below.

    Rich styles what it writes by escape sequences of its own. It finds the stream below by ``rich_proxied_file``, and
    ``console`` cleans the words in them.
    """

    def __init__(self, below: TextIO) -> None:
        self.rich_proxied_file = below

    def write(self, text: str) -> int:
        """Write the cleaned text; the count is that of the text given, as callers check it."""
        if not isinstance(text, str):  # as every text stream does; click probes for binary ones so
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.rich_proxied_file.write(clean_text(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __iter__(self) -> Iterator[str]:
        return iter(self.rich_proxied_file)

    def __getattr__(self, name: str) -> object:
        return getattr(self.rich_proxied_file, name)


def console(*, stderr: bool = False, **options: Any) -> Any:
    """Return a console of Rich's whose words are clean, whoever wrote them."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class CleanConsole(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for part in super().render(renderable, options):
                yield part if part.control else Segment(clean_text(part.text), part.style)

    return CleanConsole(stderr=stderr, **options)


def open_streams() -> None:
    """Make standard input, output and error safe to use, whatever the program was started with.

    Python has None for a closed stream (``<&-``, or under a service), and a file opened later would get its number:
    such a stream is opened on the null device. Characters that the terminal's encoding lacks are written as escapes
    instead of ending the program. What is written is cleaned by ``CleanStream``.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 (the program's own, to its end)
            setattr(sys, name, stream)
        if name == "stdin":
            continue
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
        if not isinstance(stream, CleanStream):
            setattr(sys, name, CleanStream(stream))


@contextmanager
def cleaned(surrounding: AbstractContextManager[Any]) -> Iterator[None]:
    """Enter ``surrounding``, which puts another stream into ``sys.stdout``, and clean what is written there, too."""
    with surrounding:
        inner = sys.stdout
        sys.stdout = cast("TextIO", CleanStream(inner))
        try:
            yield
        finally:
            sys.stdout = inner
