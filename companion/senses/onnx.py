"""Load the project's ONNX networks. Each runs on one thread, because a table has several networks and few cores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from companion import resources
from companion.errors import DeviceUnavailable
from companion.facts import fact

_shared: WeakValueDictionary[tuple[str, int, int, bool], Any] = WeakValueDictionary()  # sessions in use


def session(file: Path, *, integers: bool = False) -> Any:
    """Return an onnxruntime session for a file; the same session is returned while in use, and any thread may run it.

    Args:
        file: The model file.
        integers: True to compute in 8-bit integers; False to store at most the weights in 8 bits.

    Raises:
        Exception: onnxruntime cannot load the file; its errors have no common base.
    """
    import onnxruntime

    now = file.stat()
    key = (str(file), now.st_mtime_ns, now.st_size, integers)
    if (one := _shared.get(key)) is not None:
        return one
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    if not integers:  # unpack weights stored as bytes once, not at each call
        options.add_session_config_entry("session.disable_quant_qdq", "1")
    made = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    return _shared.setdefault(key, made)


def load(
    file: Path | None, shipped: str, what: str, takes: str, notes: Sequence[str] = (), *, integers: bool = False
) -> Any:
    """Return the onnxruntime session of a model file, after checking the file.

    Args:
        file: The model file; None for the shipped one.
        shipped: Path of the shipped model.
        what: Name of the model in errors.
        takes: Name that the model's first input must have.
        notes: Metadata keys that the file must have.
        integers: As in ``session``.

    Raises:
        DeviceUnavailable: onnxruntime is missing; or the file is missing, damaged or another network. The error says
            which.
    """
    try:
        where = file or resources.path(shipped)
        wrong = fact("model.missing") if not where.is_file() else resources.damage(where)
    except resources.ResourceMissing:
        wrong = fact("model.missing")
    except (OSError, ValueError) as error:
        wrong = fact("system.said", why=str(error))
    if wrong is not None:
        raise DeviceUnavailable("model.closed", what=what, why=wrong)
    try:
        found = session(where, integers=integers)
    except ImportError as error:
        raise DeviceUnavailable("model.closed", what=what, why=str(error)) from None
    except Exception:  # onnxruntime's errors have no common base  # noqa: BLE001
        raise DeviceUnavailable("model.closed", what=what, why=fact("model.garbage")) from None
    if (name := found.get_inputs()[0].name) != takes:
        other = fact("model.other", name=where.name, found=name, wanted=takes)
        raise DeviceUnavailable("model.closed", what=what, why=other)
    if not set(notes) <= set(found.get_modelmeta().custom_metadata_map):
        raise DeviceUnavailable("model.closed", what=what, why=fact("model.outputs"))
    return found


def check_model(what: str, one: Callable[[], Sequence[object]]) -> None:
    """Check a network by running it once on empty input.

    Args:
        what: Name of the model in errors.
        one: Function that runs the network and returns its outputs.

    Raises:
        DeviceUnavailable: The run fails, or does not return exactly one output.
    """
    try:
        given = one()
    except Exception:  # onnxruntime raises types of its own C++ side, not exported as one base  # noqa: BLE001
        raise DeviceUnavailable("model.closed", what=what, why=fact("model.outputs")) from None
    if len(given) != 1:
        raise DeviceUnavailable("model.closed", what=what, why=fact("model.outputs"))
