"""What follows the events of a sitting: the Wild Thing, the victory speech, learning, bots."""
