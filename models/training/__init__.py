"""How the networks of ``models`` were made, by kind; each card names the commands.

``people``: rendered people, trainers of the mouth and expression classifiers. ``dice``: rendered and path-traced dice,
trainers of the detector and the classifier. ``voices``: synthesised voices, the keyword
spotter and the phoneme encoder. ``noises``: the noise embedding, the audio tagger and the matcher of taught takes.
``demo`` and ``practice`` make what ships of rendered people. All is seeded; TRIED.md says what was tried and not taken.
"""
