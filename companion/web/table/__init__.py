"""The table: a local web server with one page for the laptop and one for each phone."""
