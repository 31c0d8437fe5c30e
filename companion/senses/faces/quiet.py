"""MediaPipe's start-up chatter kept off the terminal, without hiding anything else that is written to stderr."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import threading
from collections.abc import Iterator

# Lines that MediaPipe and TensorFlow Lite print on every healthy start (C++, so Python's logging cannot reach them).
NOISE = (
    b"Created TensorFlow Lite XNNPACK delegate",
    b"All log messages before absl::InitializeLog",
    b"inference_feedback_manager.cc",
    b"landmark_projection_calculator.cc",
    b"Feedback manager requires a model",
    b"gl_context",
    b"GL version",
)

_lock = threading.Lock()


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Hold back what C++ code writes to file descriptor 2 inside the block, then write it out less the known noise.

    Used around making a graph and its first inference only. Without a stderr (a window program) it does nothing.
    """
    with _lock, tempfile.TemporaryFile() as held:
        try:
            sys.stderr.flush()
            saved = os.dup(2)
        except (OSError, AttributeError, ValueError):
            yield
            return
        os.dup2(held.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            held.seek(0)
            for line in held.read().splitlines(keepends=True):
                if not any(n in line for n in NOISE):
                    os.write(saved, line)
            os.close(saved)
