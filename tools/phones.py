"""Take phone lengths and the dictionary out of PocketSphinx's English model: ``python tools/phones.py MODEL [OUT]``.

``MODEL`` is the folder ``pocketsphinx/model/en-us`` of the package pocketsphinx 5.0.4. ``OUT`` (models/ by default)
gets ``phoneme_encoder/phones.json`` and ``pronunciation/cmudict-en-us.dict.gz``, the same bytes each time. The phones
stand in the order of the network's levels, each with the log probabilities to stay and to go on of its three states.
"""

from __future__ import annotations

import gzip
import json
import struct
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.senses.speech.phoneme_encoder import STATES_PER_PHONE

OUT = Path(__file__).resolve().parent.parent / "models"
DICTIONARY = "cmudict-en-us.dict"


def lengths(folder: Path) -> dict[str, list[list[float]]]:
    phones, used = definitions((folder / "mdef").read_bytes())
    matrices = transitions((folder / "transition_matrices").read_bytes())
    moves = np.log(np.maximum(matrices / matrices.sum(axis=2, keepdims=True), 1e-5))
    stay_go = np.stack([moves[:, range(3), range(3)], moves[:, range(3), range(1, 4)]], axis=2)
    return {phone: np.round(stay_go[k].astype(float), 6).tolist() for phone, k in zip(phones, used, strict=True)}


def definitions(data: bytes) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Phones, and which matrix each moves by: a triphone moves as its phone does."""
    if data[:4] != b"BMDF":
        raise ValueError("mdef is no binary model definition")
    at = 12 + struct.unpack_from("<i", data, 8)[0]
    plain, _, emitting, _, _, _, _, _, tree, _ = struct.unpack_from("<10i", data, at)
    if emitting != STATES_PER_PHONE:
        raise ValueError(f"{emitting} states a phone, not {STATES_PER_PHONE}")
    start = at = at + 40
    phones = []
    for _ in range(plain):
        end = data.index(b"\0", at)
        phones.append(data[at:end].decode("ascii"))
        at = end + 1
    at = start + (at - start + 3) // 4 * 4 + 8 * tree
    row = np.dtype([("sequence", "<i4"), ("moves", "<i4"), ("context", "u1", 4)])
    return phones, np.frombuffer(data, row, plain, at)["moves"].astype(np.int64)


def transitions(data: bytes) -> npt.NDArray[np.float32]:
    """[matrix, 3, 4], from Sphinx's own binary form: a text head, its byte order, counts, the values."""
    at = data.index(b"endhdr\n") + 7
    order, count, _, _, total = struct.unpack_from("<I4i", data, at)
    if order != 0x11223344:
        raise ValueError("another byte order")
    return np.frombuffer(data, "<f4", total, at + 20).reshape(count, STATES_PER_PHONE, STATES_PER_PHONE + 1)


def main() -> None:
    folder = Path(sys.argv[1])
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else OUT
    rows = [f"{json.dumps(phone)}: {json.dumps(moves)}" for phone, moves in lengths(folder / "en-us").items()]
    (out / "phoneme_encoder" / "phones.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    packed = gzip.compress((folder / DICTIONARY).read_bytes(), 9, mtime=0)
    (out / "pronunciation" / f"{DICTIONARY}.gz").write_bytes(packed)


if __name__ == "__main__":
    main()
