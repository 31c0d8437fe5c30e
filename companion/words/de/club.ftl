## club
club--sends = Was hier entschieden wird (Namen, Punkte, Entscheidungen; nie Bilder, Töne oder verdeckte Karten), erfährt der MQTT-Broker { $host }:{ $port }, als Tisch { $name }.
club--bare = das Passwort geht ohne TLS an { $host }, lesbar für alle dazwischen: schreibe mqtts://, wenn der Broker das kann
club--trying = { $host }: Verbindung als { $name }
club--on = { $host }: erfährt alles als { $name }
club--off = { $host } erfährt nichts ({ $why }): Was entschieden ist, bleibt hier und geht später hin
club--lost = Der MQTT-Broker { $host } ist nicht zu erreichen ({ $why }). Das Spiel geht weiter; was entschieden ist, geht hin, sobald er wieder da ist.
club--back = Der MQTT-Broker { $host } ist wieder da und erfährt, was er verpasst hat.
club--clash = Noch ein Tisch heißt { $name }: Gebt einem einen anderen Namen mit --table-name.
club--clash-over = Kein anderer Tisch heißt mehr { $name }.
club--announced = Durchsage: { $text }
club--waits = { $n ->
         [one] 1 Nachricht konnte noch nicht gesendet werden: Sie liegt im Spielstand und geht
        *[other] { $n } Nachrichten konnten noch nicht gesendet werden: Sie liegen in den Spielständen und gehen
    } hin, wenn wieder ein Tisch mit --mqtt startet.
club--result-right = Das Ergebnis ist bestätigt.
club--result-wrong = Dann nehmt zurück, was nicht stimmt (rückgängig); das Ergebnis wird wieder gefragt.
club--no-library = --mqtt braucht eine Bibliothek, die fehlt: schreibe { $line }
club--no-address = { $address } nennt keinen MQTT-Broker: schreibe HOST, HOST:PORT, mqtt://NAME@HOST oder mqtts://NAME@HOST:PORT
club--password-in-address = ein Passwort gehört in keinen Befehl, den andere auf diesem Rechner lesen können: setze { $variable } oder gib --mqtt-password-file an
club--no-user = ein Passwort ohne Namen: schreibe mqtts://NAME@{ $host }
club--no-name = { $name } ist kein Name für einen Tisch: höchstens 40 Buchstaben und Ziffern
club--no-command = { $word } lässt sich nicht erlauben: --mqtt-commands nimmt { $known }
club--no-password = { $path } enthält kein Passwort ({ $why }): schreibe es als einzige Zeile in die Datei
club--no-text = das ist kein Text
club--one-line = eine Zeile gehört hinein
club--no-certificate = { $path } taugt nicht als Zertifikat oder Schlüssel ({ $why }): gib PEM-Dateien an
club--key-alone = --mqtt-key braucht --mqtt-cert dazu
club--no-register = { $folder } kann die Nummer dieses Tischs nicht behalten ({ $why }): schaffe Platz oder setze COMPANION_DATA_FOLDER

## club.why
club--why--password = er weist Namen oder Passwort ab
club--why--identifier = er weist die Kennung dieses Tischs ab
club--why--protocol = er spricht eine andere Version von MQTT
club--why--topic = er lässt diesen Namen nicht nach companion/{ $topic } schreiben
club--why--expired = sein Zertifikat ist abgelaufen
club--why--other-name = sein Zertifikat gehört einem anderen Rechner
club--why--untrusted = seinem Zertifikat ist nicht zu trauen: { $said }
club--why--tls = TLS scheitert: { $said }
club--why--no-host = diesen Rechner gibt es nicht
club--why--nobody = dort antwortet niemand
club--why--silent = keine Antwort
club--why--broken = die Verbindung riss ab
club--why--other = { $said }

## club.home
club--home--model = Schiedsrichter am Tisch
club--home--trade = Tausch
club--home--win = Face Off! und Sieg
club--home--verdict = Urteil
club--home--roll = Wurf
club--home--score = Höchste Punktzahl
club--home--hand = Runde
club--home--senses = Sinne

## log
log--exists = { $path } enthält schon ein Protokoll: nenne eine andere Datei, oder lies es mit: companion replay
log--not-written = das Protokoll { $name } ist nicht zu schreiben ({ $why }): schaff dort Platz oder Rechte, oder nutze --log DATEI
log--missing = ein Protokoll { $path } gibt es nicht: nimm die Datei, die companion referee beim Start genannt hat
log--unreadable = das Protokoll { $path } ist nicht zu lesen ({ $why })
log--odd-key = { $path } ist beschädigt: was sein Kopf zu { $key } sagt, ist nicht zu lesen
log--no-log = { $path } ist kein Protokoll von companion oder beschädigt ({ $why })
log--version = { $path } ist ein Protokoll der Version { $version }; dieses companion liest Version { $reads }: lies es mit dem companion, das es geschrieben hat
log--trouble = das Protokoll { $name } ist nicht zu schreiben ({ $why }): { $advice }; was bis dahin entschieden wird, steht nur im Arbeitsspeicher
log--moved = mit dem Protokoll { $name } ging es nicht weiter ({ $why }): das ganze Spiel liegt jetzt in { $path }
log--damaged = { $name } ist beschädigt ({ $why })
log--line = { $name }, Zeile { $seq }: { $why }
log--lost = { $n ->
         [one] 1 Ereignis ließ
        *[other] { $n } Ereignisse ließen
    } sich nicht nach { $name } schreiben: die Platte ist voll
log--rescued = { $n ->
         [one] 1 Ereignis ließ sich nicht nach { $name } schreiben und liegt
        *[other] { $n } Ereignisse ließen sich nicht nach { $name } schreiben und liegen
    } in { $path }: schaff Platz, und behalte diese Datei
log--header = der Kopf dieses Protokolls beschreibt kein Spiel, das companion kennt ({ $why })
log--odd-header = er ist nicht zu lesen, { $kind }
log--none = in { $folder } liegt kein Spiel, das weitergehen kann: nenne sein Protokoll mit --resume PROTOKOLL
log--over = das Spiel von { $path } ist zu Ende: lies es mit companion replay
log--differs = { $n ->
         [one] 1 Entscheidung von { $log } fällt
        *[other] { $n } Entscheidungen von { $log } fallen
    } anders aus: beschädigt oder von einer anderen Version
log--differently = diese Entscheidung fällt jetzt anders aus: { $line }

## log.why: ein Protokoll ist nicht zu schreiben
log--why--full = die Platte ist voll
log--why--locked = ein anderes Programm hält es gesperrt
log--why--read-only = es ist nur zum Lesen da
log--why--broken = seine Platte versagt: { $said }
log--why--gone = es wurde gelöscht oder verschoben
log--why--replaced = eine andere Datei wurde an seine Stelle gelegt
log--why--other = { $said }

## log.advice
log--advice--full = schaff Platz
log--advice--locked = schließ, was es offen hält
log--advice--read-only = erlaube das Schreiben in seinem Ordner
log--advice--broken = prüf die Platte
log--advice--gone = lass es, wo es war
log--advice--replaced = lass es, wo es war
log--advice--other = prüf die Platte
