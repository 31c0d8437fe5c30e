"""No secrets, no addresses of package indexes, no paths of one machine in tracked files: ``tools/check_clean.py``.

Prints file, line and kind, never the text itself. Exit 1 if anything is found.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KINDS = {
    "private key": rb"-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{20}",
    "access token": rb"\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{30,}|xox[abp]-\w{10,}|sk-[\w-]{20,}|pypi-\w{40,}|hf_\w{30,})",
    "login in an address": rb"[a-z]+://(?!user:pass)[^\s/:@'\"{}<>]+:[^\s/@'\"{}<>]+@[\w.]",
    "path of one machine": rb"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/[\w.]",
    "package index": rb"(?i)(?:--(?:extra-)?index-url|--find-links|--trusted-host)\b(?! *['\"]?[,)])[= ]+\S*://",
}
LOCK_KINDS = {"address in a lock": rb"://|^--"}


def findings(name: str, data: bytes) -> list[str]:
    """Lines "file:line: kind" for all that must not be there."""
    kinds = dict(KINDS)
    if name.endswith(".lock"):
        kinds.update(LOCK_KINDS)
    found = []
    for kind, pattern in kinds.items():
        for match in re.finditer(pattern, data, re.MULTILINE):
            found.append(f"{name}:{line_of(data, match.start())}: {kind}")
    return found


def line_of(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def main() -> int:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    found: list[str] = []
    for raw in filter(None, names):
        file = ROOT / raw.decode()
        if file.is_file() and not file.is_symlink():
            data = file.read_bytes()
            if b"\0" not in data[:8000]:
                found += findings(raw.decode(), data)
    print("\n".join(found) if found else "clean: no secrets, index addresses or machine paths")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
