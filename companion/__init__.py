"""companion: an offline, private referee for tabletop play."""

import os
import sys


def _leave_current_folder() -> None:
    """Take the current folder off the front of Python's module path, where ``python -m companion`` puts it.

    Otherwise a ``random.py`` in that folder would be imported instead of Python's own. If companion itself is in it (a
    checkout that is not installed), the folder moves to the end of the path. This runs before the package imports
    anything that a file there could replace. While Python looks for the module of ``-m``, ``sys.argv`` begins with
    "-m".
    """
    if sys.argv[:1] != ["-m"] or not any(word.removeprefix("-m") == __name__ for word in sys.orig_argv):
        return
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    first = sys.path[0] if sys.path else None
    if first is None or os.path.abspath(first) != os.getcwd() or getattr(sys.flags, "safe_path", False):
        return
    del sys.path[0]
    if home == os.getcwd():
        sys.path.append(home)


_leave_current_folder()

from companion.facts import Fact, register_formatter  # noqa: E402

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's sums here are small: more threads would only spin


def _say_in_english(fact: Fact) -> str:
    """Return a fact as an English sentence; without the libraries for words, as its code and values.

    The words and their libraries are loaded at the first call.
    """
    try:
        from companion.words import say
    except ImportError:
        return str(fact)
    return say(fact)


register_formatter(_say_in_english)
