"""Many tables: what a table tells a broker, and the hall that listens (MQTT). Nothing here runs unless asked for."""
