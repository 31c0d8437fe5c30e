"""The rules of Keep Smiling! (R. X. Schmid, 1990), with the duel variant. NOTATION.md has rulings beyond the book."""
