"""Makes the shipped file from a trained state: python -m models.phones.train.finish WEIGHTS STATE.pt --version 1"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import torch

from models.phones.train.net import CLASSES, Body, export

FOLDER = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("state", type=Path)
    parser.add_argument("--version", default="1")
    parser.add_argument("--out", type=Path, default=FOLDER / "model.onnx")
    args = parser.parse_args()
    torch.set_num_threads(1)
    state = torch.load(args.state, weights_only=False)
    depth = 1 + max(int(name.split(".")[2]) for name in state["slow"] if name.startswith("encoder.layers"))
    body = Body(args.weights, depth, state["kept"])
    body.load_state_dict(state["slow"], strict=False)
    notes = {"version": args.version, "steps": str(state["steps"]), "states": str(CLASSES), "licence": "MIT"}
    export(body, state["counts"], args.out, notes)
    digest, size = hashlib.sha256(args.out.read_bytes()).hexdigest(), args.out.stat().st_size
    args.out.with_name("model.json").write_text(json.dumps({"sha256": digest, "bytes": size}, indent=1) + "\n", "utf-8")
    print(args.out.name, size, "bytes", digest[:12], state["steps"], "steps", state["scenes"], "scenes")


if __name__ == "__main__":
    main()
