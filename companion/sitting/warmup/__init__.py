"""Warm-ups in a sitting: cameras and microphones observe players, and the senses learn from it."""
