"""The referee's sentences, English and German, as data. Placeholders are filled by ``say``."""

from __future__ import annotations

from companion.events import Teeth
from companion.referee import victory_text
from companion.rules.protocol import Language

TEXTS: dict[str, tuple[str, str]] = {
    "trade": ("{a} and {b} trade {what}.", "{a} und {b} tauschen {what}."),
    "trade.why": ("Both show {sign}.", "Beide zeigen {sign}."),
    "several": (
        "{names} all show {sign}: say who trades (trade {a} {b}).",
        "{names} zeigen alle {sign}: sagt, wer tauscht (trade {a} {b}).",
    ),
    "several.why": ("A trade is between two players.", "Ein Tausch ist zwischen zwei Spielern."),
    "no-cards": (
        "{a} and {b} both show {sign}, but no trade: {why}",
        "{a} und {b} zeigen beide {sign}, aber kein Tausch: {why}",
    ),
    "undone": ("Ruling {n} is taken back: {text}", "Entscheidung {n} ist zurückgenommen: {text}"),
    "undone.why": ("The table overrules the referee.", "Der Tisch überstimmt den Schiedsrichter."),
    "refused": ("Not possible: {why}", "Nicht möglich: {why}"),
    "nothing": ("There is nothing to take back.", "Es gibt nichts zurückzunehmen."),
    "no-ruling": ("There is no ruling {n}.", "Eine Entscheidung {n} gibt es nicht."),
    "unknown-ruling": (
        "Ruling {n} has nothing that can be taken back.",
        "Entscheidung {n} hat nichts, was sich zurücknehmen lässt.",
    ),
    "words": ("The table can also say: {words}.", "Der Tisch kann auch sagen: {words}."),
    "words.all": ("undo, overrule NUMBER, pause, resume, score", "undo, overrule NUMMER, pause, resume, score"),
    "words.face-off": (
        "win NAME GEM, clean, teeth, seat NUMBER NAME, wild NAME",
        "win NAME EDELSTEIN, clean, teeth, seat NUMMER NAME, wild NAME",
    ),
    "words.keep-smiling": ("3 5 6 (dice), accept, roll, duel", "3 5 6 (Würfel), accept, roll, duel"),
    "write-wild": ("write wild NAME, with one of {names}", "schreib wild NAME, mit einem von {names}"),
    "write-seat": (
        "write seat NUMBER NAME, with one of {names}",
        "schreib seat NUMMER NAME, mit einem von {names}",
    ),
    "no-seats": ("no camera is watching: there are no seats", "keine Kamera schaut zu: es gibt keine Plätze"),
    "paused": ("Paused: signals do not count until resume.", "Pause: Signale zählen nicht bis resume."),
    "resumed": ("Play goes on.", "Es geht weiter."),
    "score": ("Score: {scores}.", "Punktestand: {scores}."),
    "over": ("{names} won the game. {scores}.", "{names}: Spiel gewonnen. {scores}."),
    "new-hand": (
        "Hand {n}: {dealer} deals, signal set {set}: {signals}.",
        "Runde {n}: {dealer} gibt, Signale {set}: {signals}.",
    ),
    "wild-call": (
        "Everyone: the Wild Thing signal at {name}, three seconds!",
        "Alle: drei Sekunden das Wild-Thing-Zeichen zu {name}!",
    ),
    "no-cards.why": ("{names} picked no {what}.", "{names}: keine {what} gewählt."),
    "signal.chicken": ("a chicken", "ein Huhn"),
    "signal.pig": ("a pig", "ein Schwein"),
    "signal.lamb": ("a lamb", "ein Lamm"),
    "signal.turkey": ("a turkey", "einen Truthahn"),
    "signal.tongue_out": ("the tongue", "die Zunge"),
    "signal.eyes_wide": ("wide eyes", "große Augen"),
    "signal.eyes_mouth_wide": ("wide eyes and mouth", "Augen und Mund weit offen"),
    "signal.sour": ("a sour lemon face", "ein Zitronengesicht"),
    "signal.cow": ("a cow", "eine Kuh"),
    "signal.seal": ("a seal", "eine Robbe"),
    "signal.monkey": ("a monkey", "einen Affen"),
    "signal.donkey": ("a donkey", "einen Esel"),
    "signal.darting_tongue": ("a darting tongue", "eine Schlangenzunge"),
    "signal.panting": ("a panting puppy", "einen hechelnden Welpen"),
    "signal.fish_gasp": ("a gasping fish", "einen Fisch an Land"),
    "signal.wet_dog_shake": ("a wet dog", "einen nassen Hund"),
    "signal.grin": ("the Grin", "das Grinsen"),
    "signal.wild_thing": ("the Wild Thing", "das Wild Thing"),
    "many.1": ("1 card", "1 Karte"),
    "many": ("{n} cards", "{n} Karten"),
    "grin": ("Grin cards", "Grinse-Karten"),
    "wild": ("Wild Thing cards", "Wild-Thing-Karten"),
    "and": ("and", "und"),
    "by-command": ("Said by the table.", "Vom Tisch angesagt."),
    "by-player": ("Said by {name}.", "Angesagt von {name}."),
    **victory_text.TEXTS,
}


def say(key: str, language: Language, **values: object) -> str:
    """The sentence ``key`` in ``language``. Raises KeyError for a key or a value that is missing."""
    return TEXTS[key][1 if language == "de" else 0].format(**values)


def reason(teeth: Teeth, language: Language) -> str:
    """What a verdict on the mouth rests on; an older log holds the sentence alone."""
    values = dict(teeth.slots)
    try:
        key = values.pop("key")
        if key == "teeth-shown":
            shown = [say("teeth-at" if said else "teeth-then", language, words=said, t=t) for said, t in values["at"]]
            values = {"at": ", ".join(shown)}
        return say(key, language, **values)
    except (KeyError, TypeError, ValueError):
        return teeth.detail


def referee_words(game: str, language: Language) -> str:
    """What the table can say besides the game's own actions."""
    keys = [key for key in (f"words.{game}", "words.all") if key in TEXTS]
    return say("words", language, words=", ".join(say(key, language) for key in keys))


def listing(names: list[str], language: Language) -> str:
    """Ann, Ben and Cleo."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {say('and', language)} {names[-1]}"
