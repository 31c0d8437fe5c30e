"""Real servers for tests: Debian's mosquitto and PostgreSQL. A test is skipped, with the line to type, without them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from measure.bench import _servers
from measure.bench._servers import Broker, Postgres, Proxy, free_port
from tests.needs import require

__all__ = ["Broker", "Postgres", "Proxy", "broker", "free_port", "postgres"]


@contextlib.contextmanager
def broker(folder: Path, lines: str = "", *, anonymous: bool = True) -> Iterator[Broker]:
    require("mosquitto")
    with _servers.broker(folder, lines, anonymous=anonymous) as found:
        yield found


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    require("postgres")
    with _servers.postgres() as found:
        yield found
