"""Warm-ups: the minute in which players teach faces and noises. Observations go in, verdicts come out as facts."""
