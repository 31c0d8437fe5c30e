"""The hall of a tournament: it logs all tables' messages, pairs players, keeps standings, and serves a page."""
