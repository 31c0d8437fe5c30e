## old: logs of version 1 kept sentences
old--said = { $text }

## ruling: codes of rulings; docs/codes.md lists their values
ruling--trade = { $a } and { $b } trade { $what }.
ruling--several = { $names } all show { TERM($sign, "sign") }: say who trades (trade { $a } { $b }).
ruling--no-cards = { $a } and { $b } both show { TERM($sign, "sign") }, but no trade: { $why }
ruling--action = { $told }
ruling--chance = { $told }
ruling--verdict = { $told }
ruling--claim = { $told }
ruling--call = { $told }
ruling--next = { $told }
ruling--roll = { $told }
ruling--pass = { $told }
ruling--undone = Taken back: { $what }
undone--trade = { $a } and { $b }'s trade.
ruling--refused = Not possible: { $why }{ $known }
ruling--failed = I could not rule on that ({ $kind }); nothing has changed. Say it another way.
ruling--pause = Paused: no signal counts until you say resume.
ruling--resume = Play goes on.
ruling--score = Score: { $scores }.
ruling--over = { COUNT($names) ->
         [one] { $names } wins
        *[other] { $names } win
    }! { $scores }.
ruling--new-hand = Hand { $n }: { $dealer } deals, signal set { $set }: { LIST($signals, by: ", ") }.
ruling--wild-call = Everyone: the Wild Thing signal at { $name }, three seconds!
ruling--opened = Face Off! The hand is open.
ruling--opening-asked = Face Off! Play begins, or has somebody won?
ruling--cannot-win = { $told }
ruling--shout = Face Off! Who has won, and with which gem?
ruling--shouts-close = Two shouts at the same moment. Who was first?
ruling--shouts-two = Two shouts, one after the other. Whose was the first?
ruling--shout-order = { $a } shouted first, { NUMBER($gap, minimumFractionDigits: 2, maximumFractionDigits: 2) } s before { $b }.
ruling--speech-again = I missed { $what }: say it again?
ruling--speech-other = { $said } said the speech, but { $who } has called: { $who } says it, without teeth.
ruling--speech-own = { $name } named somebody else: the speech claims for whoever says it. Once more?
ruling--speech-whose = I heard the victory speech. Whose was it?
ruling--speech-enough = That was the third time, { $name }: play goes on. Did teeth show?
ruling--speech-nothing = I did not hear the victory speech: say it again, or type clean or teeth.
ruling--wrong-name = The speech named { $said }, but { $who } has called: say it again, or type clean or teeth.
ruling--wrong-gem = The speech named the { TERM($said, "gem") } cards, but { $who } called { TERM($gem, "gem") }: say it again, or type clean or teeth.
ruling--claim-refused = Heard the speech, but: { $why }
ruling--wild-asked = Wild thing was called: who got a wrong card?
ruling--wild-refused = Only whoever was just given a wrong card may call it.
ruling--set-asked = I did not catch that. Which set, { $dealer }?
ruling--set-other = { $who } named a set, but { $dealer } deals and chooses.
ruling--joined = { $told }
ruling--place = { $names }: hide two Smilys, two Grimmys and a Neutralo. Nobody sees what you type: Ann: place S G N S G.
ruling--turn = { $name } throws three dice.
ruling--duel = Duel! { $name } attacks { $rival }: each throws one die. Typed: duel 4 2, the attacker's first.
ruling--moves = { $name }: choose dice, then a piece. Possible: { LIST($moves, by: "; ") }.
ruling--reveal = Turn the pieces on the chairs over and type them, chair 6 first (S G N S G): { LIST($owners, by: ", ") }.
ruling--early = { $name } still has to move.
ruling--no-roll = { $why }
ruling--dice = { $tests }
ruling--wild = { $what }
ruling--evidence = { $what }
ruling--told = { $what }
ruling--no-win = Nobody has won: play goes on.
ruling--win-asked = Somebody has won: who, and with which gem?
ruling--throw-again = These dice do not count: { $name } throws again.

## reason
reason--both-show = Both show { TERM($sign, "sign") }.
reason--two-trade = A trade is between two players.
reason--overruled = The table overrules the referee.
reason--by-table = Said by the table.
reason--by-player = Said by { $name }.
reason--heard = Heard: “{ $text }”.
reason--set-heard = Heard: set { $set }. undo takes it back.
reason--wild-heard = Heard: Wild thing, wild thing!
reason--seen = Seen by the camera.
reason--no-move = No piece can use any die.

## referee
referee--games = companion referees { LIST($known, by: ", ") }, not '{ $given }'
referee--who = say who plays: --players Ann,Ben,Cleo
referee--refused-one = a command was refused; the rulings above stand, the log keeps them
referee--nothing = There is nothing to take back.
referee--stays = Ruling { $n } has nothing that can be taken back.
referee--no-ruling = There is no ruling { $n }.
referee--words = {" "}The table can also say: { $words }.
referee--not-now = This is not possible now.
referee--wild-ritual = First everyone shows { $name } the Wild Thing. Then play goes on.
referee--win-waits = First say who has won, or that nobody has. Then trades count again.
referee--late-call = A wrong card is called within { $seconds } seconds of its trade.
referee--no-trade = { $name } has not traded in this hand: a wrong card is called after its trade.
referee--picked-none = { COUNT($names) ->
         [one] { $names } has
        *[other] { $names } have
    } not laid out { $what }.

## command: what the table can say in every game
command--undo = undo
command--overrule = overrule NUMBER
command--pause = pause
command--resume = resume
command--score = score

## player
player--unknown = nobody here is called { $name }: the players are { LIST($names, by: ", ") }

## sound
sound--look = { WIDTH(NUMBER($t, minimumFractionDigits: 2, maximumFractionDigits: 2), right: 8) } s  { WIDTH(NUMBER($level, minimumFractionDigits: 1, maximumFractionDigits: 1), right: 6) } dB { WIDTH($bar, left: 20) }  { LIST($best, by: "  ") }  talk { NUMBER($talk, minimumFractionDigits: 2, maximumFractionDigits: 2) }
sound--score = { $name } { NUMBER($score, minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "always") }

## hand
hand--sign = { $shows } { TERM($signal, "sign") }

## cards
cards--gems = { $n ->
         [one] 1 card
        *[other] { $n } cards
    }
cards--grin = Grin cards
cards--wild = Wild Thing cards

## score
score--of = { $name } { $points }
score--list = { LIST($all, by: ", ") }
score--none = -

## missed
missed--name = the name
missed--gem = the gem
missed--words = “{ $words }”

## teeth
teeth--shown = teeth { LIST($at, by: ", ") }
teeth--at = at '{ $words }' ({ NUMBER($t, minimumFractionDigits: 1, maximumFractionDigits: 1) } s)
teeth--then = at { NUMBER($t, minimumFractionDigits: 1, maximumFractionDigits: 1) } s
teeth--none = no teeth were seen in the whole speech
teeth--unseen = the face was turned away, covered or out of view for { NUMBER($share, style: "percent") } of the speech
teeth--other = it was { $speaker }'s mouth that moved with the speech, not { $name }'s

## evidence
evidence--none = No speech has been judged in this hand.
evidence--verdict = { $name }, { $verdict }, face seen for { NUMBER($seen, style: "percent") } of the speech. { $shown }
evidence--at = Teeth at “{ $words }”, { NUMBER($start, minimumFractionDigits: 1, maximumFractionDigits: 1) } to { NUMBER($end, minimumFractionDigits: 1, maximumFractionDigits: 1) } s, { $n ->
         [one] 1 frame
        *[other] { $n } frames
    }.
evidence--pictures = { $n ->
         [one] 1 picture
        *[other] { $n } pictures
    } in memory until the next hand: evidence FILE.png keeps them.
evidence--no-pictures = There are no pictures to show.
evidence--saved = { $n ->
         [one] 1 picture
        *[other] { $n } pictures
    } saved as { $path }.
evidence--no-picture-name = { $path } is not a name for a picture: write evidence FILE.png
evidence--not-written = { $path } cannot be written ({ $why })

## roll
roll--unread = The roll could not be read: { $why }.
roll--count = { $n ->
         [one] 1 die lies
        *[other] { $n } dice lie
    } there; { $wanted } must be thrown.
roll--wrong-dice = These are { $name }'s dice, but it is { $turn }'s turn.
roll--whose = Whose die is whose? Type duel and both, { $name }'s first.
roll--again = Roll again, or type the dice: 3 5 6.
roll--accept = Roll again, type the dice, or accept: they count as they lie, { $dice }.
roll--none-waits = No roll waits to be accepted: type the dice, such as 3 5 6.

## move
move--ways = { $n ->
         [one] 1 way
        *[other] { $n } ways
    } with { $pieces ->
         [one] one piece
        *[other] { $pieces } pieces
    } and { $dice ->
         [one] one die
        *[other] { $dice } dice
    }
move--all-ways = { LIST($all, by: "; ") }

## chair
chair--of = { $chair } { $name }
chair--taken = { $name } on chairs { LIST($chairs, by: ", ") }
chair--all = { LIST($all, by: "; ") }

## seat
seat--taken = { $name } is seen
seat--taken-but = { $name } is seen ({ $why })
seat--write = write seat NUMBER NAME, with one of { LIST($names, by: ", ") }
seat--none = no camera is watching: there are no seats
seat--dice-camera = the camera watches the dice: there are no seats
seat--unknown = no seat { $number } for { $name }: seats in view are { LIST($seats, by: ", ") }, players { LIST($names, by: ", ") }
seat--no-faces = no seat { $number } for { $name }: no face is in view, players { LIST($names, by: ", ") }

## wild
wild--joined = { $names } joined in.
wild--joined-none = I saw nobody join in.
wild--write = write wild NAME, with one of { LIST($names, by: ", ") }
wild--no-camera = no camera is watching: nobody can show the Wild Thing
wild--not-in-view = { $player } is not in view: sit before the camera to show the Wild Thing
wild--few-noises = a Wild Thing's noise is learned from two or three shows: make it again
wild--talk = this noise is too much like talk or laughter: make one that is wilder
wild--noises-differ = these noises differ too much: make the same one again
wild--close = that is too close to { TERM($names, "signal") }, which I would see as well: do something else with it
wild--weak = that is too weak: in talk faces do nearly the same ({ LIST($parts, by: ", ") }). Make it bigger
wild--unlike = the two were not alike: { $part } differed most

## hint
hint--unknown = I noticed { TERM($sign, "sign") }, but not who it was.

## headline
headline--place = { $names }: hide two Smilys, two Grimmys and a Neutralo.
headline--duel = Duel! { $name } attacks { $rival }: each throws one die.
headline--moves = { $name }: choose dice, then a piece.
headline--reveal = Turn over the pieces on the chairs.
headline--several = { $names } all show { TERM($sign, "sign") }. Who trades?
headline--pause = Paused: no signal counts.
headline--speech-nothing = I did not hear the victory speech. Once more?
headline--wrong-name = The speech named { $said }, but { $who } called Face Off! Once more?
headline--wrong-gem = The speech named { TERM($said, "gems") }, but { $who } called { TERM($gem, "gems") }. Once more?

## question
question--result = Is the result right?
question--who-won = Who has won?
question--who-won-gem = Who has won with the gem { TERM($gem, "gem") }?
question--opening = Play begins, or has somebody won?
question--whose-speech = Whose speech was that: { $name } has all of the { TERM($gem, "gem") }?
question--which-gem = { $name } has won: with which gem?
question--claim = { $n ->
    [11] Does { $name } have all eleven { TERM($gem, "gems") }, with Grin and Wild Thing?
   *[other] Does { $name } have all nine { TERM($gem, "gems") }?
}
question--mistake = Did { $giver } give { $caller } a wrong card?
question--teeth = Did { $name } show teeth?
question--speech = The speech is listened to; what you say counts more.
question--who-trades = { $names } all show { TERM($sign, "sign") }: who trades?
question--how-many = How many cards do { $a } and { $b } trade?
question--who-called = Wild thing was called: who got a wrong card?
question--wild-ritual = Everyone: the Wild Thing at { $name }, for three seconds!
question--next-set = { $dealer } has won and deals hand { $n }: which signals?
question--next-wild = { $dealer } deals: which Wild Thing?
question--dice-lie = Do the dice count as they lie, { $dice }?
question--dice-whose = The duel: which die is { $name }'s?
question--chair = Chair { $chair }, taken by { $name }: which piece is it?
question--whose-sound = { $name } shows { TERM($sign, "sign") }, and somebody else does, too. Who trades with { $name }?
question--which-face = Who is this?
question--learn = May I learn your noises while we play? Then you need no warm-up.
question--learn-pair = { $a } and { $b }: { TERM($signal, "sign") }?
question--gone = That is not asked any more.
question--others = This question is for somebody else.
question--own-words = Say it in words of your own: the answer is empty.
question--line = { $told }  { LIST($answers, by: "  ") }
question--option = { $n } { $told }
question--table-camera = Who looks most like picture { $card }?
question--table-answer = Is the guess right?
question--table-owner = Whose was the chosen card?

## answer
answer--result-yes = yes, send it
answer--result-no = no
answer--warmup-yes = Yes, let's warm up
answer--warmup-no = No, just play
answer--warmup-keep-yes = Yes, remember me
answer--warmup-keep-no = No, forget me after tonight
answer--learn-evening = Yes, for this evening
answer--learn-keep = Yes, and keep them
answer--learn-no = No
answer--learn-pair = { TERM($signal, "sign") }
answer--is = { $value }
answer--gem = { TERM($gem, "gem") }
answer--set = { $set }: { TERM($signals, "signal") }
answer--two = { $a } and { $b }
answer--cards = { TERM($shown, "shown") }
answer--got = { $name } got it
answer--done = Done
answer--wild = { TERM($wild, "wild-way") }
answer--wild-own = a Wild Thing of our own
answer--other-set = other signals
answer--chair-back = back to chair { $chair }
answer--piece = { TERM($kind, "piece-kind") }
answer--nobody-won = nobody: play on
answer--play-begins = play begins
answer--has-won = somebody has won
answer--nobody-spoke = nobody of us
answer--nobody-trades = no trade
answer--nobody-called = no wrong card
answer--somebody-else = somebody else
answer--claim-yes = yes, all of them
answer--claim-no = no, play on
answer--mistake-yes = yes, a wrong card
answer--mistake-no = no
answer--teeth-yes = No, no teeth
answer--teeth-no = Yes, teeth
answer--dice-yes = yes, they count
answer--dice-no = no, throw again
answer--nobody-sound = nobody
answer--nobody-face = nobody who plays

## heard
heard--taken = Heard: { $what }
heard--asked = { $what }?
heard--either = { $a } or { $b }?
heard--dismissed = Forgotten. Say it again, or tap it.
heard--nothing = Nothing was heard that could be forgotten or repeated.
heard--unknown = What is heard here does not know { LIST($words) }: say it another way, or "number two" for the second answer.
heard--turn = It is the turn of { LIST($names) }.
heard--turn-all = Everybody may act now.
heard--worth = { TERM($signal, "signal") }: { TERM($shown, "shown") }
heard--no-next = The next hand comes after this one.

## evening
evening--points = { $name } { NUMBER($points, maximumFractionDigits: 0, signDisplay: "always") } ({ TERM($reason, "won-by") })
evening--of = { LIST($all, by: ", ") }

## options
options--no-language = companion speaks { $languages }, not '{ $given }'
options--no-source = give a camera, clip, picture or address, for example --camera 0
options--two-sources = give one source, not both { $one } and { $other }
options--other-game = this has no effect in { TERM($game, "game") }: { LIST($options, by: ", ") }
options--without-game = this has no effect without --game: { LIST($options, by: ", ") }
options--without-mqtt = this has no effect without --mqtt: { LIST($options, by: ", ") }
options--without-keep = this has no effect where no game is kept: { LIST($options, by: ", ") }
options--one-device = the page opens one device by itself: give { $option } once, and add others as phones or in the browser

## threshold
threshold--signal = this signal has no threshold to move
threshold--value = a threshold of this signal lies between { NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) } and { NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }
threshold--kept = The threshold counts now, and is kept with the face of { $name }.
threshold--not-kept = The threshold counts in this game; to keep it, teach the face first: companion enrol { SHELL($name) }.

## preview
preview--nothing = nothing comes from this device: is something else using it?
preview--playing = a game is on: its own picture is shown

## faces
faces--none = No face is in view.
faces--seen = From the picture's left: { LIST($all, by: ", ") }.{ $missing }{ $saved }
faces--of = { $n } { $name }
faces--nobody = nobody yet
faces--missing = {" "}No face yet: { $names }.
faces--saved = {" "}The picture with the numbers is { $path }.
faces--no-picture-name = { $path } is no name of a picture: write faces FILE.png
faces--alone = { $name } has no face yet: sit in view, or name a face: seat NUMBER { $name }

## praise: one line for each player at the evening's end
praise--calm = { $best ->
         [yes] The calmest face, speeches without teeth: { $n }
        *[no] Speeches without teeth: { $n }
    }
praise--quick = { $best ->
         [yes] The quickest trade, in seconds: { $n }
        *[no] Quickest own trade, in seconds: { $n }
    }
praise--wild = { $best ->
         [yes] Most Wild Things traded: { $n }
        *[no] Wild Things traded: { $n }
    }
praise--caught = { $best ->
         [yes] The sharpest eye, wrong cards noticed: { $n }
        *[no] Wrong cards noticed: { $n }
    }
praise--trade = { $best ->
         [yes] Most trades: { $n }
        *[no] Trades: { $n }
    }
praise--title = { $best ->
         [yes] Told the best story, times: { $n }
        *[no] Best stories: { $n }
    }
praise--confused = { $best ->
         [yes] Misled the others most often: { $n }
        *[no] Misled the others, times: { $n }
    }
praise--story = { $best ->
         [yes] Told the most stories: { $n }
        *[no] Stories told: { $n }
    }
praise--team = { $best ->
         [yes] Most rounds won with the team: { $n }
        *[no] Rounds won with the team: { $n }
    }
praise--smily = { $best ->
         [yes] Most Smilys on chairs: { $n }
        *[no] Smilys on chairs: { $n }
    }
praise--strike = { $best ->
         [yes] Captured the most pieces: { $n }
        *[no] Pieces captured: { $n }
    }
praise--duel = { $best ->
         [yes] Most duels won: { $n }
        *[no] Duels won: { $n }
    }
praise--chair = { $best ->
         [yes] Took the most chairs: { $n }
        *[no] Chairs taken: { $n }
    }
praise--row = { $best ->
         [yes] The best single round, points: { $n }
        *[no] Best own round, points: { $n }
    }
praise--helped = { $best ->
         [yes] Most cards played with helpers: { $n }
        *[no] Cards played with helpers: { $n }
    }
praise--low = { $best ->
         [yes] Laid the most low cards aside: { $n }
        *[no] Low cards laid aside: { $n }
    }
praise--ended = { $best ->
         [yes] Ended the most rounds: { $n }
        *[no] Rounds ended: { $n }
    }
praise--guess = { $best ->
         [yes] Found the most pairs: { $n }
        *[no] Pairs found: { $n }
    }
praise--understood = { $best ->
         [yes] Best understood, own pairs found: { $n }
        *[no] Own pairs that others found: { $n }
    }
praise--streak = { $best ->
         [yes] The longest streak, pairs in one turn: { $n }
        *[no] Longest own streak, pairs: { $n }
    }
praise--hand = { $best ->
         [yes] Won the most hands: { $n }
        *[no] Hands won: { $n }
    }
praise--there = There to the end, hands played: { $n }
