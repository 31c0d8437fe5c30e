"""The pictures of digital cards, taken again from the package that has them: ``python tools/pictures.py``.

``companion/web/table/pictures.toml`` names them in the order of the cards. They come from npm, by version and hash, and
go to ``pictures.json`` beside it: name -> what stands inside an SVG of 32 by 32. Coordinates keep two decimals.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).resolve().parent.parent / "companion" / "web" / "table"
PACKAGE = "@iconify-json/fluent-emoji-flat@1.2.6"
HASH = "RY47RgPb47fYUiyrA64sIOL0+UU02s29sXpNBbIQRBUlPlfNFTKUmZDERGuxDs/7yNGWqQYvuaSYM1M4fRXlUw=="
FINER = re.compile(r"\.(\d\d)(\d)\d*")
ODD = re.compile(
    r"<(?!/?(g|path|circle|ellipse|rect|mask|defs|clipPath|filter|fe\w+|linearGradient|stop)\b)|on\w+=|href"
)


def fetched(folder: Path) -> dict[str, str]:
    """All pictures of the package by name. Raises ValueError for another content than the one that was looked at."""
    done = subprocess.run(
        ["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
    )
    path = folder / done.stdout.strip()
    found = base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
    if found != HASH:
        raise ValueError(f"{PACKAGE} has another content: sha512-{found}")
    with tarfile.open(path) as file:
        member = file.extractfile("package/icons.json")
        assert member is not None
        return {name: icon["body"] for name, icon in json.load(member)["icons"].items()}


def rounded(body: str) -> str:
    """With two decimals. A third is rounded where that carries nothing over the point."""
    up = lambda m: f".{min(99, int(m[1]) + (m[2] >= '5')):02}"  # noqa: E731
    return FINER.sub(up, body)


def main() -> int:
    decks: dict[str, list[str]] = tomllib.loads((FOLDER / "pictures.toml").read_text("utf-8"))
    names = sorted({name for deck in decks.values() for name in deck})
    with tempfile.TemporaryDirectory() as folder:
        bodies = fetched(Path(folder))
    kept = {name: rounded(bodies[name]) for name in names}
    odd = [name for name, body in kept.items() if ODD.search(body)]
    if odd:
        raise ValueError(f"more than shapes in {odd}")
    text = json.dumps(kept, indent=0, ensure_ascii=False) + "\n"
    (FOLDER / "pictures.json").write_text(text, "utf-8")
    print(f"{len(kept)} pictures, {len(text) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
