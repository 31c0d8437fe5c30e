"""How model.onnx was made: run ``python -m models.dice.train.run --state FOLDER --minutes 60``."""
