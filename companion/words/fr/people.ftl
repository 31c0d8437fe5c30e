## lesson.face
lesson--face--no-face = le visage de { $player } n'a pas été vu assez longtemps : mets-toi devant la caméra, le visage éclairé

## term.ask
term--ask--tongue_out = tire la langue
term--ask--eyes_wide = ouvre grand les yeux, bouche fermée
term--ask--eyes_mouth_wide = ouvre grand les yeux et la bouche
term--ask--sour = fais la tête de quelqu'un qui mord dans un citron
term--ask--grin = souris en montrant les dents

## lesson.wild
lesson--wild--begin = { $dealer } : visage détendu, puis fais ton Wild Thing deux secondes et repose-toi. Puis encore une fois.
lesson--wild--short = { $dealer } : c'était trop court. Tiens deux secondes.
lesson--wild--once = { $dealer } : vu une fois. Repose-toi, puis refais-le.
lesson--wild--learned = Le Wild Thing de { $dealer } est appris : { LIST($parts, by: ", ") }. Tous peuvent le faire maintenant.
lesson--wild--another = { $dealer } : { $problem }. Trouves-en un autre, et tape encore wild { $dealer }.
lesson--wild--again = { $dealer } : { $problem }. Encore une fois.

## lesson.sound
lesson--sound--no-set = il n'y a pas de jeu '{ $set }' avec des bruits à apprendre : donne A, C ou D
lesson--sound--no-folder = { $folder } n'est pas un dossier : donnes-en un avec des fichiers comme cow_0.wav et talk_0.wav
lesson--sound--file = { $file } : { $reason }
lesson--sound--quiet = { $seconds } secondes de calme, s'il vous plaît : j'écoute la pièce.
lesson--sound--talk = Parle maintenant { $seconds } secondes : dis qui joue ce soir.
lesson--sound--take = Fais { TERM($signal, "spoken") } : { $count } sur { $of }
lesson--sound--again = encore : { $count } sur { $of }
lesson--sound--later = Laisse { TERM($signal, "spoken") } pour plus tard.
lesson--sound--ended = le son s'est arrêté avant la fin : enregistre aussi le reste
lesson--sound--nothing = rien de { $player } n'a servi : lis les raisons ci-dessus et réessaie
lesson--sound--count = { TERM($signal, "signal") } ({ $n })
lesson--sound--kept = Gardé pour { $player } : { LIST($taught, by: ", ") }. Des nombres seulement, aucun son.

## term.spoken
term--spoken--chicken = une poule (cot cot cot)
term--spoken--pig = un cochon (groin groin)
term--spoken--lamb = un agneau (bêêê)
term--spoken--turkey = un dindon (glou glou glou)
term--spoken--cow = une vache (meuh)
term--spoken--seal = un phoque (ark ark ark)
term--spoken--monkey = un singe (hou hou hou)
term--spoken--donkey = un âne (hi-han)
term--spoken--panting = un chiot qui halète
term--spoken--wild_thing = le Wild Thing

## take
take--muted = rien ne vient du micro : est-il coupé ?
take--quiet = trop bas : rapproche-toi, ou fais plus de bruit
take--room = la pièce est presque aussi forte : attends le calme, ou rapproche-toi
take--loud = trop fort, cela sature : recule un peu
take--short = trop court : fais-le durer un peu plus
take--unlike = ce n'était pas comme avant ({ TERM($signal, "signal") }) : refais-le pareil
take--close = { TERM($one, "signal") } et { TERM($other, "signal") } se ressemblent chez toi : { TERM($other, "otherwise") }
take--all-there = tout est là

## term.otherwise
term--otherwise--chicken = fais la poule plus court et plus sec
term--otherwise--pig = fais le cochon par le nez
term--otherwise--lamb = fais trembler l'agneau
term--otherwise--turkey = fais durer le dindon
term--otherwise--cow = fais la vache plus longue et plus grave
term--otherwise--seal = fais aboyer le phoque plus fort
term--otherwise--monkey = fais le singe plus aigu et plus vite
term--otherwise--donkey = fais un hi aigu et un han grave
term--otherwise--panting = halète sans la voix
term--otherwise--wild_thing = fais le Wild Thing autrement

## learn: noises, while the table plays
learn--evening = J'apprends vos bruits pendant la partie, et je les oublie quand la table ferme.
learn--keep = J'apprends vos bruits pendant la partie, et je les garde pour la prochaine fois.
learn--no = Je n'apprends rien de vos bruits pendant la partie.
learn--which = écris learn, learn keep ou learn no ; « { $given } » n'en est pas un

## warmup
warmup--two = { $n } personnes dans l'image : seulement toi un instant, s'il te plaît
warmup--no-dice-camera = aucune caméra ne regarde les dés : ouvres-en une au-dessus de la table
warmup--ask-dice = Mettez les deux jeux de dés en vue, { LIST($players) } : celui du joueur de gauche à gauche.
warmup--dice = { $n ->
         [one] { $n } dé
        *[other] { $n } dés
    } : { LIST($dice, by: ", ") }. Jeux : { LIST($sets, by: ", ") }. { LIST($hard, by: " ") }
warmup--dice-easy = Ils se lisent bien.
warmup--dice-unsure = Les dés de couleur { TERM($colours, "colour") } se lisent mal ici : plus de lumière de côté, ou la caméra plus près.
warmup--dice-near = Les deux jeux se ressemblent : je peux les confondre, et je demanderai.
warmup--offer = On fait connaissance d'abord ? Une minute chacun : visages, bruits, noms. La partie peut quand même commencer.
warmup--reminder = Des bruits que personne ne m'a montrés ne sont que des indices : peu de choses se passent toutes seules. On prend la minute pour chacun maintenant ?
warmup--may-keep = { $player } : je te reconnais la prochaine fois ? Je garde des nombres seulement, jamais d'image ni de son.
warmup--begin = Faisons connaissance : { LIST($players, by: ", ") }. Une minute chacun, et toute carte peut se sauter.
warmup--to = { $player } : { $what }
warmup--nothing = rien pour s'échauffer : ouvre une caméra ou un micro, dans un jeu avec des signaux
warmup--in-hand = pendant une manche, l'échauffement commence sur l'ordinateur : il retient ce que tu montres et dis
warmup--phone-senses-nothing = ce téléphone n'envoie ni image ni son : allume son micro ou sa caméra, ou échauffe-toi sur l'ordinateur
warmup--at-laptop = { LIST($players) } : vos cartes sont sur l'ordinateur. Pour les avoir sur ton téléphone, allume son micro.
warmup--not-on = pas d'échauffement en cours : dis warmup, ou warmup NOM pour un seul joueur
warmup--nobody = à qui est la carte ? Ajoute { LIST($names, type: "disjunction") }
warmup--nobody-asked = personne n'est interrogé : dis keep NOM ou forget NOM avec warmup devant
warmup--ask-calm = regarde la caméra deux secondes, tout calme
warmup--ask-show = { TERM($signal, "how") }
warmup--ask-noise = fais { TERM($signal, "spoken") } !
warmup--ask-wild = montre le Wild Thing, repose-toi, et montre-le encore
warmup--ask-shout = crie « Face Off! » comme quand tu gagneras
warmup--ask-name = dis ton nom, une fois
warmup--calm-going = Bien, reste comme ça
warmup--calm-done = Voilà { $player } au calme.
warmup--hold = C'est ça : tiens
warmup--show-done = C'est bon : { TERM($signal, "signal") }.
warmup--show-small = Petit, mais je le connais maintenant : { TERM($signal, "signal") }.
warmup--show-stronger = Je le vois presque : plus grand, et tiens une seconde
warmup--take = { $count } sur { $of }. Encore !
warmup--noise-done = C'est bon : { TERM($signal, "signal") }.
warmup--shout-done = Cela s'entendra.
warmup--shout-again = Pour moi ce n'était pas « Face Off! » : plus fort, les deux mots
warmup--name-done = { $player }, je connais le son de ton nom maintenant.
warmup--name-again = Je n'ai pas compris le nom : dis-le seul, clairement
warmup--later = Pas grave : { TERM($signal, "signal") } revient à la fin.
warmup--leave = { $why }. Pas grave, on le laisse pour plus tard.
warmup--other = Je crois que c'était { $other } : seulement toi, s'il te plaît
warmup--like = Cela ressemble trop à ton signal { TERM($other, "signal") } : plus court, ou un autre bruit. Tout bruit va si la table est d'accord
warmup--smiling = Tu souris : seulement le visage calme, deux secondes
warmup--tongue = Rentre la langue, pour le visage calme
warmup--making = Tu fais une tête ({ TERM($signal, "signal") }) : seulement le calme, deux secondes
warmup--still = Tiens la tête tranquille un instant
warmup--turned = Tu ne regardes pas la caméra : tourne-toi vers elle
warmup--far = Tu es trop loin : approche jusqu'à ce que ton visage soit plus grand ({ $pixels } pixels sur { $least } entre les yeux)
warmup--dark = Ton visage est trop sombre : tourne une lampe vers lui
warmup--backlit = La lumière est derrière toi : tourne-toi pour l'avoir sur le visage
warmup--no-face = Je ne vois personne : mets-toi devant la caméra
warmup--not-you = Je vois des visages, mais lequel est le tien ? Mets-toi là où est ton nom, ou touche ton visage
warmup--nobody-there = { $player } n'est pas en vue. Les cartes attendent, et la partie peut quand même commencer
warmup--no-picture = Aucune image de la caméra : les cartes attendent, et la partie peut quand même commencer
warmup--asleep = Le téléphone de { $player } n'envoie rien : réveille-le et la carte est encore là ; la partie peut quand même commencer
warmup--dead = Je n'entends rien du tout : le micro est-il coupé ? Saute les bruits, toucher marche aussi
warmup--music = Quelque chose joue ou parle sans arrêt : baisse-le une minute, ou saute les bruits
warmup--room-lamp = La lampe derrière { $player } cache son visage : tourne-la, ou changez de place.
warmup--room-dark = Le visage de { $player } est sombre : une lampe de plus aide.
warmup--room-loud = La pièce est bruyante ({ $level } dB) : ventilateur ou musique en moins, et je vous entends bien mieux.
warmup--room-echo = La pièce résonne ({ NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s) : une nappe, ou le micro plus près, aide.
warmup--room-far = { LIST($players, by: ", ") } sont loin de la caméra : rapproche-la ou les chaises.
warmup--keep = je reconnais { $player } la prochaine fois ? Des nombres seulement, jamais d'image ni de son (échauffement garder { $player }, échauffement oublier { $player })
warmup--kept = { $player } est connu maintenant : la prochaine fois l'échauffement prend cinq secondes.
warmup--not-kept = Rien de { $player } n'est gardé après cette soirée.
warmup--sheet = { LIST($rows, by: "; ") }
warmup--row = { $player } : { LIST($cells, by: ", ") }
warmup--cell = { TERM($signal, "signal") } : { TERM($grade, "grade") }{ $note }{ $trades }{ $refused }
warmup--trades = {" "}({ $confirmed } comptés, { $overruled } repris)
warmup--near-own = , proche de ton signal { TERM($other, "signal") }
warmup--near-other = , proche du signal { TERM($other, "signal") } de { $who }
warmup--near-room = , proche de la parole ou du bruit de la pièce
warmup--uneven = , autrement à chaque fois
warmup--few = , un seul essai : deux de plus le rendent sûr
warmup--small = , à peine vu
warmup--not-reached = , trop petit pour être vu
warmup--refused = {" "}; { TERM($signal, "signal") } de { $player } : pas assez net la dernière fois{ $like }
warmup--as-like = , c'était peut-être { TERM($signal, "sign") }

## term.grade
term--grade--sure = sûr
term--grade--weak = faible
term--grade--unknown = inconnu

## enrol
enrol--no-name = donne le nom du joueur : companion enrol Ann
enrol--sounds-only = --mic, --takes et --wild sont pour les bruits : ajoute --sounds
enrol--signal = { TERM($signal, "signal") }
enrol--no-signals = pas encore de signaux
enrol--kept = Gardé pour { $name } : un visage calme, { LIST($signals, by: ", ") }. Aucune image n'est gardée.
