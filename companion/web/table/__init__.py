"""The web pages of a game: one for the laptop and one for each phone."""
