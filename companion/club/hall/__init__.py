"""The hall of a tournament: one log of all tables' messages, rounds, pairings, standings, and the hall's page."""
