"""Thresholds of a player's own, from what they have shown: checked on it, else the shipped ones stay."""
