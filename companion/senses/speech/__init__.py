"""The speech sense: the shout, the victory speech and "Wild thing", by PocketSphinx or by a Vosk model."""
