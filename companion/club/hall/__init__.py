"""The hall of a tournament: every table's news in one log, rounds, pairings and standings, and the page that shows them."""
