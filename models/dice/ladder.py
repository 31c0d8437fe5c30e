"""Readers of dice in photos, all in one run: baselines, earlier states of the program, today's, and today's in parts.

python -m models.dice.ladder LABELS.json ... --states 61cd6c1 87b3880 --parts --out run.jsonl    # reads
python -m models.dice.ladder --out run.jsonl                                                     # prints the tables

A reading is a line of JSON; what stands in ``--out`` is not read again. ``--states``: commits, each of which reads with
its own code, networks and margins. ``--parts``: today's reader with one part at a time switched off.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

ROOT = Path(__file__).parents[2]
TODAY = "today"
FEW = 6
NETWORKS = ("dice", "die", "second", "third")
Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled picture; ``set``: the folder that it is of."""

    file: str
    set: str
    values: tuple[int, ...]


def photos(labels: Path, step: int = 1) -> list[Photo]:
    """Every ``step``-th picture of ``FEW`` dice or fewer, of labels such as ``evaluate dice`` takes."""
    from measure.evaluate.dice import load

    few = [t for t in load(labels) if len(t.values) <= FEW]
    return [Photo(str(t.path.resolve()), t.name.split("/")[0], tuple(sorted(t.values))) for t in few][::step]


Read = tuple[list[int], bool]
"""Values, and whether they were refused."""


def line_of(reader: str, photo: Photo, known: Read, unknown: Read, ms: float) -> Line:
    """What is kept of one reading, with the number of dice told and not told."""
    right, free = (sorted(values) == list(photo.values) for values, _ in (known, unknown))
    return {
        "reader": reader, "set": photo.set, "file": photo.file, "known": _verdict(right, known[1]),
        "unknown": _verdict(free, unknown[1]), "guess": right, "ms": round(ms, 1),
    }  # fmt: skip


def _verdict(right: bool, refused: bool) -> str:
    return "refused" if refused else "right" if right else "wrong"


def by_baseline(name: str, photo: Photo) -> Line:
    """Every face that shows pips is a die to them, and they never refuse."""
    from measure.baselines.dice import BASELINES

    image = np.asarray(cv2.imread(photo.file), np.uint8)
    start = time.thread_time()
    known, unknown = (([v for *_, v in BASELINES[name](image, n)], False) for n in (len(photo.values), None))
    return line_of(name, photo, known, unknown, 500 * (time.thread_time() - start))


class Ours:
    """The program's own reader: of today, or of the earlier state that this process runs in."""

    def __init__(self) -> None:
        from companion.senses.dice.detector import Detector
        from companion.senses.dice.margins import load

        self.detector, self.margins = Detector(), load()

    def read(self, reader: str, photo: Photo, image: Any, **margins: float) -> Line:
        """One reading, with ``margins`` in place of the shipped ones."""
        from companion.senses.dice.reading import choose
        from companion.senses.dice.screen import without_screens
        from companion.senses.dice.still import candidates

        start, asked = time.thread_time(), replace(self.margins, **margins)  # type: ignore[arg-type]
        seen = candidates(self.detector, image)
        found = [without_screens(image, choose(seen, n, asked)) for n in (len(photo.values), None)]
        ms = 1000 * (time.thread_time() - start)
        known, unknown = (([d.value for d in r.dice], bool(r.refused)) for r in found)
        return line_of(reader, photo, known, unknown, ms)


def by_state(commit: str, asked: Sequence[Photo]) -> Iterator[Line]:
    """By an earlier state, unpacked: this file runs there by itself."""
    with tempfile.TemporaryDirectory() as folder:
        tree = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "x", "-C", folder], input=tree, check=True)
        command = [sys.executable, __file__, "--read", commit]
        for photo in asked:
            command += [photo.file, photo.set, "".join(map(str, photo.values))]
        with subprocess.Popen(
            command, cwd=folder, env={**os.environ, "PYTHONPATH": folder}, text=True, stdout=subprocess.PIPE
        ) as child:
            for text in child.stdout or ():
                yield {**json.loads(text), "mb": megabytes(Path(folder))}


def megabytes(root: Path, but: str = "") -> float:
    """What the networks of a photo's reader take."""
    files = [root / "models" / n / "model.onnx" for n in NETWORKS if n != but]
    return round(sum(f.stat().st_size for f in files if f.exists()) / 1e6, 2)


class Remembering:
    """A network that was asked the same before gives what it gave, and says how long that took."""

    saved = 0.0
    """Seconds that no network had to run for again."""

    def __init__(self, session: Any) -> None:
        self._session, self._kept = session, dict[Any, tuple[Any, float]]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def run(self, names: Any, fed: dict[str, Any]) -> Any:
        key = tuple((k, v.shape, hash(v.tobytes())) for k, v in fed.items())
        if key in self._kept:
            Remembering.saved += self._kept[key][1]
        else:
            start = time.thread_time()
            self._kept[key] = self._session.run(names, fed), time.thread_time() - start
        return self._kept[key][0]

    def forget(self) -> None:
        self._kept.clear()


def parts() -> dict[str, tuple[dict[str, Any], dict[str, float]]]:
    """What stands in the place of each part while it is off, by its name in the senses' modules; and the margins."""
    from companion.senses.dice.die import Opinion, Tilt

    blind = Opinion(1.0, np.full(6, 1 / 6, np.float32), Tilt((0.0, 0.0, -1.0), 1.0, 0.0))
    no_die_network: dict[str, Any] = {
        "die.DieNet.look": lambda _, __, places, *___: [blind] * len(places),
        "evidence.believed": lambda heat, _: heat, "still.posed": lambda *_: {},
    }  # fmt: skip
    return {
        TODAY: ({}, {}),
        "no second reader": ({"second.by_second": lambda _, __, dice, ___: list(dice)}, {}),
        "no third reader": ({"second.by_third": lambda _, __, dice, ___: list(dice)}, {}),
        "no die network": (no_die_network, {}),
        "no closer looks": ({"detector.Detector.look_closely": lambda _, __, places, *___: [None] * len(places)}, {}),
        "no pip count": ({"evidence.count_pips": lambda *_: None}, {}),
        "no look for further dice": ({"still.overlooked": lambda *_: []}, {}),
        "no word on which face is up": ({"still.UPPER": np.inf}, {}),
        "no rule for neighbours": ({"still.OWN_PLAIN": 0.7, "still.UPPER": 0.5}, {}),
        "flat dice may lean (`UPRIGHT`)": ({"still.UPRIGHT": 0.0}, {}),
        "no `beside`": ({}, {"beside": 0.0}),
    }


def by_parts(asked: Sequence[Photo], names: Sequence[str], done: set[tuple[str, str]]) -> Iterator[Line]:
    """By today's reader, whole and with one part off; a network runs once for what several ask."""
    from companion.senses import onnx

    kept: list[Remembering] = []

    def session(file: Path, **options: Any) -> Remembering:
        kept.append(Remembering(opened(file, **options)))
        return kept[-1]

    opened, ways = onnx.session, parts()
    with patch.object(onnx, "session", session):
        ours = Ours()
        for photo in asked:
            image = np.asarray(cv2.imread(photo.file), np.uint8)
            for name in (n for n in names if (n, photo.file) not in done):
                changed, margins = ways[name]
                Remembering.saved = 0.0
                with ExitStack() as stack:
                    for where, other in changed.items():
                        stack.enter_context(patch(f"companion.senses.dice.{where}", other))
                    line = ours.read(name, photo, image, **margins)
                off = name.removeprefix("no ").removesuffix(" network").removesuffix(" reader")
                yield {**line, "ms": round(line["ms"] + 1000 * Remembering.saved, 1), "mb": megabytes(ROOT, off)}
            for network in kept:
                network.forget()


def session_of(line: Line) -> str:
    """A line's single set: the kind of its name, and by a phone's clock the ten minutes in which it was taken."""
    name = Path(line["file"]).stem
    found = re.search(r"\d{8}_\d{3}", name) or re.match(r"\D*[A-Za-z]", name)
    return f"{line['set']} {found[0] if found else ''}".strip()


def table(lines: Sequence[Line], sets: Sequence[str], of: Any) -> str:
    """Right / refused / wrong and, after a comma, right / wrong with the number unknown, of each reader in each set."""
    rows = [["", *(f"{s} ({len({l['file'] for l in lines if of(l) == s})})" for s in sets), "ms", "MB"]]
    for reader in dict.fromkeys(l["reader"] for l in lines):
        own = [l for l in lines if l["reader"] == reader]
        cells = []
        for s in sets:
            here = [l for l in own if of(l) == s]
            known, unknown = (Counter(l[k] for l in here) for k in ("known", "unknown"))
            told, guesses = (f"{known[v]}" for v in ("right", "refused", "wrong")), sum(l["guess"] for l in here)
            cells.append(f"{'/'.join(told)} ({guesses}), {unknown['right']}/{unknown['wrong']}" if here else "")
        ms = np.mean([l["ms"] for l in own])
        rows.append([reader, *cells, f"{ms:.0f}", str(own[-1].get("mb", ""))])
    return "\n".join("| " + " | ".join(row) + " |" for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path, nargs="*")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--baselines", nargs="*", default=["blob detector", "contour ellipses"], metavar="NAME")
    parser.add_argument("--states", nargs="*", default=[], metavar="COMMIT")
    parser.add_argument("--parts", action="store_true", help="today's reader with one part off at a time, too")
    parser.add_argument("--step", type=int, default=1, help="only every so many-th picture")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    there = [json.loads(text) for text in asked.out.read_text().splitlines()] if asked.out.exists() else []
    done = {(l["reader"], l["file"]) for l in there}
    want = [p for labels in asked.labels for p in photos(labels, asked.step)]
    with asked.out.open("a", encoding="utf-8") as out:
        names = list(parts()) if asked.parts else [TODAY]
        for line in readings(want, asked.baselines, asked.states, names, done):
            out.write(json.dumps(line) + "\n")
            out.flush()
            there.append(line)
    for of in (lambda l: l["set"], session_of):
        print(table(there, sorted({of(l) for l in there}), of), "\n")


def readings(
    want: Sequence[Photo],
    baselines: Sequence[str],
    states: Sequence[str],
    names: Sequence[str],
    done: set[tuple[str, str]],
) -> Iterator[Line]:
    """What all readers make of the pictures, but for what is done."""
    for name in baselines:
        yield from (by_baseline(name, p) for p in want if (name, p.file) not in done)
    for commit in states:
        yield from by_state(commit, [p for p in want if (commit, p.file) not in done])
    yield from by_parts(want, names, done)


def read_here(reader: str, words: Sequence[str]) -> None:
    """Read pictures told as file, set and values by the program that this process finds, a line of JSON each."""
    cv2.setNumThreads(1)
    ours = Ours()
    for file, of, values in zip(words[::3], words[1::3], words[2::3], strict=True):
        photo = Photo(file, of, tuple(map(int, values)))
        print(json.dumps(ours.read(reader, photo, np.asarray(cv2.imread(file), np.uint8))), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        read_here(sys.argv[2], sys.argv[3:])
    else:
        main()
