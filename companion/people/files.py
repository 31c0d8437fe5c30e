"""What is kept of a person, as bytes: JSON and NumPy archives of numbers, never pickled, bounded in size.

Every reader raises ValueError for what is damaged, too large or of another version.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.senses.faces.identity import BONES
from companion.senses.faces.profile import Profile as Face
from companion.senses.sounds.features import Sound
from companion.senses.sounds.profile import Profile as Sounds
from companion.senses.sounds.profile import Take

VERSION: Final = 1  # of a face's JSON and of a sound profile's meta
LARGEST: Final = 32 << 20  # bytes of a file
UNPACKED: Final = 256 << 20  # bytes of an archive's arrays together
MOST: Final = 4096  # arrays of an archive
Array: TypeAlias = npt.NDArray[np.float32]
Arrays: TypeAlias = Mapping[str, Array]


class OtherVersion(ValueError):
    """The file was written by another version of companion."""


def read(path: Path) -> bytes:
    """A whole file. Raises OSError, or ValueError for one that is too large or no plain file."""
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise ValueError("too large, or no plain file")
    return path.read_bytes()


def face_data(face: Face) -> dict[str, Any]:
    """A face profile as plain values, as it is stored and exported."""
    return {
        "version": VERSION,
        "player": face.player,
        "neutral": {k: round(v, 5) for k, v in face.neutral.items()},
        "signals": {k: round(v, 4) for k, v in face.signals.items()},
        "bones": [round(v, 3) for v in face.bones],
        "own": {k: round(v, 3) for k, v in face.own.items()},
    }


def face_of(data: Any) -> Face:
    try:
        _version(data["version"])
        bones = tuple(_numbers(dict(enumerate(data.get("bones", [])))).values())
        own = _numbers(data.get("own", {}))
        face = Face(str(data["player"]), _numbers(data["neutral"]), _numbers(data.get("signals", {})), bones, own)
        if len(bones) not in (0, BONES) or min(face.neutral["eye"], face.neutral["width"]) <= 0:
            raise ValueError("no face")
    except (KeyError, TypeError, AttributeError):
        raise ValueError("no face profile") from None
    return face


def json_bytes(data: Any) -> bytes:
    return (json.dumps(data, indent=1) + "\n").encode()


def json_of(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except RecursionError:
        raise ValueError("nested too deep") from None


def sounds_bytes(profile: Sounds) -> bytes:
    """A sound profile as an archive: ``meta`` is JSON text, then two arrays a take."""
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
    return packed(arrays)


def sounds_of(data: bytes) -> Sounds:
    stored = _unpacked(data)
    try:
        meta = json_of(str(stored["meta"]).encode())
        _version(meta["version"])
        count = [int(n) for n in meta.get("beside", [0] * len(meta["takes"]))]
        takes = [
            Take(str(name), str(kind), replace(_stored(stored, f"{i}"), beside=_beside(stored, i, count[i])))
            for i, (name, kind) in enumerate(meta["takes"])
        ]
        return Sounds(str(meta["player"]), takes, str(meta.get("model", "")), _numbers(meta.get("own", {})))
    except (KeyError, TypeError, AttributeError, IndexError):
        raise ValueError("no sound profile") from None


def _keys(i: int, sound: Sound) -> list[tuple[str, Sound]]:
    """The names of a take's arrays: its own number, and one more for each beside it."""
    return [(f"{i}", sound), *((f"{i}.{k}", other) for k, other in enumerate(sound.beside))]


def _stored(stored: Mapping[str, npt.NDArray[Any]], key: str) -> Sound:
    return _sound(stored[f"steps{key}"], stored[f"embedding{key}"])


def _beside(stored: Mapping[str, npt.NDArray[Any]], i: int, count: int) -> tuple[Sound, ...]:
    return tuple(_stored(stored, f"{i}.{k}") for k in range(count))


def sounds_in(folder: Path) -> list[Sounds]:
    """The sound profiles that lie in a folder as files, such as the demo's, by name."""
    return [sounds_of(read(path)) for path in sorted(folder.glob("*.sounds.npz"))]


def packed(arrays: Mapping[str, Any]) -> bytes:
    out = io.BytesIO()
    np.savez_compressed(out, **{k: v if k == "meta" else np.asarray(v, np.float32) for k, v in arrays.items()})
    return out.getvalue()


def arrays_of(data: bytes) -> dict[str, Array]:
    """An archive of float arrays."""
    return {name: _finite(array) for name, array in _unpacked(data).items()}


def text_of(array: Array) -> dict[str, Any]:
    """An array for JSON: its shape, and its numbers as little-endian 32-bit floats in base64."""
    return {"shape": list(array.shape), "f4": base64.b64encode(np.asarray(array, "<f4").tobytes()).decode()}


def array_of(data: Any) -> Array:
    try:
        flat = np.frombuffer(base64.b64decode(data["f4"], validate=True), "<f4")
        return _finite(flat.reshape([int(n) for n in data["shape"]]))
    except (KeyError, TypeError):
        raise ValueError("no array") from None


def sounds_data(profile: Sounds) -> dict[str, Any]:
    """A sound profile as plain values, for an export."""
    takes = [
        {"name": t.name, "kind": t.kind, **_told(t.sound), "beside": [_told(s) for s in t.sound.beside]}
        for t in profile.takes
    ]
    own = {k: round(v, 3) for k, v in profile.own.items()}
    return {"version": VERSION, "player": profile.player, "model": profile.model, "takes": takes, "own": own}


def _told(sound: Sound) -> dict[str, Any]:
    return {"steps": text_of(sound.steps), "embedding": text_of(sound.embedding)}


def _sound_from(data: Any) -> Sound:
    beside = tuple(_sound_from({**s, "beside": []}) for s in data.get("beside", []))
    return replace(_sound(array_of(data["steps"]), array_of(data["embedding"])), beside=beside)


def sounds_from(data: Any) -> Sounds:
    try:
        _version(data["version"])
        takes = [Take(str(t["name"]), str(t["kind"]), _sound_from(t)) for t in data["takes"]]
        return Sounds(str(data["player"]), takes, str(data["model"]), _numbers(data.get("own", {})))
    except (KeyError, TypeError, AttributeError):
        raise ValueError("no sound profile") from None


def _unpacked(data: bytes) -> dict[str, npt.NDArray[Any]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            items = archive.infolist()
            if len(items) > MOST or sum(item.file_size for item in items) > UNPACKED:
                raise ValueError("it unpacks to too much")
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except Exception as error:  # numpy and zip raise many kinds for a damaged file  # noqa: BLE001
        raise ValueError(f"damaged ({type(error).__name__})") from None


def _sound(steps: npt.NDArray[Any], embedding: npt.NDArray[Any]) -> Sound:
    if steps.ndim != 2 or embedding.ndim != 1:
        raise ValueError("no take")
    return Sound(_finite(steps), _finite(embedding))


def _finite(array: npt.NDArray[Any]) -> Array:
    if not np.issubdtype(array.dtype, np.floating) or not np.isfinite(array).all():
        raise ValueError("not numbers")
    return array.astype(np.float32)


def _numbers(data: Mapping[Any, Any]) -> dict[str, float]:
    try:
        out = {str(k): float(v) for k, v in data.items()}
    except OverflowError:
        raise ValueError("too large a number") from None
    if not all(isfinite(v) for v in out.values()):
        raise ValueError("not a number")
    return out


def _version(found: Any) -> None:
    if found != VERSION:
        raise OtherVersion(str(found))
