"""The Keep Smiling! referee's sentences, English and German, as data."""

from __future__ import annotations

from companion.rules.protocol import Language

TEXTS: dict[str, tuple[str, str]] = {
    "place": (
        "{names}: set your five pieces face down and type them unseen, such as Ann: place S G N S G.",
        "{names}: setzt eure fünf Figuren verdeckt und tippt sie ungesehen, etwa Ann: place S G N S G.",
    ),
    "turn": ("{name} throws three dice.", "{name} würfelt mit drei Würfeln."),
    "duel": (
        "Duel: {name} attacks {rival}; each throws one die (or type duel 4 2, the attacker's first).",
        "Duell: {name} greift {rival} an; jeder würfelt einmal (oder duel 4 2 tippen, Angreifer zuerst).",
    ),
    "moves": (
        "{name} can move, dice and the pieces that can take them: {moves}.",
        "{name} kann ziehen, Würfel und die Figuren, die sie nutzen können: {moves}.",
    ),
    "ways.1": ("1 way with {pieces} and {dice}", "1 Art mit {pieces} und {dice}"),
    "ways": ("{n} ways with {pieces} and {dice}", "{n} Arten mit {pieces} und {dice}"),
    "pieces.1": ("one piece", "einer Figur"),
    "pieces": ("{n} pieces", "{n} Figuren"),
    "dice.1": ("one die", "einem Würfel"),
    "dice": ("{n} dice", "{n} Würfeln"),
    "reveal": (
        "Turn the pieces on the chairs over and type them, chair 6 first (S G N S G): {owners}.",
        "Deckt die Figuren auf den Sesseln auf und tippt sie, Sessel 6 zuerst (S G N S G): {owners}.",
    ),
    "no-move": ("No piece can use any die.", "Keine Figur kann einen Würfel nutzen."),
    "early": (
        "{name} has not moved yet: say the move first (or undo the roll).",
        "{name} hat noch nicht gezogen: erst den Zug ansagen (oder undo).",
    ),
    "unread": ("The roll is not read: {why}.", "Der Wurf ist nicht gelesen: {why}."),
    "unread.why": ("Roll again, or type the dice: 3 5 6.", "Neu würfeln oder die Augen tippen: 3 5 6."),
    "unread.accept": (
        "Roll again, type the dice, or accept: they count as they lie, {dice}.",
        "Neu würfeln, die Augen tippen, oder accept: sie gelten, wie sie liegen, {dice}.",
    ),
    "no-accept": (
        "No roll waits to be accepted: type the dice, such as 3 5 6.",
        "Kein Wurf wartet darauf, anerkannt zu werden: tippt die Augen, etwa 3 5 6.",
    ),
    "count": ("{n} dice lie there, {wanted} are to be thrown.", "{n} Würfel liegen da, {wanted} sind zu werfen."),
    "wrong": ("These are {name}'s dice, but it is {turn}'s turn.", "Das sind {name}s Würfel, aber {turn} ist dran."),
    "whose": (
        "Whose die is whose? Type duel and both, {name}'s first.",
        "Wem gehört welcher Würfel? duel und beide tippen, {name}s zuerst.",
    ),
    "seen": ("Seen by the camera.", "Von der Kamera gesehen."),
    "chairs": ("{name} on chairs {chairs}", "{name} auf den Sesseln {chairs}"),
}


def said(key: str, language: Language, **values: object) -> str:
    """The sentence ``key`` in ``language``. Raises KeyError for a key or a value that is missing."""
    return TEXTS[key][1 if language == "de" else 0].format(**values)
