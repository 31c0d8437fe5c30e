"""Strangers' input by the hour: ``./run fuzz MINUTES [PARSER ...]``; a job of its own, not in the suite.

Each parser of ``parsers.py`` gets so many minutes of a processor: good inputs, damaged in every way, read by what
reads them in the product. Only what the parser is allowed to say may come out, within seconds and bounded memory.

The job may be stopped and started again. A folder keeps what each parser has had, and every input that failed; the
parser with the least time comes next. One that failed is left alone until the next start. Exit status 1: some failed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.mangle import changed, mangled
from tests.fuzz.parsers import PARSERS, Parser

KEPT = Path(__file__).resolve().parents[2] / ".fuzz"
EXAMPLES = 1000  # a Hypothesis run; then the next seed
TURN = 60.0  # seconds of a processor that one parser has at a time
SLOW = 5.0  # seconds of a processor for one input
GROWN = 1 << 20  # kB of memory that one parser may take on top


@dataclass
class Had:
    """What one parser has had: seconds of a processor, inputs read, inputs that failed."""

    seconds: float = 0.0
    inputs: int = 0
    found: int = 0


class Job:
    """What all parsers have had, kept in a folder after every turn."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "state.json"
        kept = json.loads(self.file.read_text("utf-8")) if self.file.exists() else {}
        self.had = {name: Had(**kept.get(name, {})) for name in PARSERS}

    def next(self, names: set[str], seconds: float) -> str | None:
        """Return the parser with the least time among ``names`` with less than ``seconds``; None: all have it."""
        return min(
            (name for name in PARSERS if name in names and self.had[name].seconds < seconds),
            key=lambda name: self.had[name].seconds,
            default=None,
        )

    def turn(self, name: str, seconds: float, start: int) -> bool:
        """Let one parser read for so many seconds; whether nothing was found."""
        had, began = self.had[name], time.process_time()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        inputs: list[bytes] = []
        good = True
        try:
            run(PARSERS[name], seconds, start, had, inputs.append)
        except Exception:  # noqa: BLE001 (the job goes on with the next parser)
            traceback.print_exc()
            good = False
        had.seconds += time.process_time() - began
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
        if grown > GROWN >> 10:
            print(f"{name}: it took {grown} MB more")
            good = False
        if not good:
            had.found += 1
            failed = self.folder / f"{name.replace(' ', '-')}-{had.found}"
            failed.write_bytes(inputs[0] if inputs else b"")
            print(f"{name}: FAILED (seed {start}), the input is in {failed}")
        self._keep()
        print(f"{name}: {had.seconds / 60:.1f} minutes, {had.inputs} inputs, {had.found} found", flush=True)
        return good

    def _keep(self) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps({name: asdict(had) for name, had in self.had.items()}, indent=1), "utf-8")
        os.replace(new, self.file)


def run(parser: Parser, seconds: float, start: int, had: Had, failed: Callable[[bytes], None]) -> None:
    """Read damaged inputs for so many seconds of a processor, one at least, counted in ``had``.

    Raises what the parser may not raise, and gives that input to ``failed``.
    """
    number, until = start, time.process_time() + seconds
    seeds, before = parser.seeds(), had.inputs

    def one(random: Random) -> None:
        if time.process_time() > until and had.inputs > before:
            return
        had.inputs += 1
        good = random.choice(seeds)
        value = mangled(good, random) if isinstance(good, bytes) else changed(good, random)
        began = time.process_time()
        try:
            with contextlib.suppress(*parser.fine):
                parser.read(value)
            assert time.process_time() - began < SLOW, "too slow"
        except BaseException:
            failed(value if isinstance(value, bytes) else repr(value).encode("utf-8", "replace"))
            raise

    while time.process_time() < until or had.inputs == before:
        how = settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
        seed(number)(how(given(st.randoms(use_true_random=True))(one)))()
        number += 1


def main(arguments: list[str] | None = None) -> int:
    ask = argparse.ArgumentParser(
        prog="run fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ask.add_argument("minutes", type=float, help="of a processor for each parser, earlier runs included")
    ask.add_argument("parsers", nargs="*", help=f"some of: {', '.join(PARSERS)}", metavar="PARSER")
    ask.add_argument("--at-most", type=float, default=float("inf"), metavar="MINUTES", help="of a processor, this run")
    ask.add_argument("--keep", type=Path, default=KEPT, metavar="FOLDER", help="default: .fuzz in the checkout")
    ask.add_argument("--seed", type=int, default=int(time.time()))
    wish = ask.parse_args(arguments)
    unknown = set(wish.parsers) - set(PARSERS)
    if unknown:
        ask.error(f"no such parser: {', '.join(sorted(unknown))}")
    job, left, number = Job(wish.keep), set(wish.parsers or PARSERS), wish.seed
    failed, until = False, time.process_time() + 60 * wish.at_most
    while (name := job.next(left, 60 * wish.minutes)) is not None and time.process_time() < until:
        if not job.turn(name, min(TURN, max(0.0, 60 * wish.minutes - job.had[name].seconds)), number):
            left.remove(name)
            failed = True
        number += 10**6  # beyond the seeds of this turn
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
