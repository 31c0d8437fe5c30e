"""companion: an offline, private referee for tabletop play."""
