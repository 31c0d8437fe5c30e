"""The third head of the expression network: does the lower half of the face join in with screwed-up eyes?

A lemon draws nose, cheeks, lips and chin together. Whoever looks at cards, squints into the sun or frowns has the same
eyes over a calm mouth. The crops here draw both over eyes of the same kinds, so that the eyes tell nothing. The trunk
stays as it is; the head learns in a minute or two, and is added to the network's file as its output ``lower``.

    python -m models.training people.lower_face SHARDS --shards 10 --copies 3
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from models.training.course import fit
from models.training.exporting import within, write
from models.training.files import missing, save
from models.training.people import poses
from models.training.people.camera import Affine, sample_light
from models.training.people.crop import U8, Crops, Rng, Shot, crops, exposed, look, sensed, shoot
from models.training.people.expression_classifier import BATCH, CHANNELS, FILE, RATE, augment, grey
from models.training.people.expression_crop import (
    EYES,
    HAND_SHARE,
    LOOKS,
    POSES_A_PERSON,
    SIZE,
    SUN_SHARE,
    crop_of,
    lined_person,
    sun,
)
from models.training.people.figure import Figure
from models.training.people.identity import Identity
from models.training.people.mesh import F32, MARK
from models.training.people.pose import Pose
from models.training.people.render import shade

CROPS_A_SHARD = 500
HELD_SHARDS = 1  # the first shards, whose people the head never learns from
JOINS_SHARE = 0.5  # of the crops: the lower face joins in
STREAM = 14  # of the random draws of these crops
# Eyes and brows, over either lower face. Text as in poses.toml.
UPPER = {
    "tight": (0.3, "shut 0.55..1.05, squint 0.6..1.3, brow_down 0.6..1.6"),
    "half": (0.2, "shut 0.35..0.75, squint 0.5..1.2, brow_down 0.5..1.4"),
    "squint": (0.2, "squint 0.4..1.1, shut 0..0.5, brow_down 0.3..1"),
    "down": (0.15, "gaze_y -1..-0.5, shut 0.1..0.65, squint 0.4 * 0..0.4, brow_down 0.4 * 0..0.6"),
    "frown": (0.1, "brow_down 0.5..1.4, squint 0.5 * 0..0.35"),
    "shut": (0.05, "shut 0.85..1.05"),
}
JOINING = "nose_wrinkle 0.35..1.4, cheek_up 0.4..1.2"  # with the lips of a sour face
# Lower faces that belong to no lemon. A squint lifts the cheeks a little.
CALM_CHEEKS = "cheek_up 0.5 * 0..0.6, nose_wrinkle 0.2 * 0..0.25"
CALM = {
    "rest": (0.32, "press 0.25 * 0.1..0.5, corner_down 0.2 * 0.1..0.5, jaw 0.2 * 0..0.06"),
    "talk": (0.2, "jaw 0.03..0.4, upper_up 0.4 * 0.05..0.6, stretch 0.4 * 0.05..0.5, funnel 0.3 * 0.1..0.7"),
    "chew": (0.12, "jaw 0.02..0.25, jaw_side ~0.5, press 0.5 * 0.1..0.7, cheek_puff 0.6 * 0.1..0.7, mouth_side ~0.3"),
    "smile": (0.1, "smile 0.2..1, stretch 0.3 * 0..0.5, cheek_up 0.1..0.6"),
    "laugh": (0.14, "smile 0.6..1.3, cheek_up 0.4..1.1, upper_up 0.3..1, jaw 0.6 * 0.05..0.6"),
    "open": (0.06, "jaw 0.3..1.2, upper_up 0.3 * 0..0.5"),
    "sad": (0.06, "corner_down 0.3..0.9, chin_up 0.3 * 0.1..0.4"),
}


def sample_pose(rng: Rng, build: dict[str, float], *, joins: bool) -> Pose:
    """Return screwed-up, lowered or frowning eyes over a lower face that ``joins`` in, or not."""
    kind = str(rng.choice(list(UPPER), p=[share for share, _ in UPPER.values()]))
    held: dict[str, float] = {**build, **poses.turned(rng), "gaze_x": float(rng.normal(0, 0.3))}
    held |= poses.drawn(rng, UPPER[kind][1], 0.1)
    if joins:
        lips = poses.SOUR_MOUTHS[int(rng.choice(len(poses.SOUR_MOUTHS), p=[way["share"] for way in poses.SOUR_MOUTHS]))]
        held |= poses.drawn(rng, JOINING, 0.1) | poses.drawn(rng, lips["drawn"], 0.1)
    else:
        mouth = str(rng.choice(list(CALM), p=[share for share, _ in CALM.values()]))
        held |= poses.drawn(rng, CALM_CHEEKS, 0.1) | poses.drawn(rng, CALM[mouth][1], 0.1)
    return Pose(**held)


def render_lower_faces(seed: int, count: int) -> Crops:
    """Return crops (count, SIZE, SIZE, 3) RGB uint8, and ``joins`` (count,): 1 where the lower face joins in."""

    def draw_shot(rng: Rng, figure: Figure) -> Shot:
        joins = bool(rng.random() < JOINS_SHARE)
        pose = sample_pose(rng, figure.identity.tongue_build, joins=joins)
        native = float(np.exp(rng.uniform(np.log(30), np.log(130))))
        width = int(np.clip(1.1 * native, 64, 104))

        def crop(screen: F32, unit: float) -> Affine:
            return crop_of(screen[[MARK[name] for name in EYES]], unit, width, rng)

        return shoot(rng, figure, pose, native, width, EYES, (HAND_SHARE, 0.35, 0.6), crop, int(joins))

    def take_photo(rng: Rng, shot: Shot, who: Identity) -> tuple[U8, dict[str, float]]:
        light = sun(rng) if rng.random() < SUN_SHARE / 2 else sample_light(rng)
        linear = shade(shot.drawn, shot.model, who, light, shot.scale, 0.2)
        image = look(exposed(rng, linear, shot.drawn, light, 0.75), rng)
        crop = sensed(rng, image, max(26, int(shot.native * rng.uniform(0.75, 1.0))), SIZE)
        return crop, {"joins": float(shot.category)}

    first = seed * 1_000_003 + 500_017
    return crops(count, first, STREAM, POSES_A_PERSON, LOOKS, lambda p: Figure(lined_person(p)), draw_shot, take_photo)


class LowerHead(nn.Module):
    """Trunk features (n, 80, 6, 6) to one logit (n, 1)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(CHANNELS, 32, 1, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(),
            nn.Flatten(),
            nn.Dropout(0.4),
            nn.Linear(32 * 36, 32),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(32, 1),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.body(x)
        return found

    def weights(self) -> dict[str, np.ndarray]:
        """Return the weights by their names in the file; the norm is folded into the convolution."""
        state = self.state_dict()
        scale = state["body.1.weight"] / torch.sqrt(state["body.1.running_var"] + 1e-5)
        found = {
            "lower.conv.weight": state["body.0.weight"] * scale[:, None, None, None],
            "lower.conv.bias": state["body.1.bias"] - state["body.1.running_mean"] * scale,
            "lower.hidden.weight": state["body.5.weight"],
            "lower.hidden.bias": state["body.5.bias"],
            "lower.logit.weight": state["body.8.weight"],
            "lower.logit.bias": state["body.8.bias"],
        }
        return {name: value.numpy() for name, value in found.items()}


def add_head(model: onnx.ModelProto, head: LowerHead, features: str) -> None:
    """Append the head to the graph as the output ``lower`` (n, 1) in 0..1; one that is there already is replaced."""
    graph = model.graph
    for kept in (graph.initializer, graph.node, graph.output):
        for part in [part for part in kept if part.name.startswith("lower")]:
            kept.remove(part)
    graph.initializer.extend(numpy_helper.from_array(value, name) for name, value in head.weights().items())

    def add(kind: str, given: list[str], result: str, **options: int) -> str:
        graph.node.append(helper.make_node(kind, given, [result], f"lower.{result}", **options))
        return result

    value = add("Conv", [features, "lower.conv.weight", "lower.conv.bias"], "lower_conv")
    value = add("Flatten", [add("Relu", [value], "lower_relu")], "lower_flat")
    value = add("Gemm", [value, "lower.hidden.weight", "lower.hidden.bias"], "lower_hidden", transB=1)
    value = add("Relu", [value], "lower_bent")
    value = add("Gemm", [value, "lower.logit.weight", "lower.logit.bias"], "lower_logit", transB=1)
    add("Sigmoid", [value], "lower")
    graph.output.append(helper.make_tensor_value_info("lower", TensorProto.FLOAT, ["n", 1]))


def main(folder: Path, shards: int = 10, copies: int = 3, epochs: int = 14, seed: int = 1, export: Path = FILE) -> None:
    """Render the shards that are missing, train the head, validate it, and put it into the file."""
    cv2.setNumThreads(1)
    for number, path in missing(folder, "lower-{:05d}.npz", range(shards)):
        images, labels = render_lower_faces(number, CROPS_A_SHARD)
        save(path, images=images, **labels)
    model = onnx.load(str(FILE))
    begin = next(node for node in model.graph.node if node.output[0].startswith("/net/head/heads.1/"))
    describe = within(model, begin.input[0])
    torch.manual_seed(seed)
    xs, ys = [], []
    held: tuple[list[torch.Tensor], list[torch.Tensor]] = ([], [])
    for number in range(shards):
        with np.load(folder / f"lower-{number:05d}.npz") as stored:
            images, joins = grey(stored["images"]), torch.from_numpy(stored["joins"])
        if number < HELD_SHARDS:
            held[0].append(torch.from_numpy(describe(images)))
            held[1].append(joins)
            continue
        for _ in range(copies):
            moved, _ = augment(torch.from_numpy(images), torch.zeros(len(images), 2))
            xs.append(torch.from_numpy(describe(moved.numpy())).half())
            ys.append(joins)
    x, y = torch.cat(xs), torch.cat(ys)
    head = LowerHead()

    def loss() -> torch.Tensor:
        take = torch.randint(0, len(x), (BATCH,))
        return F.binary_cross_entropy_with_logits(head(x[take].float())[:, 0], y[take] * 0.94 + 0.03)

    fit(head, max(1, epochs * (len(x) // BATCH)), RATE, loss)
    head.eval()
    with torch.no_grad():
        told, true = head(torch.cat(held[0]))[:, 0].numpy(), torch.cat(held[1]).numpy() > 0.5
    auc = float((told[true][:, None] > told[~true]).mean())
    recall = float((told[true] > np.quantile(told[~true], 0.95)).mean())
    print(f"{len(x)} variants; held out: AUC {auc:.3f}, recall at 5 % false {recall:.2f}", flush=True)
    add_head(model, head, begin.input[0])
    write(model, export)
