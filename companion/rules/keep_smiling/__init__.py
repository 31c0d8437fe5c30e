"""Keep Smiling! (R. X. Schmid, 1990), with the duel variant. Rulings where the book is silent: NOTATION.md."""
