"""Try companion under every other Python of this machine: ``python tools/other_pythons.py [3.12 3.13]``.

Under each supported version that is found, but the one that runs this, an environment is made from the locks. The demo,
with its clip of faces and its sound, is run there, and under the newest the quick tests, three environments at a time.
The wheel in the folder ``--wheel`` is installed alone under the newest, with what it asks for, and runs its demo. The
last line says which versions ran and which were not found.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import bootstrap  # noqa: E402 (it lies beside this file, outside any package)

LOCKS = ("requirements-build.lock", "requirements.lock", "requirements-test.lock")
DEMO_SIGNALS = {"faces": 6, "sound": 2}  # minimum number that is recognised in the demo's clip and sound
TIMEOUT_S = 600.0  # of one command
WORKERS = 3  # each waits for packages, and for a demo that plays in its own time, a third of its time


class Failed(Exception):
    """A command failed: its name and the end of its output."""


def find_pythons(wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], list[str]]:
    """Return the first command that starts each of these versions."""
    found: dict[tuple[int, int], list[str]] = {}
    for command in bootstrap.candidates():
        version = bootstrap.version_of(command)
        if version in set(wanted) - set(found):
            found[version] = command
    return found


def run(name: str, command: list[str], folder: Path = ROOT) -> str:
    """Run a command and return what it prints. Raises Failed."""
    environment = bootstrap.clean_environment()
    environment["UV_PYTHON_DOWNLOADS"] = "never"
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(f"{name}: {error}") from None
    if done.returncode != 0:
        output = (done.stdout + done.stderr).strip().splitlines()
        raise Failed(f"{name}: exit code {done.returncode}\n" + "\n".join(output[-30:]))
    return done.stdout


def make_environment(python: list[str], folder: Path) -> str:
    """Return the Python of a new environment in ``folder``."""
    run("venv", [*python, "-m", "venv", str(folder)])
    return str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def try_checkout(python: list[str], folder: Path, *, tests: bool) -> Iterator[str]:
    """Install the locks and this checkout, then run the quick parts. Yields what passed. Raises Failed."""
    inside = make_environment(python, folder)
    pip = [inside, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--no-compile"]
    run(
        "locks",
        [*pip, "--require-hashes", *(word for name in (LOCKS if tests else LOCKS[:2]) for word in ("-r", name))],
    )
    run("checkout", [*pip, "--no-build-isolation", "-e", str(ROOT)])
    if tests:
        quick = ["tests/unit", "tests/rules", "tests/words", "-m", "not slow and not alone"]
        out = run("quick tests", [inside, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *quick])
        yield next((line.strip("= ") for line in reversed(out.splitlines()) if " passed" in line), "quick tests")
    events = [json.loads(line) for line in run("demo", [inside, "-m", "companion", "demo", "--json"]).splitlines()]
    yield "demo"
    signals = Counter(e["source"] for e in events if e["type"] == "signal" and e["phase"] == "on")
    for name, source in (("faces", "demo.mp4"), ("sound", "demo.flac")):
        if signals[source] < DEMO_SIGNALS[name]:
            raise Failed(f"{name}: only {signals[source]} signals in the demo's {source}")
        yield f"{name} ({signals[source]} signals)"


def try_wheel(python: list[str], wheel: Path, folder: Path) -> Iterator[str]:
    """Install the wheel with what it asks for and run its demo outside the checkout. Yields what passed."""
    inside = make_environment(python, folder)
    run("wheel", [inside, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile", str(wheel)])
    run("wheel's demo", [inside, "-m", "companion", "demo"], folder)
    size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file() and not f.is_symlink())
    yield f"wheel alone, {size / 1e6:.0f} MB: demo"


def report(version: tuple[int, int], parts: Iterator[str]) -> bool:
    """Print what passes under a version. Return False where something fails, which is printed too."""
    name, begun, passed = "{}.{}".format(*version), time.monotonic(), []
    try:
        for part in parts:
            passed.append(part)
    except Failed as error:
        print(f"Python {name} FAILED after {', '.join(passed) or 'nothing'}\n{error}", flush=True)
        return False
    print(f"Python {name}: {', '.join(passed)} ({time.monotonic() - begun:.0f} s)", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", help="3.12: only these; all where none is named")
    parser.add_argument("--wheel", type=Path, help="a folder with the wheel to install under the newest Python")
    options = parser.parse_args()
    named = {tuple(map(int, text.split("."))) for text in options.versions}
    wanted = [v for v in bootstrap.SUPPORTED if (v in named if named else v != sys.version_info[:2])]
    pythons = find_pythons(wanted)
    newest = max(pythons, default=tuple(sys.version_info[:2]))
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(WORKERS) as pool:
        jobs = [
            (version, try_checkout(python, Path(scratch) / "{}.{}".format(*version), tests=version == newest))
            for version, python in sorted(pythons.items(), reverse=True)  # the newest, which takes longest, begins
        ]
        if options.wheel is not None:
            (wheel,) = options.wheel.glob("*.whl")
            jobs.append((newest, try_wheel(pythons.get(newest, [sys.executable]), wheel, Path(scratch) / "wheel")))
        good = all(list(pool.map(lambda job: report(*job), jobs)))
    missing = ["{}.{}".format(*v) for v in sorted(wanted) if v not in pythons]
    print("also ran under: " + (", ".join("{}.{}".format(*v) for v in sorted(pythons)) or "none"), end="")
    print(f"; not found here: {', '.join(missing)}" if missing else "")
    if not pythons:
        print("*** ONLY PYTHON {}.{} WAS TRIED: install others to try them. ***".format(*sys.version_info[:2]))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
