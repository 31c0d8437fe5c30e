## term.how: was für ein Signal zu tun ist
term--how--chicken = gackern: bok bok bok
term--how--pig = grunzen oder oink oink
term--how--lamb = mäh, und lass es zittern
term--how--turkey = kollern: gobel gobel gobel
term--how--cow = muuuh, lang und tief
term--how--seal = bellen: ark ark ark
term--how--monkey = hu hu hu, schnell
term--how--donkey = i-ah: erst hoch, dann tief
term--how--panting = Zunge heraus und hecheln, ohne Stimme
term--how--tongue_out = streck die Zunge heraus
term--how--eyes_wide = Augen weit auf, Mund zu
term--how--eyes_mouth_wide = Augen und Mund weit auf
term--how--sour = als hättest du in eine Zitrone gebissen
term--how--grin = grinse, dass man die Zähne sieht
term--how--darting_tongue = züngle wie eine Schlange
term--how--fish_gasp = Mund auf und zu wie ein Fisch
term--how--wet_dog_shake = schüttle den Kopf wie ein nasser Hund
term--how--wild_thing = mach das Wild Thing, das du gezeigt hast

## term.made: was außer Signalen gemacht wird
term--made--poker_face = Pokerface
term--made--teeth = Zähne
term--made--nothing = nichts

## coach: was besser zu machen ist, solange ein Signal verlangt ist
coach--unseen = dreh dein Gesicht zur Kamera
coach--eyes = mach die Augen weiter auf
coach--brows = zieh die Brauen hoch
coach--shut_mouth = mach den Mund zu
coach--open_mouth = mach den Mund weiter auf
coach--round_mouth = kein kleines rundes O: lass den Mund breit werden
coach--part_lips = nimm die Lippen auseinander
coach--less_mouth = mach den Mund etwas weiter zu
coach--teeth = zeig die Zähne
coach--tongue_in = lass die Zunge drin
coach--eyes_open = kneif die Augen nicht zu
coach--wider = zieh die Mundwinkel weiter auseinander und hoch
coach--screw_up = kneif beide Augen fester zu
coach--nose = zieh die Nase kraus
coach--tongue = streck die Zunge weiter heraus
coach--darting_tongue = lass die Zunge heraus- und hineinschnellen
coach--panting = Zunge heraus und schneller hecheln
coach--fish_gasp = mach den Mund auf und zu wie ein Fisch
coach--wet_dog_shake = schüttle den Kopf schneller hin und her
coach--hold = genau so: halten
coach--louder = lauter, oder komm näher
coach--softer = zu laut, es übersteuert: geh etwas zurück
coach--talk = das klingt nach Sprechen: lass die Wörter weg
coach--short = dein Laut ({ TERM($signal, "signal") }) ist kurz: halte ihn länger
coach--long = dein Laut ({ TERM($signal, "signal") }) ist lang: mach ihn kürzer
coach--few = mehrmals, im Rhythmus: { TERM($signal, "how") }
coach--like = das klingt mehr nach { TERM($signal, "signal") }: mach es anders
coach--how = { TERM($signal, "how") }
coach--heard = genau so
coach--own_way = fast: mach es so, wie du es gezeigt hast
coach--nearly = fast: { $what }

## card: was verlangt wird
card--number = { $n }
card--of-set = { $set } { $n }
card--signal = { TERM($signal, "signal") }

## practice
practice--ready = ich kenne dich jetzt: los geht's
practice--cue = zeig: { TERM($signal, "signal") } ({ TERM($signal, "how") })
practice--cue-card = zeig { $card }
practice--legend = { LIST($items, by: ", ") }
practice--legend-item = { $card } { TERM($signal, "signal") }
practice--hit = ja{ $late }
practice--wrong = das war { TERM($made, "signal") }{ $late }
practice--late = nicht rechtzeitig erkannt
practice--tried = { TERM($signal, "signal") }: { $what }
practice--late-times = {" "}nach { NUMBER($onset, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, erkannt nach { NUMBER($recognised, minimumFractionDigits: 2, maximumFractionDigits: 2) } s
practice--teach = { $why }mach dein Wild Thing: { $n } von { $of }
practice--taught = { $why }das ist dein Wild Thing: ich kenne es jetzt
practice--teach-again = { $why }.{" "}
practice--done = Treffer: { $hits } von { $tries }
practice--done-short = Treffer: { $hits } von { $tries }; die Aufnahme endete, bevor alle { $all } Signale verlangt waren
practice--speech = halte deine Siegesrede ohne Zähne: { NUMBER($seconds, maximumFractionDigits: 0) } s
practice--clean = keine Zähne: gut gemacht
practice--teeth = Zähne bei { LIST($at, by: ", ") }
practice--at = { NUMBER($t, minimumFractionDigits: 1, maximumFractionDigits: 1) } s
practice--unseen = dein Mund war nicht lange genug zu sehen: schau in die Kamera, mit Licht im Gesicht
practice--short-speech = dein Gesicht war nur { NUMBER($told, minimumFractionDigits: 1, maximumFractionDigits: 1) } von { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s zu sehen: kein Urteil, versuch es noch einmal
practice--strip = die Rede von links nach rechts (voll = Zähne):
practice--keep = { $n ->
         [one] 1 dieser Versuche
        *[other] { $n } dieser Versuche
    } ins Profil von { $name } übernehmen? { TERM($what, "signal") }. Behalten werden nur Zahlen. [j/n]
practice--kept = Ins Profil von { $name } übernommen: { TERM($added, "signal") }. Zurücknehmen: companion practise undo --player { SHELL($name) }
practice--kept-page = Ins Profil übernommen: { TERM($added, "signal") }.
practice--not-kept = Nichts wurde übernommen.
practice--undone = Zurückgenommen: { TERM($undone, "signal") } von { $name }.
practice--nothing-to-undo = das Üben hat dem Profil von { $name } nichts hinzugefügt
practice--forgotten = die Übungen von { $name } sind gelöscht: { $deleted ->
         [one] 1 Versuch
        *[other] { $deleted } Versuche
    }
practice--no-face = es war keine Sekunde lang ein ruhiges Gesicht zu sehen: setz dich vor die Kamera, mit Licht im Gesicht
practice--no-sound = nichts war zu hören: ist das Mikrofon an?
practice--no-noise = '{ $signal }' ist kein Geräusch: lass --hear weg
practice--no-loudspeaker = kein Lautsprecher kann das Beispiel spielen ({ $why }): lass --hear weg
practice--no-set = es gibt kein Set '{ $given }': gib A, B, C oder D an, mehrere (AC), oder mixed
practice--no-signal = es gibt kein Signal '{ $given }': gib eins von { LIST($known, by: ", ") } an
practice--no-drill = es gibt keine Übung '{ $given }': gib { LIST($drills, by: ", ") } an, oder { LIST($others, by: ", ") }
practice--one-set = eine Runde hat ein Set von Signalen: wähle A, B, C oder D
practice--other-device = Set { $set } lässt sich mit diesen Geräten nicht üben: gib auch { $what } an
practice--who-first = sag zuerst, wer übt
practice--gone-drill = diese Übung gibt es nicht: lade die Seite neu
practice--open = Das Üben ist auf diesem Rechner offen: { $address }
practice--closed = Das Üben ist geschlossen.
practice--next-new = neu (noch nie probiert)
practice--next-due = fällig { $when }, Erinnerung { NUMBER($recall, style: "percent") } ({ $hits } von { $tries } beim letzten Mal)
practice--better-surer = Besser: { TERM($signal, "signal") }, { $hits } von { $tries }, nach { $old_hits } von { $old_tries } beim letzten Mal.
practice--better-faster = Schneller: { TERM($signal, "signal") } in { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, nach { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } s beim letzten Mal.
practice--better-first = Neu heute: { TERM($signal, "signal") }, { $hits } von { $tries }.
practice--better-none = { $hits } von { $tries } heute. Es war schon besser: So ist das beim Üben.
practice--then-new = Als Nächstes: { TERM($signal, "signal") }, das ist neu.
practice--then-again = Als Nächstes: noch einmal { TERM($signal, "signal") }, bisher { $hits } von { $tries }.
practice--then-due = Als Nächstes: { TERM($signal, "signal") }, { $days ->
         [one] morgen
        *[other] in { $days } Tagen
    }.
practice--nothing-next = noch ist nichts geplant: beginne mit den fünf Minuten
practice--dice-keys = würfle. Enter: stimmt; 1 bis 6: der markierte Würfel; Tab: nächster; -: kein Wurf; q: Schluss
practice--dice-read = { $shown }: stimmt das? Eine Zifferntaste korrigiert den markierten Würfel
practice--dice-taken = notiert: { $shown }
practice--dice-corrected = korrigiert: { $before } war { $shown }
practice--dice-dropped = nicht gezählt
practice--dice-unconfirmed = nicht gezählt, niemand sagte „Stimmt“: { $shown }
practice--dice-session = { $throws ->
         [one] 1 Wurf gezählt
        *[other] { $throws } Würfe gezählt
    }: { $right } richtig gelesen, { $corrected } berichtigt{ $more ->
         [0] {""}
        *[other] ; { $more } nicht gezählt
    }.
practice--dice-doubts = Unsicher: { LIST($items, by: "; ") }.
practice--dice-doubt = { $n ->
         [one] { $why }
        *[other] { $n }-mal: { $why }
    }
practice--dice-sure = Nichts war unsicher.
practice--dice-better = Tipp: { $advice }
practice--dice-light-good = Das Licht ist gut.
practice--dice-unread = nicht gelesen: { $why }
practice--dice-card = { $throws ->
         [one] 1 Wurf
        *[other] { $throws } Würfe
    }{ $corrected ->
         [0] , alle wie gelesen übernommen
        *[other] , { $corrected } korrigiert ({ NUMBER($share, style: "percent") }), nach { $asked } davon war gefragt worden
    }
practice--dice-more = Fairness nach { $n ->
         [one] 1 weiteren Wurf
        *[other] { $n } weiteren Würfen
    }

## frenzy
frenzy--begin = Eine Runde Face Off!, Set { $set }, { NUMBER($seconds, maximumFractionDigits: 0) } s: zeig, was ein Bot zeigt, und tausche. { LIST($signals, by: ", ") }
frenzy--card = { $n } { TERM($signal, "signal") }
frenzy--gems = { $n ->
         [one] { $n } { TERM($suit, "gem") }
        *[other] { $n } { TERM($suit, "gems") }
    }
frenzy--shows = { $name } zeigt { $shown }: { TERM($signal, "signal") }
frenzy--offered = du bietest { $n ->
         [one] { $n } { TERM($suit, "gem") }
        *[other] { $n } { TERM($suit, "gems") }
    }: { TERM($signal, "signal") }
frenzy--none = du hast für { TERM($signal, "signal") } { $n ->
         [one] keine Karte
        *[other] keine { $n } Karten
    } eines Edelsteins übrig
frenzy--traded = mit { $name } getauscht nach { NUMBER($late, minimumFractionDigits: 2, maximumFractionDigits: 2) } s
frenzy--answered = { $name } hat geantwortet: getauscht
frenzy--beaten = { $one } und { $two } haben getauscht ({ TERM($signal, "signal") }): zu spät für dich
frenzy--missed = { $name } hat vergeblich gewartet: { TERM($signal, "signal") }
frenzy--won = du hast alle neun Karten eines Edelsteins: Face Off!
frenzy--lost = { $name } war schneller: Face Off!
frenzy--over = die Zeit ist um: { $trades ->
         [one] 1 Tausch
        *[other] { $trades } Tausche
    }, dein größter Satz hat { $most ->
         [one] 1 Karte
        *[other] { $most } Karten
    }
frenzy--hand = { $left } s   Deine Hand: { LIST($hand, by: ", ") }

## report
report--spread = { NUMBER($median, minimumFractionDigits: 2, maximumFractionDigits: 2) } s ({ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }–{ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) })
report--title = Übungen von { $name }
report--none = noch niemand hat geübt
report--nothing = Noch nichts.
report--no-hits = Noch keine Treffer.
report--no-tries = noch keine Versuche
report--total = { $hits } von { $tries } getroffen ({ NUMBER($rate, style: "percent") }); beste Serie { $best }, jetzt { $streak }; Tage in Folge: { $days }.
report--rates = Trefferquote
report--times = Sekunden bis zum Signal (Quartile und Median, nur Treffer)
report--weeks = Trefferquote nach Wochen (ab Montag)
report--trend = Jedes Signal über die Wochen
report--confusion = Was verlangt war, und was kam
report--asked = verlangt
report--of = { NUMBER($rate, style: "percent") } von { $tries }
report--of-day = { $hits }/{ $tries }
report--day = { $day }: { $hits } von { $tries }
report--week-days = Treffer von Versuchen in den letzten sieben Tagen: { LIST($days, by: ", ") }
report--week = Diese Woche: Treffer von Versuchen, Tag für Tag
report--dice = Würfelprüfung
report--faces = Wie oft jede Zahl fiel (Linie: ein fairer Würfel)
report--line = { WIDTH($name, left: 20) } { $hits } von { $tries }{ $times }, beste Serie { $best }
report--line-times = , { NUMBER($median, minimumFractionDigits: 2, maximumFractionDigits: 2) } s ({ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }-{ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) })
report--counting = zähle
report--written = geschrieben: { $path }
report--not-written = { $path } ist nicht zu schreiben ({ $why }): gib eine andere Datei an

## practised
practised--newer = { $path } ist von einem neueren companion (Version { $version }, dieses kennt { $knows }): aktualisiere companion
practised--full = die Platte ist voll, der Versuch ist nicht in { $path } gespeichert: schaff Platz und versuch es noch einmal
practised--in-use = { $path } ist in einem anderen companion in Gebrauch: schließ den anderen und versuch es noch einmal
practised--damaged = { $path } ist beschädigt oder keine Übungsdatenbank: schieb sie weg, um neu anzufangen
practised--unusable = { $path } ist nicht zu benutzen ({ $why }): prüf Rechte und Platz dort
practised--unknown = { $name } hat auf diesem Rechner nicht geübt (bisher: { LIST($there, by: ", ") })
practised--nobody = niemand
practised--records = { $n ->
         [one] 1 Übungseintrag von { $name } in { $path } ist nicht lesbar und zählt nicht mit
        *[other] { $n } Übungseinträge von { $name } in { $path } sind nicht lesbar und zählen nicht mit
    } ({ LIST($records, by: ", ") }); companion profiles delete { $name } löscht alles, was von { $name } da ist
practised--no-name = gib den Namen an, höchstens 60 Buchstaben: companion practise learn --player Ann
