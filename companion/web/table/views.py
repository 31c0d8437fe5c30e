"""What each page may know: messages built from the game's own view of one viewer, and nothing more."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from companion.events import Ruling
from companion.referee.face_off import FaceOffDesk
from companion.referee.match import Match
from companion.rules.protocol import CHANCE, TABLE, Actor, Language
from companion.web.table.game import TableGame

MOST_ACTIONS: Final = 2000
RULINGS: Final = 60


def state_of(game: TableGame, viewer: Actor, *, laptop: bool, language: Language | None = None) -> dict[str, Any]:
    """The game as ``viewer`` (a seat, or TABLE) may see it, told in ``language``. ``laptop``: with the table's own
    actions."""
    match = game.match
    rules, state = match.game, match.state
    actors = rules.actors(state)
    out: dict[str, Any] = {
        "game": rules.name,
        "title": rules.title,
        "players": [{"name": n, "bot": k in game.bots} for k, n in enumerate(match.players)],
        "seat": viewer if viewer >= 0 else None,
        "view": rules.view(state, viewer),
        "actors": [a for a in actors if a >= 0],
        "chance": CHANCE in actors,
        "table": TABLE in actors,
        "legal": _legal(game, viewer) if viewer >= 0 else [],
        "dice": _dice(game, viewer, laptop),
        "rulings": rulings_of(game, language or match.language),
        "showing": dict(game.shown),
        "paused": match.paused,
        "tapped": game.tapped,
        "signals": signals_of(match),
        "language": language or match.language,
        "over": _over(game),
    }
    if laptop:
        out["tableLegal"] = _legal(game, TABLE)
        out["standing"] = match.timeline.groups()[-RULINGS:]
        out["unclaimed"] = [
            {"name": e.name, "onset": round(e.onset, 2), "candidates": list(e.evidence.get("candidates", ()))}
            for e in game.unclaimed
        ]
        out["trouble"] = match.log.trouble if match.log is not None else ""
    return out


def _legal(game: TableGame, actor: Actor) -> list[str]:
    rules, state = game.match.game, game.match.state
    if actor not in rules.actors(state):
        return []
    return [rules.format(a, game.match.options) for a in islice(rules.legal(state, actor), MOST_ACTIONS)]


def _dice(game: TableGame, viewer: Actor, laptop: bool) -> dict[str, Any] | None:
    count = game.wants_dice()
    if not count:
        return None
    turn = game.match.state.turn
    as_they_lie = list(getattr(game.match.desk, "acceptable", ()))
    return {"count": count, "turn": turn, "mine": laptop or viewer == turn, "lie": as_they_lie}


def rulings_of(game: TableGame, language: Language) -> list[dict[str, Any]]:
    """The latest rulings as all may read them: what was typed by somebody is never repeated."""
    match = game.match
    latest = [match.rulings[n] for n in sorted(match.rulings)[-RULINGS:]]
    return [ruling_of(game.worded(r, language)) for r in latest if r.code != "refused"]


def ruling_of(ruling: Ruling) -> dict[str, Any]:
    return {
        "n": ruling.number,
        "code": ruling.code,
        "text": ruling.text,
        "why": ruling.reason,
        "at": round(ruling.decided, 2),
    }


def signals_of(match: Match) -> dict[str, int]:
    """Face Off!: the signals that count now, with what they show."""
    desk = match.desk
    return desk.active() if isinstance(desk, FaceOffDesk) else {}


def _over(game: TableGame) -> dict[str, Any] | None:
    outcome = game.match.game.outcome(game.match.state)
    if outcome is None:
        return None
    return {"scores": list(outcome.scores), "winners": list(outcome.winners), "why": outcome.termination}
