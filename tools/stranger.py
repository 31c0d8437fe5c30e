"""A stranger's first hour, tried: ``python tools/stranger.py [--python 3.11 ...] [--way pip uv pipx]``.

Builds sdist and wheel, checks both (twine, check-wheel-contents), then installs this folder into empty environments by
pip, pipx and uv, and there: ``pip check``, how many packages bring ``cv2``, ``companion --version``, ``--help``,
``doctor`` and the demo, from an empty folder with an empty home; the unpacked sdist runs its own quick tests. Prints a
table of seconds and megabytes; exit 1 if a step fails. Needs network.
"""

from __future__ import annotations

import argparse
import glob
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAYS = ("pip", "pipx", "uv")


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> tuple[float, str]:
    """Seconds and output of a command. Raises SystemExit with its output where it fails."""
    begun = time.monotonic()
    done = subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-3000:]}")
    return time.monotonic() - begun, done.stdout


def python_of(version: str) -> str | None:
    """Return a Python of this version on the path or where pyenv keeps them."""
    kept = sorted(glob.glob(str(Path.home() / f".pyenv/versions/{version}.*/bin/python{version}")))
    return kept[-1] if kept else shutil.which(f"python{version}")


def environment(home: Path) -> dict[str, str]:
    """Return the caller's environment with an empty home and no project of its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("COMPANION_", "PYTHON", "XDG_", "VIRTUAL_ENV"))}
    return {**kept, "HOME": str(home), "PIPX_HOME": str(home / "pipx"), "PIPX_BIN_DIR": str(home / "bin"),
            "UV_TOOL_DIR": str(home / "tools"), "UV_TOOL_BIN_DIR": str(home / "bin")}  # fmt: skip


def install(way: str, python: str, source: Path, tools: Path, home: Path) -> tuple[float, Path]:
    """Install ``source``; seconds and the environment's folder."""
    env = environment(home)
    if way == "pip":
        run(python, "-m", "venv", home / "venv", cwd=home)
        seconds, _ = run(home / "venv/bin/python", "-m", "pip", "install", "-q", source, cwd=home, env=env)
        return seconds, home / "venv"
    if way == "pipx":
        seconds, _ = run(tools / "pipx", "install", "--python", python, source, cwd=home, env=env)
        return seconds, home / "pipx/venvs/tabletop-companion"
    seconds, _ = run(tools / "uv", "tool", "install", "-q", "--python", python, source, cwd=home, env=env)
    return seconds, home / "tools/tabletop-companion"


def tried(way: str, version: str, source: Path, tools: Path, home: Path) -> str:
    """One row of the table: way, Python, seconds, megabytes, packages with cv2, seconds of help, of the demo."""
    python = python_of(version)
    if python is None:
        return f"| {way} | {version} | not here | | | | |"
    seconds, folder = install(way, python, source, tools, home)
    inside, env, empty = folder / "bin/python", environment(home), home / "empty"
    empty.mkdir()
    run(tools / "uv", "pip", "check", "--python", inside, cwd=empty, env=env)
    _, listed = run(tools / "uv", "pip", "list", "--python", inside, cwd=empty, env=env)
    megabytes = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file() and not f.is_symlink()) / 1e6
    opencvs = sum(line.startswith("opencv") for line in listed.splitlines())
    program = folder / "bin/companion"
    run(program, "--version", cwd=empty, env=env)
    run(program, "--help", cwd=empty, env=env)
    helped, _ = run(program, "--help", cwd=empty, env=env)
    run(program, "doctor", cwd=empty, env=env)
    played, _ = run(program, "demo", cwd=empty, env=env)
    if opencvs != 1:
        raise SystemExit(f"{way}, Python {version}: {opencvs} packages bring cv2")
    return f"| {way} | {version} | {seconds:.0f} | {megabytes:.0f} | {opencvs} | {helped:.2f} | {played:.0f} |"


def built(tools: Path, folder: Path) -> tuple[Path, Path]:
    """Build and check the sdist and wheel of this folder, and return both."""
    run(tools / "python", "-m", "build", "-o", folder, ROOT, cwd=folder)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    print(run(tools / "twine", "check", "--strict", sdist, wheel, cwd=folder)[1].strip())
    print(run(tools / "check-wheel-contents", "--ignore", "W002,W004", wheel, cwd=folder)[1].strip())
    run(sys.executable, ROOT / "tools/check_wheel.py", wheel, cwd=folder)
    for file in (sdist, wheel):
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
    return sdist, wheel


def by_itself(sdist: Path, scratch: Path) -> str:
    """Return what an unpacked sdist says of its own quick tests."""
    with tarfile.open(sdist) as packed:
        packed.extractall(scratch / "unpacked", filter="data")
    (folder,) = (scratch / "unpacked").iterdir()
    seconds, told = run(sys.executable, folder / "run", "test", "--quick", cwd=folder, env=environment(scratch))
    shutil.rmtree(folder)
    return f"{told.strip().splitlines()[-1]} ({seconds:.0f} s with its set-up)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", nargs="*", default=["3.10", "3.12", "3.13"])
    parser.add_argument("--way", nargs="*", default=list(WAYS), choices=WAYS)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        run(sys.executable, "-m", "venv", scratch / "tools", cwd=scratch)
        tools = scratch / "tools/bin"
        wanted = ("build", "twine", "check-wheel-contents", "pipx", "uv")
        run(tools / "python", "-m", "pip", "install", "-q", *wanted, cwd=scratch)
        (scratch / "dist").mkdir()
        sdist, _ = built(tools, scratch / "dist")
        print(f"the sdist by itself: {by_itself(sdist, scratch)}")
        print("\n| by | Python | install, s | MB | cv2 | --help, s | demo, s |\n|---|---|---|---|---|---|---|")
        for way in asked.way:
            for version in asked.python:
                home = scratch / f"{way}-{version}"
                home.mkdir()
                print(tried(way, version, sdist, tools, home), flush=True)
                shutil.rmtree(home)


if __name__ == "__main__":
    main()
