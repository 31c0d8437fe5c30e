"""Convert the networks of the second look: ``python -m models.training people.mediapipe_second_look TASK``.

``TASK`` is ``face_landmarker.task`` of MediaPipe (Apache-2.0), an archive. Its landmark network (256 pixels, without
attention) has a third output, which MediaPipe's graphs leave alone: how much the face shows a tongue. Its network of
blendshapes turns landmarks into 52 named movements of the face. Both files are held against their SHA-256; the same
bytes come out each time. Needs the packages tflite, flatbuffers and onnx.

face_tongue: ``image`` (n, 256, 256, 3) uint8 RGB to ``points`` (n, 478, 3) in parts of the crop's side, ``presence``
(n, 1) and ``tongue`` (n, 1), both in 0..1. face_blendshapes: ``points`` (1, 478, 2) in pixels of any scale to
``shapes`` (1, 52) in 0..1.
"""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import tflite
from onnx import ModelProto, TensorProto, helper

from models.training.people.mediapipe_networks import (
    ROOT,
    FaceNetworkConverter,
    FlatNetwork,
    GraphBuilder,
    Operator,
    read_table,
)

SOURCES = {
    "face_tongue": (
        "face_landmarks_detector.tflite",
        "c7d54204ce0448474c7f3fa9af494787c0965cbdd6f20fc72867e43046bd43d5",
    ),
    "face_blendshapes": (
        "face_blendshapes.tflite",
        "4f36dded049db18d76048567439b2a7f58f1daabc00d78bfe8f3ad396a2d2082",
    ),
}
MESH_POINTS = 478
BLENDSHAPE_COUNT = 52
# The landmarks that the network of blendshapes takes, as MediaPipe's graph picks them.
BLENDSHAPE_POINTS = (
    *(0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78),
    *(80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150, 152),
    *(153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246),
    *(249, 251, 263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312),
    *(314, 317, 318, 321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381),
    *(382, 384, 385, 386, 387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472),
    *(473, 474, 475, 476, 477),
)


class BlendshapeConverter(GraphBuilder):
    """Writes the network of blendshapes as ONNX: the axes stay as they are, and a 1 x 1 convolution is a product."""

    def __init__(self, network: FlatNetwork) -> None:
        super().__init__()
        self._network = network
        self._values: dict[int, str] = {}

    def convert(self) -> ModelProto:
        places = helper.make_tensor_value_info("points", TensorProto.FLOAT, [1, MESH_POINTS, 2])
        self._values[self._network.input] = self.add("Gather", "points", list(BLENDSHAPE_POINTS), axis=1)
        for operator in self._network.operators():
            self._values[operator.output] = getattr(self, f"_{operator.name.lower()}")(operator)
        self.add("Reshape", self._values[self._network.outputs[0]], [1, BLENDSHAPE_COUNT], name="shapes")
        return self.make_model([places], {"shapes": [BLENDSHAPE_COUNT]})

    def _input(self, operator: Operator, which: int = 0) -> Any:
        """Return a computed value's name, or a constant."""
        number = operator.inputs[which]
        return self._values.get(number, self._network.constants.get(number))

    def _pair(self, operator: Operator, kind: str) -> str:
        return str(self.add(kind, self._input(operator), self._input(operator, 1)))

    def _add(self, operator: Operator) -> str:
        return self._pair(operator, "Add")

    def _sub(self, operator: Operator) -> str:
        return self._pair(operator, "Sub")

    def _mul(self, operator: Operator) -> str:
        return self._pair(operator, "Mul")

    def _div(self, operator: Operator) -> str:
        return self._pair(operator, "Div")

    def _squared_difference(self, operator: Operator) -> str:
        apart = self._pair(operator, "Sub")
        return str(self.add("Mul", apart, apart))

    def _neg(self, operator: Operator) -> str:
        return str(self.add("Neg", self._input(operator)))

    def _sqrt(self, operator: Operator) -> str:
        return str(self.add("Sqrt", self._input(operator)))

    def _rsqrt(self, operator: Operator) -> str:
        return str(self.add("Reciprocal", self._sqrt(operator)))

    def _logistic(self, operator: Operator) -> str:
        return str(self.add("Sigmoid", self._input(operator)))

    def _mean(self, operator: Operator) -> str:
        axes = np.atleast_1d(self._input(operator, 1)).tolist()
        return str(self.add("ReduceMean", self._input(operator), axes=axes, keepdims=1))

    def _sum(self, operator: Operator) -> str:
        axes = np.atleast_1d(self._input(operator, 1)).tolist()
        return str(self.add("ReduceSum", self._input(operator), axes, keepdims=1))

    def _transpose(self, operator: Operator) -> str:
        return str(self.add("Transpose", self._input(operator), perm=self._input(operator, 1).tolist()))

    def _reshape(self, operator: Operator) -> str:
        return str(self.add("Reshape", self._input(operator), list(self._network.shape(operator.output))))

    def _concatenation(self, operator: Operator) -> str:
        options = read_table(tflite.ConcatenationOptions, operator.table.BuiltinOptions())
        parts = [self._input(operator, which) for which in range(len(operator.inputs))]
        return str(self.add("Concat", *parts, axis=options.Axis()))

    def _strided_slice(self, operator: Operator) -> str:
        """Cut where one of the axes is to be cut; an axis that is dropped at the end is dropped by the last reshape."""
        options = read_table(tflite.StridedSliceOptions, operator.table.BuiltinOptions())
        begin, end, step = (self._input(operator, which).tolist() for which in (1, 2, 3))
        shape = self._network.shape(operator.inputs[0])
        for axis, size in enumerate(shape):
            begin[axis] = 0 if options.BeginMask() >> axis & 1 else begin[axis]
            end[axis] = size if options.EndMask() >> axis & 1 else end[axis]
        return str(self.add("Slice", self._input(operator), begin, end, list(range(len(shape))), step))

    def _conv_2d(self, operator: Operator) -> str:
        options = read_table(tflite.Conv2DOptions, operator.table.BuiltinOptions())
        kernel, bias = self._input(operator, 1), self._input(operator, 2)
        product = self.add("MatMul", self._input(operator), np.ascontiguousarray(kernel[:, 0, 0].T))
        value = str(self.add("Add", product, bias))
        return str(self.add("Relu", value)) if options.FusedActivationFunction() == 1 else value


def convert_task(path: Path) -> dict[str, bytes]:
    """Return both networks of the archive as ONNX by name. Raises ValueError where a file is another one."""
    found = {}
    with zipfile.ZipFile(path) as archive:
        for name, (file, sha256) in SOURCES.items():
            data = archive.read(file)
            if hashlib.sha256(data).hexdigest() != sha256:
                raise ValueError(f"{file} in {path.name} is not the file that this converter knows")
            network = FlatNetwork(data)
            converter = FaceNetworkConverter(network) if name == "face_tongue" else BlendshapeConverter(network)
            found[name] = bytes(converter.convert().SerializeToString())
    return found


def main(task: Path, out: Path = ROOT / "models") -> None:
    """Write ``out``/face_tongue/model.onnx and ``out``/face_blendshapes/model.onnx from the archive ``task``."""
    for name, data in convert_task(task).items():
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "model.onnx").write_bytes(data)
