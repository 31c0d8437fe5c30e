"""What the lesson of a Wild Thing says, in German. Events carry the English; ``told`` gives it in a language.

Each entry is the English with its values in braces, and the German. A value that is itself an entry, such as the part
of the face that differed most, is translated as well.
"""

from __future__ import annotations

from companion.senses.phrasebook import Phrasebook

_ENTRIES: dict[str, str] = {
    # said by companion/people/lessons/faces_wild.py
    "{dealer}: relax your face, then make your Wild Thing for two seconds and rest. Then once more.": (
        "{dealer}: Gesicht entspannen, dann zwei Sekunden das Wild Thing zeigen und ruhen. Danach noch einmal."
    ),
    "{dealer}: that was too short. Keep it up for two seconds.": (
        "{dealer}: das war zu kurz. Zwei Sekunden lang durchhalten."
    ),
    "{dealer}: seen once. Rest, then make it again.": "{dealer}: einmal gesehen. Ruhen, dann noch einmal zeigen.",
    "{dealer}'s Wild Thing is learned: {parts}. Everybody can make it now.": (
        "Das Wild Thing von {dealer} ist gelernt: {parts}. Jetzt kann es jeder machen."
    ),
    "{dealer}: {problem}. Think of another one, and type wild {again} again.": (
        "{dealer}: {problem}. Denk dir ein anderes aus und tippe noch einmal wild {again}."
    ),
    "{dealer}: {problem}. Make it once more.": "{dealer}: {problem}. Zeig es noch einmal.",
    "that is too close to {names}, which I would see as well: do something else with it": (
        "das ist zu nah an {names}, was ich ebenfalls sähe: etwas anderes dazu machen"
    ),
    "that is too weak: in talk faces do nearly the same ({parts}). Make it bigger": (
        "das ist zu schwach: beim Reden tun Gesichter fast dasselbe ({parts}). Größer machen"
    ),
    "the two were not alike: {part} differed most": "die beiden waren verschieden, am meisten: {part}",
    # said by companion/senses/sounds/wild.py and companion/referee/wild.py
    "this noise is too much like talk or laughter: make one that is wilder": (
        "dieses Geräusch ist zu nah an Reden oder Lachen: mach ein wilderes"
    ),
    "these noises differ too much: make the same one again": (
        "diese Geräusche sind zu verschieden: noch einmal dasselbe machen"
    ),
    # signals, as companion/senses/faces/watching.py names them
    "tongue out": "Zunge heraus", "eyes wide": "Augen weit auf", "eyes and mouth wide": "Augen und Mund weit auf",
    "sour lemon": "saure Zitrone", "grin": "Grinsen", "darting tongue": "züngelnde Zunge", "panting": "Hecheln",
    "fish gasp": "Fischmaul", "wet-dog shake": "Hundeschütteln",
    # parts of the face, as companion/senses/faces/traits.py names them
    "right eye": "rechtes Auge", "left eye": "linkes Auge", "mouth's width": "Breite des Mundes", "brows": "Brauen",
    "brows' distance": "Abstand der Brauen", "mouth's corners": "Mundwinkel", "mouth's height": "Höhe des Mundes",
    "upper lip": "Oberlippe", "nose": "Nase", "cheeks": "Wangen", "lips forward": "Lippen nach vorn",
    "lips": "Lippen", "open mouth": "offener Mund", "tongue": "Zunge", "tongue's side": "Zunge zur Seite",
    "teeth": "Zähne", "mouth to the side": "Mund zur Seite", "jaw to the side": "Kiefer zur Seite",
    "look to the side": "Blick zur Seite", "head turned": "gedrehter Kopf", "head nodded": "genickter Kopf",
    "head tilted": "geneigter Kopf",
    "{part}'s swing": "{part} (Ausschlag)", "{part}'s pace": "{part} (Tempo)",
}  # fmt: skip
_LISTED = (("parts", ", ", ", "), ("names", " and ", " und "))  # values that are lists, and what stands between


def told(sentence: str, language: str) -> str:
    """A sentence of the lesson in ``language`` ("en", "de"); any other text as it is."""
    return _BOOK.told(sentence, language)


def _value(key: str, text: str) -> str:
    for name, between, german in _LISTED:
        if key == name:
            return german.join(_BOOK.german(part) for part in text.split(between))
    return text if key in ("dealer", "again") else _BOOK.german(text)


_BOOK = Phrasebook(_ENTRIES, held=lambda key: ".+?", worded=_value)
