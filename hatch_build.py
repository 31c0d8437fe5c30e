"""Build hooks: the wheel carries models, shipped defaults and a dictionary. It is pure Python: nothing is fetched.

The index page of the project is made from README.md.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PATTERNS = (
    "models/*/model.onnx",
    "models/*/*.json",
    "models/*/*.gz",
    "models/*/README.md",
    "calibration/**/*",
    "requirements.lock",
)


class IndexHook(MetadataHookInterface):
    """Makes the page of a package index: README with links to where the project lives, its pictures too.

    While no home is filled in, the page has no links and leaves the pictures out, instead of showing broken ones.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        home = str(self.config.get("home", "")).rstrip("/")
        text = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_index(text, home)}
        if home:
            metadata["urls"] = {"Source": home, "Documentation": f"{home}/tree/main/docs", "Issues": f"{home}/issues"}


def for_index(text: str, home: str) -> str:
    """README with absolute links; without a home no pictures, and links as plain words."""
    if not home:
        text = re.sub(r"(?m)^!\[[^\]]*\]\((?!\w+:)[^)]*\)\n\n?", "", text)
        return re.sub(r"\[([^\]]*)\]\((?!\w+:)[^)]*\)", r"\1", text)
    text = re.sub(r"!\[([^\]]*)\]\((?!\w+:)([^)]*)\)", rf"![\1]({home}/raw/main/\2)", text)
    return re.sub(r"(?<!!)\[([^\]]*)\]\((?!\w+:)([^)]*)\)", rf"[\1]({home}/blob/main/\2)", text)


class DataHook(BuildHookInterface):
    """Adds what exists: a checkout without a model or without calibration still builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # resources.path() finds them in the checkout
            return
        root = Path(self.root)
        include = build_data["force_include"]
        for pattern in PATTERNS:
            for file in sorted(root.glob(pattern)):
                if file.is_file() and "__pycache__" not in file.parts:
                    include[str(file)] = f"companion/_data/{file.relative_to(root).as_posix()}"
