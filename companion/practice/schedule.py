"""Decide what to practise next, by spaced repetition over each signal's history (library ``fsrs``).

FSRS models a signal as a card that is reviewed from time to time. It counts in days, so attempts within half an hour
are one review; their hit rate and median reaction give its rating. Nothing is stored: cards are computed from the
attempts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from fsrs import Card, Rating, Scheduler

from companion.facts import Fact, fact
from companion.people.attempt import Attempt
from companion.practice.drills import EARS_SENSE, DrillPlan, senses_of
from companion.practice.statistics import spread
from companion.practice.store import PracticeStore

SESSION_GAP = timedelta(minutes=30)
SLOW_S = 2.5  # median seconds from cue to onset from which a review is rated Hard
QUICK_S = 0.9  # median below which a review is rated Easy


@dataclass(frozen=True, slots=True)
class Advice:
    """When a signal is due for practice.

    Attributes:
        signal: The signal.
        due: When it is due, UTC; None if it was never tried.
        recall: Probability that it is still known, 0..1.
        reviews: Number of reviews (groups of attempts).
        hits: Hits in the last review.
        tries: Attempts in the last review.
    """

    signal: str
    due: datetime | None
    recall: float
    reviews: int
    hits: int = 0
    tries: int = 0


def reviews(attempts: Iterable[Attempt]) -> list[list[Attempt]]:
    """Return the attempts in time order, in groups (reviews) between gaps of more than half an hour."""
    out: list[list[Attempt]] = []
    for a in sorted(attempts, key=lambda a: a.at):
        if out and a.at - out[-1][-1].at <= SESSION_GAP:
            out[-1].append(a)
        else:
            out.append([a])
    return out


def rating(tries: Sequence[Attempt]) -> Rating:
    """Return the FSRS rating of the attempts of one review.

    It is Again below two hits in three, Hard with any miss or a median of ``SLOW_S`` or more, Easy with a median below
    ``QUICK_S``, else Good.
    """
    hits = [a for a in tries if a.hit]
    if 3 * len(hits) < 2 * len(tries):
        return Rating.Again
    onset = spread(a.onset for a in hits if a.onset is not None)
    if len(hits) < len(tries) or (onset is not None and onset.median >= SLOW_S):
        return Rating.Hard
    return Rating.Easy if onset is not None and onset.median < QUICK_S else Rating.Good


def advise(attempts: Iterable[Attempt], signals: Sequence[str], now: datetime) -> list[Advice]:
    """Return advice on each signal, in the order in which to practise them.

    Due signals come first, the least known of them at the front; then new ones; then the others by due time.
    """
    moment = now.astimezone(timezone.utc)
    scheduler = Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=())
    of: dict[str, list[Attempt]] = {}
    for a in attempts:
        of.setdefault(a.asked, []).append(a)
    return sorted((_advice(scheduler, s, of.get(s, []), moment) for s in signals), key=lambda a: _order(a, moment))


def _advice(scheduler: Scheduler, signal: str, attempts: Sequence[Attempt], now: datetime) -> Advice:
    runs = reviews(a for a in attempts if a.at <= now)
    if not runs:
        return Advice(signal, None, 0.0, 0)
    began = runs[0][0].at.astimezone(timezone.utc)
    card = Card(card_id=1, due=began)
    for tries in runs:
        card, _ = scheduler.review_card(card, rating(tries), tries[-1].at.astimezone(timezone.utc))
    last = rating(runs[-1])
    due = card.due
    if last is Rating.Again:  # a failed signal is due again the same day
        due = min(due, runs[-1][-1].at.astimezone(timezone.utc) + SESSION_GAP)
    recall = float(scheduler.get_card_retrievability(card, now))
    hits, tried = sum(a.hit for a in runs[-1]), len(runs[-1])
    return Advice(signal, due, recall, len(runs), hits, tried)


def reason(advice: Advice) -> Fact:
    """Return when and why a signal is due, as a fact for display."""
    if advice.due is None:
        return fact("practice.next-new")
    when = f"{advice.due.astimezone():%Y-%m-%d %H:%M}"
    recall = round(advice.recall, 3)
    return fact("practice.next-due", when=when, recall=recall, hits=advice.hits, tries=advice.tries)


def _order(advice: Advice, now: datetime) -> tuple[int, float]:
    if advice.due is None:
        return 1, 0.0
    if advice.due <= now:
        return 0, advice.recall
    return 2, advice.due.timestamp()


def advice(store: PracticeStore, player: str, wanted: Sequence[str]) -> list[Advice]:
    """Return advice on the ``wanted`` signals from a player's stored attempts; for an unknown player all are new."""
    history = store.attempts(player) if player in store.players() else []
    return advise(history, wanted, datetime.now().astimezone())


def plan_of(drill: str, store: PracticeStore, player: str, wanted: Sequence[str], tries: int) -> DrillPlan:
    """Return the cues of a drill, with a random rest of 1 to 2.5 s before each.

    The drill "reaction" asks for all ``wanted`` signals in turns, others only for the one that is due first.
    """
    luck = random.Random()
    first = [a.signal for a in advice(store, player, wanted)]
    cues = _turns(first, tries, luck) if drill == "reaction" else (first[0],) * tries
    waits = tuple(luck.uniform(1.0, 2.5) for _ in cues)
    return DrillPlan(cues, waits, limits(cues, drill), strict=drill == "reaction", among=tuple(wanted))


def _turns(first: Sequence[str], tries: int, seed: random.Random) -> tuple[str, ...]:
    """Return ``tries`` signals in shuffled rounds of all signals; ``first[0]``, the most due, occurs twice in each."""
    out: list[str] = []
    while len(out) < tries:
        turn = [*first, first[0]] if len(first) > 1 else list(first)
        seed.shuffle(turn)
        out += turn
    return tuple(out[:tries])


def limits(signals: Sequence[str], drill: str) -> float:
    """Return the time to make a signal, in seconds: 20 to learn it, 10 for a Wild Thing, else 5, or 6 with noises."""
    noises = any(EARS_SENSE in senses_of(s) for s in signals)
    return {"learn": 20.0, "wild": 10.0}.get(drill, 5.0 + noises)
