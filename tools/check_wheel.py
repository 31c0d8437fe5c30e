"""Does a wheel carry what the program needs? ``tools/check_wheel.py FILE.whl``: lists what it lacks, exit 1 if so."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = ("tests/", "mediapipe/", "models/", "measure/", "tools/")  # in a checkout only


def lacks(names: set[str]) -> list[str]:
    """Files of the checkout that the wheel with ``names`` should hold and does not."""
    wanted = [f"companion/_data/{f.relative_to(ROOT).as_posix()}" for f in ROOT.glob("models/*/model.onnx")]
    wanted += [f"companion/_data/{f.relative_to(ROOT).as_posix()}" for f in ROOT.glob("calibration/*") if f.is_file()]
    wanted += [f"companion/demo/{f.name}" for f in (ROOT / "companion/demo").glob("*.*")]
    wanted += [f.relative_to(ROOT).as_posix() for f in ROOT.glob("companion/words/*/*.*") if f.suffix != ".pyc"]
    wanted += [f"companion/web/table/pictures.{kind}" for kind in ("json", "toml")]
    wanted += ["companion/py.typed", "companion/cli.py", "companion/_data/requirements.lock"]
    wanted += [f"companion/_data/{f.relative_to(ROOT).as_posix()}" for f in ROOT.glob("models/*/README.md")]
    wanted += ["companion/_data/models/pronunciation/cmudict-en-us.dict.gz"]
    missing = [f"lacks {name}" for name in wanted if name not in names]
    licences = (
        ("MIT-fluentui-emoji", "cards' pictures"),
        ("BSD-pocketsphinx", "dictionary"),
        ("Apache-2.0", "face networks"),
    )
    for licence, what in licences:
        if not any(n.endswith(f"licenses/{licence}.txt") for n in names):
            missing.append(f"lacks the licence of the {what}")
    odd = [n for n in names if "__pycache__" in n or n.startswith(OUTSIDE) or n.endswith(".pyc")]
    return missing + [f"should not hold {name}" for name in odd]


def main() -> int:
    path = Path(sys.argv[1])
    with zipfile.ZipFile(path) as wheel:
        wrong = lacks(set(wheel.namelist()))
    if not path.stem.endswith("-py3-none-any"):
        wrong.append("is not for every Python and system (py3-none-any)")
    print("\n".join(wrong) if wrong else f"{path.name}: complete, {path.stat().st_size / 1e6:.1f} MB")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
