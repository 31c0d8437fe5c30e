"""companion: an offline, private referee for tabletop play."""

import os
import sys


def _leave_current_folder() -> None:
    """Take the current folder, which ``python -m companion`` puts first, from the places where modules are sought.

    A ``random.py`` that lies there would be executed in place of Python's own. At the end of the path it still finds
    companion itself, in a checkout that is not installed. Called before the package imports anything that a file there
    could stand in for; while the module of ``-m`` is sought, ``sys.argv`` begins with "-m".
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

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's small sums: a second thread would only wait, at full speed


def _say_in_english(fact: Fact) -> str:
    """Word a fact; the words and their libraries are loaded for the first. Without them: its code and values."""
    try:
        from companion.words import say
    except ImportError:
        return str(fact)
    return say(fact)


register_formatter(_say_in_english)
