## term.how: what to do for a signal
term--how--chicken = cluck: bk bk bk
term--how--pig = oink oink, or a snort
term--how--lamb = baaa, and let it tremble
term--how--turkey = gobble gobble gobble
term--how--cow = mooo, long and low
term--how--seal = bark: ark ark ark
term--how--monkey = hu hu hu, quick
term--how--donkey = hee-haw: high, then low
term--how--panting = tongue out and pant, without your voice
term--how--tongue_out = stick your tongue out
term--how--eyes_wide = open your eyes wide, mouth shut
term--how--eyes_mouth_wide = open eyes and mouth wide
term--how--sour = as if you bit into a lemon
term--how--grin = grin with your teeth showing
term--how--darting_tongue = dart your tongue out and in like a snake
term--how--fish_gasp = open and shut your mouth like a fish
term--how--wet_dog_shake = shake your head like a wet dog
term--how--wild_thing = make the Wild Thing that you showed

## term.made: what is made besides signals
term--made--poker_face = poker face
term--made--teeth = teeth
term--made--nothing = nothing

## coach: what to do better, while a cue stands
coach--unseen = turn your face to the camera
coach--eyes = open your eyes wider
coach--brows = raise your brows
coach--shut_mouth = close your mouth
coach--open_mouth = open your mouth wider
coach--round_mouth = not a small round O: let the mouth go wide
coach--part_lips = part your lips
coach--less_mouth = close your mouth a little
coach--teeth = show your teeth
coach--tongue_in = keep your tongue in
coach--eyes_open = do not screw up your eyes
coach--wider = pull the corners of your mouth wider and up
coach--screw_up = screw up both eyes tighter
coach--nose = wrinkle your nose
coach--tongue = put your tongue further out
coach--darting_tongue = dart your tongue out and in
coach--panting = tongue out and pant faster
coach--fish_gasp = open and shut your mouth like a fish
coach--wet_dog_shake = shake your head from side to side faster
coach--hold = that is it: hold it
coach--louder = louder, or come nearer
coach--softer = too loud, it breaks up: move back a little
coach--talk = that sounds like talking: leave the words out
coach--short = your { TERM($signal, "signal") } is short: hold it longer
coach--long = your { TERM($signal, "signal") } is long: make it shorter
coach--few = again and again, in a rhythm: { TERM($signal, "how") }
coach--like = that sounds more like { TERM($signal, "signal") }: make it differently
coach--how = { TERM($signal, "how") }
coach--heard = that is it
coach--own_way = nearly: make it the way you showed it
coach--nearly = nearly: { $what }

## card: what a cue shows
card--number = { $n }
card--of-set = { $set } { $n }
card--signal = { TERM($signal, "signal") }

## practice
practice--ready = I know you now: here it comes
practice--cue = show: { TERM($signal, "signal") } ({ TERM($signal, "how") })
practice--cue-card = show { $card }
practice--legend = { LIST($items, by: ", ") }
practice--legend-item = { $card } { TERM($signal, "signal") }
practice--hit = yes{ $late }
practice--wrong = that was { TERM($made, "signal") }{ $late }
practice--late = not recognised in time
practice--tried = { TERM($signal, "signal") }: { $what }
practice--late-times = {" "}after { NUMBER($onset, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, recognised after { NUMBER($recognised, minimumFractionDigits: 2, maximumFractionDigits: 2) } s
practice--teach = { $why }make your Wild Thing: take { $n } of { $of }
practice--taught = { $why }that is your Wild Thing: I know it now
practice--teach-again = { $why }.{" "}
practice--done = hits: { $hits } of { $tries }
practice--done-short = hits: { $hits } of { $tries }; the camera or clip ended before all { $all } cues were shown
practice--speech = say your victory speech without teeth: { NUMBER($seconds, maximumFractionDigits: 0) } s
practice--clean = no teeth: well done
practice--teeth = teeth at { LIST($at, by: ", ") }
practice--at = { NUMBER($t, minimumFractionDigits: 1, maximumFractionDigits: 1) } s
practice--unseen = your mouth was not seen long enough to judge: face the camera, with light on your face
practice--short-speech = your face was seen for only { NUMBER($told, minimumFractionDigits: 1, maximumFractionDigits: 1) } of { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s: nothing is judged, try again
practice--strip = the speech, left to right (full = teeth):
practice--keep = Add { $n ->
         [one] 1 of these plays
        *[other] { $n } of these plays
    } to the profile of { $name }? { TERM($what, "signal") }. Only numbers are kept. [y/n]
practice--kept = Added to { $name }'s profile: { TERM($added, "signal") }. Take it back: companion practise undo --player { SHELL($name) }
practice--kept-page = Added to the profile: { TERM($added, "signal") }.
practice--not-kept = Nothing was added.
practice--undone = Taken back: { TERM($undone, "signal") } of { $name }.
practice--nothing-to-undo = practice has added nothing to the profile of { $name }
practice--forgotten = { $name }'s practice is deleted: { $deleted ->
         [one] 1 attempt
        *[other] { $deleted } attempts
    }
practice--no-face = no calm face was seen for a second: sit in front of the camera, with light on your face
practice--no-sound = nothing was heard: is the microphone on?
practice--no-noise = '{ $signal }' is not a noise: leave --hear out
practice--no-loudspeaker = no loudspeaker can play the example ({ $why }): leave --hear out
practice--no-set = there is no signal set '{ $given }': give A, B, C or D, several of them (AC), or mixed
practice--no-signal = there is no signal '{ $given }': give one of { LIST($known, by: ", ") }
practice--no-drill = there is no drill '{ $given }': give { LIST($drills, by: ", ") }, or { LIST($others, by: ", ") }
practice--one-set = a hand has one signal set: choose A, B, C or D
practice--other-device = set { $set } cannot be practised with these devices: give { $what } as well
practice--who-first = say who practises first
practice--gone-drill = there is no such drill: reload the page
practice--open = Practice is open on this machine: { $address }
practice--closed = Practice is closed.
practice--next-new = new (not tried yet)
practice--next-due = due { $when }, recall { NUMBER($recall, style: "percent") } ({ $hits } of { $tries } the last time)
practice--better-surer = Better: { TERM($signal, "signal") }, { $hits } of { $tries }, after { $old_hits } of { $old_tries } the last time.
practice--better-faster = Faster: { TERM($signal, "signal") } in { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) } s, after { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } s the last time.
practice--better-first = New today: { TERM($signal, "signal") }, { $hits } of { $tries }.
practice--better-none = { $hits } of { $tries } today. It was better before: that is how practice goes.
practice--then-new = Next: { TERM($signal, "signal") }, which is new.
practice--then-again = Next: { TERM($signal, "signal") } again, { $hits } of { $tries } so far.
practice--then-due = Next: { TERM($signal, "signal") }, { $days ->
         [one] tomorrow
        *[other] in { $days } days
    }.
practice--nothing-next = nothing is planned yet: begin with the five minutes
practice--dice-keys = throw the dice. Enter: right; 1 to 6: the marked die; Tab: mark the next; -: not a throw; q: stop
practice--dice-read = { $shown }: right? a number key corrects the marked die
practice--dice-taken = taken: { $shown }
practice--dice-corrected = corrected: { $before } was { $shown }
practice--dice-dropped = not counted
practice--dice-unconfirmed = not counted, nobody said it was right: { $shown }
practice--dice-session = { $throws ->
         [one] 1 throw counted
        *[other] { $throws } throws counted
    }: { $right } read right, { $corrected } corrected{ $more ->
         [0] {""}
        *[other] ; { $more } not counted
    }.
practice--dice-doubts = Unsure: { LIST($items, by: "; ") }.
practice--dice-doubt = { $n ->
         [one] { $why }
        *[other] { $n } times { $why }
    }
practice--dice-sure = Nothing was unsure.
practice--dice-better = Tip: { $advice }
practice--dice-light-good = The light is good.
practice--dice-unread = not read: { $why }
practice--dice-card = { $throws ->
         [one] 1 throw
        *[other] { $throws } throws
    }{ $corrected ->
         [0] , all taken as they were read
        *[other] , { $corrected } corrected ({ NUMBER($share, style: "percent") }), and { $asked } of these were asked about
    }
practice--dice-more = fairness after { $n ->
         [one] 1 more throw
        *[other] { $n } more throws
    }

## frenzy
frenzy--begin = A hand of Face Off!, set { $set }, { NUMBER($seconds, maximumFractionDigits: 0) } s: show what a bot shows to trade. { LIST($signals, by: ", ") }
frenzy--card = { $n } { TERM($signal, "signal") }
frenzy--gems = { $n ->
         [one] { $n } { TERM($suit, "gem") }
        *[other] { $n } { TERM($suit, "gems") }
    }
frenzy--shows = { $name } shows { $shown }: { TERM($signal, "signal") }
frenzy--offered = you offer { $n ->
         [one] { $n } { TERM($suit, "gem") }
        *[other] { $n } { TERM($suit, "gems") }
    }: { TERM($signal, "signal") }
frenzy--none = you have { $n ->
         [one] no card
        *[other] no { $n } cards
    } of one gem to give for { TERM($signal, "signal") }
frenzy--traded = traded with { $name } after { NUMBER($late, minimumFractionDigits: 2, maximumFractionDigits: 2) } s
frenzy--answered = { $name } answered you: traded
frenzy--beaten = { $one } and { $two } traded ({ TERM($signal, "signal") }): too late for you
frenzy--missed = { $name } waited in vain: { TERM($signal, "signal") }
frenzy--won = you have all nine of one gem: Face Off!
frenzy--lost = { $name } was first: Face Off!
frenzy--over = time is up: { $trades ->
         [one] 1 trade
        *[other] { $trades } trades
    }, your largest suit has { $most ->
         [one] 1 card
        *[other] { $most } cards
    }
frenzy--hand = { $left } s   Your hand: { LIST($hand, by: ", ") }

## report
report--spread = { NUMBER($median, minimumFractionDigits: 2, maximumFractionDigits: 2) } s ({ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }–{ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) })
report--title = Practice of { $name }
report--none = nobody has practised yet
report--nothing = Nothing yet.
report--no-hits = No hits yet.
report--no-tries = no tries yet
report--total = { $hits } of { $tries } hit ({ NUMBER($rate, style: "percent") }); best streak { $best }, now { $streak }; days in a row: { $days }.
report--rates = Hit rate
report--times = Seconds from the cue to the signal (quartiles and median, hits only)
report--weeks = Hit rate by week (from Monday)
report--trend = Each signal over the weeks
report--confusion = What was asked, and what was made
report--asked = asked
report--of = { NUMBER($rate, style: "percent") } of { $tries }
report--of-day = { $hits }/{ $tries }
report--day = { $day }: { $hits } of { $tries }
report--week-days = Hits of tries in the last seven days: { LIST($days, by: ", ") }
report--week = This week: hits of tries, day by day
report--dice = Dice check
report--faces = How often each number fell (the line: a fair die)
report--line = { WIDTH($name, left: 20) } { $hits } of { $tries }{ $times }, best streak { $best }
report--line-times = , { NUMBER($median, minimumFractionDigits: 2, maximumFractionDigits: 2) } s ({ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }-{ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) })
report--counting = counting
report--written = written: { $path }
report--not-written = { $path } cannot be written ({ $why }): give another file

## practised
practised--newer = { $path } was written by a newer companion (version { $version }, this one knows { $knows }): update companion
practised--full = the disk is full, the attempt was not kept in { $path }: make room and try again
practised--in-use = { $path } is in use by another companion: close that one and try again
practised--damaged = { $path } is damaged or is not a practice database: move it away to start afresh
practised--unusable = { $path } cannot be used ({ $why }): check rights and room there
practised--unknown = { $name } has not practised on this machine (so far: { LIST($there, by: ", ") })
practised--nobody = nobody
practised--records = { $n ->
         [one] 1 practice record of { $name } in { $path } cannot be read and is left out
        *[other] { $n } practice records of { $name } in { $path } cannot be read and are left out
    } ({ LIST($records, by: ", ") }); companion profiles delete { $name } deletes all that is kept of { $name }
practised--no-name = give the player's name, at most 60 letters: companion practise learn --player Ann
