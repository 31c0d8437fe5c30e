## lesson.face
lesson--face--no-face = { $player }'s face was not seen for long enough: sit before the camera with light on your face

## term.ask
term--ask--tongue_out = stick your tongue out
term--ask--eyes_wide = open your eyes wide, mouth shut
term--ask--eyes_mouth_wide = open your eyes and mouth wide
term--ask--sour = make a face as if you bit into a lemon
term--ask--grin = grin with your teeth showing

## lesson.wild
lesson--wild--begin = { $dealer }: relax your face, then make your Wild Thing for two seconds and rest. Then once more.
lesson--wild--short = { $dealer }: that was too short. Keep it up for two seconds.
lesson--wild--once = { $dealer }: seen once. Rest, then make it again.
lesson--wild--learned = { $dealer }'s Wild Thing is learned: { LIST($parts, by: ", ") }. Everybody can make it now.
lesson--wild--another = { $dealer }: { $problem }. Think of another one, and type wild { $dealer } again.
lesson--wild--again = { $dealer }: { $problem }. Make it once more.

## lesson.sound
lesson--sound--no-set = there is no set '{ $set }' with sounds to teach: give A, C or D
lesson--sound--no-folder = { $folder } is no folder: give one with files such as cow_0.wav and talk_0.wav
lesson--sound--file = { $file }: { $reason }
lesson--sound--quiet = { $seconds } seconds of quiet, please: I listen to the room.
lesson--sound--talk = Now talk for { $seconds } seconds: say who is playing tonight.
lesson--sound--take = Be { TERM($signal, "spoken") }: take { $count } of { $of }
lesson--sound--again = again: take { $count } of { $of }
lesson--sound--later = Leave { TERM($signal, "spoken") } for later.
lesson--sound--ended = the sound ended before all takes were there: record the rest as well
lesson--sound--nothing = nothing of { $player } could be used: see the reasons above and try again
lesson--sound--count = { TERM($signal, "signal") } ({ $n })
lesson--sound--kept = Kept for { $player }: { LIST($taught, by: ", ") }. Numbers only, no sound is stored.

## term.spoken
term--spoken--chicken = a chicken (bk bk bk)
term--spoken--pig = a pig (oink oink, or a snort)
term--spoken--lamb = a lamb (baaa)
term--spoken--turkey = a turkey (gobble gobble)
term--spoken--cow = a cow (mooo)
term--spoken--seal = a seal (ark ark ark)
term--spoken--monkey = a monkey (hu hu hu)
term--spoken--donkey = a donkey (hee-haw)
term--spoken--panting = a panting puppy
term--spoken--wild_thing = the Wild Thing

## take
take--muted = nothing came from the microphone: is it muted?
take--quiet = that was too quiet: come nearer, or be louder
take--room = the room is nearly as loud as that: wait for quiet, or come nearer
take--loud = that was too loud and broke up: move back a little
take--short = that was too short: make it a little longer
take--unlike = that was not like your { TERM($signal, "signal") } before: make it the same way again
take--close = your { TERM($one, "signal") } and your { TERM($other, "signal") } are close: { TERM($other, "otherwise") }
take--all-there = all takes are there

## term.otherwise
term--otherwise--chicken = make the chicken shorter and sharper
term--otherwise--pig = snort the pig through your nose
term--otherwise--lamb = let the lamb tremble
term--otherwise--turkey = make the gobble longer
term--otherwise--cow = make the moo longer and lower
term--otherwise--seal = bark the seal louder
term--otherwise--monkey = make the monkey higher and quicker
term--otherwise--donkey = make the hee high and the haw low
term--otherwise--panting = pant without your voice
term--otherwise--wild_thing = do the Wild Thing another way

## learn: noises, while the table plays
learn--evening = I learn your noises while you play, and forget them when the table closes.
learn--keep = I learn your noises while you play, and keep them for next time.
learn--no = I learn nothing of your noises while you play.
learn--which = write learn, learn keep or learn no; “{ $given }” is none of them

## warmup
warmup--two = { $n } people are in the picture: only you for a moment, please
warmup--no-dice-camera = no camera watches the dice: open one over the table
warmup--ask-dice = Put both sets in view, { LIST($players) }: the left player's on the left.
warmup--dice = { $n ->
         [one] 1 die
        *[other] { $n } dice
    }: { LIST($dice, by: ", ") }. Sets: { LIST($sets, by: ", ") }. { LIST($hard, by: " ") }
warmup--dice-easy = They read well.
warmup--dice-unsure = The { LIST($colours, by: ", ") } dice are hard to read here: more light from the side, or the camera closer.
warmup--dice-near = The two sets look nearly alike: I may mix them up, and ask then.
warmup--offer = Shall I get to know you first? A minute each: faces, noises, names. The game can start all the same.
warmup--reminder = Untaught noises give hints only, so little happens by itself. Shall we take the minute for each now?
warmup--may-keep = { $player }: shall I know you next time? I keep numbers only, never a picture or a sound.
warmup--begin = Let me get to know you: { LIST($players, by: ", ") }. A minute each, and any card can be skipped.
warmup--to = { $player }: { $what }
warmup--nothing = there is nothing to warm up with: open a camera or a microphone, in a game with signals
warmup--in-hand = in a hand the warm-up is begun on the laptop: it holds back what you show and say
warmup--phone-senses-nothing = this phone sends no picture and no sound: turn on its microphone or camera, or warm up on the laptop
warmup--at-laptop = { LIST($players) }: your cards are on the laptop. To have them on your phone, turn on its microphone.
warmup--not-on = no warm-up is on: say warmup, or warmup NAME for one player alone
warmup--nobody = whose card is it? Add one of { LIST($names, type: "disjunction") }
warmup--nobody-asked = nobody is asked now: say keep NAME or forget NAME with warmup before it
warmup--ask-calm = look at the camera for two seconds, as calm as a pudding
warmup--ask-show = { TERM($signal, "how") }
warmup--ask-noise = be { TERM($signal, "spoken") }!
warmup--ask-wild = show the Wild Thing, rest, and show it once more
warmup--ask-shout = call “Face Off!” as you will when you win
warmup--ask-name = say your own name, once
warmup--calm-going = Good, stay like that
warmup--calm-done = That is { $player } at rest.
warmup--hold = That is it: hold it
warmup--show-done = Got it: { TERM($signal, "signal") }.
warmup--show-small = A small one, and I know it now: { TERM($signal, "signal") }.
warmup--show-stronger = I nearly see it: bigger, and hold it for a second
warmup--take = { $count } of { $of }. Again!
warmup--noise-done = Got it: { TERM($signal, "signal") }.
warmup--shout-done = That will be heard.
warmup--shout-again = That was no “Face Off!” to me: louder, both words
warmup--name-done = { $player }, I know the sound of it now.
warmup--name-again = I could not make out the name: say it alone, clearly
warmup--later = Never mind: { TERM($signal, "signal") } comes again at the end.
warmup--leave = { $why }. Never mind, we leave it for later.
warmup--other = I think that was { $other }: only you now, please
warmup--like = That is too like your { TERM($other, "signal") }: make it shorter, or choose another noise. Any noise will do if the table agrees
warmup--smiling = You are smiling: only the calm face, for two seconds
warmup--tongue = Tongue in, please, for the calm face
warmup--making = You are making a face ({ TERM($signal, "signal") }): only the calm one, for two seconds
warmup--still = Hold your head still for a moment
warmup--turned = You are turned away: look at the camera
warmup--far = You are too far away: come nearer until your face is larger ({ $pixels } of { $least } pixels between the eyes)
warmup--dark = It is too dark on your face: turn a lamp towards it
warmup--backlit = The light is behind you: turn so that it falls on your face
warmup--no-face = I see nobody: sit before the camera
warmup--not-you = I see faces, but cannot tell which is yours: sit where your name is, or tap your face
warmup--nobody-there = { $player } is not in view. The cards wait, and the game can start all the same
warmup--no-picture = No picture comes from the camera: the cards wait, and the game can start all the same
warmup--asleep = { $player }'s phone sends nothing: wake it and the card is still there; the game can start all the same
warmup--dead = I hear nothing at all: is the microphone muted? Skip the noises: tapping works as well
warmup--music = Something plays or talks all the time: turn it down for a minute, or skip the noises
warmup--room-lamp = The lamp behind { $player } hides their face: turn it, or change places.
warmup--room-dark = It is dark on { $player }'s face: one more lamp helps.
warmup--room-loud = The room itself is loud ({ $level } dB): with a fan off or the music down, I hear you much better.
warmup--room-echo = The room echoes ({ NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) } s): a tablecloth, or the microphone nearer, helps.
warmup--room-far = { LIST($players, by: ", ") } are far from the camera: move it or the chairs nearer.
warmup--keep = shall I know { $player } next time? Numbers only, never a picture or a sound (warmup keep { $player }, warmup forget { $player })
warmup--kept = { $player } is known from now on: next time the warm-up takes five seconds.
warmup--not-kept = Nothing of { $player } is kept after this evening.
warmup--sheet = { LIST($rows, by: "; ") }
warmup--row = { $player }: { LIST($cells, by: ", ") }
warmup--cell = { TERM($signal, "signal") }: { TERM($grade, "grade") }{ $note }{ $trades }{ $refused }
warmup--trades = {" "}({ $confirmed } stood, { $overruled } overruled)
warmup--near-own = , near your { TERM($other, "signal") }
warmup--near-other = , near { $who }'s { TERM($other, "signal") }
warmup--near-room = , near talk or the room's noise
warmup--uneven = , another way each time
warmup--few = , one take so far: two more make it sure
warmup--small = , only just seen
warmup--not-reached = , too small to be seen
warmup--refused = ; { $player }'s last { TERM($signal, "signal") } was not clear enough{ $like }
warmup--as-like = , it could have been { TERM($signal, "sign") }, too

## term.grade
term--grade--sure = sure
term--grade--weak = weak
term--grade--unknown = unknown

## enrol
enrol--no-name = give the player's name: companion enrol Ann
enrol--sounds-only = --mic, --takes and --wild are for sounds: add --sounds
enrol--signal = { TERM($signal, "signal") }
enrol--no-signals = no signals yet
enrol--kept = Kept for { $name }: a calm face, { LIST($signals, by: ", ") }. No picture is stored.
