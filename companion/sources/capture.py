"""Readers over cv2.VideoCapture: cameras of this machine and RTSP streams."""

from __future__ import annotations

import sys
import threading
from typing import Any

from companion.errors import DeviceUnavailable
from companion.facts import Fact, fact
from companion.sources.clip import open_ffmpeg
from companion.sources.devices import check_node
from companion.sources.live_source import SourceLost
from companion.sources.mjpeg import masked
from companion.sources.picture_source import Image, Limits
from companion.sources.pixels import opencv, to_bgr


class CaptureReader:
    """Reads a cv2.VideoCapture; never releases it while a read is under way, which would crash the process."""

    def __init__(self, capture: Any) -> None:
        self._capture = capture
        self._lock = threading.Lock()
        self._closed = False

    def read(self) -> Image:
        """The next picture. Raises SourceLost where none comes."""
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
        return to_bgr(image)

    def close(self) -> None:
        """Release now, or leave it to a read that is stuck for when it returns."""
        self._closed = True
        if self._lock.acquire(timeout=0.5):
            self._capture.release()
            self._lock.release()


def open_camera(index: int, size: tuple[int, int]) -> CaptureReader:
    """Camera ``index`` of this machine, asked for ``size`` (width, height). Raises DeviceUnavailable."""
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
    """What to do, on this system."""
    if sys.platform == "darwin":
        return fact("camera.hint-macos")
    return fact("camera.hint-windows") if sys.platform == "win32" else fact("camera.hint")


def open_rtsp(address: str, limits: Limits) -> CaptureReader:
    """An RTSP stream over TCP. Raises DeviceUnavailable."""
    cv2 = opencv()
    times = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(limits.open_timeout * 1000)]
    times += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(limits.read_timeout * 1000)]
    capture = open_ffmpeg(address, "rtsp_transport;tcp|fflags;nobuffer|flags;low_delay", times)
    if capture is None:
        raise DeviceUnavailable("stream.no-video", address=masked(address))
    return CaptureReader(capture)
