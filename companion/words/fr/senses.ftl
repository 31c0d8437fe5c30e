## system
system--unknown = raison inconnue
system--said = { $why }

## path
path--no-home = { $path } nomme un utilisateur sans dossier ici : écris le chemin entier

## recording
recording--on = ENREGISTREMENT pour un rapport d'erreur : images et sons de tous ici sont gardés sur cet ordinateur jusqu'au { $until }.
recording--stopped = L'enregistrement s'est arrêté ({ $why }) ; ce qui est gardé est dans { $folder }.
recording--begins = { $told } Ils vont dans { $folder }. Ctrl-C l'arrête ; companion recordings delete l'efface.
recording--ended = L'enregistrement est fini : { $folder }. Ne le donne à personne sans demander à tous ; companion recordings delete l'efface.
recording--full = { $megabytes } Mo sont pleins
recording--not-kept = rien ne peut être enregistré dans { $folder } ({ $why }) : fais de la place, ou règle COMPANION_DATA_FOLDER
recording--not-deleted = { $folder } ne peut pas être effacé ({ $why }) : ferme les programmes qui s'en servent et essaie encore
recording--unknown = il n'y a pas d'enregistrement { $name } : il y a { $names }
recording--none = aucun enregistrement n'est gardé
recording--what = dis quoi enregistrer : companion record { $commands } et ses options
recording--kept = { $name }  jusqu'au { $until }  { NUMBER($megabytes, minimumFractionDigits: 1, maximumFractionDigits: 1) } Mo
recording--deleted = { $name } est effacé

## sense
sense--off = le sens de { $source } a échoué plusieurs fois ({ $kind }) et s'éteint : la partie continue à la main

## model
model--closed = le modèle { TERM($what, "model") } ne se charge pas ({ $why }) : réinstalle companion, ou lance ./run doctor
model--missing = son fichier manque
model--short = son fichier est coupé : { NUMBER($found, useGrouping: 1) } octets sur { NUMBER($wanted, useGrouping: 1) }
model--hash = son empreinte est autre
model--garbage = ce n'est pas un réseau
model--other = { $name } est un autre réseau : il prend '{ $found }', pas '{ $wanted }'
model--outputs = il a d'autres sorties

## term.model
term--model--face_detector = détection de visages
term--model--face_landmarks = points du visage
term--model--face_tongue = second regard
term--model--face_blendshapes = second regard (mouvements)
term--model--mouth = bouche
term--model--dice = dés
term--model--die = dé
term--model--sound = sons
term--model--phones = parole

## face
face--no-mouth = { $why } ; langue et dents ne sont pas jugées
face--no-expression = { $why } ; la tête de citron n'est pas jugée, et les grands yeux par des points seulement
face--no-second-look = { $why } ; langues et visages béants difficiles à juger n'ont pas de second avis
face--seat = place { $seat }
face--pair = { $names }
face--exchanged = { LIST($pairs, by: ", ") } ont changé de place d'un coup (la caméra est-elle en miroir ?) : les places suivent les visages
face--upside-down = l'image est à l'envers : retourne la caméra
face--not-seen = pas vu
face--turned = tourne-toi vers la caméra
face--far = trop loin : rapproche-toi de la caméra
face--dark = trop sombre : mets une lampe devant toi
face--crowd = sans place : on juge { $most } visages à la fois
face--nobody = aucun visage dans l'image : mets-toi en vue de la caméra, le visage éclairé
face--brief = un visage a été vu trop peu de temps pour le distinguer d'une image : donne une vidéo de trois secondes ou plus
face--motionless = un visage ne bouge pas : une image n'a pas de place ; si quelqu'un est là, cligne des yeux ou tourne la tête
face--part = { TERM($part, "face-part") }
face--swing = élan : { TERM($part, "face-part") }
face--pace = vitesse : { TERM($part, "face-part") }

## term.face-part
term--face-part--right_eye = œil droit
term--face-part--left_eye = œil gauche
term--face-part--mouth_width = largeur de la bouche
term--face-part--brows = sourcils
term--face-part--brow_distance = écart des sourcils
term--face-part--mouth_corners = coins de la bouche
term--face-part--mouth_height = hauteur de la bouche
term--face-part--upper_lip = lèvre du haut
term--face-part--nose = nez
term--face-part--cheeks = joues
term--face-part--lips_forward = lèvres en avant
term--face-part--lips = lèvres
term--face-part--open_mouth = bouche ouverte
term--face-part--tongue = langue
term--face-part--tongue_side = langue de côté
term--face-part--teeth = dents
term--face-part--mouth_side = bouche de côté
term--face-part--jaw_side = mâchoire de côté
term--face-part--look_side = regard de côté
term--face-part--head_turned = tête tournée
term--face-part--head_nodded = tête baissée ou levée
term--face-part--head_tilted = tête penchée

## speech
speech--model = le modèle de parole est illisible ({ $why }) : réinstalle companion
speech--none = la parole n'est pas reconnue ici ({ $why }) : réinstalle companion
speech--dictionary = le dictionnaire est illisible ({ $why }) : réinstalle companion
speech--no-letters = '{ $word }' n'a pas de lettre de A à Z : companion ne peut pas l'écouter

## shout
shout--nobody = Face Off! a été crié, mais personne n'a encore toutes les cartes d'une pierre : le jeu continue.
shout--not-all = { $name } a crié Face Off!, mais n'a pas encore toutes les cartes d'une pierre : le jeu continue.
shout--damaged = le modèle des cris ne peut pas être chargé ({ $why }) ; aucun cri n'est entendu, le reste marche : réinstalle companion, ou lance ./run doctor

## fairness
fairness--few = { $dice ->
         [one] { $dice } dé
        *[other] { $dice } dés
    }, c'est trop peu pour un test : il en faut { $least }.
fairness--odds = { $dice } dés, khi-deux { NUMBER($chi, minimumFractionDigits: 1, maximumFractionDigits: 1) }, p { NUMBER($p, minimumFractionDigits: 3, maximumFractionDigits: 3) } : un dé juste est au moins aussi inégal dans { $odds } de telles séries ; { $verdict }.
fairness--hard = le hasard l'explique mal, si le lecteur n'a rien mal lu et si personne n'a choisi quand s'arrêter
fairness--doubt = une série sur vingt de dés justes est comme cela, ce n'est donc pas une preuve : continue
fairness--fair = rien ne parle contre les dés, ce qui ne prouve pas qu'ils sont justes
fairness--percent = { NUMBER($odds, maximumFractionDigits: 0) } %
fairness--tiny = { NUMBER($odds, minimumFractionDigits: 2, maximumFractionDigits: 2) } %

## light
light--dark = Trop sombre pour lire les points : allume une lampe.
light--white = Une grande partie de l'image est toute blanche : baisse l'exposition ou tourne la lampe.
light--flat = L'image n'a pas de contraste : l'objectif est-il couvert ou embué ?
light--blurred = L'image est floue : nettoie l'objectif, règle la netteté, ou recule la caméra.

## calibrate
calibrate--no-dice = Aucun dé vu : pose un dé de chaque couleur sur la table, tous dans l'image.
calibrate--small = Les dés n'ont que { $pixels } pixels de large : rapproche la caméra (25 et plus se lisent bien).
calibrate--flat = La caméra regarde trop à plat : lève-la.
calibrate--alike = Deux couleurs demandées, mais les dés se ressemblent : montre un dé de chaque couleur, bien éclairé.
calibrate--no-picture = { $path } ne peut pas s'écrire : donne un nom en .png ou .jpg dans un dossier qui existe
calibrate--names = { $n ->
         [one] { $n } nom
        *[other] { $n } noms
    } pour { $colours ->
         [one] { $colours } couleur
        *[other] { $colours } couleurs
    } : donnes-en un pour chacune
calibrate--dice = { $n ->
         [one] { $n } dé
        *[other] { $n } dés
    } d'environ { $pixels } pixels : { LIST($dice, by: ", ") }.
calibrate--die = { TERM($colour, "colour") } { $value }
calibrate--area = Zone de jeu : { $left } à { $right } % en largeur, { $top } à { $bottom } % en hauteur.
calibrate--sets = Jeux de dés : { LIST($sets, by: ", ") }.
calibrate--colour = { TERM($colour, "colour") }
calibrate--set = { $name } ({ TERM($colour, "colour") })
calibrate--no-sets = aucun
calibrate--ready = Prêt.
calibrate--not-ready = Pas prêt : rien n'a été gardé.

## tray
tray--not-written = le réglage des dés ne peut pas s'écrire dans { $path } ({ $why })
tray--damaged = { $path } est abîmé : relance 'companion calibrate dice'
tray--version = { $path } n'est pas un réglage de dés de cette version : relance 'companion calibrate dice'
tray--missing = { $path } n'existe pas : lance d'abord companion calibrate dice --out { SHELL($path) }

## vosk
vosk--no-folder = { $folder } n'est pas un dossier : indique celui où le modèle a été extrait
vosk--incomplete = { $folder } n'est pas un modèle Vosk : il manque { $missing }
vosk--damaged = { $folder } est abîmé : { $file } n'est pas ce qu'il devrait être ; extrais de nouveau le modèle
vosk--fixed = { $folder } contient un modèle Vosk qui n'accepte pas de liste de mots : prends le petit modèle de cette langue
vosk--unreadable = Vosk ne peut pas lire { $folder } : extrais de nouveau le modèle
vosk--no-library = Vosk n'est pas installé
vosk--ended = Vosk s'est arrêté ; les réponses se touchent désormais
vosk--knows = { $folder } est un modèle Vosk : { NUMBER($known) } des { NUMBER($all) } mots qu'on dit en { $language } sont connus, { NUMBER($megabytes, maximumFractionDigits: 0) } Mo
vosk--lacks = Il ne connaît pas : { LIST($words) }
