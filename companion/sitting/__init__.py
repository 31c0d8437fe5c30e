"""A sitting: one inbox, one clock, one match; every source in a worker of its own."""
