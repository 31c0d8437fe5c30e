"""``python -m companion``. The package itself has taken the current folder from the path before this is imported."""

from companion.cli import main

main()
