"""Fakes for tests of sources: a camera with patterns of loss, clips written on the spot, servers."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import DeviceUnavailable
from companion.facts import fact
from companion.sources.live_source import SourceLost
from companion.sources.picture_source import Image
from companion.sources.pixels import opencv


def picture(number: int, size: tuple[int, int] = (64, 48)) -> Image:
    """Return a picture of ``size`` (width, height) that tells its ``number``: see ``number_of``."""
    image = np.full((size[1], size[0], 3), 40, np.uint8)
    for bit in range(8):
        left = bit * size[0] // 8
        image[:, left : left + size[0] // 8] = 220 if number >> bit & 1 else 40
    return image


def number_of(image: Image) -> int:
    """Return the number a ``picture`` was made with (0..255), through lossy compression too."""
    width = image.shape[1]
    return sum(1 << bit for bit in range(8) if image[:, bit * width // 8 + width // 16].mean() > 128)


def jpeg(number: int, size: tuple[int, int] = (64, 48)) -> bytes:
    ok, data = opencv().imencode(".jpg", picture(number, size))
    assert ok
    return bytes(data)


def write_clip(
    path: Path, frames: int = 20, fps: float = 10.0, size: tuple[int, int] = (64, 48), code: str = "mp4v"
) -> Path:
    """Return a clip whose frame n shows the number n."""
    cv2 = opencv()
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*code), fps, size)
    assert writer.isOpened()
    for number in range(frames):
        writer.write(picture(number, size))
    writer.release()
    return path


class FakeCamera:
    """A camera driven by a script: each connection plays its list of steps, then is lost.

    A step is a picture, seconds to wait ("slow"), an exception to raise, or the word "hang" (blocks until closed).
    ``connections``: one list a connection, or an exception that connecting raises. ``opened`` counts attempts.
    """

    def __init__(self, *connections: list[Any] | Exception, every: float = 0.005) -> None:
        self.connections = list(connections)
        self.every = every
        self.opened = 0
        self.closed = 0
        self.still_open = 0

    def connect(self) -> FakeReader:
        self.opened += 1
        script = self.connections.pop(0) if self.connections else DeviceUnavailable("source.stuck", name="camera 0")
        if isinstance(script, Exception):
            raise script
        self.still_open += 1
        return FakeReader(self, script)


class FakeReader:
    """One connection of a FakeCamera."""

    def __init__(self, camera: FakeCamera, script: list[Any]) -> None:
        self._camera, self._script = camera, list(script)
        self._released = threading.Event()

    def read(self) -> Image:
        while self._script:
            step = self._script.pop(0)
            if isinstance(step, Exception):
                raise step
            if isinstance(step, str):  # "hang"
                self._released.wait(20)
                raise SourceLost(fact("source.closed"))
            if isinstance(step, float):
                self._released.wait(step)
                continue
            time.sleep(self._camera.every)
            image: Image = step
            return image
        raise SourceLost(fact("source.no-more"))

    def close(self) -> None:
        if not self._released.is_set():
            self._released.set()
            self._camera.closed += 1
            self._camera.still_open -= 1


@contextmanager
def serve(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """Yield a server on this machine that runs ``talk`` for each connection; gives its port."""
    server = socket.create_server(("127.0.0.1", 0))
    sockets: list[socket.socket] = []

    def one(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):  # the reader goes away at the end of a test
            talk(connection)

    def accept() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            sockets.append(connection)
            threading.Thread(target=one, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield server.getsockname()[1]
    finally:
        with contextlib.suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)  # wakes accept, which would else keep the port open
        server.close()
        for connection in sockets:
            connection.close()


def request_of(connection: socket.socket) -> bytes:
    """Return the head of an HTTP or RTSP request."""
    data = b""
    while b"\r\n\r\n" not in data:
        block = connection.recv(4096)
        if not block:
            raise OSError("closed")
        data += block
    return data


OK = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"


def part(data: bytes, length: bool = True) -> bytes:
    """One picture of a multipart stream, with or without its Content-Length."""
    head = b"--frame\r\nContent-Type: image/jpeg\r\n"
    if length:
        head += b"Content-Length: %d\r\n" % len(data)
    return head + b"\r\n" + data + b"\r\n"


SDP = b"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=camera\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track1\r\n"


def rtsp_camera(connection: socket.socket, pictures: Iterator[bytes], every: float = 0.04) -> None:
    """Talks RTSP over TCP and plays JPEGs (RFC 2435) until they run out; then falls silent."""
    while True:
        request = request_of(connection)
        verb = request.split(b" ", 1)[0]
        number = next(line for line in request.split(b"\r\n") if line.lower().startswith(b"cseq"))
        head, body = b"", b""
        if verb == b"OPTIONS":
            head = b"Public: DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
        elif verb == b"DESCRIBE":
            head, body = b"Content-Type: application/sdp\r\n", SDP
        elif verb == b"SETUP":
            head = b"Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
        elif verb == b"PLAY":
            head = b"Session: 1\r\n"
        length = b"Content-Length: %d\r\n" % len(body) if body else b""
        connection.sendall(b"RTSP/1.0 200 OK\r\n" + number + b"\r\n" + head + length + b"\r\n" + body)
        if verb == b"PLAY":
            break
    for count, data in enumerate(pictures):
        connection.sendall(rtp_jpeg(data, count))
        time.sleep(every)
    time.sleep(30)


def rtp_jpeg(data: bytes, count: int) -> bytes:
    """Return a baseline 4:2:0 JPEG as one interleaved RTP packet with its own quantisation tables."""
    tables, at, size = b"", 2, b""
    while data[at + 1] != 0xDA:
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        body = data[at + 4 : at + 2 + length]
        if data[at + 1] == 0xDB:
            tables += b"".join(body[k + 1 : k + 65] for k in range(0, len(body), 65))
        elif data[at + 1] == 0xC0:
            height, width = int.from_bytes(body[1:3], "big"), int.from_bytes(body[3:5], "big")
            size = bytes([width // 8, height // 8])
        at += 2 + length
    scan = data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") : -2]
    head = b"\x00\x00\x00\x00\x01\xff" + size + b"\x00\x00" + len(tables).to_bytes(2, "big") + tables
    rtp = b"\x80\x9a" + count.to_bytes(2, "big") + (count * 3600).to_bytes(4, "big") + b"\x00\x00\x00\x01"
    packet = rtp + head + scan
    return b"$\x00" + len(packet).to_bytes(2, "big") + packet
