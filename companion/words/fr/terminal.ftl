## games
games--seats = { $low } à { $high }
games--seats-one = { $low }
games--row = { WIDTH($name, left: 14) }{ WIDTH($title, left: 16) }{ WIDTH($seats, right: 8) } joueurs   variantes : { LIST($variants, by: ", ") }
games--options = Options :
games--variants = Variantes :
games--goes-on = { $n ->
         [one] { $n } action
        *[other] { $n } actions
    } ; la partie continue : companion play --resume { SHELL($path) }
games--ended = { $n ->
         [one] { $n } action
        *[other] { $n } actions
    } ; { $scores } ; victoire : { LIST($winners, by: ", ") }
games--policy = --policy est { LIST($known, by: ", ") }, pas '{ $given }'.
games--which = Nomme le jeu, par exemple : { $example }.
games--no-variant = { TERM($game, "game") } n'a pas de variante '{ $given }' ; il a { LIST($known, by: ", ") }.
games--option-form = Écris une option nom=valeur, par exemple -o advanced=true, pas '{ $given }'.
games--no-file = Il n'y a pas de fichier { $path } ; donne la partie que `play --save` a écrite.
games--no-text = { $path } n'est pas une partie enregistrée : ce n'est pas du texte.
games--unreadable = { $path } est illisible : { $why }.
games--no-record = { $path } : { $why }

## selfplay
selfplay--head = { $game }, { $players } joueurs, { $games ->
         [one] { $games } partie
        *[other] { $games } parties
    } ({ $policy }), graines à partir de { $seed }
selfplay--duel = {"  "}le joueur raisonnable gagne { NUMBER($win_rate, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } (95 % : { NUMBER($low, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } à { NUMBER($high, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } ; au hasard { NUMBER($by_chance, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }), { $mean_points } points par partie contre { $random_mean_points }
selfplay--share = { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }
selfplay--end = { $name } { $n }
selfplay--ends = {"  "}gagné par place : { LIST($seats, by: ", ") }
    {"  "}fini par : { LIST($ends, by: ", ") } ; abandonné : { $unfinished }
    {"  "}{ $actions_a_game } actions par partie ({ $shortest } à { $longest }), { $actions_a_second } par seconde, { $seconds } s

## play
play--pass = Passe l'ordinateur à { $who }, puis Entrée.
play--who = Qui joue ? { LIST($names, by: ", ") } (Entrée : les autres)
play--who-of = Qui joue ? { LIST($names, by: ", ") } (Entrée : { $first })
play--table = table
play--help = Tape une action, ou : aide, annuler, points, fin. Possible maintenant :
play--words = Partout : aide, annuler, points, fin.
play--wait = Entrée seule laisse jouer les autres.
play--more = {"  "}{"."}.. et d'autres
play--undone = Annulé : { $what }
play--saved = La partie est gardée ; continue avec : companion play --resume { SHELL($path) }
play--lost = La partie s'arrête ici et n'est pas gardée ; la prochaine fois ajoute --save FICHIER.
play--over = La partie est finie : { $scores }. Victoire : { LIST($winners, by: ", ") }.
play--nobody = Personne ici ne s'appelle '{ $who }' ; les joueurs sont { LIST($names, by: ", ") }.
play--not-kept = La partie ne peut pas être gardée dans { $path } : { $why }.

## term.truth
term--truth--true = oui
term--truth--false = non

## term.view
term--view--phase = phase
term--view--dealer = donneur
term--view--suits = pierres
term--view--signal_set = jeu de signaux
term--view--wild_signal = Wild Thing
term--view--scores = points
term--view--shown = montré
term--view--trades = échanges
term--view--last_trade = dernier échange
term--view--claim = annonce
term--view--call = dénonciation
term--view--hand = main
term--view--offered = proposé
term--view--received = reçu
term--view--mistake_of = erreur de
term--view--placed = placé
term--view--dice = dés
term--view--chairs = chaises
term--view--captured = pris
term--view--duel = duel
term--view--rest = reste
term--view--round = manche
term--view--rounds = manches
term--view--camera = appareil photo
term--view--waiting = attend
term--view--flops = tours sans succès
term--view--fronts = devant
term--view--centre = milieu
term--view--guesses = paris
term--view--asked = demandé
term--view--owed = dû
term--view--held = en main
term--view--open_pairs = paires ouvertes
term--view--hands = mains
term--view--box = boîte
term--view--pile = pile
term--view--start_card = première carte
term--view--pairs = paires
term--view--album = album
term--view--highest = la plus haute
term--view--chosen = choisi
term--view--front = devant
term--view--away = écarté
term--view--points = points
term--view--last = dernier
term--view--given = donné
term--view--storyteller = conteur
term--view--judge = juge
term--view--team = équipe
term--view--guessing = équipe qui devine
term--view--table = table
term--view--ties = égalités
term--view--voted = ont voté
term--view--title = titre
term--view--discard = défausse
term--view--result = résultat
term--view--laid = posé
term--view--vote = vote
term--view--story_card = carte de l'histoire
term--view--turn = tour
term--view--guessed = deviné

## help
help--now = Ce que tu peux taper maintenant :
help--later = À d'autres moments :

## help.face-off
help--face-off--warmup = échauffement [Ann] | un tour de cartes où j'apprends à vous connaître ; puis échauffement avec sauter, encore, tard, recommencer ou arrêter
help--face-off--sheet = échauffement liste | ce qui est sûr, faible ou inconnu, et pourquoi un bruit n'a pas été pris
help--face-off--keep = échauffement garder Ann, échauffement oublier Ann | si je reconnais Ann la prochaine fois
help--face-off--trade = échange Ann Ben [3] | ces deux échangent (3 cartes)
help--face-off--win = gagné, gagne Ann [rubis] | quelqu'un a gagné ; ce qui manque est demandé
help--face-off--claim = confirmer / refuser | si l'appel est juste
help--face-off--next = suite B | les signaux suivants du donneur
help--face-off--teeth = sans dents / dents | le discours de victoire
help--face-off--call = Ann: dénonce Ben | Ben a donné une mauvaise carte à Ann
help--face-off--learn = apprendre, apprendre garder, apprendre non | si j'apprends vos bruits pendant la partie, pour la soirée ou pour de bon
help--face-off--wild = wild Ann | Ann, qui distribue, montre deux fois le Wild Thing
help--face-off--evidence = preuve [FICHIER.png] | sur quoi repose le verdict des dents
help--face-off--seat = visage 2 Ann | le deuxième visage à partir de la gauche de l'image est Ann (une caméra montre comme un miroir)
help--face-off--faces = visages [FICHIER.png] | qui est où, de gauche à droite de l'image ; une petite image avec les numéros

## help.keep-smiling
help--keep-smiling--warmup = échauffement | les deux jeux de dés en vue : couleurs, lumière, et ce qui sera difficile
help--keep-smiling--place = Ann: placer S G N S G | cinq pions cachés : Smily, Grimmy, Neutralo (tapés sans qu'on voie)
help--keep-smiling--dice = 3 5 6 / lancer | les dés comme vous les voyez / companion lance
help--keep-smiling--lie = 4 / accepte | la valeur d'un dé qui n'a pas pu être lu / les dés comptent comme ils sont
help--keep-smiling--move = a:3 b:5+6 / passer | le coup / aucun pion ne peut utiliser un dé
help--keep-smiling--duel = duel 4 2 / duel | les dés du duel, d'abord l'attaque / companion lance
help--keep-smiling--chairs = S G N S G S | à la fin : les pions sur les chaises, la 6 d'abord

## help.all
help--all--undo = annuler, contredire 5 | annuler la dernière décision, ou la numéro 5
help--all--pause = pause, reprendre | les signaux ne comptent pas, puis de nouveau
help--all--score = points | les points jusqu'ici
help--all--answer = un numéro, oui, non | la réponse à ce qui est demandé
help--all--end = aide, fin | cette aide ; la fin

## dice
dice--one-camera = une seule caméra regarde les dés : donne un --camera
dice--setup-elsewhere = --setup est un réglage de dés : il est pour keep-smiling
dice--none = aucun dé en vue
dice--missing-one = seulement 1 dé sur { $count } est vu : y en a-t-il un caché ou hors de vue ?
dice--missing = seulement { $n } dés sur { $count } sont vus : y en a-t-il un caché ou hors de vue ?
dice--too-many = { $n } dés sont vus, { $count ->
         [one] { $count } a été lancé
        *[other] { $count } ont été lancés
    } : enlève les autres
dice--most = plus de { $most } dés : montres-en moins à la fois
dice--leaning = le dé { TERM($die, "colour") } est de travers : relance-le
dice--unsure = le dé { TERM($die, "colour") } peut être un { $a } ou un { $b } : tape sa valeur ou relance-le
dice--no-dice = on ne voit pas si ce sont des dés à points (les chiffres et les signes ne sont pas lus) : tape le lancer ou bouge la caméra
dice--no-die = on ne voit pas si l'objet { TERM($die, "colour") } est un dé à points (les chiffres et les signes ne sont pas lus) : tape le lancer ou bouge la caméra
dice--numerals = ces dés ont des chiffres, et ce sont les points qui sont lus ici : tape le lancer
dice--untyped--unsure = le dé { TERM($die, "colour") } peut être un { $a } ou un { $b } : prends-le de plus près, ou juste d'en haut
dice--untyped--no-dice = on ne voit pas si ce sont des dés à points (les chiffres et les signes ne sont pas lus) : prends-les de plus près, ou juste d'en haut
dice--untyped--no-die = on ne voit pas si l'objet { TERM($die, "colour") } est un dé à points (les chiffres et les signes ne sont pas lus) : prends-le de plus près, ou juste d'en haut
dice--untyped--numerals = ces dés ont des chiffres, et ce sont les points qui sont lus ici
dice--screen = ces dés sont une image sur un écran : lances-en de vrais
dice--neither-set = le dé { TERM($die, "colour") } n'est d'aucun des deux jeux : montre chaque couleur une fois avec 'calibrate dice'
dice--turn-one = un dé { FORM($set, "dice-of", of: "colour") } a été lancé, mais c'est aux dés { FORM($turn, "dice-of", of: "colour") }
dice--turn = { $n } dés { FORM($set, "dice-of", of: "colour") } ont été lancés, mais c'est aux dés { FORM($turn, "dice-of", of: "colour") }
dice--foreign-one = un dé { FORM($set, "dice-of", of: "colour") } a été lancé aussi : seuls les dés { FORM($turn, "dice-of", of: "colour") } comptent, relance
dice--foreign = { $n } dés { FORM($set, "dice-of", of: "colour") } ont été lancés aussi : seuls les dés { FORM($turn, "dice-of", of: "colour") } comptent, relance
dice--set-none = aucun des { $count } dés { FORM($set, "dice-of", of: "colour") } n'est vu : y en a-t-il un caché ou hors de vue ?
dice--set-one = seulement 1 des { $count } dés { FORM($set, "dice-of", of: "colour") } est vu : y en a-t-il un caché ou hors de vue ?
dice--set-few = seulement { $n } des { $count } dés { FORM($set, "dice-of", of: "colour") } sont vus : y en a-t-il un caché ou hors de vue ?
dice--set-many = { $n } dés { FORM($set, "dice-of", of: "colour") } sont vus, il fallait en lancer { $count }
dice--set-left-one = un dé { FORM($set, "dice-of", of: "colour") } est resté là : range-le
dice--set-left = { $n } dés { FORM($set, "dice-of", of: "colour") } sont restés là : range-les
dice--left-one = un dé est resté là : range-le
dice--left = { $n } dés sont restés là : range-les
dice--bumped = la caméra a bougé : relance 'calibrate dice' si des dés manquent
dice--apart = dés distingués à partir de maintenant : { LIST($sets, by: ", ") }
dice--set = { $name } { TERM($colour, "colour") }
dice--test-of = { $name } : { $test }
dice--margins = { $path } n'a pas les marges du lecteur de dés ({ $why }) : reprends le fichier de la version
dice--never-still = aucun dé ne s'est arrêté en vue
dice--read = { LIST($values, by: " ") }{ $colours }, ensemble { $total }
dice--colours = {" "}({ TERM($colours, "colour") })
dice--refused = { $why }{ $seen }{ $accept }
dice--seen = {" "}{"["}{ LIST($values, by: " ") }]
dice--accept = {" "}(a et Entrée : ils comptent comme ils sont, { LIST($best, by: " ") })
dice--count = { $face } : { $n }
dice--summary = { $rolls ->
         [one] { $rolls } lancer
        *[other] { $rolls } lancers
    } ; { LIST($counts, by: " ") }. { $fairness }
dice--no-tap = aucun dé du dernier lancer n'est là : touche le milieu d'un dé et nomme 1 à 6
dice--mark = Dé { $n }, { TERM($die, "colour") } : { $value }
dice--mark-open = Dé { $n }, { TERM($die, "colour") } : pas sûr
dice--mark-asks = Que montre le dé { TERM($die, "colour") } ?
dice--mark-unseen = Que montre le dé sans marque ?
dice--throw-seen = Le lancer comme je le vois
dice--throw-tap = Touche un dé, puis ce qu'il montre.
dice--throw-add = Touche l'endroit du dé sans marque, ou un dé marqué ; puis ce qu'il montre.
dice--throw-pad = Ce que montre le dé choisi
dice--read-as = Je lis { LIST($values, by: " ") }. Touche un dé qui montre autre chose.

## dice.hint
dice--hint--closer = le dé { TERM($die, "colour") } est trop petit dans l'image : approche un peu la caméra
dice--hint--glare = la lampe brille sur le dé { TERM($die, "colour") } : bouge la lampe ou tourne un peu le dé
dice--hint--dark = le dé { TERM($die, "colour") } est dans l'ombre : plus de lumière
dice--hint--blurred = le dé { TERM($die, "colour") } est flou : tiens la caméra tranquille, ou un peu plus loin

## watch
watch--nothing = rien à regarder : donne une caméra ou une vidéo, ou --mic default
watch--seat = place { $n }
watch--somebody = quelqu'un
watch--on = { $who } : { TERM($signal, "signal") } commence  (depuis { NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, confiance { NUMBER($confidence, minimumFractionDigits: 2, maximumFractionDigits: 2) })
watch--off = { $who } : { TERM($signal, "signal") } finit  (à { NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, confiance { NUMBER($confidence, minimumFractionDigits: 2, maximumFractionDigits: 2) })

## term.status
term--status--online = en ligne
term--status--frozen = figé
term--status--offline = hors ligne
term--status--ended = fini
term--status--off = éteint

## term.state
term--state--seen = vu
term--state--lost = perdu
term--state--learning = apprend
term--state--ready = prêt
term--state--turned = tourné
term--state--back = revenu

## script
script--no-time = '{ $text }' n'est pas une commande à l'heure : écris @SECONDES COMMANDE, par exemple @12.5 Ann: claim ruby

## people
people--teach = { $names } : une demi-minute de companion enrol { SHELL($first) } --sounds, et j'entends bien mieux vos animaux. Toucher marche aussi.
people--not-kept = ce qui est connu de { $player } ne peut pas être gardé dans { $folder } ({ $why }) : fais-y de la place
people--no-face = { $name } n'a pas de visage appris : lance d'abord companion enrol { SHELL($name) }
people--damaged = { $path } n'est pas un profil ou est abîmé : efface-le et recommence companion enrol
people--unreadable = { $path } est illisible ({ $why })
people--version = le profil de { $name } vient d'une autre version ({ $version }) : recommence companion enrol
people--no-name = un joueur a besoin d'un nom
people--not-written = { $path } ne peut pas être écrit ({ $why })
people--not-deleted = { $path } ne peut pas être effacé ({ $why })
people--nothing = rien n'est gardé de { $name } : companion profiles list montre qui a un profil
people--known = { $name } a déjà un profil ici : importe avec --instead pour le remplacer
people--no-export = ce n'est pas l'export d'un joueur ({ $why }) : companion profiles export NOM FICHIER en fait un
people--wrong = { $where } est abîmé ou hors limites
people--too-large = trop grand
people--nobody = personne n'a encore de profil (dans { $folder }) : companion enrol NOM
people--imported = Gardé pour { $name }.
people--deleted = effacé { $file }
people--deleted-practice = effacé { $n ->
         [one] { $n } essai
        *[other] { $n } essais
    } d'entraînement
people--deleted-game = { $file } est effacé : { $name } y jouait
people--kept-game = { $file } nomme encore { $name }
people--in-tournament = { $path } nomme encore { $name } ({ $n ->
         [one] { $n } entrée
        *[other] { $n } entrées
    }) : le classement en a besoin. Efface ce fichier après le tournoi
people--no-tournament = le tournoi { $path } est illisible ({ $why }) : ferme sa page, puis réessaie
people--signal = { TERM($signal, "signal") }
people--calm = calme
people--face = { $name } : visage ({ LIST($signals, by: ", ") })
people--sounds = { $name } : bruits ({ LIST($signals, by: ", ") })
people--no-sounds = aucun
people--practice = { $name } : entraînement (companion practise report --player { SHELL($name) })

## camera
camera--whose = dis qui est devant quelle caméra : { $example }
camera--closed = la caméra { $index } ne s'ouvre pas : { $hint }
camera--no-picture = la caméra { $index } est là mais ne donne pas d'image : { $hint }
camera--hint = un autre programme s'en sert peut-être ; ferme-le et réessaie
camera--hint-macos = permets la caméra à ce terminal dans Réglages, Confidentialité, ou ferme le programme qui s'en sert
camera--hint-windows = ferme le programme qui s'en sert, ou permets la caméra aux applications dans Paramètres, Confidentialité
camera--by-number = ici les caméras ont des numéros : donne 0, 1 ou 2 au lieu de '{ $name }'
camera--no-name = aucune caméra ne s'appelle '{ $name }' : { $known }
camera--several = { $count } caméras s'appellent '{ $name }' : donne le numéro ; { $known }
camera--no-number = il n'y a pas de caméra { $index } : { $known }
camera--not-allowed = la caméra { $index } n'est pas permise à cet utilisateur : lance `sudo usermod -aG video $USER` et reconnecte-toi
camera--none = cette machine n'a pas de caméra ; branches-en une, ou donne une vidéo ou une adresse
camera--listed = caméras ici : { LIST($known, by: ", ") }
camera--one = { $index } ({ $name })

## demo
demo--face-off = Une manche avancée de Face Off! avec trois joueurs de synthèse, vus et entendus. Ce que la table tape commence par >.
demo--keep-smiling = Un tour de Keep Smiling! : la caméra au-dessus de la table lit les dés.
