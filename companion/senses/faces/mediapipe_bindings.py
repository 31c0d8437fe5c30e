"""MediaPipe's compiled half without the rest of its package.

``import mediapipe`` loads every solution, its task library and matplotlib, and the package asks for jax and a second
OpenCV. What finds faces here needs the bindings, their messages and two networks. The wheel of this project carries
just these (hatch_build.py takes them from the pinned release, unchanged); a checkout takes them from the installed
package. Either way the parent packages are not run: they stand in only while the parts are imported.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace

from companion import resources

CARRIED = "facemesh"
"""The folder of the wheel's data that holds MediaPipe's parts."""

_PARENTS = ("mediapipe", "mediapipe.python")
_PARTS = {
    "framework": "mediapipe.python._framework_bindings",
    "make": "mediapipe.python.packet_creator",
    "get": "mediapipe.python.packet_getter",
    "rect": "mediapipe.framework.formats.rect_pb2",
    "landmark": "mediapipe.framework.formats.landmark_pb2",
    "calculator": "mediapipe.framework.calculator_pb2",
    "inference": "mediapipe.calculators.tensor.inference_calculator_pb2",
}
_OPTIONS = [  # of the graphs' nodes: a message in text loses what Python does not know
    "core.constant_side_packet",
    "core.gate",
    "core.split_vector",
    "core.flow_limiter",
    "tensor.image_to_tensor",
    "tensor.inference",
    "tensor.tensors_to_detections",
    "tensor.tensors_to_floats",
    "tensor.tensors_to_landmarks",
    "tflite.ssd_anchors",
    "util.detections_to_rects",
    "util.landmark_projection",
    "util.landmarks_refinement",
    "util.local_file_contents",
    "util.non_max_suppression",
    "util.rect_transformation",
    "util.thresholding",
    "util.collection_has_min_size",
    "util.landmarks_smoothing",
    "util.association",
    "util.logic",
]


def folder() -> Path:
    """The folder that holds ``mediapipe/``. Raises ImportError where neither the wheel's nor a package's is there."""
    try:
        return resources.path(CARRIED)
    except resources.ResourceMissing:
        found = importlib.util.find_spec("mediapipe") if "mediapipe" not in sys.modules else None
    origin = found.origin if found is not None else getattr(sys.modules.get("mediapipe"), "__file__", None)
    if origin is None:
        raise ImportError("No module named 'mediapipe'")
    return Path(origin).resolve().parent.parent


@cache
def bindings() -> SimpleNamespace:
    """The modules that ``mediapipe_graphs`` drives, by their names in ``_PARTS``; imported once a process.

    Raises ImportError, in the words of what does not load.
    """
    root = folder()
    with _standing_in(root):
        importlib.import_module("mediapipe.framework.formats.detection_pb2")
        parts = {name: importlib.import_module(module) for name, module in _PARTS.items()}
        for name in _OPTIONS:
            importlib.import_module(f"mediapipe.calculators.{name}_calculator_pb2")
        importlib.import_module("mediapipe.modules.face_detection.face_detection_pb2")
        resource_util = parts["framework"].resource_util
    resource_util.set_resource_dir(str(root))
    return SimpleNamespace(**parts)


@contextmanager
def _standing_in(root: Path) -> Iterator[None]:
    """Empty parent packages at ``root`` while parts are imported; those that were there already stay."""
    before = set(sys.modules)
    for name in _PARENTS:
        if name not in sys.modules:
            parent = ModuleType(name)
            parent.__path__ = [str(root.joinpath(*name.split(".")))]
            sys.modules[name] = parent
    try:
        yield
    finally:  # whoever wants the whole package imports it as ever: its folders run then, its modules stay as they are
        for name in set(sys.modules) - before:
            if name.split(".")[0] == "mediapipe" and hasattr(sys.modules[name], "__path__"):
                del sys.modules[name]


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
