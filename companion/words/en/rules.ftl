## rules
rules--cited = { $what } ({ $rule })
rules--sentences = { $parts }
rules--clauses = { LIST($parts, by: "; ") }.
rules--chance = chance
rules--table = the table
rules--chance-begins = Chance
rules--table-begins = The table
rules--turn-of-one = ; it is { $who }'s turn
rules--turn-of = ; it is the turn of { $who }

## rules.no
rules--no--line = An action is one short line of text.
rules--no--lines = An action is one line; this text has several.
rules--no--quotes = The quotes in { $text } do not close; write names with spaces like "Ann Marie".
rules--no--quoted = The words in quotes in { $text } cannot be read; write them without backslashes, like "Ann Marie".
rules--no--number = { $text } is not a card number; write a whole number in plain digits.
rules--no--nothing = Nothing was typed; the actions of { TERM($game, "game") } are { TERM($verbs, "verb") }.
rules--no--action = { $text } is not an action in { TERM($game, "game") }; the actions are { TERM($verbs, "verb") }.
rules--no--value = { $action } is not an action in { TERM($game, "game") }.
rules--no--several-names = { $text } may be { LIST($names, type: "disjunction") }; type more of the name.
rules--no--nobody = Nobody here is called { $text }; the players are { LIST($players, by: ", ") }.
rules--no--actor = There is no player { $actor } here; the players are 0 to { $last }, -1 is chance and -2 the table.
rules--no--viewer = There is no viewer { $viewer }; the players are 0 to { $last }, the table is { $table }.
rules--no--undo = { $who } has nothing to take back.
rules--no--who = Several players can act now; begin with a name: { LIST($names, by: ", ") }
rules--no--draw = There is nothing to draw now; a player or the table is to act.
rules--no--extra = This call needs one more package: pip install 'tabletop-companion[{ $extra }]'

## option.no
option--no--unknown = { TERM($game, "game") } has no option { $name }; its options are { LIST($known, by: ", ") }.
option--no--flag = Option { $name } is { $value }; give true or false.
option--no--whole = Option { $name } is { $value }; give a whole number from { $low } to { $high }.
option--no--choice = Option { $name } is { $value }; choose one of { LIST($choices, by: ", ") }.
option--no--seat = Option { $name } is { $value }; give a name or a seat from 0 to { $last }.
option--no--name = Option { $name } is { $value }: { $why }
option--no--text = Option { $name } is { $value }; describe it in 1 to { $most } printable characters.
option--no--blanks = Option { $name } is { $value }; leave out the spaces before and after it.
option--no--list = Option { $name } is { $value }; give a list of { LIST($choices, by: ", ") }.
option--no--twice = Option { $name } names one thing twice in { $value }; name each once.
option--no--table = Option { $name } is { $value }; give a number for each of { LIST($choices, by: ", ") }.
option--no--players = The players are a list of names.
option--no--count = { TERM($game, "game") } is for { $low } to { $high } players, not for { $n }; add or leave out some.
option--no--odd-name = { $name } cannot be a player's name; use 1 to { $most } printable characters.
option--no--same-name = Two players have the same name in { LIST($names, by: ", ") }; give each a name of their own.
option--no--seed = The seed is { $seed }; give a whole number.
option--no--game = There is no game { $name }; choose one of { LIST($games, by: ", ") }.

## option.face-off
option--face-off--suits = which gems are played, as many as players
option--face-off--gem_values = points for each gem
option--face-off--cards = digital: dealt and checked here; physical: your own deck, the table confirms
option--face-off--advanced = play with Grin and Wild Thing cards
option--face-off--signal_set = what is shown for 1, 2, 3 and 4 cards in the first hand
option--face-off--wild_signal = the first hand's Wild Thing signal
option--face-off--dealer = who deals the first hand
option--face-off--target = points that win the game
option--face-off--mistake_penalty = points off for a mistaken trade
option--face-off--teeth_penalty = points off for teeth in the victory speech
option--face-off--false_claim_penalty = points off for a false win call (not in the book)
option--face-off--max_trades = deal again after this many trades; 0: never
option--face-off--max_hands = end after this many hands; 0: only when somebody has won

## option.keep-smiling
option--keep-smiling--lane_length = how far it is from one side to the other: fewer fields, a shorter game
option--keep-smiling--duel = pieces that meet fight: one die each, the higher stays
option--keep-smiling--first = who throws first
option--keep-smiling--pieces = digital: set up here in secret; physical: your own board, the chairs are entered at the end
option--keep-smiling--memory = your own pieces are hidden after the set-up too: remember them

## option.face-cards
option--face-cards--variant = the book's other ways to play; risk is for 3 to 5 players
option--face-cards--cards = digital: dealt and checked here; physical: your own cards or photographs, the owner answers each guess
option--face-cards--first = whoever looks most like the first picture begins: you say who, or it is drawn
option--face-cards--not_own = what nobody may guess: any card of their own, or only their own pair
option--face-cards--max_flop_rounds = nobody was right: this many more rounds of guesses with the same cards
option--face-cards--starts_each = how often each begins; 0: as in the book, 3, 2 or 1 times
option--face-cards--people = cards with people
option--face-cards--animals = cards with animals
option--face-cards--objects = cards with objects
option--face-cards--blank_people = own cards with people (at most ten own cards)
option--face-cards--blank_animals = own cards with animals
option--face-cards--blank_objects = own cards with objects
option--face-cards--shortage = too few cards left: fewer in the middle, or the game ends

## option.ftw
option--ftw--first = who begins the first round
option--ftw--rounds = how many rounds; left empty, as many as players
option--ftw--cards = digital: dealt here; physical: your own numbered cards, what is laid is typed or tapped, hands are shown to be counted

## option.factum
option--factum--cards = digital: dealt and mixed here; physical: your own cards, the table says whose card was chosen
option--factum--deck = how many cards there are
option--factum--target = points that win the game
option--factum--finish = when somebody has the points: at once, or after the best story
option--factum--max_ties = after this many ties in the guessing team somebody decides
option--factum--deadlock = who decides then

## option-name
option-name--set = { $set }: { TERM($signals, "signal") }
option-name--suits = gems in play
option-name--gem_values = points for each gem
option-name--cards = cards
option-name--pieces = pieces
option-name--advanced = advanced game
option-name--signal_set = signals of the first hand
option-name--wild_signal = first Wild Thing
option-name--dealer = first dealer
option-name--target = points to win
option-name--mistake_penalty = penalty for a wrong card
option-name--teeth_penalty = penalty for teeth
option-name--false_claim_penalty = penalty for a wrong shout
option-name--max_trades = most trades in a hand
option-name--max_hands = most hands
option-name--lane_length = fields of a lane
option-name--duel = duel variant
option-name--first = who begins
option-name--memory = remember your own pieces
option-name--variant = variant
option-name--not_own = guesses not allowed
option-name--max_flop_rounds = more rounds of guesses
option-name--starts_each = how often each begins
option-name--people = cards with people
option-name--animals = cards with animals
option-name--objects = cards with objects
option-name--blank_people = own cards with people
option-name--blank_animals = own cards with animals
option-name--blank_objects = own cards with objects
option-name--shortage = when cards run short
option-name--rounds = rounds
option-name--deck = cards in the deck
option-name--finish = end at the target
option-name--max_ties = most ties in a vote
option-name--deadlock = who decides then

## position.no
position--no--game = This is no position of { TERM($game, "game") }; it should start with '{ $game }'.
position--no--version = The position of { TERM($game, "game") } has no version number after the name.
position--no--newer = The position is of version { $version }, newer than { $known }; use a newer program.
position--no--end = The position is cut short: it has no full stop at its end; copy the whole line.
position--no--field = The position has a field that cannot be read: { $field }.
position--no--missing = The position is not whole: { LIST($fields, by: ", ") } missing; copy the whole line.
position--no--extra = The position has unknown fields: { $fields }.
position--no--number = { $text } in the position is no whole number as it should be.
position--no--options = The position has options that cannot be: { $why }
position--no--damaged = The position is damaged or cut short; save or copy it again.
position--no--writing = a field is not written as the notation has it.
position--no--possible = The position cannot be: { $why }

## record.no
record--no--text = A game record is text.
record--no--kept = { $text } cannot be kept in a file; leave out its half characters.
record--no--record = This is no game record; one begins with: { $begin }.
record--no--version-record = Line { $line } of the record gives no version of the record.
record--no--version-game = Line { $line } of the record gives no version of the game.
record--no--writing = Line { $line } of the record is to be written: { $wanted }
record--no--option-twice = Line { $line } of the record gives the option { $name } again; give each once.
record--no--newer-record = This record is of version { $version }, newer than { $known }; update the program to read it.
record--no--newer-game = This game is of version { $version }, newer than { $known }; update the program to read it.
record--no--end = The record is cut short after line { $line }; a whole one closes with: end
record--no--field = Line { $line } of the record should begin with: { $wanted }; it is { $found }.
record--no--seed = Line { $line } of the record has no seed; it is a whole number without leading zeros.
record--no--header = Line { $line } of the record should be as in: header Place "at home".
record--no--step = Line { $line } of the record should be action { $number }, as in: { $number } Ann ...
record--no--player = Line { $line } of the record: nobody here is called { $name }.
record--no--replay = Line { $line } of the record does not replay: { $why }
record--no--reading = Line { $line } of the record cannot be read; the file is damaged there.
record--no--other-result = Line { $line } of the record does not fit its actions: the result should be { $wanted }; an action was changed or is missing.
record--no--other-position = Line { $line } of the record does not fit its actions: the last position should be { $wanted }; an action was changed or is missing.
record--no--after = Line { $line } of the record comes after its end; cut it off.

## rule
rule--cited = { TERM($book, "book") }, { $section }: { $text }
rule--undo = only your own latest action can be taken back, if it showed nothing, drew no chance and touched nobody else.

## rule.ftw
rule--ftw--dealing = All cards are shuffled and dealt: 12 to each of up to five players, 10 to each of six.
rule--ftw--giving = Everyone gives 3 cards of their hand to the right at once, and takes up the new ones when all have chosen.
rule--ftw--turns = The players play one hand card each in turn, clockwise.
rule--ftw--held = Only a card from your own hand can be played.
rule--ftw--higher = A card on the pile has to be higher than the top card; any card opens a pile.
rule--ftw--lower = Only a card lower than the top card of the pile can be laid in front.
rule--ftw--from-pile = Whoever lays a card in front has to take one card from the open pile.
rule--ftw--help = A lower card goes on the pile only if its sum with one or more of your own helpers is higher than the top card.
rule--ftw--showing = When somebody has one hand card left after a turn, the round is over and all hands are counted.
rule--ftw--ended = The game is over after the last round.

## rule.keep-smiling
rule--keep-smiling--placing = Each player first sets five pieces face down on the start fields: two Smilys, two Grimmys and one Neutralo.
rule--keep-smiling--turns = The players take turns: all three dice are rolled, then the player who rolled moves.
rule--keep-smiling--five-ways = One piece goes one die or the sum of two; two pieces one die each, or one die and the sum of two; three pieces one die each.
rule--keep-smiling--whole-dice = Only the dice that were rolled count, each once and whole.
rule--keep-smiling--must-move = One piece has to be moved; only further possible moves may be left out.
rule--keep-smiling--exact = The opponent's start field has to be reached with the exact count.
rule--keep-smiling--off-lane = A captured piece is out of the game, and a piece on a chair stays there.
rule--keep-smiling--ended = The game is over when all six chairs are taken, or when no piece is left on the lanes.
rule--keep-smiling--reveal = At the end the pieces on the chairs are turned over; each player has two Smilys, two Grimmys and one Neutralo.
rule--keep-smiling--duel = A piece that lands on another fights: both players roll one die before anything else goes on.

## rule.face-off
rule--face-off--deal = the dealer shuffles and deals 9 gems to each, in the advanced game also one Grin and one Wild Thing card.
rule--face-off--one-suit = offer 1 to 4 cards of one suit that you hold.
rule--face-off--same-number = you can trade with anyone who signals the same number back to you.
rule--face-off--two-players = a trade is between two players.
rule--face-off--grin-only = Grin and Wild Thing cards are traded one for one under their own signals.
rule--face-off--advanced-only = Grin and Wild Thing cards are used in the advanced game only.
rule--face-off--nothing-shown = only an offer that stands can be taken back.
rule--face-off--mistake = the player that you've mistakenly traded with stops the game and calls it.
rule--face-off--suit-in-play = one complete suit for each person playing; the others are put away.
rule--face-off--dealer-chooses = the winner becomes the Dealer for the next hand and chooses the Trading Signals.
rule--face-off--wild-choice = the Wild Thing signal is one that the Dealer creates for that hand.
rule--face-off--speech = the speech is judged once, when a hand has been won.
rule--face-off--table-confirms = the table confirms or denies a call that it has seen.
rule--face-off--stopped = trading goes on between the deal and the call; now the game waits.
rule--face-off--over = the game ends with the first player at the target.
rule--face-off--not-yours = players offer, call and choose; the table sees trades and judges; chance deals.

## rule.face-cards
rule--face-cards--start = whoever looks most like the first card's picture takes the camera and starts.
rule--face-cards--deal = cards come from the shuffled draw pile.
rule--face-cards--pair = each player chooses 2 cards that make a pair from their own hand.
rule--face-cards--kenner = choose one card from your hand for the card that lies before you.
rule--face-cards--koenner = both cards of a pair go to the centre, and a guess names two of them.
rule--face-cards--risiko = each player lays two pairs: four different cards.
rule--face-cards--turn = the owner of the camera begins, the others follow in turn, each with one guess.
rule--face-cards--guess = a guess names a card in front of another player and one in the centre.
rule--face-cards--not-own = you may not guess your own cards.
rule--face-cards--answer = the owner says whether the guess is right, and cannot contradict earlier answers.
rule--face-cards--no-bonus = there are no bonus pictures for different categories.
rule--face-cards--pass = only after a right guess may a player stop; the first guess must be made.
rule--face-cards--step = first the pairs are laid, then they are shown, then the guesses are made.
rule--face-cards--end = the game is over when everyone was start player equally often.

## rule.factum
rule--factum--deal = hands are filled up to five cards from the pile; the discards are shuffled when it ends.
rule--factum--volunteer = the first to volunteer tells a story.
rule--factum--not-twice = the same player cannot be the storyteller twice in a row.
rule--factum--teams = two teams of equal size; with an odd number the storyteller's team has one more.
rule--factum--tell = the storyteller tells the story and confirms its end.
rule--factum--judge = the judge is the first of the other team to come forward.
rule--factum--decide = the judge looks at the storyteller's card and decides whose team guesses.
rule--factum--lay = each player of the team that does not guess adds one card from their own hand.
rule--factum--vote = the guessing team votes for one of the cards on the table.
rule--factum--silent = the storyteller and the judge must be silent.
rule--factum--tie = a tie is voted again among the tied cards, then one voter decides.
rule--factum--owner = the card's owner is the storyteller, one of the confusing team, or the pile.
rule--factum--best = everyone but the two storytellers votes for one of the two stories.
rule--factum--step = telling, judging, adding cards, guessing, points, best story.
rule--factum--end = the first to reach the target (15 points) wins and the game is over.

## ftw
ftw--deal = Round { $round } of { $rounds }: the cards are dealt, and everyone chooses 3 to give to the right.
ftw--give = { $who } has chosen 3 cards to give to the right.
ftw--begin = { $who } has chosen too, the cards change hands, and { $next } begins.
ftw--open = { $who } opens a pile with the { $card }{ $left }.
ftw--play = { $who } plays the { $card } on the { $top }{ $left }.
ftw--help = { $who } plays the { $card } on the { $top } with the help of { $helpers }: { $sum } is higher than { $top }{ $left }.
ftw--lay = { $who } lays the { $card } in front and takes the { $take } from the pile; the rest of the pile goes away{ $left }.
ftw--lay-only = { $who } lays the { $card } in front and takes the { $take }, the only card of the pile{ $left }.
ftw--two-left = ; { $who } has 2 cards left
ftw--one-left = ; { $who } has one card left, so the round is over: show your hands
ftw--show = { $who } shows { $cards }: { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.
ftw--round = The round is over: { $points }.
ftw--gets = { $who } gets { $points }
ftw--win = The game is over: { $who } wins with { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.
ftw--tie = The game is over: { $who } share the win with { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.

## ftw.no
ftw--no--deal-now = { $who } cannot do this now: the cards are dealt first{ $turn }.
ftw--no--give-now = { $who } cannot do this now: three cards go to the right first{ $turn }.
ftw--no--play-now = { $who } cannot do this now: a card is played first{ $turn }.
ftw--no--show-now = { $who } cannot do this now: the hands are being shown and counted{ $turn }.
ftw--no--over-now = { $who } cannot do this now: the game is over{ $turn }.
ftw--no--card = { $cards } is not a card; the cards are the numbers 1 to { $highest }.
ftw--no--pair = { $cards } is not a pair of cards; the cards are the numbers 1 to { $highest }.
ftw--no--hand = { $cards } is not a hand; the cards are the numbers 1 to { $highest }.
ftw--no--gift = { $cards } cannot be given; the cards are the numbers 1 to { $highest }.
ftw--no--helpers = { $cards } cannot be helpers; the cards are the numbers 1 to { $highest }.
ftw--no--hands = A deal has { $n } hands, one for each player.
ftw--no--dealt-twice = A card is dealt twice.
ftw--no--hand-size = A hand of { $n } players has { $size } cards.
ftw--no--three = { $n ->
         [one] 1 card is
        *[other] { $n } cards are
    } given; give 3 different ones.
ftw--no--secret-gift = Your own cards are given in secret; do not name them.
ftw--no--show-count = { $who } holds { $n ->
         [one] 1 card; name it
        *[other] { $n } cards; name each of them once
    }.
ftw--no--show-taken = { $who } took the { $card } from the pile and still has it; name it too.
ftw--no--seen = The { $card } has been on the table in this round, or somebody else took it.
ftw--no--not-held = { $who } does not hold the { $card }.
ftw--no--not-yours = { $who } cannot play that; look at your own cards.
ftw--no--not-higher = The { $card } is not higher than the { $top } on the pile; play it with helpers or lay it in front.
ftw--no--needless = The { $card } needs no helpers here; play it without.
ftw--no--no-helper = The { $card } is not a helper of { $who }.
ftw--no--helper-twice = A helper is named twice; each helps once.
ftw--no--sum = The { $card } with its helpers makes { $sum }, which is not higher than { $top }.
ftw--no--no-pile = There is no pile yet; open one with the { $card } or another.
ftw--no--not-in-pile = The { $card } is not in the pile; take one that is.
ftw--no--not-lower = The { $card } is higher than the { $top } on the pile; play it there, or lay a lower one.
ftw--no--form = { $text } is not an action; write, for example: play 17, lay 5 take 17, or play 2 with 6 11
ftw--no--card-number = There is no card { $card }; the cards are the numbers 1 to { $highest }.
ftw--no--deal-form = { $text } is not a deal; write each hand's cards, the hands with / between them.
ftw--no--give-form = { $text } does not give three cards; write, for example: give 3 17 25
ftw--no--fits-several = { $text } can mean several actions; say which: { LIST($choices, by: ", ") }
ftw--no--in-full = Say it in full: which card is played or laid, and which is taken, as in: lay 5 take 17

## ftw.bad
ftw--bad--seats = there is not one hand, one gift and one row of helpers for each player.
ftw--bad--turn = the rounds played do not fit the hands, or the wrong player is to act.
ftw--bad--points = a round's points are not one number from 0 to the highest card for each player.
ftw--bad--last = the hands at the end of the last round cannot be.
ftw--bad--last-order = the last round ended with no player on one card, or hands that are not in order.
ftw--bad--last-points = the points of the last round are not those of its hands.
ftw--bad--between = cards are out between two rounds, or the wrong player is to begin.
ftw--bad--cards = a card is missing, doubled or of no deck.
ftw--bad--order = hands and helpers are written in ascending order.
ftw--bad--gift = a player gives three different cards, in ascending order.
ftw--bad--early = cards are played before all have given their three.
ftw--bad--not-held = a player gives cards that are not in hand.
ftw--bad--begin = the wrong player is to begin.
ftw--bad--sizes = during a round every hand has at least two cards and no more than were dealt.
ftw--bad--twice = a card was given twice.

## keep-smiling
keep-smiling--place = { $who } has set up all five pieces.
keep-smiling--roll = { $who } rolls { $dice }.
keep-smiling--pass = No piece of { $who } can move, so the turn passes.
keep-smiling--move = { $who } moves { $steps }
keep-smiling--by = { $lane } by { $total }
keep-smiling--by-sum = { $lane } by { $total } ({ $dice })
keep-smiling--capture = { $who }'s piece { $lane } is captured
keep-smiling--chair = { $who }'s piece { $lane } takes chair { $chair }
keep-smiling--meet = the pieces in lane { $lane } fight a duel
keep-smiling--duel = Duel in lane { $lane }: { $who } rolls { $attacker }, { $other } rolls { $defender }, and { $loser }'s piece leaves the game
keep-smiling--again = { $other } has no piece left on the lanes, so { $who } goes on alone
keep-smiling--turn-over = Nothing moves any more: turn over the pieces on the chairs.
keep-smiling--over = The game is over: { LIST($seats, by: ", ") }; { $result }.
keep-smiling--win = { $who } wins with { $points ->
         [one] { $points } point
        *[other] { $points } points
    } to { $less }
keep-smiling--tie = it is a tie at { $points ->
         [one] { $points } point
        *[other] { $points } points
    }
keep-smiling--nobody = no piece sits on a chair
keep-smiling--seat = chair { $chair } has a { TERM($kind, "piece-kind") } of { $who }

## keep-smiling.no
keep-smiling--no--place-now = { $who } cannot do this now: the pieces are still being set up{ $turn }.
keep-smiling--no--roll-now = { $who } cannot do this now: the dice are rolled first{ $turn }.
keep-smiling--no--move-now = { $who } cannot do this now: whoever rolled moves first{ $turn }.
keep-smiling--no--duel-now = { $who } cannot do this now: the duel is rolled first{ $turn }.
keep-smiling--no--reveal-now = { $who } cannot do this now: the chairs are being turned over{ $turn }.
keep-smiling--no--over-now = { $who } cannot do this now: the game is over{ $turn }.
keep-smiling--no--set-up = { $kinds } is not a set-up; give five letters of S, G and N for the lanes a to e.
keep-smiling--no--other-pieces = { $kinds } is not two S, two G and one N.
keep-smiling--no--chairs = { $kinds } is not what { $n } chairs show; give a letter S, G or N for each.
keep-smiling--no--other-chairs = { $who } cannot have these pieces on the chairs.
keep-smiling--no--roll = { $dice } is not a roll; give three dice of 1 to 6.
keep-smiling--no--duel = { $die } is not a die of a duel; give two dice of 1 to 6, the attacker's first.
keep-smiling--no--pass = A piece can move, so the turn cannot be passed.
keep-smiling--no--steps = { $steps } is not a move; name pieces a to e, each with dice of 1 to 6.
keep-smiling--no--three-dice = Three dice cannot go to one piece; give it one die or two.
keep-smiling--no--twice = A piece is named twice; give it both dice at once, as in a:3+5.
keep-smiling--no--die = The roll is { $dice }; there is no { $die } left for this move.
keep-smiling--no--step-order = { $steps } is not a move; write the dice as whole numbers, the lower one first.
keep-smiling--no--seated = Piece { $lane } is on a chair and cannot move.
keep-smiling--no--captured = Piece { $lane } is captured and cannot move.
keep-smiling--no--too-many = Piece { $lane } has { $left } to go, so { $n } is too many.
keep-smiling--no--last-chair = The last chair is taken before piece { $lane } moves; leave it out.
keep-smiling--no--set-up-form = { $text } is not a set-up; write five letters for the lanes a to e, as in: place S G N S G
keep-smiling--no--chairs-form = { $text } is not what chairs show; write a letter each, 6 first, as in: reveal S N G S
keep-smiling--no--roll-form = { $text } is not a roll; write three dice of 1 to 6, as in: roll 3 5 6
keep-smiling--no--duel-form = { $text } is not a duel; write the attacker's die and the defender's, as in: duel 4 2
keep-smiling--no--move-form = { $text } is not a move; name pieces with their dice, as in: move a:5 b:3+6
keep-smiling--no--piece-form = { $piece } in { $text } is not a piece with dice; write, for example, a:5 or b:3+6
keep-smiling--no--fits-none = { $text } fits no legal move (the roll is { $dice }); write it in full, as in: move a:5 b:3+6
keep-smiling--no--no-roll-yet = { $text } fits no legal move (the roll is missing); write it in full, as in: move a:5 b:3+6
keep-smiling--no--fits-several = { $text } can mean several moves; say which: { LIST($choices, by: ", ") }

## keep-smiling.bad
keep-smiling--bad--pieces = a player has other pieces than two Smilys, two Grimmys and one Neutralo.
keep-smiling--bad--known = physical pieces are known before the end, or others than those on the chairs.
keep-smiling--bad--counts = the turn or the number of rolls cannot be.
keep-smiling--bad--early = pieces have moved before both players set up.
keep-smiling--bad--chairs = a chair is taken twice, or there are more than six.
keep-smiling--bad--lanes = there are five lanes.
keep-smiling--bad--twice = a piece on a chair cannot be on its lane as well.
keep-smiling--bad--beyond = a piece in lane { $lane } is beyond its lane.
keep-smiling--bad--one-field = two pieces stand on one field in lane { $lane }.
keep-smiling--bad--each-other = the two pieces of lane { $lane } cannot have captured each other.
keep-smiling--bad--no-duel = advances are left over without a duel.
keep-smiling--bad--duel = there is no such duel.
keep-smiling--bad--attacker = the attacker cannot come from beyond the lane.
keep-smiling--bad--advances = the advances after the duel are not of one move.
keep-smiling--bad--advance = an advance after the duel cannot be made.
keep-smiling--bad--actors = the wrong player is to act.
keep-smiling--bad--no-pieces = a player without pieces on the lanes is to move.
keep-smiling--bad--dice = the dice are not three of 1 to 6 in ascending order.

## face-off
face-off--deal = { $dealer } deals hand { $hand }: nine cards each. Face Off!
face-off--deal-advanced = { $dealer } deals hand { $hand }: nine gems, a Grin and a Wild Thing card each. Face Off!
face-off--offer = { $who } shows { TERM($signal, "signal") }: { TERM($shown, "shown") }.
face-off--withdraw = { $who } takes the offer back.
face-off--trade = { $one } and { $other } trade { TERM($shown, "shown-both") }.
face-off--stalemate = That was the last trade; the cards are dealt again.
face-off--won = { $who } has the whole { TERM($gem, "gem") } set: { $points ->
         [one] { $points } point
        *[other] { $points } points
    }, { $total } in all.
face-off--speech = Now the speech, without teeth.
face-off--asked = { $who } calls Face Off! with { TERM($gem, "gem") }. Table, is the set complete?
face-off--false = { $who } calls Face Off!, but the set is not complete. Play goes on.
face-off--penalty = { $points ->
         [one] { $points } point
        *[other] { $points } points
    } off.
face-off--call = Wild thing, Wild thing! { $giver } gave { $who } a wrong card: { $points ->
         [one] { $points } point
        *[other] { $points } points
    } off. The trade is undone, play goes on.
face-off--call-asked = { $who } calls a wrong card from { $giver }. Table, is it so?
face-off--call-denied = { $giver } gave { $who } no wrong card. Play goes on.
face-off--clean = A clean speech: { $who } keeps all points, { $total } in all.
face-off--teeth = Teeth! { $who } loses { $points ->
         [one] { $points } point
        *[other] { $points } points
    } and has { $total }.
face-off--unseen = The mouth of { $who } was not seen well enough. Table, were there teeth?
face-off--win = { $who } wins the game!
face-off--tie = { $who } win the game together.
face-off--next = { $who } deals and plays with signal set { $set }.
face-off--next-wild = { $who } deals and plays with signal set { $set }; Wild Thing is: { TERM($wild, "wild-way") }.

## face-off.no
face-off--no--values = { $action } has a value that no Face Off! card or player has.
face-off--no--over = The game is over.
face-off--no--dealt = The cards are dealt already.
face-off--no--no-speech = There is no victory speech to judge now.
face-off--no--no-call = There is no call to confirm or deny now.
face-off--no--no-choice = The next signals are chosen when a hand has been won.
face-off--no--not-dealt = The cards are not dealt yet.
face-off--no--stopped = Play has stopped for a call.
face-off--no--players-only = Only a player can do that.
face-off--no--basic = This is the basic game.
face-off--no--own-cards = The cards are your own and unknown here; say only what is shown, as in: offer 2.
face-off--no--which-gem = Say which gem is offered, as in: offer 2 ruby.
face-off--no--special-not-held = { $who } does not hold that special card.
face-off--no--not-held = { $who } does not hold { $n ->
         [one] 1 { TERM($gem, "gem") } card
        *[other] { $n } { TERM($gem, "gem") } cards
    }.
face-off--no--your-cards = { $who } cannot offer that; look at your own cards.
face-off--no--one-of-each = There is only one of each special card.
face-off--no--one-card = With these signals you offer one card.
face-off--no--as-many = Offer as many cards as you show.
face-off--no--nothing-offered = { $who } offers nothing.
face-off--no--not-in-play = The { TERM($gem, "gem") } cards are not in this game.
face-off--no--no-mistake = { $who } has not just been given a wrong card by { $giver }.
face-off--no--dealer = { $who } chooses the next signals.
face-off--no--no-wild = The basic game has no Wild Thing signal.
face-off--no--wild-text = Describe the Wild Thing signal in 1 to { $most } printable characters.
face-off--no--wild-blanks = Describe the Wild Thing signal in up to { $most } characters, with no space before or after.
face-off--no--table-trades = The table sees the trade.
face-off--no--alone = Nobody trades alone.
face-off--no--not-the-same = { $one } and { $other } do not show the same.
face-off--no--table-confirms = The table confirms or denies.
face-off--no--table-judges = The table judges the speech.
face-off--no--teeth-unseen = The teeth went unseen; the table says clean or teeth.
face-off--no--chance-deals = Chance deals the cards.
face-off--no--hands = The deal gives each player a hand.
face-off--no--hand-basic = { $who } gets 9 gems.
face-off--no--hand-advanced = { $who } gets 9 gems, a Grin and a Wild Thing card.
face-off--no--cards = There are { $wanted } { TERM($gem, "gem") } cards in this game, not { $n }.
face-off--no--special-cards = There is one { TERM($kind, "special") } for each suit in play.
face-off--no--no-special = There is no { TERM($kind, "special") } in play.
face-off--no--form = { $text } cannot be read; write it as in: { $form }.
face-off--no--hand-form = { $text } is not a hand; write one as in D4R5 or, advanced, D4R5gRwD.
face-off--no--gem = There is no gem { $text }; the gems are { TERM($gems, "gem") }.
face-off--no--signal = { $text } is not a signal in this hand; show one of { LIST($signals, by: ", ") }.
face-off--no--several = Several gems fit; say which: { LIST($forms, by: ", ") }.
face-off--no--say-gem = Say which gem is offered, as in: offer { $shown } ruby.
face-off--no--cards-form = { $text } cannot be read; name one gem first, then special cards: ruby+wild:jade.
face-off--no--which-special = Which { TERM($kind, "special") }? Say { LIST($choices, type: "disjunction") }.
face-off--no--none-held = There is no { TERM($kind, "special") } in this hand; name its suit, as in { $kind }:ruby.
face-off--no--name-suit = Name the suit of the { TERM($kind, "special") }, as in { $kind }:ruby.
face-off--no--suits = { $n } players play with { $n } different gems, not with { LIST($suits, by: ", ") }.
face-off--no--wild-option = A Wild Thing signal belongs to the advanced game; set advanced as well.
face-off--no--trade-signal = { $a } and { $b } show no signal of one number now: say how many cards, such as trade { $a } { $b } 3.

## face-off.bad
face-off--bad--scores = the score sheet gives { LIST($totals, by: ", ") }, the scores are { LIST($scores, by: ", ") }.
face-off--bad--not-dealt = the cards are not dealt.
face-off--bad--hands = there is not a hand for each player.
face-off--bad--size = { $who } holds too many or too few cards.
face-off--bad--offer = { $who } offers cards that { $who } does not hold.
face-off--bad--no-win = there is no win that the game could wait for.
face-off--bad--no-mistake = there is no called mistake that the game could wait for.
face-off--bad--no-trade = the called trade is missing.

## face-cards
face-cards--dealt = The cards are dealt; the first card shows picture { $card }.
face-cards--drawn = Everyone draws up to a full hand.
face-cards--fronts = Face up: { LIST($fronts, by: ", ") }.
face-cards--centre = Face up now; the centre shows { LIST($cards, by: ", ") }.
face-cards--bonus-from-pile = The box is empty: a bonus picture from the draw pile for { $who }.
face-cards--camera = { $who } takes the camera and starts.
face-cards--laid = { $who } has laid a pair{ $up }.
face-cards--laid-two = { $who } has laid two pairs{ $up }.
face-cards--all-up = ; all cards are turned up
face-cards--names = { $who } matches { $owner }'s { TERM($one, "picture") } with the { TERM($other, "picture") }
face-cards--names-two = { $who } matches the { TERM($one, "picture") } with the { TERM($other, "picture") }
face-cards--guess = { $guess }.
face-cards--wrong = { $guess }: wrong{ $lost }.
face-cards--lost = , { $n ->
         [one] one picture
        *[other] { $n } pictures
    } lost to the box
face-cards--right = { $guess }: right! { $who } and { $owner } take a picture each.
face-cards--right-bonus = { $guess }: right! { $who } and { $owner } take a picture each, and a bonus picture each.
face-cards--stop = { $who } stops and keeps { $n ->
         [one] one picture
        *[other] { $n } pictures
    }.
face-cards--round = The round is over; the camera goes to { $who }.
face-cards--flop = Nobody was right: another guessing round with the same cards.
face-cards--short = There are not enough cards for another round.
face-cards--win = The game is over: { $who } wins with { $points ->
         [one] one picture
        *[other] { $points } pictures
    }.
face-cards--tie = The game is over: { $who } win with { $points ->
         [one] one picture
        *[other] { $points } pictures
    }.

## face-cards.no
face-cards--no--over = The game is over; start a new one.
face-cards--no--camera-now = This is not the moment for that; now say who gets the camera.
face-cards--no--pair-now = This is not the moment for that; now lay the pairs.
face-cards--no--guess-now = This is not the moment for that; now guess.
face-cards--no--answer-now = This is not the moment for that; now answer the guess.
face-cards--no--deal-now = This is not the moment for that; now deal cards.
face-cards--no--laid-already = { $who } has laid already; wait for the others.
face-cards--no--other-turn = { $who } cannot act now; it is { $turn }'s turn.
face-cards--no--other-turns = { $who } cannot act now; it is the turn of { $turn }.
face-cards--no--chance-first = { $who } cannot act now; chance deals first.
face-cards--no--table-first = { $who } cannot act now; the table decides first.
face-cards--no--numbers = Cards are named by whole numbers.
face-cards--no--card = There is no card { $card }; the cards are 1 to { $last }.
face-cards--no--draw-cards = Chance draws { $n ->
         [one] 1 card
        *[other] { $n } different cards
    } of the pile, and of the box once the pile is used up.
face-cards--no--seat = There is no player number { $player }; name one of the players.
face-cards--no--secret-pair = With physical cards the pair stays secret; just say that it is laid.
face-cards--no--lay-which = Say which cards are laid: { $n } of your own, by number.
face-cards--no--not-held = Card { $card } is not in the hand of { $who }.
face-cards--no--not-yours = { $who } cannot lay that; look at your own cards.
face-cards--no--lay-count = Lay { $wanted } of your cards, not { $n }.
face-cards--no--lay-twice = A card cannot be laid twice; name different cards.
face-cards--no--order = Name the lower card first (for masters), or the pair with the lower front card first (risk).
face-cards--no--guess-numbers = A guess names two cards by whole numbers.
face-cards--no--lower-first = Name the two cards of a guess lower first: { $one } { $other }.
face-cards--no--not-in-centre = Card { $card } does not lie in the centre.
face-cards--no--two-cards = A pair has two different cards.
face-cards--no--own-pair = You cannot guess what you laid yourself; choose other cards.
face-cards--no--own-front = Card { $card } is your own; guess one in front of another.
face-cards--no--no-front = Card { $card } does not lie in front of a player.
face-cards--no--own-centre = You laid card { $card } yourself; choose another.
face-cards--no--other-card = Choose another card; look at what you laid.
face-cards--no--no-stop = You cannot stop here; make a guess.
face-cards--no--answer = An answer is right or wrong, with or without a bonus picture, and may name the owner.
face-cards--no--wrong-answer = A wrong guess has no bonus and no owner; a right one has an owner of this game.
face-cards--no--contradiction = That cannot be, after the other answers of this round; look again.
face-cards--no--no-bonus = There are no bonus pictures in the risk game; say right without a bonus.
face-cards--no--whose-pair = Name whose pair it was: another player's that was not found yet.
face-cards--no--no-owner = Whoever owns the card answers, so name nobody.
face-cards--no--guess-which = Say what you guess: two cards, as in: guess 17 25
face-cards--no--guess-none = A guess names two cards, and none of the guesses that you may make has card { $card }.
face-cards--no--guess-several = Card { $card } fits { $n } guesses; say which: { LIST($choices, by: ", ") }
face-cards--no--answer-form = An answer is: right, right bonus, or (for masters) right NAME and right NAME bonus.
face-cards--no--blanks = There are { $most } blank cards; take fewer cards of your own.
face-cards--no--risiko = The risk game (Risky Moves) is for 3 to 5 players, not { $n }; choose another variant.
face-cards--no--deck = The first round takes { $need } cards, and the deck has only { $n }.

## face-cards.bad
face-cards--bad--seats = hands, pairs and albums are not one a player.
face-cards--bad--player = it names a player who is not there.
face-cards--bad--waiting = the players who still have to lay are not those of its step.
face-cards--bad--whole = a pair or a guess is not whole.
face-cards--bad--nobody = a guess is nobody's.
face-cards--bad--counts = a count is out of range.
face-cards--bad--physical = chance deals no physical cards.
face-cards--bad--turn = the turn is nobody's.
face-cards--bad--centre = the cards in the centre do not fit the step.
face-cards--bad--places = a place on the table is not one that this game has.
face-cards--bad--shared = one card is in two pairs.
face-cards--bad--waits = a guess waits for an answer, or a bonus for its picture, in the wrong step.
face-cards--bad--held = pictures are held back that should be in an album.
face-cards--bad--guess = the guess that waits for its answer cannot have been made.
face-cards--bad--hand = the hand of { $who } is not as it should be.
face-cards--bad--pairs = the pairs of { $who } are not as they should be.
face-cards--bad--cards = a card is missing, doubled or strange.

## factum
factum--dealt = Everyone has five cards; who has a story?
factum--dealt-again = Everyone has five cards again; who has a story?
factum--filled = Cards from the pile make up five: { LIST($cards, by: ", ") } are on the table.
factum--volunteer = { $who } has a story.
factum--teams = The teams are { $one } against { $other }.
factum--told = { $who } has told the story and laid a card.
factum--judge = { $who } judges and looks at the card.
factum--decide = { $who } decides: { $captain }'s team guesses.
factum--laid = { $who } has laid a card.
factum--laid-last = { $who } has laid a card; on the table: { LIST($cards, by: ", ") }.
factum--voted = { $who } has voted.
factum--tie-again = A tie between { LIST($cards, by: ", ") }: vote again.
factum--tie-decided = Still a tie between { LIST($cards, by: ", ") }: { $who } decides.
factum--tie-chance = Still a tie between { LIST($cards, by: ", ") }: chance decides.
factum--whose = The guess is card { $card }; whose card was it?
factum--right = Card { $card } is right: { $captain }'s team wins.
factum--wrong = Card { $card } is wrong, by { $owner }{ $was }: { $captain }'s team wins.
factum--wrong-pile = Card { $card } is wrong, from the pile{ $was }: { $captain }'s team wins.
factum--story-was = ; the story's was { $card }
factum--vote-best = Now vote for the better story.
factum--best-new = { $who }'s new story is now the best.
factum--best-old = { $who }'s story stays the best one.
factum--win = The game is over: { $who } wins with { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.
factum--tie = The game is over: { $who } win with { $points ->
         [one] { $points } point
        *[other] { $points } points
    }.

## factum.now
factum--now--setup = chance deals cards
factum--now--deal = chance deals cards
factum--now--fill = chance deals cards
factum--now--volunteer = somebody volunteers with a story
factum--now--teams = chance draws the teams
factum--now--tell = the storyteller tells and lays the card
factum--now--judge = somebody of the other team comes forward as judge
factum--now--decide = the judge decides which team guesses
factum--now--lay = the confusing team lays its cards
factum--now--vote = the guessing team votes
factum--now--break = one decides among the tied cards
factum--now--owner = the table says whose card was chosen
factum--now--best = the others vote for the better story

## factum.no
factum--no--over = The game is over; start a new one.
factum--no--other-step = This is not the moment for that; now { $due }.
factum--no--not-you = { $who } cannot act now; { $due }.
factum--no--told-last = { $who } told the last story; somebody else tells now.
factum--no--silent = { $who } is a captain and must be silent while the team guesses.
factum--no--own-story = The vote is about a story of { $who }, who takes no part in it.
factum--no--done-already = { $who } has done so already; wait for the others.
factum--no--numbers = Cards are named by whole numbers.
factum--no--members = Members are named by whole numbers.
factum--no--member = There is no member number { $member } in this game.
factum--no--number = A card is named by a whole number.
factum--no--card = There is no card { $card }; the cards are 1 to { $last }.
factum--no--card-zero = There is no card 0; the cards are numbered from 1.
factum--no--seat = There is no player number { $player }.
factum--no--two-ways = That is a choice between two; say which.
factum--no--draw-cards = Chance draws { $n ->
         [one] 1 card
        *[other] { $n } different cards
    } of the pile, and of the discards once it is used up.
factum--no--teams = The storyteller's team is { $who } and { $n } others, by seat.
factum--no--teams-of-two = The storyteller's team is { $who } and one other, by seat.
factum--no--secret-card = With physical cards the card stays secret; just say that it is laid.
factum--no--tell-which = Say which card goes with the story, as in: tell 17
factum--no--lay-which = Say which card you lay, as in: lay 17
factum--no--vote-which = Say which card you vote for, as in: vote 17
factum--no--not-held = Card { $card } is not in the hand of { $who }.
factum--no--not-yours = { $who } cannot lay that; look at your own cards.
factum--no--not-on-table = Card { $card } does not lie on the table.
factum--no--not-tied = Card { $card } is not among the tied ones; choose of { LIST($choices, by: ", ") }.
factum--no--other-owner = The card cannot be from there: nobody else laid one.
factum--no--deck = { $n } players need at least { $need } cards; the deck has { $deck }.

## factum.bad
factum--bad--seats = hands, points and captains are not one a player.
factum--bad--player = it names a player who is not there.
factum--bad--captain = a captain or the holder of the title is not there.
factum--bad--title = nobody holds the title of the best story.
factum--bad--teller = the storyteller is missing, or came too early.
factum--bad--story = the storyteller's card or the judge does not fit the step.
factum--bad--teams = the teams do not fit the step.
factum--bad--sides = the teams are not those of the storyteller and the judge.
factum--bad--actors = those who may act do not fit the step.
factum--bad--table = the cards on the table do not fit the step.
factum--bad--choices = a card is voted for that is not on the table.
factum--bad--counts = a count is out of range.
factum--bad--result = the last guess is not whole.
factum--bad--cards = a card is missing, doubled or strange.
factum--bad--shown = the table does not show the cards that were laid.
factum--bad--hand = a hand is not of five cards.
factum--bad--empty = a hand is empty.
factum--bad--over = the game is over before anyone has the points.
factum--bad--scores = the points do not add up.

## about
about--face-off = Everyone trades gem cards at once, without words: the signals of the hand say how many cards of one gem are offered, and two who show the same number swap. The first with all nine cards of a gem wins its value and deals next; 500 points win the game. The advanced game adds Grin and Wild Thing cards and a victory speech without teeth.
about--keep-smiling = Two players each set two Smilys, two Grimmys and a Neutralo face down on five lanes. Three dice a turn move one to three pieces towards the other side; landing on a piece captures it. Who arrives takes the best free chair, 6 down to 1: a Smily counts plus, a Grimmy minus, a Neutralo nothing.
about--face-cards = Everyone secretly lays a pair of pictures, one card before them and one in the centre, then guesses the pairs of the others. A right guess gives a picture to the guesser and to the owner, two if the pair is of two categories. When everyone was start player equally often, the most pictures win.
about--ftw = Everyone gives 3 cards to the right, then plays one card a turn. A higher one goes on the pile, and so does a lower one with helpers. Or it lies in front of you as a helper, and you take a card of the pile. The round ends when someone has one card left: the highest card counts plus, the others minus.
about--factum = Somebody tells a true story and lays a card that goes with it. Two teams are drawn; the judge of the other team sees the card and says which team guesses it. The other team adds cards to confuse. Points go to the winning team and its captain, to a card that misled, and to the best story; 15 points win.

## command.face-off
command--face-off--win = win NAME GEM
command--face-off--clean = clean
command--face-off--teeth = teeth
command--face-off--seat = seat NUMBER NAME
command--face-off--wild = wild NAME

## command.keep-smiling
command--keep-smiling--dice = 3 5 6 (dice)
command--keep-smiling--accept = accept
command--keep-smiling--roll = roll
command--keep-smiling--duel = duel

## moment: what the table sees large
moment--win = { $who } wins the hand with the nine { TERM($gem, "gems") }!
moment--points = { $points ->
         [one] { $points } point
        *[other] { $points } points
    }, { $total } in all
moment--total = { $total } in all
moment--clean = No teeth! { $who } keeps all points.
moment--teeth = Teeth! { $who } loses points.
moment--lost = { $points ->
         [one] { $points } point
        *[other] { $points } points
    } off, { $total } in all
moment--chairs = The chairs are turned over.
moment--judged-right = Right! Card { $card } is { $who }'s story.
moment--judged-wrong = Wrong! Card { $card } was laid by { $who }.
moment--judged-pile = Wrong! Card { $card } was nobody's.
moment--story-was = The story of { $who } was card { $card }.
moment--best = { $who } has the best story.
moment--round = Round { $n } of { $all } is over.
moment--found = Pairs found: { $n }
moment--over = { $who } wins { TERM($game, "game") }
moment--over-tie = { $who } share the win in { TERM($game, "game") }
