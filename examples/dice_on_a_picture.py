"""Reads the dice on a picture: ``python examples/dice_on_a_picture.py photo.jpg [HOW MANY]``."""

import sys

import cv2

from companion.senses.dice import read
from companion.words import say

picture = cv2.imread(sys.argv[1])
if picture is None:
    sys.exit(f"{sys.argv[1]} is no picture")
reading = read(picture, int(sys.argv[2]) if len(sys.argv) > 2 else None)
for die in reading.dice:
    print(f"{die.value} at {die.x:.0f}, {die.y:.0f}")
if reading.refused is not None:
    print(say(reading.refused, "en"))
