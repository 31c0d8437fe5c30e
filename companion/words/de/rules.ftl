## rules
rules--cited = { $what } ({ $rule })
rules--sentences = { $parts }
rules--clauses = { LIST($parts, by: "; ") }.
rules--chance = der Zufall
rules--table = der Tisch
rules--chance-begins = Der Zufall
rules--table-begins = Der Tisch
rules--turn-of-one = , { $who } ist dran
rules--turn-of = , { $who } sind dran

## rules.no
rules--no--line = Eine Aktion ist eine kurze Zeile Text.
rules--no--lines = Eine Aktion ist eine Zeile; dieser Text hat mehrere.
rules--no--quotes = Die Anführungszeichen in { $text } gehen nicht zu; schreib Namen mit Leerzeichen als "Ann Marie".
rules--no--quoted = Was in { $text } in Anführungszeichen steht, ist nicht lesbar; schreib es ohne Backslash, wie "Ann Marie".
rules--no--number = { $text } ist keine Kartennummer; schreib eine ganze Zahl in Ziffern.
rules--no--nothing = Da steht nichts; die Aktionen von { TERM($game, "game") } sind { TERM($verbs, "verb") }.
rules--no--action = { $text } ist keine Aktion von { TERM($game, "game") }; die Aktionen sind { TERM($verbs, "verb") }.
rules--no--value = { $action } ist keine Aktion von { TERM($game, "game") }.
rules--no--several-names = { $text } kann { LIST($names, type: "disjunction") } sein; tippe mehr vom Namen.
rules--no--nobody = Hier heißt niemand { $text }; es spielen { LIST($players, by: ", ") }.
rules--no--actor = Spieler { $actor } gibt es hier nicht; es spielen 0 bis { $last }, -1 ist der Zufall und -2 der Tisch.
rules--no--viewer = { $viewer } schaut hier nicht zu; es spielen 0 bis { $last }, der Tisch ist { $table }.
rules--no--undo = { $who } kann nichts zurücknehmen.
rules--no--who = Mehrere können jetzt handeln; schreib zuerst einen Namen: { LIST($names, by: ", ") }
rules--no--draw = Jetzt zieht der Zufall nichts; ein Spieler oder der Tisch ist dran.
rules--no--extra = Dieser Aufruf braucht ein weiteres Paket: pip install 'tabletop-companion[{ $extra }]'

## option.no
option--no--unknown = { TERM($game, "game") } hat keine Option { $name }; es gibt { LIST($known, by: ", ") }.
option--no--flag = Option { $name } ist { $value }; gib true oder false an.
option--no--whole = Option { $name } ist { $value }; gib eine ganze Zahl von { $low } bis { $high } an.
option--no--choice = Option { $name } ist { $value }; wähle eines von { LIST($choices, by: ", ") }.
option--no--seat = Option { $name } ist { $value }; gib einen Namen oder einen Platz von 0 bis { $last } an.
option--no--name = Option { $name } ist { $value }: { $why }
option--no--text = Option { $name } ist { $value }; beschreib es mit 1 bis { $most } druckbaren Zeichen.
option--no--blanks = Option { $name } ist { $value }; lass die Leerzeichen davor und danach weg.
option--no--list = Option { $name } ist { $value }; gib eine Liste aus { LIST($choices, by: ", ") } an.
option--no--twice = Option { $name } nennt in { $value } etwas doppelt; nenne jedes einmal.
option--no--table = Option { $name } ist { $value }; gib je eine Zahl für { LIST($choices, by: ", ") } an.
option--no--players = Die Spieler sind eine Liste von Namen.
option--no--count = { TERM($game, "game") } ist für { $low } bis { $high } Spieler, nicht für { $n }; nimm welche dazu oder weg.
option--no--odd-name = { $name } geht nicht als Name; nimm 1 bis { $most } druckbare Zeichen.
option--no--same-name = Zwei Spieler heißen gleich: { LIST($names, by: ", ") }; gib allen einen eigenen Namen.
option--no--seed = Der Startwert ist { $seed }; gib eine ganze Zahl an.
option--no--game = Ein Spiel { $name } gibt es nicht; wähle eines von { LIST($games, by: ", ") }.

## option.face-off
option--face-off--suits = welche Steine mitspielen, so viele wie Spieler
option--face-off--gem_values = Punkte je Edelstein
option--face-off--cards = digital: hier gegeben und geprüft; physical: eure Karten, der Tisch bestätigt
option--face-off--advanced = mit Grins- und Wild-Thing-Karten spielen
option--face-off--signal_set = was in der ersten Runde für 1, 2, 3 und 4 Karten gezeigt wird
option--face-off--wild_signal = das Wild-Thing-Signal der ersten Runde
option--face-off--dealer = wer die erste Runde gibt
option--face-off--target = Punkte zum Sieg
option--face-off--mistake_penalty = Abzug für einen falschen Tausch
option--face-off--teeth_penalty = Abzug für Zähne in der Siegesrede
option--face-off--false_claim_penalty = Abzug für einen falschen Siegesruf (nicht im Buch)
option--face-off--max_trades = nach so vielen Tauschen neu geben; 0: nie
option--face-off--max_hands = Ende nach so vielen Runden; 0: erst, wenn jemand gewonnen hat

## option.keep-smiling
option--keep-smiling--lane_length = wie weit es zur anderen Seite ist: weniger Felder, kürzeres Spiel
option--keep-smiling--duel = Figuren, die sich treffen, kämpfen: je ein Würfel, der höhere bleibt
option--keep-smiling--first = wer zuerst würfelt
option--keep-smiling--pieces = digital: hier verdeckt gesetzt; physical: euer Spielplan, am Ende die Sessel eingeben
option--keep-smiling--memory = auch die eigenen Figuren sind nach dem Setzen verdeckt: merkt sie euch

## option.face-cards
option--face-cards--variant = die anderen Spielweisen im Heft; Risiko ist für 3 bis 5 Spieler
option--face-cards--cards = digital: hier gegeben und geprüft; physical: eure Karten oder Fotos, der Besitzer antwortet auf Tipps
option--face-cards--first = es beginnt, wer dem ersten Foto am ähnlichsten sieht: ihr sagt es, oder das Los
option--face-cards--not_own = worauf niemand tippen darf: jede eigene Karte, oder nur das eigene Paar
option--face-cards--max_flop_rounds = niemand lag richtig: so viele Tipprunden mehr mit denselben Karten
option--face-cards--starts_each = wie oft jeder beginnt; 0: wie im Heft, 3, 2 oder 1 Mal
option--face-cards--people = Karten mit Personen
option--face-cards--animals = Karten mit Tieren
option--face-cards--objects = Karten mit Gegenständen
option--face-cards--blank_people = eigene Karten mit Personen (höchstens zehn)
option--face-cards--blank_animals = eigene Karten mit Tieren
option--face-cards--blank_objects = eigene Karten mit Gegenständen
option--face-cards--shortage = zu wenige Karten übrig: weniger in der Mitte, oder das Spiel endet

## option.ftw
option--ftw--first = wer die erste Runde beginnt
option--ftw--rounds = wie viele Runden; leer: so viele wie Spieler
option--ftw--cards = digital: hier gegeben; physical: eure Zahlenkarten, Gelegtes wird getippt, gezählt werden gezeigte Hände

## option.factum
option--factum--cards = digital: hier gegeben und gemischt; physical: eure Karten, der Tisch sagt, wessen Karte gewählt wurde
option--factum--deck = wie viele Karten es gibt
option--factum--target = Punkte zum Sieg
option--factum--finish = wenn jemand die Punkte hat: sofort, oder nach der besten Geschichte
option--factum--max_ties = nach so vielen Gleichständen im Rateteam entscheidet jemand
option--factum--deadlock = wer dann entscheidet

## option-name
option-name--set = { $set }: { TERM($signals, "signal") }
option-name--suits = Edelsteine im Spiel
option-name--gem_values = Punkte je Edelstein
option-name--cards = Karten
option-name--pieces = Figuren
option-name--advanced = fortgeschrittenes Spiel
option-name--signal_set = Signale der ersten Runde
option-name--wild_signal = erstes Wild Thing
option-name--dealer = erster Geber
option-name--target = Punkte zum Sieg
option-name--mistake_penalty = Abzug für eine falsche Karte
option-name--teeth_penalty = Abzug für Zähne
option-name--false_claim_penalty = Abzug für einen falschen Siegesruf
option-name--max_trades = höchstens so viele Tausche je Runde
option-name--max_hands = höchstens so viele Runden
option-name--lane_length = Felder einer Bahn
option-name--duel = Duell-Variante
option-name--first = wer beginnt
option-name--memory = eigene Figuren merken
option-name--variant = Variante
option-name--not_own = kein Tipp auf
option-name--max_flop_rounds = weitere Tipprunden
option-name--starts_each = wie oft jeder beginnt
option-name--people = Karten mit Personen
option-name--animals = Karten mit Tieren
option-name--objects = Karten mit Gegenständen
option-name--blank_people = eigene Karten mit Personen
option-name--blank_animals = eigene Karten mit Tieren
option-name--blank_objects = eigene Karten mit Gegenständen
option-name--shortage = wenn die Karten knapp werden
option-name--rounds = Runden
option-name--deck = Karten im Stapel
option-name--finish = Ende am Ziel
option-name--max_ties = höchstens so viele Gleichstände
option-name--deadlock = wer dann entscheidet

## position.no
position--no--game = Das ist keine Stellung von { TERM($game, "game") }; sie muss mit '{ $game }' beginnen.
position--no--version = Die Stellung von { TERM($game, "game") } hat nach dem Namen keine Versionsnummer.
position--no--newer = Die Stellung ist von Version { $version }, neuer als { $known }; nimm ein neueres Programm.
position--no--end = Die Stellung ist abgeschnitten: Am Ende fehlt der Punkt; kopiere die ganze Zeile.
position--no--field = Die Stellung hat ein Feld, das nicht lesbar ist: { $field }.
position--no--missing = Die Stellung ist nicht ganz: { LIST($fields, by: ", ") } fehlt; kopiere die ganze Zeile.
position--no--extra = Die Stellung hat unbekannte Felder: { $fields }.
position--no--number = { $text } in der Stellung ist keine ganze Zahl, wie sie sein müsste.
position--no--options = Die Stellung hat Optionen, die es nicht geben kann: { $why }
position--no--damaged = Die Stellung ist beschädigt oder abgeschnitten; speichere oder kopiere sie neu.
position--no--writing = ein Feld ist nicht so geschrieben, wie es die Notation will.
position--no--possible = Die Stellung kann es nicht geben: { $why }

## record.no
record--no--text = Ein Spielstand ist Text.
record--no--kept = { $text } lässt sich in keiner Datei halten; lass die halben Zeichen weg.
record--no--record = Das ist kein Spielstand; einer beginnt mit: { $begin }.
record--no--version-record = Zeile { $line } des Spielstands nennt keine Version des Spielstands.
record--no--version-game = Zeile { $line } des Spielstands nennt keine Version des Spiels.
record--no--writing = Zeile { $line } des Spielstands wird so geschrieben: { $wanted }
record--no--option-twice = Zeile { $line } des Spielstands nennt die Option { $name } noch einmal; nenne jede einmal.
record--no--newer-record = Dieser Spielstand ist von Version { $version }, neuer als { $known }; zum Lesen braucht es ein neueres Programm.
record--no--newer-game = Dieses Spiel ist von Version { $version }, neuer als { $known }; zum Lesen braucht es ein neueres Programm.
record--no--end = Der Spielstand ist nach Zeile { $line } abgeschnitten; ein ganzer schließt mit: end
record--no--field = Zeile { $line } des Spielstands muss beginnen mit: { $wanted }; sie ist { $found }.
record--no--seed = Zeile { $line } des Spielstands hat keinen Startwert; das ist eine ganze Zahl ohne führende Nullen.
record--no--header = Zeile { $line } des Spielstands muss sein wie: header Ort "zu Hause".
record--no--step = Zeile { $line } des Spielstands muss Aktion { $number } sein, wie in: { $number } Ann ...
record--no--player = Zeile { $line } des Spielstands: Hier heißt niemand { $name }.
record--no--replay = Zeile { $line } des Spielstands lässt sich nicht nachspielen: { $why }
record--no--reading = Zeile { $line } des Spielstands ist nicht lesbar; die Datei ist dort beschädigt.
record--no--other-result = Zeile { $line } des Spielstands passt nicht zu seinen Aktionen: Das Ergebnis müsste { $wanted } sein; eine Aktion wurde geändert oder fehlt.
record--no--other-position = Zeile { $line } des Spielstands passt nicht zu seinen Aktionen: Die letzte Stellung müsste { $wanted } sein; eine Aktion wurde geändert oder fehlt.
record--no--after = Zeile { $line } des Spielstands kommt nach dem Ende; schneide sie ab.

## rule
rule--cited = { TERM($book, "book") }, { $section }: { $text }
rule--undo = Zurück geht nur die eigene letzte Aktion, wenn sie nichts gezeigt, nichts gezogen und niemanden berührt hat.

## rule.ftw
rule--ftw--dealing = Alle Karten werden gemischt und verteilt: je 12 bei bis zu fünf Personen, je 10 bei sechs.
rule--ftw--giving = Alle geben gleichzeitig je 3 Handkarten nach rechts und nehmen die erhaltenen, wenn alle gewählt haben.
rule--ftw--turns = Ihr spielt reihum im Uhrzeigersinn immer 1 Handkarte aus.
rule--ftw--held = Gespielt wird immer eine eigene Handkarte.
rule--ftw--higher = Eine Karte auf dem Ablagestapel muss höher sein als die oberste; jede Karte darf einen Stapel beginnen.
rule--ftw--lower = Auslegen darfst du nur eine Karte, die niedriger ist als die oberste des Ablagestapels.
rule--ftw--from-pile = Wer eine Karte auslegt, muss eine Karte aus dem offenen Ablagestapel wählen.
rule--ftw--help = Eine niedrigere Karte geht nur, wenn ihre Summe mit eigenen Hilfskarten höher ist als die oberste Karte.
rule--ftw--showing = Hat jemand nach dem Zug nur noch 1 Handkarte, ist die Runde zu Ende und alle Hände werden gezählt.
rule--ftw--ended = Das Spiel endet nach der letzten Runde.

## rule.keep-smiling
rule--keep-smiling--placing = Jeder setzt zuerst seine fünf Figuren verdeckt auf die Startfelder: zwei Smilys, zwei Grimmys, einen Neutralo.
rule--keep-smiling--turns = Abwechselnd würfelt jeder mit allen drei Würfeln und zieht dann.
rule--keep-smiling--five-ways = Eine Figur zieht einen Würfel oder zwei; zwei Figuren je einen Würfel, oder einen und zwei; drei Figuren je einen Würfel.
rule--keep-smiling--whole-dice = Nur die gewürfelten Augen zählen, jeder Würfel einmal und ungeteilt.
rule--keep-smiling--must-move = Eine Figur muss gezogen werden; nur weitere mögliche Züge können verfallen.
rule--keep-smiling--exact = Die gegnerische Startposition muss mit genauer Augenzahl erreicht werden.
rule--keep-smiling--off-lane = Eine geschlagene Figur ist aus dem Spiel, eine Figur auf einem Sessel bleibt dort.
rule--keep-smiling--ended = Das Spiel ist beendet, wenn alle sechs Sessel besetzt sind oder keine Figur mehr im Spiel ist.
rule--keep-smiling--reveal = Am Ende werden die Figuren auf den Sesseln aufgedeckt; jeder hat zwei Smilys, zwei Grimmys und einen Neutralo.
rule--keep-smiling--duel = Trifft eine Figur auf eine andere, würfeln beide mit einem Würfel, bevor es weitergeht.

## rule.face-off
rule--face-off--deal = Der Geber mischt und gibt jedem 9 Edelsteine, fortgeschritten auch je eine Grins- und Wild-Thing-Karte.
rule--face-off--one-suit = Biete 1 bis 4 Karten einer Farbe an, die du hast.
rule--face-off--same-number = Tauschen kann, wer dasselbe Signal zeigt.
rule--face-off--two-players = Getauscht wird zwischen zwei Spielern.
rule--face-off--grin-only = Grins- und Wild-Thing-Karten werden eins zu eins unter ihrem eigenen Signal getauscht.
rule--face-off--advanced-only = Grins- und Wild-Thing-Karten gibt es nur im fortgeschrittenen Spiel.
rule--face-off--nothing-shown = Nur ein Angebot, das steht, lässt sich zurücknehmen.
rule--face-off--mistake = Wer die falsche Karte bekommen hat, hält das Spiel an und ruft es aus.
rule--face-off--suit-in-play = Je Spieler eine ganze Farbe; die anderen bleiben weg.
rule--face-off--dealer-chooses = Wer gewonnen hat, gibt als Nächstes und wählt die Signale.
rule--face-off--wild-choice = Das Wild-Thing-Signal erfindet der Geber für diese Runde.
rule--face-off--speech = Über die Siegesrede wird einmal geurteilt, wenn eine Runde gewonnen ist.
rule--face-off--table-confirms = Der Tisch bestätigt oder verneint einen Ruf, den er gesehen hat.
rule--face-off--stopped = Getauscht wird vom Geben bis zum Ruf; jetzt wartet das Spiel.
rule--face-off--over = Das Spiel endet, wenn jemand das Ziel erreicht.
rule--face-off--not-yours = Spieler bieten, rufen und wählen; der Tisch sieht und urteilt; der Zufall gibt.

## rule.face-cards
rule--face-cards--start = Wer dem ersten Foto am ähnlichsten sieht, nimmt den Fotoapparat und beginnt.
rule--face-cards--deal = Karten kommen vom gemischten Nachziehstapel.
rule--face-cards--pair = Jeder wählt aus seinen Handkarten 2, die zueinander passen.
rule--face-cards--kenner = Wählt zur offenen Karte eine passende von eurer Hand.
rule--face-cards--koenner = Beide Karten des Pärchens kommen in die Mitte, ein Tipp nennt zwei davon.
rule--face-cards--risiko = Jeder legt zwei Foto-Pärchen aus: vier verschiedene Karten.
rule--face-cards--turn = Der Spieler mit dem Fotoapparat beginnt, die anderen folgen reihum mit je einem Tipp.
rule--face-cards--guess = Getippt wird auf die Karte vor einem Mitspieler und eine Karte in der Mitte.
rule--face-cards--not-own = Ihr dürft nicht auf eure eigenen Karten tippen.
rule--face-cards--answer = Der Mitspieler sagt, ob der Tipp stimmt, und bleibt bei dem, was er gesagt hat.
rule--face-cards--no-bonus = Im Risikospiel gibt es keine Extrapunkte für verschiedene Kategorien.
rule--face-cards--pass = Erst nach einem richtigen Tipp darf man aufhören; der erste Tipp ist Pflicht.
rule--face-cards--step = Erst werden die Pärchen gelegt, dann aufgedeckt, dann wird getippt.
rule--face-cards--end = Das Spiel endet, nachdem jeder gleich häufig Startspieler war.

## rule.factum
rule--factum--deal = Jeder ergänzt auf 5 Karten; ist der Stapel aufgebraucht, wird der Ablagestapel neu gemischt.
rule--factum--volunteer = Wer sich als Erster meldet, erzählt eine Geschichte.
rule--factum--not-twice = Ein und derselbe Spieler kann nicht zweimal hintereinander Geschichtenerzähler sein.
rule--factum--teams = Zwei gleich große Teams; bei ungerader Zahl hat das Team des Erzählers einen Spieler mehr.
rule--factum--tell = Der Erzähler erzählt seine Geschichte und bestätigt ihr Ende.
rule--factum--judge = Richter wird, wer sich im gegnerischen Team zuerst meldet.
rule--factum--decide = Der Richter schaut sich die Karte an und entscheidet, wessen Team rät.
rule--factum--lay = Jeder Spieler des Teams, das nicht rät, legt eine Karte aus seiner Hand dazu.
rule--factum--vote = Das Rateteam stimmt über die Karten auf dem Tisch ab.
rule--factum--silent = Der Erzähler und der Richter müssen schweigen.
rule--factum--tie = Bei Gleichstand wird unter diesen Karten neu gestimmt, dann entscheidet einer.
rule--factum--owner = Die Karte ist vom Erzähler, von einem Spieler des verwirrenden Teams oder vom Stapel.
rule--factum--best = Alle außer den beiden Erzählern stimmen über die zwei Geschichten ab.
rule--factum--step = Erzählen, Bewerten, Karten hinzufügen, Raten, Punkte, beste Geschichte.
rule--factum--end = Wer zuerst das Ziel (15 Punkte) erreicht, gewinnt; das Spiel ist aus.

## ftw
ftw--deal = Runde { $round } von { $rounds }: Die Karten sind verteilt, alle wählen 3 Karten für die Person rechts.
ftw--give = { $who } hat 3 Karten für die Person rechts gewählt.
ftw--begin = Auch { $who } hat gewählt, die Karten wandern nach rechts, und { $next } beginnt.
ftw--open = { $who } beginnt einen Stapel mit der { $card }{ $left }.
ftw--play = { $who } legt die { $card } auf die { $top }{ $left }.
ftw--help = { $who } legt die { $card } auf die { $top } mit Hilfe von { $helpers }: { $sum } ist höher als { $top }{ $left }.
ftw--lay = { $who } legt die { $card } vor sich aus und nimmt die { $take } vom Stapel; der übrige Stapel kommt weg{ $left }.
ftw--lay-only = { $who } legt die { $card } vor sich aus und nimmt die { $take }, die einzige Karte des Stapels{ $left }.
ftw--two-left = ; { $who } hat noch 2 Karten
ftw--one-left = ; { $who } hat noch eine Karte, die Runde ist zu Ende: zeigt eure Hände
ftw--show = { $who } zeigt { $cards }: { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkte
    }.
ftw--round = Die Runde ist zu Ende: { $points }.
ftw--gets = { $who } bekommt { $points }
ftw--win = Das Spiel ist zu Ende: { $who } gewinnt mit { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkten
    }.
ftw--tie = Das Spiel ist zu Ende: { $who } gewinnen gemeinsam mit { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkten
    }.

## ftw.no
ftw--no--deal-now = { $who } kann das jetzt nicht: erst werden die Karten verteilt{ $turn }.
ftw--no--give-now = { $who } kann das jetzt nicht: erst gehen drei Karten nach rechts{ $turn }.
ftw--no--play-now = { $who } kann das jetzt nicht: erst wird eine Karte gespielt{ $turn }.
ftw--no--show-now = { $who } kann das jetzt nicht: die Hände werden gerade gezeigt und gezählt{ $turn }.
ftw--no--over-now = { $who } kann das jetzt nicht: das Spiel ist aus{ $turn }.
ftw--no--card = { $cards } ist keine Karte; die Karten sind die Zahlen 1 bis { $highest }.
ftw--no--pair = { $cards } ist kein Kartenpaar; die Karten sind die Zahlen 1 bis { $highest }.
ftw--no--hand = { $cards } ist keine Hand; die Karten sind die Zahlen 1 bis { $highest }.
ftw--no--gift = { $cards } lässt sich nicht weitergeben; die Karten sind die Zahlen 1 bis { $highest }.
ftw--no--helpers = { $cards } können keine Hilfskarten sein; die Karten sind die Zahlen 1 bis { $highest }.
ftw--no--hands = Verteilt werden { $n } Hände, eine für jeden Spieler.
ftw--no--dealt-twice = Eine Karte ist doppelt verteilt.
ftw--no--hand-size = Bei { $n } Spielern hat eine Hand { $size } Karten.
ftw--no--three = Gib 3 verschiedene Karten, nicht { $n }.
ftw--no--secret-gift = Eure eigenen Karten gehen verdeckt weiter; nenne sie nicht.
ftw--no--show-count = { $who } hat { $n ->
         [one] 1 Karte; nenne sie
        *[other] { $n } Karten; nenne jede einmal
    }.
ftw--no--show-taken = { $who } hat die { $card } vom Stapel genommen und noch auf der Hand; nenne sie auch.
ftw--no--seen = Die { $card } lag in dieser Runde schon auf dem Tisch, oder jemand anderes nahm sie.
ftw--no--not-held = { $who } hat die { $card } nicht.
ftw--no--not-yours = { $who } kann das nicht spielen; schau in deine Karten.
ftw--no--not-higher = Die { $card } ist nicht höher als die { $top } auf dem Stapel; spiel sie mit Hilfskarten oder leg sie aus.
ftw--no--needless = Die { $card } braucht hier keine Hilfskarten; spiel sie ohne.
ftw--no--no-helper = Die { $card } ist keine Hilfskarte von { $who }.
ftw--no--helper-twice = Eine Hilfskarte ist doppelt genannt; jede hilft einmal.
ftw--no--sum = Die { $card } mit ihren Hilfskarten ergibt { $sum }, und das ist nicht höher als { $top }.
ftw--no--no-pile = Es gibt noch keinen Stapel; beginne einen mit der { $card } oder einer anderen.
ftw--no--not-in-pile = Die { $card } liegt nicht im Stapel; nimm eine, die da liegt.
ftw--no--not-lower = Die { $card } ist höher als die { $top } auf dem Stapel; spiel sie dort, oder leg eine niedrigere aus.
ftw--no--form = { $text } ist keine Aktion; schreib etwa: spiele 17, lege 5 nimm 17 oder spiele 2 mit 6 11
ftw--no--card-number = Eine { $card } gibt es nicht; die Karten sind die Zahlen 1 bis { $highest }.
ftw--no--deal-form = { $text } verteilt keine Karten; schreib die Karten jeder Hand, mit / dazwischen.
ftw--no--give-form = { $text } gibt keine drei Karten; schreib etwa: gib 3 17 25
ftw--no--fits-several = { $text } kann mehreres bedeuten; sag, was: { LIST($choices, by: ", ") }
ftw--no--in-full = Sag es ganz: welche Karte du spielst oder auslegst und welche du nimmst, etwa: lege 5 nimm 17

## ftw.bad
ftw--bad--seats = nicht jeder hat eine Hand, ein Geschenk und eine Reihe Hilfskarten.
ftw--bad--turn = die gespielten Runden passen nicht zu den Händen, oder der Falsche ist dran.
ftw--bad--points = die Punkte einer Runde sind nicht je Spieler eine Zahl von 0 bis zur höchsten Karte.
ftw--bad--last = die Hände am Ende der letzten Runde kann es nicht geben.
ftw--bad--last-order = die letzte Runde endete, ohne dass jemand nur eine Karte hatte, oder die Hände sind nicht geordnet.
ftw--bad--last-points = die Punkte der letzten Runde sind nicht die ihrer Hände.
ftw--bad--between = zwischen zwei Runden liegen Karten aus, oder der Falsche beginnt.
ftw--bad--cards = eine Karte fehlt, ist doppelt oder gehört nicht ins Spiel.
ftw--bad--order = Hände und Hilfskarten stehen in aufsteigender Reihenfolge.
ftw--bad--gift = gegeben werden drei verschiedene Karten, in aufsteigender Reihenfolge.
ftw--bad--early = es wird gespielt, bevor alle ihre drei Karten gegeben haben.
ftw--bad--not-held = jemand gibt Karten, die er nicht hat.
ftw--bad--begin = der Falsche beginnt.
ftw--bad--sizes = während einer Runde hat jede Hand mindestens zwei Karten und nicht mehr, als verteilt wurden.
ftw--bad--twice = eine Karte wurde doppelt gegeben.

## keep-smiling
keep-smiling--place = { $who } hat alle fünf Figuren gesetzt.
keep-smiling--roll = { $who } würfelt { $dice }.
keep-smiling--pass = Keine Figur von { $who } kann ziehen, der Zug verfällt.
keep-smiling--move = { $who } zieht { $steps }
keep-smiling--by = { $lane } um { $total }
keep-smiling--by-sum = { $lane } um { $total } ({ $dice })
keep-smiling--capture = Figur { $lane } von { $who } ist geschlagen
keep-smiling--chair = Figur { $lane } von { $who } nimmt Sessel { $chair }
keep-smiling--meet = die Figuren auf Bahn { $lane } kämpfen ein Duell
keep-smiling--duel = Duell auf Bahn { $lane }: { $who } würfelt { $attacker }, { $other } würfelt { $defender }, die Figur von { $loser } scheidet aus
keep-smiling--again = { $other } hat keine Figur mehr auf den Bahnen, also spielt { $who } allein weiter
keep-smiling--turn-over = Es zieht niemand mehr: deckt die Figuren auf den Sesseln auf.
keep-smiling--over = Das Spiel ist zu Ende: { LIST($seats, by: ", ") }; { $result }.
keep-smiling--win = { $who } gewinnt mit { $points } zu { $less } Punkten
keep-smiling--tie = es steht unentschieden, { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkte
    }
keep-smiling--nobody = keine Figur sitzt auf einem Sessel
keep-smiling--seat = auf Sessel { $chair } sitzt ein { TERM($kind, "piece-kind") } von { $who }

## keep-smiling.no
keep-smiling--no--place-now = { $who } kann das jetzt nicht: noch werden die Figuren gesetzt{ $turn }.
keep-smiling--no--roll-now = { $who } kann das jetzt nicht: erst wird gewürfelt{ $turn }.
keep-smiling--no--move-now = { $who } kann das jetzt nicht: erst zieht, wer gewürfelt hat{ $turn }.
keep-smiling--no--duel-now = { $who } kann das jetzt nicht: erst wird das Duell gewürfelt{ $turn }.
keep-smiling--no--reveal-now = { $who } kann das jetzt nicht: die Sessel werden gerade aufgedeckt{ $turn }.
keep-smiling--no--over-now = { $who } kann das jetzt nicht: das Spiel ist aus{ $turn }.
keep-smiling--no--set-up = { $kinds } ist keine Aufstellung; nenne fünf Buchstaben aus S, G und N für die Bahnen a bis e.
keep-smiling--no--other-pieces = { $kinds } sind nicht zwei S, zwei G und ein N.
keep-smiling--no--chairs = { $kinds } passt nicht zu { $n } Sesseln; nenne für jeden einen Buchstaben S, G oder N.
keep-smiling--no--other-chairs = { $who } kann diese Figuren nicht auf den Sesseln haben.
keep-smiling--no--roll = { $dice } ist kein Wurf; nenne drei Würfel von 1 bis 6.
keep-smiling--no--duel = { $die } ist kein Würfel eines Duells; nenne zwei Würfel von 1 bis 6, erst den Angreifer.
keep-smiling--no--pass = Eine Figur kann ziehen, also kannst du nicht passen.
keep-smiling--no--steps = { $steps } ist kein Zug; nenne Figuren a bis e, jede mit Würfeln von 1 bis 6.
keep-smiling--no--three-dice = Drei Würfel gehen nicht an eine Figur; gib ihr einen oder zwei.
keep-smiling--no--twice = Eine Figur ist doppelt genannt; gib ihr beide Würfel auf einmal, etwa a:3+5.
keep-smiling--no--die = Der Wurf ist { $dice }; für diesen Zug ist keine { $die } mehr da.
keep-smiling--no--step-order = { $steps } ist kein Zug; schreib die Würfel als ganze Zahlen, den kleineren zuerst.
keep-smiling--no--seated = Figur { $lane } sitzt auf einem Sessel und kann nicht ziehen.
keep-smiling--no--captured = Figur { $lane } ist geschlagen und kann nicht ziehen.
keep-smiling--no--too-many = Figur { $lane } hat noch { $left } vor sich, also sind { $n } zu viel.
keep-smiling--no--last-chair = Der letzte Sessel ist besetzt, bevor Figur { $lane } zieht; lass sie weg.
keep-smiling--no--set-up-form = { $text } ist keine Aufstellung; schreib fünf Buchstaben für die Bahnen a bis e, etwa: setze S G N S G
keep-smiling--no--chairs-form = { $text } passt zu keinen Sesseln; schreib je einen Buchstaben, die 6 zuerst, etwa: aufdecken S N G S
keep-smiling--no--roll-form = { $text } ist kein Wurf; schreib drei Würfel von 1 bis 6, etwa: würfle 3 5 6
keep-smiling--no--duel-form = { $text } ist kein Duell; schreib die Würfel des Angreifers und des Verteidigers, etwa: duell 4 2
keep-smiling--no--move-form = { $text } ist kein Zug; nenne Figuren mit ihren Würfeln, etwa: ziehe a:5 b:3+6
keep-smiling--no--piece-form = { $piece } in { $text } ist keine Figur mit Würfeln; schreib etwa a:5 oder b:3+6
keep-smiling--no--fits-none = { $text } passt zu keinem erlaubten Zug (Wurf: { $dice }); schreib ihn ganz aus, etwa: ziehe a:5 b:3+6
keep-smiling--no--no-roll-yet = { $text } passt zu keinem erlaubten Zug (noch kein Wurf); schreib ihn ganz aus, etwa: ziehe a:5 b:3+6
keep-smiling--no--fits-several = { $text } kann mehrere Züge bedeuten; sag, welchen: { LIST($choices, by: ", ") }

## keep-smiling.bad
keep-smiling--bad--pieces = jemand hat andere Figuren als zwei Smilys, zwei Grimmys und einen Neutralo.
keep-smiling--bad--known = eigene Figuren sind vor dem Ende bekannt, oder andere als die auf den Sesseln.
keep-smiling--bad--counts = den Zug oder die Zahl der Würfe kann es nicht geben.
keep-smiling--bad--early = es wurde gezogen, bevor beide gesetzt haben.
keep-smiling--bad--chairs = ein Sessel ist doppelt besetzt, oder es sind mehr als sechs.
keep-smiling--bad--lanes = es gibt fünf Bahnen.
keep-smiling--bad--twice = eine Figur auf einem Sessel kann nicht auch auf ihrer Bahn stehen.
keep-smiling--bad--beyond = eine Figur auf Bahn { $lane } steht jenseits ihrer Bahn.
keep-smiling--bad--one-field = auf Bahn { $lane } stehen zwei Figuren auf einem Feld.
keep-smiling--bad--each-other = die zwei Figuren von Bahn { $lane } können sich nicht gegenseitig geschlagen haben.
keep-smiling--bad--no-duel = ohne Duell sind noch Schritte übrig.
keep-smiling--bad--duel = ein solches Duell gibt es nicht.
keep-smiling--bad--attacker = der Angreifer kann nicht von jenseits der Bahn kommen.
keep-smiling--bad--advances = die Schritte nach dem Duell sind nicht aus einem Zug.
keep-smiling--bad--advance = ein Schritt nach dem Duell ist nicht möglich.
keep-smiling--bad--actors = der Falsche ist dran.
keep-smiling--bad--no-pieces = es soll ziehen, wer keine Figur auf den Bahnen hat.
keep-smiling--bad--dice = die Würfel sind nicht drei von 1 bis 6 in aufsteigender Reihenfolge.

## face-off
face-off--deal = { $dealer } gibt Runde { $hand }: neun Karten für jeden. Face Off!
face-off--deal-advanced = { $dealer } gibt Runde { $hand }: neun Edelsteine, eine Grins- und eine Wild-Thing-Karte für jeden. Face Off!
face-off--offer = { $who } zeigt { TERM($signal, "signal") }: { TERM($shown, "shown") }.
face-off--withdraw = { $who } nimmt das Angebot zurück.
face-off--trade = { $one } und { $other } tauschen { TERM($shown, "shown-both") }.
face-off--stalemate = Das war der letzte Tausch; es wird neu gegeben.
face-off--won = { $who } hat alle Karten { TERM($gem, "gem") }: { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkte
    }, zusammen { $total }.
face-off--speech = Jetzt die Rede, ohne Zähne.
face-off--asked = { $who } ruft Face Off! mit { TERM($gem, "gem") }. Ist der Satz komplett?
face-off--false = { $who } ruft Face Off!, aber der Satz ist nicht komplett. Es geht weiter.
face-off--penalty = { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkte
    } Abzug.
face-off--call = Wild thing, Wild thing! { $giver } hat { $who } eine falsche Karte gegeben: { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkte
    } Abzug. Der Tausch gilt nicht, es geht weiter.
face-off--call-asked = { $who } ruft eine falsche Karte von { $giver } aus. Stimmt das?
face-off--call-denied = { $giver } hat { $who } nichts Falsches gegeben. Weiter geht's.
face-off--clean = Eine saubere Rede: { $who } behält alle Punkte, zusammen { $total }.
face-off--teeth = Zähne! { $who } verliert { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkte
    } und hat { $total }.
face-off--unseen = Der Mund von { $who } war nicht gut zu sehen. Waren da Zähne?
face-off--win = { $who } gewinnt das Spiel!
face-off--tie = { $who } gewinnen das Spiel gemeinsam.
face-off--next = { $who } gibt und spielt mit den Signalen { $set }.
face-off--next-wild = { $who } gibt und spielt mit den Signalen { $set }; Wild Thing ist: { TERM($wild, "wild-way") }.

## face-off.no
face-off--no--values = { $action } enthält etwas, das keine Karte und kein Spieler von Face Off! hat.
face-off--no--over = Das Spiel ist aus.
face-off--no--dealt = Die Karten sind schon gegeben.
face-off--no--no-speech = Gerade gibt es keine Siegesrede zu beurteilen.
face-off--no--no-call = Gerade gibt es keinen Ruf zu bestätigen oder zu verneinen.
face-off--no--no-choice = Die nächsten Signale wählt ihr, wenn eine Runde gewonnen ist.
face-off--no--not-dealt = Die Karten sind noch nicht gegeben.
face-off--no--stopped = Das Spiel steht, weil jemand gerufen hat.
face-off--no--players-only = Das kann nur ein Spieler.
face-off--no--basic = Das ist das Grundspiel.
face-off--no--own-cards = Ihr spielt mit euren eigenen Karten, die hier keiner kennt; sag nur, was du zeigst, etwa: zeige 2.
face-off--no--which-gem = Sag, welchen Edelstein du bietest, etwa: zeige 2 rubin.
face-off--no--special-not-held = { $who } hat diese Sonderkarte nicht.
face-off--no--not-held = { $who } hat { $n ->
         [one] keine Karte
        *[other] keine { $n } Karten
    } { TERM($gem, "gem") }.
face-off--no--your-cards = { $who } kann das nicht bieten; schau in deine Karten.
face-off--no--one-of-each = Jede Sonderkarte gibt es nur einmal.
face-off--no--one-card = Mit diesen Signalen bietest du eine Karte.
face-off--no--as-many = Biete so viele Karten, wie du zeigst.
face-off--no--nothing-offered = { $who } bietet nichts an.
face-off--no--not-in-play = { TERM($gem, "gem") } ist in diesem Spiel nicht dabei.
face-off--no--no-mistake = { $who } hat eben keine falsche Karte von { $giver } bekommen.
face-off--no--dealer = { $who } wählt die nächsten Signale.
face-off--no--no-wild = Das Grundspiel hat kein Wild-Thing-Signal.
face-off--no--wild-text = Beschreib das Wild-Thing-Signal mit 1 bis { $most } druckbaren Zeichen.
face-off--no--wild-blanks = Beschreib das Wild-Thing-Signal mit bis zu { $most } Zeichen, ohne Leerzeichen davor und danach.
face-off--no--table-trades = Den Tausch sieht der Tisch.
face-off--no--alone = Niemand tauscht allein.
face-off--no--not-the-same = { $one } und { $other } zeigen nicht dasselbe.
face-off--no--table-confirms = Bestätigen oder verneinen kann nur der Tisch.
face-off--no--table-judges = Über die Rede urteilt der Tisch.
face-off--no--teeth-unseen = Die Zähne hat niemand gesehen; der Tisch sagt sauber oder Zähne.
face-off--no--chance-deals = Die Karten gibt der Zufall.
face-off--no--hands = Beim Geben bekommt jeder Spieler eine Hand.
face-off--no--hand-basic = { $who } bekommt 9 Edelsteine.
face-off--no--hand-advanced = { $who } bekommt 9 Edelsteine, eine Grins- und eine Wild-Thing-Karte.
face-off--no--cards = { TERM($gem, "gem") } gibt es in diesem Spiel { $wanted }-mal, nicht { $n }-mal.
face-off--no--special-cards = Von jeder Farbe ist eine { TERM($kind, "special") } im Spiel.
face-off--no--no-special = Es ist keine { TERM($kind, "special") } im Spiel.
face-off--no--form = { $text } ist so nicht lesbar; schreib es wie: { $form }.
face-off--no--hand-form = { $text } ist keine Hand; schreib sie wie D4R5 oder, fortgeschritten, D4R5gRwD.
face-off--no--gem = Den Edelstein { $text } gibt es nicht; es gibt { TERM($gems, "gem") }.
face-off--no--signal = { $text } ist in dieser Runde kein Signal; zeig eines von { LIST($signals, by: ", ") }.
face-off--no--several = Mehrere Edelsteine passen; sag, welcher: { LIST($forms, by: ", ") }.
face-off--no--say-gem = Sag, welchen Edelstein du bietest, etwa: zeige { $shown } rubin.
face-off--no--cards-form = { $text } ist nicht lesbar; nenne erst einen Edelstein, dann Sonderkarten: ruby+wild:jade.
face-off--no--which-special = Welche { TERM($kind, "special") }? Sag { LIST($choices, type: "disjunction") }.
face-off--no--none-held = In dieser Hand ist keine { TERM($kind, "special") }; nenne ihre Farbe, etwa { $kind }:ruby.
face-off--no--name-suit = Nenne die Farbe der { TERM($kind, "special") }, etwa { $kind }:ruby.
face-off--no--suits = { $n } Spieler spielen mit { $n } verschiedenen Edelsteinen, nicht mit { LIST($suits, by: ", ") }.
face-off--no--wild-option = Ein Wild-Thing-Signal gehört zum fortgeschrittenen Spiel; setze auch advanced.
face-off--no--trade-signal = { $a } und { $b } zeigen gerade nicht dieselbe Zahl: Sagt, wie viele Karten, etwa tauscht { $a } { $b } 3.

## face-off.bad
face-off--bad--scores = der Punktezettel gibt { LIST($totals, by: ", ") }, der Stand ist { LIST($scores, by: ", ") }.
face-off--bad--not-dealt = die Karten sind nicht gegeben.
face-off--bad--hands = nicht jeder hat eine Hand.
face-off--bad--size = { $who } hat zu viele oder zu wenige Karten.
face-off--bad--offer = { $who } bietet Karten, die { $who } nicht hat.
face-off--bad--no-win = es gibt keinen Sieg, auf den das Spiel warten könnte.
face-off--bad--no-mistake = es gibt keinen ausgerufenen Fehler, auf den das Spiel warten könnte.
face-off--bad--no-trade = der ausgerufene Tausch fehlt.

## face-cards
face-cards--dealt = Die Karten sind gegeben; die erste Karte zeigt Foto { $card }.
face-cards--drawn = Alle ziehen nach.
face-cards--fronts = Offen liegen: { LIST($fronts, by: ", ") }.
face-cards--centre = Aufgedeckt; in der Mitte liegen { LIST($cards, by: ", ") }.
face-cards--bonus-from-pile = Die Schachtel ist leer: Bonusfoto vom Nachziehstapel für { $who }.
face-cards--camera = { $who } bekommt den Fotoapparat und beginnt.
face-cards--laid = { $who } hat gelegt{ $up }.
face-cards--laid-two = { $who } hat gelegt{ $up }.
face-cards--all-up = ; alle Karten werden aufgedeckt
face-cards--names = { $who } verbindet „{ TERM($one, "picture") }“ von { $owner } mit „{ TERM($other, "picture") }“
face-cards--names-two = { $who } verbindet „{ TERM($one, "picture") }“ mit „{ TERM($other, "picture") }“
face-cards--guess = { $guess }.
face-cards--wrong = { $guess }: daneben{ $lost }.
face-cards--lost = , { $n ->
         [one] ein Foto
        *[other] { $n } Fotos
    } in die Schachtel
face-cards--right = { $guess }: richtig! { $who } und { $owner } bekommen je ein Foto.
face-cards--right-bonus = { $guess }: richtig! { $who } und { $owner } bekommen je ein Foto und ein Bonusfoto.
face-cards--stop = { $who } hört auf und behält { $n ->
         [one] ein Foto
        *[other] { $n } Fotos
    }.
face-cards--round = Die Runde ist zu Ende; der Fotoapparat geht an { $who }.
face-cards--flop = Niemand lag richtig: noch eine Tipprunde mit denselben Karten.
face-cards--short = Für eine weitere Runde reichen die Karten nicht.
face-cards--win = Das Spiel ist aus: { $who } gewinnt mit { $points ->
         [one] einem Foto
        *[other] { $points } Fotos
    }.
face-cards--tie = Das Spiel ist aus: { $who } gewinnen mit { $points ->
         [one] einem Foto
        *[other] { $points } Fotos
    }.

## face-cards.no
face-cards--no--over = Das Spiel ist aus; beginne ein neues.
face-cards--no--camera-now = Das geht gerade nicht; jetzt wird gesagt, wer den Fotoapparat bekommt.
face-cards--no--pair-now = Das geht gerade nicht; jetzt werden die Pärchen gelegt.
face-cards--no--guess-now = Das geht gerade nicht; jetzt wird getippt.
face-cards--no--answer-now = Das geht gerade nicht; jetzt wird auf den Tipp geantwortet.
face-cards--no--deal-now = Das geht gerade nicht; jetzt werden Karten gegeben.
face-cards--no--laid-already = { $who } hat schon gelegt; warte auf die anderen.
face-cards--no--other-turn = { $who } kann jetzt nichts tun; dran ist { $turn }.
face-cards--no--other-turns = { $who } kann jetzt nichts tun; dran sind { $turn }.
face-cards--no--chance-first = { $who } kann jetzt nichts tun; erst gibt der Zufall.
face-cards--no--table-first = { $who } kann jetzt nichts tun; erst entscheidet der Tisch.
face-cards--no--numbers = Karten werden mit ganzen Zahlen genannt.
face-cards--no--card = Karte { $card } gibt es nicht; es gibt 1 bis { $last }.
face-cards--no--draw-cards = Der Zufall zieht { $n ->
         [one] 1 Karte
        *[other] { $n } verschiedene Karten
    } vom Stapel; ist der leer, aus der Schachtel.
face-cards--no--seat = Spieler Nummer { $player } gibt es nicht; nenne jemanden, der mitspielt.
face-cards--no--secret-pair = Mit euren eigenen Karten bleibt das Pärchen geheim; sag nur, dass es liegt.
face-cards--no--lay-which = Sag, welche Karten du legst: { $n } von deinen, mit ihrer Nummer.
face-cards--no--not-held = { $who } hat Karte { $card } nicht auf der Hand.
face-cards--no--not-yours = { $who } kann das nicht legen; schau in deine Karten.
face-cards--no--lay-count = Lege { $wanted } von deinen Karten, nicht { $n }.
face-cards--no--lay-twice = Eine Karte kannst du nicht zweimal legen; nenne verschiedene.
face-cards--no--order = Nenne die niedrigere Karte zuerst (Könner), oder das Pärchen, das vorn die niedrigere hat (Risiko).
face-cards--no--guess-numbers = Ein Tipp nennt zwei Karten mit ganzen Zahlen.
face-cards--no--lower-first = Nenne bei einem Tipp die niedrigere Karte zuerst: { $one } { $other }.
face-cards--no--not-in-centre = Karte { $card } liegt nicht in der Mitte.
face-cards--no--two-cards = Ein Pärchen hat zwei verschiedene Karten.
face-cards--no--own-pair = Auf das, was du selbst gelegt hast, kannst du nicht tippen; wähle andere Karten.
face-cards--no--own-front = Karte { $card } ist deine eigene; tippe auf eine vor jemand anderem.
face-cards--no--no-front = Karte { $card } liegt vor niemandem.
face-cards--no--own-centre = Karte { $card } hast du selbst gelegt; wähle eine andere.
face-cards--no--other-card = Wähle eine andere Karte; denk an das, was du gelegt hast.
face-cards--no--no-stop = Aufhören kannst du hier nicht; gib einen Tipp ab.
face-cards--no--answer = Eine Antwort ist richtig oder falsch, mit oder ohne Bonus, und darf den Besitzer nennen.
face-cards--no--wrong-answer = Ein falscher Tipp hat keinen Bonus und keinen Besitzer; ein richtiger gehört jemandem hier.
face-cards--no--contradiction = Das kann nach den anderen Antworten dieser Runde nicht sein; schau noch einmal nach.
face-cards--no--no-bonus = Risiko hat keinen Bonus; sag richtig ohne bonus.
face-cards--no--whose-pair = Nenne, wessen Pärchen es war: eines von jemand anderem, das noch keiner gefunden hat.
face-cards--no--no-owner = Wem die Karte gehört, antwortet; nenne niemanden.
face-cards--no--guess-which = Sag, worauf du tippst: zwei Karten, etwa: tippe 17 25
face-cards--no--guess-none = Ein Tipp nennt zwei Karten, und keiner, den du abgeben darfst, hat Karte { $card }.
face-cards--no--guess-several = Karte { $card } passt zu { $n } Tipps; sag, zu welchem: { LIST($choices, by: ", ") }
face-cards--no--answer-form = Eine Antwort ist: falsch, richtig, richtig bonus oder, in Könner, richtig NAME und richtig NAME bonus.
face-cards--no--blanks = Es gibt { $most } leere Karten; nimm weniger eigene.
face-cards--no--risiko = Risiko ist für 3 bis 5 Spieler, nicht für { $n }; wähle eine andere Variante.
face-cards--no--deck = Die erste Runde braucht { $need } Karten, und es gibt nur { $n }.

## face-cards.bad
face-cards--bad--seats = nicht jeder hat eine Hand, ein Album und seine Pärchen.
face-cards--bad--player = sie nennt jemanden, der nicht mitspielt.
face-cards--bad--waiting = wer noch legen muss, passt nicht zum Schritt.
face-cards--bad--whole = ein Pärchen oder ein Tipp ist nicht ganz.
face-cards--bad--nobody = ein Tipp gehört niemandem.
face-cards--bad--counts = eine Zahl liegt außerhalb.
face-cards--bad--physical = eigene Karten gibt der Zufall nicht.
face-cards--bad--turn = niemand ist dran.
face-cards--bad--centre = die Karten in der Mitte passen nicht zum Schritt.
face-cards--bad--places = einen der Plätze auf dem Tisch hat dieses Spiel nicht.
face-cards--bad--shared = eine Karte ist in zwei Pärchen.
face-cards--bad--waits = ein Tipp wartet auf Antwort oder ein Bonus auf sein Foto, im falschen Schritt.
face-cards--bad--held = Fotos sind zurückgehalten, die in ein Album gehören.
face-cards--bad--guess = der Tipp, der auf Antwort wartet, kann nicht abgegeben worden sein.
face-cards--bad--hand = die Hand von { $who } ist nicht, wie sie sein müsste.
face-cards--bad--pairs = die Pärchen von { $who } sind nicht, wie sie sein müssten.
face-cards--bad--cards = eine Karte fehlt, ist doppelt oder fremd.

## factum
factum--dealt = Jeder hat fünf Karten; wer hat eine Geschichte?
factum--dealt-again = Jeder hat wieder fünf Karten; wer hat eine Geschichte?
factum--filled = Karten vom Stapel füllen auf fünf auf; auf dem Tisch liegen { LIST($cards, by: ", ") }.
factum--volunteer = { $who } hat eine Geschichte.
factum--teams = Die Teams sind { $one } gegen { $other }.
factum--told = { $who } hat erzählt und eine Karte gelegt.
factum--judge = { $who } richtet und schaut sich die Karte an.
factum--decide = { $who } entscheidet: Das Team von { $captain } rät.
factum--laid = { $who } hat eine Karte gelegt.
factum--laid-last = { $who } hat eine Karte gelegt; auf dem Tisch liegen { LIST($cards, by: ", ") }.
factum--voted = { $who } hat abgestimmt.
factum--tie-again = Gleichstand zwischen { LIST($cards, by: ", ") }: Stimmt noch einmal ab.
factum--tie-decided = Immer noch Gleichstand zwischen { LIST($cards, by: ", ") }: { $who } entscheidet.
factum--tie-chance = Immer noch Gleichstand zwischen { LIST($cards, by: ", ") }: Das Los entscheidet.
factum--whose = Der Tipp ist Karte { $card }; wessen Karte war das?
factum--right = Karte { $card } ist richtig: Das Team von { $captain } gewinnt.
factum--wrong = Karte { $card } ist falsch, von { $owner }{ $was }: Das Team von { $captain } gewinnt.
factum--wrong-pile = Karte { $card } ist falsch, vom Stapel{ $was }: Das Team von { $captain } gewinnt.
factum--story-was = ; zur Geschichte gehörte { $card }
factum--vote-best = Nun stimmt über die bessere Geschichte ab.
factum--best-new = Die neue Geschichte von { $who } ist jetzt die beste.
factum--best-old = Die Geschichte von { $who } bleibt die beste.
factum--win = Das Spiel ist aus: { $who } gewinnt mit { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkten
    }.
factum--tie = Das Spiel ist aus: { $who } gewinnen mit { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkten
    }.

## factum.now
factum--now--setup = gibt der Zufall Karten
factum--now--deal = gibt der Zufall Karten
factum--now--fill = gibt der Zufall Karten
factum--now--volunteer = meldet sich jemand mit einer Geschichte
factum--now--teams = lost der Zufall die Teams aus
factum--now--tell = erzählt der Erzähler und legt seine Karte
factum--now--judge = meldet sich jemand vom anderen Team als Richter
factum--now--decide = entscheidet der Richter, wer rät
factum--now--lay = legt das verwirrende Team seine Karten
factum--now--vote = stimmt das Rateteam ab
factum--now--break = entscheidet einer den Gleichstand
factum--now--owner = sagt der Tisch, von wem die Karte war
factum--now--best = wird über die Geschichten abgestimmt

## factum.no
factum--no--over = Das Spiel ist aus; beginne ein neues.
factum--no--other-step = Das geht gerade nicht; jetzt { $due }.
factum--no--not-you = { $who } kann jetzt nichts tun; jetzt { $due }.
factum--no--told-last = { $who } hat die letzte Geschichte erzählt; jetzt erzählt jemand anderes.
factum--no--silent = { $who } ist Kapitän und muss schweigen, während das Team rät.
factum--no--own-story = Abgestimmt wird über eine Geschichte von { $who }; da stimmt { $who } nicht mit.
factum--no--done-already = { $who } hat das schon getan; warte auf die anderen.
factum--no--numbers = Karten werden mit ganzen Zahlen genannt.
factum--no--members = Mitglieder werden mit ganzen Zahlen genannt.
factum--no--member = Mitglied Nummer { $member } gibt es in diesem Spiel nicht.
factum--no--number = Eine Karte wird mit einer ganzen Zahl genannt.
factum--no--card = Karte { $card } gibt es nicht; es gibt 1 bis { $last }.
factum--no--card-zero = Karte 0 gibt es nicht; die Karten sind ab 1 nummeriert.
factum--no--seat = Spieler Nummer { $player } gibt es nicht.
factum--no--two-ways = Da hast du die Wahl zwischen zweien; sag, welches.
factum--no--draw-cards = Der Zufall zieht { $n ->
         [one] 1 Karte
        *[other] { $n } verschiedene Karten
    } vom Stapel; ist der leer, vom Ablagestapel.
factum--no--teams = Im Team des Erzählers sind { $who } und { $n } andere, nach Plätzen.
factum--no--teams-of-two = Im Team des Erzählers sind { $who } und noch jemand, nach Plätzen.
factum--no--secret-card = Mit euren eigenen Karten bleibt die Karte geheim; sag nur, dass sie liegt.
factum--no--tell-which = Sag, welche Karte zur Geschichte gehört, etwa: erzähle 17
factum--no--lay-which = Sag, welche Karte du legst, etwa: lege 17
factum--no--vote-which = Sag, für welche Karte du stimmst, etwa: stimme 17
factum--no--not-held = { $who } hat Karte { $card } nicht auf der Hand.
factum--no--not-yours = { $who } kann das nicht legen; schau in deine Karten.
factum--no--not-on-table = Karte { $card } liegt nicht auf dem Tisch.
factum--no--not-tied = Karte { $card } steht nicht im Gleichstand; wähle aus { LIST($choices, by: ", ") }.
factum--no--other-owner = Von dort kann die Karte nicht sein: Sonst hat niemand eine gelegt.
factum--no--deck = { $n } Spieler brauchen mindestens { $need } Karten; es gibt { $deck }.

## factum.bad
factum--bad--seats = nicht jeder hat eine Hand, Punkte und einen Eintrag als Kapitän.
factum--bad--player = sie nennt jemanden, der nicht mitspielt.
factum--bad--captain = ein Kapitän oder der Inhaber des Titels spielt nicht mit.
factum--bad--title = niemand hat den Titel der besten Geschichte.
factum--bad--teller = der Erzähler fehlt oder kam zu früh.
factum--bad--story = die Karte des Erzählers oder der Richter passt nicht zum Schritt.
factum--bad--teams = die Teams passen nicht zum Schritt.
factum--bad--sides = die Teams sind nicht die des Erzählers und des Richters.
factum--bad--actors = wer dran ist, passt nicht zum Schritt.
factum--bad--table = die Karten auf dem Tisch passen nicht zum Schritt.
factum--bad--choices = gestimmt wird für eine Karte, die nicht auf dem Tisch liegt.
factum--bad--counts = eine Zahl liegt außerhalb.
factum--bad--result = der letzte Tipp ist nicht ganz.
factum--bad--cards = eine Karte fehlt, ist doppelt oder fremd.
factum--bad--shown = auf dem Tisch liegen nicht die gelegten Karten.
factum--bad--hand = eine Hand hat nicht fünf Karten.
factum--bad--empty = eine Hand ist leer.
factum--bad--over = das Spiel ist aus, bevor jemand die Punkte hat.
factum--bad--scores = die Punkte gehen nicht auf.

## about
about--face-off = Alle tauschen gleichzeitig und ohne Worte Edelsteine: Die Signale der Runde sagen, wie viele Karten einer Farbe geboten werden, und wer dieselbe Zahl zeigt, tauscht. Wer zuerst alle neun Karten eines Edelsteins hat, bekommt seinen Wert und gibt als Nächstes; 500 Punkte gewinnen. Das fortgeschrittene Spiel bringt Grins- und Wild-Thing-Karten und eine Siegesrede ohne Zähne.
about--keep-smiling = Zwei Spieler setzen je zwei Smilys, zwei Grimmys und einen Neutralo verdeckt auf fünf Bahnen. Drei Würfel bewegen je Zug eine bis drei Figuren auf die andere Seite; wer auf eine Figur trifft, schlägt sie. Wer ankommt, nimmt den besten freien Sessel, 6 bis 1: Smilys zählen plus, Grimmys minus, Neutralos nichts.
about--face-cards = Jeder legt geheim ein Foto-Pärchen, eine Karte vor sich und eine in die Mitte, dann wird auf die Pärchen der anderen getippt. Ein richtiger Tipp bringt dem Tipper und dem Besitzer ein Foto, bei zwei Kategorien zwei. Wenn jeder gleich häufig begonnen hat, gewinnen die meisten Fotos.
about--ftw = Alle geben 3 Karten nach rechts und spielen dann reihum eine Karte. Eine höhere kommt auf den Stapel, eine niedrigere zusammen mit Hilfskarten auch. Oder sie liegt vor dir als Hilfskarte, und du nimmst eine Karte vom Stapel. Hat jemand nur noch 1 Karte, zählt die höchste plus, die anderen minus.
about--factum = Einer erzählt eine wahre Geschichte und legt eine Karte dazu. Zwei Teams werden ausgelost; der Richter des anderen Teams sieht die Karte und sagt, welches Team rät. Das andere legt verwirrende Karten dazu. Punkte gibt es fürs Siegerteam, seinen Kapitän, die irreführende Karte und die beste Geschichte; wer 15 hat, gewinnt.

## command.face-off
command--face-off--win = gewinnt NAME EDELSTEIN
command--face-off--clean = sauber
command--face-off--teeth = Zähne
command--face-off--seat = gesicht NUMMER NAME
command--face-off--wild = wild NAME

## command.keep-smiling
command--keep-smiling--dice = 3 5 6 (Würfel)
command--keep-smiling--accept = gilt
command--keep-smiling--roll = würfeln
command--keep-smiling--duel = duell

## moment: was der Tisch groß sieht
moment--win = { $who } gewinnt die Runde: alle neun { TERM($gem, "gems") }!
moment--points = { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkte
    }, zusammen { $total }
moment--total = zusammen { $total }
moment--clean = Keine Zähne! { $who } behält alle Punkte.
moment--teeth = Zähne! { $who } verliert Punkte.
moment--lost = { $points ->
         [one] { $points } Punkt
        *[other] { $points } Punkte
    } weniger, zusammen { $total }
moment--chairs = Die Sessel sind aufgedeckt.
moment--judged-right = Richtig! Karte { $card } ist die Geschichte von { $who }.
moment--judged-wrong = Falsch! Karte { $card } hat { $who } gelegt.
moment--judged-pile = Falsch! Karte { $card } war von niemandem.
moment--story-was = Die Geschichte von { $who } war Karte { $card }.
moment--best = { $who } hat die beste Geschichte.
moment--round = Runde { $n } von { $all } ist zu Ende.
moment--found = Gefundene Paare: { $n }
moment--over = { $who } gewinnt { TERM($game, "game") }
moment--over-tie = { $who } gewinnen { TERM($game, "game") } gemeinsam
