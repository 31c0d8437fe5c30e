"""Fixtures that several of these tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.table_server import Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Yield a table that is served, with a laptop that has joined."""
    one = Table(tmp_path)
    yield one
    one.close()
