"""The people at the table: one store of what is known of them, and the lessons that fill it."""
