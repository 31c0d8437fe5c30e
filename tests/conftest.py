"""What all tests share: the folder of real data, no network but this machine, and no silent skips on CI."""

from __future__ import annotations

import gc
import os
import re
import signal
import socket
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from httpx import create_ssl_context
from hypothesis import HealthCheck, settings

from tests import typed
from tests.addresses import is_local

# OpenCV's ffmpeg reads this once, at its first clip, whichever test that is in; companion.sources sets it the same.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
# Started in the background, Ctrl-C would be ignored here and in every process that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A machine that does other things is slow, and that is no fault of what is tested.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# On CI every test that can run must run: only these reasons for a skip are accepted there.
ALLOWED_SKIPS = (
    r"only on Windows",
    r"only on a Mac",
    r"needs a real camera",
    r"needs a real microphone",
    r"has no wheel for this Python",  # the whole suite runs under one that has it
)

# What drives other processes, browsers and devices may meet a machine that does other things: such a test gets a
# second try. Each that needed it is named at the end, and three of them fail the run: they are faults to be found.
DRIVES = ("browser", "faults", "senses")
MOST_UNSTEADY = 2

# Those of more than twenty seconds on a quiet machine begin first: one that began last would be waited for by itself.
LONG = (
    "test_three_players_on_the_laptop_and_on_phones",
    "test_five_minutes_are_played_through",
    "test_a_familys_evening_by_camera_noise_and_phones",
    "test_shown_twice_it_is_told_in_other_voices_and_not_in_talk",
    "test_the_laptops_page_in_every_state",
    "test_a_hand_of_noises_with_the_demos_sound_asks_little_and_one_thing_at_a_time",
    "test_a_noise_at_the_laptop_is_asked_about_once_somebody_else_shows_it",
    "test_a_wild_noise_is_taught_on_the_page_and_made_on_cue",
    "test_phones_fill_the_seats_one_leaves_and_comes_back",
    "test_composed_cases_from_real_faces",
    "test_every_trade_that_was_played_is_ruled_once_and_no_other",
    "test_every_source_goes_and_comes_back",
    "test_photos_beside_the_baselines",
    "test_the_demo_is_heard_with_and_without_takes",
    "test_real_voices_with_three_takes",
    "test_one_player_alone_teaches_four_noises",
    "test_throws_are_read_or_refused_never_wrong",
    "test_from_the_shout_to_the_points",
    "test_kills_lose_nothing_and_double_nothing",
    "test_what_does_not_end_is_ended_and_the_next_is_not_harmed",
    "test_shared_recordings_give_few_false_signals",
    "test_the_game_was_played_to_its_end",
    "test_the_command_from_names_to_standings_survives_a_kill",
    "test_the_demo_is_heard_and_told_in_time",
)

_unexpected: list[tuple[str, str]] = []
_unsteady: list[tuple[str, str]] = []


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests are objects that stay: they are not searched for garbage again and again."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent.name in DRIVES:
            item.add_marker(pytest.mark.flaky(reruns=1))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = long_first(items, workers)


def long_first(items: list[Any], workers: int) -> list[Any]:
    """Each worker is given a piece of the list: each piece begins with its share of the long tests."""
    long = [item for item in items if item.name.partition("[")[0] in LONG]
    rest = [item for item in items if item.name.partition("[")[0] not in LONG]
    out: list[Any] = []
    for worker in range(workers):
        mine = long[worker::workers]
        fill = max(0, (len(items) - len(out)) // (workers - worker) - len(mine))
        out += mine + rest[:fill]
        rest = rest[fill:]
    return out + rest


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder ../shared with real clips, photos and sounds; the test is skipped where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("../shared with the real data is missing beside the repository")
    return SHARED


@pytest.fixture(scope="session", autouse=True)
def nobodys_own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test writes among the games and people of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        if "COMPANION_DATA_FOLDER" not in os.environ:
            patch.setenv("COMPANION_DATA_FOLDER", str(tmp_path_factory.getbasetemp() / "data"))
        yield


@pytest.fixture(scope="session", autouse=True)
def only_this_machine() -> Iterator[None]:
    """Yield a connection to anywhere but this machine fails the test that makes it."""
    connect, resolve = socket.socket.connect, socket.getaddrinfo

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not is_local(str(address[0])):
            pytest.fail(f"a test connects to {address[0]}: companion makes no connection of its own")
        return connect(self, address)

    def guarded_resolve(host: Any, *args: Any, **kwargs: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name is not None and not is_local(name):
            raise socket.gaierror(socket.EAI_NONAME, "names of other machines are not looked up in tests")
        return resolve(host, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        patch.setattr(socket, "getaddrinfo", guarded_resolve)
        yield


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[None]:
    """Make a worker's command line and trusted certificates once, not a time each test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", typed.command)
        patch.setattr("httpx._transports.default.create_ssl_context", cache(create_ssl_context))
        yield


def _note_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if not any(re.search(allowed, reason) for allowed in ALLOWED_SKIPS):
            _unexpected.append((report.nodeid, reason.removeprefix("Skipped: ")))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note_skip(report)
    if report.outcome == "rerun":  # type: ignore[comparison-overlap]  # pytest-rerunfailures' own
        _unsteady.append((report.nodeid, report.longreprtext))


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note_skip(report)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if len(_unsteady) > MOST_UNSTEADY and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    if _unexpected and os.environ.get("CI") == "true" and session.exitstatus in (0, 5):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _unsteady:
        terminalreporter.section(f"unsteady: failed once, then tried again (more than {MOST_UNSTEADY} fail the run)")
        for name, why in _unsteady:
            terminalreporter.write_line(f"{name}\n{why}\n")
    if _unexpected:
        fails = os.environ.get("CI") == "true"
        terminalreporter.section("skipped on CI, which counts as failed" if fails else "skipped (would fail on CI)")
        for name, reason in _unexpected:
            terminalreporter.write_line(f"{name}: {reason}")
