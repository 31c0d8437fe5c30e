"""Lists which locked packages have no wheel where: ``python tools/check_platforms.py [LOCK ...]``.

For Linux on x86-64 and ARM, macOS on ARM and Intel and Windows, and each Python from 3.10 to 3.14, asks the index that
pip uses which files there are of each locked version. Exit 1 where a package is missing that docs/install.md does not
name under "Where it does not run". Needs network and ``packaging``.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
GLIBC = ("2_17", "2_24", "2_26", "2_27", "2_28", "2_34", "2_35")
INTEL = ("10_9", "10_12", "10_13", "10_14", "10_15", "11_0", "12_0", "13_0", "14_0")
SYSTEMS = {
    "Linux x86-64": ("linux", "x86_64", ["manylinux2014_x86_64", *(f"manylinux_{v}_x86_64" for v in GLIBC)]),
    "Linux ARM": ("linux", "aarch64", ["manylinux2014_aarch64", *(f"manylinux_{v}_aarch64" for v in GLIBC)]),
    "macOS ARM": ("darwin", "arm64", [f"macosx_{v}_0_{a}" for v in (11, 12, 13, 14) for a in ("arm64", "universal2")]),
    "macOS Intel": ("darwin", "x86_64", [f"macosx_{v}_{a}" for v in INTEL for a in ("x86_64", "universal2")]),
    "Windows": ("win32", "AMD64", ["win_amd64"]),
}
SOURCE_ONLY = {"srt"}  # pure Python, and built from its source


def marker_environment(system: str, machine: str, python: str) -> dict[str, str]:
    """Return the values that a requirement's marker is evaluated with."""
    return {
        "sys_platform": system,
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
        "platform_machine": machine,
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "os_name": "nt" if system == "win32" else "posix",
    }


def choose_requirements(text: str, environment: dict[str, str]) -> list[str]:
    """List the ``name==version`` of a lock that hold in an environment."""
    lines = [line.rstrip(" \\") for line in text.splitlines() if re.match(r"[\w.-]+==", line)]
    found = [Requirement(line) for line in lines]
    return [f"{r.name}{r.specifier}" for r in found if r.marker is None or r.marker.evaluate(environment)]


def has_wheels(requirements: list[str], python: str, tags: list[str]) -> bool:
    """Ask pip whether the index has wheels of all these versions for a Python and a system's tags."""
    platforms = [part for tag in tags for part in ("--platform", tag)]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--no-deps", "--target", folder]
        command += ["--only-binary", ":all:", "--python-version", python, *platforms, *requirements]
        command.append("--disable-pip-version-check")
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def find_missing(text: str, system: str, python: str) -> list[str]:
    """List the packages of a lock that have no wheel for a system and a Python."""
    name, machine, tags = SYSTEMS[system]
    wanted = choose_requirements(text, marker_environment(name, machine, python))
    wanted = [each for each in wanted if each.partition("==")[0] not in SOURCE_ONLY]
    if has_wheels(wanted, python, tags):  # one question instead of one a package
        return []
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda each: has_wheels([each], python, tags), wanted)
        return [each for each, has in zip(wanted, found, strict=True) if not has]


def main() -> int:
    """Print a line for each system and Python; 1 where docs/install.md does not name what is missing."""
    locks = sys.argv[1:] or ["requirements.lock"]
    text = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in locks)
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    unnamed = 0
    for system in SYSTEMS:
        for python in PYTHONS:
            missing = find_missing(text, system, python)
            print(f"{system}, Python {python}: {'no wheel of ' + ', '.join(missing) if missing else 'all'}", flush=True)
            unnamed += bool(missing) and f"{system}, Python {python}" not in page
    return 1 if unnamed else 0


if __name__ == "__main__":
    sys.exit(main())
