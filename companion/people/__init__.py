"""Players: the store of their profiles, consents and practice, and the lessons and warm-ups that fill it."""
