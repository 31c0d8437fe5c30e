"""``BrokerFeed``, which sends messages about a table's games to a broker.

Call ``keeper`` with the log of each game before it is played, and ``laid`` once the game's sitting exists. At the end
the table is asked whether the result is right; only then does it count in the hall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from companion.club.facts import Order
from companion.club.table import home_assistant
from companion.club.table.broker import Broker
from companion.club.table.herald import Herald
from companion.club.table.link import Link, State
from companion.club.table.register import Register
from companion.club.table.table_talk import TableTalk
from companion.events import Event
from companion.facts import Fact, fact
from companion.observers import Observers
from companion.referee.log import Log
from companion.referee.log_writer import LogWriter
from companion.referee.match import Match
from companion.referee.message_outbox import OutboxMessage
from companion.referee.questions import Answer, Question, yes_no
from companion.sitting.follower import Follower
from companion.sitting.sitting import Sitting
from companion.words import Language

RESULT_QUESTION: Final = "result"


class ResultConfirmation(Follower):
    """Asks whether the result is right once a game is over, on the laptop or in the terminal.

    Args:
        match: The game.
        confirm: Function that is called for yes.
        deny: Function that is called for no.
    """

    def __init__(self, match: Match, confirm: Callable[[], None], deny: Callable[[], None]) -> None:
        self._match, self._confirm, self._deny = match, confirm, deny
        self._settled = 0
        """The number of the last ruling when an answer was given; after a further ruling it is asked again."""

    def questions(self) -> Iterable[Question]:
        last = self._match.last
        if not self._match.is_over or self._settled == last:
            return ()
        return (Question(RESULT_QUESTION, last, fact("question.result"), yes_no(RESULT_QUESTION), to="laptop"),)

    def on_answer(self, question: Question, answer: Answer) -> None:
        self._settled = self._match.last
        if answer.id == "yes":
            self._confirm()
        else:
            self._deny()


class BrokerFeed:
    """Sends messages about one table's games to a broker.

    Call its methods from the sitting's thread. The observers in ``changed`` are called, from any thread, when
    ``trouble`` or ``status`` may have changed.
    """

    def __init__(self, broker: Broker, folder: Path, *, language: Language = "en", **pace: float) -> None:
        """Reserve an ID for the table in ``folder``; call ``start`` to connect.

        Args:
            broker: The broker.
            folder: Folder with the IDs of this machine's tables.
            language: Language of names in Home Assistant.
            **pace: Times of ``Link`` in seconds: ``first``, ``longest``, ``keepalive``.

        Raises:
            StorageError: The folder cannot be written.
        """
        self.broker = broker
        self.changed: Observers[[]] = Observers()
        self.register = Register(folder)
        self.talk = TableTalk(
            broker,
            self.register.id,
            language=language,
            on_clash=self._on_name_clash,
            on_order=lambda order: self._post(lambda: self._obey(order)),
        )
        self.link = Link(broker, self.talk, on_state=self._stands, on_drained=self.register.on_drained, **pace)
        self.link.add_earlier_logs(self.register.left)
        self._games: dict[int, str] = {}  # game ID by the identity of its log writer
        self._sitting: Sitting | None = None
        self._herald: Herald | None = None
        self._keeper: LogWriter | None = None
        self._name = ""
        self._lost = False

    def start(self) -> None:
        self.link.start()

    def keeper(self, log: Log) -> LogWriter:
        """Return a writer for a game's log, which will also store the game's messages.

        Raises:
            StorageError: The message numbers cannot be stored.
        """
        game, last = log.outbox()
        self.register.enter(log.name, last)
        keeper = LogWriter(log)
        self._games[id(keeper)] = game
        return keeper

    def laid(self, sitting: Sitting) -> None:
        """Send messages about this sitting's game from now on, if its log's writer came from ``keeper``."""
        match = sitting.match
        keeper = match.log if match is not None else None
        if match is None or not isinstance(keeper, LogWriter) or id(keeper) not in self._games:
            return
        self.on_game_left()
        game = self._games.pop(id(keeper))
        herald = Herald(match, self.register.id, game, self.register.take, self.talk.note)
        self._sitting, self._herald, self._keeper, self._name = sitting, herald, keeper, keeper.name
        keeper.beside = self._messages_for
        keeper.post(*herald.game_messages())
        sitting.followers.append(
            ResultConfirmation(match, self._confirm_result, lambda: self._say(fact("club.result-wrong")))
        )
        self.link.attach(keeper)
        self.talk.playing(game)
        if (trouble := self.trouble()) is not None:
            self._say(trouble)

    def on_game_left(self) -> None:
        """Stop sending messages, because the table has no game any more."""
        if self._keeper is not None:
            self.register.end_log(self._keeper.name)
            self.talk.playing(None)
        self._sitting = self._herald = self._keeper = None

    def close(self, seconds: float = 3.0) -> Fact | None:
        """Send what is queued for at most ``seconds``, then stop.

        Returns:
            How many messages are still unsent, as a fact; None for none. They are sent when this table plays again.
        """
        self.on_game_left()
        self.link.close(seconds)
        waits = self.register.waits()
        self.register.close()
        return fact("club.waits", n=waits) if waits else None

    # Status

    def trouble(self) -> Fact | None:
        """Return why messages cannot be sent or are ambiguous; None if all is well."""
        if self.talk.clash:
            return fact("club.clash", name=self.broker.name)
        state = self.link.state
        if state.online is False:
            return fact("club.off", host=self.broker.host, why=state.why)
        return None

    def status(self) -> Fact:
        """Return the state of the connection as a fact."""
        trouble = self.trouble()
        if trouble is not None:
            return trouble
        code = "club.on" if self.link.state.online else "club.trying"
        return fact(code, host=self.broker.host, name=self.broker.name)

    # From the sitting

    def _messages_for(self, events: Sequence[Event]) -> Sequence[OutboxMessage]:
        herald, keeper = self._herald, self._keeper
        if herald is None or keeper is None:
            return ()
        if keeper.name != self._name:  # the log had to continue in another file
            self.register.move_log(self._name, keeper.name)
            self._name = keeper.name
        posts = herald.messages_for(events)
        self.talk.feels(home_assistant.senses(herald.health))
        return posts

    def _confirm_result(self) -> None:
        post = self._herald.result(confirmed=True) if self._herald is not None else None
        if post is not None and self._keeper is not None:
            self._keeper.post(post)
            self._say(fact("club.result-right"))

    def _say(self, what: Fact) -> None:
        if self._sitting is not None:
            self._sitting.tell("told", what=what)

    # From the link's threads

    def _post(self, work: Callable[[], None]) -> None:
        sitting = self._sitting
        if sitting is not None:
            sitting.post(work)
        self.changed()

    def _stands(self, state: State) -> None:
        """Tell the players when the connection is lost, and when it is back."""
        before, self._lost = self._lost, state.online is False
        if self._lost and not before:
            self._post(lambda: self._say(fact("club.lost", host=self.broker.host, why=state.why)))
        elif before and state.online:
            self._post(lambda: self._say(fact("club.back", host=self.broker.host)))
        else:
            self.changed()

    def _on_name_clash(self, clash: bool) -> None:
        code = "club.clash" if clash else "club.clash-over"
        self._post(lambda: self._say(fact(code, name=self.broker.name)))

    def _obey(self, order: Order) -> None:
        if self._sitting is None:
            return
        if order.do == "announce":
            text = " ".join("".join(c if c.isprintable() else " " for c in order.text).split())
            if text:
                self._say(fact("club.announced", text=text))
        else:
            self._sitting.command(order.do, source="mqtt")
