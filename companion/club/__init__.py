"""Many tables at once: each sends messages to an MQTT broker (``table``), and a hall receives them (``hall``).

Nothing here runs unless an option asks for it.
"""
