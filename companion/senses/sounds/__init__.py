"""Hearing people be animals: level and onset, a small network, enrolled takes, four-state hysteresis, signal events."""
