"""The practice page: all drills in a browser, on the table's kind of server, sockets and static files."""
