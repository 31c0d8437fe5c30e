"""The hall of a tournament: its tables' news in one log, rounds, pairings, standings, and the page for all."""
