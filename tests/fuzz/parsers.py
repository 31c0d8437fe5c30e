"""Everything that reads what strangers may have made: seeds that are good, and what it may answer to the rest."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import BadInput, CompanionError
from companion.rules.errors import RulesError

Read = Callable[[Any], None]


@dataclass(frozen=True)
class Parser:
    """``seeds``: good inputs, bytes or JSON values. ``read`` raises nothing but ``fine`` for whatever they become."""

    seeds: Callable[[], list[Any]]
    read: Read
    fine: tuple[type[BaseException], ...] = (CompanionError,)


@cache
def scratch() -> Path:
    return Path(tempfile.mkdtemp(prefix="companion-fuzz-"))


def text_of(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")


# Events and logs


@cache
def _logs() -> list[dict[str, Any]]:
    """Played games as ``{meta, events}``, of this version."""
    from companion.referee.log import Log
    from tests.faults.test_log_faults import HEADS, played

    found = []
    for game in HEADS:
        path = scratch() / f"{game}.sqlite"
        path.unlink(missing_ok=True)
        played(path, game, 10**6)
        db = sqlite3.connect(path)
        meta = {k: json.loads(v) for k, v in db.execute("SELECT key, value FROM meta")}
        events = [json.loads(b) for (b,) in db.execute("SELECT body FROM event ORDER BY seq")]
        db.close()
        Log.open(path).close()
        found.append({"meta": meta, "events": events})
    return found


def _read_event(data: bytes) -> None:
    from companion.events.codec import decode, encode
    from companion.words import say

    event = decode(data)
    assert decode(encode(event)) == event
    told = getattr(event, "as_fact", None)
    if told is not None:
        for language in ("en", "de"):
            say(told, language)


def _event_of_json(value: Any) -> None:
    _read_event(text_of(value))


def _as_log(value: Any) -> Path:
    """Return a log file that holds what ``value`` says, right or wrong."""
    path = scratch() / "made.sqlite"
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    db.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, wall TEXT NOT NULL, body TEXT NOT NULL)")
    value = value if isinstance(value, dict) else {"meta": value}
    meta, events = value.get("meta"), value.get("events")
    for key, part in meta.items() if isinstance(meta, dict) else ():
        with contextlib.suppress(UnicodeEncodeError):
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (str(key), json.dumps(part)))
    for body in events if isinstance(events, list) else ():
        db.execute("INSERT INTO event (wall, body) VALUES ('', ?)", (text_of(body).decode("utf-8", "replace"),))
    db.commit()
    db.close()
    return path


def _use_log(path: Path) -> None:
    """All that is done with a kept game: listed, stepped through, exported, gone on with."""
    from companion.referee.log import Log
    from companion.referee.replay import replay, resume_match
    from companion.web.table.shelf import export, steps

    for work in (
        lambda: [None for _ in replay(_opened(path, Log))],
        lambda: steps(path, "de"),
        lambda: [export(path, kind, "en") for kind in ("jsonl", "record", "csv")],
        lambda: resume_match(_opened(path, Log, append=True)),
    ):
        with contextlib.suppress(CompanionError):
            work()


def _opened(path: Path, log: Any, **more: Any) -> Any:
    opened = log.open(path, **more)
    _open.append(opened)
    while len(_open) > 4:
        with contextlib.suppress(Exception):
            _open.pop(0).close()
    return opened


_open: list[Any] = []


def _log_values(value: Any) -> None:
    _use_log(_as_log(value))


def _log_seeds() -> list[bytes]:
    _logs()
    return [(scratch() / f"{game}.sqlite").read_bytes() for game in ("face-off", "keep-smiling", "ftw")]


def _log_bytes(data: bytes) -> None:
    path = scratch() / "bytes.sqlite"
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    path.write_bytes(data)
    _use_log(path)


def _shelf(value: Any) -> None:
    """Start a table and list its games, whatever lies on the shelf."""
    from companion.web.kit.door import Door, Session
    from companion.web.kit.page import Page
    from companion.web.table.hub import TableHub

    folder = scratch() / "shelf"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(_as_log(value), folder / "2026-01-01-000000-x.sqlite")
    (folder / "on-the-table.txt").write_text("2026-01-01-000000-x.sqlite\n", "utf-8")
    hub = TableHub(folder, Door(), pace=3600)
    json.dumps(hub.shelf.listing())
    with contextlib.suppress(CompanionError):
        hub.restore()
    json.dumps(hub.state(Page(Session("host"))))
    hub.close()


# People


def _face() -> list[Any]:
    from companion.people import profile_files
    from companion.senses.faces.identity import BONE_COUNT
    from companion.senses.faces.settings import FaceProfile

    return [
        profile_files.face_data(
            FaceProfile("Ann", {"eye": 0.08, "width": 0.5}, {"grin": 0.6}, tuple([0.5] * BONE_COUNT))
        )
    ]


def _read_face(value: Any) -> None:
    from companion.people import profile_files

    profile_files.face_of(profile_files.json_of(text_of(value)))


@cache
def _sounds() -> Any:
    from companion.senses.sounds.sound_features import NEGATIVE, TAUGHT, NoiseProfile, NoiseTake, SoundFeatures

    sound = SoundFeatures(np.full((20, 3), 0.5, np.float32), np.full(4, 0.5, np.float32))
    return NoiseProfile("Ann", [NoiseTake("cow", TAUGHT, sound), NoiseTake("", NEGATIVE, sound)], "model 1")


def _archives() -> list[bytes]:
    from companion.people import profile_files

    return [profile_files.sounds_bytes(_sounds())]


def _read_archive(data: bytes) -> None:
    from companion.people import profile_files

    with contextlib.suppress(ValueError):
        profile_files.sounds_of(data)


@cache
def _ben() -> bytes:
    """Another player's export, whom nothing may hide."""
    return text_of({**_exports()[0], "name": "Ben"})


def _exports() -> list[Any]:
    from companion.people import profile_files
    from companion.people.attempt import Attempt, Throw
    from companion.practice.personal_data import _rows
    from companion.practice.store import PracticeStore

    now = datetime.now(timezone.utc)
    path = scratch() / "practice.sqlite3"
    path.unlink(missing_ok=True)
    with PracticeStore(path) as store:
        store.add("Ann", Attempt(drill="signals", asked="grin", made=None, hit=False, at=now))
        store.add_throw("Ann", Throw((1, 2), (1, 3), False, now))
        rows = _rows(store, "Ann")
    told = {
        "companion-person": 1,
        "name": "Ann",
        "consent": {"play": True, "practice": None, "voice": False},
        "face": _face()[0],
        "sounds": profile_files.sounds_data(_sounds()),
        "voice": {"warp": profile_files.text_of(np.zeros((3, 4), np.float32))},
        "practice": rows,
    }
    return [told]


def _import(value: Any) -> None:
    """Import an export beside another player, who is never hidden; all that is kept is read and deleted again."""
    from companion.people.store import People
    from companion.practice.personal_data import PracticePersonalData

    home = scratch() / "people"
    shutil.rmtree(home, ignore_errors=True)
    people = People(home / "profiles", PracticePersonalData(home / "practice.sqlite3"))
    people.import_(_ben())
    with contextlib.suppress(CompanionError):
        people.import_(text_of(value))
    troubles = _everybody(home)
    assert troubles == [], "what was imported can be read"


def _everybody(home: Path) -> list[Any]:
    """List, export, practise with, import and delete all people who are kept, and return what was said of them.

    What was told of them.
    """
    from companion.people.store import People
    from companion.practice.personal_data import PracticePersonalData
    from companion.practice.store import PracticeStore
    from companion.terminal.profiles import _lines
    from companion.web.practice.practice_session import PracticeSession
    from companion.words import say

    database = home / "practice.sqlite3"
    people = People(home / "profiles", PracticePersonalData(database))
    known = people.all()
    assert "Ben" in [person.name for person in known]
    told = [*people.troubles, *(t for person in known for t in person.troubles)]
    for line in [*told, *(line for person in known for line in _lines(person))]:
        say(line, "de").encode()
    other = People(home / "other", PracticePersonalData(home / "other.sqlite3"))
    for person in known:
        text = people.export(person.name)
        if not told:
            assert other.export(other.import_(text)) == text
    with PracticeStore(database) as store:
        players = store.players()
    for player in players:
        desk = PracticeSession(database)
        with contextlib.suppress(BadInput):
            desk.choose(player)
        _drawn(desk)
        desk.close()
    for person in known:
        people.delete(person.name)
    assert people.all() == []
    return told


def _drawn(desk: Any) -> None:
    from companion.web.kit.door import Session
    from companion.web.kit.page import Page

    json.dumps(desk.state(Page(Session("host"))))


def _kept() -> list[Any]:
    """Return a practice database, as rows of its tables; what is in a person's folder."""
    (told,) = _exports()
    db = sqlite3.connect(scratch() / "practice.sqlite3")
    names = ("player", "attempt", "throw", "addition")
    rows = {name: [list(row) for row in db.execute(f"SELECT * FROM {name}")] for name in names}
    db.close()
    rows["addition"] = [[1, 1, 2, 0, '{"grin": null}', "grin cow"]]
    return [{"rows": rows, "card": {"version": 1, "name": "Ann", "consent": told["consent"]}, "face": told["face"]}]


def _read_kept(value: Any) -> None:
    """Whatever lies in the folder and the database: the other player is listed, exported, practises, is deleted."""
    from companion.people.person import key_of
    from companion.people.store import People
    from companion.practice.personal_data import PracticePersonalData

    home = scratch() / "kept"
    shutil.rmtree(home, ignore_errors=True)
    database = home / "practice.sqlite3"
    folder = home / "profiles" / key_of("Ann")
    folder.mkdir(parents=True)
    value = value if isinstance(value, dict) else {"card": value}
    for part in ("card", "face"):
        (folder / {"card": "person.json", "face": "face.json"}[part]).write_bytes(text_of(value.get(part)))
    People(home / "profiles", PracticePersonalData(database)).import_(_ben())
    db = sqlite3.connect(database)
    rows = value.get("rows")
    for table, many in rows.items() if isinstance(rows, dict) else ():
        for row in many if isinstance(many, list) else ():
            with contextlib.suppress(sqlite3.Error, OverflowError, LookupError, TypeError, ValueError):
                row = [100 + row[0], *row[1:]] if table == "player" else [None, 101, *row[2:]]
                db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    db.commit()
    db.close()
    _everybody(home)


def _joined() -> list[Any]:
    import time

    until = time.time() + 1000
    more = {"tokens": {"c" * 64: "Ben"}, "used": ["d"]}
    ran = {"ran": 100.0, "at": 7.0, "boot": "", "start": 3}
    return [
        {"time": ran, "sessions": {"a" * 64: ["Ann", 50.0, 2], "b" * 64: [None, 100.0, 3]}, **more},
        {"sessions": {"a" * 64: ["Ann", until], "b" * 64: [None, until]}, **more},  # of an older version
    ]


def _read_joined(value: Any) -> None:
    from companion.web.kit.door import Door

    path = scratch() / "joined.json"
    path.write_bytes(text_of(value))
    door = Door(keep=path)
    door.enter(door.invite("Cleo"))
    door.forget("Ann")


def _tray() -> list[Any]:
    lab = [50.0, 0.0, 1.0]
    return [
        {
            "version": 1,
            "region": [0.1, 0.1, 0.9, 0.9],
            "edge": 0.05,
            "sets": [{"name": "red", "lab": lab}],
            "thumb": [[1, 2]],
        }
    ]


def _read_tray(value: Any) -> None:
    from companion.senses.dice import tray

    path = scratch() / "dice.json"
    path.write_bytes(text_of(value))
    tray.load(path)


# Pictures, clips, streams, sound


@cache
def _image() -> Any:
    return np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)


def _pictures() -> list[bytes]:
    import cv2

    ways: list[tuple[str, list[int]]] = [
        (".jpg", []),
        (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
        (".jpg", [cv2.IMWRITE_JPEG_RST_INTERVAL, 1]),
        (".png", []),
        (".webp", []),
        (".webp", [cv2.IMWRITE_WEBP_QUALITY, 50]),
        (".bmp", []),
    ]
    grey = _image()[..., 0]
    return [bytes(cv2.imencode(e, _image(), w)[1]) for e, w in ways] + [bytes(cv2.imencode(".jpg", grey)[1])]


def _read_picture(data: bytes) -> None:
    from companion.sources import pixels

    image = pixels.decode(data, 1_000_000)
    assert image is None or image.size <= 3_000_000
    with contextlib.suppress(BadInput):
        assert pixels.page_picture(data).shape[2] == 3


def _clips() -> list[bytes]:
    from tests.sources_fakes import write_clip

    kinds = (("a.mp4", "mp4v"), ("a.avi", "MJPG"), ("a.mkv", "mp4v"), ("a.webm", "VP80"))
    return [write_clip(scratch() / n, frames=4, code=c).read_bytes() for n, c in kinds]


def _read_clip(data: bytes) -> None:
    """Headers and frames; ffmpeg itself is not ours, but what comes out of it is checked."""
    from companion.sources import Limits, open_source

    path = scratch() / "clip.bin"
    path.write_bytes(data)
    with open_source(str(path), limits=Limits(max_pixels=1_000_000)) as source:
        for number, frame in enumerate(source.frames()):
            assert frame.image.ndim == 3
            if number > 30:
                return


def _parts() -> list[bytes]:
    from tests.sources_fakes import OK, jpeg, part

    return [OK + part(jpeg(1)) + part(jpeg(2), length=False), OK + b"--frame--\r\n"]


def _read_parts(data: bytes) -> None:
    """Read a camera's answer from its first byte on, from memory instead of a socket."""
    import http.client
    import io
    from unittest.mock import patch

    from companion.sources import Limits, mjpeg
    from companion.sources.live_source import SourceLost

    class Socket(io.BytesIO):
        def makefile(self, *_: Any, **__: Any) -> Any:
            return io.BytesIO(data)

        def sendall(self, *_: Any) -> None: ...
        def settimeout(self, *_: Any) -> None: ...
        def shutdown(self, *_: Any) -> None: ...

    class Connection(http.client.HTTPConnection):
        def connect(self) -> None:
            self.sock: Any = Socket()

    times = iter(range(10**6))
    with patch("http.client.HTTPConnection", lambda *_, **__: Connection("camera")):
        reader = mjpeg.MjpegReader("http://camera/", Limits(max_pixels=1_000_000), lambda: next(times) / 1000)
        with contextlib.suppress(SourceLost):
            for _ in range(5):
                reader.read()
        reader.close()


def _pieces() -> list[bytes]:
    return [(16000).to_bytes(4, "little") + bytes(3200), (48000).to_bytes(4, "little") + bytes(range(200)) * 2]


def _read_piece(data: bytes) -> None:
    from companion.clock import ManualClock
    from companion.sources.page_sources import PageMicrophone

    microphone = PageMicrophone("page", ManualClock())
    microphone.offer(data)
    microphone.close()
    for chunk in microphone.chunks():
        assert np.isfinite(chunk.samples).all()


def _sound_files() -> list[bytes]:
    import io

    import soundfile

    found = []
    for kind in ("WAV", "FLAC", "OGG", "MP3"):
        out = io.BytesIO()
        soundfile.write(out, np.sin(np.arange(4000) / 9) * 0.4, 16000, format=kind)
        found.append(out.getvalue())
    return found


def _read_sound_file(data: bytes) -> None:
    from companion.sources.audio_files import open_audio

    path = scratch() / "sound.wav"
    path.write_bytes(data)
    source = open_audio(str(path))
    for number, chunk in enumerate(source.chunks()):
        assert chunk.samples.ndim == 1
        if number > 50:
            break
    source.close()


# Pages


@cache
def _hub() -> Any:
    from companion.web.kit.door import Door, Session
    from companion.web.kit.page import Page
    from companion.web.table.hub import TableHub

    hub = TableHub(scratch() / "games", Door(), pace=3600)
    pages = [Page(Session("host")), Page(Session("player", "Ann"), 0)]
    hub.pages.update(pages)
    return hub, pages


def _messages() -> list[Any]:
    from companion.web.table.laptop import LAPTOP_VERBS
    from companion.web.table.verbs import PLAYER_VERBS

    rest = {
        "text": "offer 1 ruby",
        "player": "Ann",
        "name": "x.sqlite",
        "seat": 1,
        "index": 0,
        "number": 1,
        "on": True,
        "signal": "cow",
        "game": "ftw",
        "players": [{"name": "Ann"}, {"name": "Ben", "bot": True}],
        "options": {},
        "kind": "camera",
        "spec": "",
        "seed": 3,
        "at": 1.5,
    }
    return [{"do": verb, **rest} for verb in (*PLAYER_VERBS, *LAPTOP_VERBS)]


def _message(value: Any) -> None:
    """From the laptop and from a phone, in every game in turn; whoever sends it, both pages can be drawn after it."""
    from companion.web.table.app import carry_out
    from companion.web.table.setup import head_of
    from tests.faults.table_server import PLAYERS

    hub, pages = _hub()
    if hub.game is None:
        games = ("face-off", "keep-smiling", "ftw", "face-cards", "factum")
        _count.append(1)
        game = games[len(_count) % len(games)]
        people = PLAYERS[:2] if game == "keep-smiling" else [*PLAYERS, *({"name": n} for n in ("Dan", "Eva", "Finn"))]
        for least in range(2, len(people) + 1):
            with contextlib.suppress(CompanionError):
                hub.start(head_of({"game": game, "players": people[:least], "seed": 5}, "en"))
                break
    for page in pages:
        hub.devices.camera = hub.devices.microphone = ""  # no device is opened here
        carry_out(hub, page, value)
        hub.devices.camera = hub.devices.microphone = ""
        json.dumps(hub.state(page))
        page.outbox.clear()


_count: list[int] = []


# Rules


def _positions() -> list[bytes]:
    from tests.rules.rules_cases import smallest, walk

    met = [(case.game, walk(case)) for case in smallest()]
    return [game.dump(steps[n].state).encode() for game, steps in met for n in (0, 3, 12, 40) if n < len(steps)]


def _read_position(data: bytes) -> None:
    from companion.rules import registry

    text = data.decode("utf-8", "replace")
    for name in registry.names():
        game = registry.get(name)
        with contextlib.suppress(RulesError):
            state = game.load(text)
            assert game.dump(game.load(game.dump(state))) == game.dump(state)
            game.view(state, 0)


def _records() -> list[bytes]:
    from tests.rules.rules_golden import GOLDEN

    return [p.read_bytes() for p in sorted(GOLDEN.glob("*.game")) if p.stat().st_size < 60_000]


def _read_record(data: bytes) -> None:
    from companion.rules import record

    record.read(data.decode("utf-8", "replace"))


# ---- what a broker may bring -----------------------------------------------------------------------------------------


def _told() -> list[bytes]:
    """One good message of each kind, as docs/asyncapi.yaml shows it."""
    import yaml

    shown = yaml.safe_load((Path(__file__).resolve().parents[2] / "docs" / "asyncapi.yaml").read_text("utf-8"))
    kinds = shown["components"]["messages"].values()
    return [text_of(example["payload"]) for kind in kinds for example in kind["examples"]]


def _read_told(data: bytes) -> None:
    from companion.club.codec import decode, encode
    from companion.club.facts import MESSAGE_TYPES, MessageError

    for kind in MESSAGE_TYPES:
        with contextlib.suppress(MessageError):
            encode(decode(kind, data))  # what is read can be said again


def _read_told_of(value: Any) -> None:
    _read_told(text_of(value))


def _headers() -> list[Any]:
    return [log["meta"] for log in _logs()]


def _read_header(value: Any) -> None:
    from companion.referee.desk_registry import match_of
    from companion.referee.log_header import header_of

    rows = value.items() if isinstance(value, dict) else []
    match_of(header_of(((k, json.dumps(v)) for k, v in rows), "a log"), None).begin()


PARSERS: dict[str, Parser] = {
    "event": Parser(lambda: [text_of(e) for log in _logs() for e in log["events"]], _read_event, (ValueError,)),
    "event values": Parser(lambda: [e for log in _logs() for e in log["events"]], _event_of_json, (ValueError,)),
    "log": Parser(_log_seeds, _log_bytes),
    "log values": Parser(lambda: list(_logs()), _log_values),
    "log header": Parser(_headers, _read_header),
    "message of a table": Parser(_told, _read_told, (ValueError,)),
    "message values": Parser(lambda: [json.loads(body) for body in _told()], _read_told_of, (ValueError,)),
    "shelf": Parser(lambda: list(_logs()), _shelf),
    "face profile": Parser(_face, _read_face, (ValueError,)),
    "sound profile": Parser(_archives, _read_archive),
    "export of a person": Parser(_exports, _import),
    "what is kept of people": Parser(_kept, _read_kept),
    "who is in": Parser(_joined, _read_joined),
    "dice calibration": Parser(_tray, _read_tray),
    "picture": Parser(_pictures, _read_picture),
    "clip": Parser(_clips, _read_clip),
    "camera stream": Parser(_parts, _read_parts),
    "piece of sound": Parser(_pieces, _read_piece),
    "sound file": Parser(_sound_files, _read_sound_file),
    "message of a page": Parser(_messages, _message),
    "position": Parser(_positions, _read_position, (RulesError,)),
    "record": Parser(_records, _read_record, (RulesError,)),
}
