"""Padding as a part of the convolution that follows it: ``python -m models.pads MODEL.onnx ...`` rewrites the files.

PyTorch writes a one-sided padding, as TensorFlow's "same" is, as a node of its own, with a dozen nodes that work out
its sides. onnxruntime then reorders the picture before and after it: half of a small network's time. ONNX convolutions
pad each side by themselves, and what comes out is the same to the bit.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import helper


def rewrite(file: Path) -> int:
    """Fold the paddings of a model's file; how many there were."""
    model = onnx.load(str(file))
    count = folded(model)
    onnx.checker.check_model(model)
    file.write_bytes(model.SerializeToString())
    return count


def folded(model: onnx.ModelProto) -> int:
    """Put every padding with zeros that only convolutions read into them; how many there were."""
    graph = model.graph
    sides = _sides(model)
    made = {name: node for node in graph.node for name in node.output}
    gone: list[onnx.NodeProto] = []
    for pad in [node for node in graph.node if node.output[0] in sides]:
        readers = [node for node in graph.node if pad.output[0] in node.input]
        if not readers or any(node.op_type != "Conv" or node.input[0] != pad.output[0] for node in readers):
            continue
        for conv in readers:
            by = {a.name: a for a in conv.attribute}
            own = list(by["pads"].ints) if "pads" in by else [0] * len(sides[pad.output[0]])
            if "pads" in by:
                conv.attribute.remove(by["pads"])
            conv.attribute.append(
                helper.make_attribute("pads", [a + b for a, b in zip(own, sides[pad.output[0]], strict=True)])
            )
            conv.input[0] = pad.input[0]
        gone.append(pad)
    for pad in gone:
        graph.node.remove(pad)
        for name in pad.input[1:]:
            _drop(graph, made, name)
    return len(gone)


def _sides(model: onnx.ModelProto) -> dict[str, list[int]]:
    """Output of every padding with zeros that leaves batch and channels alone -> its sides, as Conv has them."""
    pads = [n for n in model.graph.node if n.op_type == "Pad" and _constant(n)]
    if not pads:
        return {}
    asked = onnx.ModelProto()
    asked.CopyFrom(model)
    del asked.graph.output[:]
    asked.graph.output.extend(
        helper.make_empty_tensor_value_info(name) for name in {k for n in pads for k in n.input[1:] if k}
    )
    names = [o.name for o in asked.graph.output]
    session = onnxruntime.InferenceSession(asked.SerializeToString(), providers=["CPUExecutionProvider"])
    values = dict(zip(names, session.run(names, _empty(session)), strict=True))
    found = {}
    for node in pads:
        before, after = np.split(np.asarray(values[node.input[1]]), 2)
        zero = not any(np.any(values[name]) for name in node.input[2:] if name)  # a value that is left out is 0
        if zero and not (before[:2].any() or after[:2].any()) and min(before.min(), after.min()) >= 0:
            found[node.output[0]] = [int(v) for v in (*before[2:], *after[2:])]
    return found


def _constant(pad: onnx.NodeProto) -> bool:
    return next((a.s for a in pad.attribute if a.name == "mode"), b"constant") == b"constant"


def _empty(session: onnxruntime.InferenceSession) -> dict[str, np.ndarray]:
    """An input of each kind; 1 for a size that is open and comes first, else 64."""
    return {
        i.name: np.zeros([s if isinstance(s, int) else 64 if k else 1 for k, s in enumerate(i.shape)], np.float32)
        for i in session.get_inputs()
    }


def _drop(graph: onnx.GraphProto, made: dict[str, onnx.NodeProto], name: str) -> None:
    """Remove the node that makes ``name``, and what only it reads, if nobody else reads it."""
    node = made.get(name)
    if node is None or node not in graph.node or any(out in n.input for n in graph.node for out in node.output):
        return
    graph.node.remove(node)
    for before in node.input:
        _drop(graph, made, before)


def main() -> None:
    """Rewrite the files that are named."""
    for name in sys.argv[1:]:
        print(f"{name}: {rewrite(Path(name))} paddings folded")


if __name__ == "__main__":
    main()
