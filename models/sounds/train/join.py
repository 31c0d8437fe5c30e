"""Lets a second network have its say about the classes: the mean of both one's logits is one more output, `both`.

python -m models.sounds.train.join SHARDS STATE.pt [STATE.pt ...] --version 4
Embedding and logits stay to the bit, so takes and thresholds keep their worth. Several states that come from a common
start are averaged in their weights first (Wortsman and others 2022). The mean's temperature is chosen on SHARDS' held
windows. Begins from a model without a second network.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Container, MutableSequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

from models.sounds.train.finish import MODEL, coolest
from models.sounds.train.net import BANDS, LABELS, Body
from models.sounds.train.train import Shards

_PREFIX = "second/"
_SMALL = 1000  # values of a weight that is kept as it is


def averaged(states: list[Path]) -> Body:
    """The mean of the states' slow averages, weight by weight."""
    parts = [torch.load(state, weights_only=False)["average"] for state in states]
    first = parts[0]
    mean = {
        key: sum(part[key] for part in parts) / len(parts) if value.is_floating_point() else value
        for key, value in first.items()
    }
    body = Body(len(LABELS))
    body.load_state_dict(mean)
    return body.eval()


class _Logits(torch.nn.Module):
    def __init__(self, body: Body) -> None:
        super().__init__()
        self.body = body

    def forward(self, mel: torch.Tensor) -> torch.Tensor:
        return self.body(mel)[1]  # type: ignore[no-any-return]


def graph(body: Body) -> onnx.GraphProto:
    """Log-mel -> logits, all names under a prefix but the input, which is called `mel`."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "second.onnx")
        axes = {"mel": {0: "batch", 2: "frames"}, "logits": {0: "batch"}}
        torch.onnx.export(
            _Logits(body), (torch.zeros(1, BANDS, 98),), file, input_names=["mel"], output_names=["logits"],
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
        found = onnx.load(file).graph
    for node in found.node:
        node.name = _PREFIX + node.name
        for names in (node.input, node.output):
            for i, name in enumerate(names):
                names[i] = name if name in ("", "mel") else _PREFIX + name
    for tensor in found.initializer:
        tensor.name = _PREFIX + tensor.name
    pack(found)
    return found


def pack(graph: onnx.GraphProto, besides: Container[str] = ()) -> None:
    """Keeps the graph's large weights in eight bits, in place; those named `besides` stay as they are."""
    tensors, nodes = list(graph.initializer), list(graph.node)
    del graph.initializer[:], graph.node[:]
    for tensor in tensors:
        if tensor.name in besides:
            graph.initializer.append(tensor)
        else:
            _pack(numpy_helper.to_array(tensor), tensor.name, graph, graph.node)
    graph.node.extend(nodes)


def _pack(weight: np.ndarray, name: str, into: onnx.GraphProto, nodes: MutableSequence[onnx.NodeProto]) -> None:
    """A weight in eight bits with a scale a row, as the file keeps it; it is unpacked once, when the file is loaded."""
    if weight.size < _SMALL or weight.ndim < 2 or weight.dtype != np.float32:
        into.initializer.append(numpy_helper.from_array(weight, name))
        return
    scale = np.abs(weight).max(axis=tuple(range(1, weight.ndim)), keepdims=True) / 127 + 1e-12
    packed = np.round(weight / scale).astype(np.int8)
    into.initializer.append(numpy_helper.from_array(packed, f"{name}/packed"))
    into.initializer.append(numpy_helper.from_array(scale.astype(np.float32), f"{name}/scale"))
    nodes.append(helper.make_node("Cast", [f"{name}/packed"], [f"{name}/whole"], to=onnx.TensorProto.FLOAT))
    nodes.append(helper.make_node("Mul", [f"{name}/whole", f"{name}/scale"], [name]))


def joined(first: onnx.ModelProto, body: Body, held: Shards) -> float:
    """Puts the body into the model, in place; the temperature of the averaged logits."""
    notes = {p.key: p.value for p in first.metadata_props}
    cooled = float(notes["temperature"])
    second = graph(body)
    first.graph.node.extend(second.node)
    first.graph.initializer.extend(second.initializer)
    for name, value in (("first", cooled / 2), ("second", 0.5)):
        first.graph.initializer.append(numpy_helper.from_array(np.array(value, np.float32), f"share/{name}"))
        said = "logits" if name == "first" else f"{name}/logits"
        first.graph.node.append(helper.make_node("Mul", [said, f"share/{name}"], [f"half/{name}"]))
    first.graph.node.append(helper.make_node("Add", ["half/first", "half/second"], ["mean"]))
    temperature = coolest(_said(first, held), held.label)
    first.graph.initializer.append(numpy_helper.from_array(np.array(temperature, np.float32), "share/temperature"))
    first.graph.node.append(helper.make_node("Div", ["mean", "share/temperature"], ["both"]))
    first.graph.output.append(helper.make_tensor_value_info("both", onnx.TensorProto.FLOAT, ["batch", len(LABELS)]))
    return temperature


def _said(model: onnx.ModelProto, held: Shards) -> torch.Tensor:
    """The averaged logits of the held windows, from their log-mel on."""
    import onnxruntime

    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    value = helper.make_tensor_value_info
    copy.graph.value_info.append(value("mel", onnx.TensorProto.FLOAT, ["batch", BANDS, "frames"]))
    copy.graph.value_info.append(value("mean", onnx.TensorProto.FLOAT, ["batch", len(LABELS)]))
    extracted = onnx.utils.Extractor(copy).extract_model(["mel"], ["mean"])
    session = onnxruntime.InferenceSession(extracted.SerializeToString())
    rows = [
        session.run(None, {"mel": held.mel[i : i + 100].astype(np.float32)})[0] for i in range(0, len(held.mel), 100)
    ]
    return torch.from_numpy(np.concatenate(rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("shards", type=Path)
    parser.add_argument("states", type=Path, nargs="+")
    parser.add_argument("--version", required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    model = onnx.load(str(MODEL))
    found = joined(model, averaged(args.states), Shards(args.shards, "held_*.npz"))
    for note in model.metadata_props:
        note.value = args.version if note.key == "version" else note.value
    onnx.checker.check_model(model)
    onnx.save(model, str(MODEL))
    print("temperature", round(found, 2), "bytes", MODEL.stat().st_size)
