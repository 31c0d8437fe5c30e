## term.sign: was jemand zeigt, nach "zeigen"
term--sign--chicken = ein Huhn
term--sign--pig = ein Schwein
term--sign--lamb = ein Lamm
term--sign--turkey = einen Truthahn
term--sign--tongue_out = die Zunge
term--sign--eyes_wide = große Augen
term--sign--eyes_mouth_wide = Augen und Mund weit offen
term--sign--sour = ein Zitronengesicht
term--sign--cow = eine Kuh
term--sign--seal = eine Robbe
term--sign--monkey = einen Affen
term--sign--donkey = einen Esel
term--sign--darting_tongue = eine Schlangenzunge
term--sign--panting = einen hechelnden Welpen
term--sign--fish_gasp = einen Fisch an Land
term--sign--wet_dog_shake = einen nassen Hund
term--sign--grin = das Grinsen
term--sign--wild_thing = das Wild Thing

## term.wild-way
term--wild-way--move_every_part_of_your_face = das ganze Gesicht bewegen
term--wild-way--kiss = Kussmund
term--wild-way--super-hero = Superheld
term--wild-way--about_to_sneeze = gleich niesen
term--wild-way--about_to_get_sick = gleich wird mir schlecht
term--wild-way--roll_your_head_in_circles = den Kopf kreisen
term--wild-way--slap_your_own_face = sich selbst ohrfeigen
term--wild-way--flip_your_tongue_against_your_lip = mit der Zunge an die Lippe schnalzen

## term.choice
term--choice--digital = auf den Handys oder diesem Bildschirm
term--choice--physical = auf dem Tisch: eigene
term--choice--table = der Tisch sagt es
term--choice--chance = ausgelost
term--choice--pair = das eigene Paar
term--choice--cards = eigene Karten
term--choice--fewer = weniger Karten in der Mitte
term--choice--end = das Spiel endet
term--choice--at-once = sofort
term--choice--round-end = wenn die Runde vorbei ist
term--choice--longest-waiting = wer am längsten kein Kapitän war
term--choice--first-voter = wer zuerst gestimmt hat
term--choice--base = Grundspiel
term--choice--kenner = Kenner
term--choice--koenner = Könner
term--choice--risiko = Risiko

## term.won-by
term--won-by--diamond = Diamant
term--won-by--emerald = Smaragd
term--won-by--ruby = Rubin
term--won-by--sapphire = Saphir
term--won-by--pearl = Perle
term--won-by--opal = Opal
term--won-by--amethyst = Amethyst
term--won-by--topaz = Topas
term--won-by--jade = Jade
term--won-by--teeth = Zähne
term--won-by--mistake = falsche Karte
term--won-by--false_claim = falscher Siegesruf

## term.verb
term--verb--offer = zeigt
term--verb--withdraw = zieht zurück
term--verb--claim = meldet
term--verb--call = ruft
term--verb--next = signale
term--verb--trade = tauscht
term--verb--confirm = stimmt
term--verb--deny = stimmt nicht
term--verb--verdict = urteil
term--verb--deal = geben
term--verb--place = setzt
term--verb--roll = würfeln
term--verb--pass = passen
term--verb--duel = duell
term--verb--reveal = aufdecken

## term.doctor
term--doctor--ok = gut
term--doctor--note = Hinweis
term--doctor--missing = fehlt
term--doctor--libraries = Bibliotheken
term--doctor--face_models = Gesichtsmodelle
term--doctor--models = Modelle
term--doctor--cameras = Kameras
term--doctor--microphones = Mikrofone
term--doctor--data_folder = Datenordner
term--doctor--voice = Stimme
term--doctor--languages = Sprachen

## term.game
term--game--face-off = Face Off!
term--game--keep-smiling = Keep Smiling!
term--game--face-cards = Face Cards
term--game--ftw = FTW?!
term--game--factum = Factum

## term.book
term--book--face-off = Face Off! book
term--book--keep-smiling = Keep Smiling!
term--book--face-cards = Face Cards
term--book--ftw = FTW?!
term--book--factum = Factum
term--book--rulings = Hausregeln von companion
term--book--companion = companion

## term.gem
term--gem--diamond = Diamant
term--gem--emerald = Smaragd
term--gem--ruby = Rubin
term--gem--sapphire = Saphir
term--gem--pearl = Perle
term--gem--opal = Opal
term--gem--amethyst = Amethyst
term--gem--topaz = Topas
term--gem--jade = Jade

## term.gems
term--gems--diamond = Diamanten
term--gems--emerald = Smaragde
term--gems--ruby = Rubine
term--gems--sapphire = Saphire
term--gems--pearl = Perlen
term--gems--opal = Opale
term--gems--amethyst = Amethyste
term--gems--topaz = Topase
term--gems--jade = Jadesteine

## term.a-gem: einer davon, im Akkusativ
term--a-gem--diamond = einen Diamanten
term--a-gem--emerald = einen Smaragd
term--a-gem--ruby = einen Rubin
term--a-gem--sapphire = einen Saphir
term--a-gem--pearl = eine Perle
term--a-gem--opal = einen Opal
term--a-gem--amethyst = einen Amethyst
term--a-gem--topaz = einen Topas
term--a-gem--jade = einen Jadestein

## term.signal
term--signal--chicken = Huhn
term--signal--pig = Schwein
term--signal--lamb = Lamm
term--signal--turkey = Truthahn
term--signal--tongue_out = Zunge raus
term--signal--eyes_wide = Augen auf
term--signal--eyes_mouth_wide = Augen und Mund auf
term--signal--sour = Zitronengesicht
term--signal--cow = Kuh
term--signal--seal = Robbe
term--signal--monkey = Affe
term--signal--donkey = Esel
term--signal--darting_tongue = Schlangenzunge
term--signal--panting = hechelnder Welpe
term--signal--fish_gasp = Fisch ohne Wasser
term--signal--wet_dog_shake = nasser Hund
term--signal--grin = Grinsen
term--signal--wild_thing = Wild Thing

## term.shown
term--shown--1 = 1 Karte
term--shown--2 = 2 Karten
term--shown--3 = 3 Karten
term--shown--4 = 4 Karten
term--shown--grin = eine Grins-Karte
term--shown--wild = eine Wild-Thing-Karte

## term.shown-both
term--shown-both--1 = 1 Karte
term--shown-both--2 = 2 Karten
term--shown-both--3 = 3 Karten
term--shown-both--4 = 4 Karten
term--shown-both--grin = Grins-Karten
term--shown-both--wild = Wild-Thing-Karten

## term.special
term--special--grin = Grins-Karte
term--special--wild = Wild-Thing-Karte

## term.piece-kind
term--piece-kind--S = Smily
term--piece-kind--G = Grimmy
term--piece-kind--N = Neutralo
