"""Cameras by number and name, from a made-up /sys and /dev; the sentences when there is none, or it is not ours."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadInput, DeviceUnavailable
from companion.sources import capture, open_source
from companion.sources.live_source import SourceLost
from companion.sources.pixels import opencv
from tests.sources_fakes import picture


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a Linux with two webcams, each with a second node for metadata."""
    monkeypatch.setattr(sys, "platform", "linux")
    sysfs, dev = tmp_path / "sys", tmp_path / "dev"
    dev.mkdir()
    for number, index, name in (
        (0, 0, "Laptop Camera"),
        (1, 1, "Laptop Camera"),
        (10, 0, "Logi C920"),
        (11, 1, "Logi C920"),
    ):
        node = sysfs / f"video{number}"
        node.mkdir(parents=True)
        (node / "name").write_text(name + "\n")
        (node / "index").write_text(f"{index}\n")
        (dev / f"video{number}").touch()
    monkeypatch.setattr(capture, "SYSFS", sysfs)
    monkeypatch.setattr(capture, "DEV", dev)
    monkeypatch.setattr(capture.cameras, "__defaults__", (sysfs,))
    monkeypatch.setattr(capture.by_name, "__defaults__", (sysfs,))
    monkeypatch.setattr(capture.check_node, "__defaults__", (dev, sysfs))
    return dev


def test_cameras_are_listed_without_their_metadata_nodes(machine: Path) -> None:
    assert [(c.index, c.name) for c in capture.cameras()] == [(0, "Laptop Camera"), (10, "Logi C920")]


def test_a_part_of_the_name_in_any_case_is_enough(machine: Path) -> None:
    assert capture.by_name("logi").index == 10
    assert capture.by_name("Laptop Camera").index == 0


def test_names_that_fit_none_or_several(machine: Path) -> None:
    with pytest.raises(DeviceUnavailable, match=r"no camera is called 'x1': cameras here: 0 \(Laptop Camera\), 10"):
        capture.by_name("x1")
    with pytest.raises(BadInput, match="2 cameras are called 'c': give the number"):
        capture.by_name("c")


def test_names_are_refused_where_the_system_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(BadInput, match="cameras go by number on this system: give 0, 1 or 2"):
        open_source("camera:Logi")


def test_a_missing_camera_names_those_that_are_there(machine: Path) -> None:
    with pytest.raises(DeviceUnavailable, match=r"there is no camera 3: cameras here: 0 \(Laptop Camera\)"):
        open_source("3")


def test_no_camera_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(DeviceUnavailable, match=r"there is no camera 0: this machine has no camera; plug one in"):
        capture.check_node(0, tmp_path, tmp_path)


def test_a_camera_that_may_not_be_opened(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(DeviceUnavailable, match="may not be opened by this user: run `sudo usermod -aG video"):
        open_source("0")


class FakeCapture:
    """cv2.VideoCapture of a camera that opens and gives ``pictures``, then nothing."""

    def __init__(self, pictures: int = 1_000_000, opens: bool = True) -> None:
        self.left, self.opens, self.released = pictures, opens, False
        self.settings: dict[Any, Any] = {}

    def isOpened(self) -> bool:
        return self.opens

    def set(self, key: int, value: float) -> bool:
        self.settings[key] = value
        return True

    def read(self) -> tuple[bool, Any]:
        self.left -= 1
        return (True, picture(self.left % 256)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.released = True


def give(monkeypatch: pytest.MonkeyPatch, fake: FakeCapture) -> list[tuple[Any, ...]]:
    asked: list[tuple[Any, ...]] = []

    def make(*args: Any) -> FakeCapture:
        asked.append(args)
        return fake

    monkeypatch.setattr(opencv(), "VideoCapture", make)
    return asked


@pytest.mark.parametrize("spec", ["10", "/dev/video10", "camera:10", "camera: Logi", "logi c920"])
def test_every_way_to_name_a_camera(machine: Path, monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    fake = FakeCapture()
    asked = give(monkeypatch, fake)
    cv2 = opencv()
    with open_source(spec, size=(640, 360)) as source:
        assert next(source.frames()).image.shape == (48, 64, 3)
        assert source.name == "camera 10"
    assert asked == [(10, cv2.CAP_V4L2)]
    assert fake.released
    assert (fake.settings[cv2.CAP_PROP_FRAME_WIDTH], fake.settings[cv2.CAP_PROP_FRAME_HEIGHT]) == (640, 360)


@pytest.mark.parametrize(
    ("fake", "sentence"), [(FakeCapture(opens=False), "does not open"), (FakeCapture(0), "gives no picture")]
)
def test_a_busy_camera(machine: Path, monkeypatch: pytest.MonkeyPatch, fake: FakeCapture, sentence: str) -> None:
    give(monkeypatch, fake)
    with pytest.raises(DeviceUnavailable, match=f"{sentence}: another program may be using it; close that"):
        open_source("0")


def test_a_reader_that_is_closed_stops_reading() -> None:
    fake = FakeCapture(3)
    reader = capture.CaptureReader(fake)
    reader.read()
    reader.close()
    assert fake.released
    with pytest.raises(SourceLost):
        reader.read()
