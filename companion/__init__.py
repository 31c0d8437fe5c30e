"""companion: an offline, private referee for tabletop play."""

import os
import sys


def _leave_current_folder() -> None:
    """Take the current folder off the front of Python's module path, where ``python -m companion`` puts it.

    Otherwise a ``random.py`` in that folder would be imported instead of Python's own. If companion itself is in it (a
    checkout that is not installed), the folder moves to the end of the path. This runs before the package imports
    anything that a file there could replace. It does nothing without ``-m companion``: only then does ``sys.argv``
    begin with "-m" while Python looks for the module.
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
    """Return a fact as an English sentence; if the libraries for that are missing, as its code and values.

    The messages and these libraries are loaded at the first call.
    """
    try:
        from companion.words import say
    except ImportError:
        return str(fact)
    return say(fact)


register_formatter(_say_in_english)
