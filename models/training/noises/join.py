"""Lets a second network have its say about the classes: the mean of both one's logits is one more output, `both`.

python -m models.training.noises.join SHARDS STATE.pt --version 4
Embedding and logits stay to the bit, so takes and thresholds keep their worth. The mean's temperature is chosen on
SHARDS' held windows. Begins from a model without a second network.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import numpy as np
import onnx
import onnx.compose
import torch
import typer
from onnx import helper, numpy_helper

from models.training.course import averaged
from models.training.exporting import export, in_bytes, write
from models.training.noises.finish import MODEL, coolest
from models.training.noises.net import LABELS, Body
from models.training.noises.train import Shards
from models.training.voices.log_mel import BANDS

_PREFIX = "second/"
_SMALL = 1000  # values of a weight that is kept as it is


class _Logits(torch.nn.Module):
    def __init__(self, body: torch.nn.Module) -> None:
        super().__init__()
        self.body = body

    def forward(self, mel: torch.Tensor) -> torch.Tensor:
        return self.body(mel)[1]  # type: ignore[no-any-return]


def second_of(body: torch.nn.Module) -> onnx.GraphProto:
    """Log-mel -> logits in bytes, all names under a prefix but the input, which is called `mel`."""
    with tempfile.TemporaryDirectory() as folder:
        free = {"mel": {0: "batch", 2: "frames"}, "logits": {0: "batch"}}
        names = ["mel"], ["logits"]
        model = export(_Logits(body), (torch.zeros(1, BANDS, 98),), Path(folder) / "second.onnx", names, free)
    found = onnx.compose.add_prefix(in_bytes(model, _SMALL), _PREFIX).graph
    for node in found.node:
        node.input[:] = ["mel" if name == f"{_PREFIX}mel" else name for name in node.input]
    return found


def joined(first: onnx.ModelProto, body: torch.nn.Module, held: Shards) -> float:
    """Puts the body into the model, in place; the temperature of the averaged logits."""
    notes = {p.key: p.value for p in first.metadata_props}
    cooled = float(notes["temperature"])
    second = second_of(body)
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


def on_request(model: onnx.ModelProto) -> None:
    """The second network is heard only where the input ``second`` is true; else `both` is `logits`. In place."""
    graph, value = model.graph, helper.make_tensor_value_info
    mine = [n for n in graph.node if n.output[0].startswith((_PREFIX, "half/")) or n.output[0] in ("mean", "both")]
    rest = [node for node in graph.node if node not in mine]
    read = {name for node in mine for name in node.input} - {name for node in rest for name in node.input}
    weights = [weight for weight in graph.initializer if weight.name in read]
    for weight in weights:
        graph.initializer.remove(weight)
    plain = helper.make_node("Identity", ["logits"], ["both"])
    said = [value("both", onnx.TensorProto.FLOAT, None)]
    branches = {
        "then_branch": helper.make_graph(mine, "asked", [], said, weights),
        "else_branch": helper.make_graph([plain], "unasked", [], said),
    }
    del graph.node[:]
    graph.node.extend([*rest, helper.make_node("If", ["second"], ["both"], **branches)])
    graph.input.append(value("second", onnx.TensorProto.BOOL, []))
    graph.initializer.append(numpy_helper.from_array(np.array(False), "second"))


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


def main(shards: Path, state: Path, version: Annotated[str, typer.Option()]) -> None:
    """Joins the shipped model and a second one's state."""
    torch.set_num_threads(1)
    model = onnx.load(str(MODEL))
    found = joined(model, averaged(state, Body(len(LABELS)))[0], Shards(shards, "held_*.npz"))
    on_request(model)
    write(model, MODEL, {"version": version})
    print("temperature", round(found, 2), "bytes", MODEL.stat().st_size)


if __name__ == "__main__":
    typer.run(main)
