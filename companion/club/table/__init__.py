"""The table's side: what is told of a game, kept in its log until a broker has it."""
