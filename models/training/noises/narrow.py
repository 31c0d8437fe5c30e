"""Gives models/audio_tagger/model.onnx its output `embedding`: what its frozen layers make of a sound, in 128 numbers.

python -m models.training.noises.narrow TAKES.npz [--embedding 1]
TAKES is what `takes.py` writes. YAMNet's 1024 values are brought to the spread that they have over these takes, and
projected on the directions in which they differ most (principal components); the file's `logits` stay as they are.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

from companion.senses.sounds.noise_embedding import TAGGER_SIZE, under_noise
from models.training.exporting import write
from models.training.noises.audio_tagger import TARGET
from models.training.noises.yamnet import VALUES
from models.training.voices.recordings import HELD_SPEAKERS

_EVERY = 3  # takes of which one is looked at


def frozen(model: onnx.ModelProto) -> str:
    """The name of YAMNet's embedding in the graph: what its classes are told from."""
    return str(next(n.input[0] for n in model.graph.node if "frozen.net.classes.weight" in n.input))


def basis(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`values` [n, VALUES] -> weight [VALUES, TAGGER_SIZE] and bias [TAGGER_SIZE] of what tells them apart most."""
    mean, deviation = values.mean(0), values.std(0) + 1e-2
    directions = np.linalg.eigh(np.cov(((values - mean) / deviation).T))[1][:, ::-1][:, :TAGGER_SIZE]
    weight = directions / deviation[:, None]
    return weight.astype(np.float32), (-mean @ weight).astype(np.float32)


def heard(model: onnx.ModelProto, name: str, takes: Path) -> np.ndarray:
    """That value of the graph for the takes that may be trained on."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    copy.graph.output.append(helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["batch", VALUES]))
    session, stored = onnxruntime.InferenceSession(copy.SerializeToString()), np.load(takes)
    samples, start = stored["samples"], stored["start"]
    rows = np.nonzero(~np.isin(stored["person"], HELD_SPEAKERS))[0][::_EVERY]
    pieces = (samples[start[i] : start[i + 1]].astype(np.float32) / 32768 for i in rows)
    return np.array([session.run([name], {"samples": under_noise(piece)[None]})[0][0] for piece in pieces])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("takes", type=Path)
    parser.add_argument("--embedding", default="1", help="another number where takes are to be heard anew")
    args = parser.parse_args()
    model = onnx.load(str(TARGET))
    name = frozen(model)
    for key, value in zip(("weight", "bias"), basis(heard(model, name, args.takes)), strict=True):
        model.graph.initializer.append(numpy_helper.from_array(value, f"narrow.{key}"))
    model.graph.node.append(helper.make_node("Gemm", [name, "narrow.weight", "narrow.bias"], ["embedding"]))
    model.graph.output.append(
        helper.make_tensor_value_info("embedding", onnx.TensorProto.FLOAT, ["batch", TAGGER_SIZE])
    )
    write(model, TARGET, {"embedding": args.embedding})
    print(TARGET.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
