"""Two exports as one model: python -m models.training.people.mouth_classifier.join FIRST.onnx SECOND.onnx --export
MODEL.onnx.

Tongue, lips and measures are the first network's, the teeth's three scores the second's. What the second, which learned
from heads turned further, says of tongue, lips and the tongue's area is the third output. `train.py --start` on the
joined file begins with the first: its layers come first.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, compose, helper, numpy_helper

from models.training.exporting import write
from models.training.people.mouth_classifier.net import MEASURES, SCORES

TEETH = ("teeth", "upper_teeth", "lower_teeth")
STEEP = ("tongue_out", "lips_open", "tongue_area")  # of the second, for heads turned far or seen from below


def joined(one: onnx.ModelProto, two: onnx.ModelProto) -> onnx.ModelProto:
    """One graph, crops (n, 64, 64, 3) in; scores, measures and STEEP of the second out."""
    first, second = (compose.add_prefix(model, name) for model, name in ((one, "first_"), (two, "second_")))
    a, b = first.graph, second.graph
    for graph in (a, b):
        for node in graph.node:
            node.input[:] = ["crops" if name == graph.input[0].name else name for name in node.input]
    # Columns of both side by side: the second's teeth in place of the first's.
    columns = [k + len(SCORES) * (name in TEETH) for k, name in enumerate(SCORES)]
    steep = [SCORES.index(name) if name in SCORES else len(SCORES) + MEASURES.index(name) for name in STEEP]
    picks = [
        numpy_helper.from_array(np.array(k, np.int64), name) for name, k in (("columns", columns), ("steeps", steep))
    ]
    nodes = [
        *a.node, *b.node,
        helper.make_node("Concat", [a.output[0].name, b.output[0].name], ["both"], axis=1),
        helper.make_node("Gather", ["both", "columns"], ["scores"], axis=1),
        helper.make_node("Identity", [a.output[1].name], ["measures"]),
        helper.make_node("Concat", [b.output[0].name, b.output[1].name], ["all"], axis=1),
        helper.make_node("Gather", ["all", "steeps"], ["steep"], axis=1),
    ]  # fmt: skip

    def batch(name: str, *shape: int) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", *shape])

    graph = helper.make_graph(
        nodes, "mouth", [batch("crops", 64, 64, 3)],
        [batch("scores", len(SCORES)), batch("measures", len(MEASURES)), batch("steep", len(STEEP))],
        [*a.initializer, *b.initializer, *picks],
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=one.opset_import, ir_version=one.ir_version)
    return model


def main() -> None:
    """Join and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--export", type=Path, required=True)
    given = parser.parse_args()
    write(joined(onnx.load(str(given.first)), onnx.load(str(given.second))), given.export)


if __name__ == "__main__":
    main()
