"""The totals of one evening: who won the hands (deals) of each game, points, and a line of praise for each player.

Points are shown only if all games are of one kind. Games that were left are remembered while the server runs. After a
restart, a thread reads those of the last 12 hours from their logs. Nothing is stored besides the logs.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from companion.ending import Work
from companion.errors import CompanionError
from companion.facts import Fact
from companion.referee.hand_scores import Hand, hands
from companion.referee.log import Log
from companion.referee.match import Match
from companion.referee.match_view import Stand
from companion.referee.moments import FeatKey, FeatTotal, feats
from companion.referee.replay import last_match
from companion.web.table.praise import praise
from companion.words import Language, say, term

MAX_EVENING: Final = timedelta(hours=12)  # older games are not part of this evening
MAX_GAMES: Final = 40  # games of an evening that are remembered
LOG_STAMP_FORMAT: Final = "%Y-%m-%d-%H%M%S"  # the start of a log's file name
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of the evening.

    Attributes:
        name: The file name of its log.
        game: The kind of game.
        players: The players, by seat.
        hands: The hands played so far.
        feats: Kind of feat and seat -> total of what the seat did, for the praise.
        bots: The players who are bots; they are not praised.
    """

    name: str
    game: str
    players: tuple[str, ...]
    hands: tuple[Hand, ...]
    feats: Mapping[FeatKey, FeatTotal] = field(default_factory=dict)
    bots: tuple[str, ...] = ()


class EveningTotals:
    """The games of this evening. All methods must run on the server's thread.

    Args:
        post: Runs a function on the server's thread.
        changed: Called there when earlier games have been read.
    """

    def __init__(self, post: Callable[[Callable[[], None]], None], changed: Callable[[], None]) -> None:
        self._post, self._changed = post, changed
        self._games: list[PlayedGame] = []
        self._asked = False

    def on_game_left(self, match: Match) -> None:
        """Remember the hands of a game that was left."""
        self.drop(_name(match))
        if found := hands(match):
            self._games = [*self._games, _played(match, _name(match), found)][-MAX_GAMES:]

    def drop(self, name: str) -> None:
        """Remove a game, because it was deleted or is being continued. ``name`` is the file name of its log."""
        self._games = [g for g in self._games if g.name != name]

    def remember(self, folder: Path, now: str, today: datetime | None = None) -> None:
        """Read the evening's games from before the server started, in a thread. Later calls do nothing.

        Args:
            folder: The folder of the logs.
            now: The path of the current game's log, which is skipped.
            today: The present time; None takes the wall clock's.
        """
        if self._asked:
            return
        self._asked = True
        since = ((today or datetime.now()) - MAX_EVENING).strftime(LOG_STAMP_FORMAT)
        paths = [p for p in sorted(folder.glob("*.sqlite")) if p.name >= since and p.name != Path(now).name]
        if paths:
            Work("the evening's games", self._read, paths).start()

    def _read(self, paths: Sequence[Path]) -> None:
        found = [game for path in paths if (game := read_played_game(path)) is not None]
        self._post(lambda: self._add(found))

    def _add(self, found: Sequence[PlayedGame]) -> None:
        known = {g.name for g in self._games}
        self._games = [*(g for g in found if g.name not in known), *self._games]
        self._changed()

    def to_json(self, match: Match, stand: Stand, language: Language) -> dict[str, Any]:
        """Return the evening's hands during a game, in the order played, as JSON values.

        Args:
            match: The current game.
            stand: The state of the game that pages show now.
            language: The language of the texts.

        Returns:
            What ``_sheet`` returns, with this game's players first, and ``totals``: this game's points by seat.
        """
        now = _played(match, _name(match), hands(match, stand))
        games = [g for g in (*(g for g in self._games if g.name != now.name), now) if g.hands]
        totals = [sum(h.scores[k] for h in now.hands) for k in range(len(now.players))]
        return {**_sheet(games, now.players, language), "totals": totals}

    def sheet(self, language: Language) -> dict[str, Any] | None:
        """Return what ``_sheet`` returns while there is no current game; None before the first hand of the evening."""
        return _sheet(self._games, (), language) if self._games else None


def _sheet(games: Sequence[PlayedGame], first: Sequence[str], language: Language) -> dict[str, Any]:
    """Return the hands of some games as JSON values.

    Args:
        games: The games, in the order played.
        first: The names to list first.
        language: The language of the texts.

    Returns:
        ``names``, ``points`` (True if all games are of one kind), ``games`` (title and number of hands), ``hands``
        (each with ``scores`` in the order of ``names``) and ``praise`` (a line for each name).
    """
    names = list(dict.fromkeys([*first, *(p for g in games for p in g.players)]))
    return {
        "names": names,
        "points": len({g.game for g in games}) < 2,
        "games": [{"title": term("game", g.game, language), "hands": len(g.hands)} for g in games],
        "hands": [_hand(g, h, names, language) for g in games for h in g.hands],
        "praise": {name: say(line, language) for name, line in _praise(games).items()},
    }


def _praise(games: Sequence[PlayedGame]) -> dict[str, Fact]:
    """Return a line of praise for each player of these games who is not a bot."""
    done: dict[str, dict[str, FeatTotal]] = {}
    played: Counter[str] = Counter()
    for game in games:
        for name in game.players:
            if name not in game.bots:
                done.setdefault(name, {})
                played[name] += len(game.hands)
        won = [("hand", seat) for hand in game.hands for seat in hand.winners]
        for (kind, seat), total in [*game.feats.items(), *((key, FeatTotal(1, "sum")) for key in won)]:
            if (own := done.get(game.players[seat])) is not None and game.players[seat] not in game.bots:
                own[kind] = own[kind].plus(total) if kind in own else total
    return praise(done, played)


def _hand(game: PlayedGame, hand: Hand, names: Sequence[str], language: Language) -> dict[str, Any]:
    seats = [game.players.index(n) if n in game.players else None for n in names]
    return {
        "n": hand.number,
        "game": game.game,
        "scores": [0 if k is None else hand.scores[k] for k in seats],
        "winners": [names.index(game.players[k]) for k in hand.winners],
        "why": say(hand.why, language),
    }


def read_played_game(path: Path) -> PlayedGame | None:
    """Return a game from its log; None if the log cannot be read or has no finished hand."""
    try:
        with closing(Log.open(path)) as log:
            match = last_match(log)
            found = hands(match) if match is not None else []
    except CompanionError:
        return None
    except Exception:  # a damaged log is only left out of the totals  # noqa: BLE001
        _log.exception("the evening's game %s", path.name)
        return None
    if match is None or not found:
        return None
    return _played(match, path.name, found)


def _played(match: Match, name: str, found: Sequence[Hand]) -> PlayedGame:
    bots = tuple(match.log.header.bots) if match.log is not None else ()
    return PlayedGame(name, match.game.name, tuple(match.players), tuple(found), feats(match), bots)


def _name(match: Match) -> str:
    return Path(match.log.name).name if match.log is not None else f"game {id(match)}"
