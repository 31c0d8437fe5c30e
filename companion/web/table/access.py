"""Who may ask the table for what (see ``kit.access``): an address or verb that is not named here is refused."""

from __future__ import annotations

from typing import Final

from companion.web.kit.access import ADDRESSES, Who

ROUTES: Final[dict[str, Who]] = {
    **ADDRESSES, "/page.js": "anybody", "/manifest.webmanifest": "anybody", "/sw.js": "anybody",
    "/page.css": "anybody", "/static": "anybody", "/kit": "anybody",
    "/api/games": "laptop", "/api/devices": "laptop", "/api/shelf": "laptop", "/api/steps": "laptop",
    "/api/export": "laptop", "/api/evidence": "laptop", "/api/card": "joined", "/api/preview/camera/{spec}": "laptop",
    "/api/preview/microphone/{spec}": "laptop",
}  # fmt: skip

VERBS: Final[dict[str, Who]] = {
    # a phone for its own player, the laptop for the seat that it looks through or for anybody
    "act": "joined", "show": "joined", "wild": "joined", "answer": "joined", "ping": "joined",
    # the referee's
    "new": "laptop", "resume": "laptop", "delete": "laptop", "leave": "laptop", "say": "laptop", "sit": "laptop",
    "invite": "laptop", "code": "laptop", "expel": "laptop", "tapped": "laptop", "whose": "laptop", "face": "laptop",
    "name-face": "laptop", "die": "laptop", "source": "laptop", "speaking": "laptop", "glimpse": "laptop",
    "threshold": "laptop",
}  # fmt: skip
