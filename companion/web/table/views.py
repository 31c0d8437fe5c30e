"""What each page may know: messages built from the game's own view of one viewer, and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias
from zlib import crc32

from companion.events import Event, Notice, Phrase, Ruling, Seat, Source
from companion.events.kinds import REFUSED_CODE
from companion.facts import Fact
from companion.referee.match import Match
from companion.referee.match_view import Stand
from companion.referee.moments import moments
from companion.referee.questions import Answer, Question
from companion.rules.keep_smiling.actions import Move, fields_by_lane
from companion.rules.protocol import TABLE, Actor
from companion.sitting.mouth_watch import FilmedVerdict
from companion.sitting.table_sitting import TableSitting
from companion.sources.picture_source import Image
from companion.sources.pixels import encode_jpeg
from companion.web.kit.hub import PageHub
from companion.web.kit.page import data_url
from companion.web.table.album import name_pictures
from companion.web.table.leaving import can_leave
from companion.words import Language, say, term
from companion.words.messages import messages

MAX_ACTIONS: Final = 2000
MAX_RULINGS_SHOWN: Final = 60
CARD_CODES: Final = ("warmup.begin", "warmup.to", "warmup.sheet", "heard.taken", "heard.asked", "heard.either")
"""What cards show: the warm-up's and its sheet, and the card of what is asked."""
VERDICT_PICTURE_PX: Final = 240  # pixels of the side of a verdict's picture
Pictures: TypeAlias = Callable[[], Mapping[int, str]]
"""The names of the pictures on cards, by number; asked for where a ruling is put into words."""


def no_pictures() -> Mapping[int, str]:
    return {}


def state_of(
    game: TableSitting, viewer: Actor, language: Language, *, laptop: bool, pictures: Pictures = no_pictures
) -> dict[str, Any]:
    """Return the game as ``viewer`` (a seat, or TABLE) may see it.

    Args:
        laptop: With the table's own actions.
        pictures: The names of the cards' pictures.
    """
    match, taps, seen = game.match, game.taps, game.sitting.stand_on_disk
    assert seen is not None
    actors = match.game.actors(seen.state)
    wants = match.desk.needs(match)  # also when it is over
    out: dict[str, Any] = {
        "game": match.game.name,
        "title": term("game", match.game.name, language),
        "players": [{"name": n, "bot": k in game.bots.seats} for k, n in enumerate(match.players)],
        "seat": viewer if viewer >= 0 else None,
        "view": match.game.view(seen.state, viewer),
        "actors": [a for a in actors if a >= 0],
        "table": TABLE in actors,
        **_legal(match, seen.state, viewer if viewer >= 0 else None),
        "dice": _dice(match, viewer, laptop),
        "rulings": rulings_of(match, language, seen.last, pictures),
        "showing": dict(taps.shown),
        "paused": seen.paused,
        "tapped": taps.is_tapping,
        "sensed": sorted(taps.sensed.intersection(wants.signals)),
        "signals": dict(wants.signals),
        "sees": wants.sees,
        "hears": wants.hears,
        "over": _outcome_view(match, seen.state),
        "questions": questions_of(game, viewer, language, laptop=laptop),
        "moments": moments_of(match, seen, language, pictures),
    }
    out["heard"] = heard_of(game, language, out["questions"], laptop=laptop)
    if laptop:
        out["seatsSeen"] = visible_seats(game)
        out["unseen"] = game.faces.missing() if game.faces is not None else []
        out["tableLegal"] = _legal(match, seen.state, TABLE)["legal"]
        out["mayLeave"] = can_leave(match.game.name, len(match.players))
        seats = match.desk.on_table(match, seen.state) if viewer == TABLE else ()
        if len(seats) > 1:
            out["tableLegal"] += _legal(match, seen.state, seats[0])["legal"]
        elif seats:
            out |= {"mover": seats[0], **_legal(match, seen.state, seats[0])}
        out["standing"] = seen.standing(MAX_RULINGS_SHOWN)
        out["hints"] = [
            {"at": round(e.decided, 2), "text": say("hint.unknown", language, sign=e.name)} for e in taps.unknown
        ]
        trouble = match.log.trouble if match.log is not None else None
        out["trouble"] = say(trouble, language)
    return out


def moments_of(match: Match, stand: Stand, language: Language, pictures: Pictures) -> list[dict[str, Any]]:
    """Return the latest big moments, the oldest first. ``of`` names the game, ``at`` orders the moments in it."""
    names = pictures()
    return [
        {
            "of": _mark(match),
            "at": one.group + one.place / 100,
            "kind": one.moment.kind,
            "title": say(name_pictures(one.moment.title, names), language),
            "detail": say(name_pictures(one.moment.detail, names), language),
            "seats": list(one.moment.seats),
            **one.moment.shows,
        }
        for one in moments(match, stand)
    ]


def _mark(match: Match) -> str:
    """Return a short name of this game that says nothing of it: pages remember which of its moments they showed."""
    log = match.log
    return f"{crc32((log.header.mark or log.name).encode()):08x}" if log is not None else "game"


def questions_of(game: TableSitting, viewer: Actor, language: Language, *, laptop: bool) -> list[dict[str, Any]]:
    """Return what is asked of this page: all but the bots' on the laptop, its own and everybody's on a phone."""
    found = []
    for question in game.sitting.questions():
        if question.to in game.bots.seats or not (laptop or question.concerns(viewer)):
            continue
        found.append(question_of(game.match, question, language))
    return found


def heard_of(
    game: TableSitting, language: Language, questions: Sequence[Mapping[str, Any]], *, laptop: bool
) -> dict[str, Any] | None:
    """Return what was heard as an answer and stands on the card: it counts in a moment, or must be confirmed.

    Args:
        questions: Those that this page shows; of the others a phone learns nothing.
    """
    heard = game.voice.heard if game.voice is not None else None
    if heard is None or not (laptop or any(question["id"] == heard.prompt.id for question in questions)):
        return None
    return {
        "question": heard.prompt.id,
        "answers": [option.id for option in heard.options],
        "sure": heard.sure,
        "text": say(heard.text, language),
    }


def question_of(match: Match, question: Question, language: Language) -> dict[str, Any]:
    """Return a question as a page shows it, with its answers.

    Each answer's ``do`` is the message that the page sends when somebody chooses it.
    """
    return {
        "id": question.id,
        "code": question.code,
        "text": say(question.text, language),
        "why": say(question.why, language),
        "to": question.to,
        "picture": data_url(question.picture) if question.picture else "",
        "answers": [
            {
                "id": a.id,
                "text": say(a.text, language),
                "kind": a.kind,
                "means": _means(match, question, a),
                "do": {"do": "answer", "question": question.id, "answer": a.id},
            }
            for a in question.answers
        ],
    }


def visible_seats(game: TableSitting) -> list[dict[str, Any]]:
    """Return the faces that cameras see, numbered from their left; ``face`` names one while people move."""
    return [
        {
            "number": f.number,
            "face": f.key,
            "player": f.player,
            "box": [round(v, 4) for v in f.box],
            "sure": f.sure,
            "camera": f.key.rpartition("/")[0],
        }
        for f in (game.faces.visible_faces() if game.faces is not None else ())
    ]


def _means(match: Match, question: Question, answer: Answer) -> str:
    """Return the action that an answer is, as the list of actions has it: it need not stand there too."""
    if len(answer.acts) != 1 or answer.acts[0][0] not in (TABLE, question.to):
        return ""
    return match.game.format(answer.acts[0][1], match.options)


def _legal(match: Match, state: object, actor: Actor | None) -> dict[str, list[Any]]:
    """Return the actions that ``actor`` may do: their notation, and of moves of pieces how far each piece goes."""
    actions: list[Any] = []
    if actor is not None and actor in match.game.actors(state):
        actions = list(islice(match.game.legal(state, actor), MAX_ACTIONS))
    return {
        "legal": [match.game.format(action, match.options) for action in actions],
        "moves": [fields_by_lane(action) for action in actions if isinstance(action, Move)],
    }


def _dice(match: Match, viewer: Actor, laptop: bool) -> dict[str, Any] | None:
    """Return the dice that are due."""
    needs = match.needs
    if not needs.dice:
        return None
    turn = match.seat(needs.thrower)
    return {"count": needs.dice, "turn": turn, "mine": laptop or viewer == turn}


def rulings_of(
    match: Match, language: Language, last: int | None = None, pictures: Pictures = no_pictures
) -> list[dict[str, Any]]:
    """Return the latest rulings, up to number ``last``, as all may read them: typed text is never repeated."""
    end = match.last if last is None else last
    latest = [match.rulings[n] for n in range(max(1, end - MAX_RULINGS_SHOWN + 1), end + 1) if n in match.rulings]
    return [ruling_of(r, language, pictures) for r in latest if r.code != REFUSED_CODE]


_shown: dict[tuple[int, Language], tuple[Ruling, dict[str, Any]]] = {}
"""What was made of a ruling: pages show the latest ones again at every change."""


def ruling_of(ruling: Ruling, language: Language, pictures: Pictures = no_pictures) -> dict[str, Any]:
    """Return a ruling as pages show it. Made once, to be read only."""
    kept = _shown.get((id(ruling), language))
    if kept is None:
        if len(_shown) >= 10 * MAX_RULINGS_SHOWN:
            _shown.clear()
        kept = _shown[id(ruling), language] = ruling, _ruling_of(ruling, language, pictures)
    return kept[1]


def _ruling_of(ruling: Ruling, language: Language, pictures: Pictures) -> dict[str, Any]:
    told, reason = say(name_pictures(ruling.as_fact, pictures()), language), say(ruling.reason, language)
    headline = f"headline.{ruling.code}"  # shorter than where somebody types
    short = say(Fact(headline, ruling.as_fact.values), language) if messages(language).has(headline) else ""
    return {
        "n": ruling.number,
        "code": ruling.code,
        "text": short or told,
        "why": f"{told} {reason}".strip() if short else reason,
        "at": round(ruling.decided, 2),
        "hand": ruling.values.get("n") if ruling.code == "new-hand" else None,
        "undoes": ruling.values.get("n") if ruling.code == "undone" else None,
        "who": [who for key in ("a", "b") if isinstance(who := ruling.values.get(key), str)],
    }


def _outcome_view(match: Match, state: object) -> dict[str, Any] | None:
    outcome = match.game.outcome(state)
    if outcome is None:
        return None
    return {"scores": list(outcome.scores), "winners": list(outcome.winners), "why": outcome.termination}


def tell(hub: PageHub, event: Event, pictures: Pictures = no_pictures) -> None:
    """Send rulings to all; what was refused, heard, and what devices say of themselves to the laptop."""
    if isinstance(event, Ruling):
        _ruling(hub, event, pictures)
    elif isinstance(event, Notice):
        _notice(hub, event)
    elif isinstance(event, Phrase):
        heard = {"t": "heard", "kind": event.kind, "text": event.text, "player": event.player}
        hub.tell_laptops(lambda _: heard)
    elif isinstance(event, Seat):
        if event.detail is not None and event.state in ("learning", "ready"):
            _aside(hub, event.detail, event.player)
    elif isinstance(event, Source):
        why, source = event.detail, {"t": "source", "name": event.source, "status": event.status}
        hub.tell_laptops(lambda language: {**source, "detail": say(why, language)})


def _ruling(hub: PageHub, event: Ruling, pictures: Pictures) -> None:
    if event.code == REFUSED_CODE:  # by the match, which logs it: what was typed is nobody else's business
        _aside(hub, event.as_fact, None, "refused")
    else:
        hub.tell(lambda language: {"t": "ruling", "list": "rulings", **ruling_of(event, language, pictures)})


def _notice(hub: PageHub, event: Notice) -> None:
    what = event.values.get("why" if event.is_refusal else "what")
    if event.is_refusal:
        player = what.values.get("player") if isinstance(what, Fact) else None
        _aside(hub, event.as_fact, player, "refused")
    elif not (isinstance(what, Fact) and what.code in CARD_CODES):
        _aside(hub, event.as_fact, None)


def _aside(hub: PageHub, what: Fact, player: object, kind: str = "aside") -> None:
    hub.tell_of(player, lambda language: {"t": kind, "text": say(what, language)})


def evidence(judged: FilmedVerdict | None) -> dict[str, Any] | None:
    """Return a verdict on a speech as JSON values, its pictures as data URLs; None while there is none."""
    if judged is None:
        return None
    event = judged.event
    start = event.onset
    pictures = [
        {"at": round(m.t - start, 2), "teeth": round(m.teeth or 0.0, 2), "src": _picture(m.crop)}
        for m in judged.evidence
        if m.crop is not None
    ]
    words = [
        {"from": round(s.start - start, 2), "to": round(s.end - start, 2), "words": s.words} for s in judged.showings
    ]
    return {
        "player": event.player,
        "verdict": event.verdict,
        "confidence": event.confidence,
        "seen": judged.seen_fraction,
        "showings": words,
        "pictures": pictures,
    }


def _picture(rgb: Image) -> str:
    """Return a data URL of a small RGB picture, enlarged for the page."""
    import cv2

    large = cv2.resize(rgb[..., ::-1], (VERDICT_PICTURE_PX, VERDICT_PICTURE_PX), interpolation=cv2.INTER_CUBIC).astype(
        rgb.dtype
    )
    return data_url(encode_jpeg(large, VERDICT_PICTURE_PX, 85))
