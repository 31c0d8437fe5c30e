## system
system--unknown = unknown reason
system--said = { $why }

## path
path--no-home = { $path } names a user who has no home folder here: write the whole path

## recording
recording--on = RECORDING for a bug report: pictures and sound of everybody here are kept on this computer until { $until }.
recording--stopped = The recording has stopped ({ $why }); what was kept lies in { $folder }.
recording--begins = { $told } They go into { $folder }. Ctrl-C ends it; companion recordings delete deletes it.
recording--ended = The recording has ended: { $folder }. Give it to nobody who was not asked; companion recordings delete deletes it.
recording--full = { $megabytes } MB are full
recording--not-kept = nothing can be recorded in { $folder } ({ $why }): free some space, or set COMPANION_DATA_FOLDER
recording--not-deleted = { $folder } cannot be deleted ({ $why }): close the programs that use it and try again
recording--unknown = there is no recording { $name }: there are { $names }
recording--none = no recordings are kept
recording--what = say what to record: companion record { $commands } and its own options
recording--kept = { $name }  until { $until }  { NUMBER($megabytes, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
recording--deleted = { $name } is deleted

## sense
sense--off = the sense of { $source } failed again and again ({ $kind }) and is switched off: the game goes on by hand

## model
model--closed = the { TERM($what, "model") } model cannot be loaded ({ $why }): install companion again, or run ./run doctor
model--missing = its file is missing
model--short = its file is cut short: { NUMBER($found, useGrouping: 1) } of { NUMBER($wanted, useGrouping: 1) } bytes
model--hash = its hash differs
model--garbage = it is no network
model--other = { $name } is another network: it takes '{ $found }', not '{ $wanted }'
model--outputs = it has other outputs

## term.model
term--model--face_detector = face detector
term--model--face_landmarks = face landmarks
term--model--face_tongue = second look
term--model--face_blendshapes = second look (movements)
term--model--mouth = mouth
term--model--dice = dice
term--model--die = die
term--model--sound = sound
term--model--phones = speech

## face
face--no-mouth = { $why }; tongue and teeth are not judged
face--no-expression = { $why }; sour lemons are not judged, and wide eyes by landmarks alone
face--no-second-look = { $why }; tongues and wide faces that are hard to tell get no second opinion
face--seat = seat { $seat }
face--pair = { $names }
face--exchanged = { LIST($pairs, by: ", ") } changed places all at once (is the camera mirrored now?): seats go with the faces
face--upside-down = the picture is upside down: turn the camera the right way up
face--not-seen = not seen
face--turned = turn to the camera
face--far = too far away: come closer to the camera
face--dark = too dark: put a lamp in front of you
face--crowd = not seated: only { $most } faces are judged at a time
face--nobody = no face in the picture: sit so that the camera sees you, with light on your face
face--brief = a face was seen too briefly to tell whether it is a picture's: give a clip of three seconds or more
face--motionless = a face does not move: a picture gets no seat; whoever sits there, blink or turn your head
face--part = { TERM($part, "face-part") }
face--swing = { TERM($part, "face-part") }'s swing
face--pace = { TERM($part, "face-part") }'s pace

## term.face-part
term--face-part--right_eye = right eye
term--face-part--left_eye = left eye
term--face-part--mouth_width = mouth's width
term--face-part--brows = brows
term--face-part--brow_distance = brows' distance
term--face-part--mouth_corners = mouth's corners
term--face-part--mouth_height = mouth's height
term--face-part--upper_lip = upper lip
term--face-part--nose = nose
term--face-part--cheeks = cheeks
term--face-part--lips_forward = lips forward
term--face-part--lips = lips
term--face-part--open_mouth = open mouth
term--face-part--tongue = tongue
term--face-part--tongue_side = tongue's side
term--face-part--teeth = teeth
term--face-part--mouth_side = mouth to the side
term--face-part--jaw_side = jaw to the side
term--face-part--look_side = look to the side
term--face-part--head_turned = head turned
term--face-part--head_nodded = head nodded
term--face-part--head_tilted = head tilted

## speech
speech--model = companion's speech model cannot be read ({ $why }): install companion again
speech--none = speech cannot be recognised here ({ $why }): install companion again
speech--dictionary = companion's dictionary cannot be read ({ $why }): install companion again
speech--no-letters = '{ $word }' has no letter from A to Z: companion cannot listen for it

## shout
shout--nobody = Face Off! was called, but nobody has all cards of one gem yet: play goes on.
shout--not-all = { $name } called Face Off!, but does not have all cards of one gem yet: play goes on.
shout--damaged = the shout model cannot be loaded ({ $why }); no shout is heard, the rest goes on: install companion again, or run ./run doctor

## fairness
fairness--few = { $dice ->
         [one] 1 die is too few
        *[other] { $dice } dice are too few
    } for a test of fairness: it needs { $least }.
fairness--odds = { $dice } dice, chi-square { NUMBER($chi, minimumFractionDigits: 1, maximumFractionDigits: 1) }, p { NUMBER($p, minimumFractionDigits: 3, maximumFractionDigits: 3) }: a fair die gives counts at least this uneven in { $odds } of such series; { $verdict }.
fairness--hard = this is hard to explain by chance, if the reader misread nothing and nobody chose when to stop
fairness--doubt = one series in twenty of fair dice looks like that, so it proves nothing: throw on
fairness--fair = nothing speaks against the dice, which does not prove them fair
fairness--percent = { NUMBER($odds, maximumFractionDigits: 0) } %
fairness--tiny = { NUMBER($odds, minimumFractionDigits: 2, maximumFractionDigits: 2) } %

## light
light--dark = It is too dark to read pips: switch on a lamp.
light--white = Much of the picture is pure white: lower the exposure or turn the lamp away.
light--flat = The picture has no contrast: is the lens covered or fogged?
light--blurred = The picture is blurred: clean the lens, focus, or move the camera back.

## calibrate
calibrate--no-dice = No dice are seen: lay one of each colour on the table, all of them in the picture.
calibrate--small = The dice are only { $pixels } pixels wide: move the camera closer (25 and more read well).
calibrate--flat = The camera looks too flat over the table: raise it.
calibrate--alike = Two colours were asked for, but the dice look alike: show one die of each colour, in even light.
calibrate--no-picture = { $path } cannot be written: give a name ending in .png or .jpg in a folder that exists
calibrate--names = { $n ->
         [one] 1 name is given
        *[other] { $n } names are given
    } for { $colours ->
         [one] 1 colour
        *[other] { $colours } colours
    }: give one for each
calibrate--dice = { $n ->
         [one] 1 die
        *[other] { $n } dice
    } of about { $pixels } pixels: { LIST($dice, by: ", ") }.
calibrate--die = { $colour } { $value }
calibrate--area = Play area: { $left } to { $right } % across, { $top } to { $bottom } % down.
calibrate--sets = Sets: { LIST($sets, by: ", ") }.
calibrate--colour = { $colour }
calibrate--set = { $name } ({ $colour })
calibrate--no-sets = none
calibrate--ready = Ready.
calibrate--not-ready = Not ready: nothing was kept.

## tray
tray--not-written = the dice calibration cannot be written to { $path } ({ $why })
tray--damaged = { $path } is damaged: run 'companion calibrate dice' again
tray--version = { $path } is no dice calibration of this version: run 'companion calibrate dice' again
tray--missing = { $path } does not exist: run companion calibrate dice --out { SHELL($path) } first

## vosk
vosk--no-folder = { $folder } is no folder: name the one that the model was unpacked into
vosk--incomplete = { $folder } is no Vosk model: { $missing } is missing
vosk--damaged = { $folder } is damaged: { $file } is not what it should be; unpack the model again
vosk--fixed = { $folder } holds a Vosk model that takes no list of words: take the small model of that language
vosk--unreadable = { $folder } cannot be read by Vosk: unpack the model again
vosk--no-library = Vosk is not installed
vosk--ended = Vosk has stopped; answers are tapped from here on
vosk--knows = { $folder } is a Vosk model: { NUMBER($known) } of { NUMBER($all) } words that are said in { $language } are known, { NUMBER($megabytes, maximumFractionDigits: 0) } MB
vosk--lacks = It does not know: { LIST($words) }
