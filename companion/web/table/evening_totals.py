"""The games of one evening together: who won how many hands, the points, a line of praise for each player.

The points are told where all games are of one kind. Games that were left are remembered while the server runs; after a
restart those of the last hours are read from their logs again, in a thread, so that the line goes on. Nothing is kept
of it besides the logs.
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

MAX_EVENING: Final = timedelta(hours=12)  # of an evening
MAX_GAMES: Final = 40  # games of an evening that are remembered
LOG_STAMP_FORMAT: Final = "%Y-%m-%d-%H%M%S"  # a game's log begins with it
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the evening: its log's name, its hands so far, and what its people did; bots are not praised."""

    name: str
    game: str
    players: tuple[str, ...]
    hands: tuple[Hand, ...]
    feats: Mapping[FeatKey, FeatTotal] = field(default_factory=dict)
    bots: tuple[str, ...] = ()


class EveningTotals:
    """On the server's thread. ``post`` runs a function there, ``changed`` is called when games have been read."""

    def __init__(self, post: Callable[[Callable[[], None]], None], changed: Callable[[], None]) -> None:
        self._post, self._changed = post, changed
        self._games: list[PlayedGame] = []
        self._asked = False

    def on_game_left(self, match: Match) -> None:
        """Keep the hands of a game that was left."""
        self.drop(_name(match))
        if found := hands(match):
            self._games = [*self._games, _played(match, _name(match), found)][-MAX_GAMES:]

    def drop(self, name: str) -> None:
        """Drop a game that is deleted, or goes on."""
        self._games = [g for g in self._games if g.name != name]

    def remember(self, folder: Path, now: str, today: datetime | None = None) -> None:
        """Read the games of this evening that were played before the server started, once.

        ``now``: the log of the game that is on the table.
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
        """Return all hands of the evening, in the order in which they were played; scores by ``names``.

        ``totals``: of the game on the table, by seat.
        """
        now = _played(match, _name(match), hands(match, stand))
        games = [g for g in (*(g for g in self._games if g.name != now.name), now) if g.hands]
        totals = [sum(h.scores[k] for h in now.hands) for k in range(len(now.players))]
        return {**_sheet(games, now.players, language), "totals": totals}

    def sheet(self, language: Language) -> dict[str, Any] | None:
        """Return the evening while no game is on the table; None before the first hand."""
        return _sheet(self._games, (), language) if self._games else None


def _sheet(games: Sequence[PlayedGame], first: Sequence[str], language: Language) -> dict[str, Any]:
    """Return all hands of these games, by names; ``first``: the names that come first."""
    names = list(dict.fromkeys([*first, *(p for g in games for p in g.players)]))
    return {
        "names": names,
        "points": len({g.game for g in games}) < 2,
        "games": [{"title": term("game", g.game, language), "hands": len(g.hands)} for g in games],
        "hands": [_hand(g, h, names, language) for g in games for h in g.hands],
        "praise": {name: say(line, language) for name, line in _praise(games).items()},
    }


def _praise(games: Sequence[PlayedGame]) -> dict[str, Fact]:
    """Return a line for each person of these games, from all of them together."""
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
    """Return a kept game's hands, from its log; None for one that cannot be read or has none."""
    try:
        with closing(Log.open(path)) as log:
            match = last_match(log)
            found = hands(match) if match is not None else []
    except CompanionError:
        return None
    except Exception:  # the edge of a thread: a log that nobody can fold costs the line alone  # noqa: BLE001
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
