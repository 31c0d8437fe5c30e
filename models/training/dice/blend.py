"""The mean of several exported networks of one kind that began with the same weights: what shipped and what it became.

Trainings that began alike lie in one valley: their mean errs less than each of them, and a share of the weights they
began with keeps what the new pictures seldom show (Wortsman et al. 2022, "Model soups", "Robust fine-tuning").
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import onnx
import typer
from onnx import numpy_helper

from models.training.exporting import in_bytes, in_floats, write


def blend(shares: Mapping[Path, float]) -> Any:
    """Return the ONNX model whose weights are the weighted mean.

    Raises ValueError where the networks are not of one kind.
    """
    models = [(in_floats(onnx.load(str(path))), share) for path, share in shares.items()]
    known = [{part.name: part for part in m.graph.initializer} for m, _ in models]
    total = sum(shares.values())
    first = models[0][0]
    for part in first.graph.initializer:
        others = [parts.get(part.name) for parts in known]
        if any(o is None or list(o.dims) != list(part.dims) for o in others):
            raise ValueError(f"{', '.join(map(str, shares))} are not networks of one kind: give exports of one net")
        values = [numpy_helper.to_array(o) for o in others]
        if values[0].dtype == np.float32:
            mean = sum(v.astype(np.float64) * (s / total) for v, (_, s) in zip(values, models, strict=True))
            part.CopyFrom(numpy_helper.from_array(np.asarray(mean, np.float32), part.name))
    return first


def main(
    parts: list[str], out: Annotated[Path, typer.Option()], least: Annotated[int, typer.Option("--bytes")] = 0
) -> None:
    """Write the mean of MODEL.onnx=SHARE ...; large weights become bytes where a number is given."""
    mean = blend({Path(path): float(share) for path, _, share in (part.rpartition("=") for part in parts)})
    write(in_bytes(mean, least) if least else mean, out)
