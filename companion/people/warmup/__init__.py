"""Warm-ups: the minute in which players teach their faces and noises. Pure: observations in, verdicts as facts out."""
