"""The dice network in eight bits, for passes over whole pictures: half the time, a quarter of the bytes.

Weights of seven bits a channel, so that no sum overflows on processors without VNNI; ranges of activations by renders.

python -m models.training dice.eight_bits
"""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from companion.senses.dice.crops import blob
from models.training.dice import render
from models.training.exporting import write

SIZE, SCENES = 320, 24
TAKES = "table"


class _Renders(CalibrationDataReader):  # type: ignore[misc]
    """Rendered pictures as the network takes them."""

    def __init__(self, seed: int) -> None:
        self._left = [np.random.default_rng([seed, k]) for k in range(SCENES)]

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        if not self._left:
            return None
        image = render(self._left.pop(), SIZE).image[..., ::-1]
        return {"image": blob(np.ascontiguousarray(image))}


def narrowed(model: Path, out: Path, seed: int = 1) -> None:
    """Write ``model`` with its layers in eight bits to ``out``; inputs and outputs stay float32."""
    with tempfile.TemporaryDirectory() as folder:
        ready = str(Path(folder) / "ready.onnx")
        quant_pre_process(str(model), ready, skip_symbolic_shape=True)
        quantize_static(
            ready, str(out), _Renders(seed), quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
        )  # fmt: skip
    renamed = onnx.load(str(out))
    for node in renamed.graph.node:
        node.input[:] = [TAKES if name == "image" else name for name in node.input]
    renamed.graph.input[0].name = TAKES  # each of our networks refuses the other's file
    write(renamed, out, {"of": hashlib.sha256(model.read_bytes()).hexdigest()})


def main(
    model: Path = Path("models/dice_detector/model.onnx"), out: Path = Path("models/dice_detector_int8/model.onnx")
) -> None:
    """The shipped detector, unless told otherwise."""
    narrowed(model, out)
