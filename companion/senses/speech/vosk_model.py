"""Run a Vosk model from a folder of the user's in a process of its own, after checking the folder."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.errors import BadInput, DeviceUnavailable
from companion.senses.speech import vosk_child
from companion.senses.speech.recogniser import Samples

REQUIRED_FILES: Final = (
    "am/final.mdl",
    "conf/mfcc.conf",
    "graph/phones/word_boundary.int",
    "graph/HCLr.fst",
    "graph/Gr.fst",
)
"""Files that a model that accepts a grammar must have."""
_FST_MAGIC: Final = b"\xd6\xfd\xb2\x7e"
_ANSWER_S: Final = 20.0  # timeout of a reply
_LOAD_S: Final = 120.0  # timeout while the process loads its model
_LIBRARIES: Final = {"win32": "libvosk.dll", "darwin": "libvosk.dyld"}


def check_folder(folder: Path) -> None:
    """Check that a folder holds a Vosk model that accepts a grammar.

    Raises:
        BadInput: The folder or a file in it is missing or damaged, or the model's grammar is fixed.
    """
    if not folder.is_dir():
        raise BadInput("vosk.no-folder", folder=str(folder))
    if (folder / "graph" / "HCLG.fst").is_file() and not (folder / "graph" / "HCLr.fst").is_file():
        raise BadInput("vosk.fixed", folder=str(folder))
    for name in REQUIRED_FILES:
        path = folder / name
        if not path.is_file():
            raise BadInput("vosk.incomplete", folder=str(folder), missing=name)
        if path.stat().st_size == 0 or (path.suffix == ".fst" and not _begins_as_fst(path)):
            raise BadInput("vosk.damaged", folder=str(folder), file=name)


def _begins_as_fst(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == _FST_MAGIC


def library_path() -> Path:
    """Return the path of Vosk's library, without importing its package.

    Raises:
        DeviceUnavailable: Vosk is not installed.
    """
    found = importlib.util.find_spec("vosk")
    folders = list(found.submodule_search_locations or ()) if found is not None else []
    path = Path(folders[0]) / _LIBRARIES.get(sys.platform, "libvosk.so") if folders else None
    if path is None or not path.is_file():
        raise DeviceUnavailable("vosk.no-library")
    return path


class VoskModel:
    """A Vosk model in its own process, which starts on first use. Use it from one thread at a time.

    Raises:
        BadInput: The folder does not hold a usable model.
        DeviceUnavailable: Vosk's library is missing, or the process ended.
    """

    def __init__(self, folder: Path) -> None:
        check_folder(folder)
        self._folder, self._library = folder, library_path()
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._phrases: list[str] = []

    @property
    def is_loaded(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def process_id(self) -> int | None:
        return None if self._process is None else self._process.pid

    def unknown_words(self, words: Sequence[str]) -> list[str]:
        """Return the words that the model does not know."""
        return list(self._ask({"find": list(words)})["unknown"])

    def expect(self, phrases: Sequence[str]) -> None:
        """Set the phrases to listen for."""
        if self.is_loaded and list(phrases) == self._phrases:
            return
        self._phrases = list(phrases)
        if not self._ask({"grammar": list(phrases)})["ready"]:
            raise DeviceUnavailable("vosk.ended")

    def hear(self, sound: Samples) -> list[dict[str, Any]]:
        """Return what may have been said in samples (n,) at 16 kHz, likeliest first.

        Each result has the keys ``text``, ``confidence`` (a log likelihood) and ``result`` (the words with times in
        seconds).
        """
        pcm = np.clip(sound * 32767.0, -32768, 32767).astype("<i2")
        found = self._ask({"samples": len(pcm)}, pcm.tobytes())
        return list(found.get("alternatives", ()))

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I", "-S", vosk_child.__file__, str(self._library), str(self._folder)]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}
        )
        self._process, self._lines = process, queue.SimpleQueue()
        threading.Thread(target=_read_lines, args=(process, self._lines), name="vosk answers", daemon=True).start()
        if not json.loads(self._read(_LOAD_S) or b"{}").get("model"):
            self.close()
            raise BadInput("vosk.unreadable", folder=str(self._folder))
        return process

    def _ask(self, what: dict[str, Any], data: bytes = b"") -> dict[str, Any]:
        process = self._process or self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(what).encode() + b"\n" + data)
            process.stdin.flush()
        except OSError:
            self.close()
            raise DeviceUnavailable("vosk.ended") from None
        line = self._read(_ANSWER_S)
        if not line:
            self.close()
            raise DeviceUnavailable("vosk.ended")
        found: dict[str, Any] = json.loads(line)
        return found

    def _read(self, seconds: float) -> bytes:
        """Return the next line that the process prints; empty if it ended or printed nothing for ``seconds``."""
        try:
            return self._lines.get(timeout=seconds)
        except queue.Empty:
            return b""


def _read_lines(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):  # the pipe may be closed meanwhile
        for line in process.stdout:
            lines.put(line)
    lines.put(b"")
