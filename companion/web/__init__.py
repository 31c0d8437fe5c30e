"""The web pages: ``kit`` is shared by all of them, ``table`` is the game's pages, ``practice`` the practice page."""
