"""Run by test_privacy.py in a Python of its own: a whole game on the table with camera, microphone and phone.

    python -m tests.faults.privacy_game FOLDER REPORT CLIP SOUND

An audit hook notes every file that is opened to be written, every folder made, every socket bound or connected.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

FOLDER, REPORT, CLIP, SOUND = (Path(p) for p in sys.argv[1:5])
seen: list[tuple[str, str]] = []


def hook(event: str, args: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        seen.append(("write", os.fsdecode(args[0]) if isinstance(args[0], (str, bytes, os.PathLike)) else str(args[0])))
    elif event in ("os.mkdir", "os.rename", "os.link", "os.symlink", "sqlite3.connect", "shutil.copyfile"):
        seen.append((event, " ".join(str(a) for a in args[:2])))
    elif event in ("socket.bind", "socket.connect", "socket.sendto"):
        seen.append((event, str(args[1])))
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "urllib.Request", "subprocess.Popen", "os.system"):
        seen.append((event, str(args[0])))


def main() -> None:
    import time

    import httpx

    from companion.rules.protocol import TABLE
    from companion.web.table.setup import head_of
    from tests.faults.table_server import Table

    table = Table(FOLDER)
    hub: Any = table.hub
    hub.pace = 0.0
    hub.devices.camera, hub.devices.microphone = str(CLIP), str(SOUND)
    players = [{"name": n, "bot": n != "Ann"} for n in ("Ann", "Ben", "Cleo")]
    table.call(
        lambda: hub.start(head_of({"game": "face-off", "players": players, "seed": 5, "options": {"target": 60}}, "en"))
    )
    phone = table.phone("Ann")
    picture = REPORT.with_name("face.jpg").read_bytes()
    until, random = time.monotonic() + 200, Random(3)

    def turn() -> tuple[Any, str, str]:
        """Whether it is over, what the table says next, what Ann does."""
        match = hub.game.match
        game, state = match.game, match.state
        texts = ["", ""]
        for k, actor in enumerate((TABLE, 0)):
            if actor in game.actors(state) and (legal := game.legal(state, actor)):
                chosen = game.choose(game.view(state, actor), legal, random) if actor >= 0 else next(iter(legal))
                texts[k] = game.format(chosen, match.options)
        return game.outcome(state), texts[0], texts[1]

    with contextlib.ExitStack() as stack:
        laptop, ann, view = (
            stack.enter_context(table.socket(c, p))
            for c, p in ((table.laptop, "/ws"), (phone, "/ws"), (table.laptop, "/ws/view"))
        )
        for line in (laptop, ann, view):
            threading.Thread(target=lambda line=line: [None for _ in line], daemon=True).start()
        while time.monotonic() < until:
            over, table_says, ann_does = table.call(turn)
            if over is not None:
                break
            view.send("")
            httpx.post(f"{table.base}/api/picture", headers=phone, content=picture, timeout=20)
            httpx.post(f"{table.base}/api/sound", headers=phone, content=(16000).to_bytes(4, "little") + bytes(3200))
            if table_says:
                laptop.send(json.dumps({"do": "say", "text": table_says}))
            elif ann_does:
                ann.send(json.dumps({"do": "act", "text": ann_does}))
            time.sleep(0.1)
    rulings = table.call(lambda: len(hub.game.match.rulings))
    scores = list(over.scores) if over is not None else None
    table.call(hub.leave)
    REPORT.write_text(json.dumps({"over": scores, "rulings": rulings, "seen": seen}), "utf-8")
    os._exit(0)


sys.addaudithook(hook)
main()
