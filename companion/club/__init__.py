"""Many tables: tables that send messages to an MQTT broker (``table``), and the hall that receives them (``hall``).

Nothing here runs unless an option asks for it.
"""
