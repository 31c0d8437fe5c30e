## system
system--unknown = Grund unbekannt
system--said = { $why }

## path
path--no-home = { $path } nennt einen Benutzer, der hier keinen Ordner hat: schreib den ganzen Pfad

## recording
recording--on = AUFNAHME für einen Fehlerbericht: Bild und Ton von allen hier werden bis { $until } auf diesem Rechner behalten.
recording--stopped = Die Aufnahme hat angehalten ({ $why }); was behalten wurde, liegt in { $folder }.
recording--begins = { $told } Sie liegt in { $folder }. Strg-C beendet sie, companion recordings delete löscht sie.
recording--ended = Die Aufnahme ist zu Ende: { $folder }. Gib sie niemandem, ohne alle zu fragen; companion recordings delete löscht sie.
recording--full = { $megabytes } MB sind voll
recording--not-kept = in { $folder } kann nichts aufgenommen werden ({ $why }): schaff Platz oder setz COMPANION_DATA_FOLDER
recording--not-deleted = { $folder } kann nicht gelöscht werden ({ $why }): schließ die Programme, die es benutzen, und versuch es noch einmal
recording--unknown = es gibt keine Aufnahme { $name }: es gibt { $names }
recording--none = es gibt keine Aufnahmen
recording--what = sag, was aufgenommen werden soll: companion record { $commands } mit den eigenen Optionen
recording--kept = { $name }  bis { $until }  { NUMBER($megabytes, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
recording--deleted = { $name } ist gelöscht

## sense
sense--off = der Sinn von { $source } ist immer wieder gescheitert ({ $kind }) und ausgeschaltet: das Spiel geht von Hand weiter

## model
model--closed = das { TERM($what, "model") }-Modell lässt sich nicht laden ({ $why }): companion neu installieren, oder ./run doctor ausführen
model--missing = seine Datei fehlt
model--short = seine Datei ist abgeschnitten: { NUMBER($found, useGrouping: 1) } von { NUMBER($wanted, useGrouping: 1) } Bytes
model--hash = seine Prüfsumme weicht ab
model--garbage = es ist kein Netz
model--other = { $name } ist ein anderes Netz: es nimmt '{ $found }', nicht '{ $wanted }'
model--outputs = es hat andere Ausgänge

## term.model
term--model--face_detector = Gesichtssuche
term--model--face_landmarks = Gesichtspunkte
term--model--face_tongue = zweiter Blick
term--model--face_blendshapes = zweiter Blick (Bewegungen)
term--model--mouth = Mund
term--model--dice = Würfel
term--model--die = Augenzahl
term--model--sound = Geräusch
term--model--phones = Sprache

## face
face--no-mouth = { $why }; Zunge und Zähne werden nicht beurteilt
face--no-expression = { $why }; saure Zitronen werden nicht beurteilt, große Augen nur nach den Gesichtspunkten
face--no-second-look = { $why }; schwer zu erkennende Zungen und aufgerissene Gesichter bekommen keine zweite Meinung
face--seat = Platz { $seat }
face--pair = { $names }
face--exchanged = { LIST($pairs, by: ", ") } haben auf einen Schlag die Plätze getauscht (ist die Kamera jetzt gespiegelt?): die Plätze gehen mit den Gesichtern
face--upside-down = das Bild steht auf dem Kopf: dreh die Kamera richtig herum
face--not-seen = nicht zu sehen
face--turned = dreh dich zur Kamera
face--far = zu weit weg: komm näher an die Kamera
face--dark = zu dunkel: stell eine Lampe vor dich
face--crowd = ohne Platz: nur { $most } Gesichter werden gleichzeitig beurteilt
face--nobody = kein Gesicht im Bild: setz dich so, dass die Kamera dich sieht, mit Licht im Gesicht
face--brief = ein Gesicht war zu kurz zu sehen, um es von einem Bild zu unterscheiden: nimm einen Clip von drei Sekunden oder mehr
face--motionless = ein Gesicht bewegt sich nicht: ein Bild bekommt keinen Platz; sitzt dort jemand, blinzle oder dreh den Kopf
face--part = { TERM($part, "face-part") }
face--swing = { TERM($part, "face-part") } (Ausschlag)
face--pace = { TERM($part, "face-part") } (Tempo)

## term.face-part
term--face-part--right_eye = rechtes Auge
term--face-part--left_eye = linkes Auge
term--face-part--mouth_width = Breite des Mundes
term--face-part--brows = Brauen
term--face-part--brow_distance = Abstand der Brauen
term--face-part--mouth_corners = Mundwinkel
term--face-part--mouth_height = Höhe des Mundes
term--face-part--upper_lip = Oberlippe
term--face-part--nose = Nase
term--face-part--cheeks = Wangen
term--face-part--lips_forward = Lippen nach vorn
term--face-part--lips = Lippen
term--face-part--open_mouth = offener Mund
term--face-part--tongue = Zunge
term--face-part--tongue_side = Zunge zur Seite
term--face-part--teeth = Zähne
term--face-part--mouth_side = Mund zur Seite
term--face-part--jaw_side = Kiefer zur Seite
term--face-part--look_side = Blick zur Seite
term--face-part--head_turned = gedrehter Kopf
term--face-part--head_nodded = genickter Kopf
term--face-part--head_tilted = geneigter Kopf

## speech
speech--model = companions Sprachmodell ist nicht lesbar ({ $why }): companion neu installieren
speech--none = Sprache wird hier nicht erkannt ({ $why }): companion neu installieren
speech--dictionary = companions Wörterbuch ist nicht lesbar ({ $why }): companion neu installieren
speech--no-letters = '{ $word }' hat keinen Buchstaben von A bis Z: companion kann nicht darauf hören

## shout
shout--nobody = Face Off! gerufen, aber noch hat niemand alle Karten eines Edelsteins: Es geht weiter.
shout--not-all = { $name } ruft Face Off!, hat aber noch nicht alle Karten eines Edelsteins: Es geht weiter.
shout--damaged = das Modell für den Ruf lässt sich nicht laden ({ $why }); kein Ruf wird gehört, der Rest geht weiter: companion neu installieren, oder ./run doctor ausführen

## fairness
fairness--few = { $dice ->
         [one] 1 Würfel ist zu wenig
        *[other] { $dice } Würfel sind zu wenige
    } für einen Fairness-Test: er braucht { $least }.
fairness--odds = { $dice } Würfel, Chi-Quadrat { NUMBER($chi, minimumFractionDigits: 1, maximumFractionDigits: 1) }, p { NUMBER($p, minimumFractionDigits: 3, maximumFractionDigits: 3) }: so ungleich oder ungleicher fallen faire Würfel in { $odds } solcher Reihen; { $verdict }.
fairness--hard = durch Zufall ist das kaum zu erklären, wenn nichts falsch gelesen wurde und niemand das Ende gewählt hat
fairness--doubt = jede zwanzigste Reihe fairer Würfel sieht so aus, es beweist also nichts: wirf weiter
fairness--fair = nichts spricht gegen die Würfel, was sie nicht beweist
fairness--percent = { NUMBER($odds, maximumFractionDigits: 0) } %
fairness--tiny = { NUMBER($odds, minimumFractionDigits: 2, maximumFractionDigits: 2) } %

## light
light--dark = Es ist zu dunkel, um Augen zu lesen: mach eine Lampe an.
light--white = Ein großer Teil des Bildes ist reines Weiß: weniger belichten, oder die Lampe wegdrehen.
light--flat = Das Bild hat keinen Kontrast: ist die Linse verdeckt oder beschlagen?
light--blurred = Das Bild ist unscharf: Linse putzen, scharfstellen oder die Kamera zurückrücken.

## calibrate
calibrate--no-dice = Kein Würfel ist zu sehen: leg einen von jeder Farbe auf den Tisch, alle ins Bild.
calibrate--small = Die Würfel sind nur { $pixels } Pixel breit: die Kamera näher heran (ab 25 liest es sich gut).
calibrate--flat = Die Kamera schaut zu flach über den Tisch: höher stellen.
calibrate--alike = Zwei Farben sollten es sein, aber die Würfel sehen gleich aus: zeig einen Würfel von jeder Farbe, in gleichmäßigem Licht.
calibrate--no-picture = { $path } lässt sich nicht schreiben: nimm einen Namen auf .png oder .jpg in einem Ordner, den es gibt
calibrate--names = { $n ->
         [one] 1 Name
        *[other] { $n } Namen
    } für { $colours ->
         [one] 1 Farbe
        *[other] { $colours } Farben
    }: gib einen für jede an
calibrate--dice = { $n } Würfel von etwa { $pixels } Pixeln: { LIST($dice, by: ", ") }.
calibrate--die = { TERM($colour, "colour") } { $value }
calibrate--area = Spielfläche: { $left } bis { $right } % der Breite, { $top } bis { $bottom } % der Höhe.
calibrate--sets = Sätze: { LIST($sets, by: ", ") }.
calibrate--colour = { TERM($colour, "colour") }
calibrate--set = { $name } ({ TERM($colour, "colour") })
calibrate--no-sets = keine
calibrate--ready = Fertig.
calibrate--not-ready = Nicht fertig: nichts wurde behalten.

## tray
tray--not-written = die Würfel-Kalibrierung lässt sich nicht nach { $path } schreiben ({ $why })
tray--damaged = { $path } ist beschädigt: 'companion calibrate dice' noch einmal ausführen
tray--version = { $path } ist keine Würfel-Kalibrierung dieser Version: 'companion calibrate dice' noch einmal ausführen
tray--missing = { $path } gibt es nicht: zuerst companion calibrate dice --out { SHELL($path) } ausführen

## term.colour
term--colour--white = weiß
term--colour--ivory = elfenbeinfarben
term--colour--grey = grau
term--colour--black = schwarz
term--colour--red = rot
term--colour--dark_red = dunkelrot
term--colour--orange = orangefarben
term--colour--yellow = gelb
term--colour--green = grün
term--colour--dark_green = dunkelgrün
term--colour--turquoise = türkisfarben
term--colour--blue = blau
term--colour--dark_blue = dunkelblau
term--colour--purple = violett
term--colour--pink = rosafarben
term--colour--brown = braun
term--colour--tan = hellbraun
term--colour--light_white = hellweiß
term--colour--dark_white = dunkelweiß
term--colour--light_ivory = hellelfenbeinfarben
term--colour--dark_ivory = dunkelelfenbeinfarben
term--colour--light_grey = hellgrau
term--colour--dark_grey = dunkelgrau
term--colour--light_black = hellschwarz
term--colour--dark_black = dunkelschwarz
term--colour--light_red = hellrot
term--colour--light_dark_red = helldunkelrot
term--colour--dark_dark_red = dunkeldunkelrot
term--colour--light_orange = hellorangefarben
term--colour--dark_orange = dunkelorangefarben
term--colour--light_yellow = hellgelb
term--colour--dark_yellow = dunkelgelb
term--colour--light_green = hellgrün
term--colour--light_dark_green = helldunkelgrün
term--colour--dark_dark_green = dunkeldunkelgrün
term--colour--light_turquoise = helltürkisfarben
term--colour--dark_turquoise = dunkeltürkisfarben
term--colour--light_blue = hellblau
term--colour--light_dark_blue = helldunkelblau
term--colour--dark_dark_blue = dunkeldunkelblau
term--colour--light_purple = hellviolett
term--colour--dark_purple = dunkelviolett
term--colour--light_pink = hellrosafarben
term--colour--dark_pink = dunkelrosafarben
term--colour--light_brown = hellbraun
term--colour--dark_brown = dunkelbraun
term--colour--light_tan = hellhellbraun
term--colour--dark_tan = dunkelhellbraun

## form.die-e: der rote Würfel, das rote Ding
# $term is the value; $known is yes where it is a colour
form--die-e = { $known ->
        [yes] { $term }e
       *[no] { $term }
    }

## form.dice-er: ein roter Würfel, ein Würfel von Ann
# $term is the value; $known is yes where it is a colour
form--dice-er = { $known ->
        [yes] { $term }er Würfel
       *[no] Würfel von { $term }
    }

## form.dice-e: drei rote Würfel, drei Würfel von Ann
# $term is the value; $known is yes where it is a colour
form--dice-e = { $known ->
        [yes] { $term }e Würfel
       *[no] Würfel von { $term }
    }

## form.dice-en: die roten Würfel, die Würfel von Ann
# $term is the value; $known is yes where it is a colour
form--dice-en = { $known ->
        [yes] { $term }en Würfel
       *[no] Würfel von { $term }
    }

## vosk
vosk--no-folder = { $folder } ist kein Ordner: Nenne den, in den das Modell entpackt wurde
vosk--incomplete = { $folder } ist kein Vosk-Modell: { $missing } fehlt
vosk--damaged = { $folder } ist beschädigt: { $file } ist nicht, was es sein soll; entpacke das Modell noch einmal
vosk--fixed = In { $folder } liegt ein Vosk-Modell, das keine Wortliste annimmt: Nimm das kleine Modell dieser Sprache
vosk--unreadable = Vosk kann { $folder } nicht lesen: Entpacke das Modell noch einmal
vosk--no-library = Vosk ist nicht installiert
vosk--ended = Vosk ist ausgefallen; Antworten werden ab jetzt getippt
vosk--knows = { $folder } ist ein Vosk-Modell: { NUMBER($known) } von { NUMBER($all) } Wörtern, die man auf { $language } sagt, sind bekannt, { NUMBER($megabytes, maximumFractionDigits: 0) } MB
vosk--lacks = Unbekannt sind: { LIST($words) }
