"""Filter what is printed: control characters become visible escapes (see ``clean_text``).

Names, paths and file contents come from other people. An escape sequence in them could clear the screen, or change the
colour of a ruling or the title of the window. A change of reading direction could make a path look like another one.
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
    r"""Return the text with every control character written as an escape, such as ``\x1b``."""
    return _CONTROL_SIGNS.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


class CleanStream:
    """Text stream that cleans text (see ``clean_text``) before it writes it to another stream.

    Everything but writing is passed on. Rich finds the other stream under ``rich_proxied_file`` and writes its own
    escape sequences for styles there; ``console`` cleans the text of Rich.
    """

    def __init__(self, below: TextIO) -> None:
        self.rich_proxied_file = below

    def write(self, text: str) -> int:
        """Write the cleaned text; return the length of the original, because callers compare it."""
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
    """Return a Rich console that cleans all text it prints (see ``clean_text``)."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class CleanConsole(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for part in super().render(renderable, options):
                yield part if part.control else Segment(clean_text(part.text), part.style)

    return CleanConsole(stderr=stderr, **options)


def open_streams() -> None:
    """Make standard input, output and error safe to use, however the program was started.

    A closed stream is None in Python, and the next opened file would get its number; it is opened on the null device.
    Characters that the terminal's encoding lacks are written as escapes, so that they raise no error. Output and errors
    go through ``CleanStream``.
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
    """Enter ``surrounding``, which replaces ``sys.stdout``, and also clean what is written to the replacement."""
    with surrounding:
        inner = sys.stdout
        sys.stdout = cast("TextIO", CleanStream(inner))
        try:
            yield
        finally:
            sys.stdout = inner
