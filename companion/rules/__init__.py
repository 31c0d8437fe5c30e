"""The rules of five games as pure functions of (options, seed, actions), behind one protocol.

>>> from companion.rules import TABLE, History, get, record
>>> game = get("face-off")
>>> options = game.options(["Ann", "Ben", "Cleo"], signal_set="B")
>>> table = History(game, options, seed=7)
>>> game.format(table.draw(), options)
'deal D5E3R1 D3E3R3 D1E3R5'
>>> action = table.push("Ann: offer 2 emerald")
>>> action = table.push("Ben: offer 2 diamond")
>>> legal = game.legal(table.state, TABLE)  # TABLE, the people at it, sees who trades
>>> [game.format(action, options) for action in legal]
['trade Ann Ben']
>>> game.parse("offer 4 jade", table.state, 2) in game.legal(table.state, 2)
False
>>> table.apply(TABLE, next(iter(legal)))
>>> game.view(table.state, 0)["hand"]
{'diamond': 7, 'emerald': 1, 'ruby': 1, 'grin': [], 'wild': []}
>>> str(game.tell(table.taken[-1].before, TABLE, table.taken[-1].action))  # a fact; companion.words makes the sentence
'face-off.trade (one=Ann, other=Ben, shown=2)'
>>> game.load(game.dump(table.state)) == table.state
True
>>> text = table.record().write()
>>> record.read(text).write() == text
True

``protocol.py`` defines the functions of a game, ``legal_actions.py`` lazy collections of legal actions, ``errors.py``
the errors, ``options.py`` the specifications of options. ``registry.py`` has the games by name, ``history.py`` a game
in progress, ``record.py`` its file format, ``playout.py`` games between bots. All modules need only the standard
library, ``companion.facts`` and ``companion.names``.
"""

from companion.rules.errors import RulesError
from companion.rules.history import History
from companion.rules.playout import playout, random_player, sensible_player
from companion.rules.protocol import CHANCE, TABLE, Game
from companion.rules.record import Record
from companion.rules.registry import get, names

__all__ = [
    "CHANCE",
    "TABLE",
    "Game",
    "History",
    "Record",
    "RulesError",
    "get",
    "names",
    "playout",
    "random_player",
    "sensible_player",
]
