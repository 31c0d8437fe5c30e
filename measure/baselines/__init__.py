"""What others' ways give on the same data: never part of what is shipped, here to be compared with."""
