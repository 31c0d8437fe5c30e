"""Commands: a function of the module's name, or ``register(app)``. Each raises CompanionError for what goes wrong."""
