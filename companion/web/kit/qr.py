"""A link as a QR code."""

from __future__ import annotations

import io


def qr(text: str) -> str:
    """A QR code as a small SVG."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue().decode("ascii")
