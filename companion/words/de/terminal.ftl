## games
games--seats = { $low } bis { $high }
games--seats-one = { $low }
games--row = { WIDTH($name, left: 14) }{ WIDTH($title, left: 16) }{ WIDTH($seats, right: 8) } Spieler   Varianten: { LIST($variants, by: ", ") }
games--options = Optionen:
games--variants = Varianten:
games--goes-on = { $n ->
         [one] 1 Aktion
        *[other] { $n } Aktionen
    }; das Spiel geht weiter: companion play --resume { SHELL($path) }
games--ended = { $n ->
         [one] 1 Aktion
        *[other] { $n } Aktionen
    }; { $scores }; gewonnen: { LIST($winners, by: ", ") }
games--policy = --policy ist { LIST($known, by: ", ") }, nicht '{ $given }'.
games--which = Nenne das Spiel, etwa: { $example }.
games--no-variant = { TERM($game, "game") } hat keine Variante '{ $given }'; es gibt { LIST($known, by: ", ") }.
games--option-form = Schreib eine Option als name=wert, etwa -o advanced=true, nicht '{ $given }'.
games--no-file = Eine Datei { $path } gibt es nicht; nimm den Spielstand von `play --save`.
games--no-text = { $path } ist kein Spielstand: das ist kein Text.
games--unreadable = { $path } ist nicht zu lesen: { $why }.
games--no-record = { $path }: { $why }

## selfplay
selfplay--head = { $game }, { $players } Spieler, { $games ->
         [one] 1 Spiel
        *[other] { $games } Spiele
    } ({ $policy }), Startwerte ab { $seed }
selfplay--duel = {"  "}der vernünftige Spieler gewinnt { NUMBER($win_rate, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } (95 %: { NUMBER($low, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } bis { NUMBER($high, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }; durch Zufall { NUMBER($by_chance, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }), { $mean_points } Punkte im Spiel gegen { $random_mean_points }
selfplay--share = { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }
selfplay--end = { $name } { $n }
selfplay--ends = {"  "}Siege nach Platz: { LIST($seats, by: ", ") }
    {"  "}geendet durch: { LIST($ends, by: ", ") }; aufgegeben: { $unfinished }
    {"  "}{ $actions_a_game } Aktionen im Spiel ({ $shortest } bis { $longest }), { $actions_a_second } in der Sekunde, { $seconds } s

## play
play--pass = Gib den Laptop an { $who } weiter, dann Enter.
play--who = Wer spielt? { LIST($names, by: ", ") } (Enter: die anderen)
play--who-of = Wer spielt? { LIST($names, by: ", ") } (Enter: { $first })
play--table = Tisch
play--help = Eine Aktion, oder: hilfe, rückgängig, punkte, ende. Möglich ist:
play--words = Überall: hilfe, rückgängig, punkte, ende.
play--wait = Enter allein lässt die anderen spielen.
play--more = {"  "}{"."}.. und mehr
play--undone = Zurückgenommen: { $what }
play--saved = Das Spiel ist gespeichert; weiter mit: companion play --resume { SHELL($path) }
play--lost = Das Spiel endet hier und ist nicht gespeichert; nächstes Mal mit --save DATEI.
play--over = Das Spiel ist aus: { $scores }. Gewonnen: { LIST($winners, by: ", ") }.
play--nobody = Hier heißt niemand '{ $who }'; es geht um { LIST($names, by: ", ") }.
play--not-kept = Das Spiel ist in { $path } nicht zu speichern: { $why }.

## term.truth
term--truth--true = ja
term--truth--false = nein

## term.view
term--view--phase = Phase
term--view--dealer = Geber
term--view--suits = Farben
term--view--signal_set = Signale
term--view--wild_signal = Wild Thing
term--view--scores = Punkte
term--view--shown = gezeigt
term--view--trades = Tausche
term--view--last_trade = letzter Tausch
term--view--claim = Siegesruf
term--view--call = Ausruf
term--view--hand = Hand
term--view--offered = geboten
term--view--received = bekommen
term--view--mistake_of = Fehler von
term--view--placed = aufgestellt
term--view--dice = Würfel
term--view--chairs = Sessel
term--view--captured = geschlagen
term--view--duel = Duell
term--view--rest = noch
term--view--round = Runde
term--view--rounds = Runden
term--view--camera = Kamera
term--view--waiting = es fehlen
term--view--flops = Flop-Runden
term--view--fronts = vorn
term--view--centre = Mitte
term--view--guesses = Tipps
term--view--asked = gefragt
term--view--owed = Bonus für
term--view--held = zurückgehalten
term--view--open_pairs = offene Paare
term--view--hands = Handkarten
term--view--box = Schachtel
term--view--pile = Stapel
term--view--start_card = Startkarte
term--view--pairs = Paare
term--view--album = Album
term--view--highest = höchste Karte
term--view--chosen = gewählt
term--view--front = ausgelegt
term--view--away = weg
term--view--points = Rundenpunkte
term--view--last = letzte Hände
term--view--given = bekommen
term--view--storyteller = Erzähler
term--view--judge = Richter
term--view--team = Team des Erzählers
term--view--guessing = es raten
term--view--table = Tisch
term--view--ties = Gleichstände
term--view--voted = gestimmt
term--view--title = beste Geschichte
term--view--discard = Ablage
term--view--result = Ergebnis
term--view--laid = gelegt
term--view--vote = Stimme
term--view--story_card = Karte der Geschichte
term--view--turn = am Zug
term--view--guessed = Tipps gegeben

## help: was während einer Sitzung getippt werden kann, je Spiel: was zu tippen ist | was es tut
help--now = Was ihr jetzt tippen könnt:
help--later = Zu anderen Zeiten:

## help.face-off
help--face-off--warmup = aufwärmen [Ann] | eine Runde Karten, in der ich euch kennenlerne; dann aufwärmen mit überspringen, nochmal, später, wiederholen oder stopp
help--face-off--sheet = aufwärmen liste | was sicher, schwach oder unbekannt ist, und warum ein Geräusch nicht galt
help--face-off--keep = aufwärmen merken Ann, aufwärmen vergessen Ann | ob Ann beim nächsten Mal bekannt ist
help--face-off--learn = lernen, lernen merken, lernen nein | ob ich eure Geräusche beim Spielen lerne, für den Abend oder für immer
help--face-off--trade = tausche Ann Ben [3] | die beiden tauschen (3 Karten)
help--face-off--win = gewonnen, gewinnt Ann [Rubin] | jemand hat gewonnen; was fehlt, wird gefragt
help--face-off--claim = bestätigen / ablehnen | ob der Siegesruf stimmt
help--face-off--next = signale B | die nächsten Signale
help--face-off--teeth = sauber / Zähne | die Siegesrede
help--face-off--call = Ann ruft Ben | Ben hat Ann eine falsche Karte gegeben
help--face-off--wild = wild Ann | Ann, die gibt, macht das Wild Thing zweimal vor
help--face-off--evidence = beweis [DATEI.png] | worauf das Urteil über die Zähne beruht
help--face-off--seat = gesicht 2 Ann | das zweite Gesicht im Bild von links ist Ann (das Bild einer Kamera ist wie im Spiegel)
help--face-off--faces = gesichter [DATEI.png] | wer wo sitzt, im Bild von links; ein kleines Bild mit den Nummern

## help.keep-smiling
help--keep-smiling--warmup = aufwärmen | beide Sätze im Bild: Farben, Licht und was schwer wird
help--keep-smiling--place = Ann: setze S G N S G | fünf Figuren verdeckt: Smily, Grimmy, Neutralo (niemand sieht es)
help--keep-smiling--dice = 3 5 6 / würfeln | die Würfel, wie ihr sie seht / companion würfelt
help--keep-smiling--lie = 4 / gilt | die Augen eines Würfels, der nicht zu lesen war / sie gelten, wie sie liegen
help--keep-smiling--move = a:3 b:5+6 / passen | der Zug / keine Figur kann einen Würfel nutzen
help--keep-smiling--duel = duell 4 2 / duell | die Würfel des Duells, Angreifer zuerst / companion würfelt
help--keep-smiling--chairs = S G N S G S | am Ende: die Figuren auf den Sesseln, 6 zuerst

## help.all
help--all--undo = rückgängig, überstimmen 5 | die letzte Entscheidung zurücknehmen, oder Nummer 5
help--all--pause = pause, fortsetzen | Signale zählen nicht, dann wieder
help--all--score = punkte | der Punktestand
help--all--answer = eine Nummer, ja, nein | die Antwort auf das, was gefragt ist
help--all--end = hilfe, ende | diese Hilfe; das Ende

## dice
dice--one-camera = auf die Würfel schaut eine Kamera: gib nur ein --camera an
dice--setup-elsewhere = --setup ist eine Würfel-Kalibrierung: sie gehört zu keep-smiling
dice--none = kein Würfel ist im Bild
dice--missing-one = nur 1 von { $count } Würfeln ist zu sehen: ist einer verdeckt oder außerhalb des Bildes?
dice--missing = nur { $n } von { $count } Würfeln sind zu sehen: ist einer verdeckt oder außerhalb des Bildes?
dice--too-many = { $n } Würfel sind zu sehen, { $count ->
         [one] geworfen wurde 1
        *[other] geworfen wurden { $count }
    }: die anderen wegnehmen
dice--most = mehr als { $most } Würfel: weniger auf einmal zeigen
dice--leaning = der { FORM($die, "die-e", of: "colour") } Würfel liegt schief: neu würfeln
dice--unsure = der { FORM($die, "die-e", of: "colour") } Würfel kann { $a } oder { $b } zeigen: die Augen tippen oder neu würfeln
dice--no-dice = es ist nicht klar, ob das Würfel mit Augen sind (Ziffern und Zeichen werden nicht gelesen): den Wurf tippen oder die Kamera rücken
dice--no-die = es ist nicht klar, ob das { FORM($die, "die-e", of: "colour") } Ding ein Würfel mit Augen ist (Ziffern und Zeichen werden nicht gelesen): den Wurf tippen oder die Kamera rücken
dice--numerals = diese Würfel zeigen Ziffern, gelesen werden hier Augen: den Wurf tippen
dice--untyped--unsure = der { FORM($die, "die-e", of: "colour") } Würfel kann { $a } oder { $b } zeigen: näher heran oder gerade von oben aufnehmen
dice--untyped--no-dice = es ist nicht klar, ob das Würfel mit Augen sind (Ziffern und Zeichen werden nicht gelesen): näher heran oder gerade von oben aufnehmen
dice--untyped--no-die = es ist nicht klar, ob das { FORM($die, "die-e", of: "colour") } Ding ein Würfel mit Augen ist (Ziffern und Zeichen werden nicht gelesen): näher heran oder gerade von oben aufnehmen
dice--untyped--numerals = diese Würfel zeigen Ziffern, gelesen werden hier Augen
dice--screen = diese Würfel sind ein Bild auf einem Bildschirm: echte werfen
dice--neither-set = der { FORM($die, "die-e", of: "colour") } Würfel gehört zu keinem Satz: jede Farbe einmal mit 'calibrate dice' zeigen
dice--turn-one = ein { FORM($set, "dice-er", of: "colour") } wurde geworfen, aber die { FORM($turn, "dice-en", of: "colour") } sind dran
dice--turn = { $n } { FORM($set, "dice-e", of: "colour") } wurden geworfen, aber die { FORM($turn, "dice-en", of: "colour") } sind dran
dice--foreign-one = ein { FORM($set, "dice-er", of: "colour") } wurde mitgeworfen: nur die { FORM($turn, "dice-en", of: "colour") } zählen, neu würfeln
dice--foreign = { $n } { FORM($set, "dice-e", of: "colour") } wurden mitgeworfen: nur die { FORM($turn, "dice-en", of: "colour") } zählen, neu würfeln
dice--set-none = keiner der { $count } { FORM($set, "dice-en", of: "colour") } ist zu sehen: ist einer verdeckt oder außerhalb des Bildes?
dice--set-one = nur 1 der { $count } { FORM($set, "dice-en", of: "colour") } ist zu sehen: ist einer verdeckt oder außerhalb des Bildes?
dice--set-few = nur { $n } der { $count } { FORM($set, "dice-en", of: "colour") } sind zu sehen: ist einer verdeckt oder außerhalb des Bildes?
dice--set-many = { $n } { FORM($set, "dice-e", of: "colour") } sind zu sehen, { $count ->
         [one] zu werfen war 1
        *[other] zu werfen waren { $count }
    }
dice--set-left-one = ein { FORM($set, "dice-er", of: "colour") } blieb liegen: wegräumen
dice--set-left = { $n } { FORM($set, "dice-e", of: "colour") } blieben liegen: wegräumen
dice--left-one = ein Würfel blieb liegen: wegräumen
dice--left = { $n } Würfel blieben liegen: wegräumen
dice--bumped = die Kamera wurde bewegt: 'calibrate dice' noch einmal ausführen, wenn Würfel übersehen werden
dice--apart = ab jetzt werden Würfel unterschieden: { LIST($sets, by: ", ") }
dice--set = { $name } { TERM($colour, "colour") }
dice--test-of = { $name }: { $test }
dice--margins = in { $path } stehen die Grenzen des Würfellesers nicht ({ $why }): hol sie aus der Auslieferung zurück
dice--never-still = kein Würfel kam im Bild zur Ruhe
dice--read = { LIST($values, by: " ") }{ $colours }, zusammen { $total }
dice--colours = {" "}({ TERM($colours, "colour") })
dice--refused = { $why }{ $seen }{ $accept }
dice--seen = {" "}{"["}{ LIST($values, by: " ") }]
dice--accept = {" "}(a und Enter: es zählt, wie es liegt, { LIST($best, by: " ") })
dice--count = { $face }: { $n }
dice--summary = { $rolls ->
         [one] 1 Wurf
        *[other] { $rolls } Würfe
    }; { LIST($counts, by: " ") }. { $fairness }
dice--no-tap = dort liegt kein Würfel des letzten Wurfs: die Mitte eines Würfels antippen und 1 bis 6 nennen
dice--mark = Würfel { $n }, { TERM($die, "colour") }: { $value }
dice--mark-open = Würfel { $n }, { TERM($die, "colour") }: nicht sicher
dice--mark-asks = Was zeigt der { FORM($die, "die-e", of: "colour") } Würfel?
dice--mark-unseen = Was zeigt der unmarkierte Würfel?
dice--throw-seen = Der Wurf, wie ich ihn sehe
dice--throw-tap = Tippe auf einen Würfel, dann auf seine Augen.
dice--throw-add = Tippe dorthin, wo der unmarkierte Würfel liegt, oder auf einen markierten; dann auf seine Augen.
dice--throw-pad = Was der gewählte Würfel zeigt
dice--read-as = Gelesen: { LIST($values, by: " ") }. Tippe auf einen Würfel, der etwas anderes zeigt.

## dice.hint: was bei einem Würfel hilft, der zu sehen, aber nicht zu lesen ist; die Seite zeigt ihn bei x, y
dice--hint--closer = der { FORM($die, "die-e", of: "colour") } Würfel ist im Bild zu klein: mit der Kamera etwas näher heran
dice--hint--glare = die Lampe spiegelt, der { FORM($die, "die-e", of: "colour") } Würfel ist nicht zu lesen: die Lampe rücken oder den Würfel etwas drehen
dice--hint--dark = der { FORM($die, "die-e", of: "colour") } Würfel liegt im Dunkeln: mehr Licht
dice--hint--blurred = der { FORM($die, "die-e", of: "colour") } Würfel ist unscharf: die Kamera ruhig oder etwas weiter weg halten

## watch
watch--nothing = nichts anzuschauen: gib eine Kamera oder einen Clip an, oder --mic default
watch--seat = Platz { $n }
watch--somebody = jemand
watch--on = { $who }: { TERM($signal, "signal") } an  (seit { NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, Sicherheit { NUMBER($confidence, minimumFractionDigits: 2, maximumFractionDigits: 2) })
watch--off = { $who }: { TERM($signal, "signal") } aus  (bis { NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, Sicherheit { NUMBER($confidence, minimumFractionDigits: 2, maximumFractionDigits: 2) })

## term.status
term--status--online = da
term--status--frozen = eingefroren
term--status--offline = weg
term--status--ended = zu Ende
term--status--off = aus

## term.state
term--state--seen = da
term--state--lost = weg
term--state--learning = lernt
term--state--ready = bereit
term--state--turned = abgewandt
term--state--back = wieder da

## script
script--no-time = '{ $text }' ist kein Befehl mit Zeit: schreib @SEKUNDEN BEFEHL, etwa @12.5 Ann: claim ruby

## people
people--teach = { $names }: eine halbe Minute companion enrol { SHELL($first) } --sounds, und ich höre eure Tiere viel besser. Antippen geht genauso.
people--not-kept = was von { $player } bekannt ist, lässt sich nicht in { $folder } aufbewahren ({ $why }): schaff dort Platz
people--no-face = von { $name } ist kein Gesicht bekannt: zuerst companion enrol { SHELL($name) }
people--damaged = { $path } ist kein Profil oder ist beschädigt: lösche es und lerne neu ein
people--unreadable = { $path } ist nicht zu lesen ({ $why })
people--version = das Profil von { $name } ist von einer anderen Version ({ $version }): lerne neu ein
people--no-name = ein Spieler braucht einen Namen
people--not-written = { $path } lässt sich nicht schreiben ({ $why })
people--not-deleted = { $path } lässt sich nicht löschen ({ $why })
people--nothing = von { $name } ist nichts aufbewahrt: companion profiles list zeigt, wer eingelernt ist
people--known = { $name } ist hier schon bekannt: mit --instead ersetzt der Import, was aufbewahrt ist
people--no-export = das ist kein Export eines Spielers ({ $why }): companion profiles export NAME DATEI macht einen
people--wrong = { $where } ist beschädigt oder unmöglich groß
people--too-large = zu groß
people--nobody = niemand ist eingelernt (in { $folder }): companion enrol NAME
people--imported = Aufbewahrt von { $name }.
people--deleted = { $file } gelöscht
people--deleted-practice = { $n ->
         [one] 1 Übung
        *[other] { $n } Übungen
    } gelöscht
people--deleted-game = { $file } ist gelöscht: { $name } hat darin gespielt
people--kept-game = { $file } nennt { $name } noch
people--in-tournament = { $path } nennt { $name } noch ({ $n ->
         [one] 1 Eintrag
        *[other] { $n } Einträge
    }): die Tabelle braucht es. Lösche diese Datei nach dem Turnier
people--no-tournament = das Turnier { $path } ist nicht zu lesen ({ $why }): schließ seine Seite, und versuch es noch einmal
people--signal = { TERM($signal, "signal") }
people--calm = ruhig
people--face = { $name }: Gesicht ({ LIST($signals, by: ", ") })
people--sounds = { $name }: Geräusche ({ LIST($signals, by: ", ") })
people--no-sounds = keine
people--practice = { $name }: Übungen (companion practise report --player { SHELL($name) })

## camera
camera--whose = sag, wer vor welcher Kamera sitzt: { $example }
camera--closed = Kamera { $index } geht nicht auf: { $hint }
camera--no-picture = Kamera { $index } ist da, gibt aber kein Bild: { $hint }
camera--hint = vielleicht nutzt sie ein anderes Programm; schließe es und versuch es noch einmal
camera--hint-macos = erlaube diesem Terminal die Kamera (Systemeinstellungen, Datenschutz), oder schließe das Programm, das sie nutzt
camera--hint-windows = schließe das Programm, das sie nutzt, oder erlaube Desktop-Apps die Kamera (Einstellungen, Datenschutz)
camera--by-number = Kameras haben auf diesem System Nummern: nimm 0, 1 oder 2 statt '{ $name }'
camera--no-name = keine Kamera heißt '{ $name }': { $known }
camera--several = { $count } Kameras heißen '{ $name }': nimm die Nummer; { $known }
camera--no-number = eine Kamera { $index } gibt es nicht: { $known }
camera--not-allowed = Kamera { $index } darf dieser Benutzer nicht öffnen: `sudo usermod -aG video $USER`, dann neu anmelden
camera--none = dieser Rechner hat keine Kamera; stecke eine an, oder nimm einen Clip oder eine Adresse
camera--listed = Kameras hier: { LIST($known, by: ", ") }
camera--one = { $index } ({ $name })

## demo
demo--face-off = Eine Runde Face Off! für Fortgeschrittene mit drei künstlichen Spielern, gesehen und gehört. Was der Tisch tippt, beginnt mit >.
demo--keep-smiling = Ein Zug Keep Smiling!: Die Kamera über dem Tisch liest die Würfel.
