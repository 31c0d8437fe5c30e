"""Build hook: the wheel carries the trained models and the shipped defaults under ``companion/_data``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PATTERNS = ("models/*/model.onnx", "models/*/*.json", "calibration/**/*", "requirements.lock")


class DataHook(BuildHookInterface):
    """Adds what exists: a checkout without a model or without calibration still builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # resources.path() finds them in the checkout itself
            return
        root = Path(self.root)
        for pattern in PATTERNS:
            for file in sorted(root.glob(pattern)):
                if file.is_file() and "__pycache__" not in file.parts:
                    name = file.relative_to(root).as_posix()
                    build_data["force_include"][str(file)] = f"companion/_data/{name}"
