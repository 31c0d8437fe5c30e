## usage.command
usage--command--companion = An offline, private referee for tabletop play. Nothing leaves this machine or is recorded unasked.
usage--command--table = Serve the table's page: choose a game, see and hear rulings, let phones join. Nothing leaves this network.
usage--command--watch = Print every signal that cameras, clips or a microphone show, as it happens. Ctrl-C stops.
usage--command--referee = Referee a game at the table: cameras see the signals, keys say the rest.
usage--command--replay = Fold a log again: prints every ruling and checks that the same ones come out.
usage--command--enrol = Teach companion a player's face (a calm look, each signal once), or with --sounds three takes of each sound.

    Numbers are kept, never a picture or a sound.
usage--command--practise = Practise signals alone: drills before a camera and microphone, a report, and what to practise next.
usage--command--demo = Referee the bundled game: three synthetic players, seen and heard, and a throw of dice.
usage--command--play = Play in the terminal, passing the machine round; bots fill the empty seats.
usage--command--dice = Read every roll that a camera, clip or picture shows. Exit code 1: nothing could be read.
usage--command--doctor = Check versions, libraries, cameras, microphones, models and disk. Exit 0 if a game can be refereed.
usage--command--record = Keep pictures and sound of a sitting for a bug report: companion record table --camera 0. Every page and this
    terminal say so while it lasts; it is deleted after seven days, or now: companion recordings delete.
usage--command--tournament = A page for the hall: all tables, rounds, pairings, standings. The tables tell a broker of your own (MQTT).
usage--command--profiles = What is kept of players: list, export, import, delete.
usage--command--profiles-list = Everybody whose face, sounds or practice are kept, and what of them.
usage--command--profiles-export = Everything that is kept of a player as one JSON text: numbers, no picture and no sound.
usage--command--profiles-import = Keep what was exported.
usage--command--profiles-delete = Delete all that is kept of a player: face, sounds, practice, and the games that name the player.
usage--command--rules = The rules engines: list, show, replay, self-play.
usage--command--rules-list = The games, with how many can play.
usage--command--rules-show = What the game is, its options and variants.
usage--command--rules-replay = Read a game record, check it action by action, and tell what happened.
usage--command--rules-selfplay = Let bots play many games and give the statistics.
usage--command--calibrate = Prepare a camera.
usage--command--calibrate-dice = Find play area, scale and colours; check light and sharpness; say what to improve. Exit code 1: not ready.
usage--command--speech-model = Look at a model for answers by voice.
usage--command--speech-model-check = Load a Vosk model and say which words of this language's answers and commands it knows. Exit code 1: none.
usage--command--recordings = What 'record' kept: list, delete.
usage--command--recordings-list = What is kept, and until when.
usage--command--recordings-delete = Delete all recordings, or one.

## usage.frame: titles around them
usage--frame--arguments = Arguments
usage--frame--options = Options
usage--frame--commands = Commands
usage--frame--usage = Usage:
usage--frame--default = default:
usage--frame--required = required
usage--frame--help = Show this message and exit.
usage--frame--install_completion = Install completion for the current shell.
usage--frame--show_completion = Show completion for the current shell, to copy it or to change the installation.

## usage.all
usage--all--camera = Camera number or name, clip, still or address.
usage--all--mic = Microphone number or name, default, or a file: hears animals and speech.
usage--all--cards = physical: your own deck (default); digital: companion deals, to phones or this screen.
usage--all--advanced = With Grin and Wild Thing cards.
usage--all--signal-set = Signals of the first hand, A, B, C or D; default: B with a camera alone, else A.
usage--all--suits = Gems in play, one a player: ruby,jade,pearl.
usage--all--target = Points that end the game.
usage--all--dealer = Who deals first; in keep-smiling, who throws first.
usage--all--duel = keep-smiling: the duel variant.
usage--all--lanes = keep-smiling: steps from one start field to the other.
usage--all--pieces = keep-smiling: physical: your own board (default); digital: pieces typed unseen.
usage--all--seed = For digital cards; default: drawn now, kept in the log.
usage--all--log = Where to keep events and rulings (never pictures).
usage--all--no-log = Keep nothing after the game.
usage--all--setup = keep-smiling: a file of calibrate dice; default: this machine's, for cameras.
usage--all--key = The key of that certificate (PEM).
usage--all--browser = Open the page in the browser; default: at a screen.
usage--all--mqtt = Tell an MQTT broker what is ruled: HOST, HOST:PORT, mqtts://USER@HOST. Its password: COMPANION_MQTT_PASSWORD. Without this, nothing is told to anybody.
usage--all--table-name = With --mqtt: this table's name; default: this machine's.
usage--all--mqtt-commands = With --mqtt: what may be asked of this table: pause,resume,announce.
usage--all--mqtt-password-file = A file that holds the password.
usage--all--mqtt-ca = The authority that signed the broker's certificate (PEM); TLS.
usage--all--mqtt-cert = This table's own certificate (PEM); TLS.
usage--all--lang = Language, such as en, de or fr; default: this machine's.
usage--all--json-lines = Print events as JSON lines.
usage--all--realtime = Play clips at their own speed.
usage--all--json = Print one JSON object.

## usage.companion
usage--companion--version = Print the version and end.
usage--companion--lang = Language of this help, such as en, de or fr; each command has a --lang of its own.

## usage.table
usage--table--port = Port of this machine's page; phones take the next. 0: any.
usage--table--lan = Let phones of the local network in from the start, over HTTPS; the page has a button for it too.
usage--table--game = Start with this game instead of asking: face-off, ftw...
usage--table--players = With --game: the names; a * after a name makes it a bot.
usage--table--pace = Seconds between two actions of bots.
usage--table--keep = Keep games on this machine.
usage--table--certificate = A certificate of your own for phones (PEM).

## usage.watch
usage--watch--sources = What to look at; the same as --camera. Several allowed.
usage--watch--mic = Microphone number or name, default, or a WAV, FLAC or OGG file.
usage--watch--signal-set = Only these sets' signals: A, B, C, D, or several (BD).
usage--watch--explain = Say what every signal was decided on.
usage--watch--player = Who sits there: their enrolled face is used from the start.
usage--watch--picture = Save a small picture with the faces' numbers, from the camera's left (PNG).

## usage.referee
usage--referee--game = The game: face-off or keep-smiling. With --resume: a log.
usage--referee--players = Names in seating order from the camera's left: Ann,Ben,Cleo.
usage--referee--warm-up = Begin with a round of cards in which companion learns its people.
usage--referee--resume = Go on with the last sitting, or with the log that is given.

## usage.replay
usage--replay--log = A log of companion referee.
usage--replay--position = End with the position as text.
usage--replay--lang = Language, such as en, de or fr; default: as it was played.

## usage.enrol
usage--enrol--name = The player, as at the table.
usage--enrol--sounds = Teach the player's animal sounds, three takes each.
usage--enrol--mic = Microphone number or name, default, or a sound file with all takes in order.
usage--enrol--signal-set = Only this set's sounds: A, C or D.
usage--enrol--wild = With the noise of this hand's Wild Thing.
usage--enrol--takes = Teach from a folder of files such as cow_0.wav and talk_0.wav.
usage--enrol--camera = For the face: camera number or name, or a clip.

## usage.practise
usage--practise--drill = learn, reaction, frenzy, poker, grin, wild or dice; or next, report, undo, forget.
usage--practise--player = Who practises; attempts are kept under this name.
usage--practise--signal-set = Signals of this set: A, B, C, D, several, or mixed.
usage--practise--signal = learn: this signal, such as eyes_wide. Default: the one due next.
usage--practise--camera = Camera number or name, or a clip.
usage--practise--mic = Microphone number or name, default, or a sound file.
usage--practise--tries = How many cues.
usage--practise--seconds = poker: how long the speech may take (15); frenzy: the hand (90).
usage--practise--count = dice: how many are thrown at a time.
usage--practise--html = report: write one page with charts to this file.
usage--practise--add = Add hits to the player's profile; default: ask.
usage--practise--hear = learn: play an example of the noise first.
usage--practise--serve = All drills on a page of this machine's browser.
usage--practise--port = With --serve: the page's port. 0: any.
usage--practise--json-lines = Print JSON lines.

## usage.demo
usage--demo--realtime = At the speed at which it was played.
usage--demo--serve = Show it on the table's page instead.
usage--demo--port = Port of that page; 0 takes any.

## usage.rules
usage--rules--game = See: companion rules list.
usage--rules--variant = One of the variants that `rules show GAME` lists.
usage--rules--option = An option of the game: advanced=true, cards=physical. Several: -o A=1 -o B=2.

## usage.play
usage--play--players = Who plays at this machine: Ann,Ben.
usage--play--bots = Seats for bots; default: as many as are missing.
usage--play--seed = For the shuffles; default: drawn now.
usage--play--save = Keep the record here, up to date at every question.
usage--play--resume = Go on with this record.

## usage.dice
usage--dice--source = What to look at; the same as --camera.
usage--dice--camera = Camera number or name, clip, picture or address.
usage--dice--count = How many dice are thrown at a time.
usage--dice--colours = 2: tell two sets of dice apart.
usage--dice--most = Refuse more dice than this.
usage--dice--setup = A calibration file; default: this machine's, for cameras.
usage--dice--picture = Write the picture of the latest roll here, each die ringed with its number.

## usage.doctor
usage--doctor--mqtt = Also whether this MQTT broker lets us in: HOST, HOST:PORT, mqtts://USER@HOST.

## usage.speech-model
usage--speech-model--folder = The folder that a Vosk model was unpacked into.

## usage.record
usage--record--command = The command to record: table, referee ...

## usage.tournament
usage--tournament--name = What the tournament is called; nothing: go on with the one kept.
usage--tournament--game = The game: face-off, keep-smiling, face-cards, ftw or factum.
usage--tournament--system = swiss, or round-robin: everybody meets everybody.
usage--tournament--rounds = How many rounds; 0: as many as the system needs.
usage--tournament--table-size = How many sit at a table; 0: the game's usual number.
usage--tournament--order = Standings by places (at the tables) or points (of the game).
usage--tournament--players = A file of names: one a line, the team behind a ;, or a CSV file that begins with Name,Team.
usage--tournament--mqtt = The broker of the tables: HOST, HOST:PORT, mqtts://USER@HOST.
usage--tournament--password-file = A file with the broker's password.
usage--tournament--ca = Whose signature the broker's certificate bears (PEM).
usage--tournament--certificate = A client's certificate for the broker (PEM).
usage--tournament--database = A SQLite file, or postgresql://USER@HOST/NAME; default: ours.
usage--tournament--port = Port of the page; screens take the next. 0: any.
usage--tournament--lan = Let screens of the local network join, over HTTPS.

## usage.profiles
usage--profiles--name = The player.

## usage.profiles-export
usage--profiles-export--out = File to write; without it, the screen.

## usage.profiles-import
usage--profiles-import--file = A file that export wrote, here or on another machine.
usage--profiles-import--instead = In place of what is kept of that player.

## usage.profiles-delete
usage--profiles-delete--games = Kept games of the player go, too.

## usage.rules-replay
usage--rules-replay--file = A game record, as `play --save` writes it.
usage--rules-replay--quiet = The result only.

## usage.rules-selfplay
usage--rules-selfplay--games = How many games.
usage--rules-selfplay--seed = Of the first game; the next ones count on from it.
usage--rules-selfplay--players = How many; default: as few as can play.
usage--rules-selfplay--policy = random, beginner, family or strong; strong:family is one against the others; duel: family:random.
usage--rules-selfplay--limit = Actions after which a game is given up.
usage--rules-selfplay--json = One JSON object.

## usage.calibrate-dice
usage--calibrate-dice--colours = 2: one die of each colour lies there.
usage--calibrate-dice--names = The sets' names, the brighter first: white,red.
usage--calibrate-dice--picture = Write the picture with what was found, to look at.
usage--calibrate-dice--out = Where to keep it; default: this machine's data folder.

## usage.recordings-delete
usage--recordings-delete--name = One of them; without it, all.

command-line--see = { $what }: `{ $path } --help` shows what can be typed
command-line--unknown-option = there is no option { $name }
command-line--unknown-option-near = there is no option { $name }, perhaps { $near }
command-line--unknown-command = there is no command '{ $name }'
command-line--unknown-command-near = there is no command '{ $name }', perhaps { $near }
command-line--missing = { $name } is missing
command-line--bad-value = what was given for { $name } does not fit
command-line--no-value = { $option } and its value do not fit
command-line--no-command = no command was given
command-line--too-many = that is more than this command takes
