"""Writes the four locks from pyproject.toml: ``python tools/lock.py`` (``--upgrade`` takes newer versions).

requirements-build.lock (what builds the project), requirements.lock (what runs it), requirements-test.lock and
requirements-docs.lock (what tests it and builds its site, on top). Each holds exact versions with the hashes of every
wheel for Python 3.10 and later on every system, and no address. Needs network and ``uv`` (taken from the path, or
installed into a throw-away environment).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:  # the build group brings it
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
INDEX = "https://pypi.org/simple"
HEAD = "# Written by tools/lock.py from pyproject.toml: {what}. Installed with --require-hashes --no-deps.\n"


def find_uv(scratch: Path) -> str:
    """Return the ``uv`` on the path, or one installed into ``scratch``."""
    found = shutil.which("uv")
    if found:
        return found
    venv.create(scratch / "uv", with_pip=True)
    folder = scratch / "uv" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([folder / "python", "-m", "pip", "install", "-q", "uv"], check=True)
    return str(folder / "uv")


def compile_lock(uv: str, scratch: Path, wants: list[str], pins: list[str], overrides: list[str], old: Path) -> str:
    """Resolve ``wants`` under ``pins`` for every system at once; the text of the lock without head."""
    (scratch / "in.txt").write_text("\n".join(wants) + "\n")
    (scratch / "pins.txt").write_text("\n".join(pins) + "\n")
    (scratch / "out.txt").write_text("\n".join(overrides) + "\n")
    out = scratch / "lock.txt"
    out.write_text(old.read_text() if old.exists() else "")
    command = [uv, "pip", "compile", "in.txt", "-o", str(out), "-c", "pins.txt", "--override", "out.txt"]
    command += ["--universal", "--python-version", "3.10", "--fork-strategy", "fewest", "--generate-hashes"]
    command += ["--no-annotate", "--no-header", "--no-config", "--default-index", INDEX, "--no-emit-index-url", "-q"]
    env = {k: v for k, v in os.environ.items() if not k.startswith(("UV_", "PIP_"))}
    subprocess.run(command, check=True, cwd=scratch, env=env)
    return tidy(out.read_text())


def tidy(text: str) -> str:
    """Drop options and comments that name addresses or files of this machine, and what is left out everywhere."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(("#", "--index", "--extra", "--find"))]
    text = "".join(block for block in blocks("\n".join(lines) + "\n") if "== 'never'" not in block.splitlines()[0])
    if re.search(r"://", text):
        raise SystemExit("the lock holds an address: this should not happen, look at uv's options")
    return text


def pins_of(text: str) -> list[str]:
    """Return the versions a lock fixes, without hashes: constraints for the next lock."""
    return [line.rstrip(" \\") for line in text.splitlines() if line and not line[0].isspace()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take newer versions instead of keeping the old ones")
    upgrade = parser.parse_args().upgrade
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    settings = project["tool"]["companion"]["lock"]
    groups = project["dependency-groups"]
    running = list(project["project"]["dependencies"])
    # An override with a marker that is never true removes a package together with all that only it needs.
    overrides = [f"{name}; sys_platform == 'never'" for name in settings["leave-out"]]
    extras = project["project"]["optional-dependencies"]
    running += [line for name, extra in extras.items() if name not in settings["only-tested"] for line in extra]
    jobs = (
        ("requirements-build.lock", groups["build"], "what builds the project"),
        ("requirements.lock", running, "what runs it"),
        ("requirements-test.lock", groups["test"], "what tests it"),
        ("requirements-docs.lock", groups["docs"], "what builds its site"),
    )
    pins: list[str] = list(settings["constraints"])
    locked: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        uv = find_uv(Path(folder))
        for name, wants, what in jobs:
            old = ROOT / name
            text = compile_lock(uv, Path(folder), wants, pins, overrides, Path(folder) / "none" if upgrade else old)
            if "test" in name or "docs" in name:
                text = without(text, locked)
            locked |= set(pins_of(text))
            pins = list(settings["constraints"]) + sorted(locked)
            old.write_text(HEAD.format(what=what) + text, encoding="utf-8", newline="\n")
            print(f"{name}: {len(pins_of(text))} packages, {text.count('--hash')} hashes")


def without(text: str, pins: set[str]) -> str:
    """Return the lock without the packages that an earlier lock already holds."""
    return "".join(block for block in blocks(text) if block.splitlines()[0].rstrip(" \\") not in pins)


def blocks(text: str) -> list[str]:
    """Return a lock's packages: each the line with name and version, and its lines of hashes."""
    return [block for block in re.split(r"(?m)^(?=\S)", text) if block.strip()]


if __name__ == "__main__":
    main()
