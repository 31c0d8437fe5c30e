"""The commands of the command line.

A command's module has a function of the module's name, or a function ``register(app)`` that adds several commands.
Commands raise CompanionError for everything that goes wrong; ``companion.cli`` prints it and sets the exit code.
"""
