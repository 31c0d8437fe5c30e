"""No background task or thread dies unheard: the first failure ends the program with its reason and a code."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from starlette.applications import Starlette

from companion.web.kit import listening, page, serve
from companion.web.kit.door import Door
from companion.web.kit.doorkeeper import LAPTOP_LIMITS, Doorkeeper, Guest
from companion.web.kit.hub import PageHub
from companion.web.kit.serve import Place

PACKAGE = Path(__file__).resolve().parents[2] / "companion"


class Boom(Exception):
    pass


@pytest.mark.parametrize("part", ["hub", "server", "accept", "sweep"])
def test_whatever_breaks_behind_the_pages_ends_the_serving(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(*_: object, **__: object) -> None:
        await asyncio.sleep(0.05)
        raise Boom(part)

    where = {
        "hub": (PageHub, "run"),
        "server": (listening.PortServer, "main_loop"),
        "accept": (Doorkeeper, "_accept"),
        "sweep": (Doorkeeper, "_sweep"),
    }[part]
    monkeypatch.setattr(*where, breaks)
    with pytest.raises(Boom, match=part):
        serve.run(PageHub(Door()), Place(0), lambda laptop, phones: None, lambda hub: Starlette())


def test_work_that_nobody_awaits_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def breaks() -> None:
        raise Boom("aside")

    async def main() -> None:
        page.aside(breaks())
        await asyncio.sleep(0.01)

    with caplog.at_level(logging.ERROR):
        asyncio.run(main())
    assert any(record.exc_info and isinstance(record.exc_info[1], Boom) for record in caplog.records)


def test_one_guest_who_breaks_the_greeting_is_logged_and_goes(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        bound = serve.listen("127.0.0.1", 0)

        def protocol() -> asyncio.Protocol:
            raise Boom("greet")

        door = asyncio.ensure_future(Doorkeeper(bound, protocol, LAPTOP_LIMITS, None).run())
        reader, writer = await asyncio.open_connection(*bound.getsockname())
        assert await reader.read() == b""
        writer.close()
        assert not door.done()
        door.cancel()

    with caplog.at_level(logging.ERROR):
        asyncio.run(main())
    assert "greeting a connection" in caplog.text


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [("OSError('the reason')", 1, "the reason"), ("StorageError('log.lost', n=1, name='x')", 4, "x")],
)
def test_a_thread_that_all_depends_on_ends_the_program_with_its_reason(error: str, code: int, said: str) -> None:
    program = f"""
        import time
        from companion import cli, ending
        from companion.errors import StorageError

        def breaks():
            raise {error}

        def run():
            try:
                ending.Duty("clerk", breaks).start()
                time.sleep(20)
            except KeyboardInterrupt:
                return 130
            return 0

        cli._run = run
        cli.main()
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert ("Traceback" in done.stderr) == (code == 1)


UNWATCHED = {"browser.py", "link.py", "ending.py", "vosk_model.py"}
"""``browser``: the printed address makes up for a browser that does not open; ``link`` catches all, and tells.

``vosk_model``: its thread ends with the pipe that it reads, and no line in time is said to be a process that ended.
"""


def test_no_other_thread_is_started_bare() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.name not in UNWATCHED:
            assert "threading.Thread(" not in path.read_text("utf-8"), f"{path}: use ending.Duty or ending.Work"


def test_a_connection_whose_tls_was_torn_down_ends_no_program() -> None:
    """The TLS transport of asyncio has no protocol any more then, and its ``get_protocol`` fails."""

    class TornDown(asyncio.Transport):
        def get_protocol(self) -> asyncio.BaseProtocol:
            raise AttributeError("'NoneType' object has no attribute '_app_protocol'")

        abort = get_protocol  # type: ignore[assignment]

    one, other = socket.socketpair()
    with one, other:
        guest = Guest("192.0.2.7", one, since=0.0, transport=TornDown())
        assert guest.look(1.0)[0] is True
        guest.end()


@pytest.mark.parametrize("when", ["open", "closing"])
def test_a_broken_door_for_phones_ends_the_serving_and_a_closing_one_does_not(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def accepts(*_: object) -> None:
        if when == "open":
            await asyncio.sleep(0.05)
            raise Boom("phones")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise Boom("phones") from None

    async def main() -> None:
        hub = PageHub(Door())
        serving = asyncio.ensure_future(
            serve.serve(hub, Place(0, keep=tmp_path), lambda laptop, phones: None, lambda hub: Starlette())
        )
        await asyncio.sleep(0.3)  # the laptop's own port accepts already
        monkeypatch.setattr(Doorkeeper, "_accept", accepts)
        await hub.let_phones_in()
        await asyncio.sleep(0.5 if when == "open" else 0.2)
        if when == "closing":
            await hub.keep_phones_out()
            await asyncio.sleep(0.2)
            assert not serving.done()
            serving.cancel()
        await serving

    with pytest.raises((Boom, asyncio.CancelledError)) as raised:
        asyncio.run(main())
    assert isinstance(raised.value, Boom) is (when == "open")
