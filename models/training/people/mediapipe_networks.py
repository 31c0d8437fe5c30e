"""Convert MediaPipe's two face networks to ONNX: ``python -m models.training people.mediapipe_networks FOLDER``.

``FOLDER`` is that of the installed package ``mediapipe`` 0.10.21 (Apache-2.0). The two files are read from it and held
against their SHA-256; the same bytes come out each time. Needs the packages tflite, flatbuffers and onnx.

The graphs use standard operators alone, in NCHW with a free batch size. Weights stay float16 as they are stored;
sparse ones are made dense. MediaPipe's own operators (the matrix of a box around some landmarks, a patch sampled by
it, landmarks moved by it) become arithmetic. Two changes are for speed: heads that stand side by side (lips, eyes,
irises) become one grouped convolution, and PReLU becomes two 1 x 1 convolutions, since onnxruntime has no PReLU in the
blocked layout that makes its convolutions fast.

Input of both: ``image`` (n, 192, 192, 3) uint8 RGB. Output of the landmarks: refined ``points`` (n, 478, 3) in parts of
the crop's side, and ``presence`` (n, 1). Output of the detector: ``scores`` (n, 4, 24, 24), logits of the quarters of
each cell, and ``boxes`` (n, 64, 24, 24).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tflite
from flatbuffers import flexbuffers
from onnx import ModelProto, TensorProto, checker, helper, numpy_helper, shape_inference

ROOT = Path(__file__).resolve().parents[3]
SOURCES = {
    "face_detector": (
        "modules/face_detection/face_detection_full_range_sparse.tflite",
        "2c3728e6da56f21e21a320433396fb06d40d9088f2247c05e5635a688d45dfe1",
    ),
    "face_landmarks": (
        "modules/face_landmark/face_landmark_with_attention.tflite",
        "e06a804e0144f9929eda782122916b35d60c697c3c9344013ca2bbe76a6ce2b4",
    ),
}
PATCH_SIDE = 16  # places of a patch that is sampled around lips or an eye
MAX_SUBSET = 80  # landmarks of the largest subset: smaller ones are padded to it
PATCH_SCALE = 1.5  # a patch is so much larger than the box of its landmarks

OPERATOR_NAMES = {number: name for name, number in vars(tflite.BuiltinOperator).items() if isinstance(number, int)}
TENSOR_TYPES = {0: np.float32, 1: np.float16, 2: np.int32}
SPARSE_INDEX_TYPES = {1: tflite.Int32Vector, 2: tflite.Uint16Vector, 3: tflite.Uint8Vector}


class Operator(NamedTuple):
    """One operator of a flatbuffer: its name, the flatbuffer's object, and the numbers of its tensors."""

    name: str
    table: Any
    inputs: list[int]
    output: int


class TensorPlace(NamedTuple):
    """Where a tensor lies in the new graph: part ``part`` of ``parts`` equal parts of a value's channels."""

    value: str
    part: int
    parts: int


class FlatNetwork:
    """A .tflite file: its operators in order, and the values of its constant tensors by their numbers."""

    def __init__(self, data: bytes) -> None:
        self._model = tflite.Model.GetRootAs(data)
        self._graph = self._model.Subgraphs(0)
        self.input: int = self._graph.Inputs(0)
        self.outputs: list[int] = self._graph.OutputsAsNumpy().tolist()
        self.constants: dict[int, Any] = {}
        for number in range(self._graph.TensorsLength()):
            tensor = self._graph.Tensors(number)
            stored = self._model.Buffers(tensor.Buffer()).DataAsNumpy()
            if isinstance(stored, int):  # no data: the tensor is computed
                continue
            flat = stored.view(TENSOR_TYPES[tensor.Type()])
            shape = self.shape(number)
            self.constants[number] = self._make_dense(number, flat) if tensor.Sparsity() else flat.reshape(shape)

    def shape(self, number: int) -> tuple[int, ...]:
        tensor = self._graph.Tensors(number)
        return tuple(tensor.ShapeAsNumpy().tolist()) if tensor.ShapeLength() else ()

    def operators(self) -> Iterator[Operator]:
        """Yield the operators that compute. Those that only unpack constants are followed here."""
        for number in range(self._graph.OperatorsLength()):
            table = self._graph.Operators(number)
            code = self._model.OperatorCodes(table.OpcodeIndex())
            name = OPERATOR_NAMES[max(code.BuiltinCode(), code.DeprecatedBuiltinCode())]
            inputs, output = table.InputsAsNumpy().tolist(), table.Outputs(0)
            if name in ("DEQUANTIZE", "DENSIFY"):
                self.constants[output] = self.constants[inputs[0]]
            else:
                yield Operator(code.CustomCode().decode() if name == "CUSTOM" else name, table, inputs, output)

    def _make_dense(self, number: int, flat: Any) -> Any:
        """Return a 1 x 1 kernel of which only the weights that are not zero are stored, row by row."""
        (rows, _, _, columns), last = self.shape(number), self._graph.Tensors(number).Sparsity().DimMetadata(3)
        starts = read_table(SPARSE_INDEX_TYPES[last.ArraySegmentsType()], last.ArraySegments()).ValuesAsNumpy()
        places = read_table(SPARSE_INDEX_TYPES[last.ArrayIndicesType()], last.ArrayIndices()).ValuesAsNumpy()
        dense = np.zeros((rows, 1, 1, columns), flat.dtype)
        dense[np.repeat(np.arange(rows), np.diff(starts.astype(int))), 0, 0, places] = flat[: len(places)]
        return dense


def read_table(kind: Any, table: Any) -> Any:
    """Return the flatbuffer's ``table`` as an object of ``kind``."""
    found = kind()
    found.Init(table.Bytes, table.Pos)
    return found


class GraphBuilder:
    """Collects ONNX nodes and constants."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, operator: str, *inputs: Any, name: str = "", outputs: int = 1, **options: Any) -> Any:
        """Append a node and return its output's name, or a list of names. Inputs that are no names are constants."""
        names = [value if isinstance(value, str) else self.add_constant(value) for value in inputs]
        first = name or f"{operator.lower()}{len(self.nodes)}"
        results = [first] if outputs == 1 else [f"{first}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(operator, names, results, results[0], **options))
        return results[0] if outputs == 1 else results

    def add_constant(self, value: Any) -> str:
        """Store integers as int64, numbers as float32; float16 gets a cast that runs once, as the model is loaded."""
        array = np.asarray(value)
        if array.dtype.kind == "i":
            kind: Any = np.int64
        else:
            kind = np.float16 if array.dtype == np.float16 else np.float32
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(array.astype(kind, order="C"), name))
        return str(self.add("Cast", name, to=TensorProto.FLOAT)) if kind is np.float16 else name

    def make_model(self, inputs: list[Any], outputs: dict[str, list[int]]) -> ModelProto:
        """Return the nodes so far as a checked model. ``outputs``: shapes by name, beside the first axis."""
        infos = [helper.make_tensor_value_info(k, TensorProto.FLOAT, ["n", *shape]) for k, shape in outputs.items()]
        graph = helper.make_graph(self.nodes, "face", inputs, infos, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        checker.check_model(shape_inference.infer_shapes(model, strict_mode=True), full_check=True)
        return model


class FaceNetworkConverter(GraphBuilder):
    """Writes a network of pictures as ONNX. Operators of one kind and shape that can run by now become one node."""

    def __init__(self, network: FlatNetwork) -> None:
        super().__init__()
        self._network = network
        self._is_detector = len(network.outputs) == 2
        self._crop_side = network.shape(network.input)[1]  # pixels of the input
        self._places: dict[int, TensorPlace] = {}
        self._splits: dict[str, list[str]] = {}
        self._padding: dict[int, int] = {}  # zeros all round that the next convolution adds
        self._subsets: list[list[int]] = []  # the landmarks in whose box each patch lies
        self._matrix = self._centre = ""

    def convert(self) -> ModelProto:
        self._places = {self._network.input: TensorPlace(self._add_image(), 0, 1)}
        waiting = list(self._network.operators())
        while waiting:
            for (name, _), group in self._group_ready(waiting).items():
                getattr(self, f"_{name.lower()}")(group)
            waiting = [operator for operator in waiting if operator.output not in self._places]
        add_outputs = {2: self._add_detector_outputs, 3: self._add_tongue_outputs}
        outputs = add_outputs.get(len(self._network.outputs), self._add_landmark_outputs)()
        shape = ["n", self._crop_side, self._crop_side, 3]
        return self.make_model([helper.make_tensor_value_info("image", TensorProto.UINT8, shape)], outputs)

    def _group_ready(self, waiting: Iterable[Operator]) -> dict[tuple[str, Any], list[Operator]]:
        groups: dict[tuple[str, Any], list[Operator]] = {}
        for operator in waiting:
            if all(k in self._places or k in self._network.constants for k in operator.inputs):
                shapes = tuple(map(self._network.shape, [*operator.inputs, operator.output]))
                groups.setdefault((operator.name, shapes), []).append(operator)
        return groups

    def _add_image(self) -> str:
        """Bring bytes to the network's range: -1..1 for the detector, 0..1 for the landmarks."""
        planes = self.add("Transpose", self.add("Cast", "image", to=TensorProto.FLOAT), perm=[0, 3, 1, 2])
        if self._is_detector:
            return str(self.add("Add", self.add("Mul", planes, 2 / 255), -1.0))
        return str(self.add("Mul", planes, 1 / 255))

    def _join_inputs(self, group: list[Operator], which: int = 0) -> str:
        """Return the group's inputs side by side in one value: as it is where they were computed side by side."""
        return self._join([operator.inputs[which] for operator in group])

    def _join(self, tensors: list[int]) -> str:
        places = [self._places[number] for number in tensors]
        value, _, parts = places[0]
        if places == [(value, k, parts) for k in range(parts)]:
            return value
        for value, _, parts in places:
            if value not in self._splits:
                self._splits[value] = self.add("Split", value, axis=1, outputs=parts) if parts > 1 else [value]
        found = [self._splits[value][part] for value, part, _ in places]
        return found[0] if len(found) == 1 else str(self.add("Concat", *found, axis=1))

    def _set_outputs(self, group: list[Operator], value: str, options: Any = None) -> None:
        value = self.add("Relu", value) if options and options.FusedActivationFunction() == 1 else value
        self._places.update({o.output: TensorPlace(value, k, len(group)) for k, o in enumerate(group)})

    def _add_convolution(self, source: str, kernels: list[Any], groups: int, bias: Any = None, **options: Any) -> str:
        kernel = np.concatenate(kernels)
        bias = np.zeros(len(kernel), np.float16) if bias is None else bias
        return str(self.add("Conv", source, kernel, bias, group=groups, kernel_shape=kernel.shape[2:], **options))

    def _conv_2d(self, group: list[Operator]) -> None:
        depthwise, source = group[0].name.startswith("DEPTHWISE"), group[0].inputs[0]
        kind, first = (tflite.DepthwiseConv2DOptions, 3) if depthwise else (tflite.Conv2DOptions, 0)
        options = read_table(kind, group[0].table.BuiltinOptions())
        constants = self._network.constants
        kernels = [constants[operator.inputs[1]].transpose(first, 3 - first, 1, 2) for operator in group]
        bias = np.concatenate([constants[operator.inputs[2]] for operator in group])
        strides, pads = (options.StrideH(), options.StrideW()), [self._padding.get(source, 0)] * 4
        if options.Padding() == tflite.Padding.SAME:
            sizes = zip(self._network.shape(source)[1:3], kernels[0].shape[2:], strict=True)
            for k, (size, kernel) in enumerate(sizes):
                total = max((-(-size // strides[k]) - 1) * strides[k] + kernel - size, 0)
                pads[k], pads[k + 2] = total // 2, total - total // 2
        groups = len(bias) if depthwise else len(group)
        value = self._add_convolution(self._join_inputs(group), kernels, groups, bias, strides=strides, pads=pads)
        self._set_outputs(group, value, options)

    def _pad(self, group: list[Operator]) -> None:
        """Leave zeros around the picture to the next convolution; add channels by a convolution that copies."""
        _, (around, _), _, (_, more) = self._network.constants[group[0].inputs[1]].tolist()
        source = self._join_inputs(group)
        if more:
            channels = self._network.shape(group[0].inputs[0])[3]
            copy = np.eye(channels + more, channels, dtype=np.float16)[:, :, None, None]
            source = self._add_convolution(source, [copy] * len(group), len(group))
        self._set_outputs(group, source)
        self._padding.update({operator.output: around for operator in group})

    def _prelu(self, group: list[Operator]) -> None:
        """Write a x + (1 - a) relu(x); where no a is over 1, relu((1 - a) x) is fused into the convolution."""
        source = self._join_inputs(group)
        constants = self._network.constants
        slopes = [constants[operator.inputs[1]].reshape(-1, 1, 1, 1).astype(np.float32) for operator in group]
        channels, rest = sum(map(len, slopes)), [1 - slope for slope in slopes]
        if min(map(np.min, rest)) < 0:
            bend = self._add_convolution(self.add("Relu", source), rest, channels)
        else:
            bend = self.add("Relu", self._add_convolution(source, rest, channels))
        self._set_outputs(group, self.add("Add", self._add_convolution(source, slopes, channels), bend))

    def _add(self, group: list[Operator]) -> None:
        options = read_table(tflite.AddOptions, group[0].table.BuiltinOptions())
        self._set_outputs(group, self.add("Add", self._join_inputs(group), self._join_inputs(group, 1)), options)

    def _max_pool_2d(self, group: list[Operator]) -> None:
        self._set_outputs(group, self.add("MaxPool", self._join_inputs(group), kernel_shape=[2, 2], strides=[2, 2]))

    def _resize_bilinear(self, group: list[Operator]) -> None:
        self._set_outputs(group, self.add("Resize", self._join_inputs(group), "", [1.0, 1, 2, 2], mode="linear"))

    def _reshape(self, group: list[Operator]) -> None:
        """Reshape landmarks, which come from a single place; leave maps as they are."""
        for operator in group:
            value, shape = self._join_inputs([operator]), self._network.shape(operator.output)
            single = self._network.shape(operator.inputs[0])[:3] == (1, 1, 1) and len(shape) == 3
            self._set_outputs([operator], self.add("Reshape", value, [-1, *shape[1:]]) if single else value)

    def _pass_through(self, group: list[Operator]) -> None:
        self._places.update({operator.output: self._places[operator.inputs[0]] for operator in group})

    # A slice of all, the detector's outputs in order of place, a quarter of the mesh, four times the matrix.
    _strided_slice = _depth_to_space = _mul = _pass_through
    _depthwise_conv_2d = _conv_2d

    def _landmarks2transformmatrix(self, group: list[Operator]) -> None:
        """Make a matrix of each patch: the box of some landmarks, enlarged, with two of the landmarks level.

        A place on the feature map is (place in the patch - 8) @ matrix + centre; its pixels are four of the picture's.
        """
        add, options = self.add, [flexbuffers.Loads(bytes(o.table.CustomOptionsAsNumpy())) for o in group]
        assert all(o["scale_x"] == o["scale_y"] == PATCH_SCALE and o["output_width"] == PATCH_SIDE for o in options)
        self._subsets = [o["subset_idxs"] for o in options]
        padded = [(places + places[:1] * MAX_SUBSET)[:MAX_SUBSET] for places in self._subsets]
        flat = add("Mul", add("Gather", self._places[group[0].inputs[0]].value, [0, 1], axis=2), 0.25)
        ends = [[[o[f"{side}_rotation_idx"]] for o in options] for side in ("right", "left")]
        line = add("Sub", *(add("Gather", flat, end, axis=1) for end in ends))  # (n, 3, 1, 2)
        along = add("Div", line, add("Max", add("ReduceL2", line, axes=[3]), 1e-6))
        across = add("Mul", add("Gather", along, [1, 0], axis=3), [-1.0, 1.0])
        axes = add("Concat", along, across, axis=2)
        level = add("MatMul", add("Gather", flat, padded, axis=1), add("Transpose", axes, perm=[0, 1, 3, 2]))
        low, high = add("ReduceMin", level, axes=[2]), add("ReduceMax", level, axes=[2])
        self._centre = add("MatMul", add("Mul", add("Add", low, high), 0.5), axes)
        size = add("Mul", add("Sub", high, low), PATCH_SCALE / PATCH_SIDE)
        self._matrix = add("Mul", axes, add("Transpose", size, perm=[0, 1, 3, 2]))
        self._set_outputs(group, "matrix")

    def _transformtensorbilinear(self, group: list[Operator]) -> None:
        """Sample patches of a feature map: bilinear, 0 beyond its outermost pixels' centres (GridSample is slower)."""
        add, count = self.add, len(group) * PATCH_SIDE**2
        source = group[0].inputs[0]
        _, side, _, channels = self._network.shape(source)
        grid = np.stack(np.meshgrid(*[np.arange(PATCH_SIDE) + 0.5 - PATCH_SIDE / 2] * 2), -1).reshape(-1, 2)
        at = add("Add", add("MatMul", grid, self._matrix), add("Sub", self._centre, 0.5))
        at = add("Reshape", at, [-1, count, 2])
        off = add("ReduceMax", add("Abs", add("Sub", at, (side - 1) / 2)), axes=[2])
        inside = add("Cast", add("LessOrEqual", off, (side - 1) / 2), to=TensorProto.FLOAT)
        clipped = add("Clip", at, 0.0, side - 1.0)
        low = add("Min", add("Floor", clipped), side - 2.0)
        right, down = add("Split", add("Sub", clipped, low), axis=2, outputs=2)
        first = add("Reshape", add("MatMul", low, [[1.0], [side]]), [-1, 1, count])
        corners = add("Cast", add("Add", first, [[0.0], [1], [side], [side + 1]]), to=TensorProto.INT64)
        rows = add("Transpose", self._places[source].value, perm=[0, 2, 3, 1])
        pixels = add("Reshape", rows, [-1, side * side, channels])
        found = add("GatherND", pixels, add("Reshape", corners, [-1, 4 * count, 1]), batch_dims=1)
        for part in (add("Concat", down, down, axis=1), right):
            a, b = add("Split", found, axis=1, outputs=2)
            found = add("Add", a, add("Mul", add("Sub", b, a), part))
        found = add("Reshape", add("Mul", found, inside), [-1, len(group), PATCH_SIDE**2, channels])
        found = add("Transpose", found, perm=[0, 1, 3, 2])
        self._set_outputs(group, add("Reshape", found, [-1, len(group) * channels, PATCH_SIDE, PATCH_SIDE]))

    def _transformlandmarks(self, group: list[Operator]) -> None:
        for operator in group:
            part = self._places[operator.inputs[1]].part
            matrix, centre = (self.add("Gather", name, part, axis=1) for name in (self._matrix, self._centre))
            moved = self.add("MatMul", self.add("Sub", self._join_inputs([operator]), 4 * PATCH_SIDE / 2), matrix)
            self._set_outputs([operator], self.add("Add", moved, self.add("Mul", centre, 4.0)))

    def _add_landmark_outputs(self) -> dict[str, list[int]]:
        """Refine lips, eyes and irises, irises as deep as their eyes: what MediaPipe's graph does after the network."""
        add, (mesh, *refined, flag) = self.add, (self._places[k].value for k in self._network.outputs)
        mesh = add("Reshape", mesh, [-1, 468, 3])
        order = np.arange(478)
        for places, first in zip(self._subsets, np.cumsum([468, *map(len, self._subsets)]), strict=False):
            order[places] = first + np.arange(len(places))
        order[468:] = 468 + sum(map(len, self._subsets)) + np.arange(10)
        flat = add("Gather", add("Concat", add("Gather", mesh, [0, 1], axis=2), *refined, axis=1), order, axis=1)
        deep = add("Gather", mesh, [2], axis=2)
        eyes = [add("ReduceMean", add("Gather", deep, k[:16], axis=1), axes=[1]) for k in self._subsets[1:]]
        deep = add("Concat", deep, *[eyes[0]] * 5, *[eyes[1]] * 5, axis=1)
        add("Mul", add("Concat", flat, deep, axis=2), 1 / self._crop_side, name="points")
        add("Sigmoid", add("Reshape", flag, [-1, 1]), name="presence")
        return {"points": [478, 3], "presence": [1]}

    def _logistic(self, group: list[Operator]) -> None:
        self._set_outputs(group, self.add("Sigmoid", self._join_inputs(group)))

    def _add_tongue_outputs(self) -> dict[str, list[int]]:
        """Points of the network without refinement in parts of the crop's side, its presence, and how like a tongue."""
        mesh, flag, tongue = (self._join([number]) for number in self._network.outputs)
        self.add("Mul", self.add("Reshape", mesh, [-1, 478, 3]), 1 / self._crop_side, name="points")
        self.add("Sigmoid", self.add("Reshape", flag, [-1, 1]), name="presence")
        self.add("Reshape", tongue, [-1, 1], name="tongue")
        return {"points": [478, 3], "presence": [1], "tongue": [1]}

    def _add_detector_outputs(self) -> dict[str, list[int]]:
        for number, name in zip(self._network.outputs, ("boxes", "scores"), strict=True):
            self.add("Identity", self._places[number].value, name=name)
        return {"boxes": [64, 24, 24], "scores": [4, 24, 24]}


def convert_file(path: Path, sha256: str) -> bytes:
    """Return the network in ``path`` as ONNX. Raises ValueError where the file is not the pinned release's."""
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ValueError(f"{path.name} is not the file of mediapipe 0.10.21")
    return bytes(FaceNetworkConverter(FlatNetwork(data)).convert().SerializeToString())


def main(package: Path, out: Path = ROOT / "models") -> None:
    """Write ``out``/face_detector/model.onnx and ``out``/face_landmarks/model.onnx from the installed ``package``."""
    for name, (file, sha256) in SOURCES.items():
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "model.onnx").write_bytes(convert_file(package / file, sha256))
