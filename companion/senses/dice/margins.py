"""Where the reader's margins come from: calibration/dice.json, a file with comments beside each value."""

from __future__ import annotations

import json
from pathlib import Path

from companion import resources
from companion.errors import BadInput
from companion.senses.dice.reading import Margins

FILE = "calibration/dice.json"


def load(path: Path | None = None) -> Margins:
    """The shipped margins, or those of ``path``. Raises BadInput for a file that does not hold them."""
    place = path or resources.path(FILE)
    try:
        data = json.loads(place.read_text(encoding="utf-8"))["margins"]
        return Margins(**{k: type(getattr(Margins(), k))(v["value"]) for k, v in data.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput("dice.margins", path=str(place), why=str(error)) from None
