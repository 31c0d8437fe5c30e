// What the server says in English, for German pages: whole sentences, as it says them.

import { language } from "./i18n.js";

const GERMAN = {
  "a bot plays this seat": "diesen Platz spielt ein Bot",
  "a name holds a character that cannot be shown": "ein Name enthält ein Zeichen, das nicht gezeigt werden kann",
  "choose a camera or microphone of this machine from the list": "wähle eine Kamera oder ein Mikrofon dieses Rechners aus der Liste",
  "choose a game first": "wähle zuerst ein Spiel",
  "choose a player first": "wähle zuerst einen Spieler",
  "choose one of the people who play": "wähle einen der Menschen, die mitspielen",
  "every player needs a name": "jeder Spieler braucht einen Namen",
  "games are not kept here": "Spiele werden hier nicht aufbewahrt",
  "no game is on: choose one on the laptop": "es läuft kein Spiel: wählt eines am Laptop",
  "one of these options cannot be used: check numbers and words": "eine dieser Optionen geht nicht: prüfe Zahlen und Wörter",
  "only the laptop may do this": "das darf nur der Laptop",
  "phones can join when the table is started with --lan": "Handys können dazukommen, wenn der Tisch mit --lan gestartet wird",
  "photographs are for Face Cards: choose that game first": "Fotos sind für Face Cards: wählt zuerst dieses Spiel",
  "there is no such game: choose one of the list": "dieses Spiel gibt es nicht: wähle eines aus der Liste",
  "this game has no events yet": "in diesem Spiel ist noch nichts geschehen",
  "this game is on the table now: leave it first": "dieses Spiel liegt gerade auf dem Tisch: verlasst es zuerst",
  "this hand is not shown on the laptop": "diese Hand zeigt der Laptop nicht",
  "this is too large": "das ist zu groß",
  "this message is not understood: reload the page": "diese Nachricht ist unverständlich: lade die Seite neu",
  "this picture cannot be decoded": "dieses Bild lässt sich nicht lesen",
  "this player is not in the game": "dieser Spieler ist nicht im Spiel",
  "this player is not in the game that is on now": "dieser Spieler ist nicht in dem Spiel, das gerade läuft",
  "this sound is gone": "dieses Geräusch ist vorbei",
  "type one action in one line": "tippe eine Aktion in einer Zeile",
  "Too many tries: wait a few seconds.": "Zu viele Versuche: warte ein paar Sekunden.",
  "Too many messages: wait a second.": "Zu viele Nachrichten: warte eine Sekunde.",
  "Only the laptop may do this.": "Das darf nur der Laptop.",
  "This page has not joined: scan the QR code on the laptop.": "Diese Seite ist nicht dabei: scanne den QR-Code am Laptop.",
  "This address has no code: scan the QR code on the laptop.": "Diese Adresse hat keinen Code: scanne den QR-Code am Laptop.",
  "This code was used already: ask for a new one on the laptop.": "Dieser Code ist schon benutzt: lass dir am Laptop einen neuen geben.",
  "This code is not valid: scan the QR code on the laptop again.": "Dieser Code gilt nicht: scanne den QR-Code am Laptop noch einmal.",
};

/** A sentence of the server in the page's language, with a capital and a stop. */
export function said(text) {
  const found = (language === "de" && GERMAN[text]) || text;
  return found.charAt(0).toUpperCase() + found.slice(1) + (/[.!?]$/.test(found) ? "" : ".");
}
