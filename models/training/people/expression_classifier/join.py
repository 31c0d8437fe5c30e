"""Heads of several exports as one model.

python -m models.training.people.expression_classifier.join WEIGHTS A.onnx B.onnx --export C.onnx

All have the same frozen trunk, so that another head costs next to nothing. Their log odds are averaged; a score that an
older export does not have (they are the first ones of net.SCORES) is the newer ones' alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import torch
import typer
from torch import nn

from models.training.people.expression_classifier.net import SCORES, ExpressionNet, Head, Heads, trunk_of
from models.training.people.expression_classifier.train import ship_expressions
from models.training.warm import exported_layers


@torch.no_grad()
def head_of(model: Path) -> tuple[Head, int]:
    """The head of an export, its batch norm folded into the convolution; and how many scores it has."""
    last = [(weight, bias) for weight, bias, _ in exported_layers(model)[-4:]]
    (conv, conv_bias), (body, body_bias), (scores, scores_bias), (measures, measures_bias) = last
    head = Head()
    first, norm, hidden = head.body[0], head.body[1], head.body[5]
    assert isinstance(first, nn.Conv2d)
    assert isinstance(norm, nn.BatchNorm2d)
    assert isinstance(hidden, nn.Linear)
    first.weight.copy_(conv)
    norm.bias.copy_(torch.zeros(48) if conv_bias is None else conv_bias)
    norm.weight.fill_((1 + norm.eps) ** 0.5)
    n = len(scores)
    head.scores.weight.zero_()
    head.scores.bias.zero_()
    for to, values in (
        (hidden.weight, body), (hidden.bias, body_bias), (head.scores.weight[:n], scores),
        (head.scores.bias[:n], scores_bias), (head.measures.weight, measures), (head.measures.bias, measures_bias),
    ):  # fmt: skip
        assert values is not None
        to.copy_(values)
    return head.eval(), n


def main(weights: Path, models: list[Path], export: Annotated[Path, typer.Option()]) -> None:
    """Join and export."""
    found = [head_of(model) for model in models]
    knows = torch.tensor([[float(k < n) for k in range(len(SCORES))] for _, n in found])
    ship_expressions(ExpressionNet(trunk_of(weights), Heads([head for head, _ in found], knows)), export)


if __name__ == "__main__":
    typer.run(main)
