## lesson.face
lesson--face--no-face = das Gesicht von { $player } war nicht lange genug zu sehen: setz dich vor die Kamera, mit Licht im Gesicht

## term.ask
term--ask--tongue_out = streck die Zunge heraus
term--ask--eyes_wide = Augen weit auf, Mund zu
term--ask--eyes_mouth_wide = Augen und Mund weit auf
term--ask--sour = ein Gesicht, als hättest du in eine Zitrone gebissen
term--ask--grin = grinse, dass man die Zähne sieht

## lesson.wild
lesson--wild--begin = { $dealer }: Gesicht entspannen, dann zwei Sekunden das Wild Thing zeigen und ruhen. Danach noch einmal.
lesson--wild--short = { $dealer }: das war zu kurz. Zwei Sekunden lang durchhalten.
lesson--wild--once = { $dealer }: einmal gesehen. Ruhen, dann noch einmal zeigen.
lesson--wild--learned = Das Wild Thing von { $dealer } ist gelernt: { LIST($parts, by: ", ") }. Jetzt kann es jeder machen.
lesson--wild--another = { $dealer }: { $problem }. Denk dir ein anderes aus und tippe noch einmal wild { $dealer }.
lesson--wild--again = { $dealer }: { $problem }. Zeig es noch einmal.

## lesson.sound
lesson--sound--no-set = ein Set '{ $set }' mit Geräuschen zum Lernen gibt es nicht: nimm A, C oder D
lesson--sound--no-folder = { $folder } ist kein Ordner: nimm einen mit Dateien wie cow_0.wav und talk_0.wav
lesson--sound--file = { $file }: { $reason }
lesson--sound--quiet = { $seconds } Sekunden Ruhe, bitte: ich höre auf den Raum.
lesson--sound--talk = Jetzt rede { $seconds } Sekunden lang: sag, wer heute Abend mitspielt.
lesson--sound--take = Sei { TERM($signal, "spoken") }: { $count } von { $of }
lesson--sound--again = noch einmal: { $count } von { $of }
lesson--sound--later = Das bleibt für später: { TERM($signal, "signal") }.
lesson--sound--ended = der Ton endete, bevor alle Aufnahmen da waren: nimm auch den Rest auf
lesson--sound--nothing = von { $player } war nichts zu gebrauchen: die Gründe stehen oben, versuch es noch einmal
lesson--sound--count = { TERM($signal, "signal") } ({ $n })
lesson--sound--kept = Aufbewahrt von { $player }: { LIST($taught, by: ", ") }. Nur Zahlen, kein Ton wird gespeichert.

## term.spoken
term--spoken--chicken = ein Huhn (bok bok bok)
term--spoken--pig = ein Schwein (oink oink, oder grunzen)
term--spoken--lamb = ein Lamm (mäh)
term--spoken--turkey = ein Truthahn (gobel gobel)
term--spoken--cow = eine Kuh (muuuh)
term--spoken--seal = eine Robbe (ark ark ark)
term--spoken--monkey = ein Affe (hu hu hu)
term--spoken--donkey = ein Esel (i-ah)
term--spoken--panting = ein hechelnder Welpe
term--spoken--wild_thing = das Wild Thing

## take
take--muted = vom Mikrofon kam nichts: ist es stumm?
take--quiet = das war zu leise: komm näher, oder sei lauter
take--room = der Raum ist fast so laut wie das: warte auf Ruhe, oder komm näher
take--loud = das war zu laut und übersteuert: geh etwas zurück
take--short = das war zu kurz: mach es etwas länger
take--unlike = das war nicht wie vorhin ({ TERM($signal, "signal") }): mach es noch einmal genauso
take--close = { TERM($one, "signal") } und { TERM($other, "signal") } sind bei dir nah beieinander: { TERM($other, "otherwise") }
take--all-there = alle Aufnahmen sind da

## term.otherwise
term--otherwise--chicken = mach das Huhn kürzer und schärfer
term--otherwise--pig = grunze das Schwein durch die Nase
term--otherwise--lamb = lass das Lamm zittern
term--otherwise--turkey = kollere länger
term--otherwise--cow = muhe länger und tiefer
term--otherwise--seal = belle die Robbe lauter
term--otherwise--monkey = mach den Affen höher und schneller
term--otherwise--donkey = mach das I hoch und das A tief
term--otherwise--panting = hechle ohne Stimme
term--otherwise--wild_thing = mach das Wild Thing anders

## learn: noises, while the table plays
learn--evening = Ich lerne eure Geräusche beim Spielen und vergesse sie, wenn der Tisch schließt.
learn--keep = Ich lerne eure Geräusche beim Spielen und merke sie mir fürs nächste Mal.
learn--no = Ich lerne beim Spielen nichts von euren Geräuschen.
learn--which = schreib lernen, lernen merken oder lernen nein; „{ $given }“ ist nichts davon

## warmup
warmup--two = { $n } Leute sind im Bild: einen Moment bitte nur du
warmup--no-dice-camera = keine Kamera schaut auf die Würfel: öffne eine über dem Tisch
warmup--ask-dice = Legt beide Sätze ins Bild, { LIST($players) }: links den des linken Spielers.
warmup--dice = { $n } Würfel: { LIST($dice, by: ", ") }. Sätze: { LIST($sets, by: ", ") }. { LIST($hard, by: " ") }
warmup--dice-easy = Sie sind gut zu lesen.
warmup--dice-unsure = Hier sind { LIST($colours, by: ", ") } Würfel schwer zu lesen: mehr Licht von der Seite, oder die Kamera näher.
warmup--dice-near = Die beiden Sätze sehen fast gleich aus: vielleicht verwechsle ich sie und frage dann.
warmup--offer = Soll ich euch erst kennenlernen? Eine Minute für jeden: Gesichter, Geräusche, Namen. Das Spiel kann auch so beginnen.
warmup--reminder = Geräusche, die mir niemand vorgemacht hat, sind nur Hinweise: Darum passiert wenig von selbst. Nehmen wir uns jetzt die Minute für jeden?
warmup--may-keep = { $player }: soll ich dich beim nächsten Mal kennen? Ich behalte nur Zahlen, nie ein Bild oder einen Ton.
warmup--begin = Ich möchte euch kennenlernen: { LIST($players, by: ", ") }. Eine Minute für jeden, und jede Karte lässt sich überspringen.
warmup--to = { $player }: { $what }
warmup--nothing = zum Aufwärmen ist nichts da: öffne eine Kamera oder ein Mikrofon, in einem Spiel mit Signalen
warmup--in-hand = mitten in einer Runde beginnt das Aufwärmen am Laptop: es hält zurück, was du zeigst und sagst
warmup--phone-senses-nothing = dieses Telefon sendet weder Bild noch Ton: schalte sein Mikrofon oder seine Kamera ein, oder wärm dich am Laptop auf
warmup--at-laptop = { LIST($players) }: Eure Karten liegen auf dem Laptop. Wer sie auf dem Telefon haben will, schaltet dort das Mikrofon ein.
warmup--not-on = gerade wird nicht aufgewärmt: sag warmup, oder warmup NAME für einen allein
warmup--nobody = wessen Karte ist es? Nenn { LIST($names, type: "disjunction") }
warmup--nobody-asked = gerade wird niemand gefragt: sag warmup keep NAME oder warmup forget NAME
warmup--ask-calm = schau zwei Sekunden in die Kamera, so ruhig wie ein Pudding
warmup--ask-show = { TERM($signal, "how") }
warmup--ask-noise = sei { TERM($signal, "spoken") }!
warmup--ask-wild = zeig das Wild Thing, ruh dich aus und zeig es noch einmal
warmup--ask-shout = ruf „Face Off!“, wie du es beim Sieg rufst
warmup--ask-name = sag einmal deinen eigenen Namen
warmup--calm-going = Gut, bleib so
warmup--calm-done = So sieht { $player } in Ruhe aus.
warmup--hold = Genau so: halt es
warmup--show-done = Hab ich: { TERM($signal, "signal") }.
warmup--show-small = Klein, aber jetzt kenne ich es: { TERM($signal, "signal") }.
warmup--show-stronger = Fast sehe ich es: größer, und eine Sekunde halten
warmup--take = { $count } von { $of }. Noch einmal!
warmup--noise-done = Hab ich: { TERM($signal, "signal") }.
warmup--shout-done = Das wird gehört.
warmup--shout-again = Das war für mich kein „Face Off!“: lauter, beide Wörter
warmup--name-done = { $player }, so klingt das also.
warmup--name-again = Den Namen habe ich nicht verstanden: sag ihn allein und deutlich
warmup--later = Macht nichts: { TERM($signal, "signal") } kommt am Ende noch einmal.
warmup--leave = { $why }. Macht nichts, das lassen wir für später.
warmup--other = Das war wohl { $other }: jetzt bitte nur du
warmup--like = Das klingt zu sehr wie dein Signal { TERM($other, "signal") }: mach es kürzer oder nimm ein anderes Geräusch. Jedes ist recht, wenn der Tisch einverstanden ist
warmup--smiling = Du lächelst: zwei Sekunden nur das ruhige Gesicht
warmup--tongue = Für das ruhige Gesicht bitte die Zunge hinein
warmup--making = Du machst gerade ein Gesicht ({ TERM($signal, "signal") }): zwei Sekunden nur das ruhige
warmup--still = Halt den Kopf kurz still
warmup--turned = Du schaust weg: schau in die Kamera
warmup--far = Du bist zu weit weg: komm näher, bis dein Gesicht größer ist ({ $pixels } von { $least } Pixeln zwischen den Augen)
warmup--dark = Auf deinem Gesicht ist es zu dunkel: dreh eine Lampe dorthin
warmup--backlit = Das Licht ist hinter dir: dreh dich so, dass es auf dein Gesicht fällt
warmup--no-face = Ich sehe niemanden: setz dich vor die Kamera
warmup--not-you = Ich sehe Gesichter, weiß aber nicht, welches deins ist: setz dich an deinen Platz oder tipp dein Gesicht an
warmup--nobody-there = { $player } ist nicht im Bild. Die Karten warten, und das Spiel kann trotzdem beginnen
warmup--no-picture = Von der Kamera kommt kein Bild: die Karten warten, und das Spiel kann trotzdem beginnen
warmup--asleep = Das Handy von { $player } sendet nichts: weck es auf, die Karte ist noch da; das Spiel kann trotzdem beginnen
warmup--dead = Ich höre gar nichts: ist das Mikrofon stumm? Überspring die Geräusche, tippen geht auch
warmup--music = Da spielt oder redet ständig etwas: dreh es eine Minute leiser oder überspring die Geräusche
warmup--room-lamp = Die Lampe hinter { $player } verdeckt das Gesicht: dreh sie oder tauscht die Plätze.
warmup--room-dark = Auf dem Gesicht von { $player } ist es dunkel: eine Lampe mehr hilft.
warmup--room-loud = Der Raum selbst ist laut ({ $level } dB): ohne Lüfter oder Musik höre ich euch viel besser.
warmup--room-echo = Der Raum hallt ({ NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s): eine Tischdecke hilft, oder das Mikrofon näher.
warmup--room-far = { LIST($players, by: ", ") } sitzen weit von der Kamera: rückt sie oder die Stühle näher.
warmup--keep = soll ich { $player } beim nächsten Mal kennen? Nur Zahlen, nie ein Bild oder ein Ton (aufwärmen merken { $player }, aufwärmen vergessen { $player })
warmup--kept = { $player } ist ab jetzt bekannt: beim nächsten Mal dauert das Aufwärmen fünf Sekunden.
warmup--not-kept = Von { $player } bleibt nach diesem Abend nichts.
warmup--sheet = { LIST($rows, by: "; ") }
warmup--row = { $player }: { LIST($cells, by: ", ") }
warmup--cell = { TERM($signal, "signal") }: { TERM($grade, "grade") }{ $note }{ $trades }{ $refused }
warmup--trades = {" "}({ $confirmed } galten, { $overruled } zurückgenommen)
warmup--near-own = , nah an deinem Signal { TERM($other, "signal") }
warmup--near-other = , nah am Signal { TERM($other, "signal") } von { $who }
warmup--near-room = , nah an Gerede oder dem Geräusch des Raums
warmup--few = , erst eine Aufnahme: noch zwei machen es sicher
warmup--uneven = , jedes Mal anders
warmup--small = , gerade eben zu sehen
warmup--not-reached = , zu klein, um es zu sehen
warmup--refused = ; { $player }: { TERM($signal, "signal") } war zuletzt nicht deutlich genug{ $like }
warmup--as-like = , es hätte auch { TERM($signal, "signal") } sein können

## term.grade
term--grade--sure = sicher
term--grade--weak = schwach
term--grade--unknown = unbekannt

## enrol
enrol--no-name = nenne den Namen: companion enrol Ann
enrol--sounds-only = --mic, --takes und --wild sind für Geräusche: gib --sounds dazu
enrol--signal = { TERM($signal, "signal") }
enrol--no-signals = noch keine Signale
enrol--kept = Aufbewahrt von { $name }: ein ruhiges Gesicht, { LIST($signals, by: ", ") }. Kein Bild wird gespeichert.
