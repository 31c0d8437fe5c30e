"""All that practice says, English and German: drills, coaching, report and page. ``say`` fills the {places}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Language = Literal["en", "de"]
Texts = Mapping[str, tuple[str, str]]

NAMES: Final[Texts] = {
    "chicken": ("chicken", "Huhn"), "pig": ("pig", "Schwein"), "lamb": ("lamb", "Lamm"),
    "turkey": ("turkey", "Truthahn"), "tongue_out": ("tongue out", "Zunge raus"),
    "eyes_wide": ("wide eyes", "große Augen"), "eyes_mouth_wide": ("wide eyes and mouth", "Augen und Mund auf"),
    "sour": ("sour lemon", "Zitrone"), "cow": ("cow", "Kuh"), "seal": ("seal", "Robbe"), "monkey": ("monkey", "Affe"),
    "donkey": ("donkey", "Esel"), "darting_tongue": ("darting tongue", "Schlangenzunge"),
    "panting": ("panting puppy", "hechelnder Welpe"), "fish_gasp": ("gasping fish", "Fisch an Land"),
    "wet_dog_shake": ("wet dog", "nasser Hund"), "grin": ("grin", "Grinsen"),
    "wild_thing": ("Wild Thing", "Wild Thing"), "poker_face": ("poker face", "Pokerface"),
    "teeth": ("teeth", "Zähne"), "": ("nothing", "nichts"),
}  # fmt: skip

HOW: Final[Texts] = {
    "chicken": ("cluck: bk bk bk", "gackern: bok bok bok"),
    "pig": ("oink oink, or a snort", "grunzen oder oink oink"),
    "lamb": ("baaa, and let it tremble", "mäh, und lass es zittern"),
    "turkey": ("gobble gobble gobble", "kollern: gobel gobel gobel"),
    "cow": ("mooo, long and low", "muuuh, lang und tief"),
    "seal": ("bark: ark ark ark", "bellen: ark ark ark"),
    "monkey": ("hu hu hu, quick", "hu hu hu, schnell"),
    "donkey": ("hee-haw: high, then low", "i-ah: erst hoch, dann tief"),
    "panting": ("tongue out and pant, without your voice", "Zunge heraus und hecheln, ohne Stimme"),
    "tongue_out": ("stick your tongue out", "streck die Zunge heraus"),
    "eyes_wide": ("open your eyes wide, mouth shut", "Augen weit auf, Mund zu"),
    "eyes_mouth_wide": ("open eyes and mouth wide", "Augen und Mund weit auf"),
    "sour": ("as if you bit into a lemon", "als hättest du in eine Zitrone gebissen"),
    "grin": ("grin with your teeth showing", "grinse, dass man die Zähne sieht"),
    "darting_tongue": ("dart your tongue out and in like a snake", "züngle wie eine Schlange"),
    "fish_gasp": ("open and shut your mouth like a fish", "Mund auf und zu wie ein Fisch"),
    "wet_dog_shake": ("shake your head like a wet dog", "schüttle den Kopf wie ein nasser Hund"),
    "wild_thing": ("make the Wild Thing that you taught", "mach das Wild Thing, das du gezeigt hast"),
}

TEXTS: Final[Texts] = {
    # drills
    "ready": ("I know you now: here it comes", "ich kenne dich jetzt: los geht es"),
    "cue": ("show: {signal}", "zeig: {signal}"),
    "cue.number.hidden": ("show {shown}", "zeig {shown}"),
    "legend": ("{shown} {signal}", "{shown} {signal}"),
    "hit": ("yes{late}", "ja{late}"),
    "wrong": ("that was {made}{late}", "das war {made}{late}"),
    "late": ("not recognised in time", "nicht rechtzeitig erkannt"),
    "teach": ("make your Wild Thing: take {n} of {of}", "mach dein Wild Thing: {n} von {of}"),
    "teach.face": ("make your Wild Thing for two seconds, rest, then once more",
                   "mach dein Wild Thing zwei Sekunden lang, ruh dich aus, dann noch einmal"),
    "teach.again": ("that could not be used, once more", "das ging nicht, noch einmal"),
    "late.times": (" after {onset:.2f} s, recognised after {known:.2f} s",
                   " nach {onset:.2f} s, erkannt nach {known:.2f} s"),
    "done": ("{hits} hits in {tries} tries", "{hits} Treffer in {tries} Versuchen"),
    "done.short": ("{hits} hits in {tries} tries of {all} cues; the source ended before the others",
                   "{hits} Treffer in {tries} Versuchen von {all}; die Quelle endete vor den übrigen"),
    "speech": ("say your victory speech without teeth: {seconds:.0f} s",
               "halte deine Siegesrede ohne Zähne: {seconds:.0f} s"),
    "clean": ("no teeth: well done", "keine Zähne: gut gemacht"),
    "teeth": ("teeth at {times}", "Zähne bei {times}"),
    "strip": ("the speech, left to right (full = teeth):", "die Rede von links nach rechts (voll = Zähne):"),
    "keep": ("Add {n} of these plays to the profile of {name}? {what}. Numbers only. [y/n]",
             "{n} dieser Versuche ins Profil von {name} übernehmen? {what}. Nur Zahlen. [j/n]"),
    "kept": ("Added to {name}'s profile: {what}. Take it back: companion practise undo --player {name}",
             "Ins Profil von {name} übernommen: {what}. Zurücknehmen: companion practise undo --player {name}"),
    "kept.page": ("Added to the profile: {what}.", "Ins Profil übernommen: {what}."),
    "not.kept": ("Nothing was added.", "Nichts wurde übernommen."),
    "undone": ("Taken back: {what} of {name}.", "Zurückgenommen: {what} von {name}."),
    "nothing.to.undo": ("practice has added nothing to the profile of {name}",
                        "das Üben hat dem Profil von {name} nichts hinzugefügt"),
    # what cannot be
    "no.face": ("no calm face was seen for a second: sit before the camera with light on it",
                "es war eine Sekunde lang kein ruhiges Gesicht zu sehen: setz dich vor die Kamera, mit Licht"),
    "no.sound": ("nothing was heard: is the microphone on?", "nichts war zu hören: ist das Mikrofon an?"),
    "short.speech": ("only {told:.1f} of {seconds:.1f} s were seen with a known face: nothing is judged, try again",
                     "nur {told:.1f} von {seconds:.1f} s mit bekanntem Gesicht gesehen: kein Urteil, noch einmal"),
    "unseen": ("your mouth was not seen long enough to judge: face the camera, with light on it",
               "dein Mund war nicht lange genug zu sehen: schau in die Kamera, mit Licht"),
    # frenzy
    "frenzy.begin": ("A hand of Face Off!, set {set}, {seconds:.0f} s: show what a bot shows to trade. {signals}",
                     "Eine Runde Face Off!, Reihe {set}, {seconds:.0f} s: zeig, was ein Bot zeigt, und tausche. "
                     "{signals}"),
    "frenzy.shows": ("{name} shows {shown}: {signal}", "{name} zeigt {shown}: {signal}"),
    "frenzy.offered": ("you offer {n} x {suit}: {signal}", "du bietest {n} x {suit}: {signal}"),
    "frenzy.none": ("you have no {n} cards of one gem to give for {signal}",
                    "du hast für {signal} keine {n} Karten eines Edelsteins übrig"),
    "frenzy.traded": ("traded with {name} after {late:.2f} s", "mit {name} getauscht nach {late:.2f} s"),
    "frenzy.answered": ("{name} answered you: traded", "{name} hat geantwortet: getauscht"),
    "frenzy.beaten": ("{one} and {two} traded {signal}: too late for you",
                      "{one} und {two} haben getauscht ({signal}): zu spät für dich"),
    "frenzy.missed": ("{name} waited for {signal} in vain", "{name} wartete vergebens auf {signal}"),
    "frenzy.won": ("you have all nine of a gem: Face Off!", "du hast alle neun eines Edelsteins: Face Off!"),
    "frenzy.lost": ("{name} was first: Face Off!", "{name} war schneller: Face Off!"),
    "frenzy.over": ("time is up: {trades} trades, your largest suit has {most} cards",
                    "die Zeit ist um: {trades} Tausche, dein größter Satz hat {most} Karten"),
    "frenzy.hand": ("Your hand: {hand}", "Deine Hand: {hand}"),
    # the dice check
    "dice.throw": ("throw the dice", "würfle"),
    "dice.read": ("{values}: right? a number key corrects the marked die", "{values}: stimmt das? Eine Zifferntaste "
                  "korrigiert den markierten Würfel"),
    "dice.keys": ("Enter: right; 1 to 6: the marked die; Tab: mark the next; -: not a throw; q: stop",
                  "Enter: stimmt; 1 bis 6: der markierte Würfel; Tab: nächster; -: kein Wurf; q: Schluss"),
    "dice.taken": ("taken: {values}", "notiert: {values}"),
    "dice.corrected": ("corrected: {read} was {values}", "korrigiert: {read} war {values}"),
    "dice.dropped": ("not counted", "nicht gezählt"),
    "dice.unread": ("not read: {why}", "nicht gelesen: {why}"),
    "dice.card": ("{throws} throws, {corrected} corrected ({share:.0%}), {asked} of them asked about by the reader",
                  "{throws} Würfe, {corrected} korrigiert ({share:.0%}), bei {asked} hatte der Leser selbst gefragt"),
    "dice.more": ("fairness after {n} more throws", "Fairness nach {n} weiteren Würfen"),
    "dice.faces": ("How often each number fell (the line: a fair die)",
                   "Wie oft jede Zahl fiel (Linie: ein fairer Würfel)"),
    "dice.report": ("Dice check", "Würfelprüfung"),
    # report
    "report.title": ("Practice of {name}", "Übungen von {name}"),
    "report.none": ("nobody has practised yet", "noch niemand hat geübt"),
    "report.nothing": ("Nothing yet.", "Noch nichts."),
    "report.no.hits": ("No hits yet.", "Noch keine Treffer."),
    "report.no.tries": ("no tries yet", "noch keine Versuche"),
    "report.total": ("{hits} of {tries} hit ({rate:.0%}); best streak {best}, now {streak}; days in a row: {days}.",
                     "{hits} von {tries} getroffen ({rate:.0%}); beste Serie {best}, jetzt {streak}; "
                     "Tage in Folge: {days}."),
    "report.rates": ("Hit rate", "Trefferquote"),
    "report.times": ("Seconds from the cue to the signal (quartiles and median, hits only)",
                     "Sekunden bis zum Zeichen (Quartile und Median, nur Treffer)"),
    "report.weeks": ("Hit rate by week (from Monday)", "Trefferquote nach Wochen (ab Montag)"),
    "report.trend": ("Each signal over the weeks", "Jedes Zeichen über die Wochen"),
    "report.confusion": ("What was asked, and what was made", "Was verlangt war, und was kam"),
    "report.asked": ("asked", "verlangt"),
    "report.of": ("{rate:.0%} of {tries}", "{rate:.0%} von {tries}"),
    "report.line": ("{name:20} {hits} of {tries}{times}, best streak {best}",
                    "{name:20} {hits} von {tries}{times}, beste Serie {best}"),
    "report.counting": ("counting", "zähle"),
    "report.written": ("written: {file}", "geschrieben: {file}"),
    "forgotten": ("{name} and {n} attempts are deleted", "{name} und {n} Versuche sind gelöscht"),
    # what to practise next
    "next.new": ("new", "neu"),
    "next.due": ("due {when}, recall {recall:.0%}", "fällig {when}, Erinnerung {recall:.0%}"),
    "next.never": ("not tried yet", "noch nie probiert"),
    "next.last": ("{hits} of {tries} the last time", "{hits} von {tries} beim letzten Mal"),
}  # fmt: skip


def column(language: str) -> int:
    """Which of the two texts."""
    return 1 if language == "de" else 0


def say(key: str, language: str, **values: object) -> str:
    """The sentence ``key``. Raises KeyError for a key or a value that is missing."""
    return TEXTS[key][column(language)].format(**values)


def name_of(signal: str | None, language: str) -> str:
    """A signal's name as people say it."""
    found = NAMES.get(signal or "")
    return found[column(language)] if found is not None else (signal or "").replace("_", " ")


def how(signal: str, language: str) -> str:
    """What to do for a signal."""
    return HOW[signal][column(language)] if signal in HOW else name_of(signal, language)
