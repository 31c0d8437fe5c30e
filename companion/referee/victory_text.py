"""The referee's sentences about the shout and the speech, English and German, as data (see ``messages``)."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    "shout": (
        "Face Off! was shouted at {t} s: who has won, and with which gem?",
        "Face Off! gerufen bei {t} s: Wer hat gewonnen, und mit welchem Edelstein?",
    ),
    "shouts-close": (
        "Two shouts {gap} s apart: too close for me, the table says who was first.",
        "Zwei Rufe im Abstand von {gap} s: Das ist mir zu knapp, der Tisch sagt, wer zuerst war.",
    ),
    "shouts-two": (
        "Two shouts {gap} s apart, the first at {t} s: the table says whose that was.",
        "Zwei Rufe im Abstand von {gap} s, der erste bei {t} s: Der Tisch sagt, wessen das war.",
    ),
    "shout-order": ("{a} shouted first, {gap} s before {b}.", "{a} hat zuerst gerufen, {gap} s vor {b}."),
    "somebody": ("somebody", "jemand"),
    "speech-claim.why": ("Heard: “{text}”.", "Gehört: „{text}“."),
    "speech-again": ("I missed {what}: say it again?", "Mir fehlt: {what}. Bitte noch einmal sagen."),
    "speech-nothing": (
        "I did not hear the victory speech: say it again, or type clean or teeth.",
        "Die Siegesrede habe ich nicht gehört: noch einmal, oder clean oder teeth eingeben.",
    ),
    "missed.NAME": ("the name", "der Name"),
    "missed.GEM": ("the gem", "der Edelstein"),
    "missed.rest": ("“{words}”", "„{words}“"),
    "wrong-name": (
        "The speech named {said}, but {who} has called: say it again, or type clean or teeth.",
        "In der Rede hieß es {said}, gerufen hat aber {who}: noch einmal, oder clean oder teeth eingeben.",
    ),
    "wrong-gem": (
        "The speech named the {said} cards, but {who} called {gem}: say it again, or type clean or teeth.",
        "In der Rede hieß es {said}, {who} hat aber {gem} gerufen: noch einmal, oder clean oder teeth eingeben.",
    ),
    "claim-refused": ("Heard the speech, but: {why}", "Rede gehört, aber: {why}"),
    "wild-asked": (
        "Wild thing was called: who got a wrong card? Say it as {a}: call {b}, or {b}: call {a}.",
        "Wild Thing gerufen: Wer bekam eine falsche Karte? Sagt {a}: call {b} oder {b}: call {a}.",
    ),
    "wild-heard": ("Heard: Wild thing, wild thing!", "Gehört: Wild thing, wild thing!"),
    "set-heard": ("Heard: set {set}. undo takes it back.", "Gehört: Set {set}. undo nimmt es zurück."),
    "set-asked": (
        "Which set, {dealer}? I heard one of {sets}: say set Alpha, Bravo, Charlie or Delta, or type next B.",
        "Welches Set, {dealer}? Gehört: eins von {sets}. Sagt Set Anton, Berta, Cäsar oder Dora, oder gebt next B ein.",
    ),
    "set-other": (
        "{who} named a set, but {dealer} deals and chooses.",
        "{who} hat ein Set genannt, aber {dealer} gibt und wählt.",
    ),
    "joined": ("{names} joined in.", "Mitgemacht: {names}."),
    "joined-none": ("I saw nobody join in.", "Ich habe niemanden mitmachen sehen."),
    "teeth-shown": ("teeth {at}", "Zähne {at}"),
    "teeth-at": ("at '{words}' ({t} s)", "bei „{words}“ ({t} s)"),
    "teeth-then": ("at {t} s", "bei {t} s"),
    "teeth-none": (
        "no teeth on {n} frames from {start} to {end} s",
        "keine Zähne auf {n} Bildern von {start} bis {end} s",
    ),
    "teeth-unseen": (
        "the face was turned away, covered or out of view for {share} % of the speech",
        "das Gesicht war bei {share} % der Rede abgewandt, verdeckt oder nicht im Bild",
    ),
    "teeth-other": (
        "it was {speaker}'s mouth that moved with the speech, not {name}'s",
        "mit der Rede bewegte sich der Mund von {speaker}, nicht der von {name}",
    ),
    "evidence-none": ("No speech has been judged in this hand.", "In dieser Runde wurde keine Rede beurteilt."),
    "evidence": (
        "{name}, {verdict}, face seen for {seen} % of the speech. {shown}",
        "{name}, {verdict}, Gesicht zu {seen} % der Rede gesehen. {shown}",
    ),
    "evidence-at": (
        "Teeth at “{words}”, {start} to {end} s, {n} frames.",
        "Zähne bei „{words}“, {start} bis {end} s, {n} Bilder.",
    ),
    "evidence-pictures": (
        "{n} pictures in memory until the next hand: evidence FILE.png keeps them.",
        "{n} Bilder im Speicher bis zur nächsten Runde: evidence DATEI.png behält sie.",
    ),
    "evidence-no-pictures": ("There are no pictures to show.", "Es gibt keine Bilder zu zeigen."),
    "evidence-saved": ("{n} pictures saved as {path}.", "{n} Bilder gespeichert als {path}."),
}
