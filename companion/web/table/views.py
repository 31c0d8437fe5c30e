"""What each page may know: messages built from the game's own view of one viewer, and nothing more."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from companion.events import Ruling
from companion.referee.match import Match
from companion.referee.needs import NOTHING, Needs
from companion.referee.questions import Question
from companion.rules.protocol import CHANCE, TABLE, Actor
from companion.sitting.seating import Table
from companion.words import Language, say, term

MOST_ACTIONS: Final = 2000
RULINGS: Final = 60


def state_of(game: Table, viewer: Actor, language: Language, *, laptop: bool) -> dict[str, Any]:
    """The game as ``viewer`` (a seat, or TABLE) may see it. ``laptop``: with the table's own actions."""
    match, taps, seen = game.match, game.taps, game.sitting.shown
    assert seen is not None
    actors = match.game.actors(seen.state)
    wants = wants_of(match)
    out: dict[str, Any] = {
        "game": match.game.name,
        "title": term("game", match.game.name, language),
        "players": [{"name": n, "bot": k in game.bots.seats} for k, n in enumerate(match.players)],
        "seat": viewer if viewer >= 0 else None,
        "view": match.game.view(seen.state, viewer),
        "actors": [a for a in actors if a >= 0],
        "chance": CHANCE in actors,
        "table": TABLE in actors,
        "legal": _legal(match, seen.state, viewer) if viewer >= 0 else [],
        "dice": _dice(match, viewer, laptop),
        "rulings": rulings_of(match, language, seen.last),
        "showing": dict(taps.shown),
        "paused": seen.paused,
        "tapped": taps.tapped,
        "signals": dict(wants.signals),
        "sees": wants.sees,
        "hears": wants.hears,
        "over": _over(match, seen.state),
        "questions": questions_of(game, viewer, language, laptop=laptop),
    }
    if laptop:
        out["seatsSeen"] = seats_seen(game)
        out["unseen"] = game.faces.missing() if game.faces is not None else []
        out["tableLegal"] = _legal(match, seen.state, TABLE)
        out["standing"] = seen.standing(RULINGS)
        out["unclaimed"] = [
            {"name": e.name, "onset": round(e.onset, 2), "candidates": list(e.evidence.get("candidates", ()))}
            for e in taps.unclaimed
        ]
        trouble = match.log.trouble if match.log is not None else None
        out["trouble"] = "" if trouble is None else say(trouble, language)
    return out


def questions_of(game: Table, viewer: Actor, language: Language, *, laptop: bool) -> list[dict[str, Any]]:
    """What is asked of this page: all but the bots' on the laptop, its own and everybody's on a phone."""
    found = []
    for question in game.sitting.questions():
        if question.to in game.bots.seats or not (laptop or question.concerns(viewer)):
            continue
        found.append(question_of(question, language))
    return found


def question_of(question: Question, language: Language) -> dict[str, Any]:
    """A question with its answers; ``do`` is what the page sends for one."""
    return {
        "id": question.id,
        "code": question.code,
        "text": say(question.told, language),
        "why": "" if question.why is None else say(question.why, language),
        "to": question.to,
        "answers": [
            {
                "id": a.id,
                "text": say(a.told, language),
                "kind": a.kind,
                "means": a.text,
                "do": {"do": "answer", "question": question.id, "answer": a.id},
            }
            for a in question.answers
        ],
    }


def seats_seen(game: Table) -> list[dict[str, Any]]:
    """The faces that cameras see, numbered from their left; ``face`` names one while people move."""
    return [
        {
            "number": f.number, "face": f.key, "player": f.player, "box": [round(v, 4) for v in f.box], "sure": f.sure,
            "camera": f.key.rpartition("/")[0],
        }
        for f in (game.faces.seen() if game.faces is not None else ())
    ]  # fmt: skip


def wants_of(match: Match) -> Needs:
    """What the senses are for in this game, also when it is over."""
    return match.desk.needs() if match.desk is not None else NOTHING


def _legal(match: Match, state: Any, actor: Actor) -> list[str]:
    if actor not in match.game.actors(state):
        return []
    return [match.game.format(a, match.options) for a in islice(match.game.legal(state, actor), MOST_ACTIONS)]


def _dice(match: Match, viewer: Actor, laptop: bool) -> dict[str, Any] | None:
    """The dice that are due, and those that may be accepted as they lie."""
    needs = match.needs
    if not needs.dice:
        return None
    turn = match.seat(needs.thrower)
    lie = list(match.desk.acceptable) if match.desk is not None else []
    return {"count": needs.dice, "turn": turn, "mine": laptop or viewer == turn, "lie": lie}


def rulings_of(match: Match, language: Language, last: int | None = None) -> list[dict[str, Any]]:
    """The latest rulings, up to number ``last``, as all may read them: what was typed by somebody is never repeated."""
    end = match.last if last is None else last
    latest = [match.rulings[n] for n in range(max(1, end - RULINGS + 1), end + 1) if n in match.rulings]
    return [ruling_of(r, language) for r in latest if r.code != "refused"]


def ruling_of(ruling: Ruling, language: Language) -> dict[str, Any]:
    return {
        "n": ruling.number,
        "code": ruling.code,
        "text": say(ruling.told, language),
        "why": "" if ruling.reason is None else say(ruling.reason, language),
        "at": round(ruling.decided, 2),
        "who": [who for key in ("a", "b") if isinstance(who := ruling.values.get(key), str)],
    }


def _over(match: Match, state: Any) -> dict[str, Any] | None:
    outcome = match.game.outcome(state)
    if outcome is None:
        return None
    return {"scores": list(outcome.scores), "winners": list(outcome.winners), "why": outcome.termination}
