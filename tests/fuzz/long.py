"""Strangers' input by the hour: ``python -m tests.fuzz.long MINUTES [PARSER ...]``; a job of its own, not in the suite.

Each parser of ``parsers.py`` gets so many minutes of a processor: good inputs, damaged in every way, read by what
reads them in the product. Only what the parser is allowed to say may come out, within seconds and bounded memory. A
failing example is kept in a file, the next parser follows, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import contextlib
import resource
import sys
import time
import traceback
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.mangle import changed, mangled
from tests.fuzz.parsers import PARSERS, Parser, scratch

EXAMPLES = 1000  # a Hypothesis run; then the next seed
SLOW = 5.0  # seconds of a processor for one input
GROWN = 1 << 20  # kB of memory that one parser may take on top


def run(parser: Parser, seconds: float, start: int = 0) -> int:
    """Read damaged inputs for so many seconds of a processor; how many were read.

    Raises what the parser may not, and keeps that input in a file.
    """
    count, number, until = 0, start, time.process_time() + seconds
    seeds = parser.seeds()

    def one(random: Random) -> None:
        nonlocal count
        if time.process_time() > until:
            return
        count += 1
        good = random.choice(seeds)
        value = mangled(good, random) if isinstance(good, bytes) else changed(good, random)
        began = time.process_time()
        try:
            with contextlib.suppress(*parser.fine):
                parser.read(value)
            assert time.process_time() - began < SLOW, "too slow"
        except BaseException:
            (scratch() / "failed").write_bytes(
                value if isinstance(value, bytes) else repr(value).encode("utf-8", "replace")
            )
            raise

    while time.process_time() < until:
        how = settings(
            max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )  # fmt: skip
        seed(number)(how(given(st.randoms(use_true_random=True))(one)))()
        number += 1
    return count


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("minutes", type=float)
    ask.add_argument("parsers", nargs="*", help=f"some of: {', '.join(PARSERS)}", metavar="PARSER")
    ask.add_argument("--seed", type=int, default=int(time.time()))
    wish = ask.parse_args()
    unknown = set(wish.parsers) - set(PARSERS)
    if unknown:
        ask.error(f"no such parser: {', '.join(sorted(unknown))}")
    failed = 0
    for name in wish.parsers or PARSERS:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            count = run(PARSERS[name], 60 * wish.minutes, wish.seed)
        except Exception:  # noqa: BLE001 (the job goes on with the next parser)
            traceback.print_exc()
            print(f"{name}: FAILED (seed {wish.seed}), the input is in {scratch() / 'failed'}", flush=True)
            failed += 1
            continue
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        print(f"{name}: {count} inputs, memory +{grown >> 10} MB", flush=True)
        if grown > GROWN:
            print(f"{name}: FAILED, it took {grown >> 10} MB")
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
