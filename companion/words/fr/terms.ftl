## term.sign
term--sign--chicken = une poule
term--sign--pig = un cochon
term--sign--lamb = un agneau
term--sign--turkey = un dindon
term--sign--tongue_out = la langue
term--sign--eyes_wide = de grands yeux
term--sign--eyes_mouth_wide = de grands yeux et la bouche ouverte
term--sign--sour = une tête de citron
term--sign--cow = une vache
term--sign--seal = un phoque
term--sign--monkey = un singe
term--sign--donkey = un âne
term--sign--darting_tongue = une langue de serpent
term--sign--panting = un chiot qui halète
term--sign--fish_gasp = un poisson hors de l'eau
term--sign--wet_dog_shake = un chien mouillé
term--sign--grin = le sourire
term--sign--wild_thing = le Wild Thing

## term.wild-way
term--wild-way--move_every_part_of_your_face = bouger tout le visage
term--wild-way--kiss = un bisou
term--wild-way--super-hero = super-héros
term--wild-way--about_to_sneeze = sur le point d'éternuer
term--wild-way--about_to_get_sick = sur le point d'être malade
term--wild-way--roll_your_head_in_circles = tourner la tête en rond
term--wild-way--slap_your_own_face = se donner une gifle
term--wild-way--flip_your_tongue_against_your_lip = claquer la langue contre la lèvre

## term.choice
term--choice--digital = sur les téléphones ou cet écran
term--choice--physical = sur la table : les nôtres
term--choice--table = la table le dit
term--choice--chance = tiré au sort
term--choice--pair = sa propre paire
term--choice--cards = ses propres cartes
term--choice--fewer = moins de cartes au milieu
term--choice--end = la partie s'arrête
term--choice--at-once = tout de suite
term--choice--round-end = à la fin de la manche
term--choice--longest-waiting = qui n'a pas été capitaine depuis le plus longtemps
term--choice--first-voter = qui a voté en premier
term--choice--base = jeu de base
term--choice--kenner = pour connaisseurs
term--choice--koenner = pour experts
term--choice--risiko = risque

## term.won-by
term--won-by--diamond = diamant
term--won-by--emerald = émeraude
term--won-by--ruby = rubis
term--won-by--sapphire = saphir
term--won-by--pearl = perle
term--won-by--opal = opale
term--won-by--amethyst = améthyste
term--won-by--topaz = topaze
term--won-by--jade = jade
term--won-by--teeth = dents
term--won-by--mistake = mauvaise carte
term--won-by--false_claim = faux appel

## term.verb
term--verb--offer = proposer
term--verb--withdraw = retirer
term--verb--claim = annoncer
term--verb--call = dénoncer
term--verb--next = suite
term--verb--trade = échanger
term--verb--confirm = confirmer
term--verb--deny = refuser
term--verb--verdict = verdict
term--verb--deal = distribuer
term--verb--place = placer
term--verb--roll = lancer
term--verb--pass = passer
term--verb--duel = duel
term--verb--reveal = retourner

## term.doctor
term--doctor--ok = bon
term--doctor--note = note
term--doctor--missing = manque
term--doctor--libraries = bibliothèques
term--doctor--face_models = modèles de visage
term--doctor--models = modèles
term--doctor--cameras = caméras
term--doctor--microphones = micros
term--doctor--data_folder = dossier de données
term--doctor--voice = voix
term--doctor--languages = langues

## term.game
term--game--face-off = Face Off!
term--game--keep-smiling = Keep Smiling!
term--game--face-cards = Face Cards
term--game--ftw = FTW?!
term--game--factum = Factum

## term.book
term--book--face-off = livret de Face Off!
term--book--keep-smiling = Keep Smiling!
term--book--face-cards = Face Cards
term--book--ftw = FTW?!
term--book--factum = Factum
term--book--rulings = RULINGS.md
term--book--companion = companion

## term.gem
term--gem--diamond = diamant
term--gem--emerald = émeraude
term--gem--ruby = rubis
term--gem--sapphire = saphir
term--gem--pearl = perle
term--gem--opal = opale
term--gem--amethyst = améthyste
term--gem--topaz = topaze
term--gem--jade = jade

## term.gems
term--gems--diamond = diamants
term--gems--emerald = émeraudes
term--gems--ruby = rubis
term--gems--sapphire = saphirs
term--gems--pearl = perles
term--gems--opal = opales
term--gems--amethyst = améthystes
term--gems--topaz = topazes
term--gems--jade = jades

## term.a-gem
term--a-gem--diamond = un diamant
term--a-gem--emerald = une émeraude
term--a-gem--ruby = un rubis
term--a-gem--sapphire = un saphir
term--a-gem--pearl = une perle
term--a-gem--opal = une opale
term--a-gem--amethyst = une améthyste
term--a-gem--topaz = une topaze
term--a-gem--jade = un jade

## term.signal
term--signal--chicken = poule
term--signal--pig = cochon
term--signal--lamb = agneau
term--signal--turkey = dindon
term--signal--tongue_out = langue tirée
term--signal--eyes_wide = grands yeux
term--signal--eyes_mouth_wide = yeux et bouche grands ouverts
term--signal--sour = tête de citron
term--signal--cow = vache
term--signal--seal = phoque
term--signal--monkey = singe
term--signal--donkey = âne
term--signal--darting_tongue = langue de serpent
term--signal--panting = chiot qui halète
term--signal--fish_gasp = poisson hors de l'eau
term--signal--wet_dog_shake = chien mouillé
term--signal--grin = sourire
term--signal--wild_thing = Wild Thing

## term.shown
term--shown--1 = 1 carte
term--shown--2 = 2 cartes
term--shown--3 = 3 cartes
term--shown--4 = 4 cartes
term--shown--grin = une carte Sourire
term--shown--wild = une carte Wild Thing

## term.shown-both
term--shown-both--1 = 1 carte
term--shown-both--2 = 2 cartes
term--shown-both--3 = 3 cartes
term--shown-both--4 = 4 cartes
term--shown-both--grin = des cartes Sourire
term--shown-both--wild = des cartes Wild Thing

## term.special
term--special--grin = carte Sourire
term--special--wild = carte Wild Thing

## term.piece-kind
term--piece-kind--S = Smily
term--piece-kind--G = Grimmy
term--piece-kind--N = Neutralo

## term.colour: of dice
term--colour--white = blanc
term--colour--ivory = ivoire
term--colour--grey = gris
term--colour--black = noir
term--colour--red = rouge
term--colour--dark_red = rouge foncé
term--colour--orange = orange
term--colour--yellow = jaune
term--colour--green = vert
term--colour--dark_green = vert foncé
term--colour--turquoise = turquoise
term--colour--blue = bleu
term--colour--dark_blue = bleu foncé
term--colour--purple = violet
term--colour--pink = rose
term--colour--brown = marron
term--colour--tan = beige
term--colour--light_white = blanc clair
term--colour--dark_white = blanc foncé
term--colour--light_ivory = ivoire clair
term--colour--dark_ivory = ivoire foncé
term--colour--light_grey = gris clair
term--colour--dark_grey = gris foncé
term--colour--light_black = noir clair
term--colour--dark_black = noir foncé
term--colour--light_red = rouge clair
term--colour--light_dark_red = rouge foncé (clair)
term--colour--dark_dark_red = rouge foncé (sombre)
term--colour--light_orange = orange clair
term--colour--dark_orange = orange foncé
term--colour--light_yellow = jaune clair
term--colour--dark_yellow = jaune foncé
term--colour--light_green = vert clair
term--colour--light_dark_green = vert foncé (clair)
term--colour--dark_dark_green = vert foncé (sombre)
term--colour--light_turquoise = turquoise clair
term--colour--dark_turquoise = turquoise foncé
term--colour--light_blue = bleu clair
term--colour--light_dark_blue = bleu foncé (clair)
term--colour--dark_dark_blue = bleu foncé (sombre)
term--colour--light_purple = violet clair
term--colour--dark_purple = violet foncé
term--colour--light_pink = rose clair
term--colour--dark_pink = rose foncé
term--colour--light_brown = marron clair
term--colour--dark_brown = marron foncé
term--colour--light_tan = beige clair
term--colour--dark_tan = beige foncé

## form.dice-of: trois dés couleur rouge, trois dés de Ann
form--dice-of = { $known ->
        [yes] couleur { $term }
       *[no] de { $term }
    }
