"""``evaluate`` and ``bench``, added to the command line where a checkout has them."""
