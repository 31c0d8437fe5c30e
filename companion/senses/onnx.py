"""Our own networks: ONNX files, each run on one thread (a table has several, and few cores)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from companion import resources
from companion.errors import DeviceUnavailable
from companion.facts import fact

_shared: WeakValueDictionary[tuple[str, int, int, bool], Any] = WeakValueDictionary()  # sessions that somebody has now


def session(file: Path, *, integers: bool = False) -> Any:
    """Return an onnxruntime session of this file, one for all that have it now: any thread may run it.

    ``integers``: its sums are of bytes, not its weights alone. Raises what onnxruntime raises, whose errors have no
    common base.
    """
    import onnxruntime

    now = file.stat()
    key = (str(file), now.st_mtime_ns, now.st_size, integers)
    if (one := _shared.get(key)) is not None:
        return one
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    if not integers:  # weights that are kept as bytes are unpacked once, not at each call
        options.add_session_config_entry("session.disable_quant_qdq", "1")
    made = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    return _shared.setdefault(key, made)


def load(
    file: Path | None, shipped: str, what: str, takes: str, notes: Sequence[str] = (), *, integers: bool = False
) -> Any:
    """Return the session of ``file``, or of the ``shipped`` model; ``what`` names it in errors.

    ``takes``: the name of its input; ``notes``: what its file must say of itself; ``integers``: see ``session``. Raises
    DeviceUnavailable where the file is missing, cut short, changed, no network, or another one: a sentence for each.
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
    """Ask a network about one empty crop. Raises DeviceUnavailable where it does not give one answer of its shape."""
    try:
        given = one()
    except Exception:  # onnxruntime raises types of its own C++ side, not exported as one base  # noqa: BLE001
        raise DeviceUnavailable("model.closed", what=what, why=fact("model.outputs")) from None
    if len(given) != 1:
        raise DeviceUnavailable("model.closed", what=what, why=fact("model.outputs"))
