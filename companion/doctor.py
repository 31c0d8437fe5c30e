"""Is this machine ready? Every check says what is there or missing, and the one line that mends it.

Imports of libraries happen inside the checks, each guarded: a broken library is a finding, not a crash.
"""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Literal, TypeAlias

from companion import resources
from companion.errors import CompanionError

State: TypeAlias = Literal["ok", "note", "missing"]
LOCK = "requirements.lock"
OPENCVS = ("opencv-python", "opencv-contrib-python", "opencv-python-headless", "opencv-contrib-python-headless")
FREE_MB = 200
AGAIN = "./run doctor"


@dataclass(frozen=True, slots=True)
class Check:
    """One finding. "missing" stops the main job (refereeing from clips and cameras), "note" only part of it."""

    name: str
    state: State
    detail: str
    mend: str = ""


def examine() -> Iterator[Check]:
    """All checks, one after another as they are done."""
    for name, check in CHECKS:
        try:
            yield from check()
        except Exception as error:  # the edge: one check that breaks must not hide the others
            yield Check(name, "note", f"could not be checked: {type(error).__name__}: {error}", AGAIN)


def python() -> Iterator[Check]:
    version = ".".join(map(str, sys.version_info[:3]))
    if (3, 10) <= sys.version_info[:2] <= (3, 12):
        yield Check("Python", "ok", version)
    else:
        yield Check("Python", "missing", f"{version}, and 3.10 to 3.12 is needed", AGAIN)


def versions() -> Iterator[Check]:
    """Installed versions against the lock."""
    from packaging.requirements import Requirement

    try:
        lines = resources.path(LOCK).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError as error:
        yield Check("libraries", "note", str(error), AGAIN)
        return
    wanted = [Requirement(line.rstrip(" \\")) for line in lines if line and line[0].isalnum()]
    wanted = [r for r in wanted if r.marker is None or r.marker.evaluate()]
    other, absent = [], []
    for requirement in wanted:
        pinned = str(requirement.specifier).removeprefix("==")
        try:
            found = metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            absent.append(f"{requirement.name}=={pinned}")
            continue
        if found != pinned:
            other.append(f"{requirement.name} {found} (lock: {pinned})")
    mend = f"{sys.executable} -m pip install --no-deps --require-hashes -r {resources.path(LOCK)}"
    if absent:
        yield Check("libraries", "note", f"not installed: {', '.join(absent)}", mend)
    if other:
        yield Check("libraries", "note", f"other versions than tested: {', '.join(other)}", mend)
    if not absent and not other:
        yield Check("libraries", "ok", f"{len(wanted)} of {len(wanted)} as locked")


def opencvs() -> Iterator[Check]:
    """Two OpenCV packages write the same files."""
    found = []
    for name in OPENCVS:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    if len(found) > 1:
        pip = f"{sys.executable} -m pip"
        mend = f"{pip} uninstall -y {' '.join(OPENCVS)} && {pip} install --no-deps opencv-python==4.11.0.86"
        yield Check("OpenCV", "note", f"{' and '.join(found)} overwrite each other's files", mend)
    else:
        yield Check("OpenCV", "ok", found[0] if found else "built from source")


def imports() -> Iterator[Check]:
    """The libraries of the main job load."""
    apt = "sudo apt-get install -y libgl1 libglib2.0-0"
    for module, mend in (("cv2", apt), ("numpy", AGAIN), ("onnxruntime", AGAIN), ("mediapipe", AGAIN)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                __import__(module)
        except Exception as error:  # ImportError, OSError of a library, AttributeError of a mixed-up install
            line = mend if ".so" in str(error) else AGAIN
            yield Check(module, "missing", f"does not load: {str(error).splitlines()[0]}", line)
        else:
            yield Check(module, "ok", "loads")


def cameras() -> Iterator[Check]:
    from companion.sources import devices

    if not sys.platform.startswith("linux"):
        yield Check("cameras", "ok", "go by number here: try `companion watch 0`")
        return
    known = devices.cameras()
    if not known:
        yield Check("cameras", "note", devices.listed(known), "companion watch clip.mp4")
    for camera in known:
        try:
            devices.check_node(camera.index)
        except CompanionError as error:
            yield Check("cameras", "note", str(error), "sudo usermod -aG video $USER")
        else:
            yield Check("cameras", "ok", f"{camera.index}: {camera.name}")


def microphones() -> Iterator[Check]:
    try:
        import sounddevice
    except OSError:
        line = "sudo apt-get install -y libportaudio2" if sys.platform.startswith("linux") else AGAIN
        yield Check("microphones", "note", "the system library PortAudio is missing: no sound is heard", line)
        return
    except ImportError:
        yield Check("microphones", "note", "sounddevice is not installed: no sound is heard", AGAIN)
        return
    try:
        found = [d for d in sounddevice.query_devices() if d["max_input_channels"] > 0]
    except (sounddevice.PortAudioError, OSError) as error:
        yield Check("microphones", "note", f"PortAudio does not answer: {error}", AGAIN)
        return
    if not found:
        yield Check("microphones", "note", "none: animal sounds and the victory speech are not heard", "plug one in")
    for device in found:
        yield Check("microphones", "ok", str(device["name"]))


def faces() -> Iterator[Check]:
    """The bundled face models find and fit on an empty picture without failing."""
    import numpy as np

    from companion.senses.faces.graph import FaceDetector, FaceMesh, Region

    picture = np.zeros((480, 640, 3), np.uint8)
    detector, mesh = FaceDetector(), FaceMesh()
    try:
        detector.find(picture)
        mesh.fit(picture, Region(320, 240, 200))
    finally:
        detector.close()
        mesh.close()
    yield Check("face models", "ok", "load and run")


def models() -> Iterator[Check]:
    """Our own models: their files against the hashes shipped beside them, and that they load."""
    try:
        folder = resources.path("models")
    except FileNotFoundError as error:
        yield Check("models", "note", str(error), AGAIN)
        return
    files = sorted(folder.glob("*/model.onnx"))
    if not files:
        yield Check("models", "note", "none is installed: only signals of the face's geometry are seen", AGAIN)
    for file in files:
        yield _model(f"model {file.parent.name}", file)


def _model(name: str, file: Path) -> Check:
    import hashlib

    if not resources.intact(file):
        return Check(
            name, "missing", "its file is damaged (the hash differs)", f"git checkout -- models/{file.parent.name}"
        )
    try:
        from companion.senses import onnx

        onnx.session(file)
    except Exception as error:  # onnxruntime's errors have no common base
        return Check(name, "missing", f"does not load: {str(error).splitlines()[0][:120]}", AGAIN)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return Check(name, "ok", f"loads, {file.stat().st_size / 1e6:.1f} MB, sha256 {digest[:12]}")


def disk() -> Iterator[Check]:
    """Room and rights where logs will lie; nothing is made there before there is something to keep."""
    from companion.config import settings

    folder = settings().data_folder
    above = next(p for p in (folder, *folder.parents) if p.exists())
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        mend = f"export COMPANION_DATA_FOLDER={Path.home() / 'companion'}"
        yield Check("data folder", "missing", f"nothing can be kept in {folder}: {above} is not writable", mend)
        return
    free = shutil.disk_usage(above).free >> 20
    if free < FREE_MB:
        yield Check("data folder", "note", f"{folder}: only {free} MB free", f"make at least {FREE_MB} MB free")
    else:
        yield Check("data folder", "ok", f"{folder}, {free / 1024:.1f} GB free")


CHECKS: tuple[tuple[str, Callable[[], Iterator[Check]]], ...] = (
    ("Python", python),
    ("libraries", versions),
    ("OpenCV", opencvs),
    ("libraries", imports),
    ("face models", faces),
    ("models", models),
    ("cameras", cameras),
    ("microphones", microphones),
    ("data folder", disk),
)


def as_json(checks: list[Check]) -> dict[str, Any]:
    """The findings as one object: ``ok`` is whether the main job can run."""
    rows = [{"name": c.name, "state": c.state, "detail": c.detail, "mend": c.mend} for c in checks]
    return {"ok": not any(c.state == "missing" for c in checks), "checks": rows}
