"""Our own networks: ONNX files, each run on one thread (a table has several, and few cores)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion import resources
from companion.errors import DeviceUnavailable

AGAIN = "install companion again, or run ./run doctor"


def session(file: Path) -> Any:
    """An onnxruntime session of this file. Raises what onnxruntime raises, whose errors have no common base."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])


def load(file: Path | None, shipped: str, what: str, takes: str = "") -> Any:
    """The session of ``file``, or of the ``shipped`` one ("models/dice/model.onnx"); ``what`` names it in the error.

    ``takes``: the name of its input. Raises DeviceUnavailable where the file is missing, damaged or another network.
    """
    try:
        where = file or resources.path(shipped)
        if not resources.intact(where):
            raise ValueError("its hash differs")
        found = session(where)
        if takes and (name := found.get_inputs()[0].name) != takes:
            raise ValueError(f"{where.name} is another network: it takes '{name}', not '{takes}'")
        return found
    except Exception as error:
        raise DeviceUnavailable(f"the {what} model cannot be loaded ({error}): {AGAIN}") from None
