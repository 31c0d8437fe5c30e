## term.sign: what somebody shows, after "show"
term--sign--chicken = a chicken
term--sign--pig = a pig
term--sign--lamb = a lamb
term--sign--turkey = a turkey
term--sign--tongue_out = the tongue
term--sign--eyes_wide = wide eyes
term--sign--eyes_mouth_wide = wide eyes and mouth
term--sign--sour = a sour lemon face
term--sign--cow = a cow
term--sign--seal = a seal
term--sign--monkey = a monkey
term--sign--donkey = a donkey
term--sign--darting_tongue = a darting tongue
term--sign--panting = a panting puppy
term--sign--fish_gasp = a gasping fish
term--sign--wet_dog_shake = a wet dog
term--sign--grin = the Grin
term--sign--wild_thing = the Wild Thing

## term.wild-way
term--wild-way--move_every_part_of_your_face = move every part of your face
term--wild-way--kiss = kiss
term--wild-way--super-hero = super-hero
term--wild-way--about_to_sneeze = about to sneeze
term--wild-way--about_to_get_sick = about to get sick
term--wild-way--roll_your_head_in_circles = roll your head in circles
term--wild-way--slap_your_own_face = slap your own face
term--wild-way--flip_your_tongue_against_your_lip = flip your tongue against your lip

## term.choice
term--choice--digital = on the phones or this screen
term--choice--physical = on the table: our own
term--choice--table = the table says
term--choice--chance = drawn by lot
term--choice--pair = the own pair
term--choice--cards = own cards
term--choice--fewer = fewer cards in the centre
term--choice--end = the game ends
term--choice--at-once = at once
term--choice--round-end = when the round is over
term--choice--longest-waiting = whoever was captain the longest ago
term--choice--first-voter = whoever voted first
term--choice--base = basic game
term--choice--kenner = for experts
term--choice--koenner = for masters
term--choice--risiko = risk

## term.won-by
term--won-by--diamond = diamond
term--won-by--emerald = emerald
term--won-by--ruby = ruby
term--won-by--sapphire = sapphire
term--won-by--pearl = pearl
term--won-by--opal = opal
term--won-by--amethyst = amethyst
term--won-by--topaz = topaz
term--won-by--jade = jade
term--won-by--teeth = teeth
term--won-by--mistake = wrong card
term--won-by--false_claim = false claim

## term.verb
term--verb--offer = offer
term--verb--withdraw = withdraw
term--verb--claim = claim
term--verb--call = call
term--verb--next = next
term--verb--trade = trade
term--verb--confirm = confirm
term--verb--deny = deny
term--verb--verdict = verdict
term--verb--deal = deal
term--verb--place = place
term--verb--roll = roll
term--verb--pass = pass
term--verb--duel = duel
term--verb--reveal = reveal

## term.doctor
term--doctor--ok = ok
term--doctor--note = note
term--doctor--missing = missing
term--doctor--libraries = libraries
term--doctor--face_models = face models
term--doctor--models = models
term--doctor--cameras = cameras
term--doctor--microphones = microphones
term--doctor--data_folder = data folder
term--doctor--voice = voice
term--doctor--languages = languages

## term.game
term--game--face-off = Face Off!
term--game--keep-smiling = Keep Smiling!
term--game--face-cards = Face Cards
term--game--ftw = FTW?!
term--game--factum = Factum

## term.book
term--book--face-off = Face Off! book
term--book--keep-smiling = Keep Smiling!
term--book--face-cards = Face Cards
term--book--ftw = FTW?!
term--book--factum = Factum
term--book--rulings = RULINGS.md
term--book--companion = companion

## term.gem
term--gem--diamond = diamond
term--gem--emerald = emerald
term--gem--ruby = ruby
term--gem--sapphire = sapphire
term--gem--pearl = pearl
term--gem--opal = opal
term--gem--amethyst = amethyst
term--gem--topaz = topaz
term--gem--jade = jade

## term.gems
term--gems--diamond = diamonds
term--gems--emerald = emeralds
term--gems--ruby = rubies
term--gems--sapphire = sapphires
term--gems--pearl = pearls
term--gems--opal = opals
term--gems--amethyst = amethysts
term--gems--topaz = topazes
term--gems--jade = jades

## term.a-gem: one of them, as an object
term--a-gem--diamond = a diamond
term--a-gem--emerald = an emerald
term--a-gem--ruby = a ruby
term--a-gem--sapphire = a sapphire
term--a-gem--pearl = a pearl
term--a-gem--opal = an opal
term--a-gem--amethyst = an amethyst
term--a-gem--topaz = a topaz
term--a-gem--jade = a jade

## term.signal
term--signal--chicken = chicken
term--signal--pig = pig
term--signal--lamb = lamb
term--signal--turkey = turkey
term--signal--tongue_out = tongue out
term--signal--eyes_wide = eyes wide
term--signal--eyes_mouth_wide = eyes and mouth wide
term--signal--sour = sour lemon face
term--signal--cow = cow
term--signal--seal = seal
term--signal--monkey = monkey
term--signal--donkey = donkey
term--signal--darting_tongue = darting tongue
term--signal--panting = panting puppy
term--signal--fish_gasp = gasping fish
term--signal--wet_dog_shake = wet dog
term--signal--grin = Grin
term--signal--wild_thing = Wild Thing

## term.shown
term--shown--1 = 1 card
term--shown--2 = 2 cards
term--shown--3 = 3 cards
term--shown--4 = 4 cards
term--shown--grin = a Grin card
term--shown--wild = a Wild Thing card

## term.shown-both
term--shown-both--1 = 1 card
term--shown-both--2 = 2 cards
term--shown-both--3 = 3 cards
term--shown-both--4 = 4 cards
term--shown-both--grin = Grin cards
term--shown-both--wild = Wild Thing cards

## term.special
term--special--grin = Grin card
term--special--wild = Wild Thing card

## term.piece-kind
term--piece-kind--S = Smily
term--piece-kind--G = Grimmy
term--piece-kind--N = Neutralo
