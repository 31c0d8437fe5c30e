"""companion: an offline, private referee for tabletop play."""

import os

from companion.facts import Fact, register_formatter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's small sums: a second thread would only wait, at full speed


def _say_in_english(fact: Fact) -> str:
    """Word a fact; the words and their libraries are loaded for the first. Without them: its code and values."""
    try:
        from companion.words import say
    except ImportError:
        return str(fact)
    return say(fact)


register_formatter(_say_in_english)
