## term.how
term--how--chicken = caquette : cot cot cot
term--how--pig = groin groin, par le nez
term--how--lamb = bêêê, en tremblant
term--how--turkey = glou glou glou
term--how--cow = meuh, long et grave
term--how--seal = aboie : ark ark ark
term--how--monkey = hou hou hou, vite
term--how--donkey = hi-han : aigu, puis grave
term--how--panting = tire la langue et halète, sans la voix
term--how--tongue_out = tire la langue
term--how--eyes_wide = ouvre grand les yeux, bouche fermée
term--how--eyes_mouth_wide = ouvre grand les yeux et la bouche
term--how--sour = comme si tu mordais dans un citron
term--how--grin = souris en montrant les dents
term--how--darting_tongue = sors et rentre vite la langue, comme un serpent
term--how--fish_gasp = ouvre et ferme la bouche comme un poisson
term--how--wet_dog_shake = secoue la tête comme un chien mouillé
term--how--wild_thing = fais le Wild Thing que tu as montré

## term.made
term--made--poker_face = visage neutre
term--made--teeth = dents
term--made--nothing = rien

## coach
coach--unseen = tourne le visage vers la caméra
coach--eyes = ouvre plus grand les yeux
coach--brows = lève les sourcils
coach--shut_mouth = ferme la bouche
coach--open_mouth = ouvre plus grand la bouche
coach--round_mouth = pas un petit O rond : ouvre large
coach--part_lips = écarte les lèvres
coach--less_mouth = ferme un peu la bouche
coach--teeth = montre les dents
coach--tongue_in = garde la langue dedans
coach--eyes_open = ne plisse pas les yeux
coach--wider = tire les coins de la bouche plus large et vers le haut
coach--screw_up = plisse plus fort les deux yeux
coach--nose = fronce le nez
coach--tongue = tire plus la langue
coach--darting_tongue = sors et rentre vite la langue
coach--panting = langue dehors, halète plus vite
coach--fish_gasp = ouvre et ferme la bouche comme un poisson
coach--wet_dog_shake = secoue la tête plus vite de côté et d'autre
coach--hold = c'est ça : tiens
coach--louder = plus fort, ou plus près
coach--softer = trop fort, cela sature : recule un peu
coach--talk = on dirait que tu parles : sans les mots
coach--short = ton signal { TERM($signal, "signal") } est court : tiens plus longtemps
coach--long = ton signal { TERM($signal, "signal") } est long : fais plus court
coach--few = encore et encore, en rythme : { TERM($signal, "how") }
coach--like = on dirait plutôt { TERM($signal, "signal") } : fais-le à ta façon
coach--how = { TERM($signal, "how") }
coach--heard = c'est ça
coach--own_way = presque : fais-le comme tu l'as montré
coach--nearly = presque : { $what }

## card
card--number = { $n }
card--of-set = { $set } { $n }
card--signal = { TERM($signal, "signal") }

## practice
practice--ready = Je te connais maintenant : c'est parti
practice--cue = montre : { TERM($signal, "signal") } ({ TERM($signal, "how") })
practice--cue-card = montre { $card }
practice--legend = { LIST($items, by: ", ") }
practice--legend-item = { $card } { TERM($signal, "signal") }
practice--hit = oui{ $late }
practice--wrong = c'était { TERM($made, "signal") }{ $late }
practice--late = pas reconnu à temps
practice--tried = { TERM($signal, "signal") } : { $what }
practice--late-times = {" "}après { NUMBER($onset, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, reconnu après { NUMBER($recognised, minimumFractionDigits: 2, maximumFractionDigits: 2) } s
practice--teach = { $why }fais ton Wild Thing : { $n } sur { $of }
practice--taught = { $why }c'est ton Wild Thing : je le connais maintenant
practice--teach-again = { $why }.{" "}
practice--done = { $hits } réussis sur { $tries }
practice--done-short = { $hits } réussis sur { $tries } ; l'enregistrement s'est arrêté avant la fin des { $all } demandes
practice--speech = dis ton discours sans montrer les dents : { NUMBER($seconds, maximumFractionDigits: 0) } s
practice--clean = pas de dents : bravo
practice--teeth = dents à { LIST($at, by: ", ") }
practice--at = { NUMBER($t, minimumFractionDigits: 1, maximumFractionDigits: 1) } s
practice--unseen = ta bouche n'a pas été vue assez longtemps : face à la caméra, le visage bien éclairé
practice--short-speech = ton visage n'a été vu que { NUMBER($told, minimumFractionDigits: 1, maximumFractionDigits: 1) } s sur { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } : rien n'est jugé, réessaie
practice--strip = le discours, de gauche à droite (plein = dents) :
practice--keep = Ajouter { $n ->
         [one] { $n } de ces essais
        *[other] { $n } de ces essais
    } au profil de { $name } ? { TERM($what, "signal") }. Seuls des nombres sont gardés. [o/n]
practice--kept = Ajouté au profil de { $name } : { TERM($added, "signal") }. Pour annuler : companion practise undo --player { SHELL($name) }
practice--kept-page = Ajouté au profil : { TERM($added, "signal") }.
practice--not-kept = Rien n'a été ajouté.
practice--undone = Annulé : { TERM($undone, "signal") } de { $name }.
practice--nothing-to-undo = l'entraînement n'a rien ajouté au profil de { $name }
practice--forgotten = l'entraînement de { $name } est effacé : { $deleted ->
         [one] { $deleted } essai
        *[other] { $deleted } essais
    }
practice--no-face = pas de visage calme vu pendant une seconde : devant la caméra, le visage bien éclairé
practice--no-sound = rien entendu : le micro est-il allumé ?
practice--no-noise = '{ $signal }' n'est pas un bruit : enlève --hear
practice--no-loudspeaker = aucun haut-parleur ne peut jouer l'exemple ({ $why }) : enlève --hear
practice--no-set = il n'y a pas de jeu de signaux '{ $given }' : donne A, B, C ou D, plusieurs (AC), ou mixed
practice--no-signal = il n'y a pas de signal '{ $given }' : choisis parmi { LIST($known, by: ", ") }
practice--no-drill = il n'y a pas d'exercice '{ $given }' : donne { LIST($drills, by: ", ") }, ou { LIST($others, by: ", ") }
practice--one-set = une manche a un seul jeu de signaux : choisis A, B, C ou D
practice--other-device = le jeu { $set } ne se travaille pas avec ces appareils : donne aussi { $what }
practice--who-first = dis d'abord qui s'entraîne
practice--gone-drill = cet exercice n'existe pas : recharge la page
practice--open = L'entraînement est ouvert sur cette machine : { $address }
practice--closed = L'entraînement est fermé.
practice--next-new = nouveau (pas encore essayé)
practice--next-due = prévu { $when }, mémoire { NUMBER($recall, style: "percent") } ({ $hits } sur { $tries } la dernière fois)
practice--better-surer = Mieux : { TERM($signal, "signal") }, { $hits } sur { $tries }, après { $old_hits } sur { $old_tries } la dernière fois.
practice--better-faster = Plus vite : { TERM($signal, "signal") } en { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, après { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } s la dernière fois.
practice--better-first = Nouveau aujourd'hui : { TERM($signal, "signal") }, { $hits } sur { $tries }.
practice--better-none = { $hits } sur { $tries } aujourd'hui. C'était déjà mieux : c'est ça, s'entraîner.
practice--then-new = Ensuite : { TERM($signal, "signal") }, c'est nouveau.
practice--then-again = Ensuite : encore { TERM($signal, "signal") }, { $hits } sur { $tries } jusqu'ici.
practice--then-due = Ensuite : { TERM($signal, "signal") }, { $days ->
         [1] demain
        *[other] dans { $days } jours
    }.
practice--nothing-next = rien n'est encore prévu : commence par les cinq minutes
practice--dice-keys = lance les dés. Entrée : juste ; 1 à 6 : le dé marqué ; Tab : marquer le suivant ; - : pas un lancer ; q : arrêter
practice--dice-read = { $shown } : juste ? un chiffre corrige le dé marqué
practice--dice-taken = pris : { $shown }
practice--dice-corrected = corrigé : { $before } était { $shown }
practice--dice-dropped = pas compté
practice--dice-unconfirmed = pas compté, personne n'a dit « Juste » : { $shown }
practice--dice-session = { $throws ->
         [one] { $throws } lancer compté
        *[other] { $throws } lancers comptés
    } : { $right } bien lus, { $corrected } corrigés{ $more ->
         [0] {""}
        *[other] {" "}; { $more } pas comptés
    }.
practice--dice-doubts = Pas sûr : { LIST($items, by: " ; ") }.
practice--dice-doubt = { $n ->
         [one] { $why }
        *[other] { $n } fois : { $why }
    }
practice--dice-sure = Rien n'était douteux.
practice--dice-better = Conseil : { $advice }
practice--dice-light-good = La lumière est bonne.
practice--dice-unread = pas lu : { $why }
practice--dice-card = { $throws ->
         [one] { $throws } lancer
        *[other] { $throws } lancers
    }{ $corrected ->
         [0] , tous gardés comme ils ont été lus
        *[other] , { $corrected } corrigés ({ NUMBER($share, style: "percent") }), dont { $asked } avaient été demandés
    }
practice--dice-more = test de justesse après { $n ->
         [one] encore { $n } lancer
        *[other] encore { $n } lancers
    }

## frenzy
frenzy--begin = Une manche de Face Off!, jeu { $set }, { NUMBER($seconds, maximumFractionDigits: 0) } s : montre ce qu'un bot montre pour échanger. { LIST($signals, by: ", ") }
frenzy--card = { $n } { TERM($signal, "signal") }
frenzy--gems = { $n ->
         [one] { $n } { TERM($suit, "gem") }
        *[other] { $n } { TERM($suit, "gems") }
    }
frenzy--shows = { $name } montre { $shown } : { TERM($signal, "signal") }
frenzy--offered = tu proposes { $n ->
         [one] { $n } { TERM($suit, "gem") }
        *[other] { $n } { TERM($suit, "gems") }
    } : { TERM($signal, "signal") }
frenzy--none = tu n'as pas { $n ->
         [one] de carte
        *[other] { $n } cartes
    } d'une même pierre à donner pour { TERM($signal, "signal") }
frenzy--traded = échangé avec { $name } après { NUMBER($late, minimumFractionDigits: 2, maximumFractionDigits: 2) } s
frenzy--answered = { $name } t'a répondu : échangé
frenzy--beaten = { $one } et { $two } ont échangé ({ TERM($signal, "signal") }) : trop tard pour toi
frenzy--missed = { $name } a attendu pour rien : { TERM($signal, "signal") }
frenzy--won = tu as les neuf cartes d'une pierre : Face Off!
frenzy--lost = { $name } était avant toi : Face Off!
frenzy--over = c'est l'heure : { $trades ->
         [one] { $trades } échange
        *[other] { $trades } échanges
    }, ta plus grande série a { $most ->
         [one] { $most } carte
        *[other] { $most } cartes
    }
frenzy--hand = { $left } s   Ta main : { LIST($hand, by: ", ") }

## report
report--spread = { NUMBER($median, minimumFractionDigits: 2, maximumFractionDigits: 2) } s ({ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }–{ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) })
report--title = Entraînement : { $name }
report--none = personne ne s'est encore entraîné
report--nothing = Encore rien.
report--no-hits = Encore rien de réussi.
report--no-tries = pas encore d'essais
report--total = { $hits ->
    [one] { $hits } réussi
   *[other] { $hits } réussis
 } sur { $tries } ({ NUMBER($rate, style: "percent") }) ; meilleure série { $best }, maintenant { $streak } ; jours d'affilée : { $days }.
report--rates = Réussite
report--times = Secondes de la demande au signal (quartiles et médiane, réussis seulement)
report--weeks = Réussite par semaine (à partir du lundi)
report--trend = Chaque signal au fil des semaines
report--confusion = Ce qui était demandé, et ce qui a été fait
report--asked = demandé
report--of = { NUMBER($rate, style: "percent") } de { $tries }
report--of-day = { $hits }/{ $tries }
report--day = { $day } : { $hits } sur { $tries }
report--week-days = Réussis sur essais, ces sept derniers jours : { LIST($days, by: ", ") }
report--week = Cette semaine : réussis sur essais, jour par jour
report--dice = Test des dés
report--faces = Combien de fois chaque nombre est tombé (le trait : un dé juste)
report--line = { WIDTH($name, left: 20) } { $hits } sur { $tries }{ $times }, meilleure série { $best }
report--line-times = , { NUMBER($median, minimumFractionDigits: 2, maximumFractionDigits: 2) } s ({ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }-{ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) })
report--counting = il compte
report--written = écrit : { $path }
report--not-written = { $path } ne peut pas être écrit ({ $why }) : donne un autre fichier

## practised
practised--newer = { $path } vient d'un companion plus récent (version { $version }, celui-ci connaît { $knows }) : mets companion à jour
practised--full = le disque est plein, l'essai n'est pas gardé dans { $path } : fais de la place et réessaie
practised--in-use = { $path } est utilisé par un autre companion : ferme-le et réessaie
practised--damaged = { $path } est abîmé ou n'est pas une base d'entraînement : déplace-le pour recommencer à zéro
practised--unusable = { $path } ne sert pas ({ $why }) : vérifie les droits et la place
practised--unknown = pas d'entraînement de { $name } sur cette machine (jusqu'ici : { LIST($there, by: ", ") })
practised--nobody = personne
practised--records = { $n ->
         [one] { $n } note d'entraînement de { $name } dans { $path } est illisible et laissée de côté
        *[other] { $n } notes d'entraînement de { $name } dans { $path } sont illisibles et laissées de côté
    } ({ LIST($records, by: ", ") }) ; companion profiles delete { $name } efface tout ce qui est gardé de { $name }
practised--no-name = donne le nom du joueur, 60 lettres au plus : companion practise learn --player Ann
