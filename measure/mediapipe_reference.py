"""MediaPipe's package, the reference for faces: the whole of it, and its two networks as its own graphs run them.

It is installed with the tests on Pythons for which it has wheels (3.12 and below). ``companion`` never imports it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from companion.senses.faces.face_networks import Detection, Region, place_points
from companion.senses.faces.geometry import Floats, Image

_MESH = """
input_stream: "image" input_stream: "roi" input_side_packet: "with_attention"
node { calculator: "FaceLandmarkCpu" input_stream: "IMAGE:image" input_stream: "ROI:roi"
       input_side_packet: "WITH_ATTENTION:with_attention" output_stream: "LANDMARKS:landmarks" }
"""
_DETECTOR = """
input_stream: "image"
node { calculator: "FaceDetectionFullRangeCpu" input_stream: "IMAGE:image" output_stream: "DETECTIONS:detections" }
"""
_TONGUE = """
input_stream: "image" input_stream: "roi"
node { calculator: "ImageToTensorCalculator" input_stream: "IMAGE:image" input_stream: "NORM_RECT:roi"
       output_stream: "TENSORS:crop" options { [mediapipe.ImageToTensorCalculatorOptions.ext] {
         output_tensor_width: 256 output_tensor_height: 256 output_tensor_float_range { min: 0.0 max: 1.0 } } } }
node { calculator: "InferenceCalculatorCpu" input_stream: "TENSORS:crop" output_stream: "TENSORS:answers"
       options { [mediapipe.InferenceCalculatorOptions.ext] { model_path: "MODEL" delegate { xnnpack {} } } } }
node { calculator: "SplitTensorVectorCalculator" input_stream: "answers"
       output_stream: "mesh" output_stream: "flag" output_stream: "tongue"
       options { [mediapipe.SplitVectorCalculatorOptions.ext] {
         ranges { begin: 0 end: 1 } ranges { begin: 1 end: 2 } ranges { begin: 2 end: 3 } } } }
node { calculator: "TensorsToFloatsCalculator" input_stream: "TENSORS:mesh" output_stream: "FLOATS:mesh_floats" }
node { calculator: "TensorsToFloatsCalculator" input_stream: "TENSORS:flag" output_stream: "FLOAT:flag_float" }
node { calculator: "TensorsToFloatsCalculator" input_stream: "TENSORS:tongue" output_stream: "FLOAT:tongue_float" }
"""
MIN_SCORE = 0.5  # of what is a face


def whole_mediapipe() -> Any:
    """Return the module. Its drawings alone need matplotlib, which the lock leaves out: an empty module replaces it.

    Raises ImportError where MediaPipe is not installed.
    """
    os.environ.setdefault("GLOG_minloglevel", "2")
    for name in ("matplotlib", "matplotlib.pyplot"):
        sys.modules.setdefault(name, ModuleType(name))
    import mediapipe

    return mediapipe


@contextlib.contextmanager
def drop_stderr() -> Iterator[None]:
    """Hold back what C++ code writes to file descriptor 2: lines of every healthy start."""
    with tempfile.TemporaryFile() as held:
        sys.stderr.flush()
        saved = os.dup(2)
        os.dup2(held.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)


class _Graph:
    """One running MediaPipe graph, driven a picture at a time on the caller's thread."""

    def __init__(self, text: str, outputs: tuple[str, ...], **sides: bool) -> None:
        package = whole_mediapipe()
        self._make, self.get = package.packet_creator, package.packet_getter
        self._framework = importlib.import_module("mediapipe.python._framework_bindings")
        self._framework.resource_util.set_resource_dir(str(Path(package.__file__).parent.parent))
        config, self.names = self._expand(text, outputs)
        self._packets: dict[str, Any] = {}
        self._time = 0
        self._graph = self._framework.calculator_graph.CalculatorGraph(graph_config=config)
        for name in self.names:
            self._graph.observe_output_stream(name, self._packets.__setitem__, True)
        self._graph.start_run({k: self._make.create_bool(v) for k, v in sides.items()})

    def _expand(self, text: str, outputs: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
        """Let MediaPipe expand its subgraphs, then ask for one thread a network and for inner streams as outputs."""
        text_format = importlib.import_module("google.protobuf.text_format")

        calculator = importlib.import_module("mediapipe.framework.calculator_pb2")
        inference = importlib.import_module("mediapipe.calculators.tensor.inference_calculator_pb2")
        for options in ("tensor.image_to_tensor_calculator_pb2", "core.split_vector_calculator_pb2"):
            importlib.import_module(f"mediapipe.calculators.{options}")  # the texts name their options
        option = inference.InferenceCalculatorOptions.ext
        plain = self._framework.validated_graph_config.ValidatedGraphConfig()
        plain.initialize(graph_config=text_format.Parse(text, calculator.CalculatorGraphConfig()))
        config = calculator.CalculatorGraphConfig()
        config.ParseFromString(plain.binary_config)
        streams = {s.split(":")[-1] for node in config.node for s in node.output_stream}
        names = tuple(next(s for s in sorted(streams, key=len) if s.endswith(wanted)) for wanted in outputs)
        for node in config.node:
            if node.calculator == "InferenceCalculatorCpu" and node.options.HasExtension(option):
                node.options.Extensions[option].delegate.xnnpack.num_threads = 1
        config.output_stream.extend(names)
        del config.executor[:]
        config.num_threads = 0  # everything runs on the caller's thread
        return config, names

    def run(self, rgb: Image, **streams: Any) -> dict[str, Any]:
        """Feed a picture and one packet a stream, and return the packets that came out."""
        self._time += 1
        self._packets.clear()
        image_format = self._framework.image_frame.ImageFormat.SRGB
        streams["image"] = self._make.create_image_frame(data=rgb, image_format=image_format, copy=True)
        for name, packet in streams.items():
            self._graph.add_packet_to_input_stream(name, packet.at(self._time))
        self._graph.wait_until_idle()
        return {k: p for k, p in self._packets.items() if not p.is_empty()}

    def make_rect(self, region: Region, w: int, h: int) -> Any:
        rect = importlib.import_module("mediapipe.framework.formats.rect_pb2")
        values = {"x_center": region.x / w, "y_center": region.y / h, "rotation": region.angle}
        return self._make.create_proto(
            rect.NormalizedRect(width=region.side / w, height=region.side / h, **values),
        )


class ReferenceDetector:
    """The full-range detector as MediaPipe runs it."""

    def __init__(self) -> None:
        with drop_stderr():
            self._graph = _Graph(_DETECTOR, ("detections",))
            self.find(np.zeros((64, 64, 3), np.uint8))

    def find(self, rgb: Image) -> list[Detection]:
        """Return the faces on an RGB picture (h, w, 3), best first."""
        h, w = rgb.shape[:2]
        packet = self._graph.run(rgb).get("detections")
        found = [] if packet is None else self._graph.get.get_proto_list(packet)
        faces = [_detection(message, w, h) for message in found]
        return sorted((f for f in faces if f.score >= MIN_SCORE), key=lambda f: -f.score)


def _detection(message: Any, w: int, h: int) -> Detection:
    box, keys = message.location_data.relative_bounding_box, message.location_data.relative_keypoints
    eyes = [(k.x * w, k.y * h) for k in keys[:2]]
    return Detection(box.xmin * w, box.ymin * h, box.width * w, box.height * h, eyes[0], eyes[1], message.score[0])


class ReferenceTongue:
    """The second landmark network of ``face_landmarker.task`` as MediaPipe runs it, with its third output."""

    def __init__(self, task: Path) -> None:
        with drop_stderr(), tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(task) as archive:
            model = archive.extract("face_landmarks_detector.tflite", folder)
            self._graph = _Graph(_TONGUE.replace("MODEL", model), ("mesh_floats", "flag_float", "tongue_float"))
            self.fit(np.zeros((64, 64, 3), np.uint8), Region(32, 32, 64))

    def fit(self, rgb: Image, region: Region) -> tuple[Floats, float, float]:
        """Return landmarks (478, 3) in pixels of the crop, the logit of the presence, and the tongue in 0..1."""
        h, w = rgb.shape[:2]
        packets = self._graph.run(rgb, roi=self._graph.make_rect(region, w, h))
        mesh, flag, tongue = (packets[name] for name in self._graph.names)
        points = np.array(self._graph.get.get_float_list(mesh), float).reshape(478, 3)
        return points, float(self._graph.get.get_float(flag)), float(self._graph.get.get_float(tongue))


class ReferenceMesh:
    """The refined landmarks in a region as MediaPipe's own graph gives them."""

    def __init__(self) -> None:
        with drop_stderr():
            self._graph = _Graph(_MESH, ("__face_presence_score", "facelandmarkcpu__landmarks"), with_attention=True)
            self._score, self._points = self._graph.names
            self.fit(np.zeros((64, 64, 3), np.uint8), Region(32, 32, 64))

    def fit(self, rgb: Image, region: Region) -> tuple[Floats | None, float]:
        """Return landmarks (478, 3) in pixels of the picture, or None, and the presence in 0..1."""
        h, w = rgb.shape[:2]
        packets = self._graph.run(rgb, roi=self._graph.make_rect(region, w, h))
        presence = float(self._graph.get.get_float(packets[self._score])) if self._score in packets else 0.0
        if self._points not in packets:
            return None, presence
        listed = self._graph.get.get_proto(packets[self._points]).landmark
        return place_points(np.array([(p.x, p.y, p.z) for p in listed], float), region), presence
