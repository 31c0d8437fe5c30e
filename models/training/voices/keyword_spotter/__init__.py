"""How models/keyword_spotter/model.onnx was made. Training time only: needs torch, onnx, espeak-ng and flite."""
