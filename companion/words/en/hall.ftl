## term.health: what a source or seat at a table says of itself
term--health--frozen = gives nothing new
term--health--offline = away
term--health--ended = at its end
term--health--off = switched off
term--health--lost = not seen

## hall
hall--open = The tournament's page: { $address }
hall--screens = Screens in the local network: { $address }
hall--closed = The hall is closed. Everything is kept: the same command continues it.
hall--other = another hall is already writing this tournament: { $name }
hall--no-database = the database cannot be used: { $name }: { $why }
hall--not-written = the database cannot be written at the moment; nothing is lost, the tables' news waits at the broker: { $why }
hall--version = this tournament was kept by another version of companion ({ $version }; this one reads { $reads }): { $name }
hall--damaged = the tournament's database is damaged: what a table reported cannot be read
hall--line = line { $seq } of the tournament's log cannot be read
hall--no-url = the database is a file of SQLite or a URL such as postgresql://user@host/name
hall--no-driver = PostgreSQL needs one more package: pip install 'tabletop-companion[tournament]'
hall--no-extra = a tournament needs more packages: pip install 'tabletop-companion[tournament]'
hall--double = Two tables have this name; this one is { $id }
hall--clock-ahead = Its clock is { $minutes } min ahead
hall--clock-behind = Its clock is { $minutes } min behind
hall--table-n = Table { $n }
hall--no-broker = no connection to the broker { $name }: { $why }; the tables are heard again when it is back
hall--gaps = { $n ->
         [one] 1 message
        *[other] { $n } messages
    } from it never arrived

## hall.sheet
hall--sheet--title = Sheets for the tables: { $name }
hall--sheet--command = On this table's laptop, type:
hall--sheet--names = Choose the game and type your names as the big screen shows them.
hall--sheet--play = Play. The big screen follows.
hall--sheet--confirm = When the game is over, confirm the result on the laptop: only then does it count.
hall--sheet--help = Something is wrong? Play on: nothing is lost. The organiser can correct a result.

## tournament.no
tournament--no--system = a tournament is one of { LIST($systems, type: "disjunction") }, not { $given }
tournament--no--order = the standings go by { LIST($orders, type: "disjunction") }, not { $given }
tournament--no--rounds = a tournament has at most { $most } rounds
tournament--no--table-size = { TERM($game, "game") } takes { $least } to { $most } people a table
tournament--no--name = a name has at most { $most } letters, on one line
tournament--no--players = { $n ->
         [one] 1 player does not fill
        *[other] { $n } players do not fill
    } a table: it takes { $least }
tournament--no--more-players = there are { $most } players already
tournament--no--more-rounds = { $n ->
         [one] the one round is
        *[other] all { $n } rounds are
    } played
tournament--no--twice = { $name } is on the list already
tournament--no--late = { $name } cannot enter now: a round robin has begun and no place is empty
tournament--no--gone = { $name } has withdrawn already
tournament--no--back = { $name } cannot come back: the place is taken
tournament--no--open = results are missing at { $n ->
         [one] 1 table
        *[other] { $n } tables
    }
tournament--no--unpair = a round is taken back only while none of its results counts
tournament--no--points = the points of { $name } are missing
tournament--no--result = no points are given yet
tournament--no--reason = say why: the reason is shown beside the result
tournament--no--player = there is no such player
tournament--no--table = there is no such table in this round
tournament--no--place = no table of that name is there
tournament--no--plan = no tournament has begun yet
tournament--no--stray = this result is gone: a newer one has come
tournament--no--lines = type one name a line, at most { $most }
tournament--no--announcement = an announcement has at most { $most } letters
tournament--no--broker = there is no connection to the broker: no table hears it
tournament--no--lan = screens of other machines need the option --lan
tournament--no--screen = all screens are in use
tournament--no--sheets = the number of sheets is 1 to 200
tournament--no--other-plan = this database holds { $name } already: start without a name, or with another --database
tournament--no--file = the names cannot be read from { $path }: { $why }
tournament--no--commas = is what follows a comma in { $path } the team? Begin the file with a line Name,Team, or write name;team
tournament--no--text = not a text in UTF-8 or UTF-16: save it as “CSV UTF-8”
tournament--no--no-name = a new tournament needs a name and a game: companion tournament NAME --game ftw

## page.hall
page--hall--title = Tournament
page--hall--screen = Big screen
page--hall--control = Organiser
page--hall--theme = Light or dark
page--hall--closed = This page is closed. The tournament goes on where it was started.
page--hall--offline = The connection to the hall is lost. It comes back by itself.
page--hall--round = Round { $n } of { $of }
page--hall--before = Before the first round
page--hall--over = The tournament is over
page--hall--standings = Standings
page--hall--tables = Tables
page--hall--pairings = Who plays where
page--hall--byes = Bye: { $names }
page--hall--done = done
page--hall--waits = to be confirmed at the table
page--hall--plays = playing
page--hall--open = open
page--hall--done-short = done
page--hall--waits-short = to confirm
page--hall--plays-short = playing
page--hall--open-short = open
page--hall--by-hall = entered by the organiser
page--hall--broker-on = Broker: connected
page--hall--broker-off = Broker: not connected
page--hall--present = Tables here: { $n } of { $of }
page--hall--away = away
page--hall--points = Points
page--hall--won = Won
page--hall--book = Game points
page--hall--met = Opponents
page--hall--played = Games
page--hall--place = Place
page--hall--player = Player
page--hall--team = Team
page--hall--teams = Teams
page--hall--pair = Pair round { $n }
page--hall--pairs-open = { $n ->
         [one] The result of 1 table is missing
        *[other] Results are missing at { $n } tables
    }
page--hall--unpair = Take this round back
page--hall--enter = Players
page--hall--enter-about = One name a line; the team after a semicolon: Ann; Red School
page--hall--add = Add
page--hall--withdraw = Withdraw
page--hall--back = Bring back
page--hall--gone = withdrawn
page--hall--result = Result
page--hall--correct = Enter or correct
page--hall--reason = Reason
page--hall--save = Save
page--hall--cancel = Cancel
page--hall--winner = Winner
page--hall--strays = Results that belong to no table of a round
page--hall--strays-about = Names that differ from the pairing, or a game that began before its round.
page--hall--take = Count it
page--hall--take-for = Counts for
page--hall--corrections = Corrections
page--hall--correction = Round { $round }, table { $table }: { $reason }
page--hall--taken-back = Round { $round } was taken back: { $reason }
page--hall--was = was { $points }
page--hall--exports = Files
page--hall--standings-csv = Standings (CSV)
page--hall--results-csv = Results (CSV)
page--hall--json = Everything (JSON)
page--hall--sheets = Print a sheet for each table
page--hall--sheets-count = How many tables
page--hall--announce = Announcement to all tables
page--hall--send = Send
page--hall--pause = Pause all tables
page--hall--resume = Resume all tables
page--hall--announce-about = A table obeys only what it was started to allow (--mqtt-commands).
page--hall--screens = Another screen
page--hall--screens-about = Open this on the machine at the projector.
page--hall--dropped = Messages dropped: { $known } known already, { $broken } not understood, { $full } from too many tables
page--hall--nobody = No players yet
page--hall--no-tables = No table has reported yet
page--hall--table = Table { $n }
page--hall--seat = Sits at
page--hall--no-place = no table
page--hall--rule = Order: { $order }
page--hall--order-places = tournament points, tables won, game points, opponents, direct meeting
page--hall--order-points = game points, tournament points, tables won, opponents, direct meeting
page--hall--page = { $n } of { $of }
page--hall--code = Short code
page--hall--join = Join
page--hall--history = Earlier rounds
page--hall--draw = no winner yet
page--hall--sure = confirmed
