"""How model.onnx was made: run ``python -m models.training.dice.detector.train --state FOLDER --minutes 60``."""
