"""Real servers to measure and test with: mosquitto and PostgreSQL, each in a folder of its own, gone at the end."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from glob import glob
from pathlib import Path
from typing import Any

from companion.errors import DeviceUnavailable

ASIDE = ("/usr/sbin", "/usr/lib/postgresql/*/bin")  # where servers lie, which are on nobody's path
LATE = 30.0  # seconds for a server to come up


def server(command: str) -> str:
    """Return the path of a server's command.

    Raises DeviceUnavailable.
    """
    found = shutil.which(command) or next(
        (path for folder in ASIDE for path in sorted(glob(f"{folder}/{command}"), reverse=True)), None
    )
    if found is None:
        raise DeviceUnavailable("measure.no-server", name=command)
    return found


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + LATE
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError("the server did not come up")


@dataclass
class Broker:
    """Mosquitto on loopback, set as docs/clubs.md says; ``lines`` are further ones of mosquitto.conf.

    ``lines``: further ones of mosquitto.conf.
    """

    folder: Path
    lines: str = ""
    anonymous: bool = True
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> Broker:
        self.folder.mkdir(exist_ok=True)
        config = self.folder / "mosquitto.conf"
        lines = (
            f"listener {self.port} 127.0.0.1",
            f"allow_anonymous {str(self.anonymous).lower()}",
            "persistence true",
            "autosave_interval 1",
            f"persistence_location {self.folder}/",
            "max_queued_messages 1000000",
            "user root",
            self.lines,
        )
        config.write_text("\n".join(lines) + "\n")
        with (self.folder / "mosquitto.log").open("ab") as log:
            command = [server("mosquitto"), "-c", str(config)]
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_for(self.port, self.process)
        return self

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None

    def restart(self, how: int = signal.SIGTERM) -> None:
        self.stop(how)
        self.start()


@contextlib.contextmanager
def broker(folder: Path, lines: str = "", *, anonymous: bool = True) -> Iterator[Broker]:
    found = Broker(folder, lines, anonymous).start()
    try:
        yield found
    finally:
        found.stop(signal.SIGKILL)


@dataclass
class Postgres:
    """PostgreSQL on loopback, as a user who is not root: it refuses to run as root."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://hall@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        command = [_beside("initdb"), "-D", str(self.folder / "data"), "-U", "hall", "-A", "trust", "-N", "-E", "UTF8"]
        subprocess.run([*command, "--locale=C"], check=True, capture_output=True, **_as_other(self.folder))

    def start(self) -> None:
        command = [server("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), "-h", "127.0.0.1"]
        command += ["-k", str(self.folder), "-c", "max_connections=20", "-c", "shared_buffers=16MB"]
        with (self.folder / "postgres.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, **_as_other(self.folder))
        wait_for(self.port, self.process)
        self._recovered()

    def _recovered(self) -> None:
        """Wait until it has recovered from a crash: it listens before."""
        import psycopg

        until = time.monotonic() + LATE
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
            else:
                return

    def stop(self, how: int = signal.SIGINT) -> None:
        """SIGINT: at once and in order; SIGQUIT: as in a crash, with recovery at the next start."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)
            self.process = None

    def crash(self) -> None:
        """Kill it and start it again."""
        self.stop(signal.SIGQUIT)
        self.start()

    def clear(self) -> None:
        """All that a hall has kept goes."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as line:
            for table in ("hall_meta", "hall_entry", "hall_seen"):
                line.execute(f"DROP TABLE IF EXISTS {table}")


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="hall-pg-"))
    found = Postgres(folder)
    try:
        found.make()
        found.start()
        yield found
    finally:
        found.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


def _beside(command: str) -> str:
    """Return a command that lies where the server really lies."""
    there = Path(server("postgres")).resolve().parent / command
    return str(there) if there.exists() else shutil.which(command) or command


def _as_other(folder: Path) -> dict[str, Any]:
    """How to start a process as somebody who is not root, and the folder as theirs."""
    if os.geteuid() != 0:
        return {}
    other = next(pwd.getpwnam(name) for name in ("postgres", "nobody") if _known(name))
    os.chown(folder, other.pw_uid, other.pw_gid)
    return {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": [], "cwd": str(folder)}


def _known(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


class Proxy:
    """A network that can be cut: forwards connections to a port of this machine.

    ``dumb``: what is said goes nowhere and nobody is told. ``open``: whether somebody new gets through.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._lines: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.open, self.dumb = True, False
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._server.close()
        self.cut()

    def cut(self, *, stay: bool = False) -> None:
        """Break every line in the middle of what it carries. ``stay``: nobody gets through until ``mend``."""
        with self._lock:
            lines, self._lines, self.open = self._lines, set(), not stay
        for line in lines:
            with contextlib.suppress(OSError):
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def mend(self) -> None:
        self.open = True

    def _accept(self) -> None:
        while True:
            try:
                one, _ = self._server.accept()
            except OSError:
                return
            try:
                if not self.open:
                    raise OSError
                other = socket.create_connection(("127.0.0.1", self._target), 5)
            except OSError:
                one.close()
                continue
            other.settimeout(None)  # who says nothing for a while stays connected
            with self._lock:
                self._lines |= {one, other}
            for a, b in ((one, other), (other, one)):
                threading.Thread(target=self._carry, args=(a, b), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if not self.dumb:
                    other.sendall(data)
        for line in (one, other):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
