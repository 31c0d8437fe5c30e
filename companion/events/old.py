"""Events of the codec's version 1, which kept sentences: these become ``old`` facts, worded as they stood."""

from __future__ import annotations

from typing import Any

_SENTENCES = {"seat": "detail", "source": "detail", "roll": "refused"}


def _said(text: object) -> Any:
    return {"code": "old.said", "values": {"text": text}} if text else None


def upgraded(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    """The fields of a version 1 event under version 2."""
    values = dict(values)
    if kind in _SENTENCES and _SENTENCES[kind] in values:
        values[_SENTENCES[kind]] = _said(values[_SENTENCES[kind]])
    if kind == "teeth":
        detail, slots = values.pop("detail", ""), values.pop("slots", None)
        values["why"] = _said(detail)
        if isinstance(slots, dict) and isinstance(slots.get("key"), str):
            values["why"] = {"code": f"teeth.{slots.pop('key').removeprefix('teeth-')}", "values": slots}
    if kind == "ruling":
        told: dict[str, Any] = {"text": values.pop("text", "")}
        if reason := _said(values.pop("reason", "")):
            told["reason"] = reason
        values["values"] = told
    return values
