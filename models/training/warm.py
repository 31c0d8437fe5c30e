"""Puts the weights of an exported ONNX model back into its torch network, so that training can go on from what shipped.

The exporter folds every batch norm into the convolution before it. `load_exported` undoes that by the statistics of a
batch: the network then computes the same in evaluation, and nearly the same in training. A norm after a linear layer
stays in the file as it was, and is taken over with its own statistics. Optimiser state is not kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn

NORMS = (nn.BatchNorm1d, nn.BatchNorm2d)
LAYERS = (nn.Conv1d, nn.Conv2d, nn.Linear)


Norm = tuple[torch.Tensor, ...]
"""Weight, bias, running mean and running variance of a batch norm."""
Layer = tuple[torch.Tensor, torch.Tensor | None, Norm | None]
"""Weight, bias, and the norm that stands behind it by itself."""


def exported_layers(path: Path) -> list[Layer]:
    """Every Conv, Gemm and MatMul of the graph that has a constant weight, in its order."""
    import onnx
    from onnx import numpy_helper

    from models.training.exporting import in_floats

    graph = in_floats(onnx.load(str(path))).graph
    values = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
    by_themselves = (n for n in graph.node if n.op_type == "BatchNormalization")
    norms = {n.input[0]: tuple(values[name] for name in n.input[1:5]) for n in by_themselves}
    found: list[Layer] = []
    for node in graph.node:
        constants = [values[name] for name in node.input[1:] if name in values]
        if node.op_type not in ("Conv", "Gemm", "MatMul") or not constants:
            continue
        transposed = node.op_type == "MatMul" or (
            node.op_type == "Gemm" and not any(a.name == "transB" and a.i for a in node.attribute)
        )
        weight = constants[0].t() if transposed else constants[0]
        found.append((weight, constants[1] if len(constants) > 1 else None, norms.get(node.output[0])))
    return found


def executed(net: nn.Module, batch: Any) -> tuple[list[nn.Module], dict[nn.Module, torch.Tensor]]:
    """The layers and norms in the order in which a forward pass in evaluation calls them, and each norm's input."""
    order: list[nn.Module] = []
    inputs: dict[nn.Module, torch.Tensor] = {}

    def note(module: nn.Module, given: Any) -> None:
        order.append(module)
        if isinstance(module, NORMS):
            inputs[module] = given[0].detach()

    hooks = [m.register_forward_pre_hook(note) for m in net.modules() if isinstance(m, LAYERS + NORMS)]
    net.eval()
    with torch.no_grad():
        net(batch)
    for hook in hooks:
        hook.remove()
    return order, inputs


@torch.no_grad()
def load_exported(net: nn.Module, path: Path, batch: Any) -> list[str]:
    """Fill `net` in place from the model at `path`; `batch` is an input of `net`, a few hundred training examples.

    Layers are matched in order of execution and by shape. Returns the names of the layers that the file does not hold
    (heads that only training has). Raises ValueError where less than the convolutions match: another network's file.
    """
    names = {m: n for n, m in net.named_modules()}
    order, _ = executed(net, batch)
    stored = exported_layers(path)
    position, missing = 0, []
    whole: set[nn.Module] = set()  # norms that the file holds
    for here, module in enumerate(order):
        if not isinstance(module, LAYERS):
            continue
        match = next((k for k in range(position, len(stored)) if stored[k][0].shape == module.weight.shape), None)
        if match is None:
            missing.append(names[module])
            continue
        (weight, bias, kept), position = stored[match], match + 1
        module.weight.copy_(weight)
        norm = order[here + 1] if here + 1 < len(order) else None
        if isinstance(norm, NORMS) and kept is not None:
            for name, value in zip(("weight", "bias", "running_mean", "running_var"), kept, strict=True):
                getattr(norm, name).copy_(value)
            whole.add(norm)
        elif isinstance(norm, NORMS):
            norm.running_mean.zero_()  # type: ignore[union-attr]
            norm.running_var.fill_(1.0 - norm.eps)  # type: ignore[union-attr]
            norm.weight.fill_(1.0)
            norm.bias.copy_(bias if bias is not None else torch.zeros_like(norm.bias))
        elif module.bias is not None and bias is not None:
            module.bias.copy_(bias)
    if any(not isinstance(dict(net.named_modules())[n], nn.Linear) for n in missing):
        raise ValueError(f"{path.name} holds another network: no weights for {', '.join(missing)}")
    _, inputs = executed(net, batch)
    for norm, values in ((n, v) for n, v in inputs.items() if n not in whole):
        axes = [0, *range(2, values.dim())]
        mean, variance = values.mean(axes), values.var(axes, unbiased=False)
        shift = norm.bias + mean
        norm.running_mean.copy_(mean)  # type: ignore[operator, union-attr]
        norm.running_var.copy_(variance)  # type: ignore[operator, union-attr]
        norm.weight.copy_(torch.sqrt(variance + norm.eps))  # type: ignore[operator, arg-type]
        norm.bias.copy_(shift)  # type: ignore[operator, arg-type]
    return missing
