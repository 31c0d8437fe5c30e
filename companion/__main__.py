"""``python -m companion``."""

import os
import sys

# ``-m`` puts the current folder first: a ``random.py`` that lies there would be executed in place of Python's own. Last
# it still finds companion itself, in a checkout that is not installed.
_here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_first = sys.path[0] if sys.path else None
if _first is not None and os.path.abspath(_first) == os.getcwd() and not getattr(sys.flags, "safe_path", False):
    del sys.path[0]
    if _here == os.getcwd():
        sys.path.append(_here)

from companion.cli import main  # noqa: E402

main()
