"""The rules of FTW?! (Friedemann Friese, 2F-Spiele 2023), 2 to 6 players. NOTATION.md has rulings beyond the book."""
