"""Jobs of their own that throw strangers' bytes at whatever reads them; the suite runs a few seconds of each."""
