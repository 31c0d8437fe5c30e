## usage.command
usage--command--companion = Un arbitre de jeux de table, hors ligne et privé. Rien ne quitte cette machine, rien n'est enregistré sans demande.
usage--command--table = Sert la page de la table : choisir un jeu, voir et entendre les décisions, laisser entrer les téléphones. Rien ne quitte ce réseau.
usage--command--watch = Affiche chaque signal que montrent caméras, vidéos ou micro, au fur et à mesure. Ctrl-C arrête.
usage--command--referee = Arbitre une partie à la table : les caméras voient les signaux, le clavier dit le reste.
usage--command--replay = Rejoue un journal : affiche chaque décision et vérifie que les mêmes reviennent.
usage--command--enrol = Apprend à companion le visage d'un joueur (un regard calme, chaque signal une fois), ou avec --sounds trois fois chaque bruit.

    Des nombres sont gardés, jamais une image ni un son.
usage--command--practise = S'entraîner seul aux signaux : exercices devant caméra et micro, un rapport, et quoi travailler ensuite.
usage--command--demo = Arbitre la partie de démonstration : trois joueurs de synthèse, vus et entendus, et un lancer de dés.
usage--command--play = Joue dans le terminal, en passant la machine ; des bots prennent les places vides.
usage--command--dice = Lit chaque lancer qu'une caméra, une vidéo ou une image montre. Code de sortie 1 : rien n'a pu être lu.
usage--command--doctor = Vérifie versions, bibliothèques, caméras, micros, modèles et disque. Sortie 0 si une partie peut être arbitrée.
usage--command--record = Garde images et sons d'une séance pour un rapport d'erreur : companion record table --camera 0. Chaque page et ce
    terminal le disent tant que cela dure ; effacé après sept jours, ou tout de suite : companion recordings delete.
usage--command--tournament = Une page pour la salle : toutes les tables, tours, rencontres, classement. Les tables informent votre propre broker (MQTT).
usage--command--profiles = Ce qui est gardé des joueurs : lister, exporter, importer, effacer.
usage--command--profiles-list = Tous ceux dont visage, bruits ou entraînement sont gardés, et quoi.
usage--command--profiles-export = Tout ce qui est gardé d'un joueur en un texte JSON : des nombres, ni image ni son.
usage--command--profiles-import = Garde ce qui a été exporté.
usage--command--profiles-delete = Efface tout ce qui est gardé d'un joueur : visage, bruits, entraînement, et les parties qui le nomment.
usage--command--rules = Les moteurs de règles : lister, montrer, rejouer, jouer tout seul.
usage--command--rules-list = Les jeux, avec le nombre de joueurs.
usage--command--rules-show = Ce qu'est le jeu, ses options et variantes.
usage--command--rules-replay = Lit une partie enregistrée, la vérifie action par action, et raconte ce qui s'est passé.
usage--command--rules-selfplay = Fait jouer beaucoup de parties à des bots et donne les statistiques.
usage--command--calibrate = Prépare une caméra.
usage--command--calibrate-dice = Trouve zone de jeu, échelle et couleurs ; vérifie lumière et netteté ; dit quoi améliorer. Code de sortie 1 : pas prêt.
usage--command--speech-model = Examiner un modèle pour répondre à la voix.
usage--command--speech-model-check = Charger un modèle Vosk et dire quels mots des réponses et commandes de cette langue il connaît. Code 1 : aucun.
usage--command--recordings = Ce que 'record' a gardé : lister, effacer.
usage--command--recordings-list = Ce qui est gardé, et jusqu'à quand.
usage--command--recordings-delete = Efface tous les enregistrements, ou un seul.

## usage.frame
usage--frame--arguments = Arguments à donner
usage--frame--options = Options possibles
usage--frame--commands = Commandes
usage--frame--usage = Emploi :
usage--frame--default = par défaut :
usage--frame--required = obligatoire
usage--frame--help = Affiche cette aide et s'arrête.
usage--frame--install_completion = Installe la complétion pour ce shell.
usage--frame--show_completion = Montre la complétion pour ce shell, à copier ou à adapter.

## usage.all
usage--all--camera = Numéro ou nom de caméra, vidéo, image ou adresse.
usage--all--mic = Numéro ou nom de micro, default, ou un fichier : entend animaux et parole.
usage--all--cards = physical : vos cartes (par défaut) ; digital : companion distribue, aux téléphones ou à cet écran.
usage--all--advanced = Avec les cartes Sourire et Wild Thing.
usage--all--signal-set = Signaux de la première manche, A, B, C ou D ; par défaut : B avec une caméra seule, sinon A.
usage--all--suits = Pierres en jeu, une par joueur : ruby,jade,pearl.
usage--all--target = Points qui finissent la partie.
usage--all--dealer = Qui distribue en premier ; dans keep-smiling, qui lance en premier.
usage--all--duel = keep-smiling : la variante duel.
usage--all--lanes = keep-smiling : pas d'un départ à l'autre.
usage--all--pieces = keep-smiling : physical : votre plateau (par défaut) ; digital : pions tapés sans qu'on voie.
usage--all--seed = Pour les cartes digitales ; par défaut : tirée maintenant, gardée dans le journal.
usage--all--log = Où garder événements et décisions (jamais d'images).
usage--all--no-log = Ne rien garder après la partie.
usage--all--setup = keep-smiling : un fichier de calibrate dice ; par défaut : celui de cette machine, pour les caméras.
usage--all--key = La clé de ce certificat (PEM).
usage--all--browser = Ouvrir la page dans le navigateur ; par défaut : s'il y a un écran.
usage--all--mqtt = Dire à un broker MQTT ce qui est décidé : HOST, HOST:PORT, mqtts://USER@HOST. Son mot de passe : COMPANION_MQTT_PASSWORD. Sans cela, rien n'est dit à personne.
usage--all--table-name = Avec --mqtt : le nom de cette table ; par défaut : celui de la machine.
usage--all--mqtt-commands = Avec --mqtt : ce qu'on peut demander à cette table : pause,resume,announce.
usage--all--mqtt-password-file = Un fichier avec le mot de passe.
usage--all--mqtt-ca = L'autorité qui a signé le certificat du broker (PEM) ; TLS.
usage--all--mqtt-cert = Le certificat de cette table (PEM) ; TLS.
usage--all--lang = Langue, par exemple en, de ou fr ; par défaut : celle de cette machine.
usage--all--json-lines = Afficher les événements en lignes JSON.
usage--all--realtime = Jouer les vidéos à leur vitesse.
usage--all--json = Afficher un objet JSON.

## usage.companion
usage--companion--version = Afficher la version et s'arrêter.
usage--companion--lang = Langue de cette aide, par exemple en, de ou fr ; chaque commande a son --lang.

## usage.table
usage--table--port = Port de la page de cette machine ; les téléphones prennent le suivant. 0 : n'importe lequel.
usage--table--lan = Laisser entrer dès le début les téléphones du réseau local, par HTTPS ; la page a aussi un bouton pour cela.
usage--table--game = Commencer avec ce jeu au lieu de demander : face-off, ftw...
usage--table--players = Avec --game : les noms ; un * après un nom en fait un bot.
usage--table--pace = Secondes entre deux actions des bots.
usage--table--keep = Garder les parties sur cette machine.
usage--table--certificate = Un certificat à toi pour les téléphones (PEM).

## usage.watch
usage--watch--sources = Quoi regarder ; comme --camera. Plusieurs permis.
usage--watch--mic = Numéro ou nom de micro, default, ou un fichier WAV, FLAC ou OGG.
usage--watch--signal-set = Seulement les signaux de ces jeux : A, B, C, D ou plusieurs (BD).
usage--watch--explain = Dire sur quoi chaque signal a été décidé.
usage--watch--player = Qui est là : son visage appris sert dès le début.
usage--watch--picture = Enregistrer une petite image avec les numéros des visages, de gauche à droite ; celle d'une caméra est comme dans un miroir (PNG).

## usage.referee
usage--referee--game = Le jeu : face-off ou keep-smiling. Avec --resume : un journal.
usage--referee--players = Les noms dans l'ordre des places, de gauche à droite de l'image, comme dans un miroir pour une caméra : Ann,Ben,Cleo.
usage--referee--warm-up = Commencer par un tour de cartes où companion apprend à connaître les gens.
usage--referee--resume = Continuer la dernière séance, ou le journal donné.

## usage.replay
usage--replay--log = Un journal de companion referee.
usage--replay--position = Finir par la position en texte.
usage--replay--lang = Langue, par exemple en, de ou fr ; par défaut : comme la partie.

## usage.enrol
usage--enrol--name = Le joueur, comme à la table.
usage--enrol--sounds = Apprendre les bruits d'animaux du joueur, trois fois chacun.
usage--enrol--mic = Numéro ou nom de micro, default, ou un fichier avec tous les essais dans l'ordre.
usage--enrol--signal-set = Seulement les bruits de ce jeu : A, C ou D.
usage--enrol--wild = Avec le bruit du Wild Thing de cette manche.
usage--enrol--takes = Apprendre d'un dossier de fichiers comme cow_0.wav et talk_0.wav.
usage--enrol--camera = Pour le visage : numéro ou nom de caméra, ou une vidéo.

## usage.practise
usage--practise--drill = learn, reaction, frenzy, poker, grin, wild ou dice ; ou next, report, undo, forget.
usage--practise--player = Qui s'entraîne ; les essais sont gardés sous ce nom.
usage--practise--signal-set = Signaux de ce jeu : A, B, C, D, plusieurs, ou mixed.
usage--practise--signal = learn : ce signal, par exemple eyes_wide. Par défaut : le prochain prévu.
usage--practise--camera = Numéro ou nom de caméra, ou une vidéo.
usage--practise--mic = Numéro ou nom de micro, default, ou un fichier de son.
usage--practise--tries = Combien de demandes.
usage--practise--seconds = poker : durée du discours (15) ; frenzy : de la manche (90).
usage--practise--count = dice : combien sont lancés à la fois.
usage--practise--html = report : écrire dans ce fichier une page avec des graphiques.
usage--practise--add = Ajouter les essais réussis au profil ; par défaut : demander.
usage--practise--hear = learn : jouer d'abord un exemple du bruit.
usage--practise--serve = Tous les exercices sur une page du navigateur de cette machine.
usage--practise--port = Avec --serve : le port de la page. 0 : n'importe lequel.
usage--practise--json-lines = Afficher des lignes JSON.

## usage.demo
usage--demo--realtime = À la vitesse à laquelle on a joué.
usage--demo--serve = La montrer plutôt sur la page de la table.
usage--demo--port = Port de cette page ; 0 en prend un libre.

## usage.rules
usage--rules--game = Voir : companion rules list.
usage--rules--variant = Une des variantes que liste `rules show GAME`.
usage--rules--option = Une option du jeu : advanced=true, cards=physical. Plusieurs : -o A=1 -o B=2.

## usage.play
usage--play--players = Qui joue à cette machine : Ann,Ben.
usage--play--bots = Places pour des bots ; par défaut : autant qu'il en manque.
usage--play--seed = Pour les mélanges ; par défaut : tirée maintenant.
usage--play--save = Garder la partie ici, à jour à chaque question.
usage--play--resume = Continuer cette partie.

## usage.dice
usage--dice--source = Quoi regarder ; comme --camera.
usage--dice--camera = Numéro ou nom de caméra, vidéo, image ou adresse.
usage--dice--count = Combien de dés sont lancés à la fois.
usage--dice--colours = 2 : distinguer deux jeux de dés.
usage--dice--most = Refuser plus de dés que cela.
usage--dice--setup = Un fichier de réglage ; par défaut : celui de cette machine, pour les caméras.
usage--dice--picture = Écrire ici l'image du dernier lancer, chaque dé entouré avec son nombre.

## usage.doctor
usage--doctor--mqtt = Aussi si ce broker MQTT nous laisse entrer : HOST, HOST:PORT, mqtts://USER@HOST.

## usage.speech-model
usage--speech-model--folder = Le dossier où un modèle Vosk a été extrait.

## usage.record
usage--record--command = La commande à enregistrer : table, referee ...

## usage.tournament
usage--tournament--name = Le nom du tournoi ; rien : continuer celui qui est gardé.
usage--tournament--game = Le jeu : face-off, keep-smiling, face-cards, ftw ou factum.
usage--tournament--system = swiss, ou round-robin : tous contre tous.
usage--tournament--rounds = Combien de tours ; 0 : autant que le système en demande.
usage--tournament--table-size = Combien à une table ; 0 : le nombre habituel du jeu.
usage--tournament--order = Classement par places (aux tables) ou points (du jeu).
usage--tournament--players = Un fichier de noms : un par ligne, l'équipe après un ;, ou un CSV qui commence par Nom,Équipe.
usage--tournament--mqtt = Le broker des tables : HOST, HOST:PORT, mqtts://USER@HOST.
usage--tournament--password-file = Un fichier avec le mot de passe du broker.
usage--tournament--ca = De qui est la signature du certificat du broker (PEM).
usage--tournament--certificate = Un certificat de client pour le broker (PEM).
usage--tournament--database = Un fichier SQLite, ou postgresql://USER@HOST/NAME ; par défaut : le nôtre.
usage--tournament--port = Port de la page ; les écrans prennent le suivant. 0 : n'importe lequel.
usage--tournament--lan = Laisser entrer les écrans du réseau local, par HTTPS.

## usage.profiles
usage--profiles--name = Le joueur.

## usage.profiles-export
usage--profiles-export--out = Fichier à écrire ; sinon, l'écran.

## usage.profiles-import
usage--profiles-import--file = Un fichier écrit par export, ici ou sur une autre machine.
usage--profiles-import--instead = À la place de ce qui est gardé de ce joueur.

## usage.profiles-delete
usage--profiles-delete--games = Les parties gardées du joueur partent aussi.

## usage.rules-replay
usage--rules-replay--file = Une partie enregistrée, comme l'écrit `play --save`.
usage--rules-replay--quiet = Le résultat seulement.

## usage.rules-selfplay
usage--rules-selfplay--games = Combien de parties.
usage--rules-selfplay--seed = De la première partie ; les suivantes comptent à partir d'elle.
usage--rules-selfplay--players = Combien ; par défaut : aussi peu que possible.
usage--rules-selfplay--policy = duel : un raisonnable contre des joueurs au hasard ; sensible ; random.
usage--rules-selfplay--limit = Actions après lesquelles une partie est abandonnée.
usage--rules-selfplay--json = Un objet JSON.

## usage.calibrate-dice
usage--calibrate-dice--colours = 2 : un dé de chaque couleur est là.
usage--calibrate-dice--names = Les noms des jeux de dés, le plus clair d'abord : white,red.
usage--calibrate-dice--picture = Écrire l'image avec ce qui a été trouvé, pour regarder.
usage--calibrate-dice--out = Où le garder ; par défaut : le dossier de données de cette machine.

## usage.recordings-delete
usage--recordings-delete--name = Un seul ; sinon, tous.

command-line--see = { $what } : `{ $path } --help` montre ce qui est possible
command-line--unknown-option = l'option { $name } n'existe pas
command-line--unknown-option-near = l'option { $name } n'existe pas, peut-être { $near }
command-line--unknown-command = la commande '{ $name }' n'existe pas
command-line--unknown-command-near = la commande '{ $name }' n'existe pas, peut-être { $near }
command-line--missing = il manque { $name }
command-line--bad-value = ce qui est donné pour { $name } ne convient pas
command-line--no-value = { $option } et sa valeur ne vont pas ensemble
command-line--no-command = il manque une commande
command-line--too-many = c'est plus que ce que cette commande accepte
