## club
club--sends = Ce qui est décidé ici (noms, points, décisions ; jamais d'images, de sons ni de cartes cachées) est dit au broker MQTT { $host }:{ $port }, sous le nom de table { $name }.
club--bare = le mot de passe va à { $host } sans TLS, lisible en chemin : écris mqtts:// si le broker le permet
club--trying = { $host } : connexion sous le nom { $name }
club--on = { $host } : informé sous le nom { $name }
club--off = { $host } n'est pas informé ({ $why }) : ce qui est décidé est gardé ici et envoyé plus tard
club--lost = Le broker MQTT { $host } ne répond pas ({ $why }). Le jeu continue ; ce qui est décidé est gardé et envoyé quand il revient.
club--back = Le broker MQTT { $host } est de nouveau informé, de tout ce qu'il a manqué.
club--clash = Une autre table s'appelle aussi { $name } : donne un autre nom à l'une avec --table-name.
club--clash-over = Plus aucune autre table ne s'appelle { $name }.
club--announced = Annonce : { $text }
club--waits = { $n ->
         [one] { $n } message n'a pas pu partir : il est dans le journal de sa partie et partira
        *[other] { $n } messages n'ont pas pu partir : ils sont dans les journaux des parties et partiront
    } avec le prochain --mqtt.
club--result-right = Le résultat est confirmé.
club--result-wrong = Alors reprenez ce qui est faux (annuler) ; je redemanderai le résultat.
club--no-library = --mqtt a besoin d'une bibliothèque qui manque : tape { $line }
club--no-address = { $address } n'est pas un broker MQTT : écris HOST, HOST:PORT, mqtt://USER@HOST ou mqtts://USER@HOST:PORT
club--password-in-address = un mot de passe n'a pas sa place dans une commande, où d'autres peuvent le lire : règle { $variable }, ou donne --mqtt-password-file
club--no-user = un mot de passe sans utilisateur : écris mqtts://USER@{ $host }
club--no-name = { $name } n'est pas un nom de table : 40 lettres et chiffres au plus
club--no-command = { $word } ne peut pas être permis : --mqtt-commands prend { $known }
club--no-password = { $path } ne contient pas de mot de passe ({ $why }) : écris-le seul sur une ligne
club--no-text = ce n'est pas du texte
club--one-line = il faut une seule ligne
club--no-certificate = { $path } ne peut servir de certificat ou de clé ({ $why }) : donne des fichiers PEM
club--key-alone = --mqtt-key demande aussi --mqtt-cert
club--no-register = { $folder } ne peut pas garder le numéro de cette table ({ $why }) : fais de la place, ou règle COMPANION_DATA_FOLDER

## club.why
club--why--password = il refuse l'utilisateur ou le mot de passe
club--why--identifier = il refuse le numéro de cette table
club--why--protocol = il parle une autre version de MQTT
club--why--topic = il n'autorise pas cet utilisateur à écrire dans companion/{ $topic }
club--why--expired = son certificat a expiré
club--why--other-name = son certificat est celui d'une autre machine
club--why--untrusted = son certificat n'est pas sûr : { $said }
club--why--tls = TLS échoue : { $said }
club--why--no-host = cette machine n'existe pas
club--why--nobody = personne ne répond là
club--why--silent = pas de réponse
club--why--broken = la connexion s'est coupée
club--why--other = { $said }

## club.home
club--home--model = arbitre de table
club--home--trade = Échange
club--home--win = Face Off! et victoire
club--home--verdict = Verdict
club--home--roll = Lancer
club--home--score = Meilleur score
club--home--hand = Manche
club--home--senses = Sens

## log
log--exists = { $path } contient déjà un journal : nomme un autre fichier, ou rejoue-le avec : companion replay
log--not-written = le journal { $name } ne peut pas s'écrire ({ $why }) : fais de la place ou donne les droits, ou utilise --log FICHIER
log--missing = il n'y a pas de journal { $path } : donne le fichier que companion referee a nommé au départ
log--unreadable = le journal { $path } est illisible ({ $why })
log--odd-key = { $path } est abîmé : ce que son en-tête dit de { $key } est illisible
log--no-log = { $path } n'est pas un journal de companion, ou il est abîmé ({ $why })
log--version = { $path } est un journal de la version { $version } ; ce companion lit { $reads } : rejoue-le avec celui qui l'a écrit
log--trouble = le journal { $name } ne peut pas s'écrire ({ $why }) : { $advice } ; d'ici là tout reste en mémoire seulement
log--moved = le journal { $name } ne pouvait pas continuer ({ $why }) : toute la partie est maintenant dans { $path }
log--damaged = { $name } est abîmé ({ $why })
log--line = { $name }, ligne { $seq } : { $why }
log--lost = { $n ->
         [one] { $n } événement n'a
        *[other] { $n } événements n'ont
    } pas pu aller dans { $name } : le disque est plein
log--rescued = { $n ->
         [one] { $n } événement n'a pas pu aller dans { $name } et est
        *[other] { $n } événements n'ont pas pu aller dans { $name } et sont
    } dans { $path } : fais de la place, et garde ce fichier
log--header = l'en-tête de ce journal ne décrit aucun jeu que companion connaît ({ $why })
log--odd-header = il est illisible, { $kind }
log--none = il n'y a pas de séance à continuer dans { $folder } : nomme son journal avec --resume JOURNAL
log--over = la partie de { $path } est finie : lis-la avec companion replay
log--differs = { $n ->
         [one] { $n } décision de { $log } est différente
        *[other] { $n } décisions de { $log } sont différentes
    } : il est abîmé ou d'une autre version
log--differently = cette décision est différente maintenant : { $line }

## log.why
log--why--full = le disque est plein
log--why--locked = un autre programme le tient
log--why--read-only = on ne peut que le lire
log--why--broken = son disque est en panne : { $said }
log--why--gone = il a été effacé ou déplacé
log--why--replaced = un autre fichier est à sa place
log--why--other = { $said }

## log.advice
log--advice--full = fais de la place
log--advice--locked = ferme ce qui l'a ouvert
log--advice--read-only = permets d'écrire dans son dossier
log--advice--broken = vérifie le disque
log--advice--gone = laisse-le où il était
log--advice--replaced = laisse-le où il était
log--advice--other = vérifie le disque
