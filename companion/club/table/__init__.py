"""The table's side: messages about its game, kept in the game's log until the broker has confirmed them."""
