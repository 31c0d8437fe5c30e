## games
games--seats = { $low } to { $high }
games--seats-one = { $low }
games--row = { WIDTH($name, left: 14) }{ WIDTH($title, left: 16) }{ WIDTH($seats, right: 8) } players   variants: { LIST($variants, by: ", ") }
games--options = Options:
games--variants = Variants:
games--goes-on = { $n ->
         [one] 1 action
        *[other] { $n } actions
    }; the game goes on: companion play --resume { SHELL($path) }
games--ended = { $n ->
         [one] 1 action
        *[other] { $n } actions
    }; { $scores }; won: { LIST($winners, by: ", ") }
games--policy = --policy is { LIST($known, by: ", ") }, not '{ $given }'.
games--which = Name the game, as in: { $example }.
games--no-variant = { TERM($game, "game") } has no variant '{ $given }'; it has { LIST($known, by: ", ") }.
games--option-form = Write an option as name=value, as in -o advanced=true, not '{ $given }'.
games--no-file = There is no file { $path }; give the record that `play --save` wrote.
games--no-text = { $path } is not a game record: it is not text.
games--unreadable = { $path } cannot be read: { $why }.
games--no-record = { $path }: { $why }

## selfplay
selfplay--head = { $game }, { $players } players, { $games ->
         [one] 1 game
        *[other] { $games } games
    } ({ $policy }), seeds from { $seed }
selfplay--duel = {"  "}the sensible player wins { NUMBER($win_rate, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } (95 %: { NUMBER($low, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } to { NUMBER($high, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }; by chance { NUMBER($by_chance, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }), { $mean_points } points a game against { $random_mean_points }
selfplay--share = { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }
selfplay--end = { $name } { $n }
selfplay--ends = {"  "}wins by seat: { LIST($seats, by: ", ") }
    {"  "}ended by: { LIST($ends, by: ", ") }; given up: { $unfinished }
    {"  "}{ $actions_a_game } actions a game ({ $shortest } to { $longest }), { $actions_a_second } a second, { $seconds } s

## play
play--pass = Pass the laptop to { $who }, then press Enter.
play--who = Who acts? { LIST($names, by: ", ") } (Enter: the others)
play--who-of = Who acts? { LIST($names, by: ", ") } (Enter: { $first })
play--table = table
play--help = Type an action, or: help, undo, score, quit. Possible now:
play--words = Everywhere: help, undo, score, quit.
play--wait = Enter alone lets the others act.
play--more = {"  "}{"."}.. and more
play--undone = Taken back: { $what }
play--saved = The game is kept; go on with: companion play --resume { SHELL($path) }
play--lost = The game stops here and is not kept; next time add --save FILE.
play--over = The game is over: { $scores }. Won: { LIST($winners, by: ", ") }.
play--nobody = Nobody here is called '{ $who }'; it is one of { LIST($names, by: ", ") }.
play--not-kept = The game cannot be kept in { $path }: { $why }.

## term.truth
term--truth--true = yes
term--truth--false = no

## term.view
term--view--phase = phase
term--view--dealer = dealer
term--view--suits = suits
term--view--signal_set = signal set
term--view--wild_signal = wild signal
term--view--scores = scores
term--view--shown = shown
term--view--trades = trades
term--view--last_trade = last trade
term--view--claim = claim
term--view--call = call
term--view--hand = hand
term--view--offered = offered
term--view--received = received
term--view--mistake_of = mistake of
term--view--placed = placed
term--view--dice = dice
term--view--chairs = chairs
term--view--captured = captured
term--view--duel = duel
term--view--rest = rest
term--view--round = round
term--view--rounds = rounds
term--view--camera = camera
term--view--waiting = waiting
term--view--flops = flops
term--view--fronts = fronts
term--view--centre = centre
term--view--guesses = guesses
term--view--asked = asked
term--view--owed = owed
term--view--held = held
term--view--open_pairs = open pairs
term--view--hands = hands
term--view--box = box
term--view--pile = pile
term--view--start_card = start card
term--view--pairs = pairs
term--view--album = album
term--view--highest = highest
term--view--chosen = chosen
term--view--front = front
term--view--away = away
term--view--points = points
term--view--last = last
term--view--given = given
term--view--storyteller = storyteller
term--view--judge = judge
term--view--team = team
term--view--guessing = guessing
term--view--table = table
term--view--ties = ties
term--view--voted = voted
term--view--title = title
term--view--discard = discard
term--view--result = result
term--view--laid = laid
term--view--vote = vote
term--view--story_card = story card
term--view--turn = turn
term--view--guessed = guessed

## help: what can be typed during a sitting, by game: what to type | what it does
help--now = What you can type now:
help--later = At other times:

## help.face-off
help--face-off--warmup = warmup [Ann] | a round of cards in which I get to know you; then warmup with skip, redo, later, again or stop
help--face-off--sheet = warmup sheet | what is sure, weak or unknown, and why a noise was not taken
help--face-off--keep = warmup keep Ann, warmup forget Ann | whether Ann is known next time
help--face-off--learn = learn, learn keep, learn no | whether I learn your noises while you play, for the evening or for good
help--face-off--trade = trade Ann Ben [3] | these two trade (3 cards)
help--face-off--win = win [Ann [ruby]] | somebody has won; what is left out is asked for
help--face-off--claim = confirm / deny | whether the call is right
help--face-off--next = next B | the dealer's next signals
help--face-off--teeth = clean / teeth | the victory speech
help--face-off--call = Ann: call Ben | Ben gave Ann a wrong card
help--face-off--wild = wild Ann | Ann, who deals, shows the Wild Thing twice
help--face-off--evidence = evidence [FILE.png] | what the verdict on the teeth rests on
help--face-off--seat = seat 2 Ann | the second face from the picture's left is Ann (a live camera's picture is as in a mirror)
help--face-off--faces = faces [FILE.png] | who sits where, from the picture's left; a small picture with the numbers

## help.keep-smiling
help--keep-smiling--warmup = warmup | both sets in view: colours, light, and what will be hard
help--keep-smiling--place = Ann: place S G N S G | five pieces face down: Smily, Grimmy, Neutralo (typed unseen)
help--keep-smiling--dice = 3 5 6 / roll | the dice as you see them / companion throws
help--keep-smiling--lie = 4 / accept | the value of a die that could not be read / the dice count as they lie
help--keep-smiling--move = a:3 b:5+6 / pass | the move / no piece can use a die
help--keep-smiling--duel = duel 4 2 / duel | the duel's dice, the attacker's first / companion throws
help--keep-smiling--chairs = S G N S G S | at the end: the pieces on the chairs, 6 first

## help.all
help--all--undo = undo, overrule 5 | take the last ruling back, or number 5
help--all--pause = pause, resume | signals do not count, then count again
help--all--score = score | the points so far
help--all--answer = a number, yes, no | the answer to what is asked
help--all--end = help, quit | this help; the end

## dice
dice--one-camera = one camera watches the dice: give one --camera
dice--setup-elsewhere = --setup is a dice calibration: it belongs to keep-smiling
dice--none = no dice are in view
dice--missing-one = only 1 of { $count } dice is seen: is one hidden or out of view?
dice--missing = only { $n } of { $count } dice are seen: is one hidden or out of view?
dice--too-many = { $n } dice are seen where { $count ->
         [one] 1 was
        *[other] { $count } were
    } thrown: take the others away
dice--most = more than { $most } dice: show fewer at a time
dice--leaning = the { $die } die is leaning: roll it again
dice--unsure = the { $die } die could be a { $a } or a { $b }: type its value or roll it again
dice--no-dice = it is not clear whether these are dice with pips (numerals and signs are not read): type the roll or move the camera
dice--no-die = it is not clear whether the { $die } thing is a die with pips (numerals and signs are not read): type the roll or move the camera
dice--numerals = these dice show numerals, and pips are what is read here: type the roll
dice--untyped--unsure = the { $die } die could be a { $a } or a { $b }: look at it from nearer, or from straight above
dice--untyped--no-dice = it is not clear whether these are dice with pips (numerals and signs are not read): look from nearer, or from straight above
dice--untyped--no-die = it is not clear whether the { $die } thing is a die with pips (numerals and signs are not read): look from nearer, or from straight above
dice--untyped--numerals = these dice show numerals, and pips are what is read here
dice--screen = these dice are a picture on a screen: throw real ones
dice--neither-set = the { $die } die belongs to neither set: show each colour once with 'calibrate dice'
dice--turn-one = a { $set } die was thrown, but it is the { $turn } dice's turn
dice--turn = { $n } { $set } dice were thrown, but it is the { $turn } dice's turn
dice--foreign-one = a { $set } die was thrown too: only the { $turn } dice count, roll again
dice--foreign = { $n } { $set } dice were thrown too: only the { $turn } dice count, roll again
dice--set-none = no of { $count } { $set } dice are seen: is one hidden or out of view?
dice--set-one = only 1 of { $count } { $set } dice is seen: is one hidden or out of view?
dice--set-few = only { $n } of { $count } { $set } dice are seen: is one hidden or out of view?
dice--set-many = { $n } { $set } dice are seen where { $count ->
         [one] 1 was
        *[other] { $count } were
    } to be thrown
dice--set-left-one = a { $set } die was left lying: put it away
dice--set-left = { $n } { $set } dice were left lying: put them away
dice--left-one = a die was left lying: put it away
dice--left = { $n } dice were left lying: put them away
dice--bumped = the camera was moved: run 'calibrate dice' again if dice are missed
dice--apart = dice are told apart from now on: { LIST($sets, by: ", ") }
dice--set = { $name } { $colour }
dice--test-of = { $name }: { $test }
dice--margins = { $path } does not hold the dice reader's margins ({ $why }): restore it from the release
dice--never-still = no dice came to rest in view
dice--read = { LIST($values, by: " ") }{ $colours }, together { $total }
dice--colours = {" "}({ LIST($colours, by: ", ") })
dice--refused = { $why }{ $seen }{ $accept }
dice--seen = {" "}{"["}{ LIST($values, by: " ") }]
dice--accept = {" "}(a and Enter: it counts as it lies, { LIST($best, by: " ") })
dice--count = { $face }: { $n }
dice--summary = { $rolls ->
         [one] 1 roll
        *[other] { $rolls } rolls
    }; { LIST($counts, by: " ") }. { $fairness }
dice--no-tap = no die of the latest roll lies there: tap the middle of a die and name 1 to 6
dice--mark = Die { $n }, { $die }: { $value }
dice--mark-open = Die { $n }, { $die }: not sure
dice--mark-asks = What does the { $die } die show?
dice--mark-unseen = What does the unmarked die show?
dice--throw-seen = The throw as I see it
dice--throw-tap = Tap a die, then what it shows.
dice--throw-add = Tap the spot where the unmarked die lies, or a marked die; then what it shows.
dice--throw-pad = What the chosen die shows
dice--read-as = I read { LIST($values, by: " ") }. Tap a die that shows something else.

## dice.hint: what would help with a die that is seen and cannot be read; the page marks it at x, y
dice--hint--closer = the { $die } die is too small in the picture: bring the camera a bit closer
dice--hint--glare = the lamp glares on the { $die } die: move the lamp or turn the die a little
dice--hint--dark = the { $die } die lies in the dark: more light
dice--hint--blurred = the { $die } die is out of focus: hold the camera still, or a little farther away

## watch
watch--nothing = nothing to watch: give a camera or clip, or --mic default
watch--seat = seat { $n }
watch--somebody = somebody
watch--on = { $who }: { TERM($signal, "signal") } on  (since { NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, confidence { NUMBER($confidence, minimumFractionDigits: 2, maximumFractionDigits: 2) })
watch--off = { $who }: { TERM($signal, "signal") } off  (ended { NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, confidence { NUMBER($confidence, minimumFractionDigits: 2, maximumFractionDigits: 2) })

## term.status
term--status--online = online
term--status--frozen = frozen
term--status--offline = offline
term--status--ended = ended
term--status--off = off

## term.state
term--state--seen = seen
term--state--lost = lost
term--state--learning = learning
term--state--ready = ready
term--state--turned = turned
term--state--back = back

## script
script--no-time = '{ $text }' is no timed command: write @SECONDS COMMAND, such as @12.5 Ann: claim ruby

## people
people--teach = { $names }: half a minute of companion enrol { SHELL($first) } --sounds, and I hear your animals far better. Tapping works as well.
people--not-kept = what is known of { $player } cannot be kept in { $folder } ({ $why }): make room there
people--no-face = { $name } has no face profile: run companion enrol { SHELL($name) } first
people--damaged = { $path } is not a profile or is damaged: delete it and enrol again
people--unreadable = { $path } cannot be read ({ $why })
people--version = { $name }'s profile is from another version ({ $version }): enrol again
people--no-name = a player needs a name
people--not-written = { $path } cannot be written ({ $why })
people--not-deleted = { $path } cannot be deleted ({ $why })
people--nothing = nothing is kept of { $name }: companion profiles list shows who is enrolled
people--known = { $name } is known here already: import with --instead to replace what is kept
people--no-export = this is not an export of a player ({ $why }): companion profiles export NAME FILE makes one
people--wrong = { $where } is damaged or far out of range
people--too-large = too large
people--nobody = nobody is enrolled (in { $folder }): companion enrol NAME
people--imported = Kept for { $name }.
people--deleted = deleted { $file }
people--deleted-practice = deleted { $n ->
         [one] 1 practice attempt
        *[other] { $n } practice attempts
    }
people--deleted-game = { $file } is deleted: { $name } played in it
people--kept-game = { $file } still names { $name }
people--in-tournament = { $path } still names { $name } ({ $n ->
         [one] 1 entry
        *[other] { $n } entries
    }): standings need it. Delete that file when the tournament is over
people--no-tournament = the tournament { $path } cannot be read ({ $why }): close its page, then try again
people--signal = { TERM($signal, "signal") }
people--calm = calm
people--face = { $name }: face ({ LIST($signals, by: ", ") })
people--sounds = { $name }: sounds ({ LIST($signals, by: ", ") })
people--no-sounds = none
people--practice = { $name }: practice (companion practise report --player { SHELL($name) })

## camera
camera--whose = say who sits before which camera: { $example }
camera--closed = camera { $index } does not open: { $hint }
camera--no-picture = camera { $index } is there but gives no picture: { $hint }
camera--hint = another program may be using it; close that and try again
camera--hint-macos = allow this terminal the camera under System Settings, Privacy, or close the program that uses it
camera--hint-windows = close the program that uses it, or allow desktop apps the camera under Settings, Privacy
camera--by-number = cameras go by number on this system: give 0, 1 or 2 instead of '{ $name }'
camera--no-name = no camera is called '{ $name }': { $known }
camera--several = { $count } cameras are called '{ $name }': give the number; { $known }
camera--no-number = there is no camera { $index }: { $known }
camera--not-allowed = camera { $index } may not be opened by this user: run `sudo usermod -aG video $USER` and log in again
camera--none = this machine has no camera; plug one in, or give a clip or an address
camera--listed = cameras here: { LIST($known, by: ", ") }
camera--one = { $index } ({ $name })

## demo
demo--face-off = An advanced hand of Face Off! with three synthetic players, seen and heard. What the table types begins with >.
demo--keep-smiling = A turn of Keep Smiling!: the camera over the table reads the dice.
