## term.health
term--health--frozen = ne donne plus rien
term--health--offline = absent
term--health--ended = arrivé à la fin
term--health--off = éteint
term--health--lost = pas vu

## hall
hall--open = La page du tournoi : { $address }
hall--screens = Écrans du réseau local : { $address }
hall--closed = La salle est fermée. Tout est gardé : la même commande reprend.
hall--other = une autre salle écrit déjà ce tournoi : { $name }
hall--no-database = la base de données ne marche pas : { $name } : { $why }
hall--not-written = la base de données ne prend rien pour l'instant ; rien n'est perdu, les nouvelles des tables attendent au broker : { $why }
hall--version = ce tournoi vient d'une autre version de companion ({ $version } ; celle-ci lit { $reads }) : { $name }
hall--damaged = la base du tournoi est abîmée : ce qu'une table a annoncé est illisible
hall--line = la ligne { $seq } du journal du tournoi est illisible
hall--no-url = la base est un fichier SQLite ou une adresse comme postgresql://user@host/name
hall--no-driver = PostgreSQL demande un paquet de plus : pip install 'tabletop-companion[tournament]'
hall--no-extra = un tournoi demande des paquets de plus : pip install 'tabletop-companion[tournament]'
hall--double = Deux tables ont ce nom ; celle-ci est { $id }
hall--clock-ahead = Son horloge avance de { $minutes } min
hall--clock-behind = Son horloge retarde de { $minutes } min
hall--table-n = Table { $n }
hall--no-broker = pas de connexion au broker { $name } : { $why } ; on entendra les tables à son retour
hall--gaps = { $n ->
         [one] { $n } message n'en est jamais arrivé
        *[other] { $n } messages n'en sont jamais arrivés
    }

## hall.sheet
hall--sheet--title = Feuilles pour les tables : { $name }
hall--sheet--command = Sur l'ordinateur de cette table, tapez :
hall--sheet--names = Choisissez le jeu et tapez vos noms comme sur le grand écran.
hall--sheet--play = Jouez. Le grand écran suit.
hall--sheet--confirm = À la fin, confirmez le résultat sur l'ordinateur : c'est seulement alors qu'il compte.
hall--sheet--help = Un problème ? Continuez : rien n'est perdu. L'organisateur peut corriger un résultat.

## tournament.no
tournament--no--system = un tournoi est { LIST($systems, type: "disjunction") }, pas { $given }
tournament--no--order = le classement suit { LIST($orders, type: "disjunction") }, pas { $given }
tournament--no--rounds = un tournoi a au plus { $most } tours
tournament--no--table-size = à { TERM($game, "game") }, une table a { $least } à { $most } joueurs
tournament--no--name = un nom a au plus { $most } lettres, sur une ligne
tournament--no--players = { $n ->
         [one] { $n } joueur ne remplit
        *[other] { $n } joueurs ne remplissent
    } pas une table : il en faut { $least }
tournament--no--more-players = il y a déjà { $most } joueurs
tournament--no--more-rounds = { $n ->
         [one] l'unique tour est joué
        *[other] les { $n } tours sont joués
    }
tournament--no--twice = { $name } est déjà sur la liste
tournament--no--late = { $name } ne peut plus entrer : tous contre tous a commencé et aucune place n'est libre
tournament--no--gone = { $name } a déjà quitté le tournoi
tournament--no--back = { $name } ne peut pas revenir : la place est prise
tournament--no--open = il manque des résultats à { $n ->
         [one] { $n } table
        *[other] { $n } tables
    }
tournament--no--unpair = un tour ne s'annule que si aucun de ses résultats ne compte
tournament--no--points = il manque les points de { $name }
tournament--no--result = aucun point n'est encore donné
tournament--no--reason = dis pourquoi : la raison se lit à côté du résultat
tournament--no--player = ce joueur n'existe pas
tournament--no--table = cette table n'existe pas dans ce tour
tournament--no--place = aucune table de ce nom n'est là
tournament--no--plan = aucun tournoi n'a encore commencé
tournament--no--stray = ce résultat n'est plus là : un plus récent est arrivé
tournament--no--lines = tape un nom par ligne, { $most } au plus
tournament--no--announcement = une annonce a au plus { $most } lettres
tournament--no--broker = pas de connexion au broker : aucune table ne l'entend
tournament--no--lan = les écrans d'autres machines demandent l'option --lan
tournament--no--screen = tous les écrans sont pris
tournament--no--sheets = il faut 1 à 200 feuilles
tournament--no--other-plan = cette base contient déjà { $name } : lance sans nom, ou avec un autre --database
tournament--no--file = les noms de { $path } sont illisibles : { $why }
tournament--no--commas = dans { $path }, l'équipe suit-elle la virgule ? Commence le fichier par une ligne Nom,Équipe, ou écris nom;équipe
tournament--no--text = ce n'est pas un texte en UTF-8 ou UTF-16 : enregistre-le en « CSV UTF-8 »
tournament--no--no-name = un nouveau tournoi veut un nom et un jeu : companion tournament NOM --game ftw

## page.hall
page--hall--title = Tournoi
page--hall--screen = Grand écran
page--hall--control = Organisateur
page--hall--theme = Clair ou sombre
page--hall--closed = Cette page est fermée. Le tournoi continue là où il a été lancé.
page--hall--offline = La connexion à la salle est coupée. Elle revient toute seule.
page--hall--round = Tour { $n } sur { $of }
page--hall--before = Avant le premier tour
page--hall--over = Le tournoi est fini
page--hall--standings = Classement
page--hall--tables = Tables
page--hall--pairings = Qui joue où
page--hall--byes = Au repos : { $names }
page--hall--done = fini
page--hall--waits = à confirmer à la table
page--hall--plays = joue
page--hall--open = ouvert
page--hall--done-short = fini
page--hall--waits-short = à confirmer
page--hall--plays-short = joue
page--hall--open-short = ouvert
page--hall--by-hall = entré par l'organisateur
page--hall--broker-on = Broker : connecté
page--hall--broker-off = Broker : pas connecté
page--hall--present = Tables présentes : { $n } sur { $of }
page--hall--away = absente
page--hall--points = Points
page--hall--won = Gagnées
page--hall--book = Points du jeu
page--hall--met = Adversaires
page--hall--played = Parties
page--hall--place = Place
page--hall--player = Joueur
page--hall--team = Équipe
page--hall--teams = Équipes
page--hall--pair = Former le tour { $n }
page--hall--pairs-open = { $n ->
         [one] Il manque le résultat de { $n } table
        *[other] Il manque des résultats à { $n } tables
    }
page--hall--unpair = Annuler ce tour
page--hall--enter = Joueurs
page--hall--enter-about = Un nom par ligne ; l'équipe après un point-virgule : Ann; École rouge
page--hall--add = Ajouter
page--hall--withdraw = Retirer
page--hall--back = Faire revenir
page--hall--gone = a quitté
page--hall--result = Résultat
page--hall--correct = Entrer ou corriger
page--hall--reason = Raison
page--hall--save = Enregistrer
page--hall--cancel = Annuler
page--hall--winner = Gagnant
page--hall--strays = Résultats qui ne sont d'aucune table
page--hall--strays-about = D'autres noms que prévu, ou une partie commencée avant son tour.
page--hall--take = Le compter
page--hall--take-for = Compte pour
page--hall--corrections = Corrections
page--hall--correction = Tour { $round }, table { $table } : { $reason }
page--hall--taken-back = Le tour { $round } a été annulé : { $reason }
page--hall--was = avant : { $points }
page--hall--exports = Fichiers
page--hall--standings-csv = Classement (CSV)
page--hall--results-csv = Résultats (CSV)
page--hall--json = Tout (JSON)
page--hall--sheets = Imprimer une feuille par table
page--hall--sheets-count = Combien de tables
page--hall--announce = Annonce à toutes les tables
page--hall--send = Envoyer
page--hall--pause = Pause à toutes les tables
page--hall--resume = Reprise à toutes les tables
page--hall--announce-about = Une table n'obéit qu'à ce qui lui a été permis au départ (--mqtt-commands).
page--hall--screens = Un autre écran
page--hall--screens-about = Ouvre ceci sur la machine du projecteur.
page--hall--dropped = Messages écartés : { $known } déjà connus, { $broken } pas compris, { $full } de trop de tables
page--hall--nobody = Pas encore de joueurs
page--hall--no-tables = Aucune table ne s'est encore annoncée
page--hall--table = Table { $n }
page--hall--seat = À la table
page--hall--no-place = pas de table
page--hall--rule = Ordre : { $order }
page--hall--order-places = points du tournoi, tables gagnées, points du jeu, adversaires, rencontre directe
page--hall--order-points = points du jeu, points du tournoi, tables gagnées, adversaires, rencontre directe
page--hall--page = { $n } sur { $of }
page--hall--code = Code court
page--hall--join = Entrer
page--hall--history = Tours d'avant
page--hall--draw = pas encore de gagnant
page--hall--sure = confirmé
