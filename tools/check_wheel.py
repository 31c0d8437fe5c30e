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
    face = "companion/_data/facemesh/"
    wanted += [face + "LICENSE-mediapipe", face + "mediapipe/modules/face_landmark/face_landmark_with_attention.tflite"]
    wanted += [f"companion/_data/{f.relative_to(ROOT).as_posix()}" for f in ROOT.glob("models/*/README.md")]
    wanted += ["companion/_data/pronunciation/cmudict-en-us.dict.gz"]
    missing = [f"lacks {name}" for name in wanted if name not in names]
    if not any(n.startswith(face + "mediapipe/python/_framework_bindings") for n in names):
        missing.append("lacks MediaPipe's bindings")
    for licence, what in (("MIT-fluentui-emoji", "cards' pictures"), ("BSD-pocketsphinx", "dictionary")):
        if not any(n.endswith(f"licenses/{licence}.txt") for n in names):
            missing.append(f"lacks the licence of the {what}")
    odd = [n for n in names if "__pycache__" in n or n.startswith(OUTSIDE) or n.endswith(".pyc")]
    return missing + [f"should not hold {name}" for name in odd]


def main() -> int:
    path = Path(sys.argv[1])
    with zipfile.ZipFile(path) as wheel:
        wrong = lacks(set(wheel.namelist()))
    print("\n".join(wrong) if wrong else f"{path.name}: complete, {path.stat().st_size / 1e6:.1f} MB")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
