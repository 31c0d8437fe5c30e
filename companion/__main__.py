"""Entry point of ``python -m companion``.

The package has already taken the current folder off the front of the module path.
"""

from companion.cli import main

main()
