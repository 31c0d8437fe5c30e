"""companion: an offline, private referee for tabletop play."""

__version__ = "0.1.0"
