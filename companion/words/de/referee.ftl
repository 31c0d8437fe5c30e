## old: logs of version 1 kept sentences
old--said = { $text }

## ruling: Codes der Entscheidungen; docs/codes.md nennt ihre Werte
ruling--trade = { $a } und { $b } tauschen { $what }.
ruling--several = { $names } zeigen alle { TERM($sign, "sign") }: sagt, wer tauscht (tauscht { $a } { $b }).
ruling--no-cards = { $a } und { $b } zeigen beide { TERM($sign, "sign") }, aber kein Tausch: { $why }
ruling--action = { $told }
ruling--chance = { $told }
ruling--verdict = { $told }
ruling--claim = { $told }
ruling--call = { $told }
ruling--next = { $told }
ruling--roll = { $told }
ruling--pass = { $told }
ruling--undone = Zurückgenommen: { $what }
undone--trade = der Tausch von { $a } und { $b }.
ruling--refused = Nicht möglich: { $why }{ $known }
ruling--failed = Darüber konnte ich nicht entscheiden ({ $kind }); nichts hat sich geändert. Sagt es anders.
ruling--pause = Pause: Kein Signal zählt, bis ihr fortsetzen sagt.
ruling--resume = Es geht weiter.
ruling--score = Punktestand: { $scores }.
ruling--over = { COUNT($names) ->
         [one] { $names } gewinnt
        *[other] { $names } gewinnen
    }! { $scores }.
ruling--new-hand = Runde { $n }: { $dealer } gibt, Signale { $set }: { LIST($signals, by: ", ") }.
ruling--wild-call = Alle: drei Sekunden das Wild-Thing-Signal zu { $name }!
ruling--opened = Face Off! Die Runde ist eröffnet.
ruling--opening-asked = Face Off! Beginnt die Runde, oder hat jemand gewonnen?
ruling--cannot-win = { $told }
ruling--shout = Face Off! Wer hat gewonnen, und mit welchem Edelstein?
ruling--shouts-close = Zwei Rufe im selben Moment. Wer war zuerst?
ruling--shouts-two = Zwei Rufe nacheinander. Von wem war der erste?
ruling--shout-order = { $a } hat zuerst gerufen, { NUMBER($gap, minimumFractionDigits: 2, maximumFractionDigits: 2) } s vor { $b }.
ruling--speech-again = Mir fehlt: { $what }. Bitte noch einmal sagen.
ruling--speech-other = { $said } hat die Rede gehalten, aber { $who } hat gerufen: { $who } hält sie, ohne Zähne.
ruling--speech-own = { $name } hat jemand anderen genannt: Die Rede gilt für den, der sie hält. Noch einmal?
ruling--speech-whose = Siegesrede gehört. Wer hat sie gehalten?
ruling--speech-enough = Das war das dritte Mal, { $name }: Es geht weiter. Waren Zähne zu sehen?
ruling--speech-nothing = Die Siegesrede habe ich nicht gehört: noch einmal, oder sauber oder Zähne eingeben.
ruling--wrong-name = In der Rede hieß es { $said }, gerufen hat aber { $who }: noch einmal, oder sauber oder Zähne eingeben.
ruling--wrong-gem = In der Rede hieß es { TERM($said, "gem") }, { $who } hat aber { TERM($gem, "gem") } gerufen: noch einmal, oder sauber oder Zähne eingeben.
ruling--claim-refused = Rede gehört, aber: { $why }
ruling--wild-asked = Wild Thing gerufen: Wer bekam eine falsche Karte?
ruling--wild-refused = Eine falsche Karte meldet nur, wer sie gerade bekommen hat.
ruling--set-asked = Das habe ich nicht verstanden. Welche Signale, { $dealer }?
ruling--set-other = { $who } hat ein Set genannt, aber { $dealer } gibt und wählt.
ruling--joined = { $told }
ruling--place = { $names }: Versteckt zwei Smilys, zwei Grimmys und einen Neutralo. Niemand sieht, was ihr tippt: Ann: setze S G N S G.
ruling--turn = { $name } würfelt mit drei Würfeln.
ruling--duel = Duell! { $name } greift { $rival } an: Jeder würfelt einmal. Getippt: duell 4 2, erst der Angreifer.
ruling--moves = { $name }: Wähle Würfel, dann eine Figur. Möglich: { LIST($moves, by: "; ") }.
ruling--reveal = Deckt die Figuren auf den Sesseln auf und tippt sie, Sessel 6 zuerst (S G N S G): { LIST($owners, by: ", ") }.
ruling--early = { $name } muss noch ziehen.
ruling--no-roll = { $why }
ruling--dice = { $tests }
ruling--wild = { $what }
ruling--evidence = { $what }
ruling--told = { $what }
ruling--no-win = Niemand hat gewonnen: Es geht weiter.
ruling--win-asked = Jemand hat gewonnen: Wer, und mit welchem Edelstein?
ruling--throw-again = Diese Würfel gelten nicht: { $name } würfelt neu.

## reason
reason--both-show = Beide zeigen { TERM($sign, "sign") }.
reason--two-trade = Ein Tausch ist zwischen zwei Spielern.
reason--overruled = Der Tisch überstimmt den Schiedsrichter.
reason--by-table = Vom Tisch angesagt.
reason--by-player = Angesagt von { $name }.
reason--heard = Gehört: „{ $text }“.
reason--set-heard = Gehört: Set { $set }. rückgängig nimmt es zurück.
reason--wild-heard = Gehört: Wild thing, wild thing!
reason--seen = Von der Kamera gesehen.
reason--no-move = Keine Figur kann einen Würfel nutzen.

## referee
referee--games = companion leitet { LIST($known, by: ", ") }, nicht '{ $given }'
referee--who = sag, wer spielt: --players Ann,Ben,Cleo
referee--refused-one = ein Befehl war nicht möglich; die Entscheidungen oben gelten, das Protokoll behält sie
referee--nothing = Es gibt nichts zurückzunehmen.
referee--stays = Entscheidung { $n } hat nichts, was sich zurücknehmen lässt.
referee--no-ruling = Eine Entscheidung { $n } gibt es nicht.
referee--words = {" "}Der Tisch kann auch sagen: { $words }.
referee--not-now = Das geht jetzt nicht.
referee--wild-ritual = Erst zeigen alle { $name } das Wild Thing. Dann geht es weiter.
referee--win-waits = Sagt zuerst, wer gewonnen hat, oder dass niemand gewonnen hat. Danach zählen Tausche wieder.
referee--late-call = Eine falsche Karte wird innerhalb von { $seconds } Sekunden nach dem Tausch gemeldet.
referee--no-trade = { $name } hat in dieser Runde noch nicht getauscht: Eine falsche Karte wird nach ihrem Tausch gemeldet.
referee--picked-none = Von { $names } fehlt noch das Angebot: { $what }.

## command: what the table can say in every game
command--undo = rückgängig
command--overrule = überstimmen NUMMER
command--pause = pause
command--resume = fortsetzen
command--score = punkte

## player
player--unknown = so heißt hier niemand: { $name }; es spielen { LIST($names, by: ", ") }

## sound
sound--look = { WIDTH(NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2), right: 8) } s  { WIDTH(NUMBER($level, minimumFractionDigits: 1, maximumFractionDigits: 1), right: 6) } dB { WIDTH($bar, left: 20) }  { LIST($best, by: "  ") }  Reden { NUMBER($talk, minimumFractionDigits: 2, maximumFractionDigits: 2) }
sound--score = { $name } { NUMBER($score, minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "always") }

## hand
hand--sign = { $shows } { TERM($signal, "sign") }

## cards
cards--gems = { $n ->
         [one] 1 Karte
        *[other] { $n } Karten
    }
cards--grin = Grins-Karten
cards--wild = Wild-Thing-Karten

## score
score--of = { $name } { $points }
score--list = { LIST($all, by: ", ") }
score--none = -

## missed
missed--name = der Name
missed--gem = der Edelstein
missed--words = „{ $words }“

## teeth
teeth--shown = Zähne { LIST($at, by: ", ") }
teeth--at = bei „{ $words }“ ({ NUMBER($t, minimumFractionDigits: 1, maximumFractionDigits: 1) } s)
teeth--then = bei { NUMBER($t, minimumFractionDigits: 1, maximumFractionDigits: 1) } s
teeth--none = in der ganzen Rede waren keine Zähne zu sehen
teeth--unseen = das Gesicht war bei { NUMBER($share, style: "percent") } der Rede abgewandt, verdeckt oder nicht im Bild
teeth--other = mit der Rede bewegte sich der Mund von { $speaker }, nicht der von { $name }

## evidence
evidence--none = In dieser Runde wurde keine Rede beurteilt.
evidence--verdict = { $name }, { $verdict }, Gesicht zu { NUMBER($seen, style: "percent") } der Rede gesehen. { $shown }
evidence--at = Zähne bei „{ $words }“, { NUMBER($start, minimumFractionDigits: 1, maximumFractionDigits: 1) } bis { NUMBER($end, minimumFractionDigits: 1, maximumFractionDigits: 1) } s, { $n ->
         [one] 1 Bild
        *[other] { $n } Bilder
    }.
evidence--pictures = { $n ->
         [one] 1 Bild
        *[other] { $n } Bilder
    } im Speicher bis zur nächsten Runde: beweis DATEI.png behält sie.
evidence--no-pictures = Es gibt keine Bilder zu zeigen.
evidence--saved = { $n ->
         [one] 1 Bild
        *[other] { $n } Bilder
    } gespeichert als { $path }.
evidence--no-picture-name = { $path } ist kein Name für ein Bild: schreib beweis DATEI.png
evidence--not-written = { $path } ist nicht zu schreiben ({ $why })

## roll
roll--unread = Der Wurf ließ sich nicht lesen: { $why }.
roll--count = { $n ->
         [one] 1 Würfel liegt
        *[other] { $n } Würfel liegen
    } da, { $wanted } sind zu werfen.
roll--wrong-dice = Das sind die Würfel von { $name }, aber { $turn } ist dran.
roll--whose = Wem gehört welcher Würfel? duell und beide tippen, den von { $name } zuerst.
roll--again = Neu würfeln oder die Augen tippen: 3 5 6.
roll--accept = Neu würfeln, die Augen tippen, oder gilt: sie gelten, wie sie liegen, { $dice }.
roll--none-waits = Kein Wurf wartet darauf, anerkannt zu werden: tippt die Augen, etwa 3 5 6.

## move
move--ways = { $n ->
         [one] 1 Art
        *[other] { $n } Arten
    } mit { $pieces ->
         [one] einer Figur
        *[other] { $pieces } Figuren
    } und { $dice ->
         [one] einem Würfel
        *[other] { $dice } Würfeln
    }
move--all-ways = { LIST($all, by: "; ") }

## chair
chair--of = { $chair } { $name }
chair--taken = { $name } auf den Sesseln { LIST($chairs, by: ", ") }
chair--all = { LIST($all, by: "; ") }

## seat
seat--taken = { $name } ist im Bild
seat--taken-but = { $name } ist im Bild ({ $why })
seat--write = schreib gesicht NUMMER NAME, mit einem von { LIST($names, by: ", ") }
seat--none = keine Kamera schaut zu: es gibt keine Plätze
seat--dice-camera = die Kamera schaut auf die Würfel: es gibt keine Plätze
seat--unknown = kein Platz { $number } für { $name }: im Bild sind die Plätze { LIST($seats, by: ", ") }, es spielen { LIST($names, by: ", ") }
seat--no-faces = kein Platz { $number } für { $name }: kein Gesicht ist im Bild, es spielen { LIST($names, by: ", ") }

## wild
wild--joined = Mitgemacht: { $names }.
wild--joined-none = Ich habe niemanden mitmachen sehen.
wild--write = schreib wild NAME, mit einem von { LIST($names, by: ", ") }
wild--no-camera = keine Kamera schaut zu: Niemand kann das Wild Thing vormachen
wild--not-in-view = { $player } ist nicht im Bild: Setz dich vor die Kamera, um das Wild Thing vorzumachen
wild--few-noises = das Geräusch eines Wild Things wird aus zwei oder drei Malen gelernt: mach es noch einmal
wild--talk = dieses Geräusch ist zu nah an Reden oder Lachen: mach ein wilderes
wild--noises-differ = diese Geräusche sind zu verschieden: noch einmal dasselbe machen
wild--close = das ist zu nah an { TERM($names, "signal") }, was ich ebenfalls sähe: etwas anderes dazu machen
wild--weak = das ist zu schwach: beim Reden tun Gesichter fast dasselbe ({ LIST($parts, by: ", ") }). Größer machen
wild--unlike = die beiden waren verschieden, am meisten: { $part }

## hint
hint--unknown = Ich habe { TERM($sign, "sign") } bemerkt, aber nicht, wer es war.

## headline
headline--place = { $names }: Versteckt zwei Smilys, zwei Grimmys und einen Neutralo.
headline--duel = Duell! { $name } greift { $rival } an: Jeder würfelt einmal.
headline--moves = { $name }: Wähle Würfel, dann eine Figur.
headline--reveal = Deckt die Figuren auf den Sesseln auf.
headline--several = { $names } zeigen alle { TERM($sign, "sign") }. Wer tauscht?
headline--pause = Pause: Kein Signal zählt.
headline--speech-nothing = Die Siegesrede habe ich nicht gehört. Noch einmal?
headline--wrong-name = In der Rede hieß es { $said }, gerufen hat aber { $who }. Noch einmal?
headline--wrong-gem = In der Rede waren es { TERM($said, "gems") }, { $who } hat aber { TERM($gem, "gems") } gerufen. Noch einmal?

## question
question--result = Stimmt das Ergebnis?
question--who-won = Wer hat gewonnen?
question--who-won-gem = Wer hat gewonnen ({ TERM($gem, "gem") })?
question--opening = Beginnt die Runde, oder hat jemand gewonnen?
question--whose-speech = Wer hat die Rede gehalten, nach der { $name } gewonnen hat ({ TERM($gem, "gem") })?
question--which-gem = { $name } hat gewonnen: mit welchem Edelstein?
question--claim = { $n ->
    [11] Hat { $name } alle elf { TERM($gem, "gems") }, mit Grins und Wild Thing?
   *[other] Hat { $name } alle neun { TERM($gem, "gems") }?
}
question--mistake = Hat { $giver } eine falsche Karte an { $caller } gegeben?
question--teeth = Hat { $name } Zähne gezeigt?
question--speech = Die Rede wird gehört; euer Wort zählt mehr.
question--who-trades = { $names } zeigen alle { TERM($sign, "sign") }: Wer tauscht?
question--how-many = Wie viele Karten tauschen { $a } und { $b }?
question--who-called = Wild Thing gerufen: Wer bekam eine falsche Karte?
question--wild-ritual = Alle zeigen { $name } drei Sekunden lang das Wild Thing!
question--next-set = { $dealer } hat gewonnen und gibt Runde { $n }: welche Signale?
question--next-wild = { $dealer } gibt: Welches Wild Thing?
question--dice-lie = Gelten die Würfel, wie sie liegen: { $dice }?
question--dice-whose = Das Duell: Welcher Würfel ist der von { $name }?
question--chair = Sessel { $chair }, besetzt von { $name }: Welche Figur ist es?
question--whose-sound = { $name } zeigt { TERM($sign, "sign") }, und noch jemand. Wer tauscht mit { $name }?
question--which-face = Wer ist das?
question--learn = Darf ich eure Geräusche beim Spielen lernen? Dann braucht ihr kein Aufwärmen.
question--learn-pair = { $a } und { $b }: { TERM($signal, "sign") }?
question--gone = Das wird nicht mehr gefragt.
question--others = Diese Frage ist an jemand anderen.
question--own-words = Sagt es mit eigenen Worten: Die Antwort ist leer.
question--line = { $told }  { LIST($answers, by: "  ") }
question--option = { $n } { $told }
question--table-camera = Wer sieht dem Foto { $card } am ähnlichsten?
question--table-answer = Ist der Tipp richtig?
question--table-owner = Von wem war die gewählte Karte?

## answer
answer--result-yes = ja, so gilt es
answer--result-no = nein
answer--warmup-yes = Ja, wärmen wir uns auf
answer--warmup-no = Nein, gleich spielen
answer--warmup-keep-yes = Ja, erkenne mich wieder
answer--warmup-keep-no = Nein, vergiss mich nach heute Abend
answer--learn-evening = Ja, für heute Abend
answer--learn-keep = Ja, und merk sie dir
answer--learn-no = Nein
answer--learn-pair = { TERM($signal, "sign") }
answer--is = { $value }
answer--gem = { TERM($gem, "gem") }
answer--set = { $set }: { TERM($signals, "signal") }
answer--two = { $a } und { $b }
answer--cards = { TERM($shown, "shown") }
answer--got = { $name } bekam sie
answer--done = Fertig
answer--wild = { TERM($wild, "wild-way") }
answer--wild-own = ein eigenes Wild Thing
answer--other-set = andere Signale
answer--chair-back = zurück zu Sessel { $chair }
answer--piece = { TERM($kind, "piece-kind") }
answer--nobody-won = niemand: weiterspielen
answer--play-begins = die Runde beginnt
answer--has-won = jemand hat gewonnen
answer--nobody-spoke = niemand von uns
answer--nobody-trades = kein Tausch
answer--nobody-called = keine falsche Karte
answer--somebody-else = jemand anderes
answer--claim-yes = ja, alle
answer--claim-no = nein, weiterspielen
answer--mistake-yes = ja, eine falsche Karte
answer--mistake-no = nein
answer--teeth-yes = Nein, keine Zähne
answer--teeth-no = Ja, Zähne
answer--dice-yes = ja, sie gelten
answer--dice-no = nein, neu würfeln
answer--nobody-sound = niemand
answer--nobody-face = niemand, der mitspielt

## heard
heard--taken = Gehört: { $what }
heard--asked = { $what }?
heard--either = { $a } oder { $b }?
heard--dismissed = Vergessen. Sagt es noch einmal, oder tippt.
heard--nothing = Es wurde nichts gehört, das man vergessen oder wiederholen könnte.
heard--unknown = Hier wird { LIST($words) } nicht verstanden: Sagt es anders, oder „Nummer zwei“ für die zweite Antwort.
heard--turn = Am Zug: { LIST($names) }.
heard--turn-all = Alle sind dran.
heard--worth = { TERM($signal, "signal") }: { TERM($shown, "shown") }
heard--no-next = Die nächste Runde kommt nach dieser.

## evening
evening--points = { $name } { NUMBER($points, maximumFractionDigits: 0, signDisplay: "always") } ({ TERM($reason, "won-by") })
evening--of = { LIST($all, by: ", ") }

## options
options--no-language = companion spricht { $languages }, nicht '{ $given }'
options--no-source = gib eine Kamera, ein Video, ein Bild oder eine Adresse an, zum Beispiel --camera 0
options--two-sources = gib eine Quelle an, nicht { $one } und { $other }
options--other-game = das zählt bei { TERM($game, "game") } nicht: { LIST($options, by: ", ") }
options--without-game = das zählt ohne --game nicht: { LIST($options, by: ", ") }
options--without-mqtt = das zählt nicht ohne --mqtt: { LIST($options, by: ", ") }
options--without-keep = das zählt nicht, wenn kein Spiel behalten wird: { LIST($options, by: ", ") }
options--one-device = die Seite öffnet selbst nur ein Gerät: gib { $option } einmal an; weitere kommen als Handys oder im Browser dazu

## threshold
threshold--signal = dieses Signal hat keine Schwelle zum Verschieben
threshold--value = eine Schwelle dieses Signals liegt zwischen { NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) } und { NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }
threshold--kept = Die Schwelle gilt jetzt und bleibt beim Gesicht von { $name }.
threshold--not-kept = Die Schwelle gilt in diesem Spiel; damit sie bleibt, erst das Gesicht lehren: companion enrol { SHELL($name) }.

## preview
preview--nothing = von diesem Gerät kommt nichts: benutzt es etwas anderes?
preview--playing = ein Spiel läuft: es zeigt sein eigenes Bild

## faces
faces--none = Kein Gesicht ist im Bild.
faces--seen = Im Bild von links: { LIST($all, by: ", ") }.{ $missing }{ $saved }
faces--of = { $n } { $name }
faces--nobody = noch niemand
faces--missing = {" "}Noch ohne Gesicht: { $names }.
faces--saved = {" "}Das Bild mit den Nummern ist { $path }.
faces--no-picture-name = { $path } ist kein Name für ein Bild: schreib gesichter DATEI.png
faces--alone = { $name } hat noch kein Gesicht: setz dich ins Bild, oder nenne eins: gesicht NUMMER { $name }

## praise: eine Zeile für jeden am Ende des Abends
praise--calm = { $best ->
         [yes] Das ruhigste Gesicht, Reden ohne Zähne: { $n }
        *[no] Reden ohne Zähne: { $n }
    }
praise--quick = { $best ->
         [yes] Der schnellste Tausch, in Sekunden: { $n }
        *[no] Schnellster eigener Tausch, in Sekunden: { $n }
    }
praise--wild = { $best ->
         [yes] Die meisten Wild Things getauscht: { $n }
        *[no] Wild Things getauscht: { $n }
    }
praise--caught = { $best ->
         [yes] Das schärfste Auge, falsche Karten bemerkt: { $n }
        *[no] Falsche Karten bemerkt: { $n }
    }
praise--trade = { $best ->
         [yes] Am häufigsten getauscht: { $n }
        *[no] Getauscht: { $n }
    }
praise--title = { $best ->
         [yes] Die beste Geschichte erzählt, Male: { $n }
        *[no] Beste Geschichten: { $n }
    }
praise--confused = { $best ->
         [yes] Die anderen am häufigsten getäuscht: { $n }
        *[no] Die anderen getäuscht, Male: { $n }
    }
praise--story = { $best ->
         [yes] Die meisten Geschichten erzählt: { $n }
        *[no] Geschichten erzählt: { $n }
    }
praise--team = { $best ->
         [yes] Die meisten Runden mit dem Team gewonnen: { $n }
        *[no] Runden mit dem Team gewonnen: { $n }
    }
praise--smily = { $best ->
         [yes] Die meisten Smilys auf Sesseln: { $n }
        *[no] Smilys auf Sesseln: { $n }
    }
praise--strike = { $best ->
         [yes] Die meisten Figuren geschlagen: { $n }
        *[no] Figuren geschlagen: { $n }
    }
praise--duel = { $best ->
         [yes] Die meisten Duelle gewonnen: { $n }
        *[no] Duelle gewonnen: { $n }
    }
praise--chair = { $best ->
         [yes] Die meisten Sessel besetzt: { $n }
        *[no] Sessel besetzt: { $n }
    }
praise--row = { $best ->
         [yes] Die beste einzelne Runde, Punkte: { $n }
        *[no] Beste eigene Runde, Punkte: { $n }
    }
praise--helped = { $best ->
         [yes] Die meisten Karten mit Helfern gespielt: { $n }
        *[no] Karten mit Helfern gespielt: { $n }
    }
praise--low = { $best ->
         [yes] Die meisten niedrigen Karten ausgelegt: { $n }
        *[no] Niedrige Karten ausgelegt: { $n }
    }
praise--ended = { $best ->
         [yes] Die meisten Runden beendet: { $n }
        *[no] Runden beendet: { $n }
    }
praise--guess = { $best ->
         [yes] Die meisten Paare gefunden: { $n }
        *[no] Paare gefunden: { $n }
    }
praise--understood = { $best ->
         [yes] Am besten verstanden, eigene Paare gefunden: { $n }
        *[no] Eigene Paare, die andere fanden: { $n }
    }
praise--streak = { $best ->
         [yes] Die längste Serie, Paare in einem Zug: { $n }
        *[no] Längste eigene Serie, Paare: { $n }
    }
praise--hand = { $best ->
         [yes] Die meisten Runden gewonnen: { $n }
        *[no] Runden gewonnen: { $n }
    }
praise--there = Bis zum Ende dabei, Runden gespielt: { $n }
