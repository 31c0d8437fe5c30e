## old
old--said = { $text }

## ruling
ruling--trade = { $a } et { $b } échangent { $what }.
ruling--several = { $names } montrent tous { TERM($sign, "sign") } : dites qui échange (échange { $a } { $b }).
ruling--no-cards = { $a } et { $b } montrent { TERM($sign, "sign") }, mais pas d'échange : { $why }
ruling--action = { $told }
ruling--chance = { $told }
ruling--verdict = { $told }
ruling--claim = { $told }
ruling--call = { $told }
ruling--next = { $told }
ruling--roll = { $told }
ruling--pass = { $told }
ruling--undone = Annulé : { $what }
undone--trade = l'échange de { $a } et { $b }.
ruling--refused = Impossible : { $why }{ $known }
ruling--failed = Je n'ai pas pu décider ({ $kind }) ; rien n'a changé. Dis-le autrement.
ruling--pause = Pause : aucun signal ne compte avant que vous disiez reprendre.
ruling--resume = Le jeu continue.
ruling--score = Points : { $scores }.
ruling--over = { COUNT($names) ->
         [one] { $names } gagne
        *[other] { $names } gagnent
    } ! { $scores }.
ruling--new-hand = Manche { $n } : { $dealer } distribue, jeu de signaux { $set } : { LIST($signals, by: ", ") }.
ruling--wild-call = Tous ensemble : le Wild Thing vers { $name }, trois secondes !
ruling--opened = Face Off! La manche est ouverte.
ruling--opening-asked = Face Off! La manche commence, ou quelqu'un a-t-il gagné ?
ruling--cannot-win = { $told }
ruling--shout = Face Off! Qui a gagné, et avec quelle pierre ?
ruling--shouts-close = Deux cris au même moment. Qui était le premier ?
ruling--shouts-two = Deux cris, l'un après l'autre. De qui était le premier ?
ruling--shout-order = { $a } a crié en premier, { NUMBER($gap, minimumFractionDigits: 2, maximumFractionDigits: 2) } s avant { $b }.
ruling--speech-again = Je n'ai pas entendu { $what } : peux-tu le redire ?
ruling--speech-other = { $said } a dit le discours, mais c'est { $who } qui a crié : à { $who } de le dire, sans montrer les dents.
ruling--speech-own = { $name } a nommé quelqu'un d'autre : le discours vaut pour qui le dit. Encore une fois ?
ruling--speech-whose = J'ai entendu le discours. Qui l'a dit ?
ruling--speech-enough = C'était la troisième fois, { $name } : le jeu continue. Y avait-il des dents ?
ruling--speech-nothing = Je n'ai pas entendu le discours, que je ne comprends qu'en anglais : redis-le, ou tape sans dents ou dents.
ruling--wrong-name = Le discours nomme { $said }, mais c'est { $who } qui a crié : redis-le, ou tape sans dents ou dents.
ruling--wrong-gem = Le discours nomme { TERM($said, "gem") }, mais { $who } a crié avec { TERM($gem, "gem") } : redis-le, ou tape sans dents ou dents.
ruling--claim-refused = Discours entendu, mais : { $why }
ruling--wild-asked = Wild thing a été crié : qui a reçu une mauvaise carte ?
ruling--wild-refused = Seul celui qui vient de recevoir une mauvaise carte peut la dénoncer.
ruling--set-asked = Je n'ai pas compris. Quel jeu de signaux, { $dealer } ?
ruling--set-other = { $who } a nommé un jeu de signaux, mais c'est { $dealer } qui choisit.
ruling--joined = { $told }
ruling--place = { $names } : cachez deux Smily, deux Grimmy et un Neutralo. Personne ne voit ce que vous tapez : Ann: placer S G N S G.
ruling--turn = { $name } lance trois dés.
ruling--duel = Duel ! { $name } attaque { $rival } : chacun lance un dé. À taper : duel 4 2, d'abord celui qui attaque.
ruling--moves = { $name } : choisis des dés, puis un pion. Possible : { LIST($moves, by: "; ") }.
ruling--reveal = Retournez les pions sur les chaises et tapez-les, la chaise 6 d'abord (S G N S G) : { LIST($owners, by: ", ") }.
ruling--early = { $name } doit encore avancer.
ruling--no-roll = { $why }
ruling--dice = { $tests }
ruling--wild = { $what }
ruling--evidence = { $what }
ruling--told = { $what }
ruling--no-win = Personne n'a gagné : le jeu continue.
ruling--win-asked = Quelqu'un a gagné : qui, et avec quelle pierre ?
ruling--throw-again = Ces dés ne comptent pas : { $name } relance.

## reason
reason--both-show = Les deux montrent { TERM($sign, "sign") }.
reason--two-trade = Un échange se fait à deux.
reason--overruled = La table décide contre l'arbitre.
reason--by-table = Dit par la table.
reason--by-player = Dit par { $name }.
reason--heard = Entendu : « { $text } ».
reason--set-heard = Entendu : signaux { $set }. annuler les reprend.
reason--wild-heard = Entendu : Wild thing, wild thing!
reason--seen = Vu par la caméra.
reason--no-move = Aucun pion ne peut utiliser un dé.

## referee
referee--games = companion arbitre { LIST($known, by: ", ") }, pas '{ $given }'
referee--who = dis qui joue : --players Ann,Ben,Cleo
referee--refused-one = une commande a été refusée ; les décisions ci-dessus tiennent, le journal les garde
referee--nothing = Il n'y a rien à reprendre.
referee--stays = La décision { $n } n'a rien à reprendre.
referee--no-ruling = Il n'y a pas de décision { $n }.
referee--words = {" "}La table peut aussi dire : { $words }.
referee--not-now = Ce n'est pas possible maintenant.
referee--wild-ritual = D'abord, tous font le Wild Thing vers { $name }. Puis le jeu continue.
referee--win-waits = Dites d'abord qui a gagné, ou que personne n'a gagné. Puis les échanges comptent de nouveau.
referee--late-call = Une mauvaise carte se dénonce dans les { $seconds } secondes après l'échange.
referee--no-trade = { $name } n'a pas encore échangé dans cette manche : une mauvaise carte se dénonce après son échange.
referee--picked-none = { COUNT($names) ->
         [one] { $names } n'a pas
        *[other] { $names } n'ont pas
    } posé { $what }.

## command
command--undo = annuler
command--overrule = contredire NUMÉRO
command--pause = pause
command--resume = reprendre
command--score = points

## player
player--unknown = personne ici ne s'appelle { $name } : les joueurs sont { LIST($names, by: ", ") }

## sound
sound--look = { WIDTH(NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2), right: 8) } s  { WIDTH(NUMBER($level, minimumFractionDigits: 1, maximumFractionDigits: 1), right: 6) } dB { WIDTH($bar, left: 20) }  { LIST($best, by: "  ") }  parole { NUMBER($talk, minimumFractionDigits: 2, maximumFractionDigits: 2) }
sound--score = { $name } { NUMBER($score, minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "always") }

## hand
hand--sign = { $shows } { TERM($signal, "sign") }

## cards
cards--gems = { $n ->
         [one] { $n } carte
        *[other] { $n } cartes
    }
cards--grin = des cartes Sourire
cards--wild = des cartes Wild Thing

## score
score--of = { $name } { $points }
score--list = { LIST($all, by: ", ") }
score--none = -

## missed
missed--name = le nom
missed--gem = la pierre
missed--words = « { $words } »

## teeth
teeth--shown = dents { LIST($at, by: ", ") }
teeth--at = sur « { $words } » ({ NUMBER($t, minimumFractionDigits: 1, maximumFractionDigits: 1) } s)
teeth--then = à { NUMBER($t, minimumFractionDigits: 1, maximumFractionDigits: 1) } s
teeth--none = aucune dent vue pendant tout le discours
teeth--unseen = le visage était tourné, couvert ou hors de l'image pendant { NUMBER($share, style: "percent") } du discours
teeth--other = c'est la bouche de { $speaker } qui bougeait avec le discours, pas celle de { $name }

## evidence
evidence--none = Aucun discours n'a été jugé dans cette manche.
evidence--verdict = { $name }, { $verdict }, visage vu pendant { NUMBER($seen, style: "percent") } du discours. { $shown }
evidence--at = Dents sur « { $words } », de { NUMBER($start, minimumFractionDigits: 1, maximumFractionDigits: 1) } à { NUMBER($end, minimumFractionDigits: 1, maximumFractionDigits: 1) } s, { $n ->
         [one] { $n } image
        *[other] { $n } images
    }.
evidence--pictures = { $n ->
         [one] { $n } image
        *[other] { $n } images
    } en mémoire jusqu'à la prochaine manche : preuve FICHIER.png les garde.
evidence--no-pictures = Il n'y a pas d'images à montrer.
evidence--saved = { $n ->
         [one] { $n } image enregistrée
        *[other] { $n } images enregistrées
    } sous { $path }.
evidence--no-picture-name = { $path } n'est pas un nom d'image : écris preuve FICHIER.png
evidence--not-written = impossible d'écrire { $path } ({ $why })

## roll
roll--unread = Le lancer n'a pas pu être lu : { $why }.
roll--count = Il y a { $n ->
         [one] { $n } dé
        *[other] { $n } dés
    }, il faut en lancer { $wanted }.
roll--wrong-dice = Ce sont les dés de { $name }, mais c'est au tour de { $turn }.
roll--whose = À qui est quel dé ? Tape duel et les deux, d'abord celui de { $name }.
roll--again = Relance, ou tape les dés : 3 5 6.
roll--accept = Relance, tape les dés, ou accepte : ils comptent comme ils sont, { $dice }.
roll--none-waits = Aucun lancer n'attend : tape les dés, par exemple 3 5 6.

## move
move--ways = { $n ->
         [one] { $n } façon
        *[other] { $n } façons
    } avec { $pieces ->
         [one] { $pieces } pion
        *[other] { $pieces } pions
    } et { $dice ->
         [one] { $dice } dé
        *[other] { $dice } dés
    }
move--all-ways = { LIST($all, by: "; ") }

## chair
chair--of = { $chair } { $name }
chair--taken = { $name } sur les chaises { LIST($chairs, by: ", ") }
chair--all = { LIST($all, by: "; ") }

## seat
seat--taken = { $name } est vu
seat--taken-but = { $name } est vu ({ $why })
seat--write = écris visage NUMÉRO NOM, avec un de ces noms : { LIST($names, by: ", ") }
seat--none = aucune caméra ne regarde : il n'y a pas de places
seat--dice-camera = la caméra regarde les dés : il n'y a pas de places
seat--unknown = pas de place { $number } pour { $name } : les places vues sont { LIST($seats, by: ", ") }, les joueurs { LIST($names, by: ", ") }
seat--no-faces = pas de place { $number } pour { $name } : aucun visage en vue, les joueurs sont { LIST($names, by: ", ") }

## wild
wild--joined = { $names } ont participé.
wild--joined-none = Je n'ai vu personne participer.
wild--write = écris wild NOM, avec un de ces noms : { LIST($names, by: ", ") }
wild--no-camera = aucune caméra ne regarde : personne ne peut montrer le Wild Thing
wild--not-in-view = { $player } n'est pas en vue : mets-toi devant la caméra pour montrer le Wild Thing
wild--few-noises = le bruit d'un Wild Thing s'apprend en deux ou trois fois : fais-le encore
wild--talk = ce bruit ressemble trop à la parole ou au rire : fais-en un plus fou
wild--noises-differ = ces bruits sont trop différents : refais le même
wild--close = c'est trop proche de { TERM($names, "signal") }, que je verrais aussi : change quelque chose
wild--weak = c'est trop faible : en parlant les visages font presque pareil ({ LIST($parts, by: ", ") }). Fais-le plus grand
wild--unlike = les deux n'étaient pas pareils : surtout { $part }

## hint
hint--unknown = J'ai remarqué { TERM($sign, "sign") }, sans voir de qui.

## headline
headline--place = { $names } : cachez deux Smily, deux Grimmy et un Neutralo.
headline--duel = Duel ! { $name } attaque { $rival } : chacun lance un dé.
headline--moves = { $name } : choisis des dés, puis un pion.
headline--reveal = Retournez les pions sur les chaises.
headline--several = { $names } montrent tous { TERM($sign, "sign") }. Qui échange ?
headline--pause = Pause : aucun signal ne compte.
headline--speech-nothing = Je n'ai pas entendu le discours (je ne le comprends qu'en anglais). Encore une fois, ou touchez la réponse ?
headline--wrong-name = Le discours nomme { $said }, mais c'est { $who } qui a crié Face Off! Encore une fois ?
headline--wrong-gem = Le discours nomme { TERM($said, "gems") }, mais { $who } a crié avec { TERM($gem, "gems") }. Encore une fois ?

## question
question--result = Le résultat est-il juste ?
question--who-won = Qui a gagné ?
question--who-won-gem = Qui a gagné avec la pierre { TERM($gem, "gem") } ?
question--opening = La manche commence, ou quelqu'un a-t-il gagné ?
question--whose-speech = Qui a dit le discours selon lequel { $name } a gagné ({ TERM($gem, "gem") }) ?
question--which-gem = { $name } a gagné : avec quelle pierre ?
question--claim = { $n ->
    [11] Est-ce que { $name } a les onze { TERM($gem, "gems") }, avec Sourire et Wild Thing ?
   *[other] Est-ce que { $name } a les neuf { TERM($gem, "gems") } ?
}
question--mistake = Est-ce que { $giver } a donné une mauvaise carte à { $caller } ?
question--teeth = Est-ce que { $name } a montré les dents ?
question--speech = J'écoute le discours, en anglais seulement ; sinon, touchez la réponse. Ce que vous dites compte plus.
question--who-trades = { $names } montrent tous { TERM($sign, "sign") } : qui échange ?
question--how-many = Combien de cartes pour l'échange entre { $a } et { $b } ?
question--who-called = Wild thing a été crié : qui a reçu une mauvaise carte ?
question--wild-ritual = Tous ensemble : le Wild Thing vers { $name }, pendant trois secondes !
question--next-set = { $dealer } a gagné et distribue la manche { $n } : quels signaux ?
question--next-wild = { $dealer } distribue : quel Wild Thing ?
question--dice-lie = Les dés comptent-ils comme ils sont, { $dice } ?
question--dice-whose = Le duel : quel dé est celui de { $name } ?
question--chair = La chaise { $chair }, prise par { $name } : quel pion est-ce ?
question--whose-sound = { $name } montre { TERM($sign, "sign") }, et quelqu'un d'autre aussi. Qui échange avec { $name } ?
question--which-face = Qui est-ce ?
question--learn = Je peux apprendre vos bruits pendant la partie ? Alors pas besoin d'échauffement.
question--learn-pair = { $a } et { $b } : { TERM($signal, "sign") } ?
question--gone = Ce n'est plus demandé.
question--others = Cette question est pour quelqu'un d'autre.
question--own-words = Dis-le avec tes mots : la réponse est vide.
question--line = { $told }  { LIST($answers, by: "  ") }
question--option = { $n } { $told }
question--table-camera = Qui ressemble le plus à la photo { $card } ?
question--table-answer = Est-ce juste ?
question--table-owner = À qui était la carte choisie ?

## answer
answer--result-yes = oui, envoie-le
answer--result-no = non
answer--warmup-yes = Oui, on s'échauffe
answer--warmup-no = Non, on joue
answer--warmup-keep-yes = Oui, retiens-moi
answer--warmup-keep-no = Non, oublie-moi après ce soir
answer--learn-evening = Oui, pour ce soir
answer--learn-keep = Oui, et garde-les
answer--learn-no = Non
answer--learn-pair = { TERM($signal, "sign") }
answer--is = { $value }
answer--gem = { TERM($gem, "gem") }
answer--set = { $set } : { TERM($signals, "signal") }
answer--two = { $a } et { $b }
answer--cards = { TERM($shown, "shown") }
answer--got = c'est { $name }
answer--done = Fini
answer--wild = { TERM($wild, "wild-way") }
answer--wild-own = un Wild Thing à nous
answer--other-set = d'autres signaux
answer--chair-back = revenir à la chaise { $chair }
answer--piece = { TERM($kind, "piece-kind") }
answer--nobody-won = personne : on continue
answer--play-begins = la manche commence
answer--has-won = quelqu'un a gagné
answer--nobody-spoke = personne de nous
answer--nobody-trades = pas d'échange
answer--nobody-called = pas de mauvaise carte
answer--somebody-else = quelqu'un d'autre
answer--claim-yes = oui, toutes
answer--claim-no = non, on continue
answer--mistake-yes = oui, une mauvaise carte
answer--mistake-no = non
answer--teeth-yes = Non, pas de dents
answer--teeth-no = Oui, des dents
answer--dice-yes = oui, ils comptent
answer--dice-no = non, on relance
answer--nobody-sound = personne
answer--nobody-face = personne qui joue

## heard
heard--taken = Entendu : { $what }
heard--asked = { $what } ?
heard--either = { $a } ou { $b } ?
heard--dismissed = Oublié. Redites-le, ou touchez la réponse.
heard--nothing = Rien n'a été entendu qu'on puisse oublier ou répéter.
heard--unknown = { LIST($words) } n'est pas compris ici : dites-le autrement, ou « numéro deux » pour la deuxième réponse.
heard--turn = C'est à { LIST($names) }.
heard--turn-all = C'est à tout le monde.
heard--worth = { TERM($signal, "signal") } : { TERM($shown, "shown") }
heard--no-next = La manche suivante vient après celle-ci.

## evening
evening--points = { $name } { NUMBER($points, maximumFractionDigits: 0, signDisplay: "always") } ({ TERM($reason, "won-by") })
evening--of = { LIST($all, by: ", ") }

## options
options--no-language = companion parle { $languages }, pas '{ $given }'
options--no-source = donne une caméra, une vidéo, une image ou une adresse, par exemple --camera 0
options--two-sources = donne une seule source, pas { $one } et { $other }
options--other-game = cela ne compte pas dans { TERM($game, "game") } : { LIST($options, by: ", ") }
options--without-game = cela ne compte pas sans --game : { LIST($options, by: ", ") }
options--without-mqtt = cela ne compte pas sans --mqtt : { LIST($options, by: ", ") }
options--without-keep = cela ne compte pas quand aucune partie n'est gardée : { LIST($options, by: ", ") }
options--one-device = la page n'ouvre elle-même qu'un appareil : donne { $option } une fois, ajoute les autres par téléphone ou dans le navigateur

## threshold
threshold--signal = ce signal n'a pas de seuil à régler
threshold--value = un seuil de ce signal va de { NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) } à { NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }
threshold--kept = Le seuil compte maintenant, et reste avec le visage de { $name }.
threshold--not-kept = Le seuil compte dans cette partie ; pour le garder, apprends-moi d'abord le visage : companion enrol { SHELL($name) }.

## preview
preview--nothing = rien ne vient de cet appareil : un autre programme s'en sert-il ?
preview--playing = une partie est en cours : c'est son image qui est montrée

## faces
faces--none = Aucun visage en vue.
faces--seen = Dans l'image, de gauche à droite : { LIST($all, by: ", ") }.{ $missing }{ $saved }
faces--of = { $n } { $name }
faces--nobody = encore personne
faces--missing = {" "}Pas encore de visage : { $names }.
faces--saved = {" "}L'image avec les numéros est { $path }.
faces--no-picture-name = { $path } n'est pas un nom d'image : écris visages FICHIER.png
faces--alone = { $name } n'a pas encore de visage : mets-toi en vue, ou nomme un visage : visage NUMÉRO { $name }

## praise : une ligne pour chacun à la fin de la soirée
praise--calm = { $best ->
         [yes] Le visage le plus calme, discours sans dents : { $n }
        *[no] Discours sans dents : { $n }
    }
praise--quick = { $best ->
         [yes] L'échange le plus rapide, en secondes : { $n }
        *[no] Son échange le plus rapide, en secondes : { $n }
    }
praise--wild = { $best ->
         [yes] Le plus de Wild Things échangées : { $n }
        *[no] Wild Things échangées : { $n }
    }
praise--caught = { $best ->
         [yes] L'œil le plus vif, mauvaises cartes remarquées : { $n }
        *[no] Mauvaises cartes remarquées : { $n }
    }
praise--trade = { $best ->
         [yes] Le plus d'échanges : { $n }
        *[no] Échanges : { $n }
    }
praise--title = { $best ->
         [yes] A raconté la meilleure histoire, fois : { $n }
        *[no] Meilleures histoires : { $n }
    }
praise--confused = { $best ->
         [yes] A trompé les autres le plus souvent : { $n }
        *[no] A trompé les autres, fois : { $n }
    }
praise--story = { $best ->
         [yes] A raconté le plus d'histoires : { $n }
        *[no] Histoires racontées : { $n }
    }
praise--team = { $best ->
         [yes] Le plus de manches gagnées en équipe : { $n }
        *[no] Manches gagnées en équipe : { $n }
    }
praise--smily = { $best ->
         [yes] Le plus de Smily sur des chaises : { $n }
        *[no] Smily sur des chaises : { $n }
    }
praise--strike = { $best ->
         [yes] A capturé le plus de pions : { $n }
        *[no] Pions capturés : { $n }
    }
praise--duel = { $best ->
         [yes] Le plus de duels gagnés : { $n }
        *[no] Duels gagnés : { $n }
    }
praise--chair = { $best ->
         [yes] A pris le plus de chaises : { $n }
        *[no] Chaises prises : { $n }
    }
praise--row = { $best ->
         [yes] La meilleure manche, points : { $n }
        *[no] Sa meilleure manche, points : { $n }
    }
praise--helped = { $best ->
         [yes] Le plus de cartes jouées avec des aides : { $n }
        *[no] Cartes jouées avec des aides : { $n }
    }
praise--low = { $best ->
         [yes] A posé le plus de petites cartes devant soi : { $n }
        *[no] Petites cartes posées devant soi : { $n }
    }
praise--ended = { $best ->
         [yes] A fini le plus de manches : { $n }
        *[no] Manches finies : { $n }
    }
praise--guess = { $best ->
         [yes] A trouvé le plus de paires : { $n }
        *[no] Paires trouvées : { $n }
    }
praise--understood = { $best ->
         [yes] Le mieux compris, paires trouvées : { $n }
        *[no] Ses paires que d'autres ont trouvées : { $n }
    }
praise--streak = { $best ->
         [yes] La plus longue série, paires en un tour : { $n }
        *[no] Sa plus longue série, paires : { $n }
    }
praise--hand = { $best ->
         [yes] A gagné le plus de manches : { $n }
        *[no] Manches gagnées : { $n }
    }
praise--there = Là jusqu'à la fin, manches jouées : { $n }
