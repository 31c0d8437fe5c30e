"""Our own networks: ONNX files, each run on one thread (a table has several, and few cores)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion import resources
from companion.errors import DeviceUnavailable
from companion.facts import fact


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
            raise DeviceUnavailable("model.closed", what=what, why=fact("model.hash"))
        found = session(where)
        if takes and (name := found.get_inputs()[0].name) != takes:
            other = fact("model.other", name=where.name, found=name, wanted=takes)
            raise DeviceUnavailable("model.closed", what=what, why=other)
        return found
    except DeviceUnavailable:
        raise
    except resources.ResourceMissing as error:
        raise DeviceUnavailable("model.closed", what=what, why=error.fact) from None
    except Exception as error:  # noqa: BLE001
        raise DeviceUnavailable("model.closed", what=what, why=str(error)) from None
