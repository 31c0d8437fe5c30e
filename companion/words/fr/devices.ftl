## source
source--give = donne le numéro ou le nom d'une caméra, une vidéo, une image, ou une adresse en http:// ou rtsp://
source--none = aucune source : { $give }
source--password = le mot de passe pour { $address } contient un signe qui le termine dans une adresse : écris / comme %2F, ? comme %3F et # comme %23
source--no-address = { $address } n'est pas une adresse : écris { $scheme }://host:port/path
source--scheme = les adresses { $scheme }:// ne sont pas lues : { $give }
source--folder = { $path } est un dossier : donne une vidéo ou une image dedans
source--no-file = il n'y a ni fichier ni caméra '{ $path }' : { $give }
source--no-plain-file = { $path } n'est pas un simple fichier : { $give }
source--not-allowed = { $path } ne peut pas être lu : change ses droits, ou copie-le dans ton dossier
source--unreadable = '{ $path }' est illisible ({ $why }) : { $give }
source--no-name = pas un nom de fichier
source--empty = { $name } est vide : refais-le, ou donne une autre vidéo
source--text = { $name } est du texte, ni vidéo ni image : donne un fichier mp4, mov, avi, mkv, jpg ou png
source--no-frames = { $name } n'a pas d'image : donne une autre source
source--no-settled = { $name } n'a pas donné d'image : un autre programme s'en sert-il ?
source--gone = { $name } est parti, { $why } : vérifie sa prise ou le réseau
source--stuck = { $name } ne s'ouvre pas : débranche et rebranche, ou donne une autre source
source--closed = fermé
source--no-more = il ne donne plus d'images
source--connection-lost = connexion perdue
source--failed = il a échoué ({ $kind })
source--black = son image est noire : l'objectif est-il couvert, la pièce sombre ?
source--same-picture = image figée
source--no-picture = pas d'image depuis { $seconds } s
source--resized = l'image est passée de { $was } à { $now } à { NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2) } s

## clip
clip--no-video = { $name } n'a pas de vidéo lisible{ $cut } : donne une vidéo mp4, mov, avi, mkv ou webm
clip--kind = { $name } ne contient pas de vidéo lisible : les fichiers { $kind } ne sont pas ouverts ici : enregistre-la en H.264 (mp4)
clip--sound = { $name } est un son ({ $kind }), pas une vidéo : donne-le comme micro
clip--codec = { $name } ne contient pas de vidéo lisible : son codec est { $codec }, en { $container } : enregistre-la en H.264 (mp4)
clip--cut = , la fin manque
clip--no-jpegs = { $name } n'a pas de vidéo lisible : convertis-la en mp4 (H.264)
clip--large = { $name } est une image trop grande ({ $width }x{ $height }) : réduis-la
clip--no-picture = { $name } s'ouvre mais aucune image n'est lisible : convertis-la en mp4 (H.264)
clip--damaged = images abîmées laissées de côté : { $count }
clip--early = la vidéo finit trop tôt, à { NUMBER($end, minimumFractionDigits: 1, maximumFractionDigits: 1) } s{ $whole } : le fichier est incomplet, le reste a été lu
clip--jumps = l'horloge de la vidéo saute de { NUMBER($seconds, maximumFractionDigits: 0) } s : elle est lue sans ce saut
clip--of = {" "}sur { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s

## still
still--kind = { $name } est une sorte d'image qui n'est pas lue ici ({ $kind }) : enregistre-la en JPEG ou PNG
still--passes = { $name } est une image en trop de passes ou de forme trop étrange ({ $width }x{ $height }) : enregistre-la de nouveau en JPEG ordinaire
still--pixels = { $name } est une image trop grande ({ $width }x{ $height }) : réduis-la à { $most } mégapixels
still--large = { $name } est trop grand pour une image : { $megabytes } Mo au plus
still--damaged = { $name } est une image abîmée : enregistre-la de nouveau en JPEG ou PNG

## stream
stream--no-video = { $address } ne donne pas de vidéo : vérifie l'adresse et le mot de passe, et que la caméra est allumée dans le même réseau
stream--other-kind = { $address } envoie { $kind }, pas des images : donne l'adresse MJPEG de la caméra
stream--no-answer = { $address } ne répond pas ({ $why }) : vérifie l'adresse, et que la caméra est allumée dans le même réseau
stream--redirects = { $address } renvoie d'une adresse à l'autre : donne l'adresse MJPEG elle-même
stream--login = { $address } veut un mot de passe : écris http://user:password@host/path
stream--moved = { $address } renvoie à une autre adresse : donne { $target } si elle est à toi
stream--login-wrong = { $address } refuse ce nom et ce mot de passe : vérifie-les
stream--login-kind = { $address } veut une sorte de mot de passe qui n'est pas connue ici ({ $kind }) : règle la caméra sur Basic ou Digest (MD5)
stream--not-there = { $address } n'a rien là (404) : donne l'adresse MJPEG de la caméra
stream--error = { $address } répond par l'erreur { $status } : vérifie l'adresse, et que la caméra est allumée dans le même réseau
stream--late = pas d'image à temps
stream--unknown-name = nom inconnu
stream--refused = connexion refusée
stream--certificate = son certificat n'est pas sûr ; utilise http
stream--no-http = il ne parle pas HTTP
stream--headers = les en-têtes n'ont pas de fin
stream--large-picture = une image de { $megabytes } Mo est trop grande
stream--large = une image ou un en-tête est trop grand
stream--ended = la caméra a arrêté d'envoyer

## sound-file
sound-file--rate = un son à { $rate } échantillons par seconde ne va pas : donne 4000 à 384 000
sound-file--long = { $path } dure plus de six heures : coupe-le
sound-file--damaged = { $path } s'arrête ou est abîmé ({ $why }) : donne un fichier WAV, FLAC ou OGG qui marche ailleurs
sound-file--folder = { $path } est un dossier : donne un fichier WAV, FLAC ou OGG
sound-file--no-reader = les sons ne sont pas lisibles ici ({ $why }) : réinstalle companion
sound-file--missing = il n'y a pas de fichier { $path } : donne un fichier WAV, FLAC ou OGG
sound-file--unreadable = { $path } est illisible ({ $why }) : donne un fichier WAV, FLAC ou OGG
sound-file--empty = { $path } est vide : refais-le, ou donne un autre fichier
sound-file--no-sound = { $path } n'est pas un son lisible : donne un fichier WAV, FLAC ou OGG
sound-file--repaired = l'en-tête ne dit pas sa durée (l'enregistrement s'est-il interrompu ?) : il a été réparé ici, et tout le son qu'il contient est lu
sound-file--shorter = son en-tête annonce { NUMBER($says, minimumFractionDigits: 1) } s, et il n'y en a que { NUMBER($holds, minimumFractionDigits: 1) } : la copie s'est-elle interrompue ?
sound-file--softer = il est { $times } fois plus fort qu'un fichier son ne peut l'être : il est lu moins fort
sound-file--codec = { $path } est un fichier WAV aux valeurs comprimées ({ $kind }), qui n'est pas lu ici : enregistre-le en WAV simple (PCM)
sound-file--film = { $path } est un film ({ $kind }), pas un fichier son : enregistre sa bande-son en WAV, FLAC ou OGG
sound-file--kind = { $path } est un son d'une sorte qui n'est pas lue ici ({ $kind }) : enregistre-le en WAV, FLAC ou OGG

## mic
mic--no-system = pas de système de son ici (PortAudio manque) : installe libportaudio2, ou joue sans micro
mic--no-answer = le système de son ne répond pas ({ $why }) : relance-le, ou joue sans micro
mic--none = aucun micro n'est branché : branches-en un, ou joue sans --mic
mic--none-here = aucun micro n'est branché ; branches-en un, ou joue sans --mic
mic--listed = il y a { LIST($known, by: ", ") }
mic--no-number = il n'y a pas de micro { $spec } : { $known }
mic--several = '{ $spec }' correspond à plusieurs micros : { $known }
mic--no-name = aucun micro ne s'appelle '{ $spec }' : { $known }
mic--closed = { $name } ne s'ouvre pas ({ $why }) : un autre programme s'en sert-il ?
mic--rate = { $rate } échantillons par seconde
mic--other-rate = il annonce { $rate } échantillons par seconde et en envoie { $real } : c'est ce qui compte, sinon tout serait trop aigu ou trop grave
mic--channel = { $channels } canaux : l'entrée { $channel } est utilisée, là où est le son
mic--lost-sound = du son s'est perdu : l'ordinateur est trop occupé
mic--silent = il n'en vient que du silence : est-il coupé, ou pas autorisé ?
mic--gone = le micro est parti : rebranche-le
mic--back = le micro est revenu
mic--page-gone = plus de son de la page : écran éteint, ou page cachée ?

## device
device--one = { $index } { $name }

## config
config--pixels = { $name }={ $value } ne va pas : donne un nombre entier de { $least } à { $most }
config--listen = { $name }={ $value } ne convient pas : donne une adresse IPv4 de cette machine, ou 0.0.0.0 dans un conteneur
config--address = { $name }={ $value } ne convient pas : donne un nom ou une adresse IPv4
config--no-home = cet utilisateur n'a pas de dossier : règle HOME, ou { $variable }
config--not-writable = rien ne peut être gardé dans { $folder } ({ $why }) : fais de la place ou donne les droits, ou règle { $variable }

## resource
resource--missing = le fichier { $name } de companion manque : réinstalle companion, ou lance ./run doctor

## doctor
doctor--unchecked = pas pu vérifier : { $kind } : { $why }
doctor--version = { $version }
doctor--system = { $name }
doctor--untried = { $name } : pas essayé ici ; cela peut marcher ou non
doctor--tell-us = si cela échoue ici, dis-le-nous
doctor--python = { $version }, et il faut 3.10 ou plus récent
doctor--other-version = { $name } { $found } (prévu : { $lock })
doctor--absent = pas installés : { LIST($names, by: ", ") }
doctor--other-versions = autres versions que celles essayées : { LIST($names, by: ", ") }
doctor--as-locked = { $n } sur { $n } comme prévu
doctor--opencvs = { $names } s'écrasent l'un l'autre
doctor--opencv = { $name }
doctor--built = construit depuis la source
doctor--no-load = ne se charge pas : { $why }
doctor--loads = se charge
doctor--cameras-by-number = ici par numéro : essaie `companion watch 0`
doctor--camera = { $index } : { $name }
doctor--no-portaudio = la bibliothèque PortAudio manque : aucun son n'est entendu
doctor--no-sounddevice = sounddevice n'est pas installé : aucun son n'est entendu
doctor--no-answer = PortAudio ne répond pas : { $why }
doctor--no-microphone = aucun : les bruits d'animaux et le discours ne sont pas entendus
doctor--plug-in = branches-en un
doctor--mqtt = paho-mqtt est là ; rien n'est dit à un broker sans --mqtt
doctor--no-mqtt = paho-mqtt n'est pas installé : --mqtt et les tournois ne marchent pas, tout le reste si
doctor--broker = { $name } nous laisse entrer, sans TLS : ce qui est dit se lit en chemin
doctor--broker-tls = { $name } nous laisse entrer, par TLS
doctor--no-broker = { $name } ne répond pas : { $why }
doctor--mend-broker = vérifie qu'il est lancé, son nom et son port
doctor--mend-password = vérifie l'utilisateur avant le @, et le mot de passe dans COMPANION_MQTT_PASSWORD ou --mqtt-password-file
doctor--mend-tls = nomme l'autorité qui a signé son certificat avec --mqtt-ca, ou fais réparer le certificat
doctor--microphone = { $name }
doctor--load-and-run = se chargent et marchent
doctor--no-models = aucun : seuls les signaux de la forme du visage sont vus
doctor--damaged = son fichier est abîmé (l'empreinte est autre)
doctor--model = se charge, { NUMBER($megabytes, minimumFractionDigits: 1, maximumFractionDigits: 1) } Mo, sha256 { $sha256 }
doctor--no-folder = rien ne peut être gardé dans { $folder } : on ne peut pas écrire dans { $above }
doctor--full = { $folder } : seulement { $megabytes } Mo libres
doctor--make-room = libère au moins { $megabytes } Mo
doctor--free = { $folder }, { NUMBER($gigabytes, minimumFractionDigits: 1, maximumFractionDigits: 1) } Go libres
doctor--voice = réponses et commandes peuvent se dire en { LIST($languages) } ; les autres langues demandent un modèle Vosk (docs/voice.md)
doctor--voice-vosk = le modèle Vosk de { $folder } entend réponses et commandes
doctor--languages = { LIST($all, by: ", ") }
doctor--language = { $name }
doctor--language-part = { $name } ({ $n ->
         [one] { $n } phrase
        *[other] { $n } phrases
    } en anglais)
doctor--ready = Prêt à arbitrer.
doctor--ready-notes = Prêt à arbitrer. Les notes ci-dessus disent ce qui ne marchera pas.
doctor--not-ready = Pas prêt : répare ce qui manque, puis relance.
