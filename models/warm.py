"""Puts the weights of an exported ONNX model back into its torch network, so that training can go on from what shipped.

The exporter folds every batch norm into the convolution before it. `load_exported` undoes that by the statistics of a
batch: the network then computes the same in evaluation, and nearly the same in training. Optimiser state is not kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn

NORMS = (nn.BatchNorm1d, nn.BatchNorm2d)
LAYERS = (nn.Conv1d, nn.Conv2d, nn.Linear)


def exported_layers(path: Path) -> list[tuple[torch.Tensor, torch.Tensor | None]]:
    """(weight, bias) of every Conv, Gemm and MatMul of the graph that has a constant weight, in its order."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    values = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
    found: list[tuple[torch.Tensor, torch.Tensor | None]] = []
    for node in graph.node:
        constants = [values[name] for name in node.input[1:] if name in values]
        if node.op_type not in ("Conv", "Gemm", "MatMul") or not constants:
            continue
        transposed = node.op_type == "MatMul" or (
            node.op_type == "Gemm" and not any(a.name == "transB" and a.i for a in node.attribute)
        )
        weight = constants[0].t() if transposed else constants[0]
        found.append((weight, constants[1] if len(constants) > 1 else None))
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
    for here, module in enumerate(order):
        if not isinstance(module, LAYERS):
            continue
        match = next((k for k in range(position, len(stored)) if stored[k][0].shape == module.weight.shape), None)
        if match is None:
            missing.append(names[module])
            continue
        (weight, bias), position = stored[match], match + 1
        module.weight.copy_(weight)
        norm = order[here + 1] if here + 1 < len(order) else None
        if isinstance(norm, NORMS):
            norm.running_mean.zero_()  # type: ignore[union-attr]
            norm.running_var.fill_(1.0 - norm.eps)  # type: ignore[union-attr]
            norm.weight.fill_(1.0)
            norm.bias.copy_(bias if bias is not None else torch.zeros_like(norm.bias))
        elif module.bias is not None and bias is not None:
            module.bias.copy_(bias)
    if any(not isinstance(dict(net.named_modules())[n], nn.Linear) for n in missing):
        raise ValueError(f"{path.name} holds another network: no weights for {', '.join(missing)}")
    _, inputs = executed(net, batch)
    for norm, values in inputs.items():
        axes = [0, *range(2, values.dim())]
        mean, variance = values.mean(axes), values.var(axes, unbiased=False)
        shift = norm.bias + mean
        norm.running_mean.copy_(mean)  # type: ignore[operator, union-attr]
        norm.running_var.copy_(variance)  # type: ignore[operator, union-attr]
        norm.weight.copy_(torch.sqrt(variance + norm.eps))  # type: ignore[operator, arg-type]
        norm.bias.copy_(shift)  # type: ignore[operator, arg-type]
    return missing
