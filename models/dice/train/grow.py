"""A smaller net's weights in a larger one that computes the same: what was learned goes on being learned.

python -m models.dice.train.grow --state SMALLER --sizes 16,32,64,96,1 --out LARGER

New channels start with random weights whose outputs nothing uses yet; new blocks add nothing yet (Net2Net, Chen et al.
2016, with zeros in place of copies, so that new channels need not part from old ones first).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn

from models.dice.train.net import Full, Net


@torch.no_grad()
def grow(small: Net, large: Net) -> None:
    """Fill ``large`` in place so that, in evaluation, it gives ``small``'s maps (to rounding)."""
    known = small.state_dict()
    for name, value in large.state_dict().items():
        if name in known:
            _embed(known[name], value, name)
    for name, module in large.named_modules():
        if isinstance(module, Full) and f"{name}.body.0.0.weight" not in known:
            norm = module.body[1][1]  # type: ignore[index]
            assert isinstance(norm, nn.BatchNorm2d)
            norm.weight.zero_()


def _embed(old: Tensor, new: Tensor, name: str) -> None:
    """``old`` in the first corner of ``new``. Old outputs take nothing from new inputs; new outputs stay as drawn."""
    if old.dim() == 0:
        new.copy_(old)
        return
    if old.dim() == 4:
        new[: old.shape[0]] = 0
    corner = tuple(slice(0, n) for n in old.shape)
    new[corner] = old


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", type=Path, required=True, help="folder of the smaller net's state")
    parser.add_argument("--sizes", required=True, help="its widths and blocks: c2,c4,c8,c16,blocks of stride 8")
    parser.add_argument("--out", type=Path, required=True, help="folder of the larger net's state")
    asked = parser.parse_args()
    small, large = Net(*(int(n) for n in asked.sizes.split(","))), Net()
    small.load_state_dict(torch.load(asked.state / "state.pt", map_location="cpu", weights_only=True)["average"])
    grow(small, large)
    asked.out.mkdir(parents=True, exist_ok=True)
    weights = large.state_dict()
    torch.save({"body": weights, "average": weights, "step": 0, "spent": 0.0}, asked.out / "state.pt")


if __name__ == "__main__":
    main()
