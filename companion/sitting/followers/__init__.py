"""Followers of a sitting: the Wild Thing, the victory speech, learning from play, spoken answers, taps and bots."""
