"""The practice page: all drills in a browser, served in the same way as the table's pages."""
