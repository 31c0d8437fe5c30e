## rules
rules--cited = { $what } ({ $rule })
rules--sentences = { $parts }
rules--clauses = { LIST($parts, by: "; ") }.
rules--chance = le hasard
rules--table = la table
rules--chance-begins = Le hasard
rules--table-begins = La table
rules--turn-of-one = , c'est à { $who }
rules--turn-of = , c'est à { $who }

## rules.no
rules--no--line = Une action est une courte ligne de texte.
rules--no--lines = Une action tient sur une ligne ; ce texte en a plusieurs.
rules--no--quotes = Les guillemets de { $text } ne se ferment pas ; écris les noms avec espaces ainsi : "Ann Marie".
rules--no--quoted = Les mots entre guillemets de { $text } sont illisibles ; écris-les sans barre oblique inverse, comme "Ann Marie".
rules--no--number = { $text } n'est pas un numéro de carte ; écris un nombre entier en chiffres.
rules--no--nothing = Rien n'a été tapé ; les actions de { TERM($game, "game") } sont { TERM($verbs, "verb") }.
rules--no--action = { $text } n'est pas une action de { TERM($game, "game") } ; les actions sont { TERM($verbs, "verb") }.
rules--no--value = { $action } n'est pas une action de { TERM($game, "game") }.
rules--no--several-names = { $text } peut être { LIST($names, type: "disjunction") } ; tape un peu plus du nom.
rules--no--nobody = Personne ici ne s'appelle { $text } ; les joueurs sont { LIST($players, by: ", ") }.
rules--no--actor = Il n'y a pas de joueur { $actor } ici ; les joueurs vont de 0 à { $last }, -1 est le hasard et -2 la table.
rules--no--viewer = Il n'y a pas de spectateur { $viewer } ; les joueurs vont de 0 à { $last }, la table est { $table }.
rules--no--undo = { $who } n'a rien à annuler.
rules--no--who = Plusieurs peuvent jouer maintenant ; commence par un nom : { LIST($names, by: ", ") }
rules--no--draw = Rien à tirer maintenant ; c'est à un joueur ou à la table.
rules--no--extra = Cet appel demande un paquet de plus : pip install 'tabletop-companion[{ $extra }]'

## option.no
option--no--unknown = { TERM($game, "game") } n'a pas d'option { $name } ; ses options sont { LIST($known, by: ", ") }.
option--no--flag = L'option { $name } vaut { $value } ; donne true ou false.
option--no--whole = L'option { $name } vaut { $value } ; donne un nombre entier de { $low } à { $high }.
option--no--choice = L'option { $name } vaut { $value } ; choisis parmi { LIST($choices, by: ", ") }.
option--no--seat = L'option { $name } vaut { $value } ; donne un nom ou une place de 0 à { $last }.
option--no--name = L'option { $name } vaut { $value } : { $why }
option--no--text = L'option { $name } vaut { $value } ; décris-la en 1 à { $most } caractères.
option--no--blanks = L'option { $name } vaut { $value } ; enlève les espaces avant et après.
option--no--list = L'option { $name } vaut { $value } ; donne une liste parmi { LIST($choices, by: ", ") }.
option--no--twice = L'option { $name } nomme deux fois la même chose dans { $value } ; nomme-la une fois.
option--no--table = L'option { $name } vaut { $value } ; donne un nombre pour chacun : { LIST($choices, by: ", ") }.
option--no--players = Les joueurs sont une liste de noms.
option--no--count = { TERM($game, "game") } se joue de { $low } à { $high }, pas à { $n } ; ajoute ou enlève des joueurs.
option--no--odd-name = { $name } ne peut pas être un nom de joueur ; prends 1 à { $most } caractères.
option--no--same-name = Deux joueurs ont le même nom dans { LIST($names, by: ", ") } ; donne à chacun le sien.
option--no--seed = La graine est { $seed } ; donne un nombre entier.
option--no--game = Il n'y a pas de jeu { $name } ; choisis parmi { LIST($games, by: ", ") }.

## option.face-off
option--face-off--suits = les pierres en jeu, autant que de joueurs
option--face-off--gem_values = les points de chaque pierre
option--face-off--cards = digital : distribué et vérifié ici ; physical : vos cartes, la table confirme
option--face-off--advanced = jouer avec les cartes Sourire et Wild Thing
option--face-off--signal_set = ce qu'on montre pour 1, 2, 3 et 4 cartes à la première manche
option--face-off--wild_signal = le Wild Thing de la première manche
option--face-off--dealer = qui distribue la première manche
option--face-off--target = les points qui gagnent la partie
option--face-off--mistake_penalty = points en moins pour un mauvais échange
option--face-off--teeth_penalty = points en moins pour des dents pendant le discours
option--face-off--false_claim_penalty = points en moins pour un faux Face Off! (pas dans le livret)
option--face-off--max_trades = redistribuer après autant d'échanges ; 0 : jamais
option--face-off--max_hands = fin après autant de manches ; 0 : seulement quand quelqu'un a gagné

## option.keep-smiling
option--keep-smiling--lane_length = la distance d'un côté à l'autre : moins de cases, partie plus courte
option--keep-smiling--duel = les pions qui se rencontrent se battent : un dé chacun, le plus haut reste
option--keep-smiling--first = qui lance en premier
option--keep-smiling--pieces = digital : placés ici en secret ; physical : votre plateau, on entre les chaises à la fin
option--keep-smiling--memory = vos pions aussi sont cachés après le placement : retenez-les

## option.face-cards
option--face-cards--variant = les autres façons de jouer du livret ; le risque est pour 3 à 5 joueurs
option--face-cards--cards = digital : distribué et vérifié ici ; physical : vos cartes ou photos, le propriétaire répond
option--face-cards--first = commence qui ressemble le plus à la première photo : vous le dites, ou le hasard
option--face-cards--not_own = ce que nul ne devine : toute carte à soi, ou seulement sa paire
option--face-cards--max_flop_rounds = personne n'a trouvé : autant de tours de plus avec les mêmes cartes
option--face-cards--starts_each = combien de fois chacun commence ; 0 : comme le livret, 3, 2 ou 1 fois
option--face-cards--people = cartes avec des personnes
option--face-cards--animals = cartes avec des animaux
option--face-cards--objects = cartes avec des objets
option--face-cards--blank_people = vos cartes avec des personnes (dix cartes à vous au plus)
option--face-cards--blank_animals = vos cartes avec des animaux
option--face-cards--blank_objects = vos cartes avec des objets
option--face-cards--shortage = trop peu de cartes : moins au milieu, ou fin de la partie

## option.ftw
option--ftw--first = qui commence la première manche
option--ftw--rounds = combien de manches ; vide : autant que de joueurs
option--ftw--cards = digital : distribué ici ; physical : vos cartes numérotées, on tape ou touche ce qui est posé

## option.factum
option--factum--cards = digital : distribué et mélangé ici ; physical : vos cartes, la table dit à qui était la carte
option--factum--deck = combien de cartes il y a
option--factum--target = les points qui gagnent la partie
option--factum--finish = quand quelqu'un a les points : tout de suite, ou après la meilleure histoire
option--factum--max_ties = après autant de votes à égalité, quelqu'un tranche
option--factum--deadlock = qui tranche alors

## option-name
option-name--set = { $set } : { TERM($signals, "signal") }
option-name--suits = pierres en jeu
option-name--gem_values = points des pierres
option-name--cards = cartes
option-name--pieces = pions
option-name--advanced = jeu avancé
option-name--signal_set = signaux de la première manche
option-name--wild_signal = premier Wild Thing
option-name--dealer = premier donneur
option-name--target = points pour gagner
option-name--mistake_penalty = malus pour une mauvaise carte
option-name--teeth_penalty = malus pour des dents
option-name--false_claim_penalty = malus pour un faux appel
option-name--max_trades = échanges au plus par manche
option-name--max_hands = manches au plus
option-name--lane_length = cases d'une voie
option-name--duel = variante duel
option-name--first = qui commence
option-name--memory = se souvenir de ses pions
option-name--variant = variante
option-name--not_own = interdit de deviner
option-name--max_flop_rounds = tours de plus
option-name--starts_each = départs par joueur
option-name--people = cartes avec des personnes
option-name--animals = cartes avec des animaux
option-name--objects = cartes avec des objets
option-name--blank_people = vos cartes avec des personnes
option-name--blank_animals = vos cartes avec des animaux
option-name--blank_objects = vos cartes avec des objets
option-name--shortage = quand les cartes manquent
option-name--rounds = manches
option-name--deck = cartes du jeu
option-name--finish = fin au but
option-name--max_ties = égalités au plus
option-name--deadlock = qui tranche

## position.no
position--no--game = Ce n'est pas une position de { TERM($game, "game") } ; elle commence par '{ $game }'.
position--no--version = La position de { TERM($game, "game") } n'a pas de numéro de version après le nom.
position--no--newer = La position est de la version { $version }, plus récente que { $known } ; prends un programme plus récent.
position--no--end = La position est coupée : il manque le point final ; copie toute la ligne.
position--no--field = La position a un champ illisible : { $field }.
position--no--missing = La position n'est pas entière : il manque { LIST($fields, by: ", ") } ; copie toute la ligne.
position--no--extra = La position a des champs inconnus : { $fields }.
position--no--number = { $text } dans la position n'est pas un nombre entier.
position--no--options = La position a des options impossibles : { $why }
position--no--damaged = La position est abîmée ou coupée ; enregistre-la ou copie-la encore.
position--no--writing = un champ n'est pas écrit comme dans la notation.
position--no--possible = La position est impossible : { $why }

## record.no
record--no--text = Une partie enregistrée est du texte.
record--no--kept = { $text } ne peut pas aller dans un fichier ; enlève ses demi-caractères.
record--no--record = Ce n'est pas une partie enregistrée ; elle commence par : { $begin }.
record--no--version-record = La ligne { $line } ne dit pas la version de l'enregistrement.
record--no--version-game = La ligne { $line } ne dit pas la version du jeu.
record--no--writing = La ligne { $line } doit s'écrire : { $wanted }
record--no--option-twice = La ligne { $line } redonne l'option { $name } ; une fois suffit.
record--no--newer-record = Cet enregistrement est de la version { $version }, plus récente que { $known } ; mets le programme à jour.
record--no--newer-game = Ce jeu est de la version { $version }, plus récente que { $known } ; mets le programme à jour.
record--no--end = L'enregistrement est coupé après la ligne { $line } ; un entier finit par : end
record--no--field = La ligne { $line } devrait commencer par { $wanted } ; elle dit { $found }.
record--no--seed = La ligne { $line } n'a pas de graine ; c'est un nombre entier sans zéros devant.
record--no--header = La ligne { $line } devrait être comme : header Place "à la maison".
record--no--step = La ligne { $line } devrait être l'action { $number }, comme : { $number } Ann ...
record--no--player = Ligne { $line } : personne ici ne s'appelle { $name }.
record--no--replay = La ligne { $line } ne se rejoue pas : { $why }
record--no--reading = La ligne { $line } est illisible ; le fichier est abîmé là.
record--no--other-result = La ligne { $line } ne va pas avec les actions : le résultat serait { $wanted } ; une action a changé ou manque.
record--no--other-position = La ligne { $line } ne va pas avec les actions : la dernière position serait { $wanted } ; une action a changé ou manque.
record--no--after = La ligne { $line } vient après la fin ; enlève-la.

## rule
rule--cited = { TERM($book, "book") }, { $section } : { $text }
rule--undo = on n'annule que sa dernière action, si elle n'a rien montré, rien tiré au hasard et touché personne d'autre.

## rule.ftw
rule--ftw--dealing = Toutes les cartes sont mélangées et distribuées : 12 chacun jusqu'à cinq joueurs, 10 à six.
rule--ftw--giving = Tous donnent en même temps 3 cartes à droite, et prennent les leurs quand tous ont choisi.
rule--ftw--turns = Chacun à son tour joue une carte de sa main, dans le sens des aiguilles d'une montre.
rule--ftw--held = On ne joue qu'une carte de sa propre main.
rule--ftw--higher = Une carte sur la pile doit être plus haute que celle du dessus ; n'importe laquelle ouvre une pile.
rule--ftw--lower = Seule une carte plus basse que le dessus de la pile se pose devant soi.
rule--ftw--from-pile = Qui pose une carte devant soi prend une carte de la pile ouverte.
rule--ftw--help = Une carte plus basse va sur la pile seulement si sa somme avec ses aides dépasse la carte du dessus.
rule--ftw--showing = Quand quelqu'un n'a plus qu'une carte après un tour, la manche est finie et on compte toutes les mains.
rule--ftw--ended = La partie est finie après la dernière manche.

## rule.keep-smiling
rule--keep-smiling--placing = Chacun place d'abord cinq pions cachés sur les départs : deux Smily, deux Grimmy et un Neutralo.
rule--keep-smiling--turns = Chacun son tour : on lance les trois dés, puis celui qui a lancé avance.
rule--keep-smiling--five-ways = Un pion avance d'un dé ou de la somme de deux ; deux pions d'un dé chacun, ou d'un dé et de la somme de deux ; trois pions d'un dé chacun.
rule--keep-smiling--whole-dice = Seuls les dés lancés comptent, chacun une fois et en entier.
rule--keep-smiling--must-move = Il faut avancer un pion ; on peut seulement renoncer aux autres coups possibles.
rule--keep-smiling--exact = On arrive sur le départ de l'autre avec le compte exact.
rule--keep-smiling--off-lane = Un pion pris est hors jeu, et un pion sur une chaise y reste.
rule--keep-smiling--ended = La partie est finie quand les six chaises sont prises, ou quand il n'y a plus de pion sur les voies.
rule--keep-smiling--reveal = À la fin on retourne les pions des chaises ; chacun a deux Smily, deux Grimmy et un Neutralo.
rule--keep-smiling--duel = Un pion qui arrive sur un autre se bat : chacun lance un dé avant toute autre chose.

## rule.face-off
rule--face-off--deal = le donneur mélange et distribue 9 pierres chacun, en jeu avancé aussi un Sourire et un Wild Thing.
rule--face-off--one-suit = propose 1 à 4 cartes d'une pierre que tu as.
rule--face-off--same-number = tu peux échanger avec quiconque te montre le même nombre.
rule--face-off--two-players = un échange se fait à deux.
rule--face-off--grin-only = Sourire et Wild Thing s'échangent un contre un, avec leur propre signal.
rule--face-off--advanced-only = Sourire et Wild Thing ne sont que du jeu avancé.
rule--face-off--nothing-shown = on ne retire qu'une offre qui tient encore.
rule--face-off--mistake = celui qui a reçu une mauvaise carte arrête le jeu et la dénonce.
rule--face-off--suit-in-play = une série complète par joueur ; les autres sont rangées.
rule--face-off--dealer-chooses = le gagnant distribue la manche suivante et choisit les signaux.
rule--face-off--wild-choice = le Wild Thing est inventé par le donneur pour la manche.
rule--face-off--speech = le discours est jugé une fois, quand une manche est gagnée.
rule--face-off--table-confirms = la table confirme ou refuse ce qu'elle a vu.
rule--face-off--stopped = on échange entre la donne et l'appel ; maintenant le jeu attend.
rule--face-off--over = la partie finit avec le premier joueur au but.
rule--face-off--not-yours = les joueurs proposent, appellent et choisissent ; la table voit et juge ; le hasard distribue.

## rule.face-cards
rule--face-cards--start = qui ressemble le plus à la première carte prend l'appareil photo et commence.
rule--face-cards--deal = les cartes viennent de la pile mélangée.
rule--face-cards--pair = chacun choisit dans sa main 2 cartes qui font une paire.
rule--face-cards--kenner = choisis une carte de ta main pour la carte devant toi.
rule--face-cards--koenner = les deux cartes d'une paire vont au milieu, et qui devine en nomme deux.
rule--face-cards--risiko = chacun pose deux paires : quatre cartes différentes.
rule--face-cards--turn = qui a l'appareil photo commence, puis chacun son tour devine une fois.
rule--face-cards--guess = on devine une carte devant un autre joueur et une du milieu.
rule--face-cards--not-own = on ne devine pas ses propres cartes.
rule--face-cards--answer = le propriétaire dit si c'est juste, sans contredire les réponses d'avant.
rule--face-cards--no-bonus = pas de photos bonus pour des catégories différentes.
rule--face-cards--pass = on ne s'arrête qu'après une bonne réponse ; il faut deviner une première fois.
rule--face-cards--step = d'abord on pose les paires, puis on les montre, puis on devine.
rule--face-cards--end = la partie est finie quand tous ont commencé aussi souvent.

## rule.factum
rule--factum--deal = on complète les mains à cinq cartes ; la défausse est mélangée quand la pile est vide.
rule--factum--volunteer = le premier qui se propose raconte.
rule--factum--not-twice = le même joueur ne raconte pas deux fois de suite.
rule--factum--teams = deux équipes égales ; celle du conteur a un joueur de plus si le nombre est impair.
rule--factum--tell = le conteur raconte et dit quand c'est fini.
rule--factum--judge = le juge est le premier de l'autre équipe qui s'avance.
rule--factum--decide = le juge regarde la carte du conteur et décide quelle équipe devine.
rule--factum--lay = chacun de l'équipe qui ne devine pas ajoute une carte de sa main.
rule--factum--vote = l'équipe qui devine vote pour une des cartes sur la table.
rule--factum--silent = le conteur et le juge se taisent.
rule--factum--tie = à égalité on revote entre ces cartes, puis une personne tranche.
rule--factum--owner = la carte est au conteur, à l'équipe qui embrouille, ou à la pile.
rule--factum--best = tous sauf les deux conteurs votent pour une des deux histoires.
rule--factum--step = raconter, juger, ajouter des cartes, deviner, points, meilleure histoire.
rule--factum--end = le premier au but (15 points) gagne et la partie est finie.

## ftw
ftw--deal = Manche { $round } sur { $rounds } : les cartes sont distribuées, chacun en choisit 3 à donner à droite.
ftw--give = { $who } a choisi 3 cartes à donner à droite.
ftw--begin = { $who } a choisi aussi, les cartes changent de main, et { $next } commence.
ftw--open = { $who } ouvre une pile avec le { $card }{ $left }.
ftw--play = { $who } joue le { $card } sur le { $top }{ $left }.
ftw--help = { $who } joue le { $card } sur le { $top } avec l'aide de { $helpers } : { $sum }, c'est plus que { $top }{ $left }.
ftw--lay = { $who } pose le { $card } devant soi et prend le { $take } de la pile ; le reste de la pile s'en va{ $left }.
ftw--lay-only = { $who } pose le { $card } devant soi et prend le { $take }, la seule carte de la pile{ $left }.
ftw--two-left = {" "}; { $who } a encore 2 cartes
ftw--one-left = {" "}; { $who } n'a plus qu'une carte, la manche est finie : montrez vos mains
ftw--show = { $who } montre { $cards } : { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.
ftw--round = La manche est finie : { $points }.
ftw--gets = { $who } reçoit { $points }
ftw--win = La partie est finie : { $who } gagne avec { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.
ftw--tie = La partie est finie : { $who } gagnent ensemble avec { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.

## ftw.no
ftw--no--deal-now = { $who } ne peut pas faire cela maintenant : on distribue d'abord les cartes{ $turn }.
ftw--no--give-now = { $who } ne peut pas faire cela maintenant : on donne d'abord trois cartes à droite{ $turn }.
ftw--no--play-now = { $who } ne peut pas faire cela maintenant : il faut d'abord jouer une carte{ $turn }.
ftw--no--show-now = { $who } ne peut pas faire cela maintenant : on montre et on compte les mains{ $turn }.
ftw--no--over-now = { $who } ne peut pas faire cela maintenant : la partie est finie{ $turn }.
ftw--no--card = { $cards } n'est pas une carte ; les cartes vont de 1 à { $highest }.
ftw--no--pair = { $cards } n'est pas une paire de cartes ; les cartes vont de 1 à { $highest }.
ftw--no--hand = { $cards } n'est pas une main ; les cartes vont de 1 à { $highest }.
ftw--no--gift = { $cards } ne peut pas être donné ; les cartes vont de 1 à { $highest }.
ftw--no--helpers = { $cards } ne peuvent pas être des aides ; les cartes vont de 1 à { $highest }.
ftw--no--hands = Une distribution a { $n } mains, une par joueur.
ftw--no--dealt-twice = Une carte est distribuée deux fois.
ftw--no--hand-size = À { $n } joueurs, une main a { $size } cartes.
ftw--no--three = { $n ->
         [one] { $n } carte est donnée
        *[other] { $n } cartes sont données
    } ; donnes-en 3 différentes.
ftw--no--secret-gift = Vos cartes se donnent en secret ; ne les nomme pas.
ftw--no--show-count = { $who } a { $n ->
         [one] { $n } carte ; nomme-la
        *[other] { $n } cartes ; nomme chacune une fois
    }.
ftw--no--show-taken = { $who } a pris le { $card } de la pile et l'a encore ; nomme-le aussi.
ftw--no--seen = Le { $card } a déjà été sur la table dans cette manche, ou quelqu'un d'autre l'a pris.
ftw--no--not-held = { $who } n'a pas le { $card }.
ftw--no--not-yours = { $who } ne peut pas jouer cela ; regarde tes cartes.
ftw--no--not-higher = Le { $card } n'est pas plus haut que le { $top } de la pile ; joue-le avec des aides ou pose-le devant toi.
ftw--no--needless = Le { $card } n'a pas besoin d'aide ici ; joue-le sans.
ftw--no--no-helper = Le { $card } n'est pas une aide de { $who }.
ftw--no--helper-twice = Une aide est nommée deux fois ; chacune aide une fois.
ftw--no--sum = Le { $card } avec ses aides fait { $sum }, ce n'est pas plus que { $top }.
ftw--no--no-pile = Il n'y a pas encore de pile ; ouvres-en une avec le { $card } ou une autre carte.
ftw--no--not-in-pile = Le { $card } n'est pas dans la pile ; prends une carte qui y est.
ftw--no--not-lower = Le { $card } est plus haut que le { $top } de la pile ; joue-le là, ou pose une carte plus basse.
ftw--no--form = { $text } n'est pas une action ; écris par exemple : joue 17, pose 5 prends 17, ou joue 2 avec 6 11
ftw--no--card-number = Il n'y a pas de carte { $card } ; les cartes vont de 1 à { $highest }.
ftw--no--deal-form = { $text } n'est pas une distribution ; écris les cartes de chaque main, séparées par /.
ftw--no--give-form = { $text } ne donne pas trois cartes ; écris par exemple : donne 3 17 25
ftw--no--fits-several = { $text } peut vouloir dire plusieurs actions ; dis laquelle : { LIST($choices, by: ", ") }
ftw--no--in-full = Dis tout : quelle carte est jouée ou posée, et laquelle est prise, par exemple : pose 5 prends 17

## ftw.bad
ftw--bad--seats = il n'y a pas une main, un don et une rangée d'aides par joueur.
ftw--bad--turn = les manches jouées ne vont pas avec les mains, ou ce n'est pas le bon joueur.
ftw--bad--points = les points d'une manche ne sont pas un nombre de 0 à la plus haute carte par joueur.
ftw--bad--last = les mains à la fin de la dernière manche sont impossibles.
ftw--bad--last-order = la dernière manche a fini sans joueur à une carte, ou avec des mains en désordre.
ftw--bad--last-points = les points de la dernière manche ne sont pas ceux de ses mains.
ftw--bad--between = des cartes sont dehors entre deux manches, ou ce n'est pas le bon joueur qui commence.
ftw--bad--cards = une carte manque, est double ou d'un autre jeu.
ftw--bad--order = mains et aides s'écrivent dans l'ordre croissant.
ftw--bad--gift = un joueur donne trois cartes différentes, dans l'ordre croissant.
ftw--bad--early = des cartes sont jouées avant que tous aient donné les trois leurs.
ftw--bad--not-held = un joueur donne des cartes qu'il n'a pas en main.
ftw--bad--begin = ce n'est pas le bon joueur qui commence.
ftw--bad--sizes = pendant une manche chaque main a au moins deux cartes, et pas plus que distribuées.
ftw--bad--twice = une carte a été donnée deux fois.

## keep-smiling
keep-smiling--place = { $who } a placé ses cinq pions.
keep-smiling--roll = { $who } lance { $dice }.
keep-smiling--pass = Aucun pion de { $who } ne peut avancer, le tour passe.
keep-smiling--move = { $who } avance { $steps }
keep-smiling--by = { $lane } de { $total }
keep-smiling--by-sum = { $lane } de { $total } ({ $dice })
keep-smiling--capture = le pion { $lane } de { $who } est pris
keep-smiling--chair = le pion { $lane } de { $who } prend la chaise { $chair }
keep-smiling--meet = les pions de la voie { $lane } se battent en duel
keep-smiling--duel = Duel dans la voie { $lane } : { $who } lance { $attacker }, { $other } lance { $defender }, et le pion de { $loser } quitte la partie
keep-smiling--again = { $other } n'a plus de pion sur les voies, à { $who } de finir la partie
keep-smiling--turn-over = Plus rien ne bouge : retournez les pions sur les chaises.
keep-smiling--over = La partie est finie : { LIST($seats, by: ", ") } ; { $result }.
keep-smiling--win = { $who } gagne avec { $points ->
         [one] { $points } point
        *[other] { $points } points
    } contre { $less }
keep-smiling--tie = égalité à { $points ->
         [one] { $points } point
        *[other] { $points } points
    }
keep-smiling--nobody = aucun pion sur une chaise
keep-smiling--seat = la chaise { $chair } a un { TERM($kind, "piece-kind") } de { $who }

## keep-smiling.no
keep-smiling--no--place-now = { $who } ne peut pas faire cela maintenant : on place encore les pions{ $turn }.
keep-smiling--no--roll-now = { $who } ne peut pas faire cela maintenant : il faut d'abord lancer les dés{ $turn }.
keep-smiling--no--move-now = { $who } ne peut pas faire cela maintenant : c'est d'abord à qui a lancé d'avancer{ $turn }.
keep-smiling--no--duel-now = { $who } ne peut pas faire cela maintenant : il faut d'abord lancer les dés du duel{ $turn }.
keep-smiling--no--reveal-now = { $who } ne peut pas faire cela maintenant : on retourne les chaises{ $turn }.
keep-smiling--no--over-now = { $who } ne peut pas faire cela maintenant : la partie est finie{ $turn }.
keep-smiling--no--set-up = { $kinds } n'est pas un placement ; donne cinq lettres S, G et N pour les voies a à e.
keep-smiling--no--other-pieces = { $kinds } n'est pas deux S, deux G et un N.
keep-smiling--no--chairs = { $kinds } n'est pas ce que montrent { $n } chaises ; donne une lettre S, G ou N pour chacune.
keep-smiling--no--other-chairs = { $who } ne peut pas avoir ces pions sur les chaises.
keep-smiling--no--roll = { $dice } n'est pas un lancer ; donne trois dés de 1 à 6.
keep-smiling--no--duel = { $die } n'est pas un dé de duel ; donne deux dés de 1 à 6, d'abord celui qui attaque.
keep-smiling--no--pass = Un pion peut avancer, on ne peut pas passer.
keep-smiling--no--steps = { $steps } n'est pas un coup ; nomme des pions de a à e, chacun avec des dés de 1 à 6.
keep-smiling--no--three-dice = Un pion ne peut pas prendre trois dés ; donne-lui un dé ou deux.
keep-smiling--no--twice = Un pion est nommé deux fois ; donne-lui les deux dés à la fois, comme a:3+5.
keep-smiling--no--die = Le lancer est { $dice } ; il n'y a plus de { $die } pour ce coup.
keep-smiling--no--step-order = { $steps } n'est pas un coup ; écris les dés en nombres entiers, le plus petit d'abord.
keep-smiling--no--seated = Le pion { $lane } est sur une chaise et ne bouge plus.
keep-smiling--no--captured = Le pion { $lane } est pris et ne bouge plus.
keep-smiling--no--too-many = Le pion { $lane } a encore { $left } à faire, { $n } c'est trop.
keep-smiling--no--last-chair = La dernière chaise est prise avant que le pion { $lane } avance ; ne le nomme pas.
keep-smiling--no--set-up-form = { $text } n'est pas un placement ; écris cinq lettres pour les voies a à e : placer S G N S G
keep-smiling--no--chairs-form = { $text } n'est pas ce que montrent les chaises ; une lettre chacune, la 6 d'abord : retourner S N G S
keep-smiling--no--roll-form = { $text } n'est pas un lancer ; écris trois dés de 1 à 6 : lancer 3 5 6
keep-smiling--no--duel-form = { $text } n'est pas un duel ; écris le dé de l'attaque puis celui de la défense : duel 4 2
keep-smiling--no--move-form = { $text } n'est pas un coup ; nomme les pions avec leurs dés : avance a:5 b:3+6
keep-smiling--no--piece-form = { $piece } dans { $text } n'est pas un pion avec des dés ; écris par exemple a:5 ou b:3+6
keep-smiling--no--fits-none = { $text } ne correspond à aucun coup permis (le lancer est { $dice }) ; écris-le en entier : avance a:5 b:3+6
keep-smiling--no--no-roll-yet = { $text } ne correspond à aucun coup permis (il manque le lancer) ; écris-le en entier : avance a:5 b:3+6
keep-smiling--no--fits-several = { $text } peut vouloir dire plusieurs coups ; dis lequel : { LIST($choices, by: ", ") }

## keep-smiling.bad
keep-smiling--bad--pieces = un joueur a d'autres pions que deux Smily, deux Grimmy et un Neutralo.
keep-smiling--bad--known = de vrais pions sont connus avant la fin, ou d'autres que ceux des chaises.
keep-smiling--bad--counts = le tour ou le nombre de lancers est impossible.
keep-smiling--bad--early = des pions ont avancé avant que les deux aient placé.
keep-smiling--bad--chairs = une chaise est prise deux fois, ou il y en a plus de six.
keep-smiling--bad--lanes = il y a cinq voies.
keep-smiling--bad--twice = un pion sur une chaise ne peut pas être aussi sur sa voie.
keep-smiling--bad--beyond = un pion de la voie { $lane } est au-delà de sa voie.
keep-smiling--bad--one-field = deux pions sont sur la même case de la voie { $lane }.
keep-smiling--bad--each-other = les deux pions de la voie { $lane } ne peuvent pas s'être pris l'un l'autre.
keep-smiling--bad--no-duel = il reste des pas à faire sans duel.
keep-smiling--bad--duel = ce duel n'existe pas.
keep-smiling--bad--attacker = l'attaque ne peut pas venir d'au-delà de la voie.
keep-smiling--bad--advances = les pas après le duel ne sont pas d'un seul coup.
keep-smiling--bad--advance = un pas après le duel est impossible.
keep-smiling--bad--actors = ce n'est pas le bon joueur.
keep-smiling--bad--no-pieces = c'est à un joueur sans pions sur les voies.
keep-smiling--bad--dice = les dés ne sont pas trois de 1 à 6 dans l'ordre croissant.

## face-off
face-off--deal = { $dealer } distribue la manche { $hand } : neuf cartes chacun. Face Off!
face-off--deal-advanced = { $dealer } distribue la manche { $hand } : neuf pierres, un Sourire et un Wild Thing chacun. Face Off!
face-off--offer = { $who } montre { TERM($signal, "signal") } : { TERM($shown, "shown") }.
face-off--withdraw = { $who } retire son offre.
face-off--trade = { $one } et { $other } échangent { TERM($shown, "shown-both") }.
face-off--stalemate = C'était le dernier échange ; on redistribue les cartes.
face-off--won = { $who } a toute la série { TERM($gem, "gem") } : { $points ->
         [one] { $points } point
        *[other] { $points } points
    }, { $total } en tout.
face-off--speech = Maintenant le discours, sans montrer les dents.
face-off--asked = { $who } crie Face Off! avec les { TERM($gem, "gems") }. À la table de dire : la série est-elle complète ?
face-off--false = { $who } crie Face Off!, mais la série n'est pas complète. Le jeu continue.
face-off--penalty = { $points ->
         [one] { $points } point
        *[other] { $points } points
    } en moins.
face-off--call = Wild thing, Wild thing! { $giver } a donné une mauvaise carte à { $who } : { $points ->
         [one] { $points } point
        *[other] { $points } points
    } en moins. L'échange est annulé, le jeu continue.
face-off--call-asked = { $who } dénonce une mauvaise carte de { $giver }. À la table de dire : est-ce vrai ?
face-off--call-denied = { $giver } n'a pas donné de mauvaise carte à { $who }. Le jeu continue.
face-off--clean = Un discours sans dents : { $who } garde tous ses points, { $total } en tout.
face-off--teeth = Des dents ! { $who } perd { $points ->
         [one] { $points } point
        *[other] { $points } points
    } et en a { $total }.
face-off--unseen = La bouche de { $who } n'a pas été assez bien vue. À la table de dire : y avait-il des dents ?
face-off--win = { $who } gagne la partie !
face-off--tie = { $who } gagnent la partie ensemble.
face-off--next = { $who } distribue et joue avec le jeu de signaux { $set }.
face-off--next-wild = { $who } distribue et joue avec le jeu de signaux { $set } ; Wild Thing : { TERM($wild, "wild-way") }.

## face-off.no
face-off--no--values = { $action } a une valeur que n'a aucune carte et aucun joueur de Face Off!.
face-off--no--over = La partie est finie.
face-off--no--dealt = Les cartes sont déjà distribuées.
face-off--no--no-speech = Aucun discours à juger maintenant.
face-off--no--no-call = Rien à confirmer ou à refuser maintenant.
face-off--no--no-choice = On choisit les signaux suivants quand une manche est gagnée.
face-off--no--not-dealt = Les cartes ne sont pas encore distribuées.
face-off--no--stopped = Le jeu est arrêté pour une dénonciation.
face-off--no--players-only = Seul un joueur peut faire cela.
face-off--no--basic = C'est le jeu de base.
face-off--no--own-cards = Les cartes sont les vôtres, inconnues ici ; dis seulement ce qui est montré, par exemple : propose 2.
face-off--no--which-gem = Dis quelle pierre est proposée, par exemple : propose 2 rubis.
face-off--no--special-not-held = { $who } n'a pas cette carte spéciale.
face-off--no--not-held = { $who } n'a pas { $n ->
         [one] { $n } { TERM($gem, "gem") }
        *[other] { $n } { TERM($gem, "gems") }
    }.
face-off--no--your-cards = { $who } ne peut pas proposer cela ; regarde tes cartes.
face-off--no--one-of-each = Chaque carte spéciale n'existe qu'une fois.
face-off--no--one-card = Avec ces signaux, on propose une carte.
face-off--no--as-many = Propose autant de cartes que tu en montres.
face-off--no--nothing-offered = { $who } ne propose rien.
face-off--no--not-in-play = Les cartes { TERM($gem, "gem") } ne sont pas dans cette partie.
face-off--no--no-mistake = { $who } ne vient pas de recevoir une mauvaise carte de { $giver }.
face-off--no--dealer = C'est à { $who } de choisir les signaux suivants.
face-off--no--no-wild = Le jeu de base n'a pas de Wild Thing.
face-off--no--wild-text = Décris le Wild Thing en 1 à { $most } caractères.
face-off--no--wild-blanks = Décris le Wild Thing en { $most } caractères au plus, sans espace avant ni après.
face-off--no--table-trades = C'est la table qui voit l'échange.
face-off--no--alone = On n'échange pas tout seul.
face-off--no--not-the-same = { $one } et { $other } ne montrent pas la même chose.
face-off--no--table-confirms = C'est la table qui confirme ou refuse.
face-off--no--table-judges = C'est la table qui juge le discours.
face-off--no--teeth-unseen = Les dents n'ont pas été vues ; la table dit sans dents ou dents.
face-off--no--chance-deals = C'est le hasard qui distribue.
face-off--no--hands = La distribution donne une main à chaque joueur.
face-off--no--hand-basic = { $who } reçoit 9 pierres.
face-off--no--hand-advanced = { $who } reçoit 9 pierres, un Sourire et un Wild Thing.
face-off--no--cards = Il y a { $wanted } cartes { TERM($gem, "gem") } dans cette partie, pas { $n }.
face-off--no--special-cards = Il y a une { TERM($kind, "special") } pour chaque pierre en jeu.
face-off--no--no-special = Il n'y a pas de { TERM($kind, "special") } en jeu.
face-off--no--form = { $text } est illisible ; écris par exemple : { $form }.
face-off--no--hand-form = { $text } n'est pas une main ; écris par exemple D4R5, ou en jeu avancé D4R5gRwD.
face-off--no--gem = Il n'y a pas de pierre { $text } ; les pierres sont { TERM($gems, "gem") }.
face-off--no--signal = { $text } n'est pas un signal de cette manche ; montre { LIST($signals, by: ", ") }.
face-off--no--several = Plusieurs pierres conviennent ; dis laquelle : { LIST($forms, by: ", ") }.
face-off--no--say-gem = Dis quelle pierre est proposée, par exemple : propose { $shown } rubis.
face-off--no--cards-form = { $text } est illisible ; nomme d'abord une pierre, puis les cartes spéciales : ruby+wild:jade.
face-off--no--which-special = Quelle { TERM($kind, "special") } ? Dis { LIST($choices, type: "disjunction") }.
face-off--no--none-held = Il n'y a pas de { TERM($kind, "special") } dans cette main ; nomme sa pierre, par exemple { $kind }:ruby.
face-off--no--name-suit = Nomme la pierre de la { TERM($kind, "special") }, par exemple { $kind }:ruby.
face-off--no--suits = { $n } joueurs jouent avec { $n } pierres différentes, pas avec { LIST($suits, by: ", ") }.
face-off--no--wild-option = Le Wild Thing est du jeu avancé ; choisis aussi advanced.
face-off--no--trade-signal = { $a } et { $b } ne montrent pas le même nombre maintenant : dis combien de cartes, par exemple échange { $a } { $b } 3.

## face-off.bad
face-off--bad--scores = la feuille de points donne { LIST($totals, by: ", ") }, les points sont { LIST($scores, by: ", ") }.
face-off--bad--not-dealt = les cartes ne sont pas distribuées.
face-off--bad--hands = il n'y a pas une main pour chaque joueur.
face-off--bad--size = { $who } a trop ou trop peu de cartes.
face-off--bad--offer = { $who } propose des cartes que { $who } n'a pas.
face-off--bad--no-win = il n'y a pas de victoire à attendre.
face-off--bad--no-mistake = il n'y a pas d'erreur dénoncée à attendre.
face-off--bad--no-trade = l'échange dénoncé manque.

## face-cards
face-cards--dealt = Les cartes sont distribuées ; la première carte montre la photo { $card }.
face-cards--drawn = Chacun complète sa main.
face-cards--fronts = Face visible : { LIST($fronts, by: ", ") }.
face-cards--centre = On retourne ; au milieu : { LIST($cards, by: ", ") }.
face-cards--bonus-from-pile = La boîte est vide : une photo bonus de la pile pour { $who }.
face-cards--camera = { $who } prend l'appareil photo et commence.
face-cards--laid = { $who } a posé une paire{ $up }.
face-cards--laid-two = { $who } a posé deux paires{ $up }.
face-cards--all-up = {" "}; toutes les cartes sont retournées
face-cards--names = { $who } associe « { TERM($one, "picture") } » de { $owner } à « { TERM($other, "picture") } »
face-cards--names-two = { $who } associe « { TERM($one, "picture") } » à « { TERM($other, "picture") } »
face-cards--guess = { $guess }.
face-cards--wrong = { $guess } : faux{ $lost }.
face-cards--lost = , { $n ->
         [one] { $n } photo perdue
        *[other] { $n } photos perdues
    } pour la boîte
face-cards--right = { $guess } : juste ! { $who } et { $owner } prennent une photo chacun.
face-cards--right-bonus = { $guess } : juste ! { $who } et { $owner } prennent une photo chacun, et une photo bonus chacun.
face-cards--stop = { $who } s'arrête et garde { $n ->
         [one] { $n } photo
        *[other] { $n } photos
    }.
face-cards--round = La manche est finie ; l'appareil photo va à { $who }.
face-cards--flop = Personne n'a trouvé : encore un tour avec les mêmes cartes.
face-cards--short = Il n'y a plus assez de cartes pour une manche.
face-cards--win = La partie est finie : { $who } gagne avec { $points ->
         [one] { $points } photo
        *[other] { $points } photos
    }.
face-cards--tie = La partie est finie : { $who } gagnent avec { $points ->
         [one] { $points } photo
        *[other] { $points } photos
    }.

## face-cards.no
face-cards--no--over = La partie est finie ; commence une nouvelle partie.
face-cards--no--camera-now = Ce n'est pas le moment ; dis maintenant qui reçoit l'appareil photo.
face-cards--no--pair-now = Ce n'est pas le moment ; pose maintenant les paires.
face-cards--no--guess-now = Ce n'est pas le moment ; devine maintenant.
face-cards--no--answer-now = Ce n'est pas le moment ; réponds maintenant.
face-cards--no--deal-now = Ce n'est pas le moment ; distribue maintenant.
face-cards--no--laid-already = { $who } a déjà posé ; attends les autres.
face-cards--no--other-turn = { $who } ne peut pas jouer maintenant ; c'est à { $turn }.
face-cards--no--other-turns = { $who } ne peut pas jouer maintenant ; c'est à { $turn }.
face-cards--no--chance-first = { $who } ne peut pas jouer maintenant ; le hasard distribue d'abord.
face-cards--no--table-first = { $who } ne peut pas jouer maintenant ; la table décide d'abord.
face-cards--no--numbers = On nomme les cartes par des nombres entiers.
face-cards--no--card = Il n'y a pas de carte { $card } ; les cartes vont de 1 à { $last }.
face-cards--no--draw-cards = Le hasard tire { $n ->
         [one] { $n } carte
        *[other] { $n } cartes différentes
    } de la pile, puis de la boîte.
face-cards--no--seat = Il n'y a pas de joueur numéro { $player } ; nomme un des joueurs.
face-cards--no--secret-pair = Avec de vraies cartes, la paire reste secrète ; dis seulement qu'elle est posée.
face-cards--no--lay-which = Dis quelles cartes sont posées : { $n } des tiennes, par leur numéro.
face-cards--no--not-held = La carte { $card } n'est pas dans la main de { $who }.
face-cards--no--not-yours = { $who } ne peut pas poser cela ; regarde tes cartes.
face-cards--no--lay-count = Pose { $wanted } de tes cartes, pas { $n }.
face-cards--no--lay-twice = Une carte ne se pose pas deux fois ; nomme des cartes différentes.
face-cards--no--order = Nomme d'abord la carte la plus basse (experts), ou la paire dont la carte de devant est la plus basse (risque).
face-cards--no--guess-numbers = On devine deux cartes, par des nombres entiers.
face-cards--no--lower-first = Nomme d'abord la plus basse des deux cartes : { $one } { $other }.
face-cards--no--not-in-centre = La carte { $card } n'est pas au milieu.
face-cards--no--two-cards = Une paire a deux cartes différentes.
face-cards--no--own-pair = Tu ne peux pas deviner ce que tu as posé ; choisis d'autres cartes.
face-cards--no--own-front = La carte { $card } est à toi ; devine celle d'un autre.
face-cards--no--no-front = La carte { $card } n'est devant aucun joueur.
face-cards--no--own-centre = Tu as posé toi-même la carte { $card } ; choisis-en une autre.
face-cards--no--other-card = Choisis une autre carte ; regarde ce que tu as posé.
face-cards--no--no-stop = Tu ne peux pas t'arrêter ici ; devine.
face-cards--no--answer = Une réponse est juste ou fausse, avec ou sans photo bonus, et peut nommer le propriétaire.
face-cards--no--wrong-answer = Une réponse fausse n'a ni bonus ni propriétaire ; une juste a un propriétaire de cette partie.
face-cards--no--contradiction = Cela ne va pas avec les autres réponses de cette manche ; regarde encore.
face-cards--no--no-bonus = Le jeu risque n'a pas de photo bonus ; dis juste sans bonus.
face-cards--no--whose-pair = Dis à qui était la paire : à un autre joueur, et pas encore trouvée.
face-cards--no--no-owner = C'est le propriétaire qui répond : ne nomme personne.
face-cards--no--guess-which = Dis ce que tu devines : deux cartes, par exemple : devine 17 25
face-cards--no--guess-none = On devine deux cartes, et aucun choix permis n'a la carte { $card }.
face-cards--no--guess-several = La carte { $card } va avec { $n } choix ; dis lequel : { LIST($choices, by: ", ") }
face-cards--no--answer-form = Une réponse est : faux, juste, juste bonus, ou chez les experts juste NOM et juste NOM bonus.
face-cards--no--blanks = Il y a { $most } cartes vierges ; prends moins de cartes à vous.
face-cards--no--risiko = Le jeu risque est pour 3 à 5 joueurs, pas { $n } ; choisis une autre variante.
face-cards--no--deck = La première manche prend { $need } cartes, et le jeu n'en a que { $n }.

## face-cards.bad
face-cards--bad--seats = mains, paires et albums ne sont pas un par joueur.
face-cards--bad--player = un joueur nommé n'est pas là.
face-cards--bad--waiting = les joueurs qui doivent encore poser ne sont pas ceux de l'étape.
face-cards--bad--whole = une paire ou un choix n'est pas entier.
face-cards--bad--nobody = un choix n'est de personne.
face-cards--bad--counts = un compte est hors limites.
face-cards--bad--physical = le hasard ne distribue pas de vraies cartes.
face-cards--bad--turn = le tour n'est à personne.
face-cards--bad--centre = les cartes du milieu ne vont pas avec l'étape.
face-cards--bad--places = une place sur la table n'existe pas dans ce jeu.
face-cards--bad--shared = une carte est dans deux paires.
face-cards--bad--waits = un choix attend une réponse, ou un bonus sa photo, à la mauvaise étape.
face-cards--bad--held = des photos sont retenues qui devraient être dans un album.
face-cards--bad--guess = le choix qui attend sa réponse est impossible.
face-cards--bad--hand = la main de { $who } n'est pas comme il faut.
face-cards--bad--pairs = les paires de { $who } ne sont pas comme il faut.
face-cards--bad--cards = une carte manque, est double ou étrangère.

## factum
factum--dealt = Chacun a cinq cartes ; qui a une histoire ?
factum--dealt-again = Chacun a de nouveau cinq cartes ; qui a une histoire ?
factum--filled = Des cartes de la pile font cinq en tout ; sur la table : { LIST($cards, by: ", ") }.
factum--volunteer = { $who } a une histoire.
factum--teams = Les équipes : { $one } contre { $other }.
factum--told = { $who } a raconté et posé une carte.
factum--judge = { $who } juge et regarde la carte.
factum--decide = { $who } décide : l'équipe de { $captain } devine.
factum--laid = { $who } a posé une carte.
factum--laid-last = { $who } a posé une carte ; sur la table : { LIST($cards, by: ", ") }.
factum--voted = { $who } a voté.
factum--tie-again = Égalité entre { LIST($cards, by: ", ") } : votez encore.
factum--tie-decided = Encore égalité entre { LIST($cards, by: ", ") } : { $who } tranche.
factum--tie-chance = Encore égalité entre { LIST($cards, by: ", ") } : le hasard tranche.
factum--whose = Le choix est la carte { $card } ; à qui était-elle ?
factum--right = La carte { $card } est la bonne : l'équipe de { $captain } gagne.
factum--wrong = La carte { $card } est fausse, elle est de { $owner }{ $was } : l'équipe de { $captain } gagne.
factum--wrong-pile = La carte { $card } est fausse, elle vient de la pile{ $was } : l'équipe de { $captain } gagne.
factum--story-was = {" "}; celle de l'histoire était { $card }
factum--vote-best = Votez maintenant pour la meilleure histoire.
factum--best-new = La nouvelle histoire de { $who } est maintenant la meilleure.
factum--best-old = L'histoire de { $who } reste la meilleure.
factum--win = La partie est finie : { $who } gagne avec { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.
factum--tie = La partie est finie : { $who } gagnent avec { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.

## factum.now
factum--now--setup = le hasard distribue
factum--now--deal = le hasard distribue
factum--now--fill = le hasard distribue
factum--now--volunteer = quelqu'un se propose avec une histoire
factum--now--teams = le hasard tire les équipes
factum--now--tell = le conteur raconte et pose la carte
factum--now--judge = quelqu'un de l'autre équipe s'avance comme juge
factum--now--decide = le juge décide quelle équipe devine
factum--now--lay = l'équipe qui embrouille pose ses cartes
factum--now--vote = l'équipe qui devine vote
factum--now--break = une personne tranche entre les cartes à égalité
factum--now--owner = la table dit à qui était la carte choisie
factum--now--best = les autres votent pour la meilleure histoire

## factum.no
factum--no--over = La partie est finie ; commence une nouvelle partie.
factum--no--other-step = Ce n'est pas le moment ; maintenant, { $due }.
factum--no--not-you = { $who } ne peut pas jouer maintenant ; { $due }.
factum--no--told-last = { $who } a raconté la dernière histoire ; c'est à un autre.
factum--no--silent = { $who } est capitaine et se tait pendant que l'équipe devine.
factum--no--own-story = Le vote porte sur une histoire de { $who }, qui n'y prend pas part.
factum--no--done-already = { $who } l'a déjà fait ; attends les autres.
factum--no--numbers = On nomme les cartes par des nombres entiers.
factum--no--members = On nomme les membres par des nombres entiers.
factum--no--member = Il n'y a pas de membre numéro { $member } dans cette partie.
factum--no--number = On nomme une carte par un nombre entier.
factum--no--card = Il n'y a pas de carte { $card } ; les cartes vont de 1 à { $last }.
factum--no--card-zero = Il n'y a pas de carte 0 ; les cartes commencent à 1.
factum--no--seat = Il n'y a pas de joueur numéro { $player }.
factum--no--two-ways = C'est un choix entre deux ; dis lequel.
factum--no--draw-cards = Le hasard tire { $n ->
         [one] { $n } carte
        *[other] { $n } cartes différentes
    } de la pile, puis de la défausse.
factum--no--teams = L'équipe du conteur est { $who } et { $n } autres, par place.
factum--no--teams-of-two = L'équipe du conteur est { $who } et un autre, par place.
factum--no--secret-card = Avec de vraies cartes, la carte reste secrète ; dis seulement qu'elle est posée.
factum--no--tell-which = Dis quelle carte va avec l'histoire, par exemple : raconte 17
factum--no--lay-which = Dis quelle carte tu poses, par exemple : pose 17
factum--no--vote-which = Dis pour quelle carte tu votes, par exemple : vote 17
factum--no--not-held = La carte { $card } n'est pas dans la main de { $who }.
factum--no--not-yours = { $who } ne peut pas poser cela ; regarde tes cartes.
factum--no--not-on-table = La carte { $card } n'est pas sur la table.
factum--no--not-tied = La carte { $card } n'est pas à égalité ; choisis parmi { LIST($choices, by: ", ") }.
factum--no--other-owner = La carte ne peut pas venir de là : personne d'autre n'en a posé.
factum--no--deck = À { $n } joueurs il faut au moins { $need } cartes ; le jeu en a { $deck }.

## factum.bad
factum--bad--seats = mains, points et capitaines ne sont pas un par joueur.
factum--bad--player = un joueur nommé n'est pas là.
factum--bad--captain = un capitaine ou le tenant du titre n'est pas là.
factum--bad--title = personne n'a le titre de la meilleure histoire.
factum--bad--teller = le conteur manque, ou est venu trop tôt.
factum--bad--story = la carte du conteur ou le juge ne va pas avec l'étape.
factum--bad--teams = les équipes ne vont pas avec l'étape.
factum--bad--sides = les équipes ne sont pas celles du conteur et du juge.
factum--bad--actors = ceux qui peuvent jouer ne vont pas avec l'étape.
factum--bad--table = les cartes sur la table ne vont pas avec l'étape.
factum--bad--choices = on vote pour une carte qui n'est pas sur la table.
factum--bad--counts = un compte est hors limites.
factum--bad--result = le dernier choix n'est pas entier.
factum--bad--cards = une carte manque, est double ou étrangère.
factum--bad--shown = la table ne montre pas les cartes posées.
factum--bad--hand = une main n'a pas cinq cartes.
factum--bad--empty = une main est vide.
factum--bad--over = la partie est finie avant que quelqu'un ait les points.
factum--bad--scores = les points ne font pas le compte.

## about
about--face-off = Tous échangent en même temps des cartes de pierres, sans un mot : les signaux de la manche disent combien de cartes d'une pierre on propose, et deux joueurs qui montrent le même nombre échangent. Le premier qui a les neuf cartes d'une pierre gagne sa valeur et distribue ; 500 points gagnent la partie. Le jeu avancé ajoute les cartes Sourire et Wild Thing et un discours de victoire sans montrer les dents.
about--keep-smiling = Deux joueurs posent chacun deux Smily, deux Grimmy et un Neutralo, cachés, sur cinq voies. Trois dés par tour font avancer un à trois pions vers l'autre côté ; qui arrive sur un pion le prend. Qui arrive au bout prend la meilleure chaise libre, de 6 à 1 : un Smily compte en plus, un Grimmy en moins, un Neutralo rien.
about--face-cards = Chacun pose en secret une paire de photos, une carte devant soi et une au milieu, puis devine les paires des autres. Une bonne réponse donne une photo à celui qui devine et au propriétaire, deux si la paire est de deux catégories. Quand tous ont commencé aussi souvent, le plus de photos gagne.
about--ftw = Chacun donne 3 cartes à droite, puis joue une carte par tour. Une plus haute va sur la pile, une plus basse aussi avec des aides. Ou elle reste devant toi comme aide, et tu prends une carte de la pile. La manche finit quand quelqu'un n'a plus qu'une carte : la plus haute compte en plus, les autres en moins.
about--factum = Quelqu'un raconte une histoire vraie et pose une carte qui va avec. Deux équipes sont tirées ; le juge de l'autre équipe voit la carte et dit quelle équipe devine. L'autre ajoute des cartes pour embrouiller. Des points vont à l'équipe gagnante et à son capitaine, à une carte qui a trompé, et à la meilleure histoire ; 15 points gagnent.

## command.face-off
command--face-off--win = gagne NOM PIERRE
command--face-off--clean = sans dents
command--face-off--teeth = dents
command--face-off--seat = visage NUMÉRO NOM
command--face-off--wild = wild NOM

## command.keep-smiling
command--keep-smiling--dice = 3 5 6 (dés)
command--keep-smiling--accept = accepte
command--keep-smiling--roll = lancer
command--keep-smiling--duel = duel

## moment : ce que la table voit en grand
moment--win = { $who } gagne la manche avec les neuf { TERM($gem, "gems") } !
moment--points = { $points ->
         [one] { $points } point
        *[other] { $points } points
    }, { $total } en tout
moment--total = { $total } en tout
moment--clean = Pas de dents ! { $who } garde tous ses points.
moment--teeth = Des dents ! { $who } perd des points.
moment--lost = { $points ->
         [one] { $points } point
        *[other] { $points } points
    } de moins, { $total } en tout
moment--chairs = Les chaises sont retournées.
moment--judged-right = Juste ! La carte { $card } est l'histoire de { $who }.
moment--judged-wrong = Faux ! La carte { $card } a été posée par { $who }.
moment--judged-pile = Faux ! La carte { $card } n'était de personne.
moment--story-was = L'histoire de { $who } était la carte { $card }.
moment--best = { $who } a la meilleure histoire.
moment--round = La manche { $n } sur { $all } est finie.
moment--found = Paires trouvées : { $n }
moment--over = { $who } gagne { TERM($game, "game") }
moment--over-tie = { $who } gagnent ensemble { TERM($game, "game") }
