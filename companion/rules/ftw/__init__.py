"""FTW?! (Friedemann Friese, 2F-Spiele 2023), for 2 to 6 players. Rulings where the book is silent: NOTATION.md."""
