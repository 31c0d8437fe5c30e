## source
source--give = give a camera's number or name, a clip, a picture, or an address that begins with http:// or rtsp://
source--none = no source is given: { $give }
source--password = the password for { $address } holds a sign that ends it in an address: write / as %2F, ? as %3F and # as %23
source--no-address = { $address } is not an address: write it as { $scheme }://host:port/path
source--scheme = { $scheme }:// addresses are not read: { $give }
source--folder = { $path } is a folder: give one clip or picture in it
source--no-file = there is no file or camera called '{ $path }': { $give }
source--no-plain-file = { $path } is not an ordinary file: { $give }
source--not-allowed = { $path } may not be read: change its permissions, or copy it to your own folder
source--unreadable = '{ $path }' cannot be read ({ $why }): { $give }
source--no-name = not a file name
source--empty = { $name } is empty: record it again, or give another clip
source--text = { $name } is a text file, no video or picture: give an mp4, mov, avi, mkv, jpg or png file
source--no-frames = { $name } has no picture: give another source
source--no-settled = { $name } gave no picture: is another program using it?
source--gone = { $name } is gone, { $why }: check its plug or network
source--stuck = { $name } does not open: unplug it and plug it in again, or give another source
source--closed = closed
source--no-more = it gives no more pictures
source--connection-lost = connection lost
source--failed = it failed ({ $kind })
source--black = its picture is black: is the lens covered, or the room dark?
source--same-picture = picture frozen
source--no-picture = no picture for { $seconds } s
source--resized = the picture changed from { $was } to { $now } at { NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2) } s

## clip
clip--no-video = { $name } holds no video that can be read{ $cut }: give an mp4, mov, avi, mkv or webm clip
clip--kind = { $name } holds no video that can be read: { $kind } files are not opened here: save it as H.264 in mp4
clip--sound = { $name } is a sound ({ $kind }), no video: give it as the microphone
clip--codec = { $name } holds no video that can be read: its codec is { $codec }, in { $container }: save it as H.264 in mp4
clip--cut = , its end is missing
clip--no-jpegs = { $name } holds no video that can be read: convert it to mp4 (H.264)
clip--large = { $name } is too large a picture ({ $width }x{ $height }): scale it down
clip--no-picture = { $name } opens but no picture in it can be decoded: convert it to mp4 (H.264)
clip--damaged = damaged pictures of the clip left out: { $count }
clip--early = the clip ends early at { NUMBER($end, minimumFractionDigits: 1, maximumFractionDigits: 1) } s{ $whole }: the file is incomplete, what it holds was read
clip--jumps = the clip's clock jumps by { NUMBER($seconds, maximumFractionDigits: 0) } s: it is shown without the jump
clip--of = {" "}of { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s

## still
still--kind = { $name } is a kind of picture that is not read here ({ $kind }): save it as JPEG or PNG
still--passes = { $name } is a picture in too many passes or of too odd a shape ({ $width }x{ $height }): save it again as a usual JPEG
still--pixels = { $name } is too large a picture ({ $width }x{ $height }): scale it down to { $most } megapixels
still--large = { $name } is too large for a picture: at most { $megabytes } MB are read
still--damaged = { $name } is a damaged picture: save it again as JPEG or PNG

## stream
stream--no-video = { $address } gives no video: check address and login, and that the camera is on in the same network
stream--other-kind = { $address } sends { $kind }, no stream of pictures: give the camera's MJPEG address
stream--no-answer = { $address } does not answer ({ $why }): check the address, and that the camera is on and in the same network
stream--redirects = { $address } sends from one address to the next: give the camera's MJPEG address itself
stream--login = { $address } wants a login: write it as http://user:password@host/path
stream--moved = { $address } sends to another address: give { $target } itself if it is yours
stream--login-wrong = { $address } does not take this user and password: check them
stream--login-kind = { $address } wants a login of a kind that is not spoken here ({ $kind }): set the camera to Basic or Digest (MD5)
stream--not-there = { $address } has nothing there (404): give the camera's MJPEG address
stream--error = { $address } answers with error { $status }: check the address, and that the camera is on and in the same network
stream--late = no picture in time
stream--unknown-name = the name is unknown
stream--refused = connection refused
stream--certificate = its certificate is not trusted; use http
stream--no-http = it does not speak HTTP
stream--headers = the stream's headers have no end
stream--large-picture = a picture of { $megabytes } MB is too large
stream--large = a picture or header is too large
stream--ended = the camera ended its stream

## sound-file
sound-file--rate = sound at { $rate } samples a second cannot be used: give 4,000 to 384,000
sound-file--long = { $path } is longer than six hours: cut it
sound-file--damaged = { $path } breaks off or is damaged ({ $why }): give a WAV, FLAC or OGG file that plays elsewhere
sound-file--folder = { $path } is a folder: give a WAV, FLAC or OGG file
sound-file--no-reader = sound files cannot be read here ({ $why }): install companion again
sound-file--missing = there is no file { $path }: give a WAV, FLAC or OGG file
sound-file--unreadable = { $path } cannot be read ({ $why }): give a WAV, FLAC or OGG file
sound-file--empty = { $path } is empty: record it again, or give another file
sound-file--no-sound = { $path } is no sound that can be read: give a WAV, FLAC or OGG file
sound-file--repaired = its header does not say how long it is (did the recording break off?): it was repaired here, and all sound in it is read
sound-file--shorter = its header says { NUMBER($says, minimumFractionDigits: 1) } s, and { NUMBER($holds, minimumFractionDigits: 1) } s are there: was it cut off when it was copied?
sound-file--softer = it is { $times } times as loud as a sound file can be: it is read softer
sound-file--codec = { $path } is a WAV file whose samples are packed ({ $kind }), which is not read here: save it as plain WAV (PCM)
sound-file--film = { $path } is a film ({ $kind }), no sound file: save its sound as WAV, FLAC or OGG
sound-file--kind = { $path } is a sound of a kind that is not read here ({ $kind }): save it as WAV, FLAC or OGG

## mic
mic--no-system = no sound system is here (PortAudio is missing): install libportaudio2, or play without a microphone
mic--no-answer = the sound system does not answer ({ $why }): restart it, or play without a microphone
mic--none = no microphone is connected: plug one in, or play without --mic
mic--none-here = no microphone is connected; plug one in, or play without --mic
mic--listed = there are { LIST($known, by: ", ") }
mic--no-number = there is no microphone { $spec }: { $known }
mic--several = '{ $spec }' fits several microphones: { $known }
mic--no-name = no microphone is called '{ $spec }': { $known }
mic--closed = { $name } cannot be opened ({ $why }): is another program using it?
mic--rate = { $rate } samples a second
mic--other-rate = it says { $rate } samples a second and sends { $real }: it is used at { $real }, or all would sound too high or too low
mic--channel = { $channels } channels: input { $channel } is used, where the sound is
mic--lost-sound = sound was lost: the computer is too busy
mic--silent = only silence comes from it: is it muted, or not allowed?
mic--gone = the microphone is gone: plug it in again
mic--back = the microphone is back
mic--page-gone = no sound comes from the page any more: is its screen off, or the page in the background?

## device
device--one = { $index } { $name }

## config
config--pixels = { $name }={ $value } cannot be used: give a whole number from { $least } to { $most }
config--listen = { $name }={ $value } cannot be used: give an IPv4 address of this machine, or 0.0.0.0 in a container
config--address = { $name }={ $value } cannot be used: give a name or an IPv4 address
config--no-home = this user has no home folder: set HOME, or { $variable }
config--not-writable = nothing can be kept in { $folder } ({ $why }): make room or rights there, or set { $variable }

## resource
resource--missing = companion's file { $name } is not installed: install companion again, or run ./run doctor

## doctor
doctor--unchecked = could not be checked: { $kind }: { $why }
doctor--version = { $version }
doctor--system = { $name }
doctor--untried = { $name }: not tried here; it may work, it may not
doctor--tell-us = what fails here is worth a report
doctor--python = { $version }, and 3.10 or later is needed
doctor--other-version = { $name } { $found } (lock: { $lock })
doctor--absent = not installed: { LIST($names, by: ", ") }
doctor--other-versions = other versions than tested: { LIST($names, by: ", ") }
doctor--as-locked = { $n } of { $n } as locked
doctor--opencvs = { $names } overwrite each other's files
doctor--opencv = { $name }
doctor--built = built from source
doctor--no-load = does not load: { $why }
doctor--loads = loads
doctor--cameras-by-number = go by number here: try `companion watch 0`
doctor--camera = { $index }: { $name }
doctor--no-portaudio = the system library PortAudio is missing: no sound is heard
doctor--no-sounddevice = sounddevice is not installed: no sound is heard
doctor--no-answer = PortAudio does not answer: { $why }
doctor--no-microphone = none: animal sounds and the victory speech are not heard
doctor--plug-in = plug one in
doctor--mqtt = paho-mqtt is there; nothing is sent to a broker without --mqtt
doctor--no-mqtt = paho-mqtt is not installed: --mqtt and tournaments do not work, everything else does
doctor--broker = { $name } lets us in, without TLS: what is sent can be read on the way
doctor--broker-tls = { $name } lets us in, by TLS
doctor--no-broker = { $name } cannot be reached: { $why }
doctor--mend-broker = check that it runs, its name and its port
doctor--mend-password = check the user before the @, and the password in COMPANION_MQTT_PASSWORD or --mqtt-password-file
doctor--mend-tls = name the authority that signed its certificate with --mqtt-ca, or have the certificate mended
doctor--microphone = { $name }
doctor--load-and-run = load and run
doctor--no-models = none is installed: only signals of the face's geometry are seen
doctor--damaged = its file is damaged (the hash differs)
doctor--model = loads, { NUMBER($megabytes, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB, sha256 { $sha256 }
doctor--no-folder = nothing can be kept in { $folder }: { $above } is not writable
doctor--full = { $folder }: only { $megabytes } MB free
doctor--make-room = make at least { $megabytes } MB free
doctor--free = { $folder }, { NUMBER($gigabytes, minimumFractionDigits: 1, maximumFractionDigits: 1) } GB free
doctor--voice = answers and commands can be said in { LIST($languages) }; other languages need a Vosk model (docs/voice.md)
doctor--voice-vosk = answers and commands are heard by the Vosk model in { $folder }
doctor--languages = { LIST($all, by: ", ") }
doctor--language = { $name }
doctor--language-part = { $name } ({ $n ->
         [one] 1 sentence
        *[other] { $n } sentences
    } in English)
doctor--ready = Ready to referee.
doctor--ready-notes = Ready to referee. Notes above say what will not work.
doctor--not-ready = Not ready: mend what is marked missing, then run this again.

## measure
measure--no-server = { $name } is not installed here: apt-get install mosquitto postgresql
measure--dice-no-file = { $path } does not exist: give the labels' JSON file
measure--dice-no-json = { $path } is not a labels file ({ $why }): it needs JSON with 'images'
measure--dice-no-images = { $path } is not a labels file: it needs 'images' with 'boxes' or 'values' for each picture
measure--dice-no-picture = { $path } is named in the labels but cannot be read as a picture
measure--no-task = there is no model { $path }: give the path of a face_landmarker.task
measure--bad-task = { $path } is no face_landmarker.task that MediaPipe can read: { $why }
measure--no-silence = the index has no clips without a signal: there is nothing to be silent about
measure--labels-columns = { $path }: the first line must name file,start_s,end_s,label,note; { $missing } is missing
measure--labels-unreadable = cannot read labels { $path }: { $why }
measure--labels-no-csv = { $path } is no labels file in CSV: { $why }
measure--labels-empty = { $path } holds no labels
measure--labels-unknown = { $path }, line { $line }: unknown label '{ $label }'; known are { LIST($known, by: ", ") }
measure--labels-no-file = { $path }, line { $line }: there is no file { $file }
measure--labels-seconds = { $path }, line { $line }: start_s and end_s are seconds, or both empty for a still
measure--labels-span = { $path }, line { $line }: a span needs 0 <= start_s < end_s, a still neither
measure--index-missing = there is no index { $path }: give a CSV file with the columns file and label
measure--index-columns = { $path } has no columns file and label: its first line must name them
measure--index-no-csv = { $path } is no CSV text ({ $why }): give one with the columns file and label
measure--index-empty = { $path } lists no clips
measure--no-set = there is no set '{ $set }' with sounds: give A, C or D
measure--speech-unreadable = { $path } cannot be read ({ $why }): give a CSV with { LIST($columns, by: ", ") }
measure--speech-row = { $path } line { $line }: columns { LIST($columns, by: ", ") }, label one of { LIST($labels, by: ", ") }
measure--speech-seconds = { $path } line { $line }: onset_s and end_s are seconds
measure--speech-empty = { $path } lists no file
measure--voices-no-folder = { $folder } is no folder: give one with a folder of WORD_TAKE.flac files a speaker
measure--voices-empty = { $folder } has no folders with files such as moo_0.flac in them
measure--voices-few = there are only { $fewest } takes of some word: enrol 1 to { $most }
measure--unknown-bench = there is nothing called '{ $name }' to measure: give { LIST($known, by: ", ") }
measure--no-face = { $name } shows no face: give bench a clip with at least one, looking at the camera
