"""What companion is made of is listed by a tool, with licences; its versions are held against known advisories."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.scripts import script

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def supply() -> Any:
    return script(ROOT / "tools" / "supply.py")


def test_every_package_of_the_locks_is_listed(supply: Any) -> None:
    lines = [
        x for name in supply.LOCKS for x in (ROOT / name).read_text("utf-8").splitlines() if "==" in x and x[0] != " "
    ]
    assert len(supply.packages()) == len(lines) > 80
    names = {p.name for p in supply.packages() if p.use == "run"}
    assert {opencv(supply), "starlette", "onnxruntime", "soundfile"} <= names


def opencv(supply: Any) -> str:
    """Return what OpenCV is called in the lock."""
    return next(p.name for p in supply.packages() if p.name.startswith("opencv-python"))


def test_every_licence_is_known_and_one_that_may_be_used(supply: Any) -> None:
    text = (ROOT / "docs" / "licences.md").read_text("utf-8")
    listed = supply.kept(text)
    assert {(p.name, p.version) for p in supply.packages()} <= set(listed), "run python tools/supply.py licences"
    assert supply.odd(text) == []
    assert supply.odd("| evil | 1.0 | AGPL-3.0-only | run |\n| odd | 2 | UNKNOWN | run |") == [
        "evil 1.0: AGPL-3.0-only",
        "odd 2: UNKNOWN",
    ]


def test_the_list_of_parts_is_cyclonedx(supply: Any) -> None:
    made = supply.sbom()
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    refs = [c["bom-ref"] for c in made["components"]]
    assert len(refs) == len(set(refs))
    assert {p.name for p in supply.packages()} <= {c["name"] for c in made["components"]}
    models = [c for c in made["components"] if c["type"] == "machine-learning-model"]
    assert {m["name"] for m in models} == {p.relative_to(ROOT).as_posix() for p in (ROOT / "models").glob("*/*.onnx")}
    assert all(len(m["hashes"][0]["content"]) == 64 for m in models)
    assert made["serialNumber"] == supply.sbom()["serialNumber"]
    assert set(made["dependencies"][0]["dependsOn"]) <= set(refs)


def record(name: str, package: str, **affected: Any) -> dict[str, Any]:
    return {"id": name, "affected": [{"package": {"name": package, "ecosystem": "PyPI"}, **affected}]}


def spans(*events: dict[str, str]) -> list[dict[str, Any]]:
    return [{"type": "ECOSYSTEM", "events": list(events)}]


@pytest.mark.parametrize("packed", [False, True])
def test_versions_are_held_against_records_of_osv(packed: bool, supply: Any, tmp_path: Path, capsys: Any) -> None:
    named = opencv(supply).replace("-", "_")
    version = next(p.version for p in supply.packages() if p.name == "starlette")
    records = [
        record("A-1", "Starlette", ranges=spans({"introduced": "0"}, {"fixed": "999"})),
        record("A-2", "starlette", ranges=spans({"introduced": "0"}, {"fixed": "0.1"})),
        record("A-3", "starlette", versions=[version]),
        record("A-4", "starlette", ranges=spans({"introduced": "998"})),
        record("A-5", "starlette", ranges=spans({"introduced": "0"}, {"last_affected": version})),
        record("A-6", "django", ranges=spans({"introduced": "0"})),
        record("CVE-2025-53644", named, ranges=spans({"introduced": "4.10"}, {"fixed": "4.12"})),
    ]
    data = tmp_path / "all"
    data.mkdir()
    for one in records:
        (data / f"{one['id']}.json").write_text(json.dumps(one), "utf-8")
    if packed:
        with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
            for file in data.iterdir():
                archive.write(file, file.name)
        data = tmp_path / "all.zip"
    assert supply.advisories(data, strict=False) == 1
    said = capsys.readouterr().out
    assert [k for k in range(1, 7) if f"A-{k}:" in said] == [1, 3, 5]
    assert "NEW" in said
    assert "CVE-2025-53644: closed" in said


def test_judged_advisories_are_no_failure(supply: Any, tmp_path: Path) -> None:
    one = record("CVE-2025-53644", opencv(supply), ranges=spans({"introduced": "4.10"}, {"fixed": "4.12"}))
    (tmp_path / "one.json").write_text(json.dumps(one), "utf-8")
    assert supply.advisories(tmp_path, strict=True) == 0


def test_without_its_data_the_check_says_so_loudly(supply: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def offline(*_: Any, **__: Any) -> None:
        raise OSError("no network")

    monkeypatch.setattr(supply.urllib.request, "urlopen", offline)
    assert supply.advisories(None, strict=False) == 0
    assert "NOT CHECKED" in capsys.readouterr().err
    assert supply.advisories(None, strict=True) == 3
    assert supply.advisories(Path("/nowhere.zip"), strict=True) == 3


def test_what_is_judged_is_told_in_words(supply: Any) -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    for name, entry in supply.judged().items():
        assert entry["reached"]
        if name == entry["ids"][0]:
            assert name in text, name
