"""The table's side: messages about its game, which stay in the game's log until the broker has confirmed them."""
