"""The messages to pages, built only from what the game's rules let each viewer see, so that no secret leaks."""

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
"""Notices that pages do not repeat as text, because a card of the warm-up or of a question shows them."""
VERDICT_PICTURE_PX: Final = 240  # width and height in pixels of a verdict's picture
Pictures: TypeAlias = Callable[[], Mapping[int, str]]
"""Returns card number -> name of its picture; called when a ruling is put into words."""


def no_pictures() -> Mapping[int, str]:
    return {}


def state_of(
    game: TableSitting, viewer: Actor, language: Language, *, laptop: bool, pictures: Pictures = no_pictures
) -> dict[str, Any]:
    """Return the game's state for one page, as JSON values.

    Args:
        game: The game.
        viewer: Who sees it: a seat, or TABLE for what everybody may see.
        language: The language of texts.
        laptop: True to add what only the laptop shows, such as the table's own actions.
        pictures: Returns the names of the pictures on cards.
    """
    match, taps, seen = game.match, game.taps, game.sitting.stand_on_disk
    assert seen is not None
    actors = match.game.actors(seen.state)
    wants = match.desk.needs(match)  # not ``match.needs``: also when the game is over
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
    """Return the latest big moments of a game for the page to celebrate, oldest first, as JSON values.

    ``of`` identifies the game, ``at`` orders its moments.
    """
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
    """Return a short id of this game that reveals nothing of it. Pages remember by it which moments they have shown."""
    log = match.log
    return f"{crc32((log.header.mark or log.name).encode()):08x}" if log is not None else "game"


def questions_of(game: TableSitting, viewer: Actor, language: Language, *, laptop: bool) -> list[dict[str, Any]]:
    """Return the questions that a page shows, as JSON values.

    The laptop shows all but those to bots. A phone shows those to its player and those to everybody.
    """
    found = []
    for question in game.sitting.questions():
        if question.to in game.bots.seats or not (laptop or question.concerns(viewer)):
            continue
        found.append(question_of(game.match, question, language))
    return found


def heard_of(
    game: TableSitting, language: Language, questions: Sequence[Mapping[str, Any]], *, laptop: bool
) -> dict[str, Any] | None:
    """Return the latest spoken answer to a question, shown until it takes effect, is confirmed or is dropped.

    Args:
        game: The game.
        language: The language of texts.
        questions: The questions that this page shows. A phone gets no answer to another question.
        laptop: True for the laptop's page.

    Returns:
        ``question`` (its id), ``answers`` (the id that was heard, or two of which one was meant), ``sure`` (False if it
        must be confirmed) and ``text``; None if there is no such answer for this page.
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
    """Return a question with its answers, as JSON values.

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
    """Return the faces that cameras see, as JSON values.

    ``number`` counts from the picture's left; ``face`` is a tracked face's key.
    """
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
    """Return the notation of the one action that an answer stands for; "" if there is not exactly one.

    By it pages avoid listing the action twice.
    """
    if len(answer.acts) != 1 or answer.acts[0][0] not in (TABLE, question.to):
        return ""
    return match.game.format(answer.acts[0][1], match.options)


def _legal(match: Match, state: object, actor: Actor | None) -> dict[str, list[Any]]:
    """Return the legal actions of ``actor``, as JSON values.

    Returns:
        ``legal``: the actions in notation. ``moves``: for each move, lane letter -> fields that the piece there goes.
    """
    actions: list[Any] = []
    if actor is not None and actor in match.game.actors(state):
        actions = list(islice(match.game.legal(state, actor), MAX_ACTIONS))
    return {
        "legal": [match.game.format(action, match.options) for action in actions],
        "moves": [fields_by_lane(action) for action in actions if isinstance(action, Move)],
    }


def _dice(match: Match, viewer: Actor, laptop: bool) -> dict[str, Any] | None:
    """Return which throw of dice is expected; None if none is.

    Returns:
        ``count`` (dice), ``turn`` (the seat that throws) and ``mine`` (True if this page may act on it).
    """
    needs = match.needs
    if not needs.dice:
        return None
    turn = match.seat(needs.thrower)
    return {"count": needs.dice, "turn": turn, "mine": laptop or viewer == turn}


def rulings_of(
    match: Match, language: Language, last: int | None = None, pictures: Pictures = no_pictures
) -> list[dict[str, Any]]:
    """Return the latest rulings up to number ``last``, without rejections of typed lines, which may hold secrets."""
    end = match.last if last is None else last
    latest = [match.rulings[n] for n in range(max(1, end - MAX_RULINGS_SHOWN + 1), end + 1) if n in match.rulings]
    return [ruling_of(r, language, pictures) for r in latest if r.code != REFUSED_CODE]


_shown: dict[tuple[int, Language], tuple[Ruling, dict[str, Any]]] = {}
"""Cache of rulings as JSON values, since pages show the latest ones again at every change."""


def ruling_of(ruling: Ruling, language: Language, pictures: Pictures = no_pictures) -> dict[str, Any]:
    """Return a ruling as JSON values. The result is cached and must not be changed."""
    kept = _shown.get((id(ruling), language))
    if kept is None:
        if len(_shown) >= 10 * MAX_RULINGS_SHOWN:
            _shown.clear()
        kept = _shown[id(ruling), language] = ruling, _ruling_of(ruling, language, pictures)
    return kept[1]


def _ruling_of(ruling: Ruling, language: Language, pictures: Pictures) -> dict[str, Any]:
    told, reason = say(name_pictures(ruling.as_fact, pictures()), language), say(ruling.reason, language)
    headline = f"headline.{ruling.code}"  # a shorter text for pages, if there is one
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
    """Send an event to pages: rulings to all; rejected lines, heard phrases and states of devices to the laptop."""
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
    if event.code == REFUSED_CODE:  # it may repeat what was typed, so only the laptop gets it
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
    """Return a verdict on a victory speech as JSON values, with its pictures as data URLs; None if there is none."""
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
    """Return a small RGB picture, enlarged, as the data URL of a JPEG."""
    import cv2

    large = cv2.resize(rgb[..., ::-1], (VERDICT_PICTURE_PX, VERDICT_PICTURE_PX), interpolation=cv2.INTER_CUBIC).astype(
        rgb.dtype
    )
    return data_url(encode_jpeg(large, VERDICT_PICTURE_PX, 85))
