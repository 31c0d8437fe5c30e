"""Networks as ONNX files: exported, with notes in their metadata, paddings folded and large weights in bytes."""

from __future__ import annotations

import tempfile
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import helper, numpy_helper

PLAIN = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
"""Constants are computed, and nothing is written that only one runtime knows."""


def export(
    net: torch.nn.Module, example: tuple[torch.Tensor, ...], path: Path, names: tuple[Sequence[str], Sequence[str]],
    free: Mapping[str, Mapping[int, str]], notes: Mapping[str, str] | None = None,
) -> onnx.ModelProto:  # fmt: skip
    """Write ``net`` to ``path`` (opset 17), and give what was written. ``tools/models.py`` then writes its hash.

    ``names``: of its inputs and outputs; ``free``: their axes that may have any length; ``notes``: its metadata.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    inputs, outputs = map(list, names)
    torch.onnx.export(
        net.eval(), example, str(path), input_names=inputs, output_names=outputs, opset_version=17, dynamo=False,
        dynamic_axes={name: dict(axes) for name, axes in free.items()},
    )  # fmt: skip
    return write(onnx.load(str(path)), path, notes)


def write(model: onnx.ModelProto, path: Path, notes: Mapping[str, str] | None = None) -> onnx.ModelProto:
    """Check the model and write it with ``notes``; a note that it has already is replaced."""
    for key, value in (notes or {}).items():
        for old in [entry for entry in model.metadata_props if entry.key == key]:
            model.metadata_props.remove(old)
        model.metadata_props.add(key=key, value=value)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return model


def without_pads(path: Path) -> onnx.ModelProto:
    """The model as onnxruntime simplifies it: every padding in the convolution that follows it.

    PyTorch writes a one-sided padding as a node of its own. onnxruntime then reorders the picture before and after it:
    half of a small network's time. What comes out is the same to the bit.
    """
    with tempfile.TemporaryDirectory() as folder:
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level, options.optimized_model_filepath = PLAIN, f"{folder}/plain.onnx"
        onnxruntime.InferenceSession(str(path), options)
        model = onnx.load(f"{folder}/plain.onnx")
    place = {name: k for k, node in enumerate(onnx.load(str(path)).graph.node) for name in node.output}
    nodes = sorted(model.graph.node, key=lambda node: place[node.output[0]])  # its order is another
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    own = [each for each in model.opset_import if not each.domain]
    del model.opset_import[:]
    model.opset_import.extend(own)
    return model


def in_bytes(model: onnx.ModelProto, least: int, besides: Container[str] = ()) -> onnx.ModelProto:
    """Keep weights of ``least`` values and more as bytes with a scale for each output, but for those ``besides``.

    They are unpacked once, when the file is loaded; all computing stays in floating point.
    """
    graph, nodes = model.graph, []
    users = {name: node for node in graph.node for name in node.input}
    for weight in list(graph.initializer):
        values, user = numpy_helper.to_array(weight), users.get(weight.name)
        learned = user is not None and user.op_type in ("MatMul", "Conv", "Gemm") and weight.name not in besides
        if user is None or not learned or values.ndim < 2 or values.size < least:
            continue
        axis = 1 if user.op_type == "MatMul" else 0
        others = tuple(k for k in range(values.ndim) if k != axis)
        scale = np.maximum(np.abs(values).max(axis=others), 1e-9).astype(np.float32) / 127
        shape = [-1 if k == axis else 1 for k in range(values.ndim)]
        parts = {"bytes": np.round(values / scale.reshape(shape)).astype(np.int8), "scale": scale}
        parts["zero"] = np.zeros(len(scale), np.int8)
        graph.initializer.remove(weight)
        graph.initializer.extend(numpy_helper.from_array(v, f"{weight.name}.{k}") for k, v in parts.items())
        given = [f"{weight.name}.{k}" for k in ("bytes", "scale", "zero")]
        nodes.append(helper.make_node("DequantizeLinear", given, [weight.name], axis=axis))
    every = [*nodes, *graph.node]
    del graph.node[:]
    graph.node.extend(every)
    return model


def in_floats(model: onnx.ModelProto) -> onnx.ModelProto:
    """What ``in_bytes`` made, with its weights as numbers again: to learn on from it, or to blend it."""
    graph = model.graph
    known = {part.name: numpy_helper.to_array(part) for part in graph.initializer}
    for node in [n for n in graph.node if n.op_type == "DequantizeLinear" and all(name in known for name in n.input)]:
        values, scale, _ = (known[name] for name in node.input)
        axis = next(a.i for a in node.attribute if a.name == "axis")
        shape = [-1 if k == axis else 1 for k in range(values.ndim)]
        weight = values.astype(np.float32) * scale.reshape(shape)
        graph.initializer.append(numpy_helper.from_array(weight, node.output[0]))
        graph.node.remove(node)
    return model
