"""Two exports as one model: python -m models.mouth.train.join TONGUE.onnx TEETH.onnx --export MODEL.onnx.

Tongue, lips and measures are the first network's, the teeth's three scores the second's. `train.py --start` on the
joined file begins with the first: its layers come first.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, compose, helper, numpy_helper

from models.mouth.train.net import MEASURES, SCORES

TEETH = ("teeth", "upper_teeth", "lower_teeth")


def joined(tongue: onnx.ModelProto, teeth: onnx.ModelProto) -> onnx.ModelProto:
    """One graph, crops (n, 64, 64, 3) in, scores and measures out."""
    first, second = (compose.add_prefix(model, name) for model, name in ((tongue, "tongue_"), (teeth, "teeth_")))
    a, b = first.graph, second.graph
    for graph in (a, b):
        for node in graph.node:
            node.input[:] = ["crops" if name == graph.input[0].name else name for name in node.input]
    # Columns of both side by side: the second's teeth in place of the first's.
    columns = [k + len(SCORES) * (name in TEETH) for k, name in enumerate(SCORES)]
    pick = numpy_helper.from_array(np.array(columns, np.int64), "columns")
    nodes = [
        *a.node, *b.node,
        helper.make_node("Concat", [a.output[0].name, b.output[0].name], ["both"], axis=1),
        helper.make_node("Gather", ["both", "columns"], ["scores"], axis=1),
        helper.make_node("Identity", [a.output[1].name], ["measures"]),
    ]  # fmt: skip

    def batch(name: str, *shape: int) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", *shape])

    graph = helper.make_graph(
        nodes, "mouth", [batch("crops", 64, 64, 3)], [batch("scores", len(SCORES)), batch("measures", len(MEASURES))],
        [*a.initializer, *b.initializer, pick],
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=tongue.opset_import, ir_version=tongue.ir_version)
    onnx.checker.check_model(model)
    return model


def main() -> None:
    """Join, write, and write the hash beside it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tongue", type=Path)
    parser.add_argument("teeth", type=Path)
    parser.add_argument("--export", type=Path, required=True)
    given = parser.parse_args()
    onnx.save(joined(onnx.load(str(given.tongue)), onnx.load(str(given.teeth))), str(given.export))
    data = given.export.read_bytes()
    meta = {
        "sha256": hashlib.sha256(data).hexdigest(), "scores": SCORES, "measures": MEASURES,
        "input": "RGB crop 64x64, 0..255; recipe in the model card", "bytes": len(data),
    }  # fmt: skip
    given.export.with_suffix(".json").write_text(json.dumps(meta, indent=1) + "\n")


if __name__ == "__main__":
    main()
