"""The pages' JavaScript: formatted, linted (Biome), its types checked from JSDoc (TypeScript).

``--write`` formats. Both tools come from npm by tools/js/package-lock.json, exact versions with hashes; nothing ships.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "tools" / "js"
INSIDE = TOOLS / "node_modules"
PAGES = ("companion/web", "companion/club")


def set_up() -> bool:
    """Whether Node and both tools are here; installs what it may."""
    sys.path.insert(0, str(ROOT / "tools"))
    import bootstrap

    if not all(map(shutil.which, ("node", "npm"))) and not (
        bootstrap.is_root() and bootstrap.apt_install(["nodejs", "npm"])
    ):
        print("Node and npm are missing: install them, for Debian apt-get install nodejs npm", file=sys.stderr)
        return False
    lock, done = TOOLS / "package-lock.json", INSIDE / ".package-lock.json"
    if done.exists() and done.stat().st_mtime >= lock.stat().st_mtime:
        return True
    return subprocess.call(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=TOOLS) == 0


def main() -> int:
    if not set_up():
        return 1
    tool = INSIDE / ".bin"
    if "--write" in sys.argv:
        return subprocess.call([tool / "biome", "check", "--write", "--config-path=tools/js", *PAGES], cwd=ROOT)
    codes = [
        subprocess.call([tool / "biome", "ci", "--config-path=tools/js", "--colors=off", *PAGES], cwd=ROOT),
        subprocess.call([tool / "tsc", "-p", "tools/js"], cwd=ROOT),
    ]
    wide = [
        f"{path.relative_to(ROOT)}:{n}: {len(line)} columns"
        for folder in PAGES
        for path in sorted((ROOT / folder).rglob("*.js"))
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    print("\n".join(wide) or "no line over 120 columns")
    return 1 if any(codes) or wide else 0


if __name__ == "__main__":
    sys.exit(main())
