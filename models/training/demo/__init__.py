"""The bundled demo: three rendered players with their voices, and a throw of dice. `python -m models.training.demo`."""
