"""Makes the shipped files from two trained states: model.onnx with its temperatures, and the cohort of negatives.

The second network has its say about the classes: the mean of both one's logits is one more output, `both`. Embedding
and logits are the first one's alone. Temperatures are chosen on SHARDS' held windows. The cohort is made anew where the
embedding is another; otherwise it stays, and enrolment with it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnx.compose
import torch
from onnx import helper, numpy_helper

from companion.people.lessons.noise_takes import take
from companion.senses.sounds.noise_embedding import NoiseEmbedding
from models.training.course import averaged
from models.training.exporting import export, in_bytes, write
from models.training.files import sounds_of
from models.training.noises.train import LABELS, Body, Shards, ship, told
from models.training.voices import perform
from models.training.voices.log_mel import BANDS

ROOT = Path(__file__).resolve().parents[3]
MODEL, COHORT = ROOT / "models/noise_embedding/model.onnx", ROOT / "calibration/sounds_cohort.npz"
_COHORT = {"speech": 10, "laughter": 12, "cough": 8, "other": 14, "wild": 4}
_SMALL = 1000  # values of a weight of the second network that is kept as it is


def coolest(logits: torch.Tensor, label: np.ndarray) -> float:
    """Return the divisor that makes these labels likeliest (Guo and others 2017)."""
    target = torch.tensor(label)
    grid = np.linspace(0.6, 3.0, 49)
    loss = [float(torch.nn.functional.cross_entropy(logits / float(t), target)) for t in grid]
    return float(grid[int(np.argmin(loss))])


def join(model: onnx.ModelProto, body: Body, cooled: float, temperature: float) -> None:
    """`both`: where the input ``second`` is true the mean of both networks' logits, else `logits`. In place.

    ``cooled``: what the model divides its logits by; ``temperature``: what the mean is divided by.
    """
    with tempfile.TemporaryDirectory() as folder:
        told, path = {"embedding": "batch", "logits": "batch"}, Path(folder) / "second.onnx"
        alone = export(body, (torch.zeros(1, BANDS, 98),), path, {"mel": "batch . frames"}, told)
    second = onnx.compose.add_prefix(in_bytes(alone, _SMALL), "second/").graph
    for node in second.node:
        node.input[:] = ["mel" if name == "second/mel" else name for name in node.input]
    shares = {"first": cooled / 2, "second": 0.5, "temperature": temperature}
    numbers = [numpy_helper.from_array(np.array(v, np.float32), f"share/{k}") for k, v in shares.items()]
    mean = [
        helper.make_node(kind, inputs, [output])
        for kind, inputs, output in (
            ("Mul", ["logits", "share/first"], "half/first"),
            ("Mul", ["second/logits", "share/second"], "half/second"),
            ("Add", ["half/first", "half/second"], "mean"),
            ("Div", ["mean", "share/temperature"], "both"),
        )
    ]
    graph, value = model.graph, helper.make_tensor_value_info
    said, plain = [value("both", onnx.TensorProto.FLOAT, None)], helper.make_node("Identity", ["logits"], ["both"])
    branches = {
        "then_branch": helper.make_graph([*second.node, *mean], "asked", [], said, [*second.initializer, *numbers]),
        "else_branch": helper.make_graph([plain], "unasked", [], said),
    }
    graph.node.append(helper.make_node("If", ["second"], ["both"], **branches))
    graph.input.append(value("second", onnx.TensorProto.BOOL, []))
    graph.initializer.append(numpy_helper.from_array(np.array(False), "second"))
    graph.output.append(value("both", onnx.TensorProto.FLOAT, ["batch", len(LABELS)]))


def write_cohort(bank: Path) -> None:
    """Features of negatives from the synthesiser and of synthesised talk, trained-on voices only."""
    net = NoiseEmbedding(MODEL)
    sounds = [
        perform(label, 50_000 + i).samples.astype(np.float32) for label, count in _COHORT.items() for i in range(count)
    ]
    stored = np.load(bank)
    rows = np.nonzero((stored["label"] == "speech") & ~stored["held"])[0]
    spoken = sounds_of(stored)
    for i in np.random.default_rng(5).choice(rows, 16, replace=False):
        sounds.append(spoken[i].astype(np.float32) / 32768)
    heard = [take(sound, net) for sound in sounds]
    start = np.concatenate([[0], np.cumsum([len(s.steps) for s in heard])])
    steps, embedding = np.concatenate([s.steps for s in heard]), np.array([s.embedding for s in heard])
    np.savez_compressed(COHORT, steps=steps.astype(np.float16), start=start, embedding=embedding.astype(np.float16))


def main(
    shards: Path, first: Path, second: Path, version: str = "1", cohort: Path | None = None, embedding: str = "1"
) -> None:
    """``cohort``: a bank to make the cohort from; ``embedding``: another number where takes are to be heard anew."""
    (one, state), (other, _) = averaged(first, Body()), averaged(second, Body())
    held = Shards(shards, "held_*.npz")
    logits = told(one, held)
    cooled, temperature = coolest(logits, held.label), coolest((logits + told(other, held)) / 2, held.label)
    notes = {"embedding": embedding, "steps": str(state["step"]), "temperature": f"{cooled:.2f}", "licence": "MIT"}
    model = ship(one, cooled, MODEL, notes)
    join(model, other, cooled, temperature)
    write(model, MODEL, {"version": version})
    if cohort:
        write_cohort(cohort)
    print("temperatures", round(cooled, 2), round(temperature, 2), "bytes", MODEL.stat().st_size)
