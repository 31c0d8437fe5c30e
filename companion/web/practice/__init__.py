"""The practice page: all drills in a browser, over the table's own server, sockets and static files."""
