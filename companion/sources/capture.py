"""Cameras of this machine by number or name, and a reader for cv2.VideoCapture (cameras and RTSP streams)."""

from __future__ import annotations

import os
import re
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import BadInput, DeviceUnavailable
from companion.facts import Fact, fact
from companion.sources.clip import open_ffmpeg
from companion.sources.live_source import SourceLost
from companion.sources.mjpeg import mask_credentials
from companion.sources.picture_geometry import PictureGeometry
from companion.sources.picture_source import Image, Limits
from companion.sources.pixels import opencv, to_bgr

SYSFS = Path("/sys/class/video4linux")
DEV = Path("/dev")


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera: its number for OpenCV, its name in the system, and the port where it is plugged in."""

    index: int
    name: str
    port: str = ""


def cameras(sysfs: Path = SYSFS) -> list[Camera]:
    """Return the cameras that Linux lists, by number; an empty list on other systems, which give no names."""
    found = []
    for folder in sysfs.glob("video*") if sysfs.is_dir() else ():
        number = re.fullmatch(r"video(\d+)", folder.name)
        # A camera's second node carries metadata, not pictures: the system numbers a device's nodes from 0.
        if number and _text(folder / "index") in ("", "0"):
            port = os.path.realpath(folder / "device") if (folder / "device").exists() else ""
            found.append(Camera(int(number[1]), _text(folder / "name") or folder.name, port))
    return sorted(found, key=lambda c: c.index)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def by_name(name: str, sysfs: Path = SYSFS) -> Camera:
    """Return the only camera whose name is, or contains, ``name``; case is ignored.

    Raises:
        BadInput: If several match, or the system gives no names (other than Linux).
        DeviceUnavailable: If none matches.
    """
    if not sys.platform.startswith("linux"):
        raise BadInput("camera.by-number", name=name)
    known = cameras(sysfs)
    exact = [c for c in known if c.name.casefold() == name.casefold()]
    fits = exact or [c for c in known if name.casefold() in c.name.casefold()]
    if not fits:
        raise DeviceUnavailable("camera.no-name", name=name, known=list_cameras(known))
    if len(fits) > 1:
        raise BadInput("camera.several", name=name, count=len(fits), known=list_cameras(fits))
    return fits[0]


def list_cameras(cameras: list[Camera]) -> Fact:
    """Return a fact that lists the cameras, for error messages."""
    if not cameras:
        return fact("camera.none")
    return fact("camera.listed", known=[fact("camera.one", index=c.index, name=c.name) for c in cameras])


def check_node(index: int, dev: Path = DEV, sysfs: Path = SYSFS) -> None:
    """Check on Linux that camera ``index`` exists and may be opened; raises DeviceUnavailable if not."""
    if not sys.platform.startswith("linux"):
        return
    node = dev / f"video{index}"
    if not node.exists():
        raise DeviceUnavailable("camera.no-number", index=index, known=list_cameras(cameras(sysfs)))
    if not os.access(node, os.R_OK | os.W_OK):
        raise DeviceUnavailable("camera.not-allowed", index=index)


class CaptureReader:
    """Reader of a cv2.VideoCapture that never releases it during a read, which would crash the process."""

    def __init__(self, capture: Any, geometry: PictureGeometry | None = None) -> None:  # OpenCV's, or its stand-in
        self._capture, self._geometry = capture, geometry or PictureGeometry()
        self._lock = threading.Lock()
        self._closed = False

    def read(self) -> Image:
        """Return the next picture. Raises SourceLost if none comes, or the capture was closed."""
        with self._lock:
            if not self._closed:
                try:
                    ok, image = self._capture.read()
                except opencv().error:
                    ok, image = False, None
            if self._closed:
                self._capture.release()
                raise SourceLost(fact("source.closed"))
        if not ok or image is None:
            raise SourceLost(fact("source.no-more"))
        return self._geometry.apply(to_bgr(image))

    def close(self) -> None:
        """Release the capture now, or once a read that is blocked returns."""
        self._closed = True
        if self._lock.acquire(timeout=0.5):
            self._capture.release()
            self._lock.release()


def open_camera(index: int, size: tuple[int, int]) -> CaptureReader:
    """Open camera ``index`` of this machine, requesting pictures of ``size`` (width, height).

    Raises DeviceUnavailable if it does not open or gives no picture.
    """
    check_node(index)
    cv2 = opencv()
    backend = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}
    try:
        capture = cv2.VideoCapture(index, backend.get(sys.platform, cv2.CAP_ANY))
    except cv2.error:
        capture = None
    if capture is None or not capture.isOpened():
        raise DeviceUnavailable("camera.closed", index=index, hint=_hint())
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    if sys.platform != "darwin":  # most webcams reach 30 pictures a second at this size as MJPEG only
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    ok, image = capture.read()
    if not ok or image is None:
        capture.release()
        raise DeviceUnavailable("camera.no-picture", index=index, hint=_hint())
    return CaptureReader(capture)


def _hint() -> Fact:
    """Return advice for a camera that does not open, for this operating system."""
    if sys.platform == "darwin":
        return fact("camera.hint-macos")
    return fact("camera.hint-windows") if sys.platform == "win32" else fact("camera.hint")


def open_rtsp(address: str, limits: Limits) -> CaptureReader:
    """Open an RTSP stream over TCP. Raises DeviceUnavailable if it does not open or gives no picture."""
    cv2 = opencv()
    times = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(limits.open_timeout * 1000)]
    times += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(limits.read_timeout * 1000)]
    capture = open_ffmpeg(address, "rtsp_transport;tcp|fflags;nobuffer|flags;low_delay", times)
    if capture is None:
        raise DeviceUnavailable("stream.no-video", address=mask_credentials(address))
    # Analogue cameras behind a recorder have pixels that are not square; OpenCV itself turns the picture.
    aspect = [capture.get(prop) for prop in (cv2.CAP_PROP_SAR_NUM, cv2.CAP_PROP_SAR_DEN)]
    return CaptureReader(capture, PictureGeometry.of_turn(0, *aspect))
