## source
source--give = nimm Nummer oder Namen einer Kamera, einen Clip, ein Bild oder eine Adresse, die mit http:// oder rtsp:// beginnt
source--none = eine Quelle fehlt: { $give }
source--password = im Passwort für { $address } steht ein Zeichen, das es in einer Adresse beendet: schreib / als %2F, ? als %3F und # als %23
source--no-address = { $address } ist keine Adresse: schreib sie als { $scheme }://host:port/pfad
source--scheme = Adressen mit { $scheme }:// gehen nicht: { $give }
source--folder = { $path } ist ein Ordner: nimm einen Clip oder ein Bild daraus
source--no-file = keine Datei und keine Kamera heißt '{ $path }': { $give }
source--no-plain-file = { $path } ist keine gewöhnliche Datei: { $give }
source--not-allowed = { $path } darf nicht gelesen werden: ändere die Rechte, oder kopiere es in deinen eigenen Ordner
source--unreadable = '{ $path }' ist nicht zu lesen ({ $why }): { $give }
source--no-name = kein Dateiname
source--empty = { $name } ist leer: nimm noch einmal auf, oder nimm einen anderen Clip
source--text = { $name } ist Text, kein Video oder Bild: nimm eine Datei in mp4, mov, avi, mkv, jpg oder png
source--no-frames = { $name } hat kein Bild: nimm eine andere Quelle
source--no-settled = { $name } gab kein Bild: nutzt es ein anderes Programm?
source--gone = { $name } ist weg ({ $why }): prüfe Stecker oder Netz
source--stuck = { $name } geht nicht auf: zieh den Stecker und steck ihn wieder ein, oder nimm eine andere Quelle
source--closed = geschlossen
source--no-more = es kommen keine Bilder mehr
source--connection-lost = Verbindung verloren
source--failed = sie ist gescheitert ({ $kind })
source--black = das Bild ist schwarz: ist die Linse verdeckt oder der Raum dunkel?
source--same-picture = das Bild steht still
source--no-picture = seit { $seconds } s kein Bild
source--resized = das Bild wechselte bei { NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2) } s von { $was } auf { $now }

## clip
clip--no-video = in { $name } ist kein lesbares Video{ $cut }: nimm einen Clip in mp4, mov, avi, mkv oder webm
clip--kind = { $name } enthält kein lesbares Video: { $kind }-Dateien werden hier nicht geöffnet: speichere es als H.264 in mp4
clip--sound = { $name } ist Ton ({ $kind }), kein Video: nimm es als Mikrofon
clip--codec = { $name } enthält kein lesbares Video: sein Codec ist { $codec }, in { $container }: speichere es als H.264 in mp4
clip--cut = , das Ende fehlt
clip--no-jpegs = in { $name } ist kein lesbares Video: wandle es in mp4 (H.264) um
clip--large = { $name } ist ein zu großes Bild ({ $width }x{ $height }): verkleinere es
clip--no-picture = { $name } geht auf, aber kein Bild darin ist lesbar: wandle es in mp4 (H.264) um
clip--damaged = ausgelassene beschädigte Bilder des Clips: { $count }
clip--early = der Clip endet schon bei { NUMBER($end, minimumFractionDigits: 1, maximumFractionDigits: 1) } s{ $whole }: die Datei ist unvollständig, was darin ist, wurde gelesen
clip--jumps = die Uhr des Clips springt um { NUMBER($seconds, maximumFractionDigits: 0) } s: er läuft ohne den Sprung
clip--of = {" "}von { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s

## still
still--kind = { $name } ist eine Art von Bild, die hier nicht gelesen wird ({ $kind }): speichere es als JPEG oder PNG
still--passes = { $name } ist ein Bild in zu vielen Durchgängen oder von zu seltsamer Form ({ $width }x{ $height }): speichere es neu als gewöhnliches JPEG
still--pixels = { $name } ist ein zu großes Bild ({ $width }x{ $height }): verkleinere es auf { $most } Megapixel
still--large = { $name } ist zu groß für ein Bild: höchstens { $megabytes } MB werden gelesen
still--damaged = { $name } ist ein beschädigtes Bild: speichere es neu als JPEG oder PNG

## stream
stream--no-video = { $address } gibt kein Video: prüfe Adresse und Anmeldung, und ob die Kamera im selben Netz an ist
stream--other-kind = { $address } sendet { $kind }, keinen Strom von Bildern: nimm die MJPEG-Adresse der Kamera
stream--no-answer = { $address } antwortet nicht ({ $why }): prüfe die Adresse, und ob die Kamera an und im selben Netz ist
stream--redirects = { $address } schickt von Adresse zu Adresse: nimm die MJPEG-Adresse der Kamera selbst
stream--login = { $address } will eine Anmeldung: schreib sie als http://user:password@host/path
stream--moved = { $address } verweist auf eine andere Adresse: gib { $target } selbst an, wenn sie dir gehört
stream--login-wrong = { $address } nimmt Namen und Passwort nicht an: prüfe sie
stream--login-kind = { $address } will eine Anmeldung, die hier nicht geht ({ $kind }): stell die Kamera auf Basic oder Digest (MD5)
stream--not-there = { $address } hat dort nichts (404): nimm die MJPEG-Adresse der Kamera
stream--error = { $address } antwortet mit Fehler { $status }: prüfe die Adresse, und ob die Kamera an und im selben Netz ist
stream--late = kein Bild in der Zeit
stream--unknown-name = der Name ist unbekannt
stream--refused = Verbindung abgelehnt
stream--certificate = ihrem Zertifikat wird nicht vertraut; nimm http
stream--no-http = sie spricht kein HTTP
stream--headers = die Köpfe des Stroms haben kein Ende
stream--large-picture = ein Bild von { $megabytes } MB ist zu groß
stream--large = ein Bild oder Kopf ist zu groß
stream--ended = die Kamera hat den Strom beendet

## sound-file
sound-file--rate = Ton mit { $rate } Werten in der Sekunde geht nicht: 4.000 bis 384.000
sound-file--long = { $path } ist länger als sechs Stunden: schneide es
sound-file--damaged = { $path } bricht ab oder ist beschädigt ({ $why }): nimm eine WAV-, FLAC- oder OGG-Datei, die anderswo spielt
sound-file--folder = { $path } ist ein Ordner: nimm eine WAV-, FLAC- oder OGG-Datei
sound-file--no-reader = Tondateien sind hier nicht lesbar ({ $why }): companion neu installieren
sound-file--missing = eine Datei { $path } gibt es nicht: nimm eine WAV-, FLAC- oder OGG-Datei
sound-file--unreadable = { $path } ist nicht zu lesen ({ $why }): nimm eine WAV-, FLAC- oder OGG-Datei
sound-file--empty = { $path } ist leer: nimm noch einmal auf, oder nimm eine andere Datei
sound-file--no-sound = { $path } ist kein lesbarer Ton: nimm eine WAV-, FLAC- oder OGG-Datei
sound-file--repaired = der Kopf der Datei sagt nicht, wie lang sie ist (brach die Aufnahme ab?): er wurde hier ergänzt, und aller Ton darin wird gelesen
sound-file--shorter = laut Kopf der Datei sind es { NUMBER($says, minimumFractionDigits: 1) } s, da sind aber nur { NUMBER($holds, minimumFractionDigits: 1) } s: brach das Kopieren ab?
sound-file--softer = sie ist { $times }-mal so laut, wie eine Tondatei sein kann: sie wird leiser gelesen
sound-file--codec = { $path } ist eine WAV-Datei mit gepackten Werten ({ $kind }), die hier nicht gelesen wird: speichere sie als einfaches WAV (PCM)
sound-file--film = { $path } ist ein Film ({ $kind }), keine Tondatei: speichere seinen Ton als WAV, FLAC oder OGG
sound-file--kind = { $path } ist Ton einer Art, die hier nicht gelesen wird ({ $kind }): speichere ihn als WAV, FLAC oder OGG

## mic
mic--no-system = hier ist kein Tonsystem (PortAudio fehlt): installiere libportaudio2, oder spiel ohne Mikrofon
mic--no-answer = das Tonsystem antwortet nicht ({ $why }): starte es neu, oder spiel ohne Mikrofon
mic--none = kein Mikrofon ist angeschlossen: stecke eines an, oder spiel ohne --mic
mic--none-here = kein Mikrofon ist angeschlossen; stecke eines an, oder spiel ohne --mic
mic--listed = es gibt { LIST($known, by: ", ") }
mic--no-number = ein Mikrofon { $spec } gibt es nicht: { $known }
mic--several = '{ $spec }' passt zu mehreren Mikrofonen: { $known }
mic--no-name = kein Mikrofon heißt '{ $spec }': { $known }
mic--closed = { $name } geht nicht auf ({ $why }): nutzt es ein anderes Programm?
mic--rate = { $rate } Werte in der Sekunde
mic--other-rate = es nennt { $rate } Werte in der Sekunde und schickt { $real }: damit wird gerechnet, sonst klänge alles zu hoch oder zu tief
mic--channel = { $channels } Kanäle: Eingang { $channel } wird benutzt, dort ist der Ton
mic--lost-sound = Ton ging verloren: der Rechner ist zu beschäftigt
mic--silent = nur Stille kommt von ihm: ist es stumm, oder nicht erlaubt?
mic--gone = das Mikrofon ist weg: steck es wieder ein
mic--back = das Mikrofon ist wieder da
mic--page-gone = von der Seite kommt kein Ton mehr: ist der Bildschirm aus oder die Seite im Hintergrund?

## device
device--one = { $index } { $name }

## config
config--pixels = { $name }={ $value } geht nicht: gib eine ganze Zahl von { $least } bis { $most } an
config--listen = { $name }={ $value } taugt nicht: gib eine IPv4-Adresse dieses Rechners an, oder 0.0.0.0 in einem Container
config--address = { $name }={ $value } taugt nicht: gib einen Namen oder eine IPv4-Adresse an
config--no-home = dieser Nutzer hat keinen Home-Ordner: setze HOME oder { $variable }
config--not-writable = in { $folder } lässt sich nichts aufbewahren ({ $why }): schaff dort Platz oder Rechte, oder setze { $variable }

## resource
resource--missing = companions Datei { $name } ist nicht installiert: companion neu installieren, oder ./run doctor ausführen

## doctor
doctor--unchecked = ließ sich nicht prüfen: { $kind }: { $why }
doctor--version = { $version }
doctor--system = { $name }
doctor--untried = { $name }: hier nicht erprobt; es kann gehen oder nicht
doctor--tell-us = was hier nicht geht, ist eine Meldung wert
doctor--python = { $version }, gebraucht wird 3.10 oder neuer
doctor--other-version = { $name } { $found } (lock: { $lock })
doctor--absent = nicht installiert: { LIST($names, by: ", ") }
doctor--other-versions = andere Versionen als erprobt: { LIST($names, by: ", ") }
doctor--as-locked = { $n } von { $n } wie festgelegt
doctor--opencvs = { $names } überschreiben einander die Dateien
doctor--opencv = { $name }
doctor--built = aus dem Quelltext gebaut
doctor--no-load = lädt nicht: { $why }
doctor--loads = lädt
doctor--cameras-by-number = gehen hier nach Nummern: versuch `companion watch 0`
doctor--camera = { $index }: { $name }
doctor--no-portaudio = die Systembibliothek PortAudio fehlt: kein Ton wird gehört
doctor--no-sounddevice = sounddevice ist nicht installiert: kein Ton wird gehört
doctor--no-answer = PortAudio antwortet nicht: { $why }
doctor--no-microphone = keins: Tierlaute und die Siegesrede werden nicht gehört
doctor--plug-in = steck eins an
doctor--mqtt = paho-mqtt ist da; ohne --mqtt erfährt kein Broker etwas
doctor--no-mqtt = paho-mqtt ist nicht installiert: --mqtt und Turniere gehen nicht, alles andere geht
doctor--broker = { $name } lässt uns hinein, ohne TLS: was erzählt wird, ist unterwegs lesbar
doctor--broker-tls = { $name } lässt uns hinein, mit TLS
doctor--no-broker = { $name } ist nicht zu erreichen: { $why }
doctor--mend-broker = prüf, ob er läuft, seinen Namen und seinen Port
doctor--mend-password = prüf den Namen vor dem @ und das Passwort in COMPANION_MQTT_PASSWORD oder --mqtt-password-file
doctor--mend-tls = nenn mit --mqtt-ca, wer sein Zertifikat unterschrieben hat, oder lass das Zertifikat erneuern
doctor--microphone = { $name }
doctor--load-and-run = laden und laufen
doctor--no-models = keins ist installiert: nur Signale aus der Form des Gesichts werden gesehen
doctor--damaged = seine Datei ist beschädigt (die Prüfsumme weicht ab)
doctor--model = lädt, { NUMBER($megabytes, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB, sha256 { $sha256 }
doctor--no-folder = in { $folder } lässt sich nichts aufbewahren: { $above } ist nicht beschreibbar
doctor--full = { $folder }: nur { $megabytes } MB frei
doctor--make-room = mach mindestens { $megabytes } MB frei
doctor--free = { $folder }, { NUMBER($gigabytes, minimumFractionDigits: 1, maximumFractionDigits: 1) } GB frei
doctor--voice = Antworten und Befehle kann man auf { LIST($languages) } sagen; andere Sprachen brauchen ein Vosk-Modell (docs/voice.md)
doctor--voice-vosk = Antworten und Befehle hört das Vosk-Modell in { $folder }
doctor--languages = { LIST($all, by: ", ") }
doctor--language = { $name }
doctor--language-part = { $name } ({ $n ->
         [one] 1 Satz
        *[other] { $n } Sätze
    } auf Englisch)
doctor--ready = Bereit zum Schiedsrichtern.
doctor--ready-notes = Bereit zum Schiedsrichtern. Die Hinweise oben sagen, was nicht geht.
doctor--not-ready = Nicht bereit: behebe, was als fehlend markiert ist, und ruf das noch einmal auf.

## measure
measure--no-server = { $name } ist hier nicht installiert: apt-get install mosquitto postgresql
measure--dice-no-file = { $path } gibt es nicht: nimm die JSON-Datei mit den Angaben
measure--dice-no-json = { $path } ist keine Datei mit Angaben ({ $why }): sie braucht JSON mit 'images'
measure--dice-no-images = { $path } ist keine Datei mit Angaben: sie braucht 'images' mit 'boxes' oder 'values' für jedes Bild
measure--dice-no-picture = { $path } steht in den Angaben, ist aber nicht als Bild lesbar
measure--no-task = ein Modell { $path } gibt es nicht: nimm den Pfad einer face_landmarker.task
measure--bad-task = { $path } ist keine face_landmarker.task, die MediaPipe lesen kann: { $why }
measure--no-silence = im Verzeichnis ist kein Clip ohne Signal: es gibt nichts, wozu zu schweigen wäre
measure--labels-columns = { $path }: die erste Zeile muss file,start_s,end_s,label,note nennen; { $missing } fehlt
measure--labels-unreadable = die Angaben { $path } sind nicht zu lesen: { $why }
measure--labels-no-csv = { $path } ist keine CSV-Datei mit Angaben: { $why }
measure--labels-empty = in { $path } sind keine Angaben
measure--labels-unknown = { $path }, Zeile { $line }: unbekannte Angabe '{ $label }'; bekannt sind { LIST($known, by: ", ") }
measure--labels-no-file = { $path }, Zeile { $line }: eine Datei { $file } gibt es nicht
measure--labels-seconds = { $path }, Zeile { $line }: start_s und end_s sind Sekunden, oder beide leer für ein Standbild
measure--labels-span = { $path }, Zeile { $line }: eine Spanne braucht 0 <= start_s < end_s, ein Standbild keins von beiden
measure--index-missing = ein Verzeichnis { $path } gibt es nicht: nimm eine CSV-Datei mit den Spalten file und label
measure--index-columns = { $path } hat keine Spalten file und label: die erste Zeile muss sie nennen
measure--index-no-csv = { $path } ist kein CSV-Text ({ $why }): nimm einen mit den Spalten file und label
measure--index-empty = { $path } nennt keine Clips
measure--no-set = ein Set '{ $set }' mit Geräuschen gibt es nicht: nimm A, C oder D
measure--speech-unreadable = { $path } ist nicht zu lesen ({ $why }): nimm CSV mit { LIST($columns, by: ", ") }
measure--speech-row = { $path } Zeile { $line }: Spalten { LIST($columns, by: ", ") }, label eins von { LIST($labels, by: ", ") }
measure--speech-seconds = { $path } Zeile { $line }: onset_s und end_s sind Sekunden
measure--speech-empty = { $path } nennt keine Datei
measure--voices-no-folder = { $folder } ist kein Ordner: nimm einen mit einem Ordner von WORD_TAKE.flac-Dateien je Sprecher
measure--voices-empty = in { $folder } sind keine Ordner mit Dateien wie moo_0.flac
measure--voices-few = von manchem Wort gibt es nur { $fewest } Aufnahmen: lerne 1 bis { $most } ein
measure--unknown-bench = zu messen gibt es nichts namens '{ $name }': nimm { LIST($known, by: ", ") }
measure--no-face = { $name } zeigt kein Gesicht: gib bench einen Clip mit mindestens einem, das in die Kamera schaut
