## club
club--sends = What is ruled here (names, points, rulings; never pictures, sounds or hidden cards) is sent to the MQTT broker { $host }:{ $port }, as table { $name }.
club--bare = the password goes to { $host } without TLS, readable for whoever is in between: write mqtts://, where the broker can do that
club--trying = { $host }: connecting as { $name }
club--on = { $host }: connected as { $name }
club--off = { $host } is away ({ $why }): what is ruled is kept here and sent later
club--lost = The MQTT broker { $host } cannot be reached ({ $why }). Play goes on; what is ruled is kept and sent when it is there again.
club--back = The MQTT broker { $host } is there again and gets what it missed.
club--clash = Another table is called { $name }, too: give one of them another name with --table-name.
club--clash-over = No other table is called { $name } any more.
club--announced = Announcement: { $text }
club--waits = { $n ->
         [one] 1 message could not be sent yet: it lies in its game's log and goes
        *[other] { $n } messages could not be sent yet: they lie in the games' logs and go
    } when a table is started with --mqtt again.
club--result-right = The result is confirmed.
club--result-wrong = Then take back what is wrong (undo); the result is asked for again.
club--no-library = --mqtt needs a library that is not installed: type { $line }
club--no-address = { $address } names no MQTT broker: write HOST, HOST:PORT, mqtt://USER@HOST or mqtts://USER@HOST:PORT
club--password-in-address = a password does not belong in a command, where others of this machine can read it: set { $variable }, or give --mqtt-password-file
club--no-user = a password without a user: write mqtts://USER@{ $host }
club--no-name = { $name } is no name for a table: at most 40 letters and digits
club--no-command = { $word } cannot be allowed: --mqtt-commands takes { $known }
club--no-password = { $path } holds no password ({ $why }): write it into the file as its only line
club--no-text = it is not text
club--one-line = one line is wanted
club--no-certificate = { $path } cannot be used as certificate or key ({ $why }): give PEM files
club--key-alone = --mqtt-key needs --mqtt-cert with it
club--no-register = { $folder } cannot keep this table's number ({ $why }): free some space, or set COMPANION_DATA_FOLDER

## club.why
club--why--password = it refuses the user or password
club--why--identifier = it refuses this table's ID
club--why--protocol = it speaks another version of MQTT
club--why--topic = it does not let this user write to companion/{ $topic }
club--why--expired = its certificate has expired
club--why--other-name = its certificate is another host's
club--why--untrusted = its certificate is not trusted: { $said }
club--why--tls = TLS fails: { $said }
club--why--no-host = no such host
club--why--nobody = nobody answers there
club--why--silent = no answer
club--why--broken = the connection broke
club--why--other = { $said }

## club.home
club--home--model = table referee
club--home--trade = Trade
club--home--win = Face Off! and win
club--home--verdict = Verdict
club--home--roll = Roll
club--home--score = Highest score
club--home--hand = Hand
club--home--senses = Senses

## log
log--exists = { $path } already holds a log: name another file, or replay it with: companion replay
log--not-written = the log { $name } cannot be written ({ $why }): make room or rights there, or use --log FILE
log--missing = there is no log { $path }: give the file that companion referee named when it started
log--unreadable = the log { $path } cannot be read ({ $why })
log--odd-key = { $path } is damaged: what its header says of { $key } cannot be read
log--no-log = { $path } is not a companion log, or it is damaged ({ $why })
log--version = { $path } is a log of version { $version }; this companion reads version { $reads }: replay it with the companion that wrote it
log--trouble = the log { $name } cannot be written ({ $why }): { $advice }; what is ruled until then is kept in memory only
log--moved = the log { $name } could not be continued ({ $why }): the whole game is kept in { $path } now
log--damaged = { $name } is damaged ({ $why })
log--line = { $name }, line { $seq }: { $why }
log--lost = { $n ->
         [one] 1 event
        *[other] { $n } events
    } could not be written to { $name }: the disk is full
log--rescued = { $n ->
         [one] 1 event could not be written to { $name } and was saved
        *[other] { $n } events could not be written to { $name } and were saved
    } as { $path }: free some space, and keep that file
log--header = this log's header describes no game that companion knows ({ $why })
log--odd-header = it cannot be read, { $kind }
log--none = there is no game to continue in { $folder }: name its log with --resume LOG
log--over = the game of { $path } is over: read it with companion replay
log--differs = { $n ->
         [one] 1 ruling
        *[other] { $n } rulings
    } of { $log } came out differently: it is damaged or of another version
log--differently = this ruling came out differently now: { $line }

## log.why: a log cannot be written
log--why--full = the disk is full
log--why--locked = another program holds it locked
log--why--read-only = it may only be read
log--why--broken = its disk fails: { $said }
log--why--gone = it was deleted or moved away
log--why--replaced = another file was put in its place
log--why--other = { $said }

## log.advice
log--advice--full = free some space
log--advice--locked = close whatever has it open
log--advice--read-only = allow writing in its folder
log--advice--broken = check the disk
log--advice--gone = leave it where it was
log--advice--replaced = leave it where it was
log--advice--other = check the disk
