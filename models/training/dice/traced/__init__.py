"""The same dice and cameras drawn by a path tracer (Blender's Cycles, the package bpy): light as it really travels.

Shadows, the table's colour on a die's sides, what a gloss mirrors, light inside plastic and the depth of a pip are
not painted here but computed. It shares the dice's looks, the cameras and the exact labels with models.training.dice,
and
nothing of how that one draws: grounds, lamps and what lies about are its own.
"""
