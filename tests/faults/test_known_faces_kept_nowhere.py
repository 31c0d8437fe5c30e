"""What named faces look like stays in memory: files, log, broker, exports and pages are searched for it."""

from __future__ import annotations

import base64
import json
import os
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from companion.web.kit.door import Session
from companion.web.kit.page import Page
from companion.web.table.setup import head_of
from tests import club_games, starter
from tests.faults.table_server import Table
from tests.listener import listening
from tests.listener import until as wait_until
from tests.needs import needs
from tests.senses.faces_help import SEEDS, scene
from tests.servers import broker

pytestmark = needs("mosquitto")
ANN, BEN, CLEO = SEEDS[0], SEEDS[1], SEEDS[2]
PEOPLE = [{"name": name} for name in ("Ann", "Ben", "Cleo")]
PARAMETERS: list[tuple[str, str | int | float | bool | None]] = [("player", name["name"]) for name in PEOPLE]


def jpeg(*people: tuple[int, float, float], label: str = "neutral") -> bytes:
    return bytes(cv2.imencode(".jpg", scene(*people, label=label))[1])


def forms_of(looks: list[np.ndarray[Any, Any]]) -> list[bytes]:
    """Every number of the looks as it could be written: as text, as floats of both sizes, and all of one together."""
    found: list[bytes] = []
    for look in looks:
        found += [base64.b64encode(look.tobytes())[:40], base64.b64encode(look.astype(np.float32).tobytes())[:40]]
        for value in look[~np.isnan(look)].tolist():
            if len(repr(value)) < 9:  # a round number is found anywhere
                continue
            found += [repr(value)[:9].encode(), *(struct.pack(kind, value) for kind in ("<d", ">d"))]
    return found


def searched(data: bytes, forms: list[bytes]) -> list[bytes]:
    return [form for form in forms if form in data]


def all_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield str(path), path.read_bytes()


def faces_in(table: Table, picture: bytes) -> list[dict[str, Any]]:
    answer = httpx.post(f"{table.base}/api/faces", params=PARAMETERS, headers=table.laptop, content=picture, timeout=20)
    assert answer.status_code == 200, answer.text
    return list(answer.json())


def players_seen(table: Table, picture: bytes, wanted: list[str | None]) -> list[dict[str, Any]]:
    """Return the faces from the camera's left, once whose they are is as it should be.

    Fails the test where it is not.
    """
    until, found = time.monotonic() + 30, []
    while time.monotonic() < until:
        found = from_left(faces_in(table, picture))
        if [face["player"] for face in found] == wanted:
            return found
        time.sleep(0.1)  # a page looks less often still: more in a second would be too many
    raise AssertionError(f"not {wanted}: {found}")


def from_left(faces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(faces, key=lambda face: face["box"][0])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA_FOLDER", str(tmp_path / "data"))
    return tmp_path


def test_the_search_finds_what_would_be_kept(home: Path) -> None:
    look = np.random.default_rng(1).normal(0, 8, 26)
    forms = forms_of([look])
    for data in (json.dumps(look.tolist()).encode(), look.tobytes(), base64.b64encode(look.tobytes())):
        assert searched(data, forms)
    assert not searched(json.dumps((look + 1).tolist()).encode(), forms)


def test_a_named_face_is_known_in_the_game_and_kept_nowhere(home: Path) -> None:
    """Over ten seconds: faces are named before a game, known in it and in the next camera, and all is searched."""
    two = jpeg((ANN, 80, 120), (BEN, 560, 120))
    swapped = jpeg((BEN, 80, 120), (ANN, 560, 120))
    with broker(home / "b") as mosquitto, listening(mosquitto.port) as listener:
        table = Table(home / "data" / "games")
        hub: Any = table.hub
        club = club_games.outward(mosquitto.port, home / "data" / "club")
        club.start()
        hub.outside = club
        told_to_pages: list[str | bytes] = []
        laptop_page = Page(Session("host"))
        try:
            with table.socket(table.laptop) as laptop:
                threading.Thread(target=lambda: told_to_pages.extend(laptop), daemon=True).start()
                found = players_seen(table, two, [None, None])
                for face, name in zip(found, ("Ann", "Ben"), strict=True):
                    laptop.send(json.dumps({"do": "who", "face": face["face"], "player": name}))
                players_seen(table, two, ["Ann", "Ben"])
                time.sleep(1.5)  # some frames more of each
                players_seen(table, two, ["Ann", "Ben"])
                table.call(hub.setup_faces.close)  # the camera starts again, and they have changed places
                players_seen(table, swapped, ["Ben", "Ann"])
                table.call(lambda: hub.evening.agree("Ann", True))  # even what may be kept of her holds no look
                wish = {"game": "face-off", "players": PEOPLE, "options": {"cards": "physical", "signal_set": "B"}}
                table.call(lambda: hub.start(head_of(wish, "en")))
                seats: list[Any] = []
                until = time.monotonic() + 90
                places = (BEN, 80, 120), (ANN, 560, 120)
                moves = [*[jpeg(*places)] * 9, *[jpeg(*places, label="grin")] * 3]  # who moves lives
                k = 0
                while time.monotonic() < until and {seat["player"] for seat in seats} != {"Ann", "Ben"}:
                    k += 1
                    httpx.post(
                        f"{table.base}/api/picture", headers=table.laptop, content=moves[k % len(moves)], timeout=20
                    ).raise_for_status()
                    time.sleep(0.05)
                    seats = table.call(lambda: hub.state(laptop_page))["seatsSeen"]
                assert [seat["player"] for seat in sorted(seats, key=lambda seat: seat["box"][0])] == ["Ben", "Ann"]
                laptop.send(json.dumps({"do": "say", "text": "trade Ann Ben 1"}))
                wait_until(lambda: any("trade" in str(message) for message in told_to_pages))
                state = json.dumps(table.call(lambda: hub.state(laptop_page)))
                looks = [look for _, look in hub.evening.known_faces._looks.values()]
                name = Path(table.call(lambda: hub.game.match.log.name)).name
                table.call(hub.leave)
                table.call(lambda: hub.settle())
                exports = b""
                for kind in ("jsonl", "record", "csv"):
                    answer = httpx.get(
                        f"{table.base}/api/export",
                        params={"name": name, "kind": kind},
                        headers=table.laptop,
                        timeout=20,
                    )
                    assert answer.status_code == 200, answer.text
                    exports += answer.content
        finally:
            table.close()
            club.close()
        done = starter.run("profiles", "export", "Ann", env=_environment(home))
        assert done.returncode == 0, done.stderr
        told = b"\n".join(got.payload for got in listener.got)
    shown = "".join([state, *map(str, told_to_pages)]).encode()
    forms = forms_of(looks)
    assert len(looks) == 2
    assert len(forms) > 100
    files = dict(all_files(home))
    assert any(path.endswith(name) for path in files)
    assert told
    assert [path for path, data in files.items() if searched(data, forms)] == []
    for what, data in {"broker": told, "exports": exports, "pages": shown, "profile": done.stdout.encode()}.items():
        assert searched(data, forms) == [], what
    assert hub.evening.known_faces.knows("Ann") is False  # the table is closed


def _environment(home: Path) -> dict[str, str]:
    return {**os.environ, "COMPANION_DATA_FOLDER": str(home / "data")}
