"""The commands of the command line. A command's module has a function of the module's name, or ``register(app)``.

Commands raise CompanionError for everything that goes wrong; ``companion.cli`` prints it and sets the exit code.
"""
