"""Encode and decode profile files: JSON, and NumPy archives without pickled objects; sizes are limited.

Decoding raises ValueError for data that is damaged, too large or of another version.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.decoder import Bounds, Word, Wrong, as_object, reader
from companion.errors import system_says
from companion.facts import JSON, Fact, fact
from companion.senses.faces.identity import BONE_COUNT
from companion.senses.faces.settings import FaceProfile as Face
from companion.senses.sounds.sound_features import NoiseProfile as Sounds
from companion.senses.sounds.sound_features import NoiseTake, SoundFeatures

VERSION: Final = 1  # version of face.json and of a noise profile's meta
MAX_FILE_BYTES: Final = 32 << 20  # largest file, bytes
MAX_UNPACKED_BYTES: Final = 256 << 20  # largest sum of an archive's arrays, bytes
MAX_ARRAYS: Final = 4096  # most arrays in an archive
MAX_VALUE: Final = 1e6  # limit for numbers in profiles; the largest seen is below 100
Array: TypeAlias = npt.NDArray[np.float32]


class OtherVersion(ValueError):
    """Error for a file that another version of companion has written; its text is the version in the file."""


def read(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises:
        OSError: The file cannot be read.
        ValueError: The file is too large, or is no plain file.
    """
    if not path.is_file() or path.stat().st_size > MAX_FILE_BYTES:
        raise ValueError("too large, or no plain file")
    return path.read_bytes()


def trouble_of(path: Path, error: Exception) -> Fact:
    """Return the reason why a file cannot be read, as a fact for people."""
    if isinstance(error, OtherVersion):
        return fact("people.version", name=path.name, version=str(error))
    if isinstance(error, OSError):
        return fact("people.unreadable", path=str(path), why=system_says(error))
    return fact("people.damaged", path=str(path))


def face_data(face: Face) -> dict[str, Any]:
    """Return a face profile as JSON values, for a file or an export."""
    return {
        "version": VERSION,
        "player": face.player,
        "neutral": {k: round(v, 5) for k, v in face.neutral.items()},
        "signals": {k: round(v, 4) for k, v in face.signals.items()},
        "bones": [round(v, 3) for v in face.bones],
        "own": {k: round(v, 3) for k, v in face.own.items()},
    }


def face_of(data: JSON) -> Face:
    face: Face = _face(of_version(data))
    if len(face.bones) not in (0, BONE_COUNT) or min(face.neutral.get("eye", 0), face.neutral.get("width", 0)) <= 0:
        raise Wrong("is no face")
    return face


def json_bytes(data: JSON) -> bytes:
    return (json.dumps(data, indent=1) + "\n").encode()


def json_of(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except RecursionError:
        raise ValueError("nested too deep") from None


def sounds_bytes(profile: Sounds) -> bytes:
    """Return a noise profile as a NumPy archive.

    ``meta`` is JSON text; each take and each variant of it has two arrays.
    """
    meta = {
        "version": VERSION,
        "player": profile.player,
        "model": profile.model,
        "takes": [[take.name, take.kind] for take in profile.takes],
        "beside": [len(take.sound.beside) for take in profile.takes],
        "own": {k: round(v, 3) for k, v in profile.own.items()},
    }
    arrays: dict[str, Any] = {"meta": np.array(json.dumps(meta))}
    for i, take in enumerate(profile.takes):
        for key, sound in _keys(i, take.sound):
            arrays[f"steps{key}"], arrays[f"embedding{key}"] = sound.steps, sound.embedding
    return pack_arrays(arrays)


def sounds_of(data: bytes) -> Sounds:
    stored = _unpack_arrays(data)
    if "meta" not in stored:
        raise Wrong("is no sound profile")
    meta = _meta(of_version(json_of(str(stored["meta"]).encode("utf-8", "surrogatepass"))))
    counts = meta.beside or (0,) * len(meta.takes)
    if len(counts) != len(meta.takes) or any(len(take) != 2 for take in meta.takes):
        raise Wrong("is no sound profile")
    takes = [
        NoiseTake(name, kind, replace(_read_take(stored, f"{i}"), beside=_beside(stored, i, counts[i])))
        for i, (name, kind) in enumerate(meta.takes)
    ]
    return Sounds(meta.player, takes, meta.model, meta.own)


def _keys(i: int, sound: SoundFeatures) -> list[tuple[str, SoundFeatures]]:
    """Return pairs of an array suffix and a sound for take ``i``: "3" for take 3, "3.0" and "3.1" for its variants."""
    return [(f"{i}", sound), *((f"{i}.{k}", other) for k, other in enumerate(sound.beside))]


def _read_take(stored: Mapping[str, npt.NDArray[Any]], key: str) -> SoundFeatures:
    if f"steps{key}" not in stored or f"embedding{key}" not in stored:
        raise Wrong("lacks a take")
    return _sound(stored[f"steps{key}"], stored[f"embedding{key}"])


def _beside(stored: Mapping[str, npt.NDArray[Any]], i: int, count: int) -> tuple[SoundFeatures, ...]:
    return tuple(_read_take(stored, f"{i}.{k}") for k in range(count))


def pack_arrays(arrays: Mapping[str, Any]) -> bytes:
    out = io.BytesIO()
    files: dict[str, Any] = {k: v if k == "meta" else np.asarray(v, np.float32) for k, v in arrays.items()}
    np.savez_compressed(out, **files)
    return out.getvalue()


def text_of(array: Array) -> dict[str, Any]:
    """Return an array as JSON values: ``shape``, and ``f4``, the base64 of its little-endian 32-bit floats."""
    return {"shape": list(array.shape), "f4": base64.b64encode(np.asarray(array, "<f4").tobytes()).decode()}


def array_of(data: JSON) -> Array:
    found = _array(data)
    try:
        flat = np.frombuffer(base64.b64decode(found.f4, validate=True), "<f4")
        return _finite(flat.reshape(found.shape))
    except Wrong:
        raise
    except ValueError:
        raise Wrong("is no array") from None


def sounds_data(profile: Sounds) -> dict[str, Any]:
    """Return a noise profile as JSON values, for an export."""
    takes = [
        {
            "name": t.name,
            "kind": t.kind,
            **_features_to_json(t.sound),
            "beside": [_features_to_json(s) for s in t.sound.beside],
        }
        for t in profile.takes
    ]
    own = {k: round(v, 3) for k, v in profile.own.items()}
    return {"version": VERSION, "player": profile.player, "model": profile.model, "takes": takes, "own": own}


def _features_to_json(sound: SoundFeatures) -> dict[str, Any]:
    return {"steps": text_of(sound.steps), "embedding": text_of(sound.embedding)}


def sounds_from(data: JSON) -> Sounds:
    """Return the noise profile in an export.

    Raises:
        ValueError: The data is damaged or of another version.
    """
    found = _sounds(of_version(data))
    takes = [
        NoiseTake(
            take.name,
            take.kind,
            replace(_features_from_json(take), beside=tuple(map(_features_from_json, take.beside))),
        )
        for take in found.takes
    ]
    return Sounds(found.player, takes, found.model, found.own)


def _features_from_json(sound: SoundTold) -> SoundFeatures:
    return _sound(sound.steps, sound.embedding)


def _unpack_arrays(data: bytes) -> dict[str, npt.NDArray[Any]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            items = archive.infolist()
            if len(items) > MAX_ARRAYS or sum(item.file_size for item in items) > MAX_UNPACKED_BYTES:
                raise ValueError("it unpacks to too much")
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except Exception as error:  # numpy and zip raise many kinds for a damaged file  # noqa: BLE001
        raise ValueError(f"damaged ({type(error).__name__})") from None


def _sound(steps: npt.NDArray[Any], embedding: npt.NDArray[Any]) -> SoundFeatures:
    if steps.ndim != 2 or embedding.ndim != 1 or not steps.size:
        raise Wrong("is no take")
    return SoundFeatures(_finite(steps), _finite(embedding))


def _finite(array: npt.NDArray[Any]) -> Array:
    with np.errstate(over="ignore"):
        found = array.astype(np.float32) if np.issubdtype(array.dtype, np.floating) else None
    if found is None or not (np.abs(found) < MAX_VALUE).all():
        raise Wrong("holds no numbers, or too large ones")
    return found


def of_version(data: JSON) -> dict[str, Any]:
    """Return an object's fields without the version, after checking that it is this version.

    Raises:
        OtherVersion: The data is of another version.
        Wrong: The data is no object, or has no version.
    """
    fields = dict(as_object(data))
    found = fields.pop("version", None)
    if isinstance(found, bool) or not isinstance(found, int):
        raise Wrong("lacks its version")
    if found != VERSION:
        raise OtherVersion(str(found)[:60])
    return fields


Numbers: TypeAlias = Mapping[Word, Annotated[float, Bounds(-MAX_VALUE, MAX_VALUE)]]
Count: TypeAlias = Annotated[int, Bounds(0, MAX_ARRAYS)]


@dataclass(frozen=True, slots=True)
class Meta:
    """The JSON text ``meta`` in a noise profile's archive, decoded."""

    player: str
    takes: tuple[tuple[Word, ...], ...]
    model: str = ""
    beside: tuple[Count, ...] = ()
    own: Numbers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ArrayTold:
    shape: Annotated[tuple[Annotated[int, Bounds(0, MAX_FILE_BYTES)], ...], Bounds(0, 4)]
    f4: str


@dataclass(frozen=True, slots=True)
class SoundTold:
    """A sound in an export: its cepstra and its embedding."""

    steps: Array
    embedding: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeTold(SoundTold):
    name: Word
    kind: Word
    beside: tuple[SoundTold, ...] = ()


@dataclass(frozen=True, slots=True)
class SoundsTold:
    """A noise profile in an export, decoded."""

    player: str
    model: str
    takes: tuple[TakeTold, ...]
    own: Numbers = field(default_factory=dict)


_array: Final = reader(ArrayTold)
_sounds: Final = reader(SoundsTold, {Array: array_of})
_meta: Final = reader(Meta)
_face: Final = reader(Face)
