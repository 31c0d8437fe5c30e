"""The rule book's spellings of the signals with their variants in several languages, and table talk that is none."""

from __future__ import annotations

SPELLINGS: dict[str, tuple[str, ...]] = {
    "chicken": (
        "bk bk bk", "bawk bawk", "bok bok bok", "buk buk buk buk", "bock bock bock bawk", "cluck cluck cluck", "puck puck puck",
        "bak bak bak", "bwok bwok", "buh buh buh gawk", "buck buck buck buck", "bock begock", "tok tok tok", "gack gack gack",
        "put put put", "cot cot codet", "buck-awk", "bok bok begawk", "pok pok pok", "kot kot kot", "gock gock", "bick bick bick",
    ),
    "pig": (
        "oink", "oink oink", "oink oink oink", "oynk oynk", "gronk gronk", "hronk hronk", "groin groin", "nöff nöff", "grunz grunz",
        "honk honk", "oynk", "khron khron", "knor knor", "oy oy oynk", "oinky oinky", "hrongk hrongk", "snork snork", "uynk uynk",
    ),
    "lamb": (
        "baa", "baaa", "bah bah", "baaah", "mäh", "meh meh", "behh", "baa aa aa", "baa baa", "beh", "bee ee ee", "maa", "mäh mäh",
        "bäh", "baaaa baaaa", "baeh baeh", "mehh", "be e e e",
    ),
    "turkey": (
        "gobble gobble", "gobble gobble gobble", "gobl gobl gobl", "glu glu glu", "blub lub lub lub", "gulu gulu gulu",
        "gobbeldy gobble", "hobble gobble", "gobble", "gobbel gobbel", "koller koller", "glou glou glou", "gluglu gluglu", "blbl blbl blbl",
        "gobble obble obble", "lub lub lub lub", "goble goble goble",
    ),
    "cow": ("moo", "mooo", "moo oo", "muuh", "moo moo", "muu", "mmmoooo oo", "meuh", "mooooo", "boo moo", "mu", "muuuuh", "moe", "mmuu", "moooh"),
    "seal": (
        "ark ark", "ark ark ark", "arf arf arf", "orc orc orc", "aak aak", "arrk arrk", "owk owk", "urk urk urk", "ark", "auk auk auk",
        "arp arp arp", "oar oar oar", "ork ork", "arc arc arc arc", "au au au", "ert ert ert",
    ),
    "monkey": (
        "hoo hoo hoo", "oo oo oo", "hu hu hu hu", "ooh ooh ah ah", "ook ook", "hoo hoo ha ha", "uh uh uh uh", "hu hu hu", "oo oo ah ah ah",
        "who who who", "hou hou hou", "u u u a a a", "uh uh ah ah", "hoo ah hoo ah", "oo oo oo oo oo",
    ),
    "donkey": (
        "hee haw", "hee haw hee haw", "ee aw", "eeyore", "ee aw ee aw", "ih ah ih ah", "hi han", "ee oh ee oh", "hee haw haw", "iaah", "yee haw hee haw",
        "eee ooor", "hee honk", "i a i a", "hin han", "ee ah ee ah ee ah",
    ),
    "panting": (
        "heh heh heh heh", "huh huh huh huh", "hah hah hah hah hah", "h h h h h", "hhe hhe hhe hhe", "ha he ha he ha he", "heh heh heh heh heh heh",
    ),
}  # fmt: skip

# Words that contain or resemble a signal are here on purpose: a book, an ink, a goggle and a moon are talk.
TALK: tuple[str, ...] = (
    "yes", "no", "who has it", "I have seven cards", "your turn now", "that was a three", "oh no", "wow", "move over", "book it", "bark",
    "you moved", "the park is dark", "hello", "come on", "I got it", "where is the card", "ready steady go", "please pass", "one two three four",
    "eight", "nine", "zero five", "oh my god", "look at you", "what a joke", "okay okay", "ah", "boo", "mmm", "hey", "stop it", "la la la",
    "blah blah blah", "tick tock", "knock knock", "good good", "hurry up", "who who", "wait wait wait", "he saw me", "you are out", "cool", "true",
    "bar", "more", "book", "back back", "pink", "ink ink", "he has", "double double", "bubble", "wobble", "trouble", "goggles", "arc of light",
    "you you you", "be back", "baby", "bad", "bath", "mum", "moon", "mood", "room", "shoe shoe", "Face Off", "Face Off! Anna has all of the rubies and is a totally awesome player",
    "wild thing, wild thing", "I need two more emeralds", "does anyone want three", "no teeth", "give me those", "that's not fair", "who wants one", "trade with me",
    "six", "seven", "four", "two", "ten", "mama", "papa", "haha very funny", "it is my turn", "stop laughing", "the quick brown fox jumps over the lazy dog",
    "can you pass the chips", "how many points do I have", "I want the topaz", "diamonds are worth one hundred", "shuffle the cards", "deal again", "we won",
    "nein", "ja genau", "du bist dran", "ich habe vier", "was machst du da", "noch einmal bitte", "oui", "non merci", "c'est a moi", "encore une fois",
    "vamos", "tengo tres", "otra vez", "mucho mejor", "kom op", "hej hej", "ett tva tre", "uno due tre", "molto bene", "aha", "hmm", "uh huh", "pst", "brr", "yippee", "ouch", "oops", "yuck",
    "I owe you", "are we there", "our car", "argue", "who knew", "he saw", "he haunts", "hoover", "mooring", "barber", "buckle", "pocket", "gobbling it up", "oiled", "only", "on and on",
)  # fmt: skip
