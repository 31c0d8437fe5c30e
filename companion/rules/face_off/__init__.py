"""The rules of Face Off! (Global Giggles): basic and advanced, with digital cards or the table's own deck."""
