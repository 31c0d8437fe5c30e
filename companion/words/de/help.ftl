## usage.command
usage--command--companion = Ein Schiedsrichter für Tischspiele, ohne Netz und verschwiegen. Nichts verlässt diesen Rechner, nichts wird ungefragt aufgezeichnet.
usage--command--table = Die Seite des Tischs: ein Spiel wählen, Urteile sehen und hören, Handys mitmachen lassen. Nichts verlässt dieses Netz.
usage--command--watch = Jedes Signal ausgeben, das Kameras, Filme oder ein Mikrofon zeigen, sobald es kommt. Strg-C hält an.
usage--command--referee = Ein Spiel am Tisch leiten: Kameras sehen die Signale, die Tasten sagen den Rest.
usage--command--replay = Einen Spielstand noch einmal durchgehen: gibt jedes Urteil aus und prüft, dass dieselben herauskommen.
usage--command--enrol = companion ein Gesicht lehren (ein ruhiger Blick, jedes Signal einmal), oder mit --sounds jeden Laut dreimal.

    Zahlen bleiben, nie ein Bild oder ein Ton.
usage--command--practise = Signale allein üben: Übungen vor Kamera und Mikrofon, ein Bericht, und was als Nächstes zu üben ist.
usage--command--demo = Das mitgelieferte Spiel leiten: drei künstliche Leute, gesehen und gehört, und ein Wurf mit Würfeln.
usage--command--play = Im Terminal spielen, der Rechner geht reihum; Bots füllen die leeren Plätze.
usage--command--dice = Jeden Wurf lesen, den eine Kamera, ein Film oder ein Bild zeigt. Rückgabewert 1: nichts war zu lesen.
usage--command--doctor = Versionen, Bibliotheken, Kameras, Mikrofone, Modelle und Platz prüfen. Rückgabewert 0, wenn ein Spiel geleitet werden kann.
usage--command--record = Bilder und Ton einer Sitzung für einen Fehlerbericht behalten: companion record table --camera 0. Jede Seite und
    dieses Terminal sagen es, solange es dauert; nach sieben Tagen wird es gelöscht, oder jetzt: companion recordings delete.
usage--command--tournament = Eine Seite für die Halle: alle Tische, Runden, Paarungen, Rangliste. Die Tische sagen es einem eigenen Broker (MQTT).
usage--command--profiles = Was von den Leuten bewahrt wird: list, export, import, delete.
usage--command--profiles-list = Alle, deren Gesicht, Laute oder Übungen bewahrt werden, und was davon.
usage--command--profiles-export = Alles, was von jemandem bewahrt wird, als ein JSON-Text: Zahlen, kein Bild und kein Ton.
usage--command--profiles-import = Bewahren, was ausgegeben wurde.
usage--command--profiles-delete = Alles löschen, was von jemandem bewahrt wird: Gesicht, Laute, Übungen, und die Spiele, in denen der Name steht.
usage--command--rules = Die Spielregeln: aufzählen, zeigen, nachspielen, gegen sich selbst spielen.
usage--command--rules-list = Die Spiele, und wie viele mitspielen können.
usage--command--rules-show = Was das Spiel ist, seine Einstellungen und Varianten.
usage--command--rules-replay = Die Niederschrift eines Spiels lesen, Zug um Zug prüfen und erzählen, was geschah.
usage--command--rules-selfplay = Bots viele Spiele spielen lassen und die Statistik ausgeben.
usage--command--calibrate = Eine Kamera vorbereiten.
usage--command--calibrate-dice = Spielfläche, Maßstab und Farben finden; Licht und Schärfe prüfen; sagen, was besser ginge. Rückgabewert 1: nicht bereit.
usage--command--speech-model = Ein Modell für Antworten mit der Stimme ansehen.
usage--command--speech-model-check = Ein Vosk-Modell laden und sagen, welche Wörter der Antworten und Befehle dieser Sprache es kennt. Rückgabewert 1: keines.
usage--command--recordings = Was 'record' behalten hat: list, delete.
usage--command--recordings-list = Was behalten ist, und bis wann.
usage--command--recordings-delete = Alle Aufzeichnungen löschen, oder eine.

## usage.frame: titles around them
usage--frame--arguments = Argumente
usage--frame--options = Optionen
usage--frame--commands = Befehle
usage--frame--usage = Aufruf:
usage--frame--default = Vorgabe:
usage--frame--required = nötig
usage--frame--help = Diese Hilfe zeigen und enden.
usage--frame--install_completion = Vervollständigung für diese Shell einrichten.
usage--frame--show_completion = Vervollständigung für diese Shell zeigen, zum Kopieren oder Ändern.

## usage.all
usage--all--camera = Nummer oder Name einer Kamera, Film, Bild oder Adresse.
usage--all--mic = Nummer oder Name eines Mikrofons, default oder eine Datei: hört Tiere und Sprache.
usage--all--cards = physical: euer eigenes Blatt (Vorgabe); digital: companion gibt, auf Handys oder diesen Schirm.
usage--all--advanced = Mit den Karten Grins und Wild Thing.
usage--all--signal-set = Signale des ersten Blatts, A, B, C oder D; Vorgabe: B mit einer Kamera allein, sonst A.
usage--all--suits = Edelsteine im Spiel, einer je Spieler: rubin,jade,perle.
usage--all--target = Punkte, die das Spiel beenden.
usage--all--dealer = Wer zuerst gibt; bei keep-smiling, wer zuerst würfelt.
usage--all--duel = keep-smiling: die Variante Duell.
usage--all--lanes = keep-smiling: Schritte von einem Startfeld zum anderen.
usage--all--pieces = keep-smiling: physical: euer eigenes Brett (Vorgabe); digital: Figuren, ungesehen getippt.
usage--all--seed = Für digitale Karten; Vorgabe: jetzt gezogen, im Spielstand bewahrt.
usage--all--log = Wo Ereignisse und Urteile bleiben (nie Bilder).
usage--all--no-log = Nach dem Spiel nichts behalten.
usage--all--setup = keep-smiling: eine Datei von calibrate dice; Vorgabe: die dieses Rechners, bei Kameras.
usage--all--key = Der Schlüssel dieses Zertifikats (PEM).
usage--all--browser = Die Seite im Browser öffnen; Vorgabe: wo ein Schirm ist.
usage--all--mqtt = Einem MQTT-Broker sagen, was geurteilt wird: HOST, HOST:PORT, mqtts://NAME@HOST. Sein Kennwort: COMPANION_MQTT_PASSWORD. Ohne das erfährt niemand etwas.
usage--all--table-name = Mit --mqtt: der Name dieses Tischs; Vorgabe: der dieses Rechners.
usage--all--mqtt-commands = Mit --mqtt: worum dieser Tisch gebeten werden darf: pause,resume,announce.
usage--all--mqtt-password-file = Eine Datei mit dem Kennwort.
usage--all--mqtt-ca = Wer das Zertifikat des Brokers unterschrieben hat (PEM); TLS.
usage--all--mqtt-cert = Das eigene Zertifikat dieses Tischs (PEM); TLS.
usage--all--lang = Sprache, etwa en, de oder fr; Vorgabe: die dieses Rechners.
usage--all--json-lines = Ereignisse als JSON ausgeben, eins je Zeile.
usage--all--realtime = Filme in ihrer eigenen Geschwindigkeit abspielen.
usage--all--json = Ein JSON-Objekt ausgeben.

## usage.companion
usage--companion--version = Die Version ausgeben und enden.
usage--companion--lang = Sprache dieser Hilfe, etwa en, de oder fr; jeder Befehl hat sein eigenes --lang.

## usage.table
usage--table--port = Port der Seite dieses Rechners; Handys nehmen den nächsten. 0: irgendeiner.
usage--table--lan = Handys im lokalen Netz gleich hereinlassen, über HTTPS; die Seite hat auch einen Knopf dafür.
usage--table--game = Mit diesem Spiel beginnen, statt zu fragen: face-off, ftw...
usage--table--players = Mit --game: die Namen; ein * hinter einem Namen macht ihn zum Bot.
usage--table--pace = Sekunden zwischen zwei Zügen von Bots.
usage--table--keep = Spiele auf diesem Rechner behalten.
usage--table--certificate = Ein eigenes Zertifikat für Handys (PEM).

## usage.watch
usage--watch--sources = Was angesehen wird; dasselbe wie --camera. Auch mehrere.
usage--watch--mic = Nummer oder Name eines Mikrofons, default oder eine Datei als WAV, FLAC oder OGG.
usage--watch--signal-set = Nur die Signale dieser Sätze: A, B, C, D oder mehrere (BD).
usage--watch--explain = Sagen, woran jedes Signal entschieden wurde.
usage--watch--player = Wer dort sitzt: das gelernte Gesicht gilt von Anfang an.
usage--watch--picture = Ein kleines Bild mit den Nummern der Gesichter speichern, von der Kamera aus links begonnen (PNG).

## usage.referee
usage--referee--game = Das Spiel: face-off oder keep-smiling. Mit --resume: ein Spielstand.
usage--referee--players = Namen in Sitzordnung, von der Kamera aus links begonnen: Ann,Ben,Cleo.
usage--referee--warm-up = Mit einer Runde Karten beginnen, in der companion seine Leute kennenlernt.
usage--referee--resume = Mit der letzten Sitzung weitermachen, oder mit dem genannten Spielstand.

## usage.replay
usage--replay--log = Ein Spielstand von companion referee.
usage--replay--position = Am Ende die Stellung als Text.
usage--replay--lang = Sprache, etwa en, de oder fr; Vorgabe: wie gespielt wurde.

## usage.enrol
usage--enrol--name = Wer, wie am Tisch.
usage--enrol--sounds = Die eigenen Tierlaute lehren, jeden dreimal.
usage--enrol--mic = Nummer oder Name eines Mikrofons, default oder eine Tondatei mit allen Aufnahmen der Reihe nach.
usage--enrol--signal-set = Nur die Laute dieses Satzes: A, C oder D.
usage--enrol--wild = Mit dem Laut des Wild Thing dieses Blatts.
usage--enrol--takes = Aus einem Ordner lehren, mit Dateien wie cow_0.wav und talk_0.wav.
usage--enrol--camera = Für das Gesicht: Nummer oder Name einer Kamera, oder ein Film.

## usage.practise
usage--practise--drill = learn, reaction, frenzy, poker, grin, wild oder dice; oder next, report, undo, forget.
usage--practise--player = Wer übt; die Versuche bleiben unter diesem Namen.
usage--practise--signal-set = Signale dieses Satzes: A, B, C, D, mehrere, oder mixed.
usage--practise--signal = learn: dieses Signal, etwa eyes_wide. Vorgabe: das nächste, das dran ist.
usage--practise--camera = Nummer oder Name einer Kamera, oder ein Film.
usage--practise--mic = Nummer oder Name eines Mikrofons, default oder eine Tondatei.
usage--practise--tries = Wie viele Aufgaben.
usage--practise--seconds = poker: wie lange die Rede dauern darf (15); frenzy: das Blatt (90).
usage--practise--count = dice: wie viele auf einmal gewürfelt werden.
usage--practise--html = report: eine Seite mit Kurven in diese Datei schreiben.
usage--practise--add = Treffer in das eigene Profil aufnehmen; Vorgabe: fragen.
usage--practise--hear = learn: zuerst ein Beispiel des Lauts vorspielen.
usage--practise--serve = Alle Übungen auf einer Seite im Browser dieses Rechners.
usage--practise--port = Mit --serve: der Port der Seite. 0: irgendeiner.
usage--practise--json-lines = JSON ausgeben, eins je Zeile.

## usage.demo
usage--demo--realtime = In der Geschwindigkeit, in der gespielt wurde.
usage--demo--serve = Es stattdessen auf der Seite des Tischs zeigen.
usage--demo--port = Port dieser Seite; 0 nimmt irgendeinen.

## usage.rules
usage--rules--game = Siehe: companion rules list.
usage--rules--variant = Eine der Varianten, die `rules show SPIEL` aufzählt.
usage--rules--option = Eine Einstellung des Spiels: advanced=true, cards=physical. Mehrere: -o A=1 -o B=2.

## usage.play
usage--play--players = Wer an diesem Rechner spielt: Ann,Ben.
usage--play--bots = Plätze für Bots; Vorgabe: so viele, wie fehlen.
usage--play--seed = Für das Mischen; Vorgabe: jetzt gezogen.
usage--play--save = Die Niederschrift hier behalten, bei jeder Frage auf dem neuesten Stand.
usage--play--resume = Mit dieser Niederschrift weitermachen.

## usage.dice
usage--dice--source = Was angesehen wird; dasselbe wie --camera.
usage--dice--camera = Nummer oder Name einer Kamera, Film, Bild oder Adresse.
usage--dice--count = Wie viele Würfel auf einmal geworfen werden.
usage--dice--colours = 2: zwei Sätze Würfel auseinanderhalten.
usage--dice--most = Mehr Würfel als so viele ablehnen.
usage--dice--setup = Eine Datei von calibrate dice; Vorgabe: die dieses Rechners, bei Kameras.
usage--dice--picture = Das Bild des letzten Wurfs hierhin schreiben, jeder Würfel umkreist und mit seiner Zahl.

## usage.doctor
usage--doctor--mqtt = Auch, ob dieser MQTT-Broker uns hineinlässt: HOST, HOST:PORT, mqtts://NAME@HOST.

## usage.speech-model
usage--speech-model--folder = Der Ordner, in den ein Vosk-Modell entpackt wurde.

## usage.record
usage--record--command = Der Befehl, der aufgezeichnet wird: table, referee ...

## usage.tournament
usage--tournament--name = Wie das Turnier heißt; nichts: mit dem bewahrten weitermachen.
usage--tournament--game = Das Spiel: face-off, keep-smiling, face-cards, ftw oder factum.
usage--tournament--system = swiss, oder round-robin: alle gegen alle.
usage--tournament--rounds = Wie viele Runden; 0: so viele, wie das System braucht.
usage--tournament--table-size = Wie viele an einem Tisch sitzen; 0: wie bei dem Spiel üblich.
usage--tournament--order = Rangliste nach places (am Tisch) oder points (des Spiels).
usage--tournament--players = Eine Datei mit Namen: einer je Zeile, die Mannschaft hinter einem ;, oder CSV, das mit Name,Mannschaft beginnt.
usage--tournament--mqtt = Der Broker der Tische: HOST, HOST:PORT, mqtts://NAME@HOST.
usage--tournament--password-file = Eine Datei mit dem Kennwort des Brokers.
usage--tournament--ca = Wer das Zertifikat des Brokers unterschrieben hat (PEM).
usage--tournament--certificate = Ein eigenes Zertifikat für den Broker (PEM).
usage--tournament--database = Eine SQLite-Datei, oder postgresql://NAME@HOST/NAME; Vorgabe: unsere.
usage--tournament--port = Port der Seite; Bildschirme nehmen den nächsten. 0: irgendeiner.
usage--tournament--lan = Bildschirme im lokalen Netz mitmachen lassen, über HTTPS.

## usage.profiles
usage--profiles--name = Wer.

## usage.profiles-export
usage--profiles-export--out = Datei, in die geschrieben wird; ohne sie: auf den Schirm.

## usage.profiles-import
usage--profiles-import--file = Eine Datei, die export geschrieben hat, hier oder auf einem anderen Rechner.
usage--profiles-import--instead = Anstelle dessen, was von dieser Person schon da ist.

## usage.profiles-delete
usage--profiles-delete--games = Auch die bewahrten Spiele dieser Person gehen.

## usage.rules-replay
usage--rules-replay--file = Die Niederschrift eines Spiels, wie `play --save` sie schreibt.
usage--rules-replay--quiet = Nur das Ergebnis.

## usage.rules-selfplay
usage--rules-selfplay--games = Wie viele Spiele.
usage--rules-selfplay--seed = Des ersten Spiels; die nächsten zählen von da weiter.
usage--rules-selfplay--players = Wie viele; Vorgabe: so wenige, wie spielen können.
usage--rules-selfplay--policy = random, beginner, family oder strong; strong:family ist einer gegen die anderen; duel: family:random.
usage--rules-selfplay--limit = Züge, nach denen ein Spiel aufgegeben wird.
usage--rules-selfplay--json = Ein JSON-Objekt.

## usage.calibrate-dice
usage--calibrate-dice--colours = 2: von jeder Farbe liegt ein Würfel da.
usage--calibrate-dice--names = Die Namen der Sätze, der hellere zuerst: weiß,rot.
usage--calibrate-dice--picture = Das Bild mit dem Gefundenen schreiben, zum Ansehen.
usage--calibrate-dice--out = Wo sie bleibt; Vorgabe: der Datenordner dieses Rechners.

## usage.recordings-delete
usage--recordings-delete--name = Eine davon; ohne Namen alle.

command-line--see = { $what }: `{ $path } --help` zeigt, was möglich ist
command-line--unknown-option = eine Option { $name } gibt es nicht
command-line--unknown-option-near = eine Option { $name } gibt es nicht, vielleicht { $near }
command-line--unknown-command = einen Befehl '{ $name }' gibt es nicht
command-line--unknown-command-near = einen Befehl '{ $name }' gibt es nicht, vielleicht { $near }
command-line--missing = { $name } fehlt
command-line--bad-value = was für { $name } angegeben ist, passt nicht
command-line--no-value = { $option } und sein Wert passen nicht
command-line--no-command = es fehlt ein Befehl
command-line--too-many = das ist mehr, als dieser Befehl annimmt
