"""A head for numerals on the second reader: does the die in the middle of a crop bear digits instead of pips?

It is trained on the exported model's own features, which stay as they are, and written back into that file as the
output `numerals` (n, 1, h/8, w/8), a logit.

python -m models.training.dice.detector.numerals --scenes 3000 --model models/die_classifier_b/model.onnx
python -m models.training.dice.detector.numerals --keep models/die_classifier_b/model.onnx --model EXPORT.onnx
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch import nn
from torch.nn import functional as F

from companion.senses.dice.crops import Image, blob, crop
from companion.senses.dice.dice_detector import BEST_EDGE, DiceDetector
from models.training.dice import render
from models.training.dice.cv import cv2
from models.training.dice.photographs import Photographs
from models.training.exporting import write

F32 = NDArray[np.float32]
SIZE, SIDE = 224, 96
WIDE = 32
NEAR, FAR = "numerals.near", "numerals.far"
"""Names of the two layers that are added."""
Place = tuple[float, float, float]


def places(
    rng: np.random.Generator, detector: DiceDetector, pictures: Photographs | None
) -> tuple[Image, list[Place], list[bool]]:
    """A scene (BGR), places in it (x, y, size) and which of them are dice with numerals.

    Half of the scenes have such dice. Of the others every face is asked about that the dice network takes for one;
    what is clutter is not: whether a letter is a numeral is of no account where no die is.
    """
    with_signs = rng.random() < 0.5
    scene = render(
        rng, SIZE, photographs=pictures if rng.random() < 0.3 else None, solids=0.5 * with_signs,
        signs=0.7 if with_signs else 0.0,
    )  # fmt: skip
    image = np.ascontiguousarray(scene.image[..., ::-1])
    pips = [(l.x, l.y, _width(l.box)) for l in scene.labels if l.state == "flat" and not l.ignore]
    sides = [] if with_signs else [
        (s.x, s.y, s.size) for s in detector.look(image, 1.0, least=0.1)
        if any(l.box[0] < s.x < l.box[2] and l.box[1] < s.y < l.box[3] for l in scene.labels)
    ]  # fmt: skip
    signs = [p for p in scene.numbered if p[2] > SMALL]
    return image, [*signs, *pips, *sides], [True] * len(signs) + [False] * (len(pips) + len(sides))


SMALL = 16.0
"""Pixels below which nobody reads a numeral."""


def _width(box: tuple[float, float, float, float]) -> float:
    return float(np.sqrt(max(1.0, (box[2] - box[0]) * (box[3] - box[1]))))


class Features:
    """What the second reader's head and trunk see in the middle of a crop, at stride 8: (n, 176, 4, 4)."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.near, self.far = _inputs(model)
        shown = onnx.ModelProto()
        shown.CopyFrom(model)
        for name in (self.near, self.far):
            shown.graph.output.append(helper.make_empty_tensor_value_info(name))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(shown.SerializeToString(), options)

    def __call__(self, crops: F32) -> F32:
        near, far = self._session.run([self.near, self.far], {"photo": crops})
        both = np.concatenate([near, far.repeat(2, 2).repeat(2, 3)], 1)
        return np.asarray(both[:, :, 4:8, 4:8], np.float32)


def _inputs(model: onnx.ModelProto) -> tuple[str, str]:
    """The names of the tensors of stride 8 and 16 that the head begins with."""

    def first(part: str) -> str:
        return next(str(n.input[0]) for n in model.graph.node if n.op_type == "Conv" and n.name.startswith(f"/{part}/"))

    return first("whole"), first("l16")


def seen(rng: np.random.Generator, count: int, features: Features, pictures: Photographs | None) -> tuple[F32, F32]:
    """Features (n, 176, 4, 4) of crops of ``count`` scenes, each at another size, and whether numerals are there."""
    detector, out, signs = DiceDetector(), [], []
    for _ in range(count):
        image, at, there = places(rng, detector, pictures)
        if not at:
            continue
        zooms = BEST_EDGE / np.array([w for *_, w in at]) * np.exp(rng.uniform(-0.2, 0.2, len(at)))
        crops = [crop(image, x, y, float(z), SIDE) for (x, y, _), z in zip(at, zooms, strict=True)]
        crops = [c[:, ::-1] if rng.random() < 0.5 else c for c in crops]
        out.append(features(np.concatenate([blob(np.ascontiguousarray(c)) for c in crops])).astype(np.float16))
        signs += there
    return np.concatenate(out), np.array(signs, np.float32)


class Head(nn.Module):
    """(n, 176, 4, 4) to a logit (n, 1, 2, 2): a filter over 3 x 3 cells, then one number."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.near, self.far = nn.Conv2d(channels, WIDE, 3), nn.Conv2d(WIDE, 1, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.as_tensor(self.far(F.relu(self.near(x))))


def trained(x: F32, y: F32, steps: int = 2000) -> Head:
    """A head on these features; what it gives at another crop is checked by ``report``."""
    torch.manual_seed(1)
    head = Head(x.shape[1])
    optimiser = torch.optim.AdamW(head.parameters(), 2e-3, weight_decay=0.05)
    rng = np.random.default_rng(1)
    for step in range(steps):
        pick = rng.integers(len(x), size=128)
        loss = F.binary_cross_entropy_with_logits(
            head(torch.from_numpy(x[pick].astype(np.float32))).mean((1, 2, 3)), torch.from_numpy(y[pick])
        )
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * (0.5 + 0.5 * np.cos(np.pi * step / steps))
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    return head


def kept(model: onnx.ModelProto) -> Head:
    """The head that a model has already. Raises KeyError where it has none."""
    weights = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in model.graph.initializer}
    head = Head(weights[f"{NEAR}.weight"].shape[1])
    head.load_state_dict({name: weights[f"numerals.{name}"] for name in head.state_dict()})
    return head


def report(head: Head, x: F32, y: F32) -> str:
    """At several margins the share of numerals found and of others taken for them."""
    with torch.no_grad():
        p = torch.sigmoid(head(torch.from_numpy(x.astype(np.float32))).mean((1, 2, 3))).numpy()
    signs, pips = p[y > 0], p[y == 0]
    rows = [
        f"over {m}: {np.mean(signs > m):.3f} of {len(signs)}, {np.mean(pips > m):.4f} of {len(pips)}"
        for m in (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98)
    ]
    return "\n".join(rows)


def added(model: onnx.ModelProto, head: Head) -> onnx.ModelProto:
    """The model with the head's output; one that it had before is replaced."""
    out, near, far = onnx.ModelProto(), *_inputs(model)
    out.CopyFrom(model)
    graph = out.graph
    for nodes in (graph.node, graph.initializer):
        for node in [n for n in nodes if n.name.startswith("numerals.")]:
            nodes.remove(node)
    for shown in [o for o in graph.output if o.name == "numerals"]:
        graph.output.remove(shown)
    for name, layer in ((NEAR, head.near), (FAR, head.far)):
        for kind, value in (("weight", layer.weight), ("bias", layer.bias)):
            graph.initializer.append(numpy_helper.from_array(value.detach().numpy(), f"{name}.{kind}"))
    scales = numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "numerals.scales")
    graph.initializer.append(scales)
    graph.node.extend([
        helper.make_node("Resize", [far, "", "numerals.scales"], ["numerals.wide"], "numerals.wide", mode="nearest",
                         coordinate_transformation_mode="asymmetric", nearest_mode="floor"),
        helper.make_node("Concat", [near, "numerals.wide"], ["numerals.both"], "numerals.both", axis=1),
        helper.make_node(
            "Conv", ["numerals.both", f"{NEAR}.weight", f"{NEAR}.bias"], ["numerals.seen"], NEAR, pads=[1] * 4
        ),
        helper.make_node("Relu", ["numerals.seen"], ["numerals.lit"], "numerals.lit"),
        helper.make_node("Conv", ["numerals.lit", f"{FAR}.weight", f"{FAR}.bias"], ["numerals"], FAR),
    ])  # fmt: skip
    graph.output.append(helper.make_tensor_value_info("numerals", onnx.TensorProto.FLOAT, ["n", 1, "h8", "w8"]))
    return out


def learned(asked: argparse.Namespace, model: onnx.ModelProto) -> Head:
    """A head trained on four of five of the faces in new scenes; what it gives on the others is printed."""
    features = Features(model)
    pictures = Photographs(asked.photographs, learning=True) if asked.photographs else None
    x, y = seen(np.random.default_rng(asked.seed), asked.scenes, features, pictures)
    cut = len(x) * 4 // 5
    head = trained(x[:cut], y[:cut])
    print(report(head, x[cut:], y[cut:]), flush=True)
    return head


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", type=Path, default=Path("models/die_classifier_b/model.onnx"))
    parser.add_argument("--photographs", type=Path, help="an unpacked package (photographs.py)")
    parser.add_argument("--keep", type=Path, help="a model whose head is taken over instead of training one")
    parser.add_argument("--out", type=Path, help="the model with its head; by default --model itself")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    model = onnx.load(str(asked.model))
    head = kept(onnx.load(str(asked.keep))) if asked.keep else learned(asked, model)
    write(added(model, head), asked.out or asked.model)


if __name__ == "__main__":
    main()
