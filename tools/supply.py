"""What companion is made of: ``python tools/supply.py licences | sbom FILE | advisories``.

licences    writes docs/licences.md from the locks and the metadata of the installed packages (--check: is it of today?)
sbom        writes a CycloneDX 1.6 list of all packages of the locks and of the models, with hashes
advisories  holds every version of the locks against known advisories: OSV's service, or its data in a folder or zip
            (--data). What is known and judged stands in tools/advisories.toml. An advisory that is not there: exit
            status 1. Where the data cannot be reached it says so loudly and ends with 0 (--strict: 3).

Only ``advisories`` uses the network, only when it is run, and sends names and versions of packages alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import urllib.error
import urllib.request
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Final

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT: Final = Path(__file__).resolve().parent.parent
LOCKS: Final = {"requirements.lock": "run", "requirements-test.lock": "test", "requirements-build.lock": "build"}
PAGE: Final = ROOT / "docs" / "licences.md"
JUDGED: Final = ROOT / "tools" / "advisories.toml"
SERVICE: Final = "https://api.osv.dev/v1/querybatch"
_PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)\s*(?:;\s*(.*?))?\s*\\?$")
_SPDX = {
    "BSD": "BSD-3-Clause",
    "BSD 3-Clause": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD-3-Clause license": "BSD-3-Clause",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache": "Apache-2.0",
    "APL 2": "Apache-2.0",
    "The MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
ALLOWED: Final = re.compile(
    r"(MIT|BSD|Apache|ISC|PSF|Python|MPL|HPND|0BSD|Zlib|Unlicense|CC0|LGPL|Matplotlib|SPDX|The Unlicense)", re.I
)
"""What may be a dependency of a program under MIT; LGPL as a library of its own that can be replaced (soxr)."""


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    use: str  # run, test or build
    where: str = ""  # the marker: on which systems


def packages(root: Path = ROOT) -> list[Package]:
    """All that the locks fix."""
    found = []
    for lock, use in LOCKS.items():
        for line in (root / lock).read_text("utf-8").splitlines():
            pin = _PIN.match(line)
            if pin:
                found.append(Package(pin[1].lower().replace("_", "-"), pin[2], use, pin[3] or ""))
    return found


def licence_of(name: str) -> str:
    """By the metadata of the installed package; "" where it is not installed here."""
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    said = (about.get("License-Expression") or about.get("License") or "").strip()
    if not said or "\n" in said or len(said) > 60:
        classes = [c.split("::")[-1].strip() for c in about.get_all("Classifier") or [] if c.startswith("License")]
        first = (said.splitlines() or [""])[0][:60]
        said = " AND ".join(_SPDX.get(c, c) for c in classes if c != "OSI Approved") or first
    return "" if said in ("UNKNOWN", "Dual License") else _SPDX.get(said, said)


def kept(text: str) -> dict[tuple[str, str], str]:
    """Licences that the page says already: of packages that are not for this system."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|", text, re.M)
    return {(name.strip(), version.strip()): licence.strip() for name, version, licence in rows}


def page(before: str = "") -> str:
    """docs/licences.md."""
    known = kept(before)
    lines = [
        "# Licences of what companion stands on",
        "",
        "Written by `python tools/supply.py licences` from the locks and the packages' own metadata.",
        "Models: their cards and NOTICE. Nothing of these packages is in this repository; they are installed from a",
        "package index by exact version and hash.",
        "",
        "| package | version | licence | for |",
        "|---|---|---|---|",
    ]
    for p in sorted(set(packages()), key=lambda p: (p.name, p.version, p.use)):
        licence = licence_of(p.name) or known.get((p.name, p.version), "") or known_elsewhere(p.name)
        where = f" ({p.where})" if p.where else ""
        lines.append(f"| {p.name} | {p.version} | {licence} | {p.use}{where} |")
    return "\n".join(lines) + "\n"


def known_elsewhere(name: str) -> str:
    """Return packages of other systems, and those whose metadata tell nothing: by their projects' own word."""
    said = {
        "colorama": "BSD-3-Clause",
        "exceptiongroup": "MIT",
        "tomli": "MIT",
        "python-dateutil": "Apache-2.0 OR BSD-3-Clause",
        "axe-playwright-python": "MIT (axe-core in it: MPL-2.0)",
        "prompt-toolkit": "BSD-3-Clause",
        "opencv-python-headless": "Apache-2.0",
        "wcwidth": "MIT",
        "tzdata": "Apache-2.0",
    }
    return said.get(name, "not installed here: look")


def odd(text: str) -> list[str]:
    """Return packages whose licence is unknown or not one that may be used."""
    return [
        f"{name} {version}: {licence}"
        for (name, version), licence in kept(text).items()
        if name != "package" and set(name) != {"-"} and not ALLOWED.search(licence)
    ]


def sbom() -> dict[str, Any]:
    """CycloneDX 1.6. The serial number is made of the content: the same locks give the same list."""
    components: list[dict[str, Any]] = []
    for p in sorted(set(packages()), key=lambda p: (p.name, p.version, p.use)):
        licence = licence_of(p.name)
        one: dict[str, Any] = {
            "type": "library",
            "bom-ref": f"pkg:pypi/{p.name}@{p.version}#{p.use}",
            "name": p.name,
            "version": p.version,
            "purl": f"pkg:pypi/{p.name}@{p.version}",
            "scope": "required" if p.use == "run" else "excluded",
            "properties": [
                {"name": "companion:for", "value": p.use},
                {"name": "companion:where", "value": p.where or "all"},
            ],
        }
        if licence:
            one["licenses"] = [{"license": {"name": licence}}]
        components.append(one)
    for model in sorted((ROOT / "models").glob("*/*.onnx")):
        digest = hashlib.sha256(model.read_bytes()).hexdigest()
        name = model.relative_to(ROOT).as_posix()
        components.append(
            {
                "type": "machine-learning-model",
                "bom-ref": name,
                "name": name,
                "hashes": [{"alg": "SHA-256", "content": digest}],
            }
        )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(components, sort_keys=True))
    about = {
        "type": "application",
        "bom-ref": "companion",
        "name": "companion",
        "version": project["version"],
        "licenses": [{"license": {"id": "MIT"}}],
    }
    needed = [c["bom-ref"] for c in components if c.get("scope") == "required"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": about},
        "components": components,
        "dependencies": [{"ref": "companion", "dependsOn": needed}],
    }


# Advisories


def asked(found: list[Package]) -> dict[Package, list[str]]:
    """By OSV's service. Raises OSError where it does not answer."""
    queries = [{"package": {"name": p.name, "ecosystem": "PyPI"}, "version": p.version} for p in found]
    data = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(SERVICE, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        results = json.load(answer)["results"]
    return {p: [v["id"] for v in r.get("vulns", ())] for p, r in zip(found, results, strict=True)}


def read(found: list[Package], data: Path) -> dict[Package, list[str]]:
    """By OSV's records (JSON) in a folder or a zip, such as its export for PyPI. Raises OSError."""
    by_name: dict[str, list[Package]] = {}
    for p in found:
        by_name.setdefault(p.name, []).append(p)
    out: dict[Package, list[str]] = {p: [] for p in found}
    for record in _records(data):
        for affected in record.get("affected", ()):
            for p in by_name.get(str(affected.get("package", {}).get("name", "")).lower().replace("_", "-"), ()):
                if affects(affected, p.version) and record["id"] not in out[p]:
                    out[p].append(record["id"])
    return out


def _records(data: Path) -> Iterator[dict[str, Any]]:
    if data.is_dir():
        yield from (json.loads(f.read_bytes()) for f in sorted(data.rglob("*.json")))
        return
    try:
        with zipfile.ZipFile(data) as archive:
            yield from (json.loads(archive.read(n)) for n in archive.namelist() if n.endswith(".json"))
    except zipfile.BadZipFile:
        raise OSError(f"{data} is no folder and no zip") from None


def affects(affected: dict[str, Any], version: str) -> bool:
    """Whether one ``affected`` entry of a record means this version."""
    from packaging.version import InvalidVersion, Version

    if version in affected.get("versions", ()):
        return True
    for span in affected.get("ranges", ()):
        if span.get("type") != "ECOSYSTEM":
            continue
        inside = False
        try:
            here = Version(version)
            for event in span.get("events", ()):
                kind, value = next(iter(event.items()))
                if kind == "introduced" and (value == "0" or here >= Version(value)):
                    inside = True
                elif (kind == "fixed" and here >= Version(value)) or (
                    kind == "last_affected" and here > Version(value)
                ):
                    inside = False
        except InvalidVersion:
            continue
        if inside:
            return True
    return False


def judged() -> dict[str, dict[str, Any]]:
    """Advisories that somebody has looked at, by each of their names."""
    listed = tomllib.loads(JUDGED.read_text("utf-8"))["advisory"]
    return {name: entry for entry in listed for name in entry["ids"]}


def advisories(data: Path | None, strict: bool) -> int:
    found = packages()
    try:
        hits = read(found, data) if data is not None else asked(found)
    except (OSError, urllib.error.URLError, ValueError, KeyError) as error:
        print(f"\n*** ADVISORIES NOT CHECKED: {error}. ***", file=sys.stderr)
        print("*** Run it again with network, or with --data FOLDER of OSV's records for PyPI. ***\n", file=sys.stderr)
        return 3 if strict else 0
    known, new = judged(), 0
    for p, ids in hits.items():
        for one in ids:
            entry = known.get(one)
            new += entry is None
            told = entry["reached"] if entry else "NEW, judge it in tools/advisories.toml"
            print(f"{p.name} {p.version} ({p.use}): {one}: {told}")
    print(f"{len(found)} packages held against {'the data given' if data else 'OSV'}: {new} advisories not judged yet")
    return 1 if new else 0


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = ask.add_subparsers(dest="what", required=True)
    licences = what.add_parser("licences")
    licences.add_argument("--check", action="store_true")
    what.add_parser("sbom").add_argument("file", type=Path)
    checked = what.add_parser("advisories")
    checked.add_argument("--data", type=Path)
    checked.add_argument("--strict", action="store_true")
    wish = ask.parse_args()
    if wish.what == "sbom":
        wish.file.write_text(json.dumps(sbom(), indent=1) + "\n", "utf-8")
        return 0
    if wish.what == "advisories":
        return advisories(wish.data, wish.strict)
    before = PAGE.read_text("utf-8") if PAGE.exists() else ""
    text = before if wish.check else page(before)
    listed = kept(text)
    if any((p.name, p.version) not in listed for p in packages()):
        print("docs/licences.md is not up to date: run python tools/supply.py licences")
        return 1
    if not wish.check:
        PAGE.write_text(text, "utf-8")
    for line in (strange := odd(text)):
        print(f"look at the licence of {line}")
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())
