"""How models/noise_embedding/model.onnx was made. Training time only: needs numpy, torch, onnx, espeak-ng and flite."""
