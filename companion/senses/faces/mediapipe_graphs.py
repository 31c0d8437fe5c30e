"""MediaPipe's bundled face detector and refined face mesh as plain functions of a picture and a region.

FaceMesh as packaged searches the whole frame with a short-range detector and only follows what that finds. The graph
here is its landmark half alone (``FaceLandmarkCpu``, expanded by MediaPipe itself), fed with regions of our own: the
same network and refinement, no second detector, any number of faces from one graph, and it reports the face presence.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import atan2
from typing import Any

import numpy as np

from companion.errors import DeviceUnavailable
from companion.senses.faces.geometry import Floats, Image
from companion.senses.faces.mediapipe_bindings import bindings, quiet

os.environ.setdefault("GLOG_minloglevel", "2")

POINTS = 478
TILT, ASIDE = 0.35, 0.15  # radians, and parts of the side, by which other regions lie beside the first
_RECORD = 17  # bytes of one landmark in the message: tag, length, and x, y, z as tagged floats

_MESH = """
input_stream: "image" input_stream: "roi" input_side_packet: "with_attention"
node { calculator: "FaceLandmarkCpu" input_stream: "IMAGE:image" input_stream: "ROI:roi"
       input_side_packet: "WITH_ATTENTION:with_attention" output_stream: "LANDMARKS:landmarks" }
"""
_DETECTOR = """
input_stream: "image"
node { calculator: "FaceDetectionFullRangeCpu" input_stream: "IMAGE:image" output_stream: "DETECTIONS:detections" }
"""


@dataclass(frozen=True, slots=True)
class Region:
    """A square on the picture: centre and side in pixels, ``angle`` in radians (positive turns clockwise on screen)."""

    x: float
    y: float
    side: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Detection:
    """A face found on the frame: its box in pixels, the eyes' centres, and the score in 0..1."""

    x: float
    y: float
    width: float
    height: float
    right_eye: tuple[float, float]
    left_eye: tuple[float, float]
    score: float

    @property
    def region(self) -> Region:
        """Where to look for the mesh at first: the box made square and half as large again, eyes level."""
        (rx, ry), (lx, ly) = self.right_eye, self.left_eye
        side = 1.5 * max(self.width, self.height)
        return Region(self.x + self.width / 2, self.y + self.height / 2, side, float(np.arctan2(ly - ry, lx - rx)))

    @property
    def others(self) -> list[Region]:
        """Regions to try where the mesh finds no face in the first: the eyes of a head turned far lie on each other,
        so that their line says nothing of its roll, and its box is that of half a face, to one side of the whole."""
        first = self.region
        level = Region(first.x, first.y, first.side)
        sides = ((first, 0.8), (level, 1.0), (level, 0.85), (level, 1.2), (first, 1.25))
        rolled = [Region(first.x, first.y, first.side * 1.1, first.angle + by) for by in (-TILT, TILT)]
        moved = [Region(first.x + by * first.side, first.y, first.side * 1.2, first.angle) for by in (-ASIDE, ASIDE)]
        return [*(Region(r.x, r.y, r.side * by, r.angle) for r, by in sides), *rolled, *moved]


class _Graph:
    """One running MediaPipe graph, driven a picture at a time on the caller's thread."""

    def __init__(self, text: str, outputs: tuple[str, ...], **sides: bool) -> None:
        try:
            parts = bindings()
        except (ImportError, OSError) as e:
            raise DeviceUnavailable("face.no-models", why=str(e)) from None
        self._make, self.get = parts.make, parts.get
        self._rgb = parts.framework.image_frame.ImageFormat.SRGB
        config, names = _expand(text, outputs)
        self.names = names
        self._packets: dict[str, Any] = {}
        self._time = 0
        try:
            self._graph = parts.framework.calculator_graph.CalculatorGraph(graph_config=config)
            for name in names:
                self._graph.observe_output_stream(name, self._packets.__setitem__, True)
            self._graph.start_run({k: parts.make.create_bool(v) for k, v in sides.items()})
        except (RuntimeError, ValueError) as e:
            raise DeviceUnavailable("face.no-mediapipe", why=str(e)) from None

    def run(self, **streams: Any) -> dict[str, Any]:  # MediaPipe's packets have no types
        """Feed one packet a stream and wait; gives the packets that came out (empty ones left out)."""
        self._time += 1
        self._packets.clear()
        for name, packet in streams.items():
            self._graph.add_packet_to_input_stream(name, packet.at(self._time))
        self._graph.wait_until_idle()
        return {k: p for k, p in self._packets.items() if not p.is_empty()}

    def picture(self, rgb: Image) -> Any:
        """The picture as a packet. Not copied: it must be contiguous and stay as it is until ``run`` returns."""
        rgb.flags.writeable = False
        return self._make.create_image_frame(data=rgb, image_format=self._rgb, copy=False)

    def rect(self, region: Region, w: int, h: int) -> Any:
        return self._make.create_proto(
            bindings().rect.NormalizedRect(
                x_center=region.x / w,
                y_center=region.y / h,
                width=region.side / w,
                height=region.side / h,
                rotation=region.angle,
            )
        )

    def raw(self, packet: Any) -> bytes:  # MediaPipe's
        """The message's bytes: ``get_proto`` would parse them, which costs more than all that is read from them."""
        return bytes(self.get._packet_getter._get_serialized_proto(packet))  # noqa: SLF001

    def close(self) -> None:
        """End the graph; nothing may be asked of it after."""
        self._graph.close()


def _expand(text: str, outputs: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """Let MediaPipe expand its subgraphs, then ask for one thread a network and for inner streams as outputs."""
    from google.protobuf import text_format  # type: ignore[import-untyped]

    parts = bindings()
    calculator_pb2, option = parts.calculator, parts.inference.InferenceCalculatorOptions.ext
    plain = parts.framework.validated_graph_config.ValidatedGraphConfig()
    plain.initialize(graph_config=text_format.Parse(text, calculator_pb2.CalculatorGraphConfig()))
    config = calculator_pb2.CalculatorGraphConfig()
    config.ParseFromString(plain.binary_config)
    streams = {s.split(":")[-1] for node in config.node for s in node.output_stream}
    names = tuple(next(s for s in sorted(streams, key=len) if s.endswith(wanted)) for wanted in outputs)
    for node in config.node:
        if node.calculator == "InferenceCalculatorCpu" and node.options.HasExtension(option):
            node.options.Extensions[option].delegate.xnnpack.num_threads = 1
    config.output_stream.extend(names)
    del config.executor[:]
    config.num_threads = 0  # everything runs on the caller's thread: no hand-over, and a pool decides what is parallel
    return config, names


LEAST = 0.5  # score of what is a face


class FaceDetector:
    """The full-range detector on a whole frame: finds faces down to about 5 % of the frame's width."""

    def __init__(self) -> None:
        with quiet():
            self._graph = _Graph(_DETECTOR, ("detections",))
            self.find(np.zeros((64, 64, 3), np.uint8))

    def find(self, rgb: Image) -> list[Detection]:
        """Faces on an RGB picture (h, w, 3), best first."""
        h, w = rgb.shape[:2]
        packet = self._graph.run(image=self._graph.picture(rgb)).get("detections")
        found = [] if packet is None else self._graph.get.get_proto_list(packet)
        faces = [_detection(d, w, h) for d in found]
        return sorted((f for f in faces if f.score >= LEAST), key=lambda f: -f.score)

    def close(self) -> None:
        self._graph.close()


def _detection(message: Any, w: int, h: int) -> Detection:  # a message of protobuf
    box, keys = message.location_data.relative_bounding_box, message.location_data.relative_keypoints
    eyes = [(k.x * w, k.y * h) for k in keys[:2]]
    return Detection(box.xmin * w, box.ymin * h, box.width * w, box.height * h, eyes[0], eyes[1], message.score[0])


class FaceMesh:
    """The refined mesh in a region. Stateless: one instance serves any number of faces, one thread at a time."""

    def __init__(self) -> None:
        with quiet():
            self._graph = _Graph(_MESH, ("__face_presence_score", "facelandmarkcpu__landmarks"), with_attention=True)
            self._score, self._points = self._graph.names
            self.fit(np.zeros((64, 64, 3), np.uint8), Region(32, 32, 64))

    def fit(self, rgb: Image, region: Region) -> tuple[Floats | None, float]:
        """Landmarks (478, 3) in pixels of the picture (z towards the back, same unit), or None; and presence 0..1."""
        h, w = rgb.shape[:2]
        packets = self._graph.run(image=self._graph.picture(rgb), roi=self._graph.rect(region, w, h))
        presence = float(self._graph.get.get_float(packets[self._score])) if self._score in packets else 0.0
        if self._points not in packets:
            return None, presence
        return _place(_numbers(self._graph.raw(packets[self._points])), region), presence

    def close(self) -> None:
        self._graph.close()


def _numbers(message: bytes) -> Floats:
    """A landmark list as an array (478, 3)."""
    if len(message) == POINTS * _RECORD:
        tagged = np.frombuffer(message, np.uint8).reshape(POINTS, _RECORD)[:, 2:].reshape(POINTS, 3, 5)
        if (tagged[0, :, 0] == (0x0D, 0x15, 0x1D)).all():
            return np.ascontiguousarray(tagged[:, :, 1:]).view(np.float32).reshape(POINTS, 3).astype(float)
    listed = bindings().landmark.NormalizedLandmarkList.FromString(message).landmark
    return np.array([(p.x, p.y, p.z) for p in listed], float)


def _place(unit: Floats, region: Region) -> Floats:
    """From the region's unit square to pixels of the picture: exact for pictures of any shape."""
    c, s = np.cos(region.angle), np.sin(region.angle)
    x, y = unit[:, 0] - 0.5, unit[:, 1] - 0.5
    out = np.empty_like(unit)
    out[:, 0] = region.x + region.side * (c * x - s * y)
    out[:, 1] = region.y + region.side * (s * x + c * y)
    out[:, 2] = region.side * unit[:, 2]
    return out


def region_of(points: Floats) -> Region:
    """Where to look next: FaceMesh's own rule, the landmarks' box made square, half as large again, eyes level."""
    flat = np.ascontiguousarray(points.T[:2])
    (left, top), (right, bottom) = flat.min(1).tolist(), flat.max(1).tolist()
    (ax, ay, _), (bx, by, _) = points[33].tolist(), points[263].tolist()
    side = 1.5 * max(right - left, bottom - top)
    return Region((left + right) / 2, (top + bottom) / 2, side, atan2(by - ay, bx - ax))
