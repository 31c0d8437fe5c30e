"""What leaves the machine: with --mqtt no card that somebody holds hidden, byte by byte; without it nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.club.codec import MAX_PAYLOAD_BYTES
from companion.events import Event, Phrase, Ruling, Signal
from companion.rules.protocol import TABLE
from tests import club_games
from tests.club_games import Played
from tests.listener import Got, listening, until
from tests.needs import needs
from tests.servers import broker

pytestmark = needs("mosquitto")
SEED = 8_152_637_485
HIDDEN = ("hand", "offered", "received", "mistake_of", "pairs", "album", "laid", "vote", "story_card", "given", "kinds")
"""What a player's own view has and the table's has not."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("face-off", {"cards": "digital", "advanced": True, "target": 300}),
    ("face-cards", {"variant": "base"}),
    ("face-cards", {"variant": "koenner"}),
    ("ftw", {}),
    ("factum", {}),
    ("keep-smiling", {"pieces": "digital"}),
]


def secrets_of(played: Played) -> Iterator[str]:
    """Everything hidden now, as it would be written: each player's own part of the view, the position, the seed."""
    match = played.match
    state, game = match.state, match.game
    open_ = json.dumps(game.view(state, TABLE))
    for seat in range(len(match.players)):
        view = game.view(state, seat)
        for key in HIDDEN:
            value = view.get(key)
            if isinstance(value, (list, dict)) and len(value) > 2:  # a few numbers are found anywhere
                for text in (json.dumps(value), json.dumps(value, separators=(",", ":"))):
                    if text not in open_:
                        yield text
                if isinstance(value, list):
                    yield from (" ".join(map(str, value)), ",".join(map(str, value)))
    yield game.dump(state)
    yield str(SEED)


def searched(messages: list[Got], secrets: set[str]) -> list[str]:
    """Return the secrets that stand in a message."""
    everything = "\n".join(g.topic + " " + g.payload.decode() for g in messages)
    return sorted(s for s in secrets if s in everything)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda x: x if isinstance(x, str) else "-".join(map(str, x)))
def test_no_hidden_card_is_in_any_byte(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    with ExitStack() as stack:
        mosquitto = stack.enter_context(broker(tmp_path / "b"))
        listener = stack.enter_context(listening(mosquitto.port))
        club = club_games.outward(mosquitto.port, tmp_path / "club")
        stack.callback(club.close)
        club.start()
        played = Played(club, tmp_path / "g.sqlite", club_games.head(game, seed=SEED, **options))
        secrets: set[str] = set()
        for _ in range(400):
            secrets |= set(secrets_of(played))
            if played.match.is_over:
                break
            played.play(1)
        played.play()
        assert played.match.is_over
        until(lambda: listener.of("result"))
        played.close()
        assert len(secrets) > 10  # there is something to search for; how much is up to the bots
        assert len(listener.of("ruling")) > 20
        assert searched(listener.got, secrets) == []


def test_the_search_finds_what_a_phone_is_shown(tmp_path: Path) -> None:
    """The search itself: it finds the hand in what a player's own page gets."""
    club = club_games.outward(1, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("face-off", seed=SEED))
    played.play(5)
    match = played.match
    own = json.dumps(match.game.view(match.state, 0)).encode()
    all_ = json.dumps(match.game.view(match.state, TABLE)).encode()
    secrets = set(secrets_of(played))
    assert searched([Got("x", own, False)], secrets)
    assert not searched([Got("x", all_, False)], secrets)
    played.close()
    club.close(0.1)


def test_no_picture_no_sound_and_no_word_that_was_heard_or_typed(tmp_path: Path) -> None:
    """Events that carry measures, words and evidence: nothing of it is told; every message is small text."""
    with ExitStack() as stack:
        mosquitto = stack.enter_context(broker(tmp_path / "b"))
        listener = stack.enter_context(listening(mosquitto.port))
        club = club_games.outward(mosquitto.port, tmp_path / "club")
        stack.callback(club.close)
        club.start()
        played = Played(club, tmp_path / "g.sqlite", club_games.head("face-off", target=100))
        sitting = played.table.sitting
        at: dict[str, Any] = {"onset": 0.1, "decided": 0.1, "source": "microphone 0"}
        heard: list[Event] = [
            Phrase(**at, text="my neighbour is a zebra", kind="other"),
            Phrase(**at, text="zebra zebra", kind="speech", slots={"name": "Ann", "gem": "ruby", "heard": "heard"}),
            Signal(**at, name="cow", phase="on", player="Ann", evidence={"zebra": 0.5, "take": [0.1] * 50}),
        ]
        for event in heard:
            sitting.take(event)
        sitting.command("zebra stripes")
        sitting.command("wild zebra")
        played.play()
        until(lambda: listener.of("result"))
        assert any(r.code == "refused" for r in played.match.rulings.values())
        played.close()
        everything = b"\n".join(g.payload for g in listener.got).lower()
        assert b"zebra" not in everything
        assert b"refused" in everything  # that something was, without what
        assert str(tmp_path).encode() not in everything
        for got in listener.got:
            assert len(got.payload) <= MAX_PAYLOAD_BYTES
            json.loads(got.payload)
            for text in strings(got.data):
                assert len(text) <= 200 or got.topic.startswith("homeassistant/")
            assert b"data:" not in got.payload
            assert b"base64" not in got.payload


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for k, v in value.items():
            yield k
            yield from strings(v)
    elif isinstance(value, list):
        for v in value:
            yield from strings(v)


def test_every_ruling_is_told_by_its_code(tmp_path: Path) -> None:
    club = club_games.outward(1, tmp_path / "club")
    played = Played(club, tmp_path / "g.sqlite", club_games.head("ftw")).play(40)
    keeper: Any = played.match.log
    keeper.drain(10)
    posts = [json.loads(p.body) for p in keeper.posts(0, 999) if p.kind == "ruling"]
    rulings = [r for r in played.match.rulings.values() if isinstance(r, Ruling)]
    assert [(p["code"], p["number"]) for p in posts] == [(r.code, r.number) for r in rulings]
    played.close()
    club.close(0.1)
