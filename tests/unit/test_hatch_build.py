"""What the build hook puts into a wheel, and the page of an index."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.scripts import script

pytest.importorskip("hatchling")
HOOK = Path(__file__).resolve().parents[2] / "hatch_build.py"


@pytest.fixture(scope="module")
def hook() -> Any:
    return script(HOOK)


def test_a_wheel_carries_data_for_every_python_and_fetches_nothing(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = (
        "models/a/model.onnx",
        "models/a/model.json",
        "models/p/words.gz",
        "calibration/x.toml",
        "requirements.lock",
    )
    for name in (*names, "models/a/notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.setattr(subprocess, "Popen", None)  # whatever would start pip fails
    data: dict[str, Any] = {"force_include": {}}
    builder = hook.DataHook(str(tmp_path), {}, None, None, str(tmp_path), "wheel")
    builder.initialize("standard", data)
    assert data == {"force_include": {str(tmp_path / name): f"companion/_data/{name}" for name in names}}
    empty: dict[str, Any] = {"force_include": {}}
    builder.initialize("editable", empty)
    assert empty == {"force_include": {}}


README = "# x\n\n![a picture](docs/a.jpg)\n\nSee [codes](docs/codes.md) and [there](https://example.org/y).\n"


def test_an_index_page_without_a_home_shows_no_broken_picture(hook: Any) -> None:
    assert hook.for_index(README, "") == "# x\n\nSee codes and [there](https://example.org/y).\n"


def test_an_index_page_links_to_the_home(hook: Any) -> None:
    told = hook.for_index(README, "https://example.org/c")
    assert "![a picture](https://example.org/c/raw/main/docs/a.jpg)" in told
    assert "[codes](https://example.org/c/blob/main/docs/codes.md) and [there](https://example.org/y)" in told
