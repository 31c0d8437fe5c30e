"""Make messages about a game from its events and rulings, without anything that is secret at the table.

Of events of the senses only the result is sent. Typed text and words heard by a microphone are left out. Numbers of
cards come from the game's public view.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from typing import Final

from companion.club import facts as messages
from companion.club.codec import MAX_PAYLOAD_BYTES, encode
from companion.events import Event, Phrase, Roll, Ruling, Seat, Signal, Source, Teeth
from companion.facts import JSON, Fact, Value
from companion.referee.match import Match
from companion.referee.message_outbox import RULING_WEIGHT, STATE_WEIGHT, STATUS_WEIGHT, OutboxMessage
from companion.rules.protocol import TABLE

MESSAGE_WEIGHTS: Final[Mapping[type[messages.CountedMessage], int]] = {
    messages.RulingTold: RULING_WEIGHT,
    messages.ResultMessage: RULING_WEIGHT,
    messages.GameBegun: RULING_WEIGHT,
    messages.ScoreMessage: STATE_WEIGHT,
    messages.EventTold: STATUS_WEIGHT,
    messages.Health: STATUS_WEIGHT,
}
PRIVATE_VALUES: Final = (
    "text",
    "known",
    "path",
    "said",
)  # values that hold typed or heard words, or paths of this machine
DELAY_FIELD_BYTES: Final = 32  # bytes reserved for the field ``late``
CUT_VALUES: Final = {"cut": True}  # replaces values that are too large for a message
_log = logging.getLogger(__name__)


class Herald:
    """Makes the messages about one game.

    Args:
        match: The game.
        table: The table's ID.
        game: ID of the game's log.
        take: Function that returns the number of the next message.
        posted: Function that is called with each message.
    """

    def __init__(
        self,
        match: Match,
        table: str,
        game: str,
        take: Callable[[], int],
        posted: Callable[[OutboxMessage, messages.CountedMessage], None] = lambda post, message: None,
    ) -> None:
        self.match, self.table, self.game = match, table, game
        self._take, self._posted = take, posted
        self._score: messages.ScoreMessage | None = None
        self._over = match.is_over
        self.health: dict[str, str] = {}
        """The latest status of each source and seat."""

    def game_messages(self) -> list[OutboxMessage]:
        """Return the messages for a game that begins or is resumed: that it begins, and its score."""
        rules = self.match.game
        begun = messages.GameBegun(
            **self._common(),
            kind=rules.name,
            players=self.match.players,
            options=rules.option_values(self.match.options),
        )
        return [self._post(begun), *self._stands()]

    def messages_for(self, events: Sequence[Event]) -> list[OutboxMessage]:
        """Return the messages for events that are being added to the log; errors are only logged."""
        posts: list[OutboxMessage] = []
        for event in events:
            try:
                if (message := self._message(event)) is not None:
                    posts.append(self._post(message))
            except Exception:  # any error: the game goes on  # noqa: BLE001
                _log.exception("telling %s", type(event).__name__)
        try:
            posts += self._stands()
        except Exception:  # noqa: BLE001
            _log.exception("telling the score")
        return posts

    def result(self, *, confirmed: bool) -> OutboxMessage | None:
        """Return the message with the game's result; None if the game is not over."""
        outcome = self.match.game.outcome(self.match.state)
        if outcome is None:
            return None
        names = self.match.players
        points: dict[str, float] = dict(zip(names, outcome.scores, strict=True))
        winners = tuple(names[k] for k in outcome.winners)
        return self._post(messages.ResultMessage(**self._common(), points=points, winners=winners, confirmed=confirmed))

    def _common(self) -> dict[str, JSON]:
        return {"table": self.table, "wall": now(), "seq": self._take(), "game": self.game}

    def _post(self, message: messages.CountedMessage) -> OutboxMessage:
        try:
            body = encode(message)  # type: ignore[arg-type]
            if len(body) > MAX_PAYLOAD_BYTES - DELAY_FIELD_BYTES:
                raise messages.MessageError("no room")
        except messages.MessageError:
            message = _shorter(message)
            body = encode(message)  # type: ignore[arg-type]
        post = OutboxMessage(message.seq, MESSAGE_WEIGHTS[type(message)], message.topic, body.decode())
        self._posted(post, message)
        return post

    def _message(self, event: Event) -> messages.CountedMessage | None:
        at = max(0.0, round(event.decided, 3))
        if isinstance(event, Ruling):
            values = {} if event.code in ("refused", "failed") else public(event.values)
            return messages.RulingTold(**self._common(), at=at, code=event.code, values=values, number=event.number)
        if isinstance(event, (Seat, Source)):
            return self._health(event, at)
        found = _sense_values(event)
        if found is None:
            return None
        return messages.EventTold(**self._common(), at=at, code=event.type, values=public(found))

    def _health(self, event: Seat | Source, at: float) -> messages.Health:
        code = event.status if isinstance(event, Source) else event.state
        self.health[event.source if isinstance(event, Source) else f"seat {event.seat}"] = code
        values: dict[str, Value] = {"source": event.source}
        if isinstance(event, Seat):
            values |= {"seat": event.seat, "player": event.player}
        if event.detail is not None:
            values["detail"] = event.detail.code
        return messages.Health(**self._common(), at=at, code=code, values=public(values))

    def _stands(self) -> list[OutboxMessage]:
        """Return messages with the score and the result, each only if it has changed."""
        posts = []
        match = self.match
        score = score_of(match)
        if self._score is None or score != (self._score.points, self._score.hands, self._score.hand):
            points, hands, hand = score
            self._score = messages.ScoreMessage(**self._common(), points=points, hands=hands, hand=hand)
            posts.append(self._post(self._score))
        over = match.is_over
        if over and not self._over:
            result = self.result(confirmed=False)
            posts += [result] if result is not None else []
        self._over = over
        return posts


def score_of(match: Match) -> tuple[dict[str, float], dict[str, int] | None, int]:
    """Return the points by player, the numbers of cards by player, and the number of the hand or round.

    The numbers of cards are None if the game's public view does not show them.
    """
    seen = match.game.view(match.state, TABLE)
    outcome = match.game.outcome(match.state)
    points = outcome.scores if outcome is not None else match.game.points(match.state, TABLE)
    counts = next((seen[k] for k in ("hands", "cards") if _counts(seen.get(k), len(match.players))), None)
    names = match.players
    hands = None if counts is None else dict(zip(names, counts, strict=True))
    return dict(zip(names, points, strict=False)), hands, int(seen["round"])


def _counts(value: JSON, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(type(v) is int for v in value)


def _sense_values(event: Event) -> dict[str, Value] | None:
    """Return the result of an event of the senses, without words or measurements; None if it is not to be sent."""
    if isinstance(event, Signal):
        return {"name": event.name, "player": event.player} if event.phase == "on" else None
    if isinstance(event, Roll):
        refused = event.refused.code if event.refused is not None else None
        return {"dice": event.values, "player": event.player, "refused": refused}
    if isinstance(event, Phrase):
        return None if event.kind == "other" else {"kind": event.kind, "player": event.player}
    if isinstance(event, Teeth):
        return {"verdict": event.verdict, "player": event.player}
    return None


def public(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values without typed or heard words and without paths, shortened to the limits of a message."""
    found = {k[: messages.MAX_TEXT_CHARS]: _public(v) for k, v in values.items() if k not in PRIVATE_VALUES}
    return dict(list(found.items())[: messages.MAX_ITEMS])


def _public(value: Value) -> Value:
    if isinstance(value, Fact):
        return Fact(value.code, public(value.values))
    if isinstance(value, (tuple, list)):
        return tuple(_public(v) for v in value[: messages.MAX_ITEMS])
    return value[: messages.MAX_TEXT_CHARS] if isinstance(value, str) else value


def _shorter(message: messages.CountedMessage) -> messages.CountedMessage:
    """Return a message that is too large with ``CUT_VALUES`` instead of its values.

    Raises:
        MessageError: The message has no values that could be replaced.
    """
    if isinstance(message, (messages.RulingTold, messages.EventTold, messages.Health)):
        return replace(message, values=CUT_VALUES)
    if isinstance(message, messages.GameBegun):
        return replace(message, options=CUT_VALUES)
    raise messages.MessageError(f"a {message.topic} of more than {MAX_PAYLOAD_BYTES} bytes")


def now() -> str:
    """Return this machine's wall time (ISO 8601, UTC)."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")
