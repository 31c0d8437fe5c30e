"""Which addresses stay on this machine."""

from __future__ import annotations


def is_local(host: str) -> bool:
    """Whether an address or name stays on this machine."""
    return host in ("", "localhost", "::1", "0.0.0.0", "::") or host.startswith("127.")
