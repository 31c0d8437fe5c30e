## term.health
term--health--frozen = gibt nichts Neues
term--health--offline = weg
term--health--ended = am Ende
term--health--off = ausgeschaltet
term--health--lost = nicht zu sehen

## hall
hall--open = Die Seite des Turniers: { $address }
hall--screens = Bildschirme im lokalen Netz: { $address }
hall--closed = Die Halle ist geschlossen. Alles ist aufbewahrt: derselbe Befehl macht weiter.
hall--other = eine andere Halle schreibt dieses Turnier schon: { $name }
hall--no-database = die Datenbank ist nicht zu gebrauchen: { $name }: { $why }
hall--not-written = die Datenbank nimmt gerade nichts an; nichts geht verloren, die Nachrichten der Tische warten beim Broker: { $why }
hall--version = dieses Turnier wurde von einer anderen Version von companion geführt ({ $version }; diese liest { $reads }): { $name }
hall--damaged = die Datenbank des Turniers ist beschädigt: was ein Tisch gemeldet hat, ist nicht zu lesen
hall--line = Zeile { $seq } im Protokoll des Turniers ist nicht zu lesen
hall--no-url = die Datenbank ist eine Datei von SQLite oder eine URL wie postgresql://user@host/name
hall--no-driver = PostgreSQL braucht ein weiteres Paket: pip install 'tabletop-companion[tournament]'
hall--no-extra = ein Turnier braucht weitere Pakete: pip install 'tabletop-companion[tournament]'
hall--double = Zwei Tische heißen so; dies ist { $id }
hall--clock-ahead = Seine Uhr geht { $minutes } min vor
hall--clock-behind = Seine Uhr geht { $minutes } min nach
hall--table-n = Tisch { $n }
hall--no-broker = keine Verbindung zum Broker { $name }: { $why }; die Tische werden wieder gehört, wenn er zurück ist
hall--gaps = { $n ->
         [one] 1 Nachricht ist
        *[other] { $n } Nachrichten sind
    } von ihm nie angekommen

## hall.sheet
hall--sheet--title = Blätter für die Tische: { $name }
hall--sheet--command = Auf dem Laptop dieses Tisches eintippen:
hall--sheet--names = Wählt das Spiel und tippt eure Namen so ein, wie sie auf der Leinwand stehen.
hall--sheet--play = Spielt. Die Leinwand folgt.
hall--sheet--confirm = Ist das Spiel aus, bestätigt das Ergebnis am Laptop: erst dann zählt es.
hall--sheet--help = Etwas stimmt nicht? Spielt weiter: nichts geht verloren. Die Turnierleitung kann ein Ergebnis berichtigen.

## tournament.no
tournament--no--system = ein Turnier ist { LIST($systems, type: "disjunction") }, nicht { $given }
tournament--no--order = die Rangliste geht nach { LIST($orders, type: "disjunction") }, nicht nach { $given }
tournament--no--rounds = ein Turnier hat höchstens { $most } Runden
tournament--no--table-size = bei { TERM($game, "game") } sitzen { $least } bis { $most } Leute an einem Tisch
tournament--no--name = ein Name hat höchstens { $most } Buchstaben, in einer Zeile
tournament--no--players = { $n ->
         [one] 1 Spieler füllt
        *[other] { $n } Spieler füllen
    } keinen Tisch: er braucht { $least }
tournament--no--more-players = es sind schon { $most } Spieler da
tournament--no--more-rounds = { $n ->
         [one] die eine Runde ist
        *[other] alle { $n } Runden sind
    } gespielt
tournament--no--twice = { $name } steht schon auf der Liste
tournament--no--late = { $name } kann jetzt nicht dazukommen: jeder gegen jeden hat begonnen, und kein Platz ist leer
tournament--no--gone = { $name } ist schon ausgestiegen
tournament--no--back = { $name } kann nicht zurückkommen: der Platz ist vergeben
tournament--no--open = Ergebnisse fehlen an { $n ->
         [one] 1 Tisch
        *[other] { $n } Tischen
    }
tournament--no--unpair = eine Runde wird nur zurückgenommen, solange keins ihrer Ergebnisse zählt
tournament--no--points = die Punkte von { $name } fehlen
tournament--no--result = es sind noch keine Punkte angegeben
tournament--no--reason = sagt, warum: der Grund steht dann beim Ergebnis
tournament--no--player = diesen Spieler gibt es nicht
tournament--no--table = diesen Tisch gibt es in dieser Runde nicht
tournament--no--place = kein Tisch dieses Namens ist da
tournament--no--plan = noch hat kein Turnier begonnen
tournament--no--stray = dieses Ergebnis ist weg: ein neueres ist gekommen
tournament--no--lines = tippt einen Namen je Zeile, höchstens { $most }
tournament--no--announcement = eine Durchsage hat höchstens { $most } Buchstaben
tournament--no--broker = es gibt keine Verbindung zum Broker: kein Tisch hört es
tournament--no--lan = Bildschirme an anderen Rechnern brauchen die Option --lan
tournament--no--screen = alle Bildschirme sind vergeben
tournament--no--sheets = die Zahl der Blätter ist 1 bis 200
tournament--no--other-plan = in dieser Datenbank steht schon { $name }: startet ohne Namen oder mit einer anderen --database
tournament--no--file = die Namen sind nicht aus { $path } zu lesen: { $why }
tournament--no--commas = steht in { $path } nach dem Komma die Mannschaft? Beginne die Datei mit der Zeile Name,Mannschaft, oder schreib Name;Mannschaft
tournament--no--text = kein Text in UTF-8 oder UTF-16: speichere sie als „CSV UTF-8“
tournament--no--no-name = ein neues Turnier braucht einen Namen und ein Spiel: companion tournament NAME --game ftw

## page.hall
page--hall--title = Turnier
page--hall--screen = Leinwand
page--hall--control = Turnierleitung
page--hall--theme = Hell oder dunkel
page--hall--closed = Diese Seite ist geschlossen. Das Turnier geht dort weiter, wo es gestartet wurde.
page--hall--offline = Die Verbindung zur Halle ist unterbrochen. Sie kommt von selbst wieder.
page--hall--round = Runde { $n } von { $of }
page--hall--before = Vor der ersten Runde
page--hall--over = Das Turnier ist zu Ende
page--hall--standings = Rangliste
page--hall--tables = Tische
page--hall--pairings = Wer wo spielt
page--hall--byes = Spielfrei: { $names }
page--hall--done = fertig
page--hall--waits = am Tisch zu bestätigen
page--hall--plays = spielt
page--hall--open = offen
page--hall--done-short = fertig
page--hall--waits-short = bestätigen
page--hall--plays-short = spielt
page--hall--open-short = offen
page--hall--by-hall = von der Turnierleitung eingetragen
page--hall--broker-on = Broker: verbunden
page--hall--broker-off = Broker: nicht verbunden
page--hall--present = Tische da: { $n } von { $of }
page--hall--away = weg
page--hall--points = Punkte
page--hall--won = Siege
page--hall--book = Spielpunkte
page--hall--met = Gegner
page--hall--played = Spiele
page--hall--place = Platz
page--hall--player = Spieler
page--hall--team = Mannschaft
page--hall--teams = Mannschaften
page--hall--pair = Runde { $n } auslosen
page--hall--pairs-open = { $n ->
         [one] Das Ergebnis von 1 Tisch fehlt
        *[other] Ergebnisse fehlen an { $n } Tischen
    }
page--hall--unpair = Diese Runde zurücknehmen
page--hall--enter = Spieler
page--hall--enter-about = Ein Name je Zeile; die Mannschaft nach einem Strichpunkt: Ann; Rote Schule
page--hall--add = Aufnehmen
page--hall--withdraw = Steigt aus
page--hall--back = Kommt zurück
page--hall--gone = ausgestiegen
page--hall--result = Ergebnis
page--hall--correct = Eintragen oder berichtigen
page--hall--reason = Grund
page--hall--save = Speichern
page--hall--cancel = Abbrechen
page--hall--winner = Sieger
page--hall--strays = Ergebnisse, die zu keinem Tisch einer Runde gehören
page--hall--strays-about = Andere Namen als in der Paarung, oder ein Spiel, das vor seiner Runde begann.
page--hall--take = Zählen lassen
page--hall--take-for = Zählt für
page--hall--corrections = Berichtigungen
page--hall--correction = Runde { $round }, Tisch { $table }: { $reason }
page--hall--taken-back = Runde { $round } wurde zurückgenommen: { $reason }
page--hall--was = vorher { $points }
page--hall--exports = Dateien
page--hall--standings-csv = Rangliste (CSV)
page--hall--results-csv = Ergebnisse (CSV)
page--hall--json = Alles (JSON)
page--hall--sheets = Für jeden Tisch ein Blatt drucken
page--hall--sheets-count = Wie viele Tische
page--hall--announce = Durchsage an alle Tische
page--hall--send = Senden
page--hall--pause = Alle Tische anhalten
page--hall--resume = Alle Tische fortsetzen
page--hall--announce-about = Ein Tisch gehorcht nur, wenn er so gestartet wurde (--mqtt-commands).
page--hall--screens = Noch ein Bildschirm
page--hall--screens-about = Dies am Rechner des Projektors öffnen.
page--hall--dropped = Verworfene Nachrichten: { $known } schon bekannt, { $broken } nicht verstanden, { $full } von zu vielen Tischen
page--hall--nobody = Noch keine Spieler
page--hall--no-tables = Noch hat sich kein Tisch gemeldet
page--hall--table = Tisch { $n }
page--hall--seat = Sitzt an
page--hall--no-place = kein Tisch
page--hall--rule = Reihenfolge: { $order }
page--hall--order-places = Turnierpunkte, Siege, Spielpunkte, Gegner, direkter Vergleich
page--hall--order-points = Spielpunkte, Turnierpunkte, Siege, Gegner, direkter Vergleich
page--hall--page = { $n } von { $of }
page--hall--code = Kurzer Code
page--hall--join = Beitreten
page--hall--history = Frühere Runden
page--hall--draw = noch kein Sieger
page--hall--sure = bestätigt
