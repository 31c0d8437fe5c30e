"""Personal thresholds from a player's shows and takes; the shipped ones stay where personal ones are not better."""
