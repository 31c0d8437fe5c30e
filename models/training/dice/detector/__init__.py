"""How model.onnx was made: run ``python -m models.training.dice.detector.train FOLDER --minutes 60``."""
