"""A camera over RTSP, as a small server on this machine plays it: pictures, silence, and no answer."""

from __future__ import annotations

import os
import socket
import time
from itertools import islice, pairwise

import pytest

from companion import events
from companion.errors import DeviceUnavailable
from companion.sources import Limits, open_source
from companion.sources.clip import FFMPEG_OPTIONS_VARIABLE
from tests.sources_fakes import jpeg, number_of, request_of, rtsp_camera, serve

QUICK = Limits(
    open_timeout=2,
    read_timeout=1,
    frozen_after=0.4,
    same_after=9,
    offline_after=1.5,
)


def endless(connection: socket.socket) -> None:
    rtsp_camera(connection, (jpeg(n % 200, (320, 240)) for n in range(10_000)))


def test_pictures_arrive_in_order_and_the_login_is_never_shown(capfd: pytest.CaptureFixture[str]) -> None:
    with serve(endless) as port, open_source(f"rtsp://user:pass@127.0.0.1:{port}/live", limits=QUICK) as source:
        frames = list(islice(source.frames(), 8))
        assert source.status == "online"
    assert [number_of(f.image) for f in frames] == sorted({number_of(f.image) for f in frames})
    assert {f.image.shape for f in frames} == {(240, 320, 3)}
    assert source.name == f"rtsp://127.0.0.1:{port}/live"
    assert all(b.t > a.t for a, b in pairwise(frames))
    assert FFMPEG_OPTIONS_VARIABLE not in os.environ
    assert capfd.readouterr().err == ""


def test_silence_is_noticed_and_the_camera_sought_again() -> None:
    told: list[events.Source] = []
    connections: list[int] = []

    def talk(connection: socket.socket) -> None:
        connections.append(1)
        rtsp_camera(connection, (jpeg(n % 200, (320, 240)) for n in range(30 if len(connections) == 1 else 10_000)))

    with (
        serve(talk) as port,
        open_source(f"rtsp://127.0.0.1:{port}/", limits=QUICK, on_status=told.append) as source,
    ):
        with pytest.raises(DeviceUnavailable, match="is gone, "):
            list(source.frames())
        next(source.frames())
    assert [e.status for e in told if e.status != "frozen"] == ["online", "online", "ended"]
    assert len(connections) >= 2


def deaf(connection: socket.socket) -> None:
    request_of(connection)
    time.sleep(10)


def test_a_camera_that_never_answers_is_given_up_in_time() -> None:
    begun = time.monotonic()
    with (
        serve(deaf) as port,
        pytest.raises(DeviceUnavailable, match=r"gives no video: check address and login|not open"),
    ):
        open_source(f"rtsp://127.0.0.1:{port}/", limits=QUICK)
    assert time.monotonic() - begun < 5


def test_nobody_there() -> None:
    with serve(deaf) as port:
        pass
    with pytest.raises(DeviceUnavailable, match=f"rtsp://127.0.0.1:{port}/ gives no video"):
        open_source(f"rtsp://user:pass@127.0.0.1:{port}/", limits=QUICK)
