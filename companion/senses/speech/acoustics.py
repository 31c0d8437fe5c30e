"""PocketSphinx's English acoustic model, read from its own files, so that companion can weigh candidates itself.

The model (in the wheel, BSD licence) has a codebook of 128 Gaussians a phone in three streams of 13 values, shared by
all triphones of that phone with weights of their own (phonetically tied mixtures), and three states a triphone.
PocketSphinx's search drops what looks bad on the way and tells no scores of the others; here every candidate is scored,
exactly. The speech is heard by models/phones in place of these Gaussians (``phones``), the choice of a set with them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError
from companion.senses.speech.lexicon import model_folder

Values = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Index = npt.NDArray[np.int64]
SILENCE = "SIL"
STREAMS, WIDTH = 3, 13  # cepstra, their first and their second differences
INSIDE, BEGIN, END, SINGLE = range(4)  # a phone's position in its word, as the model counts them
_STEP = 1024 * np.log(1.0001)  # one step of a stored mixture weight, natural logarithm
_LEAST = 1e-4  # of a variance


@dataclass(frozen=True, eq=False)
class AcousticModel:
    """``mean``, ``var`` [phone, Gaussian, 39]; ``weight`` [stream, Gaussian, senone]; ``states`` [triphone, 3] senones;
    ``moves`` [triphone, 3, 2] log probabilities to stay and to go on; ``owner`` [senone] its phone."""

    phones: dict[str, int]
    mean: Values
    var: Values
    weight: Values
    owner: Index
    states: Index
    moves: Values
    triphones: dict[tuple[int, int, int, int], int]

    def triphone(self, phone: str, left: str, right: str, position: int) -> int:
        """The nearest model of a phone between two others; the phone's own where its triphone was never trained."""
        base, before, after, silence = (self.phones[p] for p in (phone, left, right, SILENCE))
        for around in ((before, after), (silence, after), (before, silence)):
            for place in (position, INSIDE, BEGIN, END, SINGLE):
                found = self.triphones.get((place, base, *around))
                if found is not None:
                    return found
        return base

    def log_likelihood(self, features: Values, senones: Index) -> Values:
        """[T, 39] features -> [T, n] for these senones."""
        out = np.zeros((len(features), len(senones)), dtype=np.float32)
        owners = self.owner[senones]
        for phone in np.unique(owners):
            columns = np.flatnonzero(owners == phone)
            for stream in range(STREAMS):
                each = self.gaussians(features, int(phone), stream)
                top = each.max(axis=1, keepdims=True)
                mixed = np.exp(each - top) @ self.weight[stream][:, senones[columns]]
                out[:, columns] += np.log(np.maximum(mixed, 1e-30)) + top
        return out

    def gaussians(self, features: Values, phone: int, stream: int) -> Values:
        """[T, 39] -> [T, 128] log densities of one codebook's stream."""
        part = slice(WIDTH * stream, WIDTH * (stream + 1))
        x, mean, inverse = features[:, part], self.mean[phone][:, part], 1 / self.var[phone][:, part]
        constant = -0.5 * (np.log(2 * np.pi / inverse) + mean**2 * inverse).sum(axis=1)
        found = x @ (mean * inverse).T - 0.5 * (x * x) @ inverse.T + constant
        return np.asarray(found, dtype=np.float32)


@lru_cache(maxsize=1)
def shipped_model() -> AcousticModel:
    """The one model of this process, about 12 MB. Raises CompanionError where its files are missing or others."""
    folder = model_folder() / "en-us"
    try:
        return _read(folder)
    except (OSError, ValueError, KeyError, struct.error) as error:
        raise CompanionError("speech.model", why=str(error)) from None


def _read(folder: Path) -> AcousticModel:
    phones, table, sequences = _definitions((folder / "mdef").read_bytes())
    plain = len(phones)
    states = sequences[table["sequence"]].astype(np.int64)
    context = table["context"]
    triphones = {(int(c[0]), int(c[1]), int(c[2]), int(c[3])): plain + k for k, c in enumerate(context[plain:])}
    owner = np.zeros(int(states.max()) + 1, dtype=np.int64)
    owner[states[plain:].ravel()] = np.repeat(context[plain:, 1].astype(np.int64), 3)
    owner[states[:plain].ravel()] = np.repeat(np.arange(plain), 3)
    (rows,), matrices = _floats((folder / "transition_matrices").read_bytes(), 1, 2)
    moves = matrices.reshape(rows, 3, 4)
    moves = np.log(np.maximum(moves / moves.sum(axis=2, keepdims=True), 1e-5))
    stay_go = np.stack([moves[:, range(3), range(3)], moves[:, range(3), range(1, 4)]], axis=2)
    return AcousticModel(
        phones, _codebooks(folder / "means"), np.maximum(_codebooks(folder / "variances"), _LEAST),
        _weights((folder / "sendump").read_bytes(), len(owner)), owner, states,
        stay_go[table["moves"]].astype(np.float32), triphones,
    )  # fmt: skip


def _definitions(data: bytes) -> tuple[dict[str, int], npt.NDArray[np.void], Index]:
    """Phones, a row a triphone (sequence, moves, context: position, phone, left, right), senones a sequence."""
    if data[:4] != b"BMDF":
        raise ValueError("mdef is no binary model definition")
    at = 12 + struct.unpack_from("<i", data, 8)[0]
    plain, count, emitting, _, _, _, sequences, _, tree, _ = struct.unpack_from("<10i", data, at)
    if emitting != 3:
        raise ValueError(f"{emitting} states a phone, not 3")
    start = at = at + 40
    phones: dict[str, int] = {}
    for k in range(plain):
        end = data.index(b"\0", at)
        phones[data[at:end].decode("ascii")], at = k, end + 1
    at = start + (at - start + 3) // 4 * 4 + 8 * tree
    row = np.dtype([("sequence", "<i4"), ("moves", "<i4"), ("context", "u1", 4)])
    table = np.frombuffer(data, row, count, at)
    found = np.frombuffer(data, "<u2", 3 * sequences, at + 12 * count + 4).reshape(-1, 3)
    return phones, table, found.astype(np.int64)


def _floats(data: bytes, counts: int, widths: int) -> tuple[tuple[int, ...], Values]:
    """Sphinx's own binary form: a text head, its byte order, counts, widths, the number of values, the values."""
    at = data.index(b"endhdr\n") + 7
    order, *head = struct.unpack_from(f"<I{counts + widths}i", data, at)
    if order != 0x11223344:
        raise ValueError("another byte order")
    at += 4 * (1 + counts + widths)
    total = struct.unpack_from("<i", data, at)[0]
    return tuple(head[:counts]), np.frombuffer(data, "<f4", total, at + 4)


def _codebooks(path: Path) -> Values:
    """[phone, Gaussian, 39]."""
    (books, streams, size), values = _floats(path.read_bytes(), 3, STREAMS)
    if streams != STREAMS:
        raise ValueError(f"{path.name} has {streams} streams")
    ordered = values.reshape(books, STREAMS, size, WIDTH).transpose(0, 2, 1, 3)
    return np.ascontiguousarray(ordered.reshape(books, size, STREAMS * WIDTH), dtype=np.float32)


def _weights(data: bytes, senones: int) -> Values:
    """[stream, Gaussian, senone] probabilities from bytes of negative logarithms."""
    at = 0
    while size := struct.unpack_from("<i", data, at)[0]:
        at += 4 + size
    rows, columns = struct.unpack_from("<2i", data, at + 4)
    if columns != senones:
        raise ValueError(f"sendump has weights of {columns} senones, mdef {senones}")
    stored = np.frombuffer(data, "u1", STREAMS * rows * columns, at + 12).reshape(STREAMS, rows, columns)
    return np.asarray(np.exp(stored.astype(np.float32) * np.float32(-_STEP)), dtype=np.float32)
