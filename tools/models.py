"""``python tools/models.py``: writes bytes and hash of every model into model.json beside it; ``--check`` compares.

Run it whenever a model.onnx has changed: companion holds each file against them before it is loaded, so that one that
was cut short, changed or swapped is told in one sentence instead of judging faces or dice in a way nobody measured.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def cards() -> dict[Path, dict[str, Any]]:
    """Return what each model.json should hold; what else stands in it is kept."""
    found = {}
    for file in sorted((ROOT / "models").glob("*/model.onnx")):
        card = file.with_name("model.json")
        known = json.loads(card.read_text("utf-8")) if card.exists() else {}
        data = file.read_bytes()
        found[card] = {**known, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    return found


def main() -> int:
    """0 where all is of today."""
    old = []
    for card, wanted in cards().items():
        if not card.exists() or json.loads(card.read_text("utf-8")) != wanted:
            old.append(card)
            if "--check" not in sys.argv:
                card.write_text(json.dumps(wanted, indent=1) + "\n", "utf-8")
    if old and "--check" in sys.argv:
        print(f"{', '.join(str(c.relative_to(ROOT)) for c in old)}: not up to date, run python tools/models.py")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
