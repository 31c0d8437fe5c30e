"""Networks as ONNX files: exported, with notes in their metadata and large weights in bytes; opened, and back.

The exporter folds every batch norm into the convolution before it. `load_exported` undoes that by the statistics of a
batch: the network then computes the same in evaluation, and nearly the same in training. A norm after a linear layer
stays in the file as it was, and is taken over with its own statistics. Optimiser state is not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn


def export(
    net: torch.nn.Module,
    example: tuple[torch.Tensor, ...],
    path: Path,
    inputs: Mapping[str, str],
    outputs: Mapping[str, str],
    notes: Mapping[str, str] | None = None,
) -> onnx.ModelProto:
    """Write ``net`` to ``path`` (opset 17), and give what was written. ``tools/models.py`` then writes its hash.

    Each input and output comes with its axes: "n . h w" has any length in three and a fixed one in the second.
    ``notes``: its metadata.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {name: enumerate(given.split()) for name, given in {**inputs, **outputs}.items() if given}
    free = {name: {k: axis for k, axis in found if axis != "."} for name, found in axes.items()}
    torch.onnx.export(
        net.eval(),
        example,
        str(path),
        input_names=[*inputs],
        output_names=[*outputs],
        opset_version=17,
        dynamo=False,
        dynamic_axes=free,
    )
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


def within(model: onnx.ModelProto, name: str) -> Callable[[np.ndarray], np.ndarray]:
    """Return what a network of one input makes of it at one place inside; some inputs at a time."""
    opened = onnx.ModelProto()
    opened.CopyFrom(model)
    opened.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session, given = onnxruntime.InferenceSession(opened.SerializeToString(), options), model.graph.input[0].name

    def found(values: np.ndarray) -> np.ndarray:
        pieces = (values[k : k + 50].astype(np.float32) for k in range(0, len(values), 50))
        return np.concatenate([session.run([name], {given: piece})[0] for piece in pieces])

    return found


def put(model: onnx.ModelProto, weights: Mapping[str, np.ndarray]) -> None:
    """Replace the model's weights by these; they may lie there as bytes."""
    graph = model.graph
    for name, value in weights.items():
        for part in [part for part in graph.initializer if part.name.startswith(name)]:
            graph.initializer.remove(part)
        for node in [node for node in graph.node if node.output[0].startswith(name)]:
            graph.node.remove(node)
        graph.initializer.append(numpy_helper.from_array(np.asarray(value, np.float32), name))


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
    """Return what ``in_bytes`` made, with its weights as numbers again: to learn on from it, or to blend it.

    Of a network that holds its copy in eight bits the whole one alone.
    """
    graph = model.graph
    for either in [node for node in graph.node if node.op_type == "If"]:
        whole = next(part.g for part in either.attribute if part.name == "else_branch")
        graph.initializer.extend(whole.initializer)
        graph.node.extend(whole.node)
        graph.node.remove(either)
        graph.input.remove(next(given for given in graph.input if given.name == either.input[0]))
    known = {part.name: part for part in graph.initializer}
    for node in [n for n in graph.node if n.op_type == "DequantizeLinear" and all(name in known for name in n.input)]:
        values, scale, _ = (numpy_helper.to_array(known[name]) for name in node.input)
        for name in node.input:
            graph.initializer.remove(known[name])
        axis = next(a.i for a in node.attribute if a.name == "axis")
        shape = [-1 if k == axis else 1 for k in range(values.ndim)]
        weight = values.astype(np.float32) * scale.reshape(shape)
        graph.initializer.append(numpy_helper.from_array(weight, node.output[0]))
        graph.node.remove(node)
    return model


NORMS = (nn.BatchNorm1d, nn.BatchNorm2d)
LAYERS = (nn.Conv1d, nn.Conv2d, nn.Linear)


Norm = tuple[torch.Tensor, ...]
"""Weight, bias, running mean and running variance of a batch norm."""
Layer = tuple[torch.Tensor, torch.Tensor | None, Norm | None]
"""Weight, bias, and the norm that stands behind it by itself."""


def exported_layers(path: Path) -> list[Layer]:
    """Every Conv, Gemm and MatMul of the graph that has a constant weight, in its order."""
    graph = in_floats(onnx.load(str(path))).graph
    values = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
    by_themselves = (n for n in graph.node if n.op_type == "BatchNormalization")
    norms = {n.input[0]: tuple(values[name] for name in n.input[1:5]) for n in by_themselves}
    found: list[Layer] = []
    for node in graph.node:
        constants = [values[name] for name in node.input[1:] if name in values]
        if node.op_type not in ("Conv", "Gemm", "MatMul") or not constants:
            continue
        transposed = node.op_type == "MatMul" or (
            node.op_type == "Gemm" and not any(a.name == "transB" and a.i for a in node.attribute)
        )
        weight = constants[0].t() if transposed else constants[0]
        found.append((weight, constants[1] if len(constants) > 1 else None, norms.get(node.output[0])))
    return found


def executed(net: nn.Module, batch: Any) -> tuple[list[nn.Module], dict[nn.Module, torch.Tensor]]:
    """Return the layers and norms in the order in which a forward pass in evaluation calls them, and norms' inputs."""
    order: list[nn.Module] = []
    inputs: dict[nn.Module, torch.Tensor] = {}

    def note(module: nn.Module, given: Any) -> None:
        order.append(module)
        if isinstance(module, NORMS):
            inputs[module] = given[0].detach()

    hooks = [m.register_forward_pre_hook(note) for m in net.modules() if isinstance(m, LAYERS + NORMS)]
    net.eval()
    with torch.no_grad():
        net(batch)
    for hook in hooks:
        hook.remove()
    return order, inputs


@torch.no_grad()
def load_exported(net: nn.Module, path: Path, batch: Any) -> list[str]:
    """Fill `net` in place from the model at `path`; `batch` is an input of `net`, a few hundred training examples.

    Layers of one shape are matched in their order of execution. Returns the names of the layers that the file does not
    hold (heads that only training has). Raises ValueError where less than the convolutions match: another network's.
    """
    names = {m: n for n, m in net.named_modules()}
    order, _ = executed(net, batch)
    stored = exported_layers(path)
    missing, left = [], list(range(len(stored)))
    whole: set[nn.Module] = set()  # norms that the file holds
    for here, module in enumerate(order):
        if not isinstance(module, LAYERS):
            continue
        match = next((k for k in left if stored[k][0].shape == module.weight.shape), None)
        if match is None:
            missing.append(names[module])
            continue
        left.remove(match)
        weight, bias, kept = stored[match]
        module.weight.copy_(weight)
        norm = order[here + 1] if here + 1 < len(order) else None
        if isinstance(norm, NORMS) and kept is not None:
            for name, value in zip(("weight", "bias", "running_mean", "running_var"), kept, strict=True):
                getattr(norm, name).copy_(value)
            whole.add(norm)
        elif isinstance(norm, NORMS):
            norm.running_mean.zero_()  # type: ignore[union-attr]
            norm.running_var.fill_(1.0 - norm.eps)  # type: ignore[union-attr]
            norm.weight.fill_(1.0)
            norm.bias.copy_(bias if bias is not None else torch.zeros_like(norm.bias))
        elif module.bias is not None and bias is not None:
            module.bias.copy_(bias)
    if any(not isinstance(dict(net.named_modules())[n], nn.Linear) for n in missing):
        raise ValueError(f"{path.name} holds another network: no weights for {', '.join(missing)}")
    _, inputs = executed(net, batch)
    for norm, values in ((n, v) for n, v in inputs.items() if n not in whole):
        axes = [0, *range(2, values.dim())]
        mean, variance = values.mean(axes), values.var(axes, unbiased=False)
        shift = norm.bias + mean
        norm.running_mean.copy_(mean)  # type: ignore[operator, union-attr]
        norm.running_var.copy_(variance)  # type: ignore[operator, union-attr]
        norm.weight.copy_(torch.sqrt(variance + norm.eps))  # type: ignore[operator, arg-type]
        norm.bias.copy_(shift)  # type: ignore[operator, arg-type]
    return missing
