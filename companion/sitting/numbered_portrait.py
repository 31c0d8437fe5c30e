"""A small picture of the table with the faces' numbers, made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion import private
from companion.errors import BadInput, StorageError, system_says
from companion.sources.picture_source import Image

WIDEST: Final = 640  # pixels of each camera's part
_INK, _PAPER = (20, 20, 20), (70, 220, 255)  # blue, green, red
Box = tuple[float, float, float, float]


def numbered(image: Image, boxes: Sequence[tuple[int, Box]]) -> Image:
    """The picture, smaller, with each face's number beside its box (left, top, width, height, 0..1)."""
    h, w = image.shape[:2]
    scale = min(1.0, WIDEST / w)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    small = np.ascontiguousarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    for number, (x, y, bw, bh) in boxes:
        left, top = round(x * size[0]), round(y * size[1])
        cv2.rectangle(small, (left, top), (round((x + bw) * size[0]), round((y + bh) * size[1])), _PAPER, 2)
        text, font = str(number), cv2.FONT_HERSHEY_SIMPLEX
        (tw, th), _ = cv2.getTextSize(text, font, 0.9, 2)
        low = max(th + 8, top)
        cv2.rectangle(small, (left, low - th - 8), (left + tw + 8, low), _PAPER, -1)
        cv2.putText(small, text, (left + 4, low - 4), font, 0.9, _INK, 2, cv2.LINE_AA)
    return small


def save(path: Path, pictures: Sequence[Image]) -> None:
    """One PNG with the pictures below each other. Raises BadInput for another kind of name, StorageError."""
    if path.suffix.casefold() != ".png":
        raise BadInput("faces.no-picture-name", path=str(path))
    width = max(p.shape[1] for p in pictures)
    rows = [np.pad(p, ((0, 0), (0, width - p.shape[1]), (0, 0))) for p in pictures]
    data = cv2.imencode(".png", np.vstack(rows))[1]
    try:
        private.write(path, bytes(data))
    except OSError as error:
        raise StorageError("evidence.not-written", path=str(path), why=system_says(error)) from None
