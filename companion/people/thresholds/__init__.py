"""Personal thresholds from what a player has taught; a shipped threshold stays where a personal one is not better."""
