"""Pictures of every kind become 8-bit blue-green-red; what is no picture is refused before it is decoded."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sources.pixels import PictureHeader, decode, fingerprint, header_of, opencv, to_bgr
from tests.sources_fakes import jpeg, picture


@pytest.mark.parametrize(
    ("image", "pixel"),
    [
        (np.full((4, 6), 100, np.uint8), [100, 100, 100]),
        (np.full((4, 6, 1), 100, np.uint8), [100, 100, 100]),
        (np.full((4, 6, 4), [1, 2, 3, 200], np.uint8), [1, 2, 3]),
        (np.full((4, 6, 3), [1, 2, 3], np.uint8), [1, 2, 3]),
        (np.full((4, 6, 3), 0x4000, np.uint16), [64, 64, 64]),
        (np.full((4, 6), 0.5, np.float32), [128, 128, 128]),
        (np.full((4, 6), np.nan, np.float64), [0, 0, 0]),
    ],
)
def test_any_layout_becomes_bgr(image: Any, pixel: list[int]) -> None:
    out = to_bgr(image)
    assert out.shape == (4, 6, 3)
    assert out.dtype == np.uint8
    assert out.flags.c_contiguous
    assert out[2, 3].tolist() == pixel


def test_a_view_of_a_larger_picture_becomes_contiguous() -> None:
    assert to_bgr(picture(5)[::2, ::-2]).flags.c_contiguous


@pytest.mark.parametrize("shape", [(4,), (4, 6, 2), (4, 6, 5), (0, 6, 3), (2, 2, 2, 3)])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="channels"):
        to_bgr(np.zeros(shape, np.uint8))


def test_jpeg_size_is_read_without_decoding() -> None:
    assert header_of(jpeg(1, (320, 240))) == PictureHeader("jpeg", 320, 240, 1)
    assert header_of(b"\x89PNG") is None
    assert header_of(jpeg(1)[:20]) is None


def test_a_jpeg_that_claims_to_be_huge_is_not_decoded() -> None:
    data = bytearray(jpeg(1))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", 60000, 60000)
    assert decode(bytes(data), 50_000_000) is None
    assert decode(jpeg(1, (200, 100)), 200 * 100 - 1) is None


@given(st.binary(max_size=300), st.integers(0, 600))
def test_damaged_bytes_never_raise(junk: bytes, cut: int) -> None:
    whole = jpeg(3)
    for data in (junk, b"\xff\xd8" + junk, whole[:cut] + junk, whole[: -len(junk) or None]):
        header_of(data)
        image = decode(data, 1_000_000)
        assert image is None or image.ndim == 3


def test_exif_rotation_is_honoured() -> None:
    image = np.zeros((40, 80, 3), np.uint8)
    image[:, :40] = 255  # left half white
    ok, data = opencv().imencode(".jpg", image)
    assert ok
    # APP1 with one EXIF entry: orientation 6, "turn 90 degrees clockwise to see it upright".
    tiff = b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    turned = bytes(data[:2]) + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + bytes(data[2:])
    out = decode(turned, 10**6)
    assert out is not None
    assert out.shape == (80, 40, 3)
    assert out[:35].mean() > 240
    assert out[45:].mean() < 15


def test_fingerprints_tell_noise_from_a_standstill() -> None:
    rng = np.random.default_rng(1)
    still = rng.integers(0, 255, (480, 640, 3), np.uint8)
    noisy = np.clip(still.astype(int) + rng.integers(-2, 3, still.shape), 0, 255).astype(np.uint8)
    assert fingerprint(still) == fingerprint(still.copy())
    assert fingerprint(still) != fingerprint(noisy)
    assert len(fingerprint(still)) < 20_000
    fingerprint(np.zeros((1, 1, 3), np.uint8))
