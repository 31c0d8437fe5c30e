"""Checks whether this machine is ready (``companion doctor``). Each finding says what is wrong and how to fix it.

Libraries are imported inside the checks, so that a broken library is a finding and not a crash.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Literal, TypeAlias

from companion import installation, resources
from companion.errors import CompanionError
from companion.facts import Fact, Value, fact
from companion.words import say
from companion.words.messages import completeness

State: TypeAlias = Literal["ok", "note", "missing"]
LOCK_FILE = "requirements.lock"
OLDEST_PYTHON = (3, 10)
OPENCV_REQUIREMENT = "opencv-python-headless==4.11.0.86"
OPENCV_PACKAGES = ("opencv-python", "opencv-contrib-python", "opencv-python-headless", "opencv-contrib-python-headless")
MIN_FREE_MB = 200
TESTED_SYSTEMS = ("linux",)
"""Values of ``sys.platform`` on which companion has been tested; others give a note."""


@dataclass(frozen=True, slots=True)
class Check:
    """One finding of a check.

    Attributes:
        name: What was checked.
        state: "ok"; "missing" if companion cannot referee from clips and cameras; "note" if only some part does not
            work.
        detail: What was found.
        mend: The command that fixes it, or other advice; "" if there is none.
    """

    name: str
    state: State
    detail: Fact
    mend: Fact | str = ""


def examine() -> Iterator[Check]:
    """Yield the findings of all checks, each as soon as it is made."""
    for name, check in CHECKS:
        try:
            yield from check()
        except Exception as error:  # one broken check must not hide the others  # noqa: BLE001
            yield Check(
                name, "note", fact("doctor.unchecked", kind=type(error).__name__, why=str(error)), installation.again()
            )


def python() -> Iterator[Check]:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] >= OLDEST_PYTHON:
        yield Check("Python", "ok", fact("doctor.version", version=version))
    else:
        yield Check("Python", "missing", fact("doctor.python", version=version), installation.again())


def system() -> Iterator[Check]:
    """Check the operating system: a note if companion has not been tested on it."""
    name = f"{platform.system()} {platform.machine()}"
    if sys.platform in TESTED_SYSTEMS:
        yield Check("system", "ok", fact("doctor.system", name=name))
    else:
        yield Check("system", "note", fact("doctor.untried", name=name), fact("doctor.tell-us"))


def versions() -> Iterator[Check]:
    """Check the versions of installed libraries.

    In a checkout they are compared with the lock file, elsewhere with the distribution's requirements.
    """
    from packaging.requirements import Requirement

    try:
        lines = wanted_lines()
    except resources.ResourceMissing as error:
        yield Check("libraries", "note", error.fact, installation.again())
        return
    wanted = [Requirement(line) for line in lines]
    wanted = [r for r in wanted if r.marker is None or r.marker.evaluate({"extra": ""})]
    other: list[Value] = []
    absent: list[Value] = []
    for requirement in wanted:
        try:
            found = metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            absent.append(f"{requirement.name}{requirement.specifier}")
            continue
        if not requirement.specifier.contains(found, prereleases=True):
            asked = str(requirement.specifier).removeprefix("==")
            other.append(fact("doctor.other-version", name=requirement.name, found=found, lock=asked))
    mend = installation.again()
    if absent:
        yield Check("libraries", "note", fact("doctor.absent", names=absent), mend)
    if other:
        yield Check("libraries", "note", fact("doctor.other-versions", names=other), mend)
    if not absent and not other:
        yield Check("libraries", "ok", fact("doctor.as-locked", n=len(wanted)))


def wanted_lines() -> list[str]:
    """Return what companion requires, as lines such as "numpy==2.1.0".

    Raises ResourceMissing if a checkout has no lock file.
    """
    if installation.way() != "checkout":
        return installation.requirements()
    lines = resources.path(LOCK_FILE).read_text(encoding="utf-8").splitlines()
    return [line.rstrip(" \\") for line in lines if line and line[0].isalnum()]


def opencvs() -> Iterator[Check]:
    """Check that at most one OpenCV package is installed: two would overwrite each other's files."""
    found: list[Value] = []
    for name in OPENCV_PACKAGES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    if len(found) > 1:
        away = installation.pip("uninstall", *(["-y"] if importlib.util.find_spec("pip") else []), *OPENCV_PACKAGES)
        mend = f"{away} && {installation.pip('install', '--no-deps', OPENCV_REQUIREMENT)}"
        yield Check("OpenCV", "note", fact("doctor.opencvs", names=found), mend)
    else:
        yield Check("OpenCV", "ok", fact("doctor.opencv", name=found[0]) if found else fact("doctor.built"))


def imports() -> Iterator[Check]:
    """Check that the libraries needed for refereeing can be imported."""
    apt = "sudo apt-get install -y libglib2.0-0"
    for name in ("cv2", "numpy", "onnxruntime"):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                __import__(name)
        except Exception as error:  # ImportError, OSError of a library, AttributeError of a mixed-up install  # noqa: BLE001
            line = apt if name == "cv2" and ".so" in str(error) else installation.again()
            yield Check(name, "missing", fact("doctor.no-load", why=_first_line(error)), line)
        else:
            yield Check(name, "ok", fact("doctor.loads"))


def _first_line(error: Exception) -> str:
    """Return the first line of the error's message, or its class if it has none."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def cameras() -> Iterator[Check]:
    from companion.sources import capture

    if not sys.platform.startswith("linux"):
        yield Check("cameras", "note", fact("doctor.cameras-by-number"), "companion watch 0")
        return
    known = capture.cameras()
    if not known:
        yield Check("cameras", "note", capture.list_cameras(known), "companion watch clip.mp4")
    for camera in known:
        try:
            capture.check_node(camera.index)
        except CompanionError as error:
            yield Check("cameras", "note", error.fact, "sudo usermod -aG video $USER")
        else:
            yield Check("cameras", "ok", fact("doctor.camera", index=camera.index, name=camera.name))


def microphones() -> Iterator[Check]:
    try:
        import sounddevice
    except OSError:
        line = "sudo apt-get install -y libportaudio2" if sys.platform.startswith("linux") else installation.again()
        yield Check("microphones", "note", fact("doctor.no-portaudio"), line)
        return
    except ImportError:
        yield Check("microphones", "note", fact("doctor.no-sounddevice"), installation.again())
        return
    try:
        found = [d for d in sounddevice.query_devices() if d["max_input_channels"] > 0]
    except (sounddevice.PortAudioError, OSError) as error:
        yield Check("microphones", "note", fact("doctor.no-answer", why=str(error)), installation.again())
        return
    if not found:
        yield Check("microphones", "note", fact("doctor.no-microphone"), fact("doctor.plug-in"))
    for device in found:
        yield Check("microphones", "ok", fact("doctor.microphone", name=str(device["name"])))


def mqtt() -> Iterator[Check]:
    """Check that the MQTT library can be imported. Only a command that names a broker connects to it."""
    try:
        import paho.mqtt.client  # noqa: F401 (only checks that it can be imported)
    except ImportError:
        line = installation.pip("install", f"{installation.DISTRIBUTION_NAME}[mqtt]")
        yield Check("MQTT", "note", fact("doctor.no-mqtt"), line)
    else:
        yield Check("MQTT", "ok", fact("doctor.mqtt"))


def faces() -> Iterator[Check]:
    """Check that the bundled face models load and run, by running them on a black picture."""
    import numpy as np

    from companion.senses.faces.face_networks import FaceDetector, FaceMesh, Region

    picture = np.zeros((480, 640, 3), np.uint8)
    FaceDetector().find(picture)
    FaceMesh().fit(picture, Region(320, 240, 200))
    yield Check("face models", "ok", fact("doctor.load-and-run"))


def models() -> Iterator[Check]:
    """Check the project's own models: their files against the hashes shipped beside them, and that they load."""
    try:
        folder = resources.path("models")
    except resources.ResourceMissing as error:
        yield Check("models", "note", error.fact, installation.again())
        return
    files = sorted(folder.glob("*/model.onnx"))
    if not files:
        yield Check("models", "note", fact("doctor.no-models"), installation.again())
    for file in files:
        yield _model(f"model {file.parent.name}", file)


def _model(name: str, file: Path) -> Check:
    import hashlib

    if resources.damage(file) is not None:
        checkout = installation.way() == "checkout"
        mend = f"git checkout -- models/{file.parent.name}" if checkout else installation.again()
        return Check(name, "missing", fact("doctor.damaged"), mend)
    try:
        from companion.senses import onnx

        onnx.session(file)
    except Exception as error:  # onnxruntime's errors have no common base  # noqa: BLE001
        return Check(name, "missing", fact("doctor.no-load", why=_first_line(error)[:120]), installation.again())
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    size = round(file.stat().st_size / 1e6, 1)
    return Check(name, "ok", fact("doctor.model", megabytes=size, sha256=digest[:12]))


def disk() -> Iterator[Check]:
    """Check the space and the permissions of the data folder, without creating it."""
    from companion.config import settings

    folder = settings().data_folder
    above = next(p for p in (folder, *folder.parents) if os.path.exists(p))
    if not os.path.isdir(above) or not os.access(above, os.W_OK | os.X_OK):
        mend = f"export COMPANION_DATA_FOLDER={Path(os.environ.get('HOME') or '/tmp') / 'companion'}"
        yield Check("data folder", "missing", fact("doctor.no-folder", folder=str(folder), above=str(above)), mend)
        return
    free = shutil.disk_usage(above).free >> 20
    if free < MIN_FREE_MB:
        full = fact("doctor.full", folder=str(folder), megabytes=free)
        yield Check("data folder", "note", full, fact("doctor.make-room", megabytes=MIN_FREE_MB))
    else:
        yield Check("data folder", "ok", fact("doctor.free", folder=str(folder), gigabytes=round(free / 1024, 1)))


def spoken() -> Iterator[Check]:
    """Check each language's messages: how many are missing, and therefore shown in English."""
    yield Check("languages", "ok", fact("doctor.languages", all=completeness()))


def voice() -> Iterator[Check]:
    """Check in which languages speech can be recognised: by the shipped engine, and by a Vosk model if one is set."""
    from companion.config import settings
    from companion.senses.speech.pronouncing import PRONOUNCED_LANGUAGES
    from companion.words.messages import about

    spoken_here: list[Value] = [about(language).name for language in PRONOUNCED_LANGUAGES]
    folder = settings().speech_model
    if not folder:
        yield Check("voice", "ok", fact("doctor.voice", languages=spoken_here))
        return
    from companion.private import expand_user
    from companion.senses.speech.vosk_model import check_folder, library_path

    try:
        check_folder(expand_user(folder))
        library_path()
    except CompanionError as error:
        missing = error.fact.code == "vosk.no-library"
        line = (
            installation.pip("install", f"{installation.DISTRIBUTION_NAME}[vosk]")
            if missing
            else "unset COMPANION_SPEECH_MODEL"
        )
        yield Check("voice", "note", error.fact, line)
    else:
        yield Check("voice", "ok", fact("doctor.voice-vosk", folder=folder))


CHECKS: tuple[tuple[str, Callable[[], Iterator[Check]]], ...] = (
    ("Python", python),
    ("system", system),
    ("libraries", versions),
    ("OpenCV", opencvs),
    ("libraries", imports),
    ("face models", faces),
    ("models", models),
    ("cameras", cameras),
    ("microphones", microphones),
    ("voice", voice),
    ("MQTT", mqtt),
    ("languages", spoken),
    ("data folder", disk),
)


def line_of(check: Check, language: str = "en") -> str:
    """Return a finding's ``mend`` as one line of text."""
    return say(check.mend, language) if isinstance(check.mend, Fact) else check.mend


def as_json(checks: list[Check]) -> dict[str, Any]:
    """Return the findings as a JSON object. ``ok`` is True if nothing is missing for refereeing."""
    rows = [
        {"name": c.name, "state": c.state, "code": c.detail.code, "detail": say(c.detail), "mend": line_of(c)}
        for c in checks
    ]
    return {"ok": not any(c.state == "missing" for c in checks), "checks": rows}
