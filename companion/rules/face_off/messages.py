"""What the referee says, English and German, as data: key -> (en, de)."""

from __future__ import annotations

from typing import Final

GEMS: Final = {
    "diamond": ("diamond", "Diamant"), "emerald": ("emerald", "Smaragd"), "ruby": ("ruby", "Rubin"),
    "sapphire": ("sapphire", "Saphir"), "pearl": ("pearl", "Perle"), "opal": ("opal", "Opal"),
    "amethyst": ("amethyst", "Amethyst"), "topaz": ("topaz", "Topas"), "jade": ("jade", "Jade"),
}
SHOWS: Final = {
    1: ("1 card", "1 Karte"), 2: ("2 cards", "2 Karten"), 3: ("3 cards", "3 Karten"), 4: ("4 cards", "4 Karten"),
    5: ("a Grin card", "eine Grins-Karte"), 6: ("a Wild Thing card", "eine Wild-Thing-Karte"),
}
BOTH: Final = {**SHOWS, 5: ("Grin cards", "Grins-Karten"), 6: ("Wild Thing cards", "Wild-Thing-Karten")}
SIGNALS: Final = {
    "chicken": ("chicken", "Huhn"), "pig": ("pig", "Schwein"), "lamb": ("lamb", "Lamm"),
    "turkey": ("turkey", "Truthahn"),
    "tongue_out": ("tongue out", "Zunge raus"), "eyes_wide": ("eyes wide", "Augen auf"),
    "eyes_mouth_wide": ("eyes and mouth wide", "Augen und Mund auf"), "sour": ("sour lemon", "saure Zitrone"),
    "cow": ("cow", "Kuh"), "seal": ("seal", "Robbe"), "monkey": ("monkey", "Affe"), "donkey": ("donkey", "Esel"),
    "darting_tongue": ("darting tongue", "Schlangenzunge"), "panting": ("panting puppy", "hechelnder Welpe"),
    "fish_gasp": ("gasping fish", "Fisch ohne Wasser"), "wet_dog_shake": ("wet dog", "nasser Hund"),
    "grin": ("Grin", "Grinsen"), "wild_thing": ("Wild Thing", "Wild Thing"),
}
LINES: Final = {
    "deal": ("{dealer} deals hand {hand}: {cards}. Face Off!", "{dealer} gibt Runde {hand}: {cards}. Face Off!"),
    "cards basic": ("nine cards each", "neun Karten für jeden"),
    "cards advanced": ("nine gems, a Grin and a Wild Thing card each",
                       "neun Edelsteine, eine Grins- und eine Wild-Thing-Karte für jeden"),
    "offer": ("{who} shows {signal}: {what}.", "{who} zeigt {signal}: {what}."),
    "withdraw": ("{who} takes the offer back.", "{who} nimmt das Angebot zurück."),
    "trade": ("{one} and {other} trade {what}.", "{one} und {other} tauschen {what}."),
    "stalemate": (" That was the last trade; the cards are dealt again.",
                  " Das war der letzte Tausch; es wird neu gegeben."),
    "won": ("{who} has the whole {gem} set: {points} points, {total} in all.",
            "{who} hat alle Karten {gem}: {points} Punkte, zusammen {total}."),
    "speech": (" Now the speech, without teeth.", " Jetzt die Rede, ohne Zähne."),
    "asked": ("{who} calls Face Off! with {gem}. Table, is the set complete?",
              "{who} ruft Face Off! mit {gem}. Ist der Satz komplett?"),
    "false": ("{who} calls Face Off!, but the set is not complete. Play goes on.",
              "{who} ruft Face Off!, aber der Satz ist nicht komplett. Es geht weiter."),
    "penalty": (" {points} points off.", " {points} Punkte Abzug."),
    "call": ("Wild thing, Wild thing! {giver} gave {who} a wrong card: {points} points off. "
             "The trade is undone, play goes on.",
             "Wild thing, Wild thing! {giver} hat {who} eine falsche Karte gegeben: {points} Punkte Abzug. "
             "Der Tausch gilt nicht, es geht weiter."),
    "call asked": ("{who} calls a wrong card from {giver}. Table, is it so?",
                   "{who} ruft eine falsche Karte von {giver} aus. Stimmt das?"),
    "call denied": ("{giver} gave {who} no wrong card. Play goes on.",
                    "{giver} hat {who} nichts Falsches gegeben. Weiter geht's."),
    "clean": ("A clean speech: {who} keeps all points, {total} in all.",
              "Eine saubere Rede: {who} behält alle Punkte, zusammen {total}."),
    "teeth": ("Teeth! {who} loses {points} points and has {total}.",
              "Zähne! {who} verliert {points} Punkte und hat {total}."),
    "unseen": ("Nobody saw the mouth of {who} well enough. Table, were there teeth?",
               "Der Mund von {who} war nicht gut zu sehen. Waren da Zähne?"),
    "game": (" {who} wins the game!", " {who} gewinnt das Spiel!"),
    "games": (" {who} win the game together.", " {who} gewinnen das Spiel gemeinsam."),
    "next": ("{who} deals and plays with signal set {set}.", "{who} gibt und spielt mit Signalsatz {set}."),
    "next wild": ("{who} deals and plays with signal set {set}; Wild Thing is: {wild}.",
                  "{who} gibt und spielt mit Signalsatz {set}; Wild Thing ist: {wild}."),
}
ABOUT: Final = (
    "Everyone trades gem cards at once, without words: the signals of the hand say how many cards of one gem are "
    "offered, and two who show the same number swap. The first with all nine cards of a gem wins its value and "
    "deals next; 500 points win the game. The advanced game adds Grin and Wild Thing cards and a victory speech "
    "without teeth.",
    "Alle tauschen gleichzeitig und ohne Worte Edelsteine: Die Signale der Runde sagen, wie viele Karten einer Farbe "
    "geboten werden, und wer dieselbe Zahl zeigt, tauscht. Wer zuerst alle neun Karten eines Edelsteins hat, bekommt "
    "seinen Wert und gibt als Nächstes; 500 Punkte gewinnen. Das fortgeschrittene Spiel bringt Grins- und "
    "Wild-Thing-Karten und eine Siegesrede ohne Zähne.",
)
