"""Which phones a sound is made of: the network, and the phones and lengths of PocketSphinx's dictionary.

PocketSphinx's model (in its wheel, BSD licence) has three states a phone, each with probabilities to stay and to go on.
What a phone sounds like is heard by models/phoneme_encoder every 20 ms; the model's Gaussians are not used.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.errors import CompanionError
from companion.senses import onnx
from companion.senses.speech.lexicon import model_folder
from companion.senses.speech.recogniser import RATE, Samples

Values = npt.NDArray[np.float32]
Index = npt.NDArray[np.int64]
SILENCE = "SIL"
STATES = 3  # of a phone; models/phoneme_encoder answers for each, phone by phone
FRAME = 0.01  # seconds of one row of the search


@dataclass(frozen=True, eq=False)
class PhoneSet:
    """``numbers``: phone -> its number; ``moves`` [phone, STATES, 2] log probabilities to stay and to go on."""

    numbers: dict[str, int]
    moves: Values

    def columns(self, phones: list[int]) -> Index:
        """Where the states of these phones, by number, lie in an answer of models/phoneme_encoder: [STATES n]."""
        return (STATES * np.array(phones, dtype=np.int64)[:, None] + np.arange(STATES)).ravel()


@lru_cache(maxsize=1)
def shipped_phones() -> PhoneSet:
    """The one set of this process. Raises CompanionError where its files are missing or others."""
    folder = model_folder() / "en-us"
    try:
        return _read(folder)
    except (OSError, ValueError, KeyError, IndexError, struct.error) as error:
        raise CompanionError("speech.model", why=str(error)) from None


def _read(folder: Path) -> PhoneSet:
    numbers, used = _definitions((folder / "mdef").read_bytes())
    matrices = _transitions((folder / "transition_matrices").read_bytes())
    moves = np.log(np.maximum(matrices / matrices.sum(axis=2, keepdims=True), 1e-5))
    stay_go = np.stack([moves[:, range(3), range(3)], moves[:, range(3), range(1, 4)]], axis=2)
    return PhoneSet(numbers, stay_go[used].astype(np.float32))


def _definitions(data: bytes) -> tuple[dict[str, int], Index]:
    """Phones, and which matrix each moves by: a triphone moves as its phone does."""
    if data[:4] != b"BMDF":
        raise ValueError("mdef is no binary model definition")
    at = 12 + struct.unpack_from("<i", data, 8)[0]
    plain, _, emitting, _, _, _, _, _, tree, _ = struct.unpack_from("<10i", data, at)
    if emitting != STATES:
        raise ValueError(f"{emitting} states a phone, not {STATES}")
    start = at = at + 40
    numbers: dict[str, int] = {}
    for k in range(plain):
        end = data.index(b"\0", at)
        numbers[data[at:end].decode("ascii")], at = k, end + 1
    at = start + (at - start + 3) // 4 * 4 + 8 * tree
    row = np.dtype([("sequence", "<i4"), ("moves", "<i4"), ("context", "u1", 4)])
    return numbers, np.frombuffer(data, row, plain, at)["moves"].astype(np.int64)


def _transitions(data: bytes) -> Values:
    """[matrix, 3, 4], from Sphinx's own binary form: a text head, its byte order, counts, the values."""
    at = data.index(b"endhdr\n") + 7
    order, count, _, _, total = struct.unpack_from("<I4i", data, at)
    if order != 0x11223344:
        raise ValueError("another byte order")
    return np.frombuffer(data, "<f4", total, at + 20).reshape(count, STATES, STATES + 1)


NAME = "models/phoneme_encoder/model.onnx"
_TWICE = 2  # an answer is of 20 ms, a row of the search of 10
_SOFTEST = 1e-5  # peak of a sound that is none
_LONGEST = 29 * RATE  # samples: the network was made for half a minute
_LEAST = -5.0  # log odds under which a state is no less likely: another vowel than the dictionary's is no other word


class PhonemeEncoder:
    """Runs the network on one thread, once for a sound that several ask about. ``weight`` of its log odds against how
    likely words and lengths are. Raises DeviceUnavailable where the file is missing or damaged."""

    def __init__(self, weight: float = 1.0, path: Path | None = None) -> None:
        self._session = onnx.load(path, NAME, "phones", takes="samples", notes=["states"])
        self._weight = np.float32(weight)
        self._last: tuple[Samples, Values] | None = None

    def __call__(self, sound: Samples) -> Values:
        """[n] at 16 kHz in -1..1 -> [T, states], a row a hundredth of a second: log of how much likelier a state is
        than it is anywhere."""
        if self._last is None or self._last[0] is not sound:
            even = sound[:_LONGEST] / np.float32(max(float(np.abs(sound).max(initial=0.0)), _SOFTEST))
            (odds,) = self._session.run(None, {"samples": even[None]})
            rows = np.repeat(np.maximum(odds, _LEAST), _TWICE, axis=0) * self._weight
            self._last = sound, np.asarray(rows, dtype=np.float32)
        return self._last[1]
