"""Cameras and microphones at the table's hub: sentences of trouble, limits, and bots that wait for real dice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import BadInput
from companion.web.kit.devices import MAX_CAMERAS
from companion.web.kit.door import Door, Session
from companion.web.kit.page import Page
from companion.web.table.hub import TableHub
from companion.web.table.setup import head_of


@pytest.fixture
def hub() -> Iterator[TableHub]:
    one = TableHub(None, Door(), pace=3600)
    yield one
    one.close()


def start(hub: TableHub, game: str, *names: str, bots: tuple[str, ...] = (), **options: Any) -> None:
    players = [{"name": n, "bot": n in bots} for n in names]
    hub.start(head_of({"game": game, "players": players, "seed": 5, "options": options}, "en"))


def until(hub: TableHub, holds: Callable[[], Any], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        hub.tick()
        time.sleep(0.01)


def jpeg() -> bytes:
    return bytes(cv2.imencode(".jpg", np.zeros((48, 64, 3), np.uint8))[1])


def test_what_cannot_be_opened_is_said_to_each_page_in_its_language(hub: TableHub) -> None:
    pages = [Page(Session("host"), language=language) for language in ("en", "de")]  # type: ignore[arg-type]
    hub.pages.update(pages)
    hub.devices.camera, hub.devices.microphone = "nope.mp4", "nope.wav"
    start(hub, "face-off", "Ann", "Ben", "Cleo")

    def told() -> list[list[Any]]:
        return [[m for m in page.outbox if m["t"] == "source" and m["status"] == "offline"] for page in pages]

    until(hub, lambda: [len(messages) for messages in told()] == [2, 2])
    english, german = (hub.state(page)["sources"] for page in pages)
    assert [(s["kind"], s["name"]) for s in english] == [("camera", "laptop"), ("microphone", "laptop")]
    for one, other in zip(english, german, strict=True):
        assert "nope" in one["trouble"]
        assert one["trouble"] != other["trouble"]
    assert all(a["detail"] != b["detail"] for a, b in zip(*told(), strict=True))


def test_a_games_cameras_are_limited_and_its_phones_are_its_players(hub: TableHub) -> None:
    start(hub, "face-off", *(f"P{k}" for k in range(MAX_CAMERAS + 1)), suits=list(GEMS[: MAX_CAMERAS + 1]))
    with pytest.raises(BadInput) as refused:
        hub.devices.picture(Session("player", "Stranger"), jpeg(), lambda overlay: None)
    assert refused.value.fact.code == "web.no.player"
    assert hub.sitting is not None
    made: dict[str, Any] = hub.sitting.crew.workers  # type: ignore[assignment]
    for k in range(MAX_CAMERAS):
        made[f"camera phone X{k}"] = Sham()
    with pytest.raises(BadInput) as refused:
        hub.devices.picture(Session("player", "P0"), jpeg(), lambda overlay: None)
    assert refused.value.fact.code == "web.no.cameras"


GEMS = ("diamond", "ruby", "emerald", "sapphire", "pearl", "opal", "amethyst", "topaz", "jade")


class Sham:
    """A worker that does nothing."""

    trouble = failure = station = source = None

    def close(self) -> None:
        """Nothing is open."""


def test_bots_wait_for_real_dice_while_a_camera_watches(hub: TableHub) -> None:
    start(hub, "keep-smiling", "Ann", "Ben", bots=("Ann",), pieces="physical")
    assert hub.game is not None
    hub.tick()
    assert not hub.game.bots.dice_seen
    answers: list[Any] = []
    session = Session("host")
    hub.devices.picture(session, jpeg(), answers.append)
    hub.tick()
    assert hub.game.bots.dice_seen
    until(hub, lambda: answers, 60)
    assert answers[0] is None or answers[0]["kind"] == "dice"
    hub.devices.on_page_stopped(Session("host"), "camera")  # another browser's: not this camera
    hub.tick()
    assert hub.game.bots.dice_seen
    hub.devices.on_page_stopped(session, "camera")
    hub.tick()
    assert not hub.game.bots.dice_seen
