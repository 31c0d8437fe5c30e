"""A camera over HTTP: streams of every shape are read, hostile and broken ones end in a sentence and in time."""

from __future__ import annotations

import base64
import socket
import time
from collections.abc import Callable
from itertools import islice

import pytest

from companion import events
from companion.errors import BadInput, DeviceUnavailable
from companion.facts import fact
from companion.sources import Limits, open_source
from tests.sources_fakes import OK, jpeg, number_of, part, request_of, serve

QUICK = Limits(
    open_timeout=1,
    read_timeout=0.6,
    frozen_after=0.3,
    same_after=5,
    offline_after=1,
)
Talk = Callable[[socket.socket], None]


def streaming(*blocks: bytes, head: bytes = OK, pause: float = 0.03) -> Talk:
    """Answers any request with ``head`` and then the blocks, again and again."""

    def talk(connection: socket.socket) -> None:
        request_of(connection)
        connection.sendall(head)
        while True:
            for block in blocks:
                connection.sendall(block)
                time.sleep(pause)

    return talk


def numbers(port: int, count: int, path: str = "/video", limits: Limits = QUICK) -> list[int]:
    with open_source(f"http://127.0.0.1:{port}{path}", limits=limits) as source:
        return [number_of(f.image) for f in islice(source.frames(), count)]


HEADS = {
    "plain": OK,
    "quoted": OK.replace(b"boundary=frame", b'boundary="frame"'),
    "with dashes": OK.replace(b"boundary=frame", b"boundary=--frame"),
    "http/1.0": OK.replace(b"HTTP/1.1", b"HTTP/1.0"),
    "small letters": b"HTTP/1.1 200 OK\r\ncontent-type: multipart/x-mixed-replace;boundary=frame\r\n\r\n",
}


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("length", [True, False], ids=["length", "no length"])
def test_streams_of_every_shape(head: str, length: bool) -> None:
    with serve(streaming(*(part(jpeg(n), length) for n in range(3)), head=HEADS[head])) as port:
        seen = numbers(port, 6)
    assert set(seen) <= {0, 1, 2}
    assert len(set(seen)) > 1


def test_no_boundary_named_but_lengths_given() -> None:
    with serve(streaming(part(jpeg(4)), part(jpeg(5)), head=OK.replace(b"; boundary=frame", b""))) as port:
        assert set(numbers(port, 4)) <= {4, 5}


def test_chunked_transfer_in_odd_pieces() -> None:
    whole = b"".join(part(jpeg(n)) for n in range(4))
    pieces = [whole[k : k + 97] for k in range(0, len(whole), 97)]
    chunks = [b"%x\r\n%s\r\n" % (len(p), p) for p in pieces]
    head = OK.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    with serve(streaming(*chunks, head=head, pause=0.001)) as port:
        assert set(numbers(port, 4)) <= {0, 1, 2, 3}


def test_damaged_pictures_are_passed_over() -> None:
    bad = [part(b"no picture"), part(jpeg(1)[:60]), part(b""), part(jpeg(2), length=False)]
    with serve(streaming(*bad, part(jpeg(9)))) as port:
        assert set(numbers(port, 5)) <= {2, 9}


def test_a_size_that_changes_is_passed_on_and_noted() -> None:
    told: list[events.Source] = []
    with (
        serve(streaming(part(jpeg(1, (64, 48))), part(jpeg(2, (128, 96))), pause=0.1)) as port,
        open_source(f"http://127.0.0.1:{port}/", limits=QUICK, on_status=told.append) as source,
    ):
        shapes = {f.image.shape for f in islice(source.frames(), 4)}
    assert shapes == {(48, 64, 3), (96, 128, 3)}
    assert {(n.code, n.values["was"], n.values["now"]) for n in source.notes} >= {("source.resized", "64x48", "128x96")}
    assert source.notes[0] in [e.detail for e in told]


def test_user_and_password_are_sent_and_never_shown() -> None:
    asked: list[bytes] = []

    def talk(connection: socket.socket) -> None:
        asked.append(request_of(connection))
        connection.sendall(OK + part(jpeg(1)))
        time.sleep(1)

    with serve(talk) as port, open_source(f"http://user:pass%21@127.0.0.1:{port}/v?x=1", limits=QUICK) as source:
        frame = next(source.frames())
    assert asked[0].startswith(b"GET /v?x=1 HTTP/1.1\r\n")
    assert b"Authorization: Basic " + base64.b64encode(b"user:pass!") in asked[0]
    assert frame.source == source.name == f"http://127.0.0.1:{port}/v?x=1"


def answer(text: bytes) -> Talk:
    def talk(connection: socket.socket) -> None:
        request_of(connection)
        connection.sendall(text)

    return talk


def silent(connection: socket.socket) -> None:
    request_of(connection)
    time.sleep(3)


REFUSALS = {
    "a web page": (
        answer(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"),
        BadInput,
        "sends text/html, no stream",
    ),
    "a login": (answer(b"HTTP/1.1 401 No\r\n\r\n"), DeviceUnavailable, "wants a login: write it as"),
    "nothing there": (answer(b"HTTP/1.1 404 No\r\n\r\n"), BadInput, "has nothing there"),
    "an error": (answer(b"HTTP/1.1 500 No\r\n\r\n"), DeviceUnavailable, "answers with error 500: check"),
    "no HTTP": (answer(b"SSH-2.0-dropbear\r\n"), DeviceUnavailable, "does not speak HTTP"),
    "no answer": (silent, DeviceUnavailable, "no picture in time"),
    "hang up": (answer(b""), DeviceUnavailable, "does not answer"),
    "round and round": (answer(b"HTTP/1.1 302 No\r\nLocation: /a\r\n\r\n"), BadInput, "from one address to the next"),
    "another host": (answer(b"HTTP/1.1 302 No\r\nLocation: http://192.0.2.1/\r\n\r\n"), BadInput, "to another address"),
}


@pytest.mark.parametrize("kind", REFUSALS)
def test_what_is_no_camera_says_so_in_time(kind: str) -> None:
    talk, error, sentence = REFUSALS[kind]
    begun = time.monotonic()
    with serve(talk) as port, pytest.raises(error, match=sentence):
        open_source(f"http://127.0.0.1:{port}/x", limits=QUICK)
    assert time.monotonic() - begun < 4


def test_nobody_listens() -> None:
    with serve(silent) as port:
        pass
    with pytest.raises(DeviceUnavailable, match="connection refused"):
        open_source(f"http://127.0.0.1:{port}/", limits=QUICK)


def dripping(connection: socket.socket) -> None:
    """Send a byte now and then, so that no single read ever times out."""
    request_of(connection)
    connection.sendall(OK + b"--frame\r\n\r\n")
    while True:
        connection.sendall(b"x")
        time.sleep(0.05)


HOSTILE = {
    "a drip": dripping,
    "an endless header": streaming(b"x" * 5000, pause=0),
    "endless header lines": streaming(b"a: b\r\n" * 50, pause=0),
    "a length past the bound": streaming(b"--frame\r\nContent-Length: 99999999999\r\n\r\n"),
    "a picture without end": streaming(b"--frame\r\n\r\n" + b"y" * 100_000, b"y" * 100_000, pause=0),
    "the end": streaming(b"--frame--\r\n"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_streams_end_within_bounds(kind: str) -> None:
    begun = time.monotonic()
    with (
        serve(HOSTILE[kind]) as port,
        open_source(f"http://127.0.0.1:{port}/", limits=QUICK) as source,
        pytest.raises(DeviceUnavailable, match="is gone, "),
    ):
        next(source.frames())
    assert time.monotonic() - begun < 8


def test_a_camera_that_stops_and_comes_back() -> None:
    told: list[events.Source] = []
    connections: list[int] = []

    def talk(connection: socket.socket) -> None:
        connections.append(1)
        request_of(connection)
        connection.sendall(OK)
        for n in range(5):
            connection.sendall(part(jpeg(10 * len(connections) + n)))
            time.sleep(0.02)
        time.sleep(20 if len(connections) == 2 else 0)

    with (
        serve(talk) as port,
        open_source(f"http://127.0.0.1:{port}/", limits=QUICK, on_status=told.append) as source,
    ):
        with pytest.raises(DeviceUnavailable) as error:
            list(source.frames())
        assert number_of(next(source.frames()).image) >= 20
    assert error.value.fact == fact("source.gone", name=source.name, why=fact("stream.ended"))
    assert [e.status for e in told] == ["online", "online", "ended"]
